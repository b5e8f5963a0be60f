//! Measures what it costs to make a view, offers and closed verbs, what a decision costs at a table with two followers,
//! and how long it takes to open a long log.
#![expect(clippy::print_stdout, reason = "printing is all it does")]

use std::collections::BTreeMap;
use std::hint::black_box;
use std::time::Instant;

use engine::{AnyMatch, Dice, Fast, Opening, Seat, Seed, ToAct, Viewer};
use protocol::Command;
use serde_json::Value as Json;
use session::{Now, Presence, Requester, Table};

fn main() {
    tables();
    long();
    for entry in catalog::GAMES {
        let kind = entry.kind();
        let mut game = kind.open(&Opening::seats(4)).unwrap_or_else(|error| panic!("{error}"));
        let mut rng = Fast::new(1);
        let mut bot = entry.player("random").unwrap_or_else(|| panic!("random is there"));
        let (mut times, mut bytes, mut count) = ([0.0; 6], [0usize; 2], 0u32);
        while !game.to_act().is_over() && count < 3_000 {
            match game.to_act() {
                ToAct::Chance => game.sample(&mut rng),
                ToAct::Over(_) => break,
                ToAct::Seat(seat) => {
                    let word = bot.choose(&*game, &engine::Budget::iterations(1), &mut rng);
                    let mut time = |index: usize, work: &mut dyn FnMut()| {
                        let start = Instant::now();
                        work();
                        times[index] += start.elapsed().as_secs_f64();
                    };
                    let viewer = Viewer::Seat(seat);
                    time(0, &mut || drop(black_box(game.view(viewer))));
                    let view = game.view(viewer);
                    time(1, &mut || bytes[0] += serde_json::to_string(&view).unwrap_or_default().len());
                    time(2, &mut || drop(black_box(session::offers(&*game))));
                    let offers = session::offers(&*game);
                    time(3, &mut || bytes[1] += serde_json::to_string(&offers).unwrap_or_default().len());
                    time(4, &mut || drop(black_box(game.closed())));
                    time(5, &mut || game.play(Some(seat), &word).unwrap_or_else(|error| panic!("{error}")));
                    count += 1;
                }
            }
        }
        let each = times.map(|seconds| seconds * 1e6 / f64::from(count));
        println!(
            "{:<9} view {:6.1} µs, as text {:6.1} µs {:6} B; \
             offers {:6.1} µs, as text {:6.1} µs {:6} B; closed {:7.1} µs; play {:5.1} µs",
            kind.info().key,
            each[0],
            each[1],
            bytes[0] / count as usize,
            each[2],
            each[3],
            bytes[1] / count as usize,
            each[4],
            each[5],
        );
    }
}

fn new_table(game: &str) -> protocol::NewTable {
    let device = |name: &str| serde_json::json!({ "kind": "device", "name": name });
    let seats = serde_json::json!([{ "kind": "me" }, device("Abe"), device("Bea"), device("Cleo")]);
    serde_json::from_value(serde_json::json!({ "game": game, "seats": seats }))
        .unwrap_or_else(|error| panic!("{error}"))
}

/// A table of four, all at one device, with its log.
struct Sitting {
    table: Table,
    seed: Seed,
    log: Vec<(i64, String)>,
    number: u64,
}

impl Sitting {
    fn start(game: &str) -> Sitting {
        let seed = Seed::from_number(1);
        let (table, carried) = Table::make("t", &who(), new_table(game), seed, None, 0).unwrap_or_else(|_| panic!());
        let mut sitting = Sitting { table, seed, log: carried.entries, number: 0 };
        sitting.act(&Command::Start);
        sitting
    }

    fn act(&mut self, command: &Command) {
        self.number += 1;
        let now = Now { at: 0, absent: &|_| None, away_before_vote: 0 };
        let carried = self.table.command(&who(), &self.number.to_string(), command, &now);
        self.log.extend(carried.unwrap_or_else(|refused| panic!("{refused:?}")).entries);
    }

    /// A random decision; `None` when the match is over.
    fn decide(&mut self, rng: &mut Fast, avoid: &str) -> Option<(Seat, Command)> {
        let seat = self.table.mover()?.seat();
        let words = self.table.game()?.legal();
        let tame: Vec<&String> = words.iter().filter(|word| !word.starts_with(avoid)).collect();
        let word = if tame.is_empty() { rng.pick(&words).clone() } else { (*rng.pick(&tame)).clone() };
        Some((seat, Command::Play { seen: self.table.version(), seat, word, then: Vec::new() }))
    }
}

