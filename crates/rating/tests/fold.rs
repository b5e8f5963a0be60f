//! What ratings do, and what keeps them honest.

use rating::{Entrant, FlagKind, Ladder, Match, Past, Standing, shown};

const DAY: i64 = 24 * 60 * 60 * 1000;

fn person(player: &str, place: usize) -> Entrant {
    Entrant { player: player.to_owned(), place, bot: None, guest: false, gave_up: false }
}

fn bot(level: &str, strength: i32, place: usize) -> Entrant {
    Entrant { bot: Some(strength), ..person(&format!("bot/{level}"), place) }
}

fn played(at: i64, entrants: Vec<Entrant>) -> Match {
    Match { at, entrants, together: Vec::new() }
}

/// How much the first of two rises.
fn rise(ladder: &mut Ladder, played: &Match) -> i64 {
    let (rated, _) = ladder.rate(played);
    rated[0].after.rating - rated[0].before.rating
}

#[test]
fn who_wins_rises_and_who_loses_falls_and_ties_bring_equals_nothing() {
    let mut ladder = Ladder::default();
    let (rated, flags) = ladder.rate(&played(0, vec![person("ana", 1), person("ben", 2)]));
    assert!(rated[0].after.rating > rated[0].before.rating && rated[1].after.rating < rated[1].before.rating);
    assert!(rated[0].after.deviation < rated[0].before.deviation, "a match makes it surer");
    assert_eq!((rated[0].after.games, rated[0].after.wins, rated[1].after.wins), (1, 1, 0));
    assert!(flags.is_empty());
    let (rated, _) = Ladder::default().rate(&played(0, vec![person("ana", 1), person("ben", 1)]));
    assert_eq!(rated[0].after.rating, rated[0].before.rating);
    let four = vec![person("a", 1), person("b", 2), person("c", 3), person("d", 4)];
    let (rated, _) = Ladder::default().rate(&played(0, four));
    assert!(rated.windows(2).all(|two| two[0].after.rating > two[1].after.rating), "places order ratings");
}

#[test]
fn bots_stand_still_and_people_are_measured_by_them() {
    let mut ladder = Ladder::default();
    for game in 0..60 {
        // Ana wins every second match against a bot, and so comes to be as strong as it.
        let (first, second) = if game % 2 == 0 { (1, 2) } else { (2, 1) };
        let (rated, _) = ladder.rate(&played(game, vec![person("ana", first), bot("master", 1800, second)]));
        assert_eq!(shown(rated[1].after.rating), 1800);
        assert_eq!(rated[1].after.games, game as u32 + 1, "but its matches are counted");
    }
    let ana = ladder.standing("ana").copied().unwrap_or_default();
    assert!((shown(ana.rating) - 1800).abs() < 60, "{}", shown(ana.rating));
    assert!(!ana.is_provisional() && Standing::new().is_provisional());
    assert!((ana.chance_against(&Standing::bot(1800)) - 0.5).abs() < 0.1);
    assert!(Standing::bot(1900).chance_against(&Standing::bot(1500)) > 0.88, "400 points are about ten to one");
}

#[test]
fn a_bot_on_several_seats_counts_for_each() {
    let mut ladder = Ladder::default();
    ladder.rate(&played(0, vec![person("ana", 3), bot("adept", 1400, 1), bot("adept", 1400, 2)]));
    let adept = ladder.standing("bot/adept").copied().unwrap_or_default();
    assert_eq!((adept.games, adept.wins), (2, 1));
}

#[test]
fn one_place_guests_and_the_same_two_again_and_again_are_damped_and_flagged() {
    let two = || vec![person("ana", 1), person("ben", 2)];
    let full = rise(&mut Ladder::default(), &played(0, two()));
    let (rated, flags) = Ladder::default().rate(&Match { together: vec![(0, 1)], ..played(0, two()) });
    assert!(rated[0].after.rating - rated[0].before.rating < full / 3);
    assert!(flags.iter().any(|flag| flag.kind == FlagKind::SamePlace));
    let guest = vec![person("ana", 1), Entrant { guest: true, ..person("guest", 2) }];
    let (rated, _) = Ladder::default().rate(&played(0, guest));
    assert!(rated[0].after.rating - rated[0].before.rating < full / 3);
    assert!((rated[1].weight - 1.0).abs() < 1e-12, "the guest's own rating is for the guest");

    let mut ladder = Ladder::default();
    let mut weights = Vec::new();
    for game in 0..10 {
        let (rated, flags) = ladder.rate(&played(game, two()));
        assert_eq!(flags.iter().any(|flag| flag.kind == FlagKind::Often), game >= 6);
        weights.push(rated[0].weight);
    }
    assert_eq!((weights[5], weights[9]), (1.0, 0.6));
    let (rated, _) = ladder.rate(&played(9 * DAY, two()));
    assert!((rated[0].weight - 1.0).abs() < 1e-12, "a week later it is forgotten");
}

