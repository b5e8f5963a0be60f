//! Sets of cards as bits.
//!
//! Every kind of card owns a run of neighbouring bits, one per copy (its *slots*). Whoever holds k copies has the k
//! lowest of them set, so that equal holdings are equal bits whichever way the cards came.

/// Adds one card of the kind that owns the slots.
#[inline]
pub(crate) fn with(held: u128, slots: u128) -> u128 {
    let lowest = slots & slots.wrapping_neg();
    (held & !slots) | ((((held & slots) << 1) | lowest) & slots)
}

/// Removes one card of the kind that owns the slots.
#[inline]
pub(crate) fn without(held: u128, slots: u128) -> u128 {
    (held & !slots) | (((held & slots) >> 1) & slots)
}

/// The lowest bit that is set.
#[inline]
pub(crate) fn lowest(mask: u32) -> u32 {
    mask & mask.wrapping_neg()
}

/// The place of the `nth` bit that is set, counted from 0.
#[inline]
pub(crate) fn nth(mask: u128, nth: u32) -> usize {
    let low = mask as u64;
    let below = low.count_ones();
    if nth < below { nth_of_word(low, nth) } else { 64 + nth_of_word((mask >> 64) as u64, nth - below) }
}

#[inline]
fn nth_of_word(mut word: u64, mut nth: u32) -> usize {
    let mut at = 0;
    for width in [32, 16, 8, 4, 2, 1] {
        let low = word & ((1 << width) - 1);
        let below = low.count_ones();
        if nth < below {
            word = low;
        } else {
            nth -= below;
            word >>= width;
            at += width;
        }
    }
    at
}

/// The places of the bits that are set, from the lowest.
pub(crate) fn places(mut mask: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = mask.trailing_zeros() as usize;
        mask &= mask.wrapping_sub(1);
        (place < 128).then_some(place)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holdings_fill_from_the_lowest_slot() {
        let slots = 0b0111_0000;
        let two = with(with(1, slots), slots);
        assert_eq!(two, 0b0011_0001);
        assert_eq!(without(two, slots), 0b0001_0001);
        assert_eq!(without(1, slots), 1, "nothing there");
    }

    #[test]
    fn the_nth_bit_is_found_on_both_sides_of_a_word() {
        let mask: u128 = (1 << 3) | (1 << 63) | (1 << 64) | (1 << 78);
        assert_eq!([0, 1, 2, 3].map(|n| nth(mask, n)), [3, 63, 64, 78]);
        assert_eq!(places(mask).collect::<Vec<_>>(), [3, 63, 64, 78]);
        assert_eq!(places(0).count(), 0);
    }
}
