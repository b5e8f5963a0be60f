//! Records and moments of a table's match.

use engine::{Record, Seat, Viewer};
use protocol::{Closed, Frame, Reason, Stage};

use crate::entry::Entry;
use crate::frame::{closed, frame, reason};
use crate::table::Table;

impl Table {
    /// The record: everything once the match is over, else as the viewer may read it.
    pub fn record(&self, viewer: Viewer) -> Option<Record> {
        let game = self.game()?;
        let over = self.stage == Stage::Over;
        let mut record = if over { game.record() } else { game.redacted(viewer) };
        record.commit = Some(self.seed.commitment());
        record.nonces = self.nonces();
        record.seed = over.then_some(self.seed);
        Some(record)
    }

    /// The match as it was at each step from `from` up to `to`, for a viewer. What was taken back is left out.
    pub fn frames(&self, viewer: Viewer, from: usize, to: usize) -> Vec<Frame> {
        let Some(game) = self.game() else { return Vec::new() };
        let record = game.record_of_standing();
        let Ok(mut again) = game.kind().open_record(&record) else { return Vec::new() };
        let mut frames = Vec::new();
        if from == 0 {
            frames.push(frame(&*again, viewer, None, false));
        }
        for line in record.lines.iter().take(to) {
            let engine::RecordEntry::Step { by, words } = &line.entry else { continue };
            let seen = (again.steps() + 1 >= from).then(|| again.seen(*by, words, viewer));
            match (again.play(*by, words), seen) {
                (Ok(()), Some(Ok(seen))) => frames.push(frame(&*again, viewer, Some((*by, seen)), false)),
                (Ok(()), None) => {}
                _ => break,
            }
        }
        frames
    }

    /// Why a word is not allowed now; nothing if it is.
    pub fn why_not(&self, seat: Seat, word: &str) -> Option<Reason> {
        self.game()?.check(Some(seat), word).err().as_ref().map(reason)
    }

    /// The verbs that are not on offer to the seat to act, with their reasons.
    pub fn closed(&self) -> Vec<Closed> {
        self.game().map(closed).unwrap_or_default()
    }

    /// What somebody said, for the export of his data.
    pub fn chats_of(&self, person: &str) -> Vec<(i64, String)> {
        let chat = |(at, entry): &(i64, Entry)| match entry {
            Entry::Chat { person: by, text, .. } if by == person => Some((*at, text.clone())),
            _ => None,
        };
        self.log.iter().filter_map(chat).collect()
    }
}
