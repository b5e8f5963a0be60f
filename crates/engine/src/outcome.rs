//! How a match ends: places and score sheets.

use std::borrow::Cow;

use serde::Serialize;

use crate::seat::Seat;

/// Points and places at the end of a match; ties share a place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Outcome {
    /// The points by seat.
    pub points: Vec<i32>,
    /// The places by seat, from 1.
    pub places: Vec<usize>,
}

impl Outcome {
    /// Ranks the seats by points, then by what decides ties.
    pub fn new(standings: impl Iterator<Item = (i32, (i32, i32))>) -> Outcome {
        let standings: Vec<_> = standings.collect();
        let place = |own: &(i32, (i32, i32))| 1 + standings.iter().filter(|other| *other > own).count();
        Outcome {
            points: standings.iter().map(|(points, _)| *points).collect(),
            places: standings.iter().map(place).collect(),
        }
    }

    /// The seats in first place.
    pub fn winners(&self) -> impl Iterator<Item = Seat> {
        Seat::all(self.places.len()).filter(|seat| self.places[seat.index()] == 1)
    }
}

/// One line of a score sheet: what a seat got for what.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ScoreLine {
    /// Whose line.
    pub seat: Seat,
    /// The part of the match it belongs to ("2nd scoring"); lines of one section stand together.
    pub section: Cow<'static, str>,
    /// What was scored ("temple c3").
    pub item: Cow<'static, str>,
    /// The points, which may be negative.
    pub points: i32,
}

/// What an event of the game `G` writes on the score sheet.
pub trait Scored<G> {
    /// The line that it writes, if it writes one.
    fn score_line(&self, game: &G) -> Option<ScoreLine>;
}

/// The score sheet of a match: a fold of its events, kept beside the state and never inside it.
///
/// Points for the same item of the same section add up in one line, and a line of 0 points vanishes, so that a
/// game whose scores come and go (an island held, then lost) still has a sheet that one can read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ScoreSheet {
    lines: Vec<ScoreLine>,
}

impl ScoreSheet {
    /// A sheet that begins with the points which the seats have before the first step.
    pub fn new(start: impl Iterator<Item = i32>) -> ScoreSheet {
        let mut sheet = ScoreSheet::default();
        for (index, points) in start.enumerate() {
            sheet.add(ScoreLine { seat: Seat::new(index), section: "start".into(), item: "start".into(), points });
        }
        sheet
    }

    /// Adds a line, or its points to the line that is there.
    pub fn add(&mut self, line: ScoreLine) {
        let same = |old: &ScoreLine| old.seat == line.seat && old.section == line.section && old.item == line.item;
        match self.lines.iter().position(same) {
            Some(at) => {
                self.lines[at].points += line.points;
                if self.lines[at].points == 0 {
                    self.lines.remove(at);
                }
            }
            None if line.points != 0 => self.lines.push(line),
            None => {}
        }
    }

    /// The lines in the order in which they were first written.
    pub fn lines(&self) -> &[ScoreLine] {
        &self.lines
    }

    /// The sum of a seat's lines.
    pub fn total(&self, seat: Seat) -> i32 {
        self.lines.iter().filter(|line| line.seat == seat).map(|line| line.points).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ties_share_a_place() {
        let outcome = Outcome::new([(5, (0, 0)), (9, (0, 0)), (9, (0, 0)), (1, (0, 0))].into_iter());
        assert_eq!(outcome.places, [3, 1, 1, 4]);
        assert_eq!(outcome.winners().map(Seat::letter).collect::<String>(), "BC");
        let broken = Outcome::new([(9, (2, 0)), (9, (2, 1))].into_iter());
        assert_eq!(broken.places, [2, 1]);
    }

    #[test]
    fn lines_of_one_item_add_up_and_vanish_at_zero() {
        let line = |points| ScoreLine { seat: Seat::A, section: "islands".into(), item: "nauru".into(), points };
        let mut sheet = ScoreSheet::new([20, 0].into_iter());
        sheet.add(line(2));
        assert_eq!(sheet.total(Seat::A), 22);
        sheet.add(line(-2));
        assert_eq!(sheet.lines().len(), 1, "only the start is left");
    }
}