fn who() -> Requester {
    Requester { id: "ada".to_owned(), name: "Ada".to_owned(), program: None }
}

/// What a decision costs with two followers.
fn tables() {
    for entry in catalog::GAMES {
        let game = entry.kind().info().key;
        let (mut seconds, mut bytes, mut count, mut rng) = ([0.0; 3], 0, 0u32, Fast::new(1));
        let mut shares = BTreeMap::<String, usize>::new();
        for _ in 0..10 {
            let mut sitting = Sitting::start(game);
            let readers = [vec![Seat::A, Seat::new(1)], vec![Seat::new(2), Seat::new(3)]].map(|yours| {
                let viewer = Viewer::Seat(yours[0]);
                session::Reader { yours, viewer }
            });
            for reader in &readers {
                sitting.table.follow_now(reader.viewer);
                sitting.table.state(reader, 0, &Presence::default());
            }
            while let Some((_, command)) = sitting.decide(&mut rng, "-") {
                let (since, began) = (sitting.table.version(), Instant::now());
                sitting.act(&command);
                let played = Instant::now();
                let told = readers
                    .each_ref()
                    .map(|reader| sitting.table.news(reader, since, 0, &Presence::default()))
                    .map(|news| news.unwrap_or_else(|| panic!("it is cached")).without_known());
                let made = Instant::now();
                told.iter().for_each(|news| weigh(news, &mut shares));
                let made_again = Instant::now();
                bytes += told.iter().map(|news| serde_json::to_string(news).unwrap_or_default().len()).sum::<usize>();
                let times = [(began, played), (played, made), (made_again, Instant::now())];
                for (sum, (from, to)) in seconds.iter_mut().zip(times) {
                    *sum += (to - from).as_secs_f64();
                }
                count += 1;
            }
        }
        let [play, news, text] = seconds.map(|seconds| seconds * 1e6 / f64::from(count));
        let bytes = bytes / count as usize;
        println!("{game:<9} a decision {play:6.1} µs, news for two {news:6.1} µs, as text {text:6.1} µs {bytes} B");
        let each = |(part, bytes): (&String, &usize)| format!("{part} {}", bytes / count as usize);
        println!("          of these bytes: {}", shares.iter().map(each).collect::<Vec<_>>().join(", "));
    }
}

/// Adds up the bytes of the parts of news.
fn weigh(news: &protocol::News, shares: &mut BTreeMap<String, usize>) {
    let mut add = |part: &str, json: &Json| *shares.entry(part.to_owned()).or_default() += json.to_string().len();
    let Ok(Json::Object(fields)) = serde_json::to_value(news) else { return };
    for (name, value) in &fields {
        match name.as_str() {
            "lines" => {
                for (name, value) in value.as_array().into_iter().flatten().filter_map(Json::as_object).flatten() {
                    add(&format!("line.{name}"), value);
                }
            }
            "game" => {
                value.as_object().into_iter().flatten().for_each(|(name, value)| add(&format!("game.{name}"), value));
            }
            _ => add(name, value),
        }
    }
}

/// A log of 5,000 steps, most of them taken back.
fn long() {
    let (mut sitting, mut rng, mut steps) = (Sitting::start("inka"), Fast::new(5), 0);
    while steps < 5_000 {
        let before = sitting.table.game().map_or(0, AnyMatch::steps);
        let Some((seat, command)) = sitting.decide(&mut rng, "take") else { break };
        sitting.act(&command);
        steps += sitting.table.game().map_or(0, AnyMatch::steps) - before;
        if before > 300 && sitting.table.game().is_some_and(|game| game.free_undo(seat) <= before) {
            sitting.act(&Command::Undo { seen: sitting.table.version(), seat, to: before });
        }
    }
    let begun = Instant::now();
    let table = Table::fold("t", sitting.seed, sitting.log.iter().map(|(at, body)| (*at, body.as_str())));
    let took = begun.elapsed().as_secs_f64() * 1e3;
    let entries = table.map_or(0, |table| table.version());
    println!("a log of {entries} entries, {steps} steps of Inka among them, is folded in {took:.1} ms");
}
