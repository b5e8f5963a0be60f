//! The types of view, events and components that the game's board in the browser gets.

const HEAD: &str = "// Made by `cargo xtask codegen` from games/tikal; do not edit.\n";

/// The text of `web/types.ts`.
pub(crate) fn typescript() -> String {
    engine::typescript!(HEAD;
        crate::Cell,
        crate::Tile,
        crate::Treasure,
        crate::Piece,
        crate::WireView,
        crate::Diagram,
        crate::PhaseDiagram,
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
    )
}
