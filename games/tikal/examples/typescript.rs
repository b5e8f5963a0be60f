//! Prints the types of the board in the browser: `web/types.ts`.
#![expect(clippy::print_stdout, reason = "printing is all it does")]

fn main() {
    print!("{}", tikal::typescript());
}
