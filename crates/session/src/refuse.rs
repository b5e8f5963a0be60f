//! Shorthands for refusals.

use protocol::{Reason, Refusal, RefusalCode};

/// A refusal with the key by which clients translate it, and the English text.
pub fn refusal(code: RefusalCode, key: &str, text: impl Into<String>) -> Refusal {
    let reason = Reason { rule: None, key: Some(key.to_owned()), values: None, text: text.into() };
    Refusal::new(code, reason)
}

/// The same as an error.
pub fn refuse<T>(code: RefusalCode, key: &str, text: impl Into<String>) -> Result<T, Refusal> {
    Err(refusal(code, key, text))
}
