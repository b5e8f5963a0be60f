//! Small sets and queues of seats that live inside the state.

use engine::Seat;

use crate::state::MOST;

/// A set of seats.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct SeatSet(u8);

impl SeatSet {
    /// Every seat of a table.
    pub(crate) const fn all(seats: usize) -> SeatSet {
        SeatSet((1 << seats) - 1)
    }

    pub(crate) const fn has(self, seat: Seat) -> bool {
        self.0 & (1 << seat.index()) != 0
    }

    pub(crate) const fn insert(&mut self, seat: Seat) {
        self.0 |= 1 << seat.index();
    }

    pub(crate) const fn remove(&mut self, seat: Seat) {
        self.0 &= !(1 << seat.index());
    }

    pub(crate) const fn without(self, other: SeatSet) -> SeatSet {
        SeatSet(self.0 & !other.0)
    }

    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(crate) const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The seats in table order.
    pub(crate) fn seats(self) -> impl Iterator<Item = Seat> {
        Seat::all(MOST).filter(move |seat| self.has(*seat))
    }

    /// The first of them clockwise behind `after`, `after` itself last.
    pub(crate) fn next_behind(self, after: Seat, seats: usize) -> Option<Seat> {
        after.next(seats).round(seats).find(|seat| self.has(*seat))
    }
}

/// A short queue of seats.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct SeatList {
    len: u8,
    /// What lies behind the end is A, so that equal queues are equal values.
    of: [Seat; MOST],
}

impl Default for SeatList {
    fn default() -> SeatList {
        SeatList::EMPTY
    }
}

impl SeatList {
    pub(crate) const EMPTY: SeatList = SeatList { len: 0, of: [Seat::A; MOST] };

    pub(crate) fn as_slice(&self) -> &[Seat] {
        &self.of[..self.len as usize]
    }

    /// Puts a seat at a place, those from there on one further back.
    pub(crate) fn insert(&mut self, at: usize, seat: Seat) {
        self.of.copy_within(at..self.len as usize, at + 1);
        self.of[at] = seat;
        self.len += 1;
    }

    pub(crate) fn push(&mut self, seat: Seat) {
        self.insert(self.len as usize, seat);
    }

    /// Takes the first seat out.
    pub(crate) fn pop_front(&mut self) -> Option<Seat> {
        let first = *self.as_slice().first()?;
        self.of.copy_within(1.., 0);
        self.of[MOST - 1] = Seat::A;
        self.len -= 1;
        Some(first)
    }
}

impl FromIterator<Seat> for SeatList {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> SeatList {
        let mut list = SeatList::EMPTY;
        seats.into_iter().for_each(|seat| list.push(seat));
        list
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_queue_forgets_what_left_it() {
        let mut list: SeatList = Seat::new(2).round(4).collect();
        list.pop_front();
        list.pop_front();
        assert_eq!(list, [Seat::new(0), Seat::new(1)].into_iter().collect());
        list.insert(0, Seat::new(3));
        assert_eq!(list.as_slice(), [Seat::new(3), Seat::new(0), Seat::new(1)]);
    }

    #[test]
    fn the_next_one_is_clockwise() {
        let mut set = SeatSet::all(4);
        set.remove(Seat::new(1));
        assert_eq!(set.next_behind(Seat::A, 4), Some(Seat::new(2)));
        assert_eq!(set.next_behind(Seat::new(3), 4), Some(Seat::A));
        assert_eq!(SeatSet::default().next_behind(Seat::A, 4), None);
    }
}
