//! `quipu backup` and `quipu restore`: all data of a server, as one file.

use std::path::PathBuf;

use anstream::println;
use clap::Args;
use server::{admin, config};

use crate::admin::StoreArgs;
use crate::serve::runtime;
use crate::{Failure, Outcome};

fn failed(error: &dyn std::fmt::Display) -> Failure {
    Failure::Usage(error.to_string())
}

#[derive(Args)]
pub(crate) struct Backup {
    /// The file to create
    file: PathBuf,
    #[command(flatten)]
    store: StoreArgs,
}

impl Backup {
    pub(crate) fn run(self) -> Outcome {
        let backend = config::kept(&self.store.given()?).map_err(|error| failed(&error))?;
        runtime()?.block_on(admin::backup(&backend, &self.file)).map_err(|error| failed(&error))?;
        println!("{} is written; keep the server's secret.key as well, in another place", self.file.display());
        Ok(())
    }
}

#[derive(Args)]
pub(crate) struct Restore {
    /// The backup
    file: PathBuf,
    #[command(flatten)]
    store: StoreArgs,
}

impl Restore {
    pub(crate) fn run(self) -> Outcome {
        let backend = config::backend(&self.store.given()?).map_err(|error| failed(&error))?;
        runtime()?.block_on(admin::restore(&self.file, &backend)).map_err(|error| failed(&error))?;
        println!("{} is restored; start the server there", self.file.display());
        Ok(())
    }
}
