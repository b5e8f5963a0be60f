//! Prints the game's types as TypeScript.

#[expect(clippy::print_stdout, reason = "printing is all it does")]
fn main() {
    print!("{}", tongiaki::typescript());
}
