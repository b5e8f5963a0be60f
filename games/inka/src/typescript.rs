//! The types of view, events and components that the game's board in the browser gets.

const HEAD: &str = "// Made by `cargo xtask codegen` from games/inka; do not edit.\n\n\
    /** One of the four starts, which are also the exits. */\n\
    export type StartName = \"nw\" | \"ne\" | \"sw\" | \"se\";\n";

/// The text of `web/types.ts`.
pub(crate) fn typescript() -> String {
    engine::typescript!(HEAD;
        crate::view::WireView,
        crate::Diagram,
        crate::Reached,
        crate::Event,
        crate::Parts,
        crate::CellPart,
        crate::Ground,
        crate::Sign,
        crate::MarkPart,
        crate::PrintPart,
        crate::RhombusPart,
    )
}
