//! Bids in Tikal's auction: by what the turn is worth, never above it.

use engine::{Budget, Fast, Opening, ToAct};

/// A match of the auction version in which bots have played this number of decisions, up to a bid.
fn before_a_bid(decisions: u32, seed: u64) -> Option<Box<dyn engine::AnyMatch>> {
    let entry = catalog::find("tikal")?;
    let opening = Opening { options: vec![("version".into(), "auction".into())], ..Opening::seats(2) };
    let mut game = entry.kind().open(&opening).ok()?;
    let (mut rng, mut player, mut played) = (Fast::new(seed), entry.player("greedy")?, 0);
    loop {
        match game.to_act() {
            ToAct::Over(_) => return None,
            ToAct::Chance => game.sample(&mut rng),
            ToAct::Seat(_) if played >= decisions && game.legal().iter().any(|word| word.starts_with("bid ")) => {
                return Some(game);
            }
            ToAct::Seat(seat) => {
                played += 1;
                let words = player.choose(&*game, &Budget::iterations(1), &mut rng);
                game.play(Some(seat), &words).ok()?;
            }
        }
    }
}

#[test]
fn nobody_bids_more_than_a_turn_can_be_worth() {
    let mut bids = 0;
    for number in 0..12 {
        let Some(mut game) = before_a_bid(5 + 9 * number, u64::from(number)) else { continue };
        let Some(entry) = catalog::find("tikal") else { panic!("tikal is in the catalog") };
        // The rival has bid nearly all their points: no tile is worth that much.
        let Some(seat) = game.to_act().seat() else { panic!("somebody bids") };
        let legal = game.legal();
        let highest = legal.iter().filter_map(|word| word.strip_prefix("bid ")?.parse::<u32>().ok()).max();
        let Some(highest) = highest.filter(|highest| *highest > 14) else { continue };
        if game.play(Some(seat), &format!("bid {}", highest - 1)).is_err() {
            continue;
        }
        if !game.legal().iter().any(|word| word.starts_with("bid ")) {
            continue;
        }
        for bot in ["greedy", "master", "novice"] {
            let Some(mut player) = entry.player(bot) else { panic!("{bot}") };
            let words = player.choose(&*game, &Budget::iterations(3000), &mut Fast::new(u64::from(number)));
            assert!(words.starts_with("pass"), "{bot} answers a bid of {} with {words}", highest - 1);
        }
        bids += 1;
    }
    assert!(bids >= 4, "only {bids} bids were tried");
}
