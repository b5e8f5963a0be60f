//! Positions told apart by a quick hash, and those seen so far.
//!
//! States hash field by field, which a cryptographic hash answers with microseconds; here a multiplication per field
//! does. Two positions taken for one cost a bot a line, never a wrong move.

use std::hash::{Hash, Hasher};

/// The hash of a position. The high bits of a field, such as a wide mask of cells, change few bits of a [`Quick`]; at
/// the end they are mixed into the others.
#[inline]
pub(crate) fn hash(position: &impl Hash) -> u64 {
    let mut quick = Quick::default();
    position.hash(&mut quick);
    let hash = quick.finish();
    let mixed = hash ^ hash >> 32;
    mixed.wrapping_mul(0xd6e8_feb8_6659_fd93) ^ mixed >> 29
}

/// A multiplication a field, in 64 bits everywhere (`rustc_hash` has the machine's own width): bots in a browser must
/// find the positions alike that bots of a server find alike, to play the same moves.
#[derive(Default)]
struct Quick(u64);

impl Quick {
    #[inline]
    fn add(&mut self, number: u64) {
        self.0 = self.0.wrapping_add(number).wrapping_mul(0xf135_7aea_2e62_a9c5);
    }
}

impl Hasher for Quick {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        let (eights, rest) = bytes.as_chunks();
        eights.iter().for_each(|eight| self.add(u64::from_le_bytes(*eight)));
        rest.iter().for_each(|byte| self.add(u64::from(*byte)));
    }

    #[inline]
    fn write_u8(&mut self, number: u8) {
        self.add(u64::from(number));
    }

    #[inline]
    fn write_u16(&mut self, number: u16) {
        self.add(u64::from(number));
    }

    #[inline]
    fn write_u32(&mut self, number: u32) {
        self.add(u64::from(number));
    }

    #[inline]
    fn write_u64(&mut self, number: u64) {
        self.add(number);
    }

    #[inline]
    fn write_u128(&mut self, number: u128) {
        self.add(number as u64);
        self.add((number >> 64) as u64);
    }

    #[inline]
    fn write_usize(&mut self, number: usize) {
        self.add(number as u64);
    }

    #[inline]
    fn write_isize(&mut self, number: isize) {
        self.add(number as i64 as u64);
    }

    #[inline]
    fn finish(&self) -> u64 {
        self.0.rotate_left(26)
    }
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

    #[test]
    fn it_is_the_same_on_every_machine() {
        let position = (1u8, 2u16, 3u32, 1u64 << 60, 1u128 << 100, 5usize, -6isize, [7u8; 21], Some("text"));
        assert_eq!(hash(&position), 0x37e8_0ef8_2ba1_bbc3);
    }
}
