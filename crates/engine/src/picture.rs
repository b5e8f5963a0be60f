//! Pictures: a list of shapes, drawn by the games and shown by whoever can draw: as SVG, or as pixels.

use std::fmt::{self, Write as _};

use crate::canvas::{Canvas, Ink};
use crate::seat::Seat;

/// A colour, red, green and blue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Colour(pub u8, pub u8, pub u8);

impl Colour {
    /// The colours of the seats, which people with a colour deficiency can tell apart, too.
    pub const SEATS: [Colour; 6] = [
        Colour(0xc8, 0x3c, 0x32),
        Colour(0x1f, 0x6f, 0xb4),
        Colour(0xe0, 0xa4, 0x1b),
        Colour(0x3d, 0x3a, 0x37),
        Colour(0x2f, 0x8f, 0x6b),
        Colour(0x8a, 0x4f, 0x9e),
    ];
    /// Paper behind everything.
    pub const PAPER: Colour = Colour(0xf6, 0xf0, 0xe2);
    /// Lines and letters.
    pub const INK: Colour = Colour(0x33, 0x2b, 0x22);
    /// Letters on dark ground.
    pub const LIGHT: Colour = Colour(0xff, 0xfb, 0xf2);

    /// The colour of a seat.
    pub const fn of(seat: Seat) -> Colour {
        Colour::SEATS[seat.index()]
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

/// How a shape is drawn: filled, lined, or both.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Pen {
    /// The colour inside.
    pub fill: Option<Colour>,
    /// The colour and the width of the line.
    pub line: Option<(Colour, f32)>,
}

impl Pen {
    /// Filled.
    pub const fn fill(colour: Colour) -> Pen {
        Pen { fill: Some(colour), line: None }
    }

    /// Lined.
    pub const fn line(colour: Colour, width: f32) -> Pen {
        Pen { fill: None, line: Some((colour, width)) }
    }

    /// With a line around it, too.
    #[must_use]
    pub const fn edged(self, colour: Colour, width: f32) -> Pen {
        Pen { line: Some((colour, width)), ..self }
    }
}

/// A point: to the right, and down.
pub type Point = (f32, f32);

/// One shape of a picture.
#[derive(Clone, PartialEq, Debug)]
pub enum Shape {
    /// A closed figure with straight sides.
    Polygon(Vec<Point>, Pen),
    /// A line with corners.
    Line(Vec<Point>, Pen),
    /// A circle by its middle and radius.
    Circle(Point, f32, Pen),
    /// Letters by the middle of their line, their height and their colour.
    Text(Point, f32, String, Colour),
}

/// A picture: shapes, the later ones over the earlier ones.
#[derive(Clone, PartialEq, Debug)]
pub struct Picture {
    /// How wide and how high.
    pub size: Point,
    /// The shapes.
    pub shapes: Vec<Shape>,
}

/// How wide a letter is beside its height; a picture counts on letters of one width.
pub const LETTER: f32 = 0.6;

impl Picture {
    /// An empty sheet of paper.
    pub fn new(width: f32, height: f32) -> Picture {
        let mut picture = Picture { size: (width, height), shapes: Vec::new() };
        picture.rectangle((0.0, 0.0), (width, height), Pen::fill(Colour::PAPER));
        picture
    }

    /// Draws a polygon.
    pub fn polygon(&mut self, points: impl IntoIterator<Item = Point>, pen: Pen) {
        self.shapes.push(Shape::Polygon(points.into_iter().collect(), pen));
    }

    /// Draws a line with corners.
    pub fn path(&mut self, points: impl IntoIterator<Item = Point>, colour: Colour, width: f32) {
        self.shapes.push(Shape::Line(points.into_iter().collect(), Pen::line(colour, width)));
    }

    /// Draws a rectangle by its upper left corner and its size.
    pub fn rectangle(&mut self, (x, y): Point, (width, height): Point, pen: Pen) {
        self.polygon([(x, y), (x + width, y), (x + width, y + height), (x, y + height)], pen);
    }

    /// Draws a circle.
    pub fn circle(&mut self, middle: Point, radius: f32, pen: Pen) {
        self.shapes.push(Shape::Circle(middle, radius, pen));
    }

    /// Writes letters about a point.
    pub fn text(&mut self, middle: Point, height: f32, text: impl Into<String>, colour: Colour) {
        self.shapes.push(Shape::Text(middle, height, text.into(), colour));
    }

    /// Writes letters from a point on.
    pub fn text_from(&mut self, (x, y): Point, height: f32, text: impl Into<String>, colour: Colour) {
        let text = text.into();
        let half = text.chars().count() as f32 * height * LETTER / 2.0;
        self.text((x + half, y), height, text, colour);
    }

