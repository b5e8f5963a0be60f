//! Random draws: the match's reproducible streams, the fast generator of playouts, and exact picks.
//!
//! The derivation is part of the record format (`docs/record-format.md`): whoever knows the seed can recompute
//! every draw of a match in any language.

use std::fmt;
use std::str::FromStr;

use rand_chacha::ChaCha20Rng;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest as _, Sha256};

pub use rand_core::{Rng, SeedableRng};

use crate::game::Game;
use crate::notation::Notation as _;
use crate::seat::Seat;

/// Exact picks from a source of random bits.
pub trait Dice: Rng {
    /// A number below `bound`, each equally likely.
    ///
    /// Multiplies and rejects (Lemire), so that it is exact and almost never divides.
    fn below(&mut self, bound: u32) -> u32 {
        debug_assert!(bound > 0, "there is no number below 0");
        let mut product = u64::from(self.next_u32()) * u64::from(bound);
        if (product as u32) < bound {
            let threshold = bound.wrapping_neg() % bound;
            while (product as u32) < threshold {
                product = u64::from(self.next_u32()) * u64::from(bound);
            }
        }
        (product >> 32) as u32
    }

    /// One of the items, each equally likely.
    ///
    /// # Panics
    /// If there is none.
    fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len() as u32) as usize]
    }

    /// One of the items by its weight.
    ///
    /// # Panics
    /// If there is none, or the weights add up to 0 or beyond `u32`.
    fn weighted<'a, T>(&mut self, items: &'a [(T, u32)]) -> &'a T {
        let total: u32 = items.iter().map(|(_, weight)| weight).sum();
        at_weight(items, self.below(total))
    }

    /// Puts the items in an order, each equally likely.
    fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u32 + 1) as usize);
        }
    }
}

impl<R: Rng + ?Sized> Dice for R {}

/// The item in whose share of the summed weights `point` falls.
fn at_weight<T>(items: &[(T, u32)], mut point: u32) -> &T {
    for (item, weight) in items {
        if point < *weight {
            return item;
        }
        point -= weight;
    }
    unreachable!("a point lies below the sum of the weights")
}

/// The generator of playouts, bots and `quipu sim`: fast, and reproducible from its number.
#[derive(Clone, Debug)]
pub struct Fast(Xoshiro256PlusPlus);

impl Fast {
    /// Starts the stream of that number.
    pub fn new(number: u64) -> Fast {
        Fast(Xoshiro256PlusPlus::seed_from_u64(number))
    }

    /// Starts one of many independent streams of a number: one per game, thread or seat.
    pub fn stream(number: u64, stream: u64) -> Fast {
        Fast::new(number ^ stream.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }
}

impl rand_core::TryRng for Fast {
    type Error = std::convert::Infallible;

    #[inline]
    fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
        self.0.try_next_u32()
    }

    #[inline]
    fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
        self.0.try_next_u64()
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Self::Error> {
        self.0.try_fill_bytes(bytes)
    }
}

/// A SHA-256 digest, written `sha256:` and 64 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest([u8; 32]);

impl Digest {
    /// The digest of the parts, one after the other.
    pub fn of(parts: &[&[u8]]) -> Digest {
        let mut hash = Sha256::new();
        for part in parts {
            hash.update(part);
        }
        Digest(hash.finalize().into())
    }

    /// The digest of a text, the same whichever line ends it was saved with.
    pub fn of_text(text: &str) -> Digest {
        Digest::of(&[text.replace("\r\n", "\n").as_bytes()])
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "sha256:{}", hex::encode(self.0))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Digest {
    type Err = String;

    fn from_str(text: &str) -> Result<Digest, String> {
        text.strip_prefix("sha256:")
            .and_then(unhex)
            .map(Digest)
            .ok_or_else(|| "a hash is 'sha256:' and 64 hexadecimal digits".to_owned())
    }
}

impl Serialize for Digest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Digest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Digest, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// Reads 64 hexadecimal digits; only small letters, so that there is one form.
fn unhex(text: &str) -> Option<[u8; 32]> {
    let mut bytes = [0; 32];
    let small = !text.bytes().any(|letter| letter.is_ascii_uppercase());
    (small && hex::decode_to_slice(text, &mut bytes).is_ok()).then_some(bytes)
}

/// The secret of a match: 256 bits, from which every draw follows. It never enters a state.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Seed([u8; 32]);

impl Seed {
    /// Takes the 256 bits.
    pub const fn new(bits: [u8; 32]) -> Seed {
        Seed(bits)
    }

    /// A seed for tests and simulations, from a number.
    pub fn from_number(number: u64) -> Seed {
        Seed(Digest::of(&[b"quipu seed from number", &number.to_be_bytes()]).0)
    }

