//! The record and the frames of a table's match.

use catalog::GameEntry;
use engine::{AnyMatch, Digest, Record, RecordEntry, Seat, Seed, Viewer};
use protocol::{Closed, Effect, Frame, Reason, Refusal, RefusalCode, Replay, Stage};

use crate::frame::{closed, effects, frame, reason};
use crate::refuse::refusal;
use crate::table::Table;

/// A copy of what the record needs. Writing a record takes long, so it happens without holding the table.
pub struct Writing {
    game: Box<dyn AnyMatch>,
    over: bool,
    seed: Seed,
    pledges: Vec<(Seat, Digest)>,
    nonces: Vec<(Seat, String)>,
    /// Whether all draws of the match follow from the seed. False for a branch with fresh draws.
    one_seed: bool,
}

impl Writing {
    /// The record: complete once the match is over, before that as the viewer may read it.
    pub fn record(&self, viewer: Viewer) -> Record {
        let mut record = if self.over { self.game.record() } else { self.game.redacted(viewer) };
        if !self.one_seed {
            return record;
        }
        record.commit = Some(self.seed.commitment());
        record.pledges.clone_from(&self.pledges);
        record.nonces.clone_from(&self.nonces);
        record.seed = self.over.then_some(self.seed);
        record
    }
}

/// A match after each step from `from` to `to`, for a viewer. Steps that were taken back are left out.
pub fn frames(game: &dyn AnyMatch, viewer: Viewer, from: usize, to: usize) -> Vec<Frame> {
    let record = game.record_of_standing();
    let mut again = game.restart();
    let mut frames = Vec::new();
    if from == 0 {
        frames.push(frame(&*again, viewer, None, false));
    }
    for line in record.lines.iter().take(to) {
        let RecordEntry::Step { by, words } = &line.entry else { continue };
        let viewers = if again.steps() + 1 >= from { &[viewer][..] } else { &[] };
        let Ok(seen) = again.play_seen(*by, words, viewers) else { break };
        frames.extend(seen.into_iter().map(|seen| frame(&*again, viewer, Some((*by, seen)), false)));
    }
    frames
}

/// Whoever may see everything may also look through the eyes of a seat: what it could see at each moment.
pub fn seen_by(viewer: Viewer, eyes: Option<Seat>, seats: usize) -> Viewer {
    match (viewer, eyes) {
        (Viewer::All, Some(seat)) if seat.index() < seats => Viewer::Seat(seat),
        _ => viewer,
    }
}

/// The most lines of a record that is replayed at once; no match comes near it.
const MOST_LINES: usize = 20_000;
/// The most steps that stand: each is a frame of the answer.
const MOST_STEPS: usize = 5_000;

/// The frames of a record, with everything open, or as one of its seats saw them.
pub fn replay(bytes: &[u8], eyes: Option<Seat>) -> Result<Replay, Refusal> {
    let refuse = |text: String| refusal(RefusalCode::Malformed, "record", text);
    let record = Record::from_bytes(bytes).map_err(|fault| refuse(fault.to_string()))?;
    let entry = catalog::find(&record.game)
        .ok_or_else(|| refuse(format!("line 2: there is no game '{}' here", engine::clip(&record.game))))?;
    if record.lines.len() > MOST_LINES {
        return Err(refuse(format!(
            "the record has {} lines, and at most {MOST_LINES} are allowed",
            record.lines.len()
        )));
    }
    if let Some(line) = record.redacted_at() {
        let what = "is hidden from this record's reader; get the full record when the match is over";
        return Err(refuse(format!("line {}: '{}' {what}", line.number, line.entry)));
    }
    let steps = record.folded().map_err(|fault| refuse(fault.to_string()))?;
    if steps.len() > MOST_STEPS {
        return Err(refuse(format!("the match has {} steps, and at most {MOST_STEPS} are allowed", steps.len())));
    }
    let mut game = entry.kind().open_record(&record).map_err(|fault| refuse(fault.to_string()))?;
    let viewer = seen_by(Viewer::All, eyes, game.seats());
    let mut frames = vec![frame(&*game, viewer, None, false)];
    for line in steps {
        let RecordEntry::Step { by, words } = &line.entry else { continue };
        let at = |why: engine::Refused| refuse(format!("line {}: '{}' is refused: {why}", line.number, line.entry));
        let seen = game.play_seen(*by, words, &[viewer]).map_err(at)?;
        frames.extend(seen.into_iter().map(|seen| frame(&*game, viewer, Some((*by, seen)), false)));
    }
    Ok(Replay { game: record.game, seats: record.seats, options: record.options, parts: game.parts(), frames })
}

/// Reads the record of a match that may be reviewed: one that is over, of which nothing is hidden.
pub fn reviewable(text: &str) -> Result<(&'static dyn GameEntry, Box<dyn AnyMatch>), Refusal> {
    let bad = |text: String| refusal(RefusalCode::Malformed, "record", text);
    let record = Record::from_bytes(text.as_bytes()).map_err(|fault| bad(fault.to_string()))?;
    let entry = catalog::find(&record.game)
        .ok_or_else(|| bad(format!("line 2: there is no game '{}' here", engine::clip(&record.game))))?;
    let hidden = || refusal(RefusalCode::NotNow, "not-over", "only a match that is over can be reviewed");
    if record.redacted_at().is_some() {
        return Err(hidden());
    }
    let game = entry.kind().replay(&record, None).map_err(|fault| bad(fault.to_string()))?;
    if game.to_act().is_over() { Ok((entry, game)) } else { Err(hidden()) }
}

impl Table {
    /// The record: complete once the match is over, before that as the viewer may read it.
    pub fn record(&self, viewer: Viewer) -> Option<Record> {
        Some(self.writing()?.record(viewer))
    }

    /// A copy of what the record needs; `None` before the match, and for a match that began at a prepared position,
    /// which a record cannot express.
    pub fn writing(&self) -> Option<Writing> {
        if self.made.position.is_some() {
            return None;
        }
        let game = self.game()?.duplicate();
        let pledges = self.pledges().into_iter().filter_map(|(seat, pledge)| Some((seat, pledge.parse().ok()?)));
        let over = self.stage == Stage::Over;
        if let Some(branch) = &self.branch {
            let (seed, nonces) = branch.draws().unwrap_or((self.seed, &[]));
            let (nonces, one_seed) = (nonces.to_vec(), branch.draws.is_some());
            return Some(Writing { game, over, seed, pledges: Vec::new(), nonces, one_seed });
        }
        let (pledges, nonces) = (pledges.collect(), self.nonces());
        Some(Writing { game, over, seed: self.seed, pledges, nonces, one_seed: true })
    }

    /// The match after each step from `from` to `to`, for a viewer. Steps that were taken back are left out.
    pub fn frames(&self, viewer: Viewer, from: usize, to: usize) -> Vec<Frame> {
        self.game().map(|game| frames(game, viewer, from, to)).unwrap_or_default()
    }

    /// Why a word is not allowed now; `None` if it is.
    pub fn why_not(&self, seat: Seat, word: &str) -> Option<Reason> {
        self.game()?.check(Some(seat), word).err().as_ref().map(reason)
    }

    /// The verbs that are not on offer to the seat to act, with their reasons.
    pub fn closed(&self) -> Vec<Closed> {
        self.game().map(closed).unwrap_or_default()
    }

    /// What the verbs on offer to the seat to act change at once.
    pub fn effects(&self) -> Vec<Effect> {
        self.game().map(|game| effects(game, |_| true)).unwrap_or_default()
    }
}
