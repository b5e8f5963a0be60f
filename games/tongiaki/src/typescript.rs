//! View, events and parts as TypeScript (`web/types.ts`).

use ts_rs::{Config, TS};

/// The declarations of every type that the browser gets from this game.
pub fn typescript() -> String {
    let config = Config::default();
    let mut text = String::from("// Made by `cargo xtask codegen` from games/tongiaki; do not edit.\n");
    macro_rules! declare {
        ($($name:ty),* $(,)?) => {$(
            text.push_str("\nexport ");
            text.push_str(&<$name as TS>::decl(&config));
            text.push('\n');
        )*};
    }
    declare!(
        crate::Tile,
        crate::Island,
        crate::Beach,
        crate::Crew,
        crate::Open,
        crate::Diagram,
        crate::Stage,
        crate::By,
        crate::Event,
        crate::Parts,
        crate::parts::IslandPart,
        crate::parts::BeachPart,
        crate::parts::SeaPart,
        crate::parts::RoutePart,
    );
    // The generator leaves blanks at the ends of lines.
    text.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}
