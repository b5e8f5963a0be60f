//! Every verb of every game has a scenario of why it is closed.

use std::path::Path;

#[test]
fn every_verb_has_a_scenario_of_its_reason() {
    for entry in catalog::GAMES {
        let info = entry.kind().info();
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../games/{}/tests/scenarios", info.key));
        let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
        let texts: Vec<String> =
            files.filter(|path| path.extension().is_some_and(|end| end == "scn")).map(read).collect();
        for verb in info.verbs {
            let line = format!("expect closed.{verb} = ");
            let reason = |line: &str| line.strip_prefix("open").is_none();
            let told = texts.iter().flat_map(|text| text.lines()).filter_map(|text| text.strip_prefix(&line));
            assert!(told.into_iter().any(reason), "{}: no scenario says why '{verb}' is closed", info.key);
        }
    }
}

fn read(path: std::path::PathBuf) -> String {
    std::fs::read_to_string(path).unwrap()
}
