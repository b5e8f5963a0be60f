//! The native twin of the WebAssembly module: reads a request a line, writes its answer a line. Tests compare the two
//! byte by byte, and `cargo xtask web-bench` their speed.

use std::io::{BufRead as _, Write as _};
use std::sync::OnceLock;
use std::time::Instant;

use quipu_wasm::Host;

fn clock() -> f64 {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed().as_secs_f64() * 1000.0
}

fn main() -> std::io::Result<()> {
    let mut host = Host::new(clock);
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        out.write_all(&host.answer(line?.as_bytes()))?;
        out.write_all(b"\n")?;
        out.flush()?;
    }
    Ok(())
}
