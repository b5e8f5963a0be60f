//! The bodies of the fuzz targets, over the committed corpus and over every prefix and many small changes of it.

use std::path::Path;

use engine::{Dice, Fast};

fn corpus(target: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(target);
    let files = std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let inputs: Vec<Vec<u8>> = files.map(|file| std::fs::read(file.unwrap().path()).unwrap()).collect();
    assert!(inputs.len() >= 3, "the corpus of {target} is too small");
    inputs
}

/// Runs a body over the corpus, its prefixes, and copies with bytes changed, removed and doubled.
fn bears(target: &str, body: fn(&[u8])) {
    let mut rng = Fast::new(11);
    for input in corpus(target) {
        body(&input);
        let stride = input.len() / 200 + 1;
        (0..input.len()).step_by(stride).for_each(|end| body(&input[..end]));
        for _ in 0..300 {
            let mut changed = input.clone();
            for _ in 0..=rng.below(3) {
                if changed.is_empty() {
                    break;
                }
                let at = rng.below(changed.len() as u32) as usize;
                match rng.below(3) {
                    0 => changed[at] = rng.below(256) as u8,
                    1 => drop(changed.remove(at)),
                    _ => changed.insert(at, changed[at]),
                }
            }
            body(&changed);
        }
    }
}

#[test]
fn records_bear_anything() {
    bears("record", testkit::fuzz::record);
}

#[test]
fn notation_bears_anything() {
    bears("notation", testkit::fuzz::notation);
}

#[test]
fn scenarios_bear_anything() {
    bears("scenario", testkit::fuzz::scenario);
}
