//! Positions told apart by a quick hash, and those seen so far.
//!
//! States hash field by field, which a cryptographic hash answers with microseconds; here a multiplication per field
//! does. Two positions taken for one cost a bot a line, never a wrong move.

use std::hash::{Hash, Hasher as _};

use rustc_hash::FxHasher;

/// The hash of a position. The high bits of a field, such as a wide mask of cells, change few bits of an [`FxHasher`];
/// at the end they are mixed into the others.
#[inline]
pub(crate) fn hash(position: &impl Hash) -> u64 {
    let mut quick = FxHasher::default();
    position.hash(&mut quick);
    let hash = quick.finish();
    let mixed = hash ^ hash >> 32;
    mixed.wrapping_mul(0xd6e8_feb8_6659_fd93) ^ mixed >> 29
}

/// A set of hashes that is emptied at no cost: an entry carries the number of the search it belongs to.
#[derive(Debug)]
pub(crate) struct Seen {
    slots: Vec<u64>,
    epoch: u64,
    held: usize,
}

const EPOCHS: u64 = 1 << 16;

impl Default for Seen {
    fn default() -> Seen {
        Seen { slots: vec![0; 1 << 12], epoch: 1, held: 0 }
    }
}

impl Seen {
    /// How many bytes it holds.
    pub(crate) fn bytes(&self) -> usize {
        self.slots.len() * size_of::<u64>()
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.held = 0;
        self.epoch += 1;
        if self.epoch == EPOCHS {
            self.epoch = 1;
            self.slots.fill(0);
        }
    }

    /// Adds a hash; whether it is new.
    #[inline]
    pub(crate) fn add(&mut self, hash: u64) -> bool {
        if 2 * self.held >= self.slots.len() {
            self.grow();
        }
        self.held += 1;
        self.place(hash & !(EPOCHS - 1))
    }

    #[inline]
    fn place(&mut self, key: u64) -> bool {
        let mask = self.slots.len() - 1;
        let entry = key | self.epoch;
        let mut at = (key >> 20) as usize & mask;
        while self.slots[at] & (EPOCHS - 1) == self.epoch {
            if self.slots[at] == entry {
                self.held -= 1;
                return false;
            }
            at = (at + 1) & mask;
        }
        self.slots[at] = entry;
        true
    }

    #[cold]
    fn grow(&mut self) {
        let larger = vec![0; 2 * self.slots.len()];
        let old = std::mem::replace(&mut self.slots, larger);
        let epoch = self.epoch;
        for slot in old.into_iter().filter(|slot| slot & (EPOCHS - 1) == epoch) {
            self.place(slot & !(EPOCHS - 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_seen_is_known_until_it_is_forgotten() {
        let mut seen = Seen::default();
        for round in 0..3 {
            for number in 0..20_000u64 {
                assert!(seen.add(hash(&number)), "round {round}, {number}");
            }
            assert!((0..20_000u64).all(|number| !seen.add(hash(&number))));
            seen.clear();
        }
    }

    #[test]
    fn fields_that_differ_hash_apart() {
        assert_ne!(hash(&[1u8, 2, 3]), hash(&[1u8, 3, 2]));
        assert_ne!(hash(&(Some(1u8), 2u32)), hash(&(None::<u8>, 2u32)));
    }
}
