//! Pictures as pixels.

use engine::{Colour, LETTER, Pen, Picture, Point, Shape};
use tiny_skia::{Color, FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Stroke, Transform};

use crate::letters;

/// How many rows and columns of pixels there are, and the pixels, red, green and blue.
pub(crate) struct Pixels {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    pub(crate) bytes: Vec<u8>,
}

/// Draws a picture, `scale` pixels to its unit; nothing if that is too small or too large to be one.
pub(crate) fn draw(picture: &Picture, scale: f32) -> Option<Pixels> {
    const MOST: f32 = 16_384.0;
    let (width, height) = ((picture.size.0 * scale).ceil(), (picture.size.1 * scale).ceil());
    if !(1.0..=MOST).contains(&width) || !(1.0..=MOST).contains(&height) {
        return None;
    }
    let mut pixmap = Pixmap::new(width as u32, height as u32)?;
    // The last row and column may be less than a pixel of the picture.
    let Colour(red, green, blue) = Colour::PAPER;
    pixmap.fill(Color::from_rgba8(red, green, blue, 255));
    let mut sheet = Sheet { pixmap: &mut pixmap, place: Transform::from_scale(scale, scale) };
    picture.shapes.iter().for_each(|shape| sheet.shape(shape));
    let bytes = pixmap.pixels().iter().flat_map(|pixel| [pixel.red(), pixel.green(), pixel.blue()]).collect();
    Some(Pixels { rows: height as usize, columns: width as usize, bytes })
}

struct Sheet<'a> {
    pixmap: &'a mut Pixmap,
    place: Transform,
}

impl Sheet<'_> {
    fn shape(&mut self, shape: &Shape) {
        match shape {
            Shape::Polygon(points, pen) => self.path(path(points, true), *pen),
            Shape::Line(points, pen) => self.path(path(points, false), *pen),
            Shape::Circle((x, y), radius, pen) => self.path(PathBuilder::from_circle(*x, *y, *radius), *pen),
            Shape::Text(middle, height, text, colour) => self.text(*middle, *height, text, *colour),
        }
    }

    fn path(&mut self, path: Option<Path>, pen: Pen) {
        let Some(path) = path else { return };
        if let Some(colour) = pen.fill {
            self.pixmap.fill_path(&path, &paint(colour), FillRule::Winding, self.place, None);
        }
        if let Some((colour, width)) = pen.line {
            let stroke = Stroke { width, line_cap: LineCap::Round, line_join: LineJoin::Round, ..Stroke::default() };
            self.pixmap.stroke_path(&path, &paint(colour), &stroke, self.place, None);
        }
    }

    fn text(&mut self, (x, y): Point, height: f32, text: &str, colour: Colour) {
        let count = text.chars().count() as f32;
        for (at, letter) in text.chars().enumerate() {
            let middle = (x + (at as f32 + 0.5 - count / 2.0) * height * LETTER, y);
            for stroke in letters::strokes(letter, middle, height) {
                self.path(path(&stroke, false), Pen::line(colour, height * 0.09));
            }
        }
    }
}

fn path(points: &[Point], closed: bool) -> Option<Path> {
    let (first, rest) = points.split_first()?;
    let mut builder = PathBuilder::new();
    builder.move_to(first.0, first.1);
    rest.iter().for_each(|(x, y)| builder.line_to(*x, *y));
    if closed {
        builder.close();
    }
    builder.finish()
}

fn paint(Colour(red, green, blue): Colour) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color_rgba8(red, green, blue, 255);
    paint.anti_alias = true;
    paint
}
