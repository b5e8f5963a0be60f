//! `quipu completions` and `quipu man`: the commands as shells and `man` read them.

use std::fs;
use std::io::{self, Write as _};
use std::path::PathBuf;

use anstream::println;
use clap::{Args, CommandFactory as _};
use clap_complete::Shell;

use crate::{Failure, Outcome, Quipu};

const HELP: &str = "\
Bash:  quipu completions bash > ~/.local/share/bash-completion/completions/quipu
Zsh:   quipu completions zsh > a file _quipu in a folder of $fpath
Fish:  quipu completions fish > ~/.config/fish/completions/quipu.fish";

#[derive(Args)]
#[command(after_help = HELP)]
pub(crate) struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    pub(crate) fn run(self) -> Outcome {
        let mut text = Vec::new();
        clap_complete::generate(self.shell, &mut Quipu::command(), "quipu", &mut text);
        let written = io::stdout().write_all(&text).and_then(|()| io::stdout().flush());
        written.map_err(|error| Failure::Usage(format!("cannot print: {error}")))
    }
}

#[derive(Args)]
pub(crate) struct Man {
    /// The folder, which is made if it is missing
    folder: PathBuf,
}

impl Man {
    pub(crate) fn run(self) -> Outcome {
        let made = fs::create_dir_all(&self.folder);
        let written = made.and_then(|()| clap_mangen::generate_to(Quipu::command(), &self.folder));
        written.map_err(|error| Failure::Usage(format!("cannot write into {}: {error}", self.folder.display())))?;
        println!("{} has the man pages; 'man -l {}/quipu.1' shows one", self.folder.display(), self.folder.display());
        Ok(())
    }
}
