//! `quipu frames`: a record as a client sees it, moment by moment.

use std::path::PathBuf;

use anstream::println;
use clap::Args;
use engine::{RecordEntry, Viewer};

use crate::input::Recorded;
use crate::{Outcome, Shared};

#[derive(Args)]
pub(crate) struct Frames {
    /// The record, a .quipu file
    file: PathBuf,
    /// Whose eyes: a seat's letter, 'spectator', or 'all'
    #[arg(long = "as", value_name = "VIEWER", default_value = "all")]
    viewer: Viewer,
    /// Only the frame after so many steps
    #[arg(long, value_name = "N")]
    at: Option<usize>,
    /// The choices of the seat to act, too, where the viewer may know them
    #[arg(long)]
    choices: bool,
}

impl Frames {
    pub(crate) fn run(self, shared: &Shared) -> Outcome {
        let recorded = Recorded::read(&self.file, shared)?;
        recorded.whole("be replayed")?;
        let steps = recorded.record.folded().map_err(|fault| recorded.fault(fault))?;
        let mut game = recorded.kind().open_record(&recorded.record).map_err(|fault| recorded.fault(fault))?;
        let wanted = |step: usize| self.at.is_none_or(|at| at == step);
        let print = |frame: protocol::Frame| println!("{}", serde_json::json!(frame));
        if wanted(0) {
            print(session::frame(&*game, self.viewer, None, self.choices));
        }
        for line in steps {
            let RecordEntry::Step { by, words } = &line.entry else { continue };
            let seen = game.seen(*by, words, self.viewer).map_err(|refused| recorded.fault(refused))?;
            game.play(*by, words).map_err(|refused| recorded.fault(refused))?;
            if wanted(game.steps()) {
                print(session::frame(&*game, self.viewer, Some((*by, seen)), self.choices));
            }
        }
        Ok(())
    }
}