#[test]
fn who_mostly_gives_up_against_the_same_player_gives_them_nothing() {
    let mut ladder = Ladder::default();
    for game in 0..6 {
        let thrown = vec![person("ana", 1), Entrant { gave_up: true, ..person("ben", 2) }];
        let (rated, flags) = ladder.rate(&played(game * DAY / 2, thrown));
        assert_eq!(rated[0].weight == 0.0, game >= 4, "match {game}");
        assert_eq!(flags.iter().any(|flag| flag.kind == FlagKind::Thrown), game >= 4);
    }
}

/// Ben is rated higher and comes behind Ana in all meetings but some.
#[test]
fn who_is_much_stronger_and_mostly_comes_behind_the_same_player_gives_them_little() {
    let weights = |apart: i64, won: &[i64], games: i64, between: i64| {
        let mut ladder = Ladder::default();
        let standing =
            |points: i64| Standing { rating: points * 1000, deviation: 60_000, games: 50, ..Standing::new() };
        for (player, points) in [("ana", 1400), ("ben", 1400 + apart)] {
            ladder.tell(player, &Past { standing: Some(standing(points)), recent: Vec::new() });
        }
        let one = |game: i64| {
            let (ana, ben) = if won.contains(&game) { (2, 1) } else { (1, 2) };
            let (rated, flags) = ladder.rate(&played(game * between, vec![person("ana", ana), person("ben", ben)]));
            let flagged = flags.iter().any(|flag| flag.kind == FlagKind::Thrown);
            assert_eq!(flagged, (rated[0].weight - 0.25).abs() < 1e-12, "what is damped is said");
            assert!(flags.iter().all(|flag| flag.kind != FlagKind::Thrown || (flag.seat, flag.other) == (0, 1)));
            // In quarters.
            (4.0 * rated[0].weight) as u32
        };
        (0..games).map(one).collect::<Vec<_>>()
    };
    assert_eq!(weights(400, &[], 6, DAY), [4, 4, 4, 4, 1, 1]);
    assert_eq!(weights(400, &[2], 6, DAY), [4, 4, 4, 4, 1, 1], "four of five are enough");
    assert_eq!(weights(400, &[0, 2], 6, DAY), [4; 6], "three of five are not");
    assert_eq!(weights(400, &[4], 5, DAY), [4; 5], "and not a match that the stronger one wins");
    assert_eq!(weights(100, &[], 6, DAY), [4; 6], "a little stronger is nothing");
    assert_eq!(weights(400, &[], 6, 2 * DAY), [4; 6], "of one week");
}

/// Whoever begins to fold in the middle and is told the past gets the same as whoever folded all.
#[test]
fn a_fold_may_begin_anywhere() {
    let names = ["ana", "ben", "eva", "bot/adept"];
    let entrant = |name: &str, place: usize| {
        if name.starts_with("bot/") { bot("adept", 1400, place) } else { person(name, place) }
    };
    let game = |number: usize| {
        let (one, other) = (names[number % 4], names[(number * 7 / 3 + 1 + number % 3) % 4]);
        let other = if one == other { names[(number + 1) % 4] } else { other };
        played(number as i64 * DAY / 3, vec![entrant(one, 1 + number % 2), entrant(other, 2 - number % 2)])
    };
    let games: Vec<Match> = (0..60).map(game).collect();
    let mut whole = Ladder::default();
    let all: Vec<_> = games.iter().map(|one| whole.rate(one)).collect();
    for begin in [1, 17, 40] {
        let mut part = Ladder::default();
        for (index, one) in games.iter().enumerate().skip(begin) {
            for player in part.strangers(one) {
                let with = |entrant: &Entrant| entrant.player == player;
                let last = (0..begin).rev().find_map(|before| {
                    let seat = games[before].entrants.iter().position(with)?;
                    Some(all[before].0[seat].after)
                });
                let since = games[begin - 1].at - Ladder::MEMORY;
                let recent = games[..begin].iter().filter(|one| one.at >= since && one.entrants.iter().any(with));
                part.tell(&player, &Past { standing: last, recent: recent.cloned().collect() });
            }
            assert_eq!(part.rate(one), all[index], "match {index} from {begin} on");
        }
    }
}
