//! The TypeScript types of the client, made from the Rust types: the protocol's, and those of every game with a board;
//! and what the engine prepares for the client.

mod prepare;

use std::path::{Path, PathBuf};

pub use prepare::{Prepared, prepared};

/// A file that is made from Rust types.
#[derive(Debug)]
pub struct Made {
    /// Where it lies below the project's folder.
    pub path: String,
    /// What it must say.
    pub text: String,
}

impl Made {
    /// Where it lies.
    pub fn full_path(&self) -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(&self.path)
    }

    /// Whether the file says what it must.
    pub fn is_fresh(&self) -> bool {
        std::fs::read_to_string(self.full_path()).is_ok_and(|text| text == self.text)
    }
}

/// Every file that is made from Rust types.
pub fn made() -> Vec<Made> {
    let protocol = Made { path: "web/src/generated/protocol.ts".to_owned(), text: protocol::typescript() };
    let types = catalog::GAMES.iter().filter_map(|entry| {
        let path = format!("games/{}/web/types.ts", entry.kind().info().key);
        Some(Made { path, text: entry.kind().typescript()? })
    });
    std::iter::once(protocol).chain(types).collect()
}
