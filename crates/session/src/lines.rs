//! The log as its readers see it.

use std::collections::VecDeque;

use engine::{AnyMatch, Refused, Seat, Seed, Viewer};
use protocol::{Changes, Line, LineKind};

use crate::entry::LogEntry;
use crate::frame::{event_data, points};
use crate::table::Table;

/// How many lines are cached; older ones are made again from the log.
pub(crate) const KEPT: usize = 128;

/// The last lines, for every viewer who follows the table.
#[derive(Clone, Debug, Default)]
pub(crate) struct LineCache {
    viewers: Vec<Viewer>,
    /// Whether these are all viewers that there can be.
    everybody: bool,
    lines: VecDeque<(u64, CachedLine)>,
    /// How many takebacks the match had when the last line was made.
    takebacks: u32,
    /// Keeps every line, for reading a log from its beginning.
    all: bool,
    /// Makes no lines, for the part of a log that nobody will read.
    silent: bool,
}

#[derive(Clone, Debug)]
enum CachedLine {
    /// The same for everybody.
    Same(Line),
    /// For each viewer who followed the table at that time.
    Each(Vec<(Viewer, Line)>),
}

impl LineCache {
    /// Makes lines for this viewer, too, from now on.
    pub(crate) fn follow(&mut self, viewer: Viewer) {
        if !self.viewers.contains(&viewer) {
            self.viewers.push(viewer);
        }
    }

    /// Makes lines for all who could ever read them at a table of this size, while its log is folded: whoever follows
    /// it afterwards finds theirs.
    pub(crate) fn follow_all(&mut self, seats: usize) {
        self.silent = false;
        self.everybody = true;
        self.viewers = [Viewer::Spectator, Viewer::All].into_iter().chain(Seat::all(seats).map(Viewer::Seat)).collect();
    }

    /// Makes lines for nobody from now on; those that are cached stay.
    pub(crate) fn follow_none(&mut self) {
        self.everybody = false;
        self.viewers.clear();
    }

    /// How many entries came before the first cached line.
    fn behind(&self) -> usize {
        self.lines.front().map_or(0, |(version, _)| *version as usize - 1)
    }

    /// Adds this viewer's form of the cached lines.
    fn fill_in(&mut self, viewer: Viewer, lines: &[Line]) {
        for (version, line) in &mut self.lines {
            if let CachedLine::Each(each) = line
                && each.iter().all(|(other, _)| *other != viewer)
                && let Ok(index) = lines.binary_search_by_key(version, |line| line.version)
            {
                each.push((viewer, lines[index].clone()));
            }
        }
    }

    /// Whether every cached line has this viewer's form.
    fn has_all_of(&self, viewer: Viewer) -> bool {
        self.lines.iter().all(|(_, line)| line.is_for(viewer))
    }

    /// The last lines that are cached for a viewer, at most `most`, and whether there are older ones. The first line of
    /// a log is that of its first entry.
    fn last(&self, most: usize, viewer: Viewer) -> (Vec<Line>, bool) {
        let mut lines: Vec<_> =
            self.lines.iter().rev().map_while(|(_, line)| line.read_by(viewer)).take(most).collect();
        lines.reverse();
        let more = lines.first().is_none_or(|first| first.version > 1);
        (lines, more)
    }

    /// Makes no lines of this many entries. Those before would leave a gap.
    pub(crate) fn hush(&mut self, entries: usize) {
        if entries > 0 {
            self.silent = true;
            self.lines.clear();
        }
    }

    /// The lines, among the last `most`, that `viewer` reads differently from `before`; and the version of the first of
    /// those last lines.
    pub(crate) fn otherwise(&self, most: usize, before: Viewer, viewer: Viewer) -> Option<(u64, Vec<Line>)> {
        let last = self.lines.len().saturating_sub(most);
        let (from, _) = self.lines.get(last)?;
        let mut lines = Vec::new();
        for (_, cached) in self.lines.range(last..) {
            let CachedLine::Each(each) = cached else { continue };
            let read = |viewer| each.iter().find(|(other, _)| *other == viewer).map(|(_, line)| line);
            let line = read(viewer)?;
            if read(before) != Some(line) {
                lines.push(line.clone());
            }
        }
        Some((*from, lines))
    }

