//! The types in the tree are those that the Rust types give.

#[test]
fn the_types_of_the_client_are_fresh() {
    let made = codegen::made();
    assert!(made.len() > 4, "the protocol and the games with a board: {made:?}");
    let stale: Vec<_> = made.iter().filter(|made| !made.is_fresh()).map(|made| &made.path).collect();
    assert!(stale.is_empty(), "run `cargo xtask codegen`: {stale:?}");
}
