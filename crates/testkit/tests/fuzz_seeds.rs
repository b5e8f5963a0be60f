//! The bodies of the fuzz targets over their seeds: sound files and malformed ones, none of which may panic.

use std::fs;
use std::path::Path;

use testkit::fuzz;

/// Runs a target's body over each seed, and over each beginning of it, as if the file were cut off.
fn over_seeds(target: &str, body: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(target);
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut seeds = 0;
    for entry in entries {
        let seed = fs::read(entry.unwrap().path()).unwrap();
        (0..=seed.len()).for_each(|length| body(&seed[..length]));
        seeds += 1;
    }
    assert!(seeds > 5, "only {seeds} seeds in {}", folder.display());
}

#[test]
fn records_bear_any_bytes() {
    over_seeds("record", fuzz::record);
}

#[test]
fn words_bear_any_bytes() {
    over_seeds("notation", fuzz::notation);
}

#[test]
fn scenarios_bear_any_bytes() {
    over_seeds("scenario", fuzz::scenario);
}
