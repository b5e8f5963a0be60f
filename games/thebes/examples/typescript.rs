//! Prints the TypeScript types of view, events and parts; with `parts` behind it the parts of the box as JSON.

#[expect(clippy::print_stdout, reason = "that is what it is for")]
fn main() {
    if std::env::args().nth(1).as_deref() == Some("parts") {
        use engine::BoxData as _;
        let parts = thebes::Parts::of(thebes::ThebesBox::shelf().standard().data());
        println!("{}", serde_json::to_string_pretty(&parts).unwrap_or_default());
    } else {
        print!("{}", thebes::typescript());
    }
}
