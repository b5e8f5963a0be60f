//! Who plays with whom: groups of those who wait, by what they would like to play and how strong they are. Pure.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use protocol::{BotLevel, NewPairing};
use serde::{Deserialize, Serialize};
use store::{PersonId, Shunned};

/// The largest difference of ratings at first, and how much it grows with each second of waiting.
const RANGE: i64 = 100;
const WIDENS: i64 = 10;

/// How long a person waits before bots may take the empty seats, in milliseconds.
pub(super) const BOTS_AFTER: i64 = 30_000;

/// What somebody who has no rating yet is worth.
const BEGINS: i32 = 1500;

/// What somebody would like to play, with their ratings when they said so.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Wish {
    pub(super) wanted: NewPairing,
    /// The rating in each game that they have played.
    pub(super) ratings: BTreeMap<String, i32>,
}

impl Wish {
    fn rating(&self, game: &str) -> i32 {
        self.ratings.get(game).copied().unwrap_or(BEGINS)
    }

    fn likes(&self, game: &str, seats: u8) -> bool {
        self.wanted.seats.contains(&seats) && self.wanted.games.iter().any(|one| one == game)
    }
}

/// Whether a game is played with so many seats.
pub(super) fn is_played(game: &str, seats: u8) -> bool {
    catalog::find(game).is_some_and(|entry| {
        let (least, most) = entry.kind().info().seats;
        (least..=most).contains(&usize::from(seats))
    })
}

/// Somebody who waits.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub(super) person: PersonId,
    pub(super) wish: Wish,
    /// For how long, in milliseconds.
    pub(super) waited: i64,
}

/// By how many points others may differ from somebody who has waited so long.
pub(super) fn range(waited: i64) -> i64 {
    RANGE + WIDENS * (waited / 1000)
}

/// Those who play together, whoever makes the table first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Group {
    pub(super) game: String,
    pub(super) people: Vec<PersonId>,
    pub(super) bots: Vec<BotLevel>,
    pub(super) wanted: NewPairing,
}

impl AsRef<[PersonId]> for Group {
    fn as_ref(&self) -> &[PersonId] {
        &self.people
    }
}

/// Whether two may meet at a table of a game: the same pace, near enough in rating, and neither blocks the other.
fn fit(one: &Candidate, other: &Candidate, game: &str, shunned: &Shunned) -> bool {
    let (wish, theirs) = (&one.wish.wanted, &other.wish.wanted);
    let apart = i64::from(one.wish.rating(game) - other.wish.rating(game)).abs();
    wish.pace == theirs.pace
        && wish.rated == theirs.rated
        && 2 * apart <= range(one.waited) + range(other.waited)
        && !shunned.contains(&(one.person, other.person))
        && !shunned.contains(&(other.person, one.person))
}

/// The groups that can be made now. People choose in the order of waiting; each gets the largest possible group of the
/// nearest ratings.
pub(super) fn groups(waiting: &[Candidate], shunned: &Shunned) -> Vec<Group> {
    let mut taken = BTreeSet::new();
    let mut groups = Vec::new();
    for one in waiting {
        if taken.contains(&one.person) {
            continue;
        }
        let free: Vec<&Candidate> =
            waiting.iter().filter(|other| other.person != one.person && !taken.contains(&other.person)).collect();
        if let Some(group) = with_people(one, &free, shunned).or_else(|| with_bots(one, &free, shunned)) {
            taken.extend(group.people.iter().copied());
            groups.push(group);
        }
    }
    groups
}

/// The others for a table of a game, the nearest first; nobody who does not want to meet one who is there.
fn company<'a>(
    one: &'a Candidate,
    free: &[&'a Candidate],
    (game, seats): (&str, u8),
    most: usize,
    shunned: &Shunned,
) -> Vec<&'a Candidate> {
    let mut near: Vec<&Candidate> = free.iter().copied().filter(|other| other.wish.likes(game, seats)).collect();
    near.sort_by_key(|other| (one.wish.rating(game) - other.wish.rating(game)).abs());
    let mut company = vec![one];
    for other in near {
        if company.len() > most {
            break;
        }
        if company.iter().all(|there| fit(there, other, game, shunned)) {
            company.push(other);
        }
    }
    company.split_off(1)
}

fn with_people(one: &Candidate, free: &[&Candidate], shunned: &Shunned) -> Option<Group> {
    let mut seats = one.wish.wanted.seats.clone();
    seats.sort_unstable_by(|a, b| b.cmp(a));
    for seats in seats {
        let others = usize::from(seats) - 1;
        let full = one.wish.wanted.games.iter().filter(|game| is_played(game, seats)).filter_map(|game| {
            let company = company(one, free, (game, seats), others, shunned);
            let apart: i32 = company.iter().map(|other| (one.wish.rating(game) - other.wish.rating(game)).abs()).sum();
            (company.len() == others).then_some((apart, game, company))
        });
        if let Some((_, game, company)) = full.min_by_key(|(apart, ..)| *apart) {
            return Some(group(one, game, &company, Vec::new()));
        }
    }
    None
}

