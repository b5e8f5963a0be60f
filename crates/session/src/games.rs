//! What clients get to know of the games and of a bot's advice.

use catalog::Advice;
use protocol::{GameInfo, Hint, HintGain, HintLine, OptionInfo, OptionNeed};

/// The games there are.
pub fn games() -> Vec<GameInfo> {
    catalog::GAMES.iter().map(|entry| game(entry.kind())).collect()
}

fn game(kind: &dyn engine::Kind) -> GameInfo {
    let info = kind.info();
    let need = |need: &engine::Need| match need.what {
        engine::Needed::Option(key, value) => OptionNeed::Option { key: key.to_owned(), value: value.to_owned() },
        engine::Needed::Seats(least) => OptionNeed::Seats { least: least as u8 },
    };
    let option = |choice: &engine::TableOption| OptionInfo {
        key: choice.key.to_owned(),
        values: choice.values.iter().map(ToString::to_string).collect(),
        default: choice.default().to_owned(),
        help: choice.help.to_owned(),
        needs: choice.needs.iter().map(need).collect(),
    };
    GameInfo {
        key: info.key.to_owned(),
        name: info.name.to_owned(),
        least_seats: info.seats.0 as u8,
        most_seats: info.seats.1 as u8,
        rules: info.rules,
        verbs: info.verbs.iter().map(ToString::to_string).collect(),
        options: kind.choices().iter().map(option).collect(),
    }
}

/// What a bot advises, as clients read it.
pub fn hint(advised: Vec<Advice>) -> Hint {
    let gain = |gain: &catalog::Gain| HintGain {
        section: gain.section.clone(),
        item: gain.item.clone(),
        points: gain.points.round() as i32,
        later: gain.later,
        sure: gain.sure,
    };
    let line = |advice: Advice| HintLine {
        words: advice.words,
        margin: Some(f64::from(advice.margin)),
        gains: advice.gains.iter().map(gain).filter(|line| line.points != 0).collect(),
    };
    Hint { lines: advised.into_iter().map(line).collect() }
}
