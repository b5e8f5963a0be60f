//! How much a match counts for somebody, by whom they met: what invites abuse is damped, and said to the host.

use std::collections::{HashMap, VecDeque};

use crate::Standing;
use crate::ladder::{Entrant, FlagKind, Match};

/// For how long meetings are remembered, in milliseconds: a week.
pub(crate) const MEMORY: i64 = 7 * 24 * 60 * 60 * 1000;

/// What an opponent counts who came from the same place: a household may play, but not lift each other.
const SAME_PLACE: f64 = 0.25;

/// What a guest counts, who costs nothing to make.
const GUEST: f64 = 0.25;

/// How many matches of two players within a week count in full.
const OFTEN: usize = 6;

/// From how many meetings on somebody who mostly gave up is taken to have lost on purpose.
const THROWN: usize = 4;

/// How much higher somebody is rated who rarely comes behind, in thousandths of a point: they win seven of ten.
const MUCH_HIGHER: i64 = 150_000;

/// From how many meetings on, and in which share of them, somebody rated much higher must have come behind to be taken
/// to have lost on purpose.
const LOST: (usize, [usize; 2]) = (5, [4, 5]);

/// What a match counts then: it may still have been played in earnest.
const LOST_COUNTS: f64 = 0.25;

/// A meeting of two players: when, whether the other gave up, and whether the other came behind.
#[derive(Clone, Copy, Debug)]
struct Meeting {
    at: i64,
    gave_up: bool,
    behind: bool,
}

/// Who met whom in the last week.
#[derive(Clone, Debug, Default)]
pub(crate) struct Meetings(HashMap<(String, String), VecDeque<Meeting>>);

impl Meetings {
    /// Remembers a match.
    pub(crate) fn remember(&mut self, played: &Match) {
        for own in &played.entrants {
            for other in played.entrants.iter().filter(|other| other.player != own.player) {
                self.meet(own, other, played.at);
            }
        }
    }

    /// Remembers that somebody met another.
    pub(crate) fn meet(&mut self, own: &Entrant, other: &Entrant, at: i64) {
        if own.bot.is_some() || other.bot.is_some() {
            return;
        }
        let met = self.0.entry((own.player.clone(), other.player.clone())).or_default();
        met.push_back(Meeting { at, gave_up: other.gave_up, behind: other.place > own.place });
    }

    /// The last week's meetings before a moment.
    fn of(&mut self, own: &str, other: &str, at: i64) -> &[Meeting] {
        let Some(met) = self.0.get_mut(&(own.to_owned(), other.to_owned())) else { return &[] };
        while met.front().is_some_and(|meeting| meeting.at < at - MEMORY) {
            met.pop_front();
        }
        met.make_contiguous()
    }

    /// Forgets those whose week is over, so that a long history needs no more memory than a short one.
    pub(crate) fn forget(&mut self, at: i64) {
        self.0.retain(|_, met| met.back().is_some_and(|meeting| meeting.at >= at - MEMORY));
    }

    /// How much a match counts for a seat, from 0 to 1: the mean over the others. `before` are the ratings before it.
    pub(crate) fn weight(
        &mut self,
        (played, before): (&Match, &[Standing]),
        own: usize,
        flags: &mut Vec<(FlagKind, usize)>,
    ) -> f64 {
        let others: Vec<usize> = (0..played.entrants.len()).filter(|other| *other != own).collect();
        let mut sum = 0.0;
        for other in &others {
            let higher = before[*other].rating - before[own].rating >= MUCH_HIGHER;
            sum += self.of_pair((played, higher), own, *other, flags);
        }
        sum / others.len().max(1) as f64
    }

    /// The same against one of them, who may be rated much higher.
    fn of_pair(
        &mut self,
        (played, higher): (&Match, bool),
        own: usize,
        other: usize,
        flags: &mut Vec<(FlagKind, usize)>,
    ) -> f64 {
        let (me, them) = (&played.entrants[own], &played.entrants[other]);
        if me.bot.is_some() || them.bot.is_some() {
            return 1.0;
        }
        let mut weight: f64 = 1.0;
        if played.together.iter().any(|pair| *pair == (own, other) || *pair == (other, own)) {
            flags.push((FlagKind::SamePlace, other));
            weight = weight.min(SAME_PLACE);
        }
        let met = self.of(&me.player, &them.player, played.at);
        let (often, given_up) = (met.len() + 1, met.iter().filter(|meeting| meeting.gave_up).count());
        if often > OFTEN {
            flags.push((FlagKind::Often, other));
            weight = weight.min(OFTEN as f64 / often as f64);
        }
        if them.gave_up && given_up + 1 > THROWN && 5 * (given_up + 1) > 3 * often {
            flags.push((FlagKind::Thrown, other));
            weight = 0.0;
        } else if higher && them.place > me.place {
            let behind = met.iter().filter(|meeting| meeting.behind).count() + 1;
            let (least, [part, whole]) = LOST;
            if often >= least && whole * behind >= part * often {
                flags.push((FlagKind::Thrown, other));
                weight = weight.min(LOST_COUNTS);
            }
        }
        if them.guest && !me.guest {
            if often > 2 {
                flags.push((FlagKind::Guests, other));
            }
            weight = weight.min(GUEST);
        }
        weight
    }
}