    /// Plays a step, and caches its line for all viewers.
    pub(crate) fn step(
        &mut self,
        game: &mut dyn AnyMatch,
        version: u64,
        at: i64,
        seat: Option<Seat>,
        words: &str,
    ) -> Result<(), Refused> {
        if self.silent {
            return game.play(seat, words);
        }
        let step = game.steps();
        // In a match that hides nothing, one line serves all.
        let viewers = if game.hides() { &self.viewers[..] } else { &[Viewer::Spectator] };
        let seen = game.play_seen(seat, words, viewers)?;
        let game = &*game;
        let line = |(viewer, words): (&Viewer, String)| {
            let (events, points) = (event_data(game, *viewer), points(game));
            let what = LineKind::Step { step, seat, words, events, points };
            (*viewer, Line { version, at, what, changes: Changes::default() })
        };
        let mut each: Vec<_> = viewers.iter().zip(seen).map(line).collect();
        let alike = !game.hides() || self.everybody && each.windows(2).all(|two| two[0].1 == two[1].1);
        let cached = match each.pop() {
            Some((_, line)) if alike => CachedLine::Same(line),
            last => CachedLine::Each(each.into_iter().chain(last).collect()),
        };
        self.keep(version, cached);
        Ok(())
    }

    /// Whether the last line has this version and is a step without events for anybody.
    pub(crate) fn tells_nothing(&self, version: u64) -> bool {
        let nothing = |line: &Line| matches!(&line.what, LineKind::Step { events, .. } if events.is_empty());
        self.lines.back().filter(|(last, _)| *last == version).is_some_and(|(_, line)| match line {
            CachedLine::Same(line) => nothing(line),
            CachedLine::Each(each) => each.iter().all(|(_, line)| nothing(line)),
        })
    }

    /// Caches the line of an entry that everybody may read. `takebacks` is the match's count after it.
    pub(crate) fn note(&mut self, version: u64, at: i64, entry: &LogEntry, takebacks: u32) {
        let takeback = takebacks > std::mem::replace(&mut self.takebacks, takebacks);
        if let Some(what) = plain(entry, takeback).filter(|_| !self.silent) {
            self.keep(version, CachedLine::Same(Line { version, at, what, changes: Changes::default() }));
        }
    }

    fn keep(&mut self, version: u64, line: CachedLine) {
        self.lines.push_back((version, line));
        if self.lines.len() > KEPT && !self.all {
            self.lines.pop_front();
        }
    }

    /// The lines after a version, if all are cached.
    fn since(&self, version: u64, viewer: Viewer) -> Option<Vec<Line>> {
        let complete = self.lines.front().is_some_and(|(first, _)| *first <= version + 1);
        if !complete {
            return None;
        }
        self.lines.iter().filter(|(made, _)| *made > version).map(|(_, line)| line.read_by(viewer)).collect()
    }
}

impl CachedLine {
    fn is_for(&self, viewer: Viewer) -> bool {
        match self {
            CachedLine::Same(_) => true,
            CachedLine::Each(each) => each.iter().any(|(other, _)| *other == viewer),
        }
    }

    fn read_by(&self, viewer: Viewer) -> Option<Line> {
        match self {
            CachedLine::Same(line) => Some(line.clone()),
            CachedLine::Each(each) => each.iter().find(|(other, _)| *other == viewer).map(|(_, line)| line.clone()),
        }
    }
}

