//! `quipu serve`: a server for people in browsers.

use std::path::PathBuf;

use anstream::print;
use clap::Args;
use server::{Config, Given, start};

use crate::{Failure, Outcome};

const HELP: &str = "\
Every option can be given as a flag, in the environment (QUIPU_…) or in quipu.toml; flags come first, the file last.
In the file, write the names without the leading dashes:
  listen = \"127.0.0.1:7777\"
  public-url = \"https://games.example.org\"
  trusted-proxies = [\"127.0.0.1/32\"]

Try it:   quipu serve
At home:  quipu serve --lan
For all:  quipu serve --public-url https://games.example.org --trusted-proxies 127.0.0.1/32 (see docs/self-hosting.md)";

#[derive(Args)]
#[command(after_help = HELP)]
pub(crate) struct Serve {
    /// Read options from this file [default: quipu.toml, if it exists]
    #[arg(long, env = "QUIPU_CONFIG", value_name = "FILE")]
    config: Option<PathBuf>,
    /// Open the page in a browser once the server is up
    #[arg(long)]
    open: bool,
    /// The command that plays in the terminal: another one for who builds from the sources and has no `quipu` at hand
    #[arg(long, value_name = "COMMAND", default_value = "quipu play", hide = true)]
    terminal: String,
    #[command(flatten)]
    given: Given,
}

impl Serve {
    pub(crate) fn run(self) -> Outcome {
        let config =
            Config::read(self.given, self.config.as_deref()).map_err(|error| Failure::Usage(error.to_string()))?;
        server::log::write_to(&config, std::io::stderr).map_err(|error| Failure::Usage(error.to_string()))?;
        runtime()?.block_on(serve(config, self.open, &self.terminal))
    }
}

/// The async runtime.
pub(crate) fn runtime() -> Result<tokio::runtime::Runtime, Failure> {
    let failed = |error| Failure::Usage(format!("cannot start threads: {error}"));
    tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(failed)
}

async fn serve(config: Config, open: bool, terminal: &str) -> Outcome {
    let unheard = |error| Failure::Usage(format!("cannot listen for signals: {error}"));
    let asked_to_stop = start::asked_to_stop().map_err(unheard)?;
    let running = server::start(config).await.map_err(|error| Failure::Usage(error.to_string()))?;
    print!("{}", start::greeting(running.app(), running.address, terminal));
    if open {
        open_page(&format!("http://{}/", running.address));
    }
    let why = asked_to_stop.await;
    tracing::info!(why, "the server stops");
    running.stop().await;
    Ok(())
}

/// Opens a page in the system's browser. If there is none, the address is in the terminal.
fn open_page(address: &str) {
    let programs: &[&str] = if cfg!(target_os = "macos") {
        &["open"]
    } else if cfg!(windows) {
        &["explorer"]
    } else {
        &["xdg-open", "sensible-browser"]
    };
    let silent = std::process::Stdio::null;
    let opens = |program: &&str| {
        let started = std::process::Command::new(program).arg(address).stdout(silent()).stderr(silent()).spawn();
        started.is_ok()
    };
    if !programs.iter().any(opens) {
        tracing::info!(address, "no browser was found; open the page yourself");
    }
}
