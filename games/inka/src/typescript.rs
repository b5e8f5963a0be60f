//! The view, the events and the components as TypeScript: `web/types.ts` is what this prints.

use ts_rs::{Config, TS};

/// The declarations of every type that a board in the browser gets.
pub fn typescript() -> String {
    let config = Config::default();
    let mut text = String::from(
        "// Made by `cargo run -p quipu-inka --features typescript --example typescript`; do not edit.\n\n\
         /** One of the four starts, which are also the exits. */\n\
         export type StartName = \"nw\" | \"ne\" | \"sw\" | \"se\";\n",
    );
    macro_rules! declare {
        ($($name:ty),* $(,)?) => {$(
            text.push_str("\nexport ");
            text.push_str(&<$name as TS>::decl(&config));
            text.push('\n');
        )*};
    }
    declare!(
        crate::view::Sent,
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
    );
    // No line ends in white space, whatever the derived text does.
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
