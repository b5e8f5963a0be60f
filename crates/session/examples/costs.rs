//! Measures what one position costs to tell: view, offers, closed verbs, lines.
#![expect(clippy::print_stdout, reason = "printing is all it does")]

use std::hint::black_box;
use std::time::Instant;

use engine::{Fast, Opening, ToAct, Viewer};

fn main() {
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
                    let eyes = Viewer::Seat(seat);
                    time(0, &mut || drop(black_box(game.view(eyes))));
                    let view = game.view(eyes);
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
            "{:<9} view {:6.1} µs, as text {:6.1} µs {:6} B; offers {:6.1} µs, as text {:6.1} µs {:6} B; closed {:7.1} µs; play {:5.1} µs",
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
