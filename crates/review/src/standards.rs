//! How a game's estimates become chances and margins, and what is called a mistake: fitted by `quipu calibrate`.

use std::collections::BTreeMap;

use engine::{Evaluate, MOST_SEATS, Seat, ToAct, exact};
use serde::{Deserialize, Serialize};

use crate::class::Classes;
use crate::prospect::{Prospect, Prospects, result};

/// A game's standards, kept as `games/*/review.json`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Standards {
    /// The losses from which a turn is inaccurate, a mistake or a blunder.
    pub classes: Classes,
    /// What a player does between two draws is a turn of its own, even if the same player goes on: where players act as
    /// often as their time allows.
    pub single: bool,
    /// How estimates become chances and margins, by the number of seats.
    pub fits: BTreeMap<usize, Fit>,
}

/// How the estimates at a table of some seats become chances to win and margins. The inputs are
/// `Signs::of_win` and `Signs::of_margin`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fit {
    /// For chances to win: how strongly each sign counts in the comparison of the seats.
    pub win: [f64; Signs::WIN],
    /// For margins: points for each sign.
    pub margin: [f64; Signs::MARGIN],
    /// How far the end of a look ahead can be trusted, since real players do not play by best next steps.
    #[serde(default)]
    pub ends: Ends,
}

/// How far the ends of looks ahead can be trusted, from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ends {
    /// As to who wins.
    pub win: f64,
    /// As to the margin.
    pub margin: f64,
}

impl Default for Ends {
    fn default() -> Self {
        Ends { win: 1.0, margin: 1.0 }
    }
}

impl Ends {
    /// What may be expected where a look ahead came to this end.
    pub(crate) fn of(&self, seats: usize, result: &Prospects) -> Prospects {
        let even = 1.0 / seats as f64;
        let mut all = [Prospect::default(); MOST_SEATS];
        for (all, end) in all.iter_mut().zip(result).take(seats) {
            *all = Prospect { margin: self.margin * end.margin, win: even + self.win * (end.win - even) };
        }
        all
    }
}

impl Fit {
    /// What suits a game that was not measured: a lead counts as it stands.
    pub const USUAL: Fit = Fit {
        win: [0.5, 1.0, 0.0, 0.0, 0.0],
        margin: [0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
        ends: Ends { win: 1.0, margin: 1.0 },
    };
}

impl Standards {
    /// The standards of a game.
    ///
    /// # Panics
    /// If the game's `STANDARDS` cannot be read. A test of the catalog reads those of every game.
    pub fn of<G: Evaluate>() -> Standards {
        let standards = serde_json::from_str(G::STANDARDS);
        standards.unwrap_or_else(|error| panic!("the standards of {}: {error}", G::INFO.name))
    }

    /// The fit for a table of that many seats: its own, or that of the next smaller or larger table.
    pub fn fit(&self, seats: usize) -> Fit {
        let smaller = self.fits.range(..=seats).next_back();
        smaller.or_else(|| self.fits.range(seats..).next()).map_or(Fit::USUAL, |(_, fit)| *fit)
    }
}

impl Fit {
    /// What the seats may expect by what is seen at the end of a look ahead.
    pub(crate) fn of_glimpse(&self, glimpse: &Glimpse) -> Prospects {
        match glimpse {
            Glimpse::Over(seats, result) => self.ends.of(*seats, result),
            Glimpse::Signs(signs) => self.of_signs(signs),
        }
    }

    /// The same by the signs of the position.
    pub(crate) fn of_signs(&self, signs: &Signs) -> Prospects {
        let mut all = [Prospect::default(); MOST_SEATS];
        let mut sum = 0.0;
        for seat in Seat::all(signs.seats) {
            let [lead, ..] = signs.of_win(seat);
            let short = (LEAST_WEIGHT - self.weight_of_lead(signs.progress)).max(0.0) * lead;
            let strength = (dot(&self.win, &signs.of_win(seat)) + short).clamp(-MOST_STRENGTH, MOST_STRENGTH);
            let strength = exact::exp(strength);
            sum += strength;
            all[seat.index()] = Prospect { win: strength, margin: dot(&self.margin, &signs.of_margin(seat)) };
        }
        all.iter_mut().for_each(|prospect| prospect.win /= sum.max(f64::MIN_POSITIVE));
        all
    }
}

impl Fit {
    /// How much ten points of lead count when so much of the match is played.
    fn weight_of_lead(&self, progress: f64) -> f64 {
        self.win[0] + progress * (self.win[1] + progress * self.win[2])
    }
}

/// The least weight of a lead: with few matches a fit could otherwise make a lead count against its seat.
const LEAST_WEIGHT: f64 = 0.1;

/// The largest strength: beyond it a chance is practically certain, and the exponential could overflow.
const MOST_STRENGTH: f64 = 30.0;

fn dot<const N: usize>(one: &[f64; N], other: &[f64; N]) -> f64 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}

