//! Who plays with whom: groups of those who wait, by what they would like to play and how strong they are. Pure.

use std::cmp::Reverse;
use std::collections::BTreeMap;

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
}

/// Whether a game can be played with this number of seats.
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

/// One of those who would like a certain table.
#[derive(Clone, Copy, Debug)]
struct Near {
    rating: i32,
    /// Where they stand among all who wait: who waits longer stands first.
    place: usize,
}

/// Those who would like a certain table.
#[derive(Debug, Default)]
struct Crowd {
    /// The weakest first, and of equals who waits longest.
    rising: Vec<Near>,
    /// The strongest first, and of equals who waits longest.
    falling: Vec<Near>,
    /// The widest range of any of them.
    range: i64,
}

impl Crowd {
    /// The nearest to a rating first, and of those who are equally near who waits longest.
    fn nearest(&self, rating: i32) -> impl Iterator<Item = Near> {
        let mut above = &self.rising[self.rising.partition_point(|near| near.rating < rating)..];
        let mut below = &self.falling[self.falling.partition_point(|near| near.rating >= rating)..];
        let order = move |near: &Near| ((near.rating - rating).abs(), near.place);
        std::iter::from_fn(move || {
            let higher = match (above.first(), below.first()) {
                (Some(higher), Some(lower)) => order(higher) <= order(lower),
                (higher, _) => higher.is_some(),
            };
            let (near, rest) = if higher { above } else { below }.split_first()?;
            let near = *near;
            if higher {
                above = rest;
            } else {
                below = rest;
            }
            Some(near)
        })
    }
}

/// What somebody wants: a game, seats, a pace, rated or not.
type Want<'a> = (&'a str, u8, u8, bool);

fn want<'a>(one: &'a Candidate, game: &'a str, seats: u8) -> Want<'a> {
    (game, seats, one.wish.wanted.pace as u8, one.wish.wanted.rated)
}

/// All who wait, by what they want. Ratings are looked up and sorted once.
struct Hall<'a> {
    waiting: &'a [Candidate],
    shunned: &'a Shunned,
    crowds: BTreeMap<Want<'a>, Crowd>,
    /// Who has a table already.
    taken: Vec<bool>,
}

impl<'a> Hall<'a> {
    fn of(waiting: &'a [Candidate], shunned: &'a Shunned) -> Hall<'a> {
        let mut crowds = BTreeMap::<Want<'a>, Crowd>::new();
        for (place, one) in waiting.iter().enumerate() {
            let wanted = &one.wish.wanted;
            for game in &wanted.games {
                let near = Near { rating: one.wish.rating(game), place };
                for seats in wanted.seats.iter().filter(|seats| is_played(game, **seats)) {
                    let crowd = crowds.entry(want(one, game, *seats)).or_default();
                    crowd.rising.push(near);
                    crowd.range = crowd.range.max(range(one.waited));
                }
            }
        }
        for crowd in crowds.values_mut() {
            crowd.falling.clone_from(&crowd.rising);
            crowd.rising.sort_unstable_by_key(|near| (near.rating, near.place));
            crowd.falling.sort_unstable_by_key(|near| (Reverse(near.rating), near.place));
        }
        Hall { waiting, shunned, crowds, taken: vec![false; waiting.len()] }
    }

    /// Whether two who want the same may meet: near enough in rating, and neither blocks the other.
    fn fit(&self, one: Near, other: Near) -> bool {
        let apart = i64::from(one.rating - other.rating).abs();
        let [first, second] = [one, other].map(|near| &self.waiting[near.place]);
        2 * apart <= range(first.waited) + range(second.waited)
            && first.person != second.person
            && !self.shunned.contains(&(first.person, second.person))
            && !self.shunned.contains(&(second.person, first.person))
    }

    /// At most that many others for a table, the nearest first; nobody who does not want to meet one who is there. With
    /// bots come only those who agree to them.
    fn company(&self, place: usize, (game, seats): (&str, u8), bots: bool) -> Vec<Near> {
        let one = &self.waiting[place];
        let own = Near { rating: one.wish.rating(game), place };
        let Some(crowd) = self.crowds.get(&want(one, game, seats)) else { return Vec::new() };
        let most = usize::from(seats) - 1;
        let widest = range(one.waited) + crowd.range;
        let mut company = Vec::new();
        for other in crowd.nearest(own.rating) {
            // All others are too far away.
            if company.len() == most || 2 * i64::from(other.rating - own.rating).abs() > widest {
                break;
            }
            let free = !self.taken[other.place] && (!bots || self.waiting[other.place].wish.wanted.bots);
            if free && self.fit(own, other) && company.iter().all(|there| self.fit(*there, other)) {
                company.push(other);
            }
        }
        company
    }

    fn with_people(&self, place: usize) -> Option<(&'a str, Vec<Near>)> {
        let wanted = &self.waiting[place].wish.wanted;
        let mut seats = wanted.seats.clone();
        seats.sort_unstable_by(|a, b| b.cmp(a));
        seats.into_iter().find_map(|seats| {
            let full = wanted.games.iter().filter(|game| is_played(game, seats)).filter_map(|game| {
                let own = self.waiting[place].wish.rating(game);
                let company = self.company(place, (game, seats), false);
                let apart: i32 = company.iter().map(|other| (own - other.rating).abs()).sum();
                (company.len() == usize::from(seats) - 1).then_some((apart, game, company))
            });
            full.min_by_key(|(apart, ..)| *apart).map(|(_, game, company)| (game.as_str(), company))
        })
    }

    /// A table with as many people as possible and bots on the other seats, for a person who agreed to bots and has
    /// waited long enough.
    fn with_bots(&self, place: usize) -> Option<(&'a str, Vec<Near>, usize)> {
        let Candidate { wish: Wish { wanted, .. }, waited, .. } = &self.waiting[place];
        if !wanted.bots || *waited < BOTS_AFTER {
            return None;
        }
        let tables = wanted.games.iter().flat_map(|game| wanted.seats.iter().map(move |seats| (game, *seats)));
        let filled = tables.filter(|(game, seats)| is_played(game, *seats)).map(|(game, seats)| {
            let company = self.company(place, (game, seats), true);
            (game.as_str(), usize::from(seats) - 1 - company.len(), company)
        });
        let (game, bots, company) = filled.min_by_key(|(_, bots, company)| (Reverse(company.len()), *bots))?;
        Some((game, company, bots))
    }

    /// The best table for somebody who waits, of those who still do.
    fn table(&mut self, place: usize) -> Option<Group> {
        let people = self.with_people(place).map(|(game, company)| (game, company, 0));
        let (game, company, bots) = people.or_else(|| self.with_bots(place))?;
        let one = &self.waiting[place];
        let at_table = || std::iter::once(place).chain(company.iter().map(|other| other.place));
        at_table().for_each(|place| self.taken[place] = true);
        Some(Group {
            game: game.to_owned(),
            people: at_table().map(|place| self.waiting[place].person).collect(),
            // Bots of one's own strength.
            bots: vec![level(game, one.wish.rating(game)); bots],
            wanted: one.wish.wanted.clone(),
        })
    }
}

