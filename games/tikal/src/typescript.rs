//! The view, the events and the components as TypeScript: `web/types.ts` is what this prints.

use ts_rs::{Config, TS};

/// The declarations of every type that a board in the browser gets.
pub fn typescript() -> String {
    let config = Config::default();
    let mut text = String::from(
        "// Made by `cargo run -p quipu-tikal --features typescript --example typescript`; do not edit.\n",
    );
    macro_rules! declare {
        ($($name:ty),* $(,)?) => {$(
            text.push_str("\nexport ");
            text.push_str(&<$name as TS>::decl(&config));
            text.push('\n');
        )*};
    }
    declare!(
        crate::Cell,
        crate::Tile,
        crate::Treasure,
        crate::Piece,
        crate::Shown,
        crate::Diagram,
        crate::Stage,
        crate::Occasion,
        crate::PlayerDiagram,
        crate::Guarding,
        crate::Due,
        crate::RoundDiagram,
        crate::Event,
        crate::Section,
        crate::Item,
        crate::Parts,
        crate::TilePart,
        crate::Ground,
    );
    // The declarations end lines with blanks, which our own checks refuse.
    text.lines().flat_map(|line| [line.trim_end(), "\n"]).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_file_of_the_client_is_fresh() {
        let file = include_str!("../web/types.ts");
        assert!(file == super::typescript(), "web/types.ts is not what `typescript` prints: print it again");
    }
}
