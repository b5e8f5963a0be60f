//! `quipu legal`: the legal words of a record's positions.

use std::path::PathBuf;

use anstream::println;
use clap::Args;
use engine::{AnyMatch, RecordEntry, ToAct};
use serde_json::{Map, Value as Json, json};

use crate::input::Recorded;
use crate::{Outcome, Shared, show};

#[derive(Args)]
pub(crate) struct Legal {
    /// The record, a .quipu file
    file: PathBuf,
    /// The position before this step, counted from 0; the last one without it
    #[arg(long, value_name = "N")]
    to: Option<usize>,
    /// Every position up to there, one line each
    #[arg(long)]
    every_step: bool,
}

impl Legal {
    pub(crate) fn run(self, shared: &Shared) -> Outcome {
        let recorded = Recorded::read(&self.file, shared)?;
        recorded.whole("be replayed")?;
        let to = recorded.up_to(self.to)?;
        if self.every_step {
            return every_step(&recorded, to, shared.json);
        }
        let game = recorded.kind().replay(&recorded.record, to).map_err(|fault| recorded.fault(fault))?;
        if shared.json {
            println!("{}", Json::Object(line(&*game)));
        } else {
            println!("{}", show::waits_for(&*game));
            game.legal().iter().for_each(|word| println!("{word}"));
            game.chances().iter().for_each(|(word, weight)| println!("{word}  (weight {weight})"));
        }
        Ok(())
    }
}

fn every_step(recorded: &Recorded, to: Option<usize>, json: bool) -> Outcome {
    let steps = recorded.record.folded().map_err(|fault| recorded.fault(fault))?;
    let mut game = recorded.kind().open_record(&recorded.record).map_err(|fault| recorded.fault(fault))?;
    for step in steps.into_iter().take(to.unwrap_or(usize::MAX)) {
        let RecordEntry::Step { by, words } = &step.entry else { continue };
        let mut fields = line(&*game);
        let number = game.steps();
        game.play(*by, words).map_err(|refused| {
            recorded
                .fault(format!("line {}, column 1: step {number}: '{}' is refused: {refused}", step.number, step.entry))
        })?;
        fields.insert("played".to_owned(), json!(words));
        print_line(&fields, json);
    }
    if game.to_act().is_over() {
        println!("{}", show::result(&*game));
    } else {
        print_line(&line(&*game), json);
    }
    Ok(())
}

/// A position's line: number, who is to act, and the legal words or the outcomes with their weights.
fn line(game: &dyn AnyMatch) -> Map<String, Json> {
    let mut fields = Map::new();
    fields.insert("n".to_owned(), json!(game.steps()));
    fields.insert("to_act".to_owned(), show::to_act(game));
    match game.to_act() {
        ToAct::Seat(_) => fields.insert("legal".to_owned(), json!(game.legal())),
        ToAct::Chance => {
            let outcomes = game.chances().into_iter().map(|(word, weight)| (word, json!(weight)));
            fields.insert("chances".to_owned(), Json::Object(outcomes.collect()))
        }
        ToAct::Over(_) => None,
    };
    fields
}

fn print_line(fields: &Map<String, Json>, json: bool) {
    if json {
        println!("{}", Json::Object(fields.clone()));
        return;
    }
    let words: Vec<String> = match (&fields.get("legal"), &fields.get("chances")) {
        (Some(Json::Array(words)), _) => words.iter().filter_map(|word| Some(word.as_str()?.to_owned())).collect(),
        (_, Some(Json::Object(outcomes))) => {
            outcomes.iter().map(|(word, weight)| format!("{word} x{weight}")).collect()
        }
        _ => Vec::new(),
    };
    let played = fields.get("played").and_then(Json::as_str).unwrap_or("…");
    let actor = fields["to_act"].as_str().unwrap_or("-");
    println!("{:>5} {actor} {}: {}", fields["n"], show::strong(played), words.join(" | "));
}
