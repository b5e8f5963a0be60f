//! `quipu replay`: a record's position, as a board or as JSON.

use std::path::PathBuf;

use anstream::{print, println};
use clap::Args;
use engine::Viewer;
use serde_json::json;

use crate::input::Recorded;
use crate::{Outcome, Shared, show};

#[derive(Args)]
pub(crate) struct Replay {
    /// The record, a .quipu file
    file: PathBuf,
    /// Stop before this step, counted from 0 without steps that were taken back
    #[arg(long, value_name = "N")]
    to: Option<usize>,
    /// The viewer: a seat's letter, 'spectator', or 'all'
    #[arg(long = "as", value_name = "VIEWER", default_value = "all")]
    viewer: Viewer,
    /// Print the score sheet as well
    #[arg(long)]
    sheet: bool,
}

impl Replay {
    pub(crate) fn run(self, shared: &Shared) -> Outcome {
        let recorded = Recorded::read(&self.file, shared)?;
        if recorded.record.redacted_at().is_some() {
            show_redacted(&recorded);
            return Ok(());
        }
        let to = recorded.up_to(self.to)?;
        let game = recorded.kind().replay(&recorded.record, to).map_err(|fault| recorded.fault(fault))?;
        if let Viewer::Seat(seat) = self.viewer
            && seat.index() >= game.seats()
        {
            return Err(crate::Failure::Usage(format!("nobody sits at {seat}, the record has {} seats", game.seats())));
        }
        let open = self.viewer == Viewer::All;
        if shared.json {
            let position = if open { game.diagram() } else { game.view(self.viewer) };
            let (to_act, sheet) = (show::to_act(&*game), game.sheet());
            let mut answer = json!({ "n": game.steps(), "to_act": to_act, "position": position, "sheet": sheet });
            if let (serde_json::Value::Object(fields), serde_json::Value::Object(more)) =
                (&mut answer, show::result(&*game))
            {
                fields.extend(more);
            }
            println!("{answer}");
            return Ok(());
        }
        print!("{}", show::board(&game.canvas(self.viewer)));
        println!("\nAfter {} steps: {}", game.steps(), show::waits_for(&*game));
        if self.sheet || game.to_act().is_over() {
            print!("{}", show::sheet(&*game));
        }
        Ok(())
    }
}

/// A redacted record cannot be replayed; it can be read.
fn show_redacted(recorded: &Recorded) {
    let mut hidden = 0;
    for (number, line) in recorded.record.lines.iter().enumerate() {
        println!("{number:>5}  {}", line.entry);
        hidden += usize::from(line.entry.is_redacted());
    }
    println!(
        "{hidden} steps hide something ('?'), so the position cannot be shown; the full record is available when the \
         match is over."
    );
}
