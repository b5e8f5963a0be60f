//! Prints the view, the events and the components as TypeScript.

#[expect(clippy::print_stdout, reason = "printing is all it does")]
fn main() {
    print!("{}", inka::typescript());
}