/// What is seen of a position: how the match came out, or what tells how it may.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Glimpse {
    Over(usize, Prospects),
    Signs(Signs),
}

impl Glimpse {
    pub(crate) fn of<G: Evaluate>(state: &G) -> Glimpse {
        match state.to_act() {
            ToAct::Over(_) => Glimpse::Over(state.seats(), result(state)),
            to_act => Glimpse::Signs(Signs::of(state, to_act.seat())),
        }
    }
}

/// What a position tells: estimates, how far the match has come, who is to act.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Signs {
    pub(crate) seats: usize,
    pub(crate) progress: f64,
    pub(crate) estimates: [f64; MOST_SEATS],
    pub(crate) to_act: Option<Seat>,
}

/// Estimates are counted in tens, so that all signs are of about one size.
const TEN: f64 = 10.0;

impl Signs {
    /// How many signs tell the chances to win.
    pub(crate) const WIN: usize = 5;
    /// How many signs tell the margins.
    pub(crate) const MARGIN: usize = 9;

    pub(crate) fn of<G: Evaluate>(state: &G, to_act: Option<Seat>) -> Signs {
        let estimates = state.estimates(None).map(f64::from);
        Signs { seats: state.seats(), progress: f64::from(state.progress()), estimates, to_act }
    }

    fn acts(&self, seat: Seat) -> f64 {
        f64::from(u8::from(self.to_act == Some(seat)))
    }

    /// The signs of a seat's chance to win: its lead over the mean, the more the later, and whether it is to act.
    pub(crate) fn of_win(&self, seat: Seat) -> [f64; Signs::WIN] {
        let mean = self.estimates[..self.seats].iter().sum::<f64>() / self.seats as f64;
        let (lead, late, acts) = ((self.estimates[seat.index()] - mean) / TEN, self.progress, self.acts(seat));
        [lead, lead * late, lead * late * late, acts, acts * late]
    }

    /// The signs of a seat's margin: its lead over the strongest rival and over the mean of the rivals, the more the
    /// later, and whether it is to act.
    pub(crate) fn of_margin(&self, seat: Seat) -> [f64; Signs::MARGIN] {
        let own = self.estimates[seat.index()];
        let rivals = || Seat::all(self.seats).filter(|rival| *rival != seat).map(|rival| self.estimates[rival.index()]);
        let (late, acts) = (self.progress, self.acts(seat));
        if self.seats < 2 {
            return [1.0, late, own, own * late, own * late * late, 0.0, 0.0, acts, acts * late];
        }
        let lead = own - rivals().fold(f64::NEG_INFINITY, f64::max);
        // With one rival this says the same as the lead, and is left out.
        let others = if self.seats == 2 { 0.0 } else { own - rivals().sum::<f64>() / (self.seats - 1) as f64 };
        [1.0, late, lead, lead * late, lead * late * late, others, others * late, acts, acts * late]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signs(estimates: &[f64], progress: f64, to_act: usize) -> Signs {
        let mut all = [0.0; MOST_SEATS];
        all[..estimates.len()].copy_from_slice(estimates);
        Signs { seats: estimates.len(), progress, estimates: all, to_act: Some(Seat::new(to_act)) }
    }

    #[test]
    fn chances_add_up_and_a_late_lead_counts_more() {
        let early = Fit::USUAL.of_signs(&signs(&[30.0, 20.0, 20.0], 0.1, 0));
        let late = Fit::USUAL.of_signs(&signs(&[30.0, 20.0, 20.0], 0.9, 0));
        assert!((early.iter().map(|prospect| prospect.win).sum::<f64>() - 1.0).abs() < 1e-12);
        assert!(late[0].win > early[0].win && early[0].win > early[1].win, "{early:?} {late:?}");
        assert!((early[0].margin - 10.0).abs() < 1e-9 && (early[1].margin + 10.0).abs() < 1e-9);
    }

    #[test]
    fn it_is_never_bad_to_be_ahead() {
        let odd = Fit { win: [-0.8, 3.4, -0.4, 0.0, 0.0], ..Fit::USUAL };
        for progress in [0.0, 0.2, 0.5, 1.0] {
            let all = odd.of_signs(&signs(&[30.0, 10.0], progress, 1));
            assert!(all[0].win > 0.5, "{progress}: {all:?}");
        }
    }

    #[test]
    fn a_table_without_a_fit_takes_the_nearest() {
        let other = Fit { win: [1.0; 5], ..Fit::USUAL };
        let standards = Standards { fits: [(2, Fit::USUAL), (4, other)].into(), ..Standards::default() };
        assert_eq!((standards.fit(3), standards.fit(6), standards.fit(1)), (Fit::USUAL, other, Fit::USUAL));
        assert_eq!(Standards::default().fit(2), Fit::USUAL);
    }
}
