//! Whose boats lie where: on beaches, on statues, in reserves.

use std::fmt;
use std::ops::{AddAssign, SubAssign};

use engine::Seat;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::tiles::{BEACHES, BOATS, Beach, ISLANDS, Island, beaches};

/// The most royal islands of one seat (O19).
pub(crate) const MOST_ROYAL: usize = 2;

/// A group of boats: four bits for each seat, whose 15 boats they can hold, and above them the sum.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, ts_rs::TS)]
#[ts(type = "string")]
pub struct Crew(u32);

impl Crew {
    const SUM: u32 = 24;

    /// That many boats of one seat.
    #[inline]
    pub(crate) const fn of_one(seat: Seat, boats: u8) -> Crew {
        Crew((boats as u32) << (4 * seat.index()) | (boats as u32) << Self::SUM)
    }

    /// The boats of a text of seats' letters.
    pub(crate) fn named(text: &str) -> Option<Crew> {
        let mut crew = Crew::default();
        for letter in text.chars() {
            let seat = Seat::from_letter(letter)?;
            if crew.of(seat) == BOATS {
                return None;
            }
            crew += Crew::of_one(seat, 1);
        }
        Some(crew)
    }

    /// How many boats the seat has here.
    #[inline]
    pub const fn of(self, seat: Seat) -> u8 {
        (self.0 >> (4 * seat.index()) & 15) as u8
    }

    /// How many boats there are.
    #[inline]
    pub const fn len(self) -> u8 {
        (self.0 >> Self::SUM) as u8
    }

    /// Whether there is no boat.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many colours there are.
    #[inline]
    pub const fn colours(self) -> u8 {
        let boats = self.0 & ((1 << Self::SUM) - 1);
        let any = boats | boats >> 1 | boats >> 2 | boats >> 3;
        (any & 0x11_1111).count_ones() as u8
    }

    /// The seats that have boats here.
    #[inline]
    pub fn seats(self) -> impl Iterator<Item = Seat> {
        Seat::all(engine::MOST_SEATS).filter(move |seat| self.of(*seat) > 0)
    }
}

impl AddAssign for Crew {
    #[inline]
    fn add_assign(&mut self, other: Crew) {
        self.0 += other.0;
    }
}

impl SubAssign for Crew {
    #[inline]
    fn sub_assign(&mut self, other: Crew) {
        self.0 -= other.0;
    }
}

/// As the letters of their seats: `AAB`.
impl fmt::Display for Crew {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters: String =
            self.seats().flat_map(|seat| std::iter::repeat_n(seat.letter(), self.of(seat) as usize)).collect();
        f.pad(&letters)
    }
}

impl fmt::Debug for Crew {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{self}'")
    }
}

impl Serialize for Crew {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Crew {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Crew, D::Error> {
        let text = String::deserialize(deserializer)?;
        let wrong = || format!("'{}' is not a group of at most {BOATS} boats each, such as AAB", engine::clip(&text));
        Crew::named(&text).ok_or_else(|| serde::de::Error::custom(wrong()))
    }
}

/// All boats that are not at sea.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Boats {
    on_beach: [Crew; BEACHES],
    /// The sums over each island's beaches.
    on_island: [Crew; ISLANDS],
    reserve: [u8; engine::MOST_SEATS],
    /// Who stands on the statue (O19).
    royal: [Option<Seat>; ISLANDS],
    /// The beaches on the table, none of them royal, with a free mooring.
    room: u64,
    /// The beaches without one.
    full: u64,
}

impl Boats {
    /// All boats in their reserves, and no island yet.
    pub(crate) fn new(seats: usize) -> Boats {
        let mut reserve = [0; engine::MOST_SEATS];
        reserve[..seats].fill(BOATS);
        Boats {
            on_beach: [Crew::default(); BEACHES],
            on_island: [Crew::default(); ISLANDS],
            reserve,
            royal: [None; ISLANDS],
            room: 0,
            full: 0,
        }
    }

    #[inline]
    pub(crate) fn on(&self, beach: Beach) -> Crew {
        self.on_beach[beach.index()]
    }

    /// The boats on an island's beaches.
    #[inline]
    pub(crate) fn ashore(&self, island: Island) -> Crew {
        self.on_island[island.index()]
    }

    #[inline]
    pub(crate) fn reserve(&self, seat: Seat) -> u8 {
        self.reserve[seat.index()]
    }

    #[inline]
    pub(crate) fn royal(&self, island: Island) -> Option<Seat> {
        self.royal[island.index()]
    }

    /// How many royal islands the seat has.
    pub(crate) fn royals(&self, seat: Seat) -> usize {
        self.royal.iter().filter(|owner| **owner == Some(seat)).count()
    }

    /// The beaches with a free mooring.
    #[inline]
    pub(crate) fn room(&self) -> u64 {
        self.room
    }

