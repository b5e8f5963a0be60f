//! Passwords: hashed with argon2id, off the async threads, a few at a time.

use std::sync::Arc;

use argon2::Argon2;
use argon2::password_hash::{PasswordHasher as _, PasswordVerifier as _, phc::PasswordHash};
use protocol::RefusalCode;
use tokio::sync::Semaphore;

use crate::Refused;

/// The fewest characters of a password.
pub const LEAST: usize = 8;

/// The most bytes of a password; more would only take time.
const MOST: usize = 256;

/// How many hashes are computed at once; each takes a core and 19 MB.
const AT_ONCE: usize = 2;

/// How many may wait.
const WAITING: usize = 64;

/// Hashes and verifies passwords.
#[derive(Clone)]
pub struct Passwords {
    turns: Arc<Semaphore>,
    queue: Arc<Semaphore>,
    /// The hash of an unknown password, to verify against for unknown names.
    nobodys: Arc<str>,
}

impl Passwords {
    /// A new hasher.
    pub fn new() -> Passwords {
        let nobodys = hashed(&super::token::mint().0).unwrap_or_default();
        Passwords {
            turns: Arc::new(Semaphore::new(AT_ONCE)),
            queue: Arc::new(Semaphore::new(AT_ONCE + WAITING)),
            nobodys: nobodys.into(),
        }
    }

    /// The hash of a password. Refuses passwords that are too short or too long.
    pub async fn hash(&self, password: String) -> Result<String, Refused> {
        let letters = password.chars().count();
        if letters < LEAST || password.len() > MOST {
            let text = format!("a password has at least {LEAST} characters and at most {MOST}");
            return Err(Refused::new(RefusalCode::Malformed, "password_length", text));
        }
        let hash = self.reckon(move || hashed(&password)).await?;
        let failed = "the server cannot hash the password; try again";
        hash.ok_or_else(|| Refused::new(RefusalCode::Unavailable, "unavailable", failed))
    }

    /// Whether a password matches a hash. Without a hash it takes as long, and the answer is no.
    pub async fn verify(&self, password: String, kept: Option<String>) -> Result<bool, Refused> {
        let (known, against) = (kept.is_some(), kept.unwrap_or_else(|| self.nobodys.to_string()));
        let right = self.reckon(move || {
            let password = if password.len() > MOST { "" } else { &password };
            let kept = PasswordHash::new(&against);
            kept.is_ok_and(|kept| Argon2::default().verify_password(password.as_bytes(), &kept).is_ok())
        });
        Ok(right.await? && known)
    }

    async fn reckon<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Refused> {
        let busy = || Refused::new(RefusalCode::Limit, "busy", "too many people are logging in; try again in a while");
        let queued = self.queue.clone().try_acquire_owned().map_err(|_| busy())?;
        let turn = self.turns.clone().acquire_owned().await.map_err(|_| busy())?;
        // The permits move along, so that a caller who hangs up does not free a core that is still busy.
        let done = tokio::task::spawn_blocking(move || {
            let done = work();
            drop((turn, queued));
            done
        });
        done.await.map_err(|_| busy())
    }
}

impl Default for Passwords {
    fn default() -> Passwords {
        Passwords::new()
    }
}

fn hashed(password: &str) -> Option<String> {
    Argon2::default().hash_password(password.as_bytes()).ok().map(|hash| hash.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_password_is_known_by_its_hash_alone() {
        let passwords = Passwords::new();
        let hash = passwords.hash("correct horse".to_owned()).await.expect("a good password");
        assert!(hash.starts_with("$argon2id$"), "{hash}");
        let verify = |word: &str, kept: Option<&str>| passwords.verify(word.to_owned(), kept.map(str::to_owned));
        assert!(verify("correct horse", Some(&hash)).await.expect("in time"));
        assert!(!verify("correct mouse", Some(&hash)).await.expect("in time"));
        assert!(!verify("correct horse", None).await.expect("in time"));
        assert!(!verify("correct horse", Some("nonsense")).await.expect("in time"));
    }

    #[tokio::test]
    async fn short_passwords_are_refused() {
        let refused = Passwords::new().hash("seven77".to_owned()).await.expect_err("too short");
        assert_eq!(refused.refusal.reason.key.as_deref(), Some("password_length"));
    }
}
