//! What a reader gets: the table, the match and the view, without what they may not see.

use engine::{AnyMatch, Seat, Viewer};
use protocol::{
    BranchOf, Looked, MatchNews, MatchState, News, Offers, Result as MatchResult, SheetLine, Stage, State,
    Table as TableState, ToAct, UndoAsked,
};

use crate::command::Requester;
use crate::frame::{offers, points, to_act};
use crate::table::{Mover, Table};

/// How many lines a whole state includes.
const LAST_LINES: usize = 100;

/// Somebody who reads a table: what they may play, and as whom they see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reader {
    /// The seats that they may play.
    pub yours: Vec<Seat>,
    /// As whom they see the match.
    pub viewer: Viewer,
}

/// Who is connected.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Presence {
    /// The people with a connected client.
    pub people: Vec<String>,
    /// How many watch without a seat.
    pub spectators: usize,
}

impl Presence {
    /// Whether a person is connected.
    pub fn has(&self, person: &str) -> bool {
        self.people.iter().any(|there| there == person)
    }
}

impl Table {
    /// The reader that somebody is: they see the match as the seat they ask for, or as their only seat.
    pub fn reader(&self, who: &Requester, asked: Option<Seat>) -> Reader {
        let yours = match &who.program {
            // A token names a sitting, not a seat: the next sitter on the program's former seat has a new sitting.
            Some((table, sitting)) if *table == self.id => {
                self.program(*sitting).map(|(seat, _)| seat).into_iter().collect()
            }
            Some(_) => Vec::new(),
            None => self.seats_of(&who.id),
        };
        let viewer = match (asked, &yours[..]) {
            _ if self.stage == Stage::Over => Viewer::All,
            (Some(seat), yours) if yours.contains(&seat) => Viewer::Seat(seat),
            (_, [seat]) => Viewer::Seat(*seat),
            _ => Viewer::Spectator,
        };
        Reader { yours, viewer }
    }

    /// The whole state for a reader, with the last lines as far as they are at hand: all, if their viewer follows.
    pub fn state(&mut self, reader: &Reader, now: i64, presence: &Presence) -> State {
        let (lines, more_lines) = self.last_lines(reader.viewer, LAST_LINES);
        State {
            version: self.version(),
            now,
            table: self.facts(presence),
            game: self.match_state(reader, now),
            view: self.whole_view(reader.viewer),
            lines,
            more_lines,
            spectators: presence.spectators,
        }
    }

    /// What is new since a version, for a reader who has that version as the same viewer; `None` if too much is: then
    /// they need the whole state.
    pub fn news(&mut self, reader: &Reader, since: u64, now: i64, presence: &Presence) -> Option<News> {
        let mut lines = self.lines_since(since, reader.viewer)?;
        let view = if since < self.version() { self.tell_changes(reader.viewer, since, &mut lines) } else { None };
        Some(News {
            id: self.id.clone(),
            since,
            version: self.version(),
            now,
            lines,
            table: (self.facts_version > since).then(|| self.facts(presence)),
            game: self.match_state(reader, now).map(MatchNews::from),
            view,
            spectators: presence.spectators,
        })
    }

    /// What changes for a reader who switches from the viewer `before` at this version; `None` if that is not known any
    /// more, or there is no match.
    pub fn looked(&mut self, reader: &Reader, before: Viewer, now: i64) -> Option<Looked> {
        let changes = self.look_over(before, reader.viewer)?;
        let (from, lines) = self.line_cache.otherwise(LAST_LINES, before, reader.viewer)?;
        let (id, version, eyes) = (self.id.clone(), self.version(), viewer_name(reader.viewer));
        let offers = if self.decides(reader) { offers(self.game()?) } else { Offers::default() };
        Some(Looked { id, version, now, eyes, offers, changes, from, lines })
    }

    /// News of who is connected: nothing was logged.
    pub fn presence_news(&self, now: i64, presence: &Presence) -> News {
        News {
            id: self.id.clone(),
            since: self.version(),
            version: self.version(),
            now,
            lines: Vec::new(),
            table: Some(self.facts(presence)),
            game: None,
            view: None,
            spectators: presence.spectators,
        }
    }