    /// The beaches that are full.
    #[inline]
    pub(crate) fn full(&self) -> u64 {
        self.full
    }

    /// How many moorings of the island are free.
    pub(crate) fn free(&self, island: Island) -> u8 {
        if self.royal(island).is_some() { 0 } else { island.moorings() - self.ashore(island).len() }
    }

    /// Whether the seat has a boat on a beach; one on a statue does not count (O22).
    #[inline]
    pub(crate) fn afloat(&self, seat: Seat) -> bool {
        self.on_island.iter().any(|crew| crew.of(seat) > 0)
    }

    /// Opens the beaches of an island that comes to the table.
    pub(crate) fn open(&mut self, island: Island) {
        self.room |= island.mask();
    }

    /// Puts a boat from wherever it was on a free mooring.
    #[inline]
    pub(crate) fn put(&mut self, seat: Seat, beach: Beach) {
        let boat = Crew::of_one(seat, 1);
        self.on_beach[beach.index()] += boat;
        self.on_island[beach.island().index()] += boat;
        if self.on(beach).len() == beach.moorings() {
            self.room &= !beach.bit();
            self.full |= beach.bit();
        }
    }

    /// Puts a boat from the reserve on a free mooring.
    #[inline]
    pub(crate) fn moor(&mut self, seat: Seat, beach: Beach) {
        self.reserve[seat.index()] -= 1;
        self.put(seat, beach);
    }

    /// Takes boats off a beach, to wherever they go.
    #[inline]
    fn take(&mut self, crew: Crew, beach: Beach) {
        self.on_beach[beach.index()] -= crew;
        self.on_island[beach.island().index()] -= crew;
        if !crew.is_empty() {
            self.full &= !beach.bit();
            self.room |= beach.bit();
        }
    }

    /// Takes all boats off a beach.
    #[inline]
    pub(crate) fn cast_off(&mut self, beach: Beach) -> Crew {
        let crew = self.on(beach);
        self.take(crew, beach);
        crew
    }

    /// Brings boats home to their reserves.
    #[inline]
    pub(crate) fn bring_home(&mut self, crew: Crew) {
        for seat in crew.seats() {
            self.reserve[seat.index()] += crew.of(seat);
        }
    }

    /// Brings one boat of a seat home from a beach.
    pub(crate) fn fetch(&mut self, seat: Seat, beach: Beach) {
        self.take(Crew::of_one(seat, 1), beach);
        self.reserve[seat.index()] += 1;
    }

    /// Brings all boats of a seat home that lie on beaches (O21).
    pub(crate) fn fetch_all(&mut self, seat: Seat) {
        for beach in Beach::all() {
            let boats = self.on(beach).of(seat);
            self.take(Crew::of_one(seat, boats), beach);
            self.reserve[seat.index()] += boats;
        }
    }

    /// Brings all boats of an island home, which then leaves the table (O15).
    pub(crate) fn clear(&mut self, island: Island) {
        for beach in island.beaches() {
            let crew = self.cast_off(beach);
            self.bring_home(crew);
        }
        self.room &= !island.mask();
    }

    /// Puts one of the seat's boats there on the statue and brings the others home (O19).
    pub(crate) fn crown(&mut self, seat: Seat, island: Island) {
        self.clear(island);
        self.reserve[seat.index()] -= 1;
        self.royal[island.index()] = Some(seat);
    }

    /// Puts a boat of the seat on a statue; for positions that are set up.
    pub(crate) fn enthrone(&mut self, seat: Seat, island: Island) {
        self.reserve[seat.index()] -= 1;
        self.room &= !island.mask();
        self.royal[island.index()] = Some(seat);
    }

    /// Takes boats that are at sea out of a reserve; for positions that are set up.
    pub(crate) fn send_to_sea(&mut self, crew: Crew) {
        for seat in crew.seats() {
            self.reserve[seat.index()] -= crew.of(seat);
        }
    }

    /// The islands, as a mask, on which the seat has a boat, on a beach or on the statue.
    pub(crate) fn held(&self, seat: Seat) -> u16 {
        let holds = |island: &Island| self.ashore(*island).of(seat) > 0 || self.royal(*island) == Some(seat);
        Island::all().filter(holds).fold(0, |mask, island| mask | 1 << island.index())
    }

    /// How many boats of the seat lie on beaches and stand on statues (O26).
    pub(crate) fn in_play(&self, seat: Seat) -> u8 {
        let ashore: u8 = self.on_island.iter().map(|crew| crew.of(seat)).sum();
        ashore + self.royals(seat) as u8
    }

    /// The beaches, of those given, with a boat of the seat.
    pub(crate) fn own(&self, seat: Seat, mask: u64) -> impl Iterator<Item = Beach> {
        beaches(mask).filter(move |beach| self.on(*beach).of(seat) > 0)
    }
}
