//! `quipu frames`: a record as a client sees it, frame by frame.

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
    /// The viewer: a seat's letter, 'spectator', or 'all'
    #[arg(long = "as", value_name = "VIEWER", default_value = "all")]
    viewer: Viewer,
    /// Only the frame after this many steps
    #[arg(long, value_name = "N")]
    at: Option<usize>,
    /// Include the choices of the seat to act, if the viewer may know them
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
            let viewers = if wanted(game.steps() + 1) { &[self.viewer][..] } else { &[] };
            let seen = game.play_seen(*by, words, viewers).map_err(|refused| recorded.fault(refused))?;
            for words in seen {
                print(session::frame(&*game, self.viewer, Some((*by, words)), self.choices));
            }
        }
        Ok(())
    }
}
