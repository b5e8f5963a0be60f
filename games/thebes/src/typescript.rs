//! View, events and parts as TypeScript; the client keeps the output in `web/types.ts`.

use ts_rs::{Config, TS};

/// The declarations of everything that the client gets from this game.
pub fn typescript() -> String {
    let config = Config::default();
    let mut text = String::from(
        "// Made by `cargo run -p quipu-thebes --features typescript --example typescript`; do not edit.\n",
    );
    macro_rules! declare {
        ($($name:ty),* $(,)?) => {$(
            text.push_str("\nexport ");
            text.push_str(&<$name as TS>::decl(&config));
            text.push('\n');
        )*};
    }
    declare!(
        crate::Region,
        crate::Looter,
        crate::Phase,
        crate::Seen,
        crate::view::Page,
        crate::view::SeatPage,
        crate::view::PilePage,
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
    );
    // Documented fields leave blanks behind their braces.
    text.lines().flat_map(|line| [line.trim_end(), "\n"]).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_client_has_the_newest_types() {
        let kept = include_str!("../web/types.ts");
        assert_eq!(super::typescript(), kept, "run the example `typescript` and keep its output in web/types.ts");
    }
}