    /// The table, apart from the match.
    pub fn facts(&self, presence: &Presence) -> TableState {
        let over = self.stage == Stage::Over;
        TableState {
            id: self.id.clone(),
            game: self.made.game.clone(),
            options: self.made.options.clone(),
            seats: self.seated(presence),
            owner: self.owner.clone(),
            clock: self.made.clock,
            out_of_time: self.made.out_of_time,
            stand_in: self.made.stand_in,
            public: self.made.public,
            hints: self.made.hints,
            keep_going: self.made.keep_going,
            shuffle_seats: self.made.shuffle_seats,
            rated: self.made.rated,
            stage: self.stage.clone(),
            commit: self.seed.commitment().to_string(),
            pledges: self.pledges().into_iter().map(|(seat, pledge)| (seat.to_string(), pledge)).collect(),
            sealed: self.sealed.is_some(),
            nonces: self.nonces().into_iter().map(|(seat, nonce)| (seat.to_string(), nonce)).collect(),
            seed: over.then(|| self.seed.to_string()),
            takebacks: self.takebacks(),
            created: self.log.first().map_or(0, |(at, _)| *at),
            rematch: self.rematch.clone(),
            branch_of: self.branch_of().map(|(table, step)| BranchOf { table: table.to_owned(), step }),
        }
    }

    /// The match as it stands, for a reader.
    pub fn match_state(&self, reader: &Reader, now: i64) -> Option<MatchState> {
        let game = self.game()?;
        let result = self.result();
        Some(MatchState {
            step: game.steps(),
            to_act: match &result {
                Some(result) => ToAct::Over { rule: result.rule.clone() },
                None => to_act(game),
            },
            points: points(game),
            eyes: viewer_name(reader.viewer),
            yours: reader.yours.iter().map(Seat::to_string).collect(),
            hides: game.hides(),
            offers: if self.decides(reader) { offers(game) } else { Offers::default() },
            undo: self.undo_of(reader),
            votes: self.votes(),
            clocks: self.clocks.show(now),
            result,
        })
    }

    /// Whether a reader is to decide, as they see the match.
    fn decides(&self, reader: &Reader) -> bool {
        match self.mover() {
            // In a match that hides nothing, a device with several seats need not switch viewers to play.
            Some(Mover::Player(seat)) => {
                let hides = self.game().is_some_and(AnyMatch::hides);
                reader.yours.contains(&seat) && (reader.viewer == Viewer::Seat(seat) || !hides)
            }
            _ => false,
        }
    }

    /// How far a reader may take back: their last decision, freely or by asking the others.
    fn undo_of(&self, reader: &Reader) -> UndoAsked {
        let none = UndoAsked { free: None, ask: None, takeback: false };
        let Some(game) = self.game().filter(|_| self.stage == Stage::Playing) else { return none };
        let last = (0..game.steps()).rev().find(|step| game.actor(*step).is_some_and(|by| reader.yours.contains(&by)));
        let Some((last, seat)) = last.and_then(|last| Some((last, game.actor(last)?))) else { return none };
        let free = last >= game.free_undo(seat) || self.others(&reader.yours).is_empty();
        let (free, ask) = if free { (Some(last), None) } else { (None, Some(last)) };
        UndoAsked { free, ask, takeback: !self.is_practice() && game.shows_since(last) }
    }

    /// The result, once the match is over. Seats that were given up rank last.
    pub fn result(&self) -> Option<MatchResult> {
        let game = self.game().filter(|_| self.stage == Stage::Over)?;
        let outcome = game.outcome();
        let stayed = self.seats.iter().filter(|state| !state.given_up).count();
        let rank = |index: usize| {
            if self.seats[index].given_up {
                return stayed + 1;
            }
            let better = |other: &usize| !self.seats[*other].given_up && outcome.places[*other] < outcome.places[index];
            1 + (0..self.seats.len()).filter(better).count()
        };
        let rule = if let engine::ToAct::Over(rule) = game.to_act() { Some(rule.to_string()) } else { None };
        Some(MatchResult { places: (0..self.seats.len()).map(rank).collect(), points: outcome.points, rule })
    }

    /// The score sheet so far.
    pub fn sheet(&self) -> Vec<SheetLine> {
        let line = |line: &engine::ScoreLine| SheetLine {
            seat: line.seat,
            section: line.section.to_string(),
            item: line.item.to_string(),
            points: line.points,
        };
        self.game().map(|game| game.sheet().lines().iter().map(line).collect()).unwrap_or_default()
    }
}

fn viewer_name(viewer: Viewer) -> String {
    match viewer {
        Viewer::Seat(seat) => seat.to_string(),
        Viewer::Spectator => "spectator".to_owned(),
        Viewer::All => "all".to_owned(),
    }
}
