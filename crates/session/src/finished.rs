//! A finished match: its line in histories, and what ratings need to know of it.

use engine::{AnyMatch, Seat};
use protocol::{MatchLine, MatchPlayer, Player, Sitter, Stage, Unrated};

use crate::command::Carried;
use crate::entry::{LogEntry, NOBODY};
use crate::table::{SeatState, Table};

/// How many turns each seat must have had for a match to be rated although somebody gave up.
const LEAST_TURNS: usize = 3;

/// An option that says who begins; it changes nothing about the game.
const WHO_BEGINS: &str = "first";

/// A finished match.
#[derive(Clone, Debug, PartialEq)]
pub struct Finished {
    /// The line in histories.
    pub line: MatchLine,
    /// The ladder: the game's key, and the options that change the game.
    pub ladder: String,
    /// Who played, by seat: as ratings know them.
    pub entrants: Vec<Entrant>,
    /// The pairs of seats whose players came from the same place.
    pub together: Vec<(Seat, Seat)>,
    /// Whether the server has said what it knew about the players.
    pub judged: bool,
}

/// A player of a finished match, as ratings know them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entrant {
    /// The person's id, or `bot/` and the level.
    pub player: String,
    /// Whether it was a guest.
    pub guest: bool,
}

impl Table {
    /// The finished match; `None` before it is over.
    pub fn finished(&self) -> Option<Finished> {
        let result = self.result()?;
        let of = |wanted: fn(&LogEntry) -> bool| self.log.iter().find(|(_, entry)| wanted(entry)).map(|(at, _)| *at);
        let ended = of(|entry| matches!(entry, LogEntry::Over { .. }))?;
        let began = of(|entry| matches!(entry, LogEntry::Started { .. })).unwrap_or(ended);
        let player = |(index, state): (usize, &SeatState)| MatchPlayer {
            seat: Seat::new(index),
            player: named(&state.sitter),
            place: result.places[index],
            points: result.points[index],
            given_up: state.given_up,
            rating: None,
            accuracy: None,
            luck: None,
        };
        let (guests, together) = self.judged.clone().unwrap_or_default();
        let entrant = |(index, state): (usize, &SeatState)| Entrant {
            player: key(&state.sitter),
            guest: guests.contains(&Seat::new(index)),
        };
        let line = MatchLine {
            table: self.id.clone(),
            game: self.made.game.clone(),
            options: self.made.options.clone(),
            players: self.seats.iter().enumerate().map(player).collect(),
            ended,
            seconds: (ended - began).max(0) / 1000,
            turns: self.game().map_or(0, |game| turns(game).iter().sum()),
            takebacks: !self.takebacks().is_empty(),
            unrated: self.unrated(),
        };
        Some(Finished {
            ladder: ladder(&self.made.game, &self.made.options),
            line,
            entrants: self.seats.iter().enumerate().map(entrant).collect(),
            together,
            judged: self.judged.is_some(),
        })
    }

    /// Why the match does not count for ratings; `None` if it does.
    fn unrated(&self) -> Option<Unrated> {
        let sits = |wanted: fn(&Sitter) -> bool| self.seats.iter().any(|state| wanted(&state.sitter));
        let gave_up = self.seats.iter().any(|state| state.given_up);
        // A match that ends because somebody gave up is called off in the next entry.
        let called_off = self
            .log
            .windows(2)
            .any(|two| two[1].1 == LogEntry::CalledOff && !matches!(two[0].1, LogEntry::GaveUp { .. }));
        let least = self.game().and_then(|game| turns(game).into_iter().min()).unwrap_or_default();
        let mut players: Vec<String> = self.seats.iter().map(|state| key(&state.sitter)).collect();
        players.sort_unstable();
        players.dedup();
        let reasons = [
            (self.handed, Unrated::Handed),
            (!self.made.rated, Unrated::Casual),
            (self.made.hints, Unrated::Hints),
            (sits(|sitter| matches!(sitter, Sitter::Device { .. })), Unrated::Device),
            (sits(|sitter| matches!(sitter, Sitter::Program { .. })), Unrated::Program),
            (players.len() < 2 || self.people().is_empty(), Unrated::Alone),
            (!self.takebacks().is_empty(), Unrated::Takeback),
            (called_off, Unrated::CalledOff),
            (gave_up && least < LEAST_TURNS, Unrated::Abandoned),
        ];
        reasons.into_iter().find(|(holds, _)| *holds).map(|(_, why)| why)
    }

    /// Keeps what the server knows about the players of a match that is over, once.
    pub fn judge(&mut self, guests: &[String], together: &[(String, String)], at: i64) -> Carried {
        let after = self.version();
        if self.stage == Stage::Over && self.judged.is_none() {
            let seats = |person: &str| {
                Seat::all(self.seats.len())
                    .filter(|seat| self.seats[seat.index()].person() == Some(person))
                    .collect::<Vec<_>>()
            };
            let guests = guests.iter().flat_map(|person| seats(person)).collect();
            let pairs = together.iter().flat_map(|(one, other)| {
                let others = seats(other);
                seats(one).into_iter().flat_map(move |seat| others.clone().into_iter().map(move |other| (seat, other)))
            });
            let together = pairs.collect();
            self.apply(at, LogEntry::Judged { guests, together });
        }
        self.carried(after)
    }
}

/// How many turns each seat has played. A turn is a run of decisions of one seat.
fn turns(game: &dyn AnyMatch) -> Vec<usize> {
    let mut last = None;
    let mut turns = vec![0; game.seats()];
    for step in 0..game.steps() {
        if let Some(seat) = game.actor(step)
            && last.replace(seat) != Some(seat)
        {
            turns[seat.index()] += 1;
        }
    }
    turns
}

/// The ladder of a game with options: who begins changes nothing.
pub fn ladder(game: &str, options: &[(String, String)]) -> String {
    let mut words: Vec<String> =
        options.iter().filter(|(key, _)| key != WHO_BEGINS).map(|(key, value)| format!("{key}={value}")).collect();
    words.sort_unstable();
    words.insert(0, game.to_owned());
    words.join(" ")
}

fn key(sitter: &Sitter) -> String {
    match sitter {
        Sitter::Person { id, .. } | Sitter::Device { host: id, .. } => id.clone(),
        Sitter::Bot { level } => format!("bot/{}", level.as_str()),
        Sitter::Program { .. } => "program".to_owned(),
        Sitter::Open | Sitter::Invited | Sitter::Reserved { .. } => String::new(),
    }
}

fn named(sitter: &Sitter) -> Player {
    let person = |id: &String, name: &String| Player::Person {
        id: Some(id.clone()),
        name: Some(name.clone()).filter(|name| name != NOBODY),
        page: false,
    };
    match sitter {
        Sitter::Person { id, name } => person(id, name),
        Sitter::Device { name, .. } => Player::Device { name: name.clone() },
        Sitter::Bot { level } => Player::Bot { level: *level },
        Sitter::Program { name, .. } => Player::Program { name: name.clone() },
        Sitter::Open | Sitter::Invited | Sitter::Reserved { .. } => {
            Player::Person { id: None, name: None, page: false }
        }
    }
}
