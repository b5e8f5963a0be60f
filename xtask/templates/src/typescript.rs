//! The types of view, events and components that the game's board in the browser gets.

const HEAD: &str = "// Made by `cargo xtask codegen`; do not edit.\n";

/// The text of `web/types.ts`.
pub(crate) fn typescript() -> String {
    engine::typescript!(HEAD; crate::__Name__, crate::Phase, crate::Event, crate::Parts)
}
