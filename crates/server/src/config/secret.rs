//! The key that signs cookies, and from which other keys are derived.

use std::fmt;
use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};

use super::{Given, Misconfigured, folder};

/// The fewest characters of a key.
const LEAST: usize = 32;

/// A key. It is never printed.
#[derive(Clone)]
pub struct Secret([u8; 32]);

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

impl Secret {
    /// Makes a key from a text.
    pub fn of(text: &str) -> Secret {
        Secret(Sha256::digest(text.trim().as_bytes()).into())
    }

    /// Finds the key: the given one, or that of the file, which is created if it is missing.
    pub(crate) fn find(given: &Given) -> Result<Secret, Misconfigured> {
        let short = |what: &dyn fmt::Display| {
            Misconfigured::new(
                what,
                format!("a key has at least {LEAST} characters"),
                "'openssl rand -hex 32' makes one",
            )
        };
        if let Some(text) = &given.secret {
            return if text.trim().len() < LEAST { Err(short(&"--secret")) } else { Ok(Secret::of(text)) };
        }
        let file = given.secret_file.clone().unwrap_or_else(|| folder(given).join("secret.key"));
        let text = read_or_make(&file).map_err(|error| {
            let what = format!("--secret-file {}", file.display());
            Misconfigured::new(what, error, "let the server read the file, or write to its folder")
        })?;
        if text.trim().len() < LEAST {
            return Err(short(&format!("--secret-file {}", file.display())));
        }
        Ok(Secret::of(&text))
    }

    /// A key for one purpose, which reveals nothing about the others.
    pub fn derived(&self, purpose: &str) -> [u8; 32] {
        Sha256::new().chain_update(self.0).chain_update(purpose).finalize().into()
    }
}

fn read_or_make(file: &Path) -> std::io::Result<String> {
    match fs::read_to_string(file) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
        other => return other,
    }
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(std::io::Error::other)?;
    let text = hex::encode(bytes);
    // Written to a temporary file and then linked: two servers that start at once read the same key, and never half of
    // it.
    let aside = PathBuf::from(format!("{}.{}", file.display(), std::process::id()));
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut out = options.open(&aside)?;
    out.write_all(text.as_bytes()).and_then(|()| out.sync_all())?;
    let linked = fs::hard_link(&aside, file);
    fs::remove_file(&aside)?;
    match linked {
        Err(error) if error.kind() != std::io::ErrorKind::AlreadyExists => Err(error),
        _ => fs::read_to_string(file),
    }
}