/// A table with as many people as possible and bots of one's own strength on the other seats, for a person who agreed
/// to bots and has waited long enough.
fn with_bots(one: &Candidate, free: &[&Candidate], shunned: &Shunned) -> Option<Group> {
    let wanted = &one.wish.wanted;
    if !wanted.bots || one.waited < BOTS_AFTER {
        return None;
    }
    let agree: Vec<&Candidate> = free.iter().copied().filter(|other| other.wish.wanted.bots).collect();
    let tables = wanted.games.iter().flat_map(|game| wanted.seats.iter().map(move |seats| (game, *seats)));
    let filled = tables.filter(|(game, seats)| is_played(game, *seats)).map(|(game, seats)| {
        let others = usize::from(seats) - 1;
        let company = company(one, &agree, (game, seats), others, shunned);
        (others - company.len(), game, company)
    });
    let (bots, game, company) = filled.min_by_key(|(bots, _, company)| (Reverse(company.len()), *bots))?;
    Some(group(one, game, &company, vec![level(game, one.wish.rating(game)); bots]))
}

fn group(one: &Candidate, game: &str, company: &[&Candidate], bots: Vec<BotLevel>) -> Group {
    let people = std::iter::once(one.person).chain(company.iter().map(|other| other.person)).collect();
    Group { game: game.to_owned(), people, bots, wanted: one.wish.wanted.clone() }
}

/// The level of the bots that is nearest to a rating.
fn level(game: &str, rating: i32) -> BotLevel {
    let apart = |level: &BotLevel| (catalog::strength(game, level.as_str()).unwrap_or(BEGINS) - rating).abs();
    BotLevel::ALL.into_iter().min_by_key(apart).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::Pace;

    fn candidate(person: PersonId, rating: i32, seconds: i64) -> Candidate {
        let games = vec!["tikal".to_owned(), "inka".to_owned()];
        let wanted = NewPairing { games, seats: vec![2], pace: Pace::Live, rated: true, bots: false };
        let ratings = BTreeMap::from([("tikal".to_owned(), rating), ("inka".to_owned(), rating + 500)]);
        Candidate { person, wish: Wish { wanted, ratings }, waited: 1000 * seconds }
    }

    fn people<const N: usize>() -> [PersonId; N] {
        std::array::from_fn(|_| PersonId::random())
    }

    fn made(waiting: &[Candidate]) -> Vec<Vec<PersonId>> {
        groups(waiting, &Shunned::new()).into_iter().map(|group| group.people).collect()
    }

    #[test]
    fn the_nearest_play_together_and_the_range_widens_with_the_wait() {
        let [ana, ben, eva] = people();
        let near = [candidate(ana, 1500, 9), candidate(ben, 1690, 5), candidate(eva, 1540, 1)];
        assert_eq!(made(&near), [vec![ana, eva]]);
        let far = |seconds| [candidate(ana, 1500, seconds), candidate(ben, 1900, 0)];
        assert_eq!(made(&far(10)), Vec::<Vec<PersonId>>::new(), "400 points are too many at first");
        assert_eq!(made(&far(60)), [vec![ana, ben]], "the mean of 700 and 100 is 400");
    }

    #[test]
    fn who_wants_something_else_waits_on() {
        let [ana, ben] = people();
        for change in [
            |wanted: &mut NewPairing| wanted.pace = Pace::Letter,
            |wanted: &mut NewPairing| wanted.rated = false,
            |wanted: &mut NewPairing| wanted.seats = vec![3, 4],
            |wanted: &mut NewPairing| wanted.games = vec!["thebes".to_owned()],
        ] {
            let mut waiting = [candidate(ana, 1500, 9), candidate(ben, 1500, 9)];
            assert_eq!(made(&waiting).len(), 1);
            change(&mut waiting[1].wish.wanted);
            assert_eq!(made(&waiting).len(), 0);
        }
        let waiting = [candidate(ana, 1500, 9), candidate(ben, 1500, 9)];
        assert_eq!(groups(&waiting, &Shunned::from([(ben, ana)])), [], "who is blocked is not met");
    }

    #[test]
    fn the_most_people_come_first_and_nobody_plays_twice() {
        let all: [PersonId; 7] = people();
        let mut waiting = all.map(|person| candidate(person, 1500, 5));
        for one in &mut waiting {
            one.wish.wanted.seats = vec![2, 3, 4];
        }
        let made = made(&waiting);
        assert_eq!(made.iter().map(Vec::len).collect::<Vec<_>>(), [4, 3]);
        assert_eq!(made.concat().into_iter().collect::<BTreeSet<_>>().len(), 7);
    }

    #[test]
    fn bots_of_fitting_strength_come_after_a_while_to_who_agrees() {
        let [ana, ben] = people();
        let mut one = candidate(ana, 1850, BOTS_AFTER / 1000);
        one.wish.wanted.seats = vec![4, 3];
        assert_eq!(groups(&[one.clone()], &Shunned::new()), [], "without leave none come");
        one.wish.wanted.bots = true;
        let mut other = candidate(ben, 1800, 1);
        (other.wish.wanted.seats, other.wish.wanted.bots) = (vec![3], true);
        let alone = groups(&[Candidate { waited: BOTS_AFTER - 1, ..one.clone() }], &Shunned::new());
        assert_eq!(alone, [], "not yet");
        let made = groups(&[one, other], &Shunned::new());
        assert_eq!(made[0].people, [ana, ben], "people come before bots");
        assert_eq!((made.len(), made[0].bots.len()), (1, 1));
        let strength = |level: BotLevel| catalog::strength("tikal", level.as_str()).expect("a measured level");
        let nearest = BotLevel::ALL.into_iter().map(|level| (strength(level) - 1850).abs()).min();
        assert_eq!(Some((strength(made[0].bots[0]) - 1850).abs()), nearest);
    }
}
