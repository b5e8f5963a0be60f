//! The types of view, events and components that the game's board in the browser gets.

const HEAD: &str = "// Made by `cargo xtask codegen` from games/thebes; do not edit.\n";

/// The text of `web/types.ts`.
pub(crate) fn typescript() -> String {
    engine::typescript!(HEAD;
        crate::Region,
        crate::Looter,
        crate::Phase,
        crate::Seen,
        crate::view::WireView,
        crate::view::WireSeat,
        crate::view::WirePile,
        crate::distribution::Distribution,
        crate::view::Hand,
        crate::view::Whole,
        crate::Event,
        crate::Parts,
        crate::CardPart,
        crate::LevelPart,
        crate::FindPart,
        crate::PileParts,
        crate::ProfessorPart,
        crate::PermitsPart,
        crate::DigTables,
    )
}
