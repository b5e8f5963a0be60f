//! The last view of each viewer, and how each log entry has changed it since.
//!
//! A command often makes several entries: a decision, and the draws that follow it. Readers show them one after the
//! other, so that a tile is not seen before it is turned up. For that the view is compared after every entry, and each
//! line of news carries its own changes. A draw without events that is followed by another draw shows nothing: its
//! changes are sent with the next draw.

use std::collections::VecDeque;

use engine::{AnyMatch, Viewer};
use protocol::{Changes, Line, View};

use crate::changes::{Outline, changes};
use crate::entry::LogEntry;
use crate::table::Table;

/// How many changes are kept. A viewer for whom nobody asked in as many versions is dropped.
const KEPT: usize = 128;

/// The view of one viewer and its changes, since somebody first asked for it.
#[derive(Clone, Debug)]
pub(crate) struct Sight {
    viewer: Viewer,
    /// The serialized view now.
    view: Outline,
    /// The version from which on all changes are kept.
    since: u64,
    /// The versions with which the view changed, and how.
    changes: VecDeque<(u64, Changes)>,
    /// The version at which it was last asked for.
    asked: u64,
}

impl Sight {
    fn see(&mut self, view: String, version: u64) {
        let view = self.view.next(view);
        let changed = changes(&self.view, &view);
        self.view = view;
        if changed.is_empty() {
            return;
        }
        self.changes.push_back((version, changed));
        if self.changes.len() > KEPT
            && let Some((dropped, _)) = self.changes.pop_front()
        {
            self.since = dropped;
        }
    }
}

/// Whether the view may be another one after this entry.
fn changes_view(entry: &LogEntry) -> bool {
    matches!(entry, LogEntry::Step { .. } | LogEntry::Undone { .. } | LogEntry::CalledOff)
}

impl Table {
    /// The viewer whose view is used: in a match that hides nothing, all viewers share one.
    fn sight(&self, viewer: Viewer) -> Viewer {
        if self.game().is_some_and(AnyMatch::hides) { viewer } else { Viewer::Spectator }
    }

    /// Compares all views after the last entry of the log.
    pub(crate) fn look_again(&mut self) {
        let version = self.version();
        if !self.log.last().is_some_and(|(_, entry)| changes_view(entry)) || self.goes_on_unseen() {
            return;
        }
        let mut sights = std::mem::take(&mut self.sights);
        sights.retain(|sight| version - sight.asked <= KEPT as u64);
        if let Some(game) = self.game() {
            for sight in &mut sights {
                sight.see(game.view_text(sight.viewer), version);
            }
        }
        self.sights = sights;
    }

    /// Whether the last step has no events for anybody, and a draw follows it.
    fn goes_on_unseen(&self) -> bool {
        let draws = self.game().is_some_and(|game| game.to_act() == engine::ToAct::Chance);
        draws && self.line_cache.tells_nothing(self.version())
    }

    /// The sight of a viewer, which from now on is compared after every entry; `None` before the match starts.
    fn look(&mut self, viewer: Viewer) -> Option<&mut Sight> {
        let (viewer, version) = (self.sight(viewer), self.version());
        let known = self.sights.iter().position(|sight| sight.viewer == viewer);
        let index = known.unwrap_or(self.sights.len());
        if known.is_none() {
            let view = Outline::new(self.game()?.view_text(viewer));
            let changes = VecDeque::new();
            self.sights.push(Sight { viewer, view, since: version, changes, asked: version });
        }
        let sight = &mut self.sights[index];
        sight.asked = version;
        Some(sight)
    }

    /// The whole view of a viewer.
    pub(crate) fn whole_view(&mut self, viewer: Viewer) -> Option<View> {
        self.look(viewer).map(|sight| View(sight.view.plain()))
    }

    /// The changes that make the view of one viewer that of another.
    pub(crate) fn look_over(&mut self, before: Viewer, viewer: Viewer) -> Option<Changes> {
        let (before, now) = (self.sight(before), self.sight(viewer));
        if before == now {
            return Some(Changes::default());
        }
        self.look(viewer)?;
        let view = |viewer| self.sights.iter().find(|sight| sight.viewer == viewer).map(|sight| &sight.view);
        Some(changes(view(before)?, view(now)?))
    }

    /// Nobody sees the match as this viewer any more, so that their view need not be compared.
    pub fn look_away(&mut self, viewer: Viewer) {
        if self.game().is_some_and(AnyMatch::hides) {
            self.sights.retain(|sight| sight.viewer != viewer);
        }
    }

    /// Adds to each line how the view changed with it. Where that is not known for all versions after `since`, the
    /// whole view is given instead.
    pub(crate) fn tell_changes(&mut self, viewer: Viewer, since: u64, lines: &mut [Line]) -> Option<View> {
        let sight = self.look(viewer)?;
        if sight.since > since {
            return Some(View(sight.view.plain()));
        }
        for (version, changes) in sight.changes.iter().filter(|(version, _)| *version > since) {
            // Every entry that changes a view has a line.
            if let Ok(index) = lines.binary_search_by_key(version, |line| line.version) {
                lines[index].changes.clone_from(changes);
            }
        }
        None
    }
}