    /// What is published when the match starts: the hash that this seed will have to show.
    pub fn commitment(&self) -> Digest {
        Digest::of(&[&self.0])
    }

    /// The draws of the match: by the seed alone, or mixed with a nonce of every seat that gave one, so that
    /// who made the seed cannot have stacked it.
    pub fn draws(&self, nonces: &[(Seat, String)]) -> Draws {
        let mut hash = Sha256::new();
        hash.update(b"quipu match\n");
        hash.update(self.0);
        for (seat, nonce) in nonces {
            hash.update(format!("{seat}={nonce}\n").as_bytes());
        }
        Draws { key: hash.finalize().into() }
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        hex::encode(self.0).fmt(f)
    }
}

/// Debug output hides the bits: a seed in a log would give the match away.
impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed(…)")
    }
}

impl FromStr for Seed {
    type Err = String;

    fn from_str(text: &str) -> Result<Seed, String> {
        unhex(text).map(Seed).ok_or_else(|| "a seed is 64 hexadecimal digits".to_owned())
    }
}

/// The random streams of one match: one for each kind of draw and its count.
///
/// The k-th `tile` is the same draw whichever way the match came there, so that taking back a move gives no
/// second look at the stack.
#[derive(Clone)]
pub struct Draws {
    key: [u8; 32],
}

impl Draws {
    /// The stream of the `count`-th draw (from 0) of a kind: `ChaCha20` under a key of that kind, stream `count`.
    pub fn stream(&self, kind: &str, count: u64) -> ChaCha20Rng {
        let key = Digest::of(&[b"quipu draw\n", &self.key, kind.as_bytes()]);
        let mut stream = ChaCha20Rng::from_seed(key.0);
        stream.set_stream(count);
        stream
    }

    /// Draws a number below `total` by rejection: takes the first 64-bit word below the largest multiple of `total`,
    /// modulo `total`.
    pub fn number(&self, kind: &str, count: u64, total: u32) -> u32 {
        let mut stream = self.stream(kind, count);
        let total = u64::from(total);
        let beyond = u64::MAX - (u64::MAX % total + 1) % total;
        loop {
            let word = stream.next_u64();
            if word <= beyond {
                return (word % total) as u32;
            }
        }
    }

    /// Resolves the chance step that the game waits for: the drawn number falls into the share of one of the
    /// outcomes, laid end to end in their own order.
    pub fn resolve<G: Game>(&self, game: &G, count: u64) -> G::Chance {
        let mut outcomes = Vec::new();
        game.chances(&mut outcomes);
        let total = outcomes.iter().map(|(_, weight)| weight).sum();
        let kind = G::INFO.draws[outcomes[0].0.verb()];
        *at_weight(&outcomes, self.number(kind, count, total))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_test_vector_of_the_record_format_holds() {
        let seed = Seed::new([7; 32]);
        assert_eq!(
            seed.commitment().to_string(),
            "sha256:4bb06f8e4e3a7715d201d573d0aa423762e55dabd61a2c02278fa56cc6d294e0"
        );
        let plain = seed.draws(&[]);
        let mixed = seed.draws(&[(Seat::A, "salt".into()), (Seat::new(1), "pepper".into())]);
        let numbers = |draws: &Draws| [0, 1, 2].map(|count| draws.number("tile", count, 1000));
        assert_eq!(numbers(&plain), [142, 203, 806]);
        assert_eq!(numbers(&mixed), [339, 151, 751]);
        assert_eq!(plain.number("treasure", 0, 24), 1);
    }

    #[test]
    fn below_is_exact_for_awkward_bounds() {
        let mut dice = Fast::new(5);
        for bound in [1, 3, 7, 1 << 31, u32::MAX] {
            assert!((0..2000).all(|_| dice.below(bound) < bound));
        }
        let mut counts = [0u32; 3];
        (0..30_000).for_each(|_| counts[dice.below(3) as usize] += 1);
        assert!(counts.iter().all(|count| (9_600..10_400).contains(count)), "{counts:?}");
    }

    #[test]
    fn a_digest_and_a_seed_have_one_text_each() {
        let seed = Seed::from_number(1);
        assert_eq!(seed.to_string().parse(), Ok(seed));
        assert_eq!(format!("{seed:?}"), "Seed(…)");
        let digest = seed.commitment();
        assert_eq!(digest.to_string().parse(), Ok(digest));
        assert!(digest.to_string().to_uppercase().parse::<Digest>().is_err());
        assert_eq!(Digest::of_text("a\r\nb\n"), Digest::of_text("a\nb\n"));
    }
}