    /// A text board as a picture.
    pub fn of_text(canvas: &Canvas) -> Picture {
        const HEIGHT: f32 = 14.0;
        let size = (canvas.width() as f32 + 4.0, canvas.height() as f32 + 2.0);
        let mut picture = Picture::new(size.0 * HEIGHT * LETTER, size.1 * HEIGHT * 1.3);
        for (row, runs) in canvas.runs().enumerate() {
            for (column, text, ink) in runs {
                let at = ((column as f32 + 2.0) * HEIGHT * LETTER, (row as f32 + 1.5) * HEIGHT * 1.3);
                picture.text_from(at, HEIGHT, text, colour_of(ink));
            }
        }
        picture
    }

    /// The picture as SVG.
    pub fn to_svg(&self) -> String {
        let (width, height) = self.size;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
             viewBox=\"0 0 {width:.0} {height:.0}\">\n"
        );
        for shape in &self.shapes {
            // Writing to a string never fails.
            let _ = write_shape(&mut svg, shape);
        }
        svg.push_str("</svg>\n");
        svg
    }
}

fn colour_of(ink: Ink) -> Colour {
    match ink {
        Ink::Plain | Ink::Strong => Colour::INK,
        Ink::Seat(seat) => Colour::of(seat),
        Ink::Faint => Colour(0x9a, 0x8f, 0x80),
        Ink::Water => Colour(0x1f, 0x6f, 0xb4),
        Ink::Leaf => Colour(0x3f, 0x7d, 0x3a),
        Ink::Stone => Colour(0x7a, 0x6a, 0x55),
        Ink::Gold => Colour(0xa8, 0x7a, 0x10),
        Ink::Fire => Colour(0xb8, 0x3a, 0x1c),
    }
}

fn write_shape(out: &mut String, shape: &Shape) -> fmt::Result {
    match shape {
        Shape::Polygon(points, pen) => {
            out.push_str("<polygon points=\"");
            write_points(out, points)?;
            out.push('"');
            write_pen(out, *pen)
        }
        Shape::Line(points, pen) => {
            out.push_str("<polyline points=\"");
            write_points(out, points)?;
            out.push_str("\" stroke-linecap=\"round\" stroke-linejoin=\"round\"");
            write_pen(out, *pen)
        }
        Shape::Circle((x, y), radius, pen) => {
            write!(out, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\"")?;
            write_pen(out, *pen)
        }
        Shape::Text((x, y), height, text, colour) => {
            let width = text.chars().count() as f32 * height * LETTER;
            write!(
                out,
                "<text x=\"{x:.1}\" y=\"{:.1}\" font-family=\"ui-monospace,monospace\" font-size=\"{height:.1}\" \
                 text-anchor=\"middle\" textLength=\"{width:.1}\" xml:space=\"preserve\" fill=\"{colour}\">",
                y + height * 0.35
            )?;
            for letter in text.chars() {
                match letter {
                    '&' => out.push_str("&amp;"),
                    '<' => out.push_str("&lt;"),
                    '>' => out.push_str("&gt;"),
                    plain => out.push(plain),
                }
            }
            out.push_str("</text>\n");
            Ok(())
        }
    }
}

fn write_points(out: &mut String, points: &[Point]) -> fmt::Result {
    for (at, (x, y)) in points.iter().enumerate() {
        write!(out, "{}{x:.1},{y:.1}", if at == 0 { "" } else { " " })?;
    }
    Ok(())
}

fn write_pen(out: &mut String, pen: Pen) -> fmt::Result {
    match pen.fill {
        Some(colour) => write!(out, " fill=\"{colour}\"")?,
        None => out.push_str(" fill=\"none\""),
    }
    if let Some((colour, width)) = pen.line {
        write!(out, " stroke=\"{colour}\" stroke-width=\"{width:.1}\"")?;
    }
    out.push_str("/>\n");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_svg_with_its_letters_escaped() {
        let mut picture = Picture::new(40.0, 20.0);
        picture.circle((10.0, 10.0), 4.0, Pen::fill(Colour::of(Seat::A)).edged(Colour::INK, 1.0));
        picture.text((20.0, 10.0), 8.0, "a<b", Colour::INK);
        let svg = picture.to_svg();
        assert!(svg.starts_with("<svg xmlns=") && svg.ends_with("</svg>\n"));
        assert!(svg.contains("<circle cx=\"10.0\" cy=\"10.0\" r=\"4.0\" fill=\"#c83c32\" stroke=\"#332b22\""));
        assert!(svg.contains(">a&lt;b</text>"));
    }

    #[test]
    fn a_text_board_keeps_its_runs() {
        let mut canvas = Canvas::new();
        canvas.spans(&[("bag ", Ink::Plain), ("A", Ink::Seat(Seat::A))]);
        let texts = Picture::of_text(&canvas).shapes.into_iter().filter(|shape| matches!(shape, Shape::Text(..)));
        assert_eq!(texts.count(), 2);
    }
}