/// The line of an entry that is not a step; `None` for entries without a line.
fn plain(entry: &LogEntry, takeback: bool) -> Option<LineKind> {
    let note =
        |key: &str, seat: Option<Seat>, name: Option<String>| Some(LineKind::Note { key: key.to_owned(), seat, name });
    match entry {
        LogEntry::Step { .. }
        | LogEntry::Pledged { .. }
        | LogEntry::Sealed
        | LogEntry::Nonce { .. }
        | LogEntry::Judged { .. } => None,
        LogEntry::Made { name, .. } => note("made", None, Some(name.clone())),
        LogEntry::Sat { seat, sitter, .. } => {
            let (key, name) = match sitter {
                protocol::Sitter::Open | protocol::Sitter::Invited | protocol::Sitter::Reserved { .. } => {
                    ("freed", None)
                }
                protocol::Sitter::Bot { level } => ("sat_bot", Some(level.as_str().to_owned())),
                protocol::Sitter::Person { name, .. }
                | protocol::Sitter::Device { name, .. }
                | protocol::Sitter::Program { name, .. } => ("sat", Some(name.clone())),
            };
            note(key, Some(*seat), name)
        }
        LogEntry::Started { .. } => note("started", None, None),
        LogEntry::Undone { seat, to, .. } => Some(LineKind::Undo { seat: *seat, to: *to, takeback }),
        LogEntry::Chat { person, name, text, .. } => {
            Some(LineKind::Chat { person: person.clone(), name: name.clone(), text: text.clone() })
        }
        LogEntry::Proposed { seat, about } => {
            let key = match about {
                protocol::VoteKind::Undo { .. } => "asks_undo",
                protocol::VoteKind::Bot { .. } => "asks_bot",
                protocol::VoteKind::CallOff => "asks_call_off",
            };
            note(key, Some(*seat), None)
        }
        LogEntry::Voted { seat, yes, .. } => note(if *yes { "votes_yes" } else { "votes_no" }, Some(*seat), None),
        LogEntry::StandIn { seat, level, turn } => {
            note(if *turn { "out_of_time" } else { "bot" }, Some(*seat), Some(level.as_str().to_owned()))
        }
        LogEntry::Back { seat } => note("back", Some(*seat), None),
        LogEntry::GaveUp { seat, timed_out } => {
            note(if *timed_out { "timed_out" } else { "gave_up" }, Some(*seat), None)
        }
        LogEntry::Vacation { seat, until: Some(until), .. } => note("vacation", Some(*seat), Some(until.to_string())),
        LogEntry::Vacation { seat, until: None, .. } => note("vacation_over", Some(*seat), None),
        LogEntry::Resumed => note("resumed", None, None),
        LogEntry::CalledOff => note("called_off", None, None),
        LogEntry::Over { .. } => note("over", None, None),
        LogEntry::Rematch { table } => note("rematch", None, Some(table.clone())),
        LogEntry::Closed { why } => note("closed", None, Some(why.clone())),
    }
}

impl Table {
    /// Prepares for a viewer who follows the table: their lines are made as things happen. There are few viewers (one
    /// for each seat, the spectators, and all at the end), so that none is ever dropped.
    ///
    /// Returns what was told before in a match that hides something, if this viewer's form of it is not cached. To make
    /// it is long work: `Unread::lines`, to be given to `fill_in`. Until then a state has fewer lines.
    #[must_use = "the lines from before are missing until they are filled in"]
    pub fn follow(&mut self, viewer: Viewer) -> Option<Unread> {
        self.line_cache.follow(viewer);
        let missing = !self.line_cache.has_all_of(viewer);
        missing.then(|| Unread { story: self.story(), behind: self.line_cache.behind(), viewer })
    }

    /// Fills in what `follow` has found missing.
    pub fn fill_in(&mut self, viewer: Viewer, lines: &[Line]) {
        self.line_cache.fill_in(viewer, lines);
    }

    /// The same in one go, for a table that nobody else waits for.
    pub fn follow_now(&mut self, viewer: Viewer) {
        if let Some(missing) = self.follow(viewer) {
            self.fill_in(viewer, &missing.lines());
        }
    }

    /// The lines after a version, as a viewer may read them, if all of them are cached.
    pub(crate) fn lines_since(&self, version: u64, viewer: Viewer) -> Option<Vec<Line>> {
        if version >= self.version() {
            return Some(Vec::new());
        }
        self.line_cache.since(version, viewer)
    }

    /// The last lines that are at hand, and whether there are older ones, which a reader asks the log for.
    pub(crate) fn last_lines(&self, viewer: Viewer, most: usize) -> (Vec<Line>, bool) {
        self.line_cache.last(most, viewer)
    }

