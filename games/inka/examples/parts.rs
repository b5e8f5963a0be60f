//! Prints the components of the box as a client gets them.

use engine::{BoxData as _, Game as _};

#[expect(clippy::print_stdout, reason = "printing is all it does")]
fn main() {
    println!("{:#}", inka::Inka::parts(inka::Temple::shelf().standard()));
}
