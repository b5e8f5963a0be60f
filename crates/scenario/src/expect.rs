//! What a scenario may expect.

use engine::{AnyMatch, Seat, ToAct, Viewer};
use serde_json::Value as Json;

/// Compares what stands on the left with the value; says what it found if they differ.
pub(super) fn holds(game: &dyn AnyMatch, left: &str, value: &str, seen: Option<String>) -> Result<(), String> {
    let (head, rest) = left.split_once('.').unwrap_or((left, ""));
    match head {
        "points" => text(left, value, &game.points(seat(game, rest)?).to_string()),
        "places" => text(left, value, &game.outcome().places[seat(game, rest)?.index()].to_string()),
        "winners" => {
            let winners: Vec<String> = game.outcome().winners().map(|seat| seat.to_string()).collect();
            text(left, value, &winners.join(" "))
        }
        "to_act" => text(left, value, &to_act(game)),
        "legal" if rest.is_empty() => set(left, value, game.legal()),
        "legal" => text(left, value, &count(game, rest).to_string()),
        "closed" => text(left, value, &closed(game, rest)),
        "chances" => weights(value, &game.chances()),
        "sheet" => set(left, value, sheet(game, rest)?),
        "seen" => text(left, value, &seen.ok_or("no step was played yet, or there is no such viewer")?),
        "perft" => {
            let depth = rest.parse().map_err(|_| format!("'{rest}' is not a depth"))?;
            text(left, value, &game.perft(depth).to_string())
        }
        "state" => json(left, value, &at(&game.diagram(), rest)),
        "view" => {
            let (viewer, path) = rest.split_once('.').unwrap_or((rest, ""));
            let viewer: Viewer = viewer.parse()?;
            if let Viewer::Seat(known) = viewer {
                seat(game, &known.to_string())?;
            }
            json(left, value, &at(&game.view(viewer), path))
        }
        _ => Err(format!("'{left}' cannot be expected: see docs/scenarios.md for what can")),
    }
}

fn seat(game: &dyn AnyMatch, letter: &str) -> Result<Seat, String> {
    let seat: Seat = letter.parse().map_err(|error: engine::NotASeat| error.to_string())?;
    if seat.index() < game.seats() { Ok(seat) } else { Err(format!("nobody sits at {seat}")) }
}

fn text(left: &str, wanted: &str, found: &str) -> Result<(), String> {
    if wanted == found { Ok(()) } else { Err(format!("{left} is {found}, not {wanted}")) }
}

fn to_act(game: &dyn AnyMatch) -> String {
    match game.to_act() {
        ToAct::Seat(seat) => seat.to_string(),
        ToAct::Chance => "*".to_owned(),
        ToAct::Over(rule) => format!("over {rule}"),
    }
}

fn count(game: &dyn AnyMatch, verb: &str) -> usize {
    let of_verb = |word: &&String| verb == "count" || word.split(' ').next() == Some(verb);
    game.legal().iter().filter(of_verb).count()
}

/// The rule and the reason that close a verb; `open` for one that is on offer, or never was one.
fn closed(game: &dyn AnyMatch, verb: &str) -> String {
    let closed = game.closed();
    let found = closed.iter().find(|closed| closed.verb == verb);
    found.map_or_else(|| "open".to_owned(), |closed| format!("{} {}", closed.why.rule, closed.why.text()))
}

fn parts(value: &str) -> Vec<String> {
    let mut parts: Vec<String> =
        value.split('|').map(|part| part.trim().to_owned()).filter(|part| !part.is_empty()).collect();
    parts.sort();
    parts
}

/// Compares lists in any order.
fn set(left: &str, value: &str, mut found: Vec<String>) -> Result<(), String> {
    found.sort();
    let wanted = parts(value);
    if wanted == *found {
        return Ok(());
    }
    let missing: Vec<_> = wanted.iter().filter(|word| !found.contains(word)).cloned().collect();
    let extra: Vec<_> = found.iter().filter(|word| !wanted.contains(word)).cloned().collect();
    Err(format!("{left} differs: missing [{}], not expected [{}]", missing.join(" | "), extra.join(" | ")))
}

/// Compares outcomes and the ratios of their weights.
fn weights(value: &str, found: &[(String, u32)]) -> Result<(), String> {
    let mut wanted = Vec::new();
    for part in parts(value) {
        let (words, weight) = part.rsplit_once(' ').ok_or_else(|| format!("'{part}' has no weight"))?;
        let weight: u32 = weight.parse().map_err(|_| format!("'{part}' has no weight"))?;
        wanted.push((words.to_owned(), weight));
    }
    let lowest = |list: &[(String, u32)]| {
        let divisor = list.iter().fold(0, |divisor, (_, weight)| gcd(divisor, *weight)).max(1);
        let mut list: Vec<_> = list.iter().map(|(words, weight)| format!("{words} {}", weight / divisor)).collect();
        list.sort();
        list
    };
    set("chances", &lowest(&wanted).join("|"), lowest(found))
}

fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// A seat's lines, of one section or of all.
fn sheet(game: &dyn AnyMatch, rest: &str) -> Result<Vec<String>, String> {
    let (letter, section) = rest.split_once('.').unwrap_or((rest, ""));
    let seat = seat(game, letter)?;
    let lines = game.sheet().lines().iter().filter(|line| line.seat == seat);
    let of_section = lines.filter(|line| section.is_empty() || line.section == section);
    Ok(of_section.map(|line| format!("{} {}", line.item, line.points)).collect())
}

/// The field at a path of names and places; `null` where there is none.
fn at(json: &Json, path: &str) -> Json {
    let mut place = json;
    for name in path.split('.').filter(|name| !name.is_empty()) {
        let inner = match place {
            Json::Array(items) => name.parse::<usize>().ok().and_then(|index| items.get(index)),
            Json::Object(fields) => fields.get(name),
            _ => None,
        };
        match inner {
            Some(inner) => place = inner,
            None => return Json::Null,
        }
    }
    place.clone()
}

fn json(left: &str, value: &str, found: &Json) -> Result<(), String> {
    let wanted: Json = serde_json::from_str(value).unwrap_or_else(|_| Json::String(value.to_owned()));
    if wanted == *found { Ok(()) } else { Err(format!("{left} is {found}, not {wanted}")) }
}