/// The groups that can be made now. People choose in the order of waiting; each gets the largest possible group of the
/// nearest ratings.
pub(super) fn groups(waiting: &[Candidate], shunned: &Shunned) -> Vec<Group> {
    let mut hall = Hall::of(waiting, shunned);
    let mut groups = Vec::new();
    for place in 0..waiting.len() {
        if !hall.taken[place] {
            groups.extend(hall.table(place));
        }
    }
    groups
}

/// The level of the bots that is nearest to a rating.
fn level(game: &str, rating: i32) -> BotLevel {
    let apart = |level: &BotLevel| (catalog::strength(game, level.as_str()).unwrap_or(BEGINS) - rating).abs();
    BotLevel::ALL.into_iter().min_by_key(apart).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use engine::{Dice as _, Fast};
    use protocol::Pace;

    use super::*;

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

    /// Many who want many things, some of whom block others. All ratings end on a nought, so that some are equal.
    fn mixed(many: usize, rng: &mut Fast) -> (Vec<Candidate>, Shunned) {
        let some = |rng: &mut Fast, all: &[String]| -> Vec<String> {
            let some: Vec<String> = all.iter().filter(|_| rng.below(2) == 0).cloned().collect();
            if some.is_empty() { all.to_vec() } else { some }
        };
        let games: Vec<String> = catalog::GAMES.iter().map(|entry| entry.kind().info().key.to_owned()).collect();
        let counts = ["2", "3", "4"].map(str::to_owned);
        let mut waiting: Vec<Candidate> = (0..many)
            .map(|_| {
                let pace = *rng.pick(&[Pace::Live, Pace::Live, Pace::Brisk, Pace::Letter]);
                let seats = some(rng, &counts).iter().map(|seats| seats.parse().expect("a number")).collect();
                let (rated, bots) = (rng.below(3) > 0, rng.below(2) == 0);
                let wanted = NewPairing { games: some(rng, &games), seats, pace, rated, bots };
                let known = some(rng, &games);
                let ratings = known.into_iter().map(|game| (game, 1200 + 10 * rng.below(60) as i32)).collect();
                let (person, waited) = (PersonId::random(), i64::from(rng.below(60_000)));
                Candidate { person, wish: Wish { wanted, ratings }, waited }
            })
            .collect();
        waiting.sort_by_key(|one| Reverse(one.waited));
        let block = |_| (rng.pick(&waiting).person, rng.pick(&waiting).person);
        let shunned = (0..many).map(block).collect();
        (waiting, shunned)
    }

    /// The same as [`groups`], as it is told: whoever chooses looks at everybody.
    fn plainly(waiting: &[Candidate], shunned: &Shunned) -> Vec<Group> {
        fn company<'a>(
            one: &'a Candidate,
            waiting: &[&'a Candidate],
            (game, seats): (&str, u8),
            shunned: &Shunned,
        ) -> Vec<&'a Candidate> {
            let apart = |one: &Candidate, other: &Candidate| (one.wish.rating(game) - other.wish.rating(game)).abs();
            let fit = |one: &Candidate, other: &Candidate| {
                let (ours, theirs) = (&one.wish.wanted, &other.wish.wanted);
                (ours.pace, ours.rated) == (theirs.pace, theirs.rated)
                    && 2 * i64::from(apart(one, other)) <= range(one.waited) + range(other.waited)
                    && !shunned.contains(&(one.person, other.person))
                    && !shunned.contains(&(other.person, one.person))
            };
            let likes = |other: &&&Candidate| {
                other.wish.wanted.seats.contains(&seats) && other.wish.wanted.games.iter().any(|one| one == game)
            };
            let mut near: Vec<&Candidate> = waiting.iter().filter(likes).copied().collect();
            near.sort_by_key(|other| apart(one, other));
            let mut company = vec![one];
            for other in near {
                if company.len() < usize::from(seats) && company.iter().all(|there| fit(there, other)) {
                    company.push(other);
                }
            }
            company
        }
        let mut taken = BTreeSet::new();
        let mut groups = Vec::new();
        for one in waiting {
            if taken.contains(&one.person) {
                continue;
            }
            let free = |other: &&Candidate| other.person != one.person && !taken.contains(&other.person);
            let free: Vec<&Candidate> = waiting.iter().filter(free).collect();
            let wanted = &one.wish.wanted;
            let all = wanted.games.iter().flat_map(|game| wanted.seats.iter().map(move |seats| (game, *seats)));
            let all: Vec<(&String, u8)> = all.filter(|(game, seats)| is_played(game, *seats)).collect();
            let apart = |game: &str, company: &[&Candidate]| -> i32 {
                company.iter().map(|other| (one.wish.rating(game) - other.wish.rating(game)).abs()).sum()
            };
            let full = all.iter().map(|(game, seats)| (*game, *seats, company(one, &free, (game, *seats), shunned)));
            let full = full.filter(|(_, seats, company)| company.len() == usize::from(*seats));
            let best = full.min_by_key(|(game, seats, company)| (Reverse(*seats), apart(game, company)));
            let agree: Vec<&Candidate> = free.iter().filter(|other| other.wish.wanted.bots).copied().collect();
            let filled = all.iter().map(|(game, seats)| (*game, *seats, company(one, &agree, (game, *seats), shunned)));
            let filled = filled.filter(|_| wanted.bots && one.waited >= BOTS_AFTER);
            let fewest = |(_, seats, company): &(&String, u8, Vec<&Candidate>)| (Reverse(company.len()), *seats);
            if let Some((game, seats, company)) = best.or_else(|| filled.min_by_key(fewest)) {
                let people: Vec<PersonId> = company.iter().map(|one| one.person).collect();
                taken.extend(people.iter().copied());
                let bots = vec![level(game, one.wish.rating(game)); usize::from(seats) - people.len()];
                groups.push(Group { game: game.clone(), people, bots, wanted: wanted.clone() });
            }
        }
        groups
    }

    #[test]
    fn those_who_are_looked_for_among_neighbours_are_those_that_a_look_at_everybody_finds() {
        let (mut all, mut with_bots) = (0, 0);
        for seed in 0..20 {
            let (waiting, shunned) = mixed(60, &mut Fast::new(seed));
            let made = groups(&waiting, &shunned);
            assert_eq!(made, plainly(&waiting, &shunned), "seed {seed}");
            all += made.len();
            with_bots += made.iter().filter(|group| !group.bots.is_empty()).count();
        }
        assert!(all > 200 && with_bots > 5, "{all} groups, {with_bots} with bots");
    }

    #[test]
    fn nearly_all_of_a_great_many_find_a_table() {
        let (waiting, shunned) = mixed(super::super::AT_ONCE as usize, &mut Fast::new(1));
        let people: usize = groups(&waiting, &shunned).iter().map(|group| group.people.len()).sum();
        assert!(people > 900, "{people}");
    }
}
