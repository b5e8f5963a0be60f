//! Exponential, logarithm and hyperbolic tangent, the same to the last bit on every machine: bots and reviews decide by
//! them, and a match must go the same way natively and in a browser. The standard library's are those of each system,
//! whose last bits differ; additions, multiplications and divisions, of which these are made, are the same everywhere.

use std::f64::consts::{FRAC_1_SQRT_2, LN_2, LOG2_E};

/// The logarithm of 2 in two parts: the first is short, so that its small multiples are exact.
const LN_2_PARTS: [f64; 2] = [f64::from_bits(0x3FE6_2E42_FEE0_0000), 1.908_214_929_270_587_7e-10];

/// How many bits of a number are behind its exponent, and what the exponent of 1 is written as.
const MANTISSA: u32 = 52;
const BIAS: i32 = 1023;

/// The exponential, to a few units of the last place.
#[must_use]
pub fn exp(of: f64) -> f64 {
    // Beyond this it is 0 or infinite, and the halves of the exponent below still have their place.
    let of = of.clamp(-800.0, 800.0);
    let twos = (of * LOG2_E + 0.5_f64.copysign(of)) as i32;
    let rest = of - f64::from(twos) * LN_2_PARTS[0] - f64::from(twos) * LN_2_PARTS[1];
    // 1 + rest (1 + rest / 2 (1 + rest / 3 (…))): what is left out is less than the last bit.
    let series = (1..=14).rev().fold(1.0, |series, at| 1.0 + rest * INVERSE[at] * series);
    let half = twos / 2;
    series * power_of_two(half) * power_of_two(twos - half)
}

/// One divided by each of the first numbers: the terms of the exponential's series.
const INVERSE: [f64; 15] = {
    let mut all = [1.0; 15];
    let mut at = 1;
    while at < all.len() {
        all[at] = 1.0 / at as f64;
        at += 1;
    }
    all
};

fn power_of_two(twos: i32) -> f64 {
    f64::from_bits(u64::from((twos + BIAS).unsigned_abs()) << MANTISSA)
}

/// The natural logarithm, nearly always the nearest number there is.
#[must_use]
pub fn ln(of: f32) -> f32 {
    if of == 0.0 {
        return f32::NEG_INFINITY;
    }
    if of.is_nan() || of < 0.0 {
        return f32::NAN;
    }
    if of.is_infinite() {
        return of;
    }
    // A power of two, and a part between the root of a half and that of two.
    let bits = f64::from(of).to_bits();
    let twos = bits.cast_signed().wrapping_sub(FRAC_1_SQRT_2.to_bits().cast_signed()) >> MANTISSA;
    let part = f64::from_bits(bits.wrapping_sub(twos.cast_unsigned() << MANTISSA));
    // ln part = 2 (s + s³/3 + s⁵/5 + …) with s = (part - 1) / (part + 1).
    let s = (part - 1.0) / (part + 1.0);
    let square = s * s;
    let tail = 1.0 / 7.0 + square * (1.0 / 9.0 + square * (1.0 / 11.0 + square * (1.0 / 13.0)));
    let series = 1.0 + square * (1.0 / 3.0 + square * (1.0 / 5.0 + square * tail));
    (twos as f64 * LN_2 + 2.0 * s * series) as f32
}

/// The hyperbolic tangent, nearly always the nearest number there is.
#[must_use]
pub fn tanh(of: f32) -> f32 {
    let size = f64::from(of.abs());
    // Close to 0 the difference below would lose its digits.
    if size < 1e-4 {
        return (size - size * size * size / 3.0).copysign(f64::from(of)) as f32;
    }
    let small = exp(-2.0 * size);
    ((1.0 - small) / (1.0 + small)).copysign(f64::from(of)) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many numbers lie between two.
    fn between(one: f32, other: f32) -> u64 {
        let place = |number: f32| {
            let bits = i64::from(number.to_bits() & 0x7FFF_FFFF);
            if number.is_sign_negative() { -bits } else { bits }
        };
        place(one).abs_diff(place(other))
    }

    /// Numbers of all sizes, from the least to the largest.
    fn all_sizes() -> impl Iterator<Item = f32> {
        (1..0x7F80_0000_u32).step_by(9973).map(f32::from_bits)
    }

    #[test]
    fn the_exponential_is_right_to_a_few_units_of_the_last_place() {
        for step in -70_000..=70_000 {
            let of = f64::from(step) / 100.0 + 0.001_234_567;
            let (own, right) = (exp(of), of.exp());
            assert!((own - right).abs() <= 4.0 * f64::EPSILON * right, "{of}: {own} and {right}");
        }
        assert_eq!((exp(0.0), exp(-1e4), exp(1e4)), (1.0, 0.0, f64::INFINITY));
        assert!(exp(f64::NAN).is_nan());
    }

    #[test]
    fn the_logarithm_is_the_nearest_number_or_its_neighbour() {
        for of in all_sizes().chain((1..10_000_u16).map(f32::from)) {
            let right = f64::from(of).ln() as f32;
            assert!(between(ln(of), right) <= 1, "{of}: {} and {right}", ln(of));
        }
        assert_eq!((ln(1.0), ln(0.0), ln(f32::INFINITY)), (0.0, f32::NEG_INFINITY, f32::INFINITY));
        assert!(ln(-1.0).is_nan() && ln(f32::NAN).is_nan());
    }

    #[test]
    fn the_hyperbolic_tangent_is_the_nearest_number_or_its_neighbour() {
        for size in all_sizes().chain((1..10_000_u16).map(|step| f32::from(step) / 1000.0)) {
            for of in [size, -size] {
                let right = f64::from(of).tanh() as f32;
                assert!(between(tanh(of), right) <= 1, "{of}: {} and {right}", tanh(of));
            }
        }
        assert_eq!((tanh(0.0), tanh(f32::INFINITY), tanh(f32::NEG_INFINITY)), (0.0, 1.0, -1.0));
        assert!(tanh(f32::NAN).is_nan());
    }

    /// Each of these was computed once; another machine must come to the same bits.
    #[test]
    fn the_bits_are_the_same_everywhere() {
        let mut digest = 0_u64;
        let mut add = |bits: u64| digest = (digest ^ bits).wrapping_mul(0x0100_0000_01B3).rotate_left(17);
        for step in 1..2000_u16 {
            let of = f32::from(step) / 37.0;
            add(exp(f64::from(of) - 27.0).to_bits());
            add(u64::from(ln(of).to_bits()));
            add(u64::from(tanh(of - 27.0).to_bits()));
        }
        assert_eq!(digest, 0xe6fa_d005_6526_29a7, "{digest:#018x}");
    }
}
