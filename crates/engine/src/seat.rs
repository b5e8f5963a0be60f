//! Seats at the table, maps over them, and who is looking.

use std::fmt;
use std::ops::{Index, IndexMut};
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The most seats any game may have: the letters A to F.
pub const MOST_SEATS: usize = 6;

/// A place at the table, written as a letter A to F in clockwise order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Seat(u8);

impl Seat {
    /// The first seat, A.
    pub const A: Seat = Seat(0);

    /// Names the seat at `index`, counted from 0.
    ///
    /// # Panics
    /// If `index` is 6 or more: no table is that long.
    pub const fn new(index: usize) -> Seat {
        assert!(index < MOST_SEATS, "a seat is one of A to F");
        Seat(index as u8)
    }

    /// Reads a seat's letter.
    pub const fn from_letter(letter: char) -> Option<Seat> {
        match letter {
            'A'..='F' => Some(Seat(letter as u8 - b'A')),
            _ => None,
        }
    }

    /// The seat's place in table order, counted from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The seat's letter.
    pub const fn letter(self) -> char {
        (b'A' + self.0) as char
    }

    /// All seats of a table, in order.
    pub fn all(seats: usize) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator + Clone {
        (0..seats.min(MOST_SEATS) as u8).map(Seat)
    }

    /// The next seat clockwise at a table of that many seats.
    #[must_use]
    pub const fn next(self, seats: usize) -> Seat {
        let after = self.0 + 1;
        Seat(if after as usize >= seats { 0 } else { after })
    }

    /// All seats clockwise, starting with this one.
    pub fn round(self, seats: usize) -> impl Iterator<Item = Seat> + Clone {
        (0..seats).map(move |step| Seat(((self.index() + step) % seats) as u8))
    }

    /// How many steps clockwise `other` sits from this seat.
    pub const fn distance(self, other: Seat, seats: usize) -> usize {
        (other.index() + seats - self.index()) % seats
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Write::write_char(f, self.letter())
    }
}

/// A text that is no seat's letter.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a seat, seats are the letters A to F")]
pub struct NotASeat(pub String);

impl FromStr for Seat {
    type Err = NotASeat;

    fn from_str(text: &str) -> Result<Seat, NotASeat> {
        let mut letters = text.chars();
        match (letters.next().and_then(Seat::from_letter), letters.next()) {
            (Some(seat), None) => Ok(seat),
            _ => Err(NotASeat(text.chars().take(20).collect())),
        }
    }
}

impl Serialize for Seat {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_char(self.letter())
    }
}

impl<'de> Deserialize<'de> for Seat {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Seat, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// A value for every seat of a table, and for no other.
///
/// `MAX` is the most seats that the game allows; what lies behind the table's last seat is kept at its
/// default, so that equal tables are equal values. Written to JSON as a map from letters.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct BySeat<T, const MAX: usize> {
    seats: u8,
    of: [T; MAX],
}

impl<T: Copy + Default, const MAX: usize> BySeat<T, MAX> {
    /// Gives every seat of the table the value that `value` computes for it.
    pub fn from_fn(seats: usize, mut value: impl FnMut(Seat) -> T) -> Self {
        let mut of = [T::default(); MAX];
        for seat in Seat::all(seats) {
            of[seat.index()] = value(seat);
        }
        BySeat { seats: seats as u8, of }
    }

    /// Gives every seat of the table the same value.
    pub fn all(seats: usize, value: T) -> Self {
        Self::from_fn(seats, |_| value)
    }
}

impl<T, const MAX: usize> BySeat<T, MAX> {
    /// How many seats the table has.
    pub const fn len(&self) -> usize {
        self.seats as usize
    }

    /// A table is never empty; here because a `len` without it surprises.
    pub const fn is_empty(&self) -> bool {
        self.seats == 0
    }

    /// The seats with their values, in table order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (Seat, &T)> {
        Seat::all(self.len()).map(|seat| (seat, &self.of[seat.index()]))
    }

    /// The values in table order.
    pub fn values(&self) -> std::slice::Iter<'_, T> {
        self.of[..self.seats as usize].iter()
    }

    /// The values in table order, to be changed.
    pub fn values_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.of[..self.seats as usize].iter_mut()
    }
}

impl<T, const MAX: usize> Index<Seat> for BySeat<T, MAX> {
    type Output = T;
    fn index(&self, seat: Seat) -> &T {
        &self.of[seat.index()]
    }
}

impl<T, const MAX: usize> IndexMut<Seat> for BySeat<T, MAX> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.of[seat.index()]
    }
}

impl<T: fmt::Debug, const MAX: usize> fmt::Debug for BySeat<T, MAX> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

impl<T: Serialize, const MAX: usize> Serialize for BySeat<T, MAX> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

impl<'de, T: Deserialize<'de> + Copy + Default, const MAX: usize> Deserialize<'de> for BySeat<T, MAX> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let map = std::collections::BTreeMap::<Seat, T>::deserialize(deserializer)?;
        if map.len() > MAX || map.keys().enumerate().any(|(index, seat)| seat.index() != index) {
            return Err(serde::de::Error::custom("seats must be A, B, … without a gap"));
        }
        Ok(Self::from_fn(map.len(), |seat| map[&seat]))
    }
}

/// Who is looking at the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Viewer {
    /// A player, who sees what is open and what is their own.
    Seat(Seat),
    /// Somebody beside the table, who sees only what is open.
    Spectator,
    /// Sees everything: the reader of the record once the match is over. Nobody is given this viewer before.
    All,
}

impl Viewer {
    /// Every viewer of a table.
    pub fn every(seats: usize) -> impl Iterator<Item = Viewer> {
        Seat::all(seats).map(Viewer::Seat).chain([Viewer::Spectator, Viewer::All])
    }

    /// Whether what belongs to `seat` alone is open to this viewer.
    pub fn is(self, seat: Seat) -> bool {
        self == Viewer::Seat(seat) || self == Viewer::All
    }
}

impl FromStr for Viewer {
    type Err = String;

    fn from_str(text: &str) -> Result<Viewer, String> {
        match text {
            "spectator" => Ok(Viewer::Spectator),
            "all" => Ok(Viewer::All),
            _ => text
                .parse()
                .map(Viewer::Seat)
                .map_err(|_: NotASeat| format!("'{text}' is not a viewer: use a seat's letter, 'spectator' or 'all'")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_go_round_the_table() {
        let b = Seat::new(1);
        assert_eq!(b.round(3).map(Seat::letter).collect::<String>(), "BCA");
        assert_eq!(Seat::new(2).next(3), Seat::A);
        assert_eq!(Seat::new(2).distance(b, 3), 2);
    }

    #[test]
    fn only_letters_a_to_f_are_seats() {
        assert_eq!("F".parse(), Ok(Seat::new(5)));
        for bad in ["", "G", "a", "AB", "1"] {
            assert!(bad.parse::<Seat>().is_err(), "{bad}");
        }
    }

    #[test]
    fn a_map_by_seat_is_json_by_letter_and_back() {
        let map: BySeat<u8, 4> = BySeat::from_fn(3, |seat| seat.index() as u8 * 10);
        let json = serde_json::to_string(&map).unwrap();
        assert_eq!(json, r#"{"A":0,"B":10,"C":20}"#);
        assert_eq!(serde_json::from_str::<BySeat<u8, 4>>(&json).unwrap(), map);
        assert!(serde_json::from_str::<BySeat<u8, 4>>(r#"{"A":0,"C":1}"#).is_err(), "a gap");
    }
}
