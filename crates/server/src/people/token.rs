//! Tokens: random texts of which only the hash is stored.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest as _, Sha256};
use store::TokenHash;

/// Random bytes from the operating system.
pub fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the operating system gives randomness");
    bytes
}

/// Makes a token: the text for its owner, and the hash to store.
pub fn mint() -> (String, TokenHash) {
    let text = URL_SAFE_NO_PAD.encode(random::<32>());
    let hash = hash(&text);
    (text, hash)
}

/// The hash of a token.
pub fn hash(text: &str) -> TokenHash {
    Sha256::digest(text.as_bytes()).into()
}

/// Letters and digits that are not easily confused.
const LETTERS: &[u8; 32] = b"23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

/// Makes a recovery code: a hundred random bits in groups of five characters.
pub fn recovery_code() -> String {
    let letters = random::<20>().map(|byte| char::from(LETTERS[usize::from(byte) % 32]));
    letters.chunks(5).map(String::from_iter).collect::<Vec<_>>().join("-")
}

/// The hash of a recovery code, however it was typed.
pub fn recovery_hash(code: &str) -> String {
    let plain: String = code.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_uppercase()).collect();
    hex::encode(hash(&plain))
}

/// Whether two texts are equal, in a time that does not depend on where they differ.
pub fn same(one: &str, other: &str) -> bool {
    one.len() == other.len() && one.bytes().zip(other.bytes()).fold(0, |seen, (a, b)| seen | (a ^ b)) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_recovery_code_is_read_as_people_type_it() {
        let code = recovery_code();
        assert_eq!(code.len(), 23);
        let typed = code.to_lowercase().replace('-', " ");
        assert_eq!(recovery_hash(&code), recovery_hash(&typed));
        assert_ne!(recovery_hash(&code), recovery_hash(&recovery_code()));
    }

    #[test]
    fn tokens_are_long_and_never_the_same() {
        let (one, other) = (mint(), mint());
        assert!(one.0.len() >= 43 && one != other && hash(&one.0) == one.1);
        assert!(same("abc", "abc") && !same("abc", "abd") && !same("abc", "abcd"));
    }
}
