//! Boards in text: a sheet of characters with ink, drawn by the games and shown by whoever has a terminal.

use std::fmt;

use crate::seat::Seat;

/// How a character is to be shown where colours are to be had; without them it must read as well.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Ink {
    /// As everything else.
    #[default]
    Plain,
    /// In a seat's colour.
    Seat(Seat),
    /// Set back: edges, hints.
    Faint,
    /// Brought forward: headings, what one may act on.
    Strong,
    /// Water.
    Water,
    /// Plants.
    Leaf,
    /// Stone and sand.
    Stone,
    /// Gold and treasures.
    Gold,
    /// Fire, warnings.
    Fire,
}

/// A sheet of characters that grows as it is written on.
#[derive(Clone, Debug, Default)]
pub struct Canvas {
    rows: Vec<Vec<(char, Ink)>>,
}

impl Canvas {
    /// An empty sheet.
    pub fn new() -> Canvas {
        Canvas::default()
    }

    /// Writes a text from a place on; what stood there is overwritten.
    pub fn put(&mut self, row: usize, column: usize, text: &str, ink: Ink) {
        if self.rows.len() <= row {
            self.rows.resize_with(row + 1, Vec::new);
        }
        let cells = &mut self.rows[row];
        for (offset, letter) in text.chars().enumerate() {
            let at = column + offset;
            if cells.len() <= at {
                cells.resize(at + 1, (' ', Ink::Plain));
            }
            cells[at] = (letter, ink);
        }
    }

    /// Writes a text below everything else.
    pub fn line(&mut self, text: &str) {
        self.line_in(text, Ink::Plain);
    }

    /// Writes a text below everything else, in an ink.
    pub fn line_in(&mut self, text: &str, ink: Ink) {
        self.put(self.height(), 0, text, ink);
    }

    /// Writes a row of differently inked texts below everything else.
    pub fn spans(&mut self, spans: &[(&str, Ink)]) {
        let (row, mut column) = (self.height(), 0);
        self.put(row, 0, "", Ink::Plain);
        for (text, ink) in spans {
            self.put(row, column, text, *ink);
            column += text.chars().count();
        }
    }

    /// How many rows there are.
    pub fn height(&self) -> usize {
        self.rows.len()
    }

    /// The width of the longest row.
    pub fn width(&self) -> usize {
        self.rows.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// The rows, each cut into runs of one ink with the column where they begin; blanks at the end are left out.
    pub fn runs(&self) -> impl Iterator<Item = Vec<(usize, String, Ink)>> {
        self.rows.iter().map(|row| {
            let end = row.iter().rposition(|(letter, _)| *letter != ' ').map_or(0, |last| last + 1);
            let mut column = 0;
            let mut runs = Vec::new();
            for run in row[..end].chunk_by(|a, b| a.1 == b.1) {
                runs.push((column, run.iter().map(|(letter, _)| letter).collect(), run[0].1));
                column += run.len();
            }
            runs
        })
    }

    /// Writes the sheet with whatever `paint` puts around each run of one ink.
    pub fn show(
        &self,
        f: &mut dyn fmt::Write,
        mut paint: impl FnMut(&mut dyn fmt::Write, &str, Ink) -> fmt::Result,
    ) -> fmt::Result {
        for row in self.runs() {
            for (_, text, ink) in row {
                paint(f, &text, ink)?;
            }
            f.write_char('\n')?;
        }
        Ok(())
    }
}

impl fmt::Display for Canvas {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.show(f, |f, text, _| f.write_str(text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_canvas_grows_and_trims() {
        let mut canvas = Canvas::new();
        canvas.put(1, 2, "ab", Ink::Plain);
        canvas.put(1, 3, "c", Ink::Fire);
        canvas.line("end   ");
        assert_eq!(canvas.to_string(), "\n  ac\nend\n");
        assert_eq!((canvas.width(), canvas.height()), (6, 3));
    }
}
