//! The record and the frames of a table's match.

use engine::{Record, Seat, Viewer};
use protocol::{Closed, Frame, Reason, Stage};

use crate::frame::{closed, frame, reason};
use crate::table::Table;

impl Table {
    /// The record: complete once the match is over, before that as the viewer may read it.
    pub fn record(&self, viewer: Viewer) -> Option<Record> {
        let game = self.game()?;
        let over = self.stage == Stage::Over;
        let mut record = if over { game.record() } else { game.redacted(viewer) };
        record.commit = Some(self.seed.commitment());
        record.nonces = self.nonces();
        record.seed = over.then_some(self.seed);
        Some(record)
    }

    /// The match after each step from `from` to `to`, for a viewer. Steps that were taken back are left out.
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
            let viewers = if again.steps() + 1 >= from { &[viewer][..] } else { &[] };
            let Ok(seen) = again.play_seen(*by, words, viewers) else { break };
            frames.extend(seen.into_iter().map(|seen| frame(&*again, viewer, Some((*by, seen)), false)));
        }
        frames
    }

    /// Why a word is not allowed now; `None` if it is.
    pub fn why_not(&self, seat: Seat, word: &str) -> Option<Reason> {
        self.game()?.check(Some(seat), word).err().as_ref().map(reason)
    }

    /// The verbs that are not on offer to the seat to act, with their reasons.
    pub fn closed(&self) -> Vec<Closed> {
        self.game().map(closed).unwrap_or_default()
    }
}
