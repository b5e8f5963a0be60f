//! Seasons of three months, by the calendar of Greenwich.

use std::fmt;
use std::str::FromStr;

/// Three months: a year and a quarter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Season {
    year: i64,
    /// From 0.
    quarter: i64,
}

const DAY: i64 = 24 * 60 * 60 * 1000;

impl Season {
    /// The season of a moment, in Unix milliseconds.
    pub fn of(at: i64) -> Season {
        // The calendar is counted in eras of 400 years that begin in March, so that a leap day ends a year.
        let days = at.div_euclid(DAY) + 719_468;
        let (era, day) = (days.div_euclid(146_097), days.rem_euclid(146_097));
        let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
        let of_year = day - (365 * year + year / 4 - year / 100);
        let month = ((5 * of_year + 2) / 153 + 2) % 12;
        Season { year: era * 400 + year + i64::from(month < 2), quarter: month / 3 }
    }

    /// Its number in the store; 0 stands for all seasons.
    pub fn number(self) -> i64 {
        self.year * 4 + self.quarter
    }
}

impl fmt::Display for Season {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.year, self.quarter + 1)
    }
}

impl FromStr for Season {
    type Err = ();

    fn from_str(text: &str) -> Result<Season, ()> {
        let (year, quarter) = text.split_once('-').ok_or(())?;
        let (year, quarter) = (year.parse().map_err(|_| ())?, quarter.parse::<i64>().map_err(|_| ())?);
        if (1970..10_000).contains(&year) && (1..=4).contains(&quarter) {
            return Ok(Season { year, quarter: quarter - 1 });
        }
        Err(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_year_has_four() {
        for (at, name) in [
            (0, "1970-1"),
            (951_782_400_000, "2000-1"),
            (1_711_929_599_999, "2024-1"),
            (1_711_929_600_000, "2024-2"),
            (1_798_761_599_999, "2026-4"),
            (1_798_761_600_000, "2027-1"),
        ] {
            assert_eq!(Season::of(at).to_string(), name);
            assert_eq!(name.parse(), Ok(Season::of(at)));
        }
        assert!("2026-5".parse::<Season>().is_err() && "x".parse::<Season>().is_err());
        assert!(Season::of(0).number() > 0);
    }
}
