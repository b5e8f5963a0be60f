//! The types of view, events and components that the game's board in the browser gets.

const HEAD: &str = "// Made by `cargo xtask codegen` from games/tongiaki; do not edit.\n";

/// The text of `web/types.ts`.
pub(crate) fn typescript() -> String {
    engine::typescript!(HEAD;
        crate::Tile,
        crate::Island,
        crate::Beach,
        crate::Crew,
        crate::WireView,
        crate::Diagram,
        crate::PhaseDiagram,
        crate::By,
        crate::Event,
        crate::Parts,
        crate::parts::IslandPart,
        crate::parts::BeachPart,
        crate::parts::SeaPart,
        crate::parts::RoutePart,
    )
}
