//! Writes the TypeScript types that are stale: `cargo xtask codegen`.
#![expect(clippy::print_stdout, reason = "it says what it wrote")]

use anyhow::Context as _;

fn main() -> anyhow::Result<()> {
    for made in codegen::made().iter().filter(|made| !made.is_fresh()) {
        std::fs::write(made.full_path(), &made.text).with_context(|| format!("cannot write {}", made.path))?;
        println!("{}", made.path);
    }
    Ok(())
}
