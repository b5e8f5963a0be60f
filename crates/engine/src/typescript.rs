//! Types for the client, as TypeScript. Types of the engine describe themselves, so that games need not.

use ts_rs::{Config, TS};

use crate::boxes::{BoxData, Boxed};
use crate::rule::Rule;
use crate::seat::Seat;

/// Puts the declarations of a file together, each exported, below what the file begins with.
pub fn typescript(head: &str, declarations: &[String]) -> String {
    let mut text = head.to_owned();
    for declaration in declarations {
        text.push_str("\nexport ");
        text.push_str(declaration);
        text.push('\n');
    }
    // ts-rs leaves blanks at the ends of lines.
    text.lines().flat_map(|line| [line.trim_end(), "\n"]).collect()
}

/// The text of a game's `web/types.ts`: what it begins with, then the types to declare.
#[macro_export]
macro_rules! typescript {
    ($head:expr; $($declared:ty),+ $(,)?) => {{
        let config = ::ts_rs::Config::default();
        $crate::typescript($head, &[$(<$declared as ::ts_rs::TS>::decl(&config)),+])
    }};
}

macro_rules! written_as_text {
    ($name:ty $(, $data:ident: $bound:ident)?) => {
        impl$(<$data: $bound>)? TS for $name {
            type WithoutGenerics = Self;
            type OptionInnerType = Self;

            fn name(_: &Config) -> String {
                "string".to_owned()
            }

            fn inline(config: &Config) -> String {
                Self::name(config)
            }
        }
    };
}
written_as_text!(Seat);
written_as_text!(Rule);
written_as_text!(Boxed<D>, D: BoxData);
