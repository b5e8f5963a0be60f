//! Prints the protocol as TypeScript.

#[expect(clippy::print_stdout, reason = "printing is all it does")]
fn main() {
    print!("{}", protocol::typescript());
}
