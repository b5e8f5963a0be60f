//! What one sees of the toy, and its positions as data.

use engine::{BySeat, Dice, Rng, Seat, Setup, Viewer};
use serde::{Deserialize, Serialize};

use super::game::{Pebbles, Phase, Toy, total};

/// All that one viewer may know of the toy.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct View {
    /// The toy with every hidden pebble taken out: the bag empty, hands but the viewer's own empty.
    pub(super) open: Toy,
    /// How many pebbles the bag holds.
    pub bag: u8,
    /// How many pebbles each hand holds.
    pub hands: BySeat<u8, 4>,
    /// The viewer's own hand by worth (all hands for whoever may see all).
    pub own: BySeat<Option<Pebbles>, 4>,
}

impl View {
    pub(super) fn of(toy: &Toy, viewer: Viewer) -> View {
        let mut open = toy.clone();
        open.bag = Pebbles::default();
        open.hands = BySeat::all(toy.hands.len(), Pebbles::default());
        View {
            open,
            bag: total(toy.bag),
            hands: BySeat::from_fn(toy.hands.len(), |seat| total(toy.hands[seat])),
            own: BySeat::from_fn(toy.hands.len(), |seat| viewer.is(seat).then(|| toy.hands[seat])),
        }
    }

    /// The position without what is hidden.
    pub fn position(&self) -> &Toy {
        &self.open
    }

    /// Fills the bag and the other hands from the pebbles not seen, all ways equally likely.
    pub(super) fn imagine(&self, rng: &mut impl Rng) -> Toy {
        let mut toy = self.open.clone();
        let mut unseen = toy.all_pebbles();
        let seen = toy.laid.values().chain(self.own.values().flatten());
        seen.for_each(|pebbles| (0..4).for_each(|kind| unseen[kind] -= pebbles[kind]));
        for (seat, own) in self.own.iter() {
            toy.hands[seat] = own.unwrap_or_else(|| draw_some(&mut unseen, self.hands[seat], rng));
        }
        toy.bag = unseen;
        toy
    }
}

fn draw_some(from: &mut Pebbles, count: u8, rng: &mut impl Rng) -> Pebbles {
    let mut drawn = Pebbles::default();
    for _ in 0..count {
        let weights = [0, 1, 2, 3].map(|kind| (kind, u32::from(from[kind])));
        let kind = *rng.weighted(&weights);
        from[kind] -= 1;
        drawn[kind] += 1;
    }
    drawn
}

/// A position of the toy as plain data; what is left out is the start of a turn of A with everything in the bag.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Diagram {
    /// `first`, `act`, `draw`, `over`; `act` if left out.
    pub phase: Option<Phase>,
    /// Whose turn it is.
    pub turn: Option<Seat>,
    /// Action points left.
    pub ap: Option<u8>,
    /// Turns ended so far.
    pub turns: u8,
    /// Pebbles in the hands, by worth.
    pub hands: Vec<Pebbles>,
    /// Pebbles on the table, by worth.
    pub laid: Vec<Pebbles>,
}

impl Diagram {
    pub(super) fn of(toy: &Toy) -> Diagram {
        Diagram {
            phase: Some(toy.phase),
            turn: Some(toy.turn),
            ap: Some(toy.ap),
            turns: toy.turns,
            hands: toy.hands.values().copied().collect(),
            laid: toy.laid.values().copied().collect(),
        }
    }

    pub(super) fn position(self, setup: &Setup<Toy>) -> Result<Toy, Vec<String>> {
        let seats = setup.seats();
        let mut faults = Vec::new();
        let mut toy = <Toy as engine::Game>::new(setup);
        toy.phase = self.phase.unwrap_or(Phase::Act);
        toy.turn = self.turn.unwrap_or(Seat::A);
        toy.ap = self.ap.unwrap_or(Toy::AP);
        toy.turns = self.turns;
        if toy.turn.index() >= seats {
            faults.push(format!("turn: there is no seat {}", toy.turn));
        }
        if toy.ap > Toy::AP {
            faults.push(format!("ap: a turn has {} action points, not {}", Toy::AP, toy.ap));
        }
        for (name, list) in [("hands", &self.hands), ("laid", &self.laid)] {
            if list.len() > seats {
                faults.push(format!("{name}: there are {} lists for {seats} seats", list.len()));
            }
        }
        let mut left = toy.all_pebbles().map(i32::from);
        for pebbles in self.hands.iter().chain(&self.laid) {
            (0..4).for_each(|kind| left[kind] -= i32::from(pebbles[kind]));
        }
        if left.iter().any(|count| *count < 0) {
            faults.push("hands, laid: there are not that many pebbles".to_owned());
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        toy.hands = BySeat::from_fn(seats, |seat| self.hands.get(seat.index()).copied().unwrap_or_default());
        toy.laid = BySeat::from_fn(seats, |seat| self.laid.get(seat.index()).copied().unwrap_or_default());
        toy.bag = left.map(|count| count as u8);
        Ok(toy)
    }
}
