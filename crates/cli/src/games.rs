//! `quipu games`: which games there are, and what can be chosen.

use anstream::println;
use clap::Args;
use engine::Kind;
use serde_json::{Value as Json, json};

use crate::show::strong;
use crate::{Outcome, Shared, input};

#[derive(Args)]
pub(crate) struct Games {
    /// One game, to see its options
    game: Option<String>,
}

impl Games {
    pub(crate) fn run(self, shared: &Shared) -> Outcome {
        let kinds: Vec<&dyn Kind> = match &self.game {
            Some(key) => vec![input::entry(key)?.kind()],
            None => catalog::GAMES.iter().map(|entry| entry.kind()).collect(),
        };
        if shared.json {
            let list: Vec<Json> = kinds.iter().map(|kind| described(*kind)).collect();
            println!("{}", if self.game.is_some() { list[0].clone() } else { json!(list) });
        } else {
            kinds.iter().for_each(|kind| show(*kind, self.game.is_some()));
        }
        Ok(())
    }
}

fn described(kind: &dyn Kind) -> Json {
    let info = kind.info();
    let options: Vec<Json> = kind
        .choices()
        .iter()
        .map(|choice| {
            let needs: Vec<String> = choice.needs.iter().map(ToString::to_string).collect();
            json!({
                "key": choice.key,
                "values": choice.values,
                "default": choice.default(),
                "help": choice.help,
                "needs": needs,
            })
        })
        .collect();
    json!({
        "key": info.key,
        "name": info.name,
        "seats": { "least": info.seats.0, "most": info.seats.1 },
        "rules": info.rules,
        "options": options,
        "verbs": info.verbs,
        "draws": info.draws,
        "box": kind.has_box(),
        "state_bytes": kind.state_bytes(),
    })
}

fn show(kind: &dyn Kind, whole: bool) {
    let info = kind.info();
    let (least, most) = info.seats;
    println!("{:<10} {} for {least} to {most} players (rules version {})", strong(info.key), info.name, info.rules);
    if whole {
        println!("\nOptions, the default first:");
    }
    for choice in kind.choices() {
        println!("  {}={}", choice.key, choice.values.join("|"));
        if whole {
            println!("      {}", choice.help);
            let needs: Vec<String> = choice.needs.iter().map(ToString::to_string).collect();
            if !needs.is_empty() {
                println!("      needs {}", needs.join(", "));
            }
        }
    }
    if whole {
        println!("\nDecisions: {}", info.verbs.join(", "));
        println!("Draws:     {}", info.draws.join(", "));
        if kind.has_box() {
            println!("The box can be corrected by owners: see 'quipu box --help'.");
        }
        println!("\nPlay it:   quipu play {}", info.key);
    }
}