    /// All lines: folds the log.
    pub fn all_lines(&self, viewer: Viewer) -> Vec<Line> {
        lines_from(&self.id, self.seed, &self.log, 0, viewer)
    }

    /// The log, to be read apart from the table.
    pub fn story(&self) -> Story {
        Story { id: self.id.clone(), seed: self.seed, log: self.log.clone() }
    }
}

/// A copy of the log of a table. Reading all of it takes long, so it happens without holding the table.
pub struct Story {
    id: String,
    seed: Seed,
    log: Vec<(i64, LogEntry)>,
}

/// What a viewer has not read of a table that they begin to follow.
pub struct Unread {
    story: Story,
    behind: usize,
    /// Whose lines they are.
    pub viewer: Viewer,
}

impl Unread {
    /// The lines: folds the log.
    pub fn lines(&self) -> Vec<Line> {
        lines_from(&self.story.id, self.story.seed, &self.story.log, self.behind, self.viewer)
    }
}

impl Story {
    /// The last lines before a version as a viewer may read them, and whether there are older ones.
    pub fn page(&self, viewer: Viewer, before: Option<u64>, most: usize) -> (Vec<Line>, bool) {
        let entries = before.map_or(self.log.len(), |before| (before.saturating_sub(1) as usize).min(self.log.len()));
        let log = &self.log[..entries];
        // An entry makes at most one line, and few make none.
        let behind = entries.saturating_sub(2 * most);
        let mut lines = lines_from(&self.id, self.seed, log, behind, viewer);
        if lines.len() < most && behind > 0 {
            lines = lines_from(&self.id, self.seed, log, 0, viewer);
        }
        let more = behind > 0 || lines.len() > most;
        lines.drain(..lines.len().saturating_sub(most));
        (lines, more)
    }
}

/// The lines of all entries after the first `behind`: folds the log again and makes lines from there on.
fn lines_from(id: &str, seed: Seed, log: &[(i64, LogEntry)], behind: usize, viewer: Viewer) -> Vec<Line> {
    let Some(((at, first), rest)) = log.split_first() else { return Vec::new() };
    let Some(mut again) = Table::begin(id, seed, *at, first.clone()) else { return Vec::new() };
    again.line_cache = LineCache { all: true, silent: behind > 0, ..LineCache::default() };
    again.line_cache.follow(viewer);
    again.line_cache.note(1, *at, first, 0);
    for (number, (at, entry)) in rest.iter().enumerate() {
        again.line_cache.silent = number + 1 < behind;
        again.apply(*at, entry.clone());
    }
    again.line_cache.lines.iter().filter_map(|(_, line)| line.read_by(viewer)).collect()
}

#[cfg(test)]
mod tests {
    use protocol::Command;

    use super::*;
    use crate::{Now, Requester};

    #[test]
    fn a_short_log_is_cached_as_a_whole() {
        let ada = Requester { id: "p-ada".to_owned(), name: "Ada".to_owned(), program: None };
        let seats = serde_json::json!([{ "kind": "me" }, { "kind": "device", "name": "Aldo" }]);
        let new = serde_json::from_value(serde_json::json!({ "game": "thebes", "seats": seats })).unwrap();
        let (mut table, made) = Table::make("t", &ada, new, Seed::from_number(1), None, 0).unwrap();
        let now = Now { at: 1, absent: &|_| None, away_before_vote: 1 };
        let started = table.command(&ada, "start", &Command::Start, &now).unwrap();
        let log: Vec<_> = made.entries.into_iter().chain(started.entries).collect();
        let read = Table::fold("t", Seed::from_number(1), log.iter().map(|(at, body)| (*at, body.as_str()))).unwrap();
        for mut table in [table, read] {
            assert!(table.game().is_some_and(AnyMatch::hides));
            for viewer in [Viewer::Spectator, Viewer::Seat(Seat::A)] {
                table.follow_now(viewer);
                assert_eq!(table.line_cache.last(100, viewer), (table.all_lines(viewer), false), "{viewer:?}");
            }
        }
    }
}
