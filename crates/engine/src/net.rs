//! A learned value: a small network from the inputs of a position to each seat's chance to win and points.
//!
//! It corrects the game's estimate: with all weights at zero it says what the estimate says. Only additions,
//! multiplications and comparisons in a fixed order are made, so that a browser gets the same values.

use crate::random::Digest;
use crate::seat::{MOST_SEATS, Seat};

/// The number of hidden units. The first two are linear, one for each output; the others are rectified (`ReLU`).
pub const HIDDEN: usize = 32;

/// A number for every hidden unit.
pub type Units = [f32; HIDDEN];

/// Receives a position's inputs from a game: first those that all seats have in common, then seat by seat.
pub trait Inputs {
    /// From here on it is about a seat, whose estimate is this.
    fn seat(&mut self, seat: Seat, estimate: f32);

    /// Sets an input to a value. Repeated values add up; inputs that are never set are 0.
    fn put(&mut self, input: usize, value: f32);

    /// An input is 1.
    fn on(&mut self, input: usize) {
        self.put(input, 1.0);
    }
}

/// Numbers a game's inputs: each name stands for the first of that many, and `COUNT` is how many there are in all.
///
/// ```
/// engine::inputs! { DECK: 10, KNOWLEDGE: 4 * 9, LEAD: 1 }
/// assert_eq!((DECK, KNOWLEDGE, LEAD, COUNT), (0, 10, 46, 47));
/// ```
#[macro_export]
macro_rules! inputs {
    (@ $at:expr;) => {
        #[doc = "How many inputs there are."]
        pub(crate) const COUNT: usize = $at;
    };
    (@ $at:expr; $name:ident : $count:expr $(, $($rest:tt)*)?) => {
        const $name: usize = $at;
        $crate::inputs! { @ $at + $count; $($($rest)*)? }
    };
    ($($all:tt)+) => {
        $crate::inputs! { @ 0; $($all)+ }
    };
}

/// A learned value.
#[derive(Clone, Debug, PartialEq)]
pub struct Net {
    /// What each input adds to the hidden units.
    pub rows: Vec<Units>,
    /// What the hidden units have to begin with.
    pub bias: Units,
    /// What the hidden units add to a seat's strength, and to its points by tens.
    pub heads: [Units; 2],
    /// How much strength a point of the estimate is.
    pub point: f32,
}

/// What a learned value says of a position; 0 beyond the seats of the table.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Prospects {
    /// The chance of each seat to win.
    pub chances: [f32; MOST_SEATS],
    /// The points that each seat should have in the end.
    pub points: [f32; MOST_SEATS],
    /// What the chances are worth in the estimate's points: seven more are a chance e times as good.
    pub worth: [f32; MOST_SEATS],
}

/// The points that make a chance e times as good before anything is learned.
const POINTS_OF_A_CHANCE: f32 = 7.0;

/// How a net's file begins.
const FORMAT: &str = "quipu net 1";
/// Points are learned by tens.
const TEN: f32 = 10.0;

impl Net {
    /// The buffer size for one seat's inputs, or the common ones: how many that are 1, and how many others.
    pub const ROOM: usize = 80;

    /// A net for that many inputs that says what the estimate says: chances as they are where a lead of seven points
    /// is worth about three quarters of a win.
    pub fn new(inputs: usize) -> Net {
        Net {
            rows: vec![[0.0; HIDDEN]; inputs],
            bias: [0.0; HIDDEN],
            heads: [[0.0; HIDDEN]; 2],
            point: 1.0 / POINTS_OF_A_CHANCE,
        }
    }

    /// A reader of one position for this net, which a game feeds with inputs.
    pub fn reader(&self) -> NetReader<'_> {
        NetReader::new(self)
    }

    /// Reads a net from its file.
    ///
    /// # Errors
    /// If this is no such file, or its hash is not that of its numbers.
    pub fn read(file: &[u8]) -> Result<Net, String> {
        let end =
            file.windows(2).position(|pair| pair == b"\n\n").ok_or("a net has a head and an empty line behind it")?;
        let head = std::str::from_utf8(&file[..end]).map_err(|_| "the head of a net is text")?;
        let body = &file[end + 2..];
        let field = |name: &str| head.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        if head.lines().next() != Some(FORMAT) {
            return Err(format!("a net begins with '{FORMAT}'"));
        }
        if field("hidden") != Some(HIDDEN.to_string().as_str()) {
            return Err(format!("a net has {HIDDEN} hidden units"));
        }
        if field("hash") != Some(Digest::of(&[body]).to_string().as_str()) {
            return Err("the numbers of the net are not those of its hash".to_owned());
        }
        let count = |name: &str| field(name).and_then(|count| count.parse::<u32>().ok());
        let inputs = count("inputs").ok_or("a net says its inputs")? as usize;
        let one = count("one").filter(|one| one.is_power_of_two()).ok_or("a net says what its one is")? as f32;
        if body.len() != 2 * (HIDDEN * (inputs + 3) + 1) {
            return Err(format!("a net of {inputs} inputs has other numbers"));
        }
        let (words, _) = body.as_chunks::<2>();
        let mut numbers = words.iter().map(|word| f32::from(i16::from_le_bytes(*word)) / one);
        let mut next = || numbers.next().unwrap_or_default();
        let mut units = || [(); HIDDEN].map(|()| next());
        let bias = units();
        let heads = [units(), units()];
        let rows = (0..inputs).map(|_| units()).collect();
        Ok(Net { rows, bias, heads, point: next() })
    }

    /// The net in a file that is compiled in; none if it is faulty, which a test of its game excludes.
    pub fn shipped(file: &[u8]) -> Option<Net> {
        Net::read(file).ok()
    }

    /// Writes the net as a file, with lines that say how it was made. Its numbers are rounded to sixteen bits.
    pub fn write(&self, made: &str) -> Vec<u8> {
        let units = [&self.bias, &self.heads[0], &self.heads[1]].into_iter().chain(&self.rows);
        let numbers: Vec<f32> = units.flatten().copied().chain([self.point]).collect();
        let most = numbers.iter().fold(0.0_f32, |most, number| most.max(number.abs()));
        let mut one = 1u32 << 14;
        while one > 1 && most * one as f32 > f32::from(i16::MAX) {
            one /= 2;
        }
        let body: Vec<u8> =
            numbers.iter().flat_map(|number| ((number * one as f32).round() as i16).to_le_bytes()).collect();
        let made: String = made.lines().map(|line| format!("made {line}\n")).collect();
        let (inputs, hash) = (self.rows.len(), Digest::of(&[&body]));
        let head = format!("{FORMAT}\ninputs {inputs}\nhidden {HIDDEN}\none {one}\n{made}hash {hash}\n\n");
        [head.into_bytes(), body].concat()
    }
}

/// The activation of the hidden units.
#[inline]
pub fn handed_on(units: &Units) -> Units {
    let mut on = units.map(|unit| if unit > 0.0 { unit } else { 0.0 });
    on[..2].copy_from_slice(&units[..2]);
    on
}

/// The sum of the products, in eight lanes that are added up in the end.
#[inline]
fn product(units: &Units, head: &Units) -> f32 {
    let mut lanes = [0.0; 8];
    for (units, head) in units.as_chunks::<8>().0.iter().zip(head.as_chunks::<8>().0) {
        for lane in 0..8 {
            lanes[lane] += units[lane] * head[lane];
        }
    }
    let [a, b, c, d, e, f, g, h] = lanes;
    ((a + b) + (c + d)) + ((e + f) + (g + h))
}

/// Reads one position. Asks for no memory.
#[derive(Debug)]
pub struct NetReader<'a> {
    net: &'a Net,
    common: Units,
    /// The inputs that are not added up yet: those that are 1, and others.
    ones: [u16; Net::ROOM],
    parts: [(u16, f32); Net::ROOM],
    waiting: [usize; 2],
    /// The seat whose inputs come now, and its estimate.
    seat: Option<(Seat, f32)>,
    seats: usize,
    /// Strengths in the place of chances.
    told: Prospects,
}

impl<'a> NetReader<'a> {
    #[inline]
    fn new(net: &'a Net) -> NetReader<'a> {
        NetReader {
            net,
            common: net.bias,
            ones: [0; Net::ROOM],
            parts: [(0, 0.0); Net::ROOM],
            waiting: [0; 2],
            seat: None,
            seats: 0,
            told: Prospects::default(),
        }
    }

    /// What the net says of the position.
    #[inline]
    pub fn prospects(mut self) -> Prospects {
        self.end();
        self.told.worth = self.told.chances.map(|strength| POINTS_OF_A_CHANCE * strength);
        let strengths = &mut self.told.chances[..self.seats];
        let most = strengths.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let mut sum = 0.0;
        for strength in strengths.iter_mut() {
            *strength = exp(*strength - most);
            sum += *strength;
        }
        strengths.iter_mut().for_each(|strength| *strength /= sum);
        self.told
    }

    /// Adds up what waits. A function of its own, so that the sums stay where a machine adds fastest.
    #[inline(never)]
    fn add_up(&mut self, units: &mut Units) {
        let rows = &self.net.rows[..];
        let mut sums = *units;
        for input in &self.ones[..self.waiting[0]] {
            let row = &rows[usize::from(*input)];
            for at in 0..HIDDEN {
                sums[at] += row[at];
            }
        }
        for (input, value) in &self.parts[..self.waiting[1]] {
            let row = &rows[usize::from(*input)];
            for at in 0..HIDDEN {
                sums[at] += value * row[at];
            }
        }
        *units = sums;
        self.waiting = [0; 2];
    }

    /// Ends the inputs of a seat.
    #[inline]
    fn end(&mut self) {
        let mut units = self.common;
        self.add_up(&mut units);
        let Some((seat, estimate)) = self.seat.take() else {
            self.common = units;
            return;
        };
        let on = handed_on(&units);
        let [strength, points] = &self.net.heads;
        self.told.chances[seat.index()] = self.net.point * estimate + product(&on, strength);
        self.told.points[seat.index()] = estimate + TEN * product(&on, points);
        self.seats = self.seats.max(seat.index() + 1);
    }
}

impl Inputs for NetReader<'_> {
    #[inline]
    fn seat(&mut self, seat: Seat, estimate: f32) {
        self.end();
        self.seat = Some((seat, estimate));
    }

    /// What finds no room is left out: a test says that no game has as many inputs of a seat.
    #[inline]
    fn put(&mut self, input: usize, value: f32) {
        let [_, waiting] = &mut self.waiting;
        if let Some(place) = self.parts.get_mut(*waiting) {
            *place = (input as u16, value);
            *waiting += 1;
        }
    }

    #[inline]
    fn on(&mut self, input: usize) {
        let [waiting, _] = &mut self.waiting;
        if let Some(place) = self.ones.get_mut(*waiting) {
            *place = input as u16;
            *waiting += 1;
        }
    }
}

/// The exponential of a number that is not above 0, to four digits: the same on every machine.
#[inline]
pub fn exp(of: f32) -> f32 {
    let twos = (of * std::f32::consts::LOG2_E).max(-126.0);
    let whole = twos as i32;
    let rest = (twos - whole as f32) * std::f32::consts::LN_2;
    let series = 1.0
        + rest
            * (1.0
                + rest
                    * (0.5 + rest * (1.0 / 6.0 + rest * (1.0 / 24.0 + rest * (1.0 / 120.0 + rest * (1.0 / 720.0))))));
    f32::from_bits(((whole + 127) as u32) << 23) * series
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::{Dice as _, Fast};

    /// A position: what is common, then each seat's estimate and inputs.
    type Heard = (Vec<(usize, f32)>, Vec<(f32, Vec<(usize, f32)>)>);

    fn random(inputs: usize, rng: &mut Fast) -> Net {
        let mut number = || (f32::from(rng.below(2001) as u16) - 1000.0) / 1000.0;
        let mut units = || [0.0; HIDDEN].map(|_: f32| number());
        Net { rows: (0..inputs).map(|_| units()).collect(), bias: units(), heads: [units(), units()], point: 0.2 }
    }

    fn position(inputs: usize, seats: usize, rng: &mut Fast) -> Heard {
        let mut some = |count: usize| -> Vec<(usize, f32)> {
            (0..count).map(|_| (rng.below(inputs as u32) as usize, rng.below(5) as f32 / 2.0 - 1.0)).collect()
        };
        (some(4), (0..seats).map(|seat| (seat as f32, some(7))).collect())
    }

    fn feed((common, seats): &Heard, inputs: &mut impl Inputs) {
        let put = |inputs: &mut dyn FnMut(usize, f32), some: &[(usize, f32)]| {
            some.iter().for_each(|(input, value)| inputs(*input, *value));
        };
        put(&mut |input, value| inputs.put(input, value), common);
        for (seat, (estimate, own)) in Seat::all(seats.len()).zip(seats) {
            inputs.seat(seat, *estimate);
            put(&mut |input, value| inputs.put(input, value), own);
        }
    }

    /// The same by the book, in doubles.
    fn by_the_book(net: &Net, (common, seats): &Heard) -> Vec<(f64, f64)> {
        let own = |(estimate, own): &(f32, Vec<(usize, f32)>)| {
            let unit = |at: usize| {
                let inputs = common.iter().chain(own);
                let sum: f64 = inputs.map(|(input, value)| f64::from(*value) * f64::from(net.rows[*input][at])).sum();
                let sum = sum + f64::from(net.bias[at]);
                if at < 2 { sum } else { sum.max(0.0) }
            };
            let head = |head: &Units| (0..HIDDEN).map(|at| unit(at) * f64::from(head[at])).sum::<f64>();
            let estimate = f64::from(*estimate);
            (f64::from(net.point) * estimate + head(&net.heads[0]), estimate + 10.0 * head(&net.heads[1]))
        };
        let told: Vec<(f64, f64)> = seats.iter().map(own).collect();
        let sum: f64 = told.iter().map(|(strength, _)| strength.exp()).sum();
        told.iter().map(|(strength, points)| (strength.exp() / sum, *points)).collect()
    }

    #[test]
    fn a_net_says_what_the_book_says() {
        let mut rng = Fast::new(5);
        for number in 0..200 {
            let net = random(20, &mut rng);
            let told = position(20, 2 + number % 5, &mut rng);
            let mut reader = net.reader();
            feed(&told, &mut reader);
            let said = reader.prospects();
            for (seat, (chance, points)) in by_the_book(&net, &told).into_iter().enumerate() {
                let close = |one: f32, other: f64, by: f64| (f64::from(one) - other).abs() < by;
                assert!(close(said.chances[seat], chance, 1e-4), "{:?} and {chance}", said.chances);
                assert!(close(said.points[seat], points, 1e-2), "{:?} and {points}", said.points);
            }
            let sum: f32 = said.chances.iter().sum();
            assert!((sum - 1.0).abs() < 1e-5, "{sum}");
        }
    }

    #[test]
    fn a_net_that_has_learned_nothing_says_what_the_estimate_says() {
        let net = Net::new(3);
        let mut reader = net.reader();
        feed(&(vec![(0, 1.0)], vec![(30.0, vec![(1, 2.0)]), (23.0, vec![])]), &mut reader);
        let said = reader.prospects();
        assert_eq!(said.points[..3], [30.0, 23.0, 0.0]);
        // Seven points are a logit of one.
        assert!((said.chances[0] - 0.731_058_6).abs() < 1e-5, "{:?}", said.chances);
    }

    #[test]
    fn a_file_gives_the_net_again_and_says_when_it_was_changed() {
        let net = random(9, &mut Fast::new(6));
        let file = net.write("by hand\nin a test");
        let again = Net::read(&file).unwrap();
        assert_eq!(again.write("by hand\nin a test"), file, "what was rounded once stays");
        let off = |(one, other): (&f32, &f32)| (one - other).abs();
        let rows = net.rows.iter().flatten().zip(again.rows.iter().flatten());
        assert!(rows.map(off).fold(0.0, f32::max) <= 1.0 / 32768.0);
        let head = String::from_utf8_lossy(&file[..90]).into_owned();
        assert!(
            head.starts_with("quipu net 1\ninputs 9\nhidden 32\none 16384\nmade by hand\nmade in a test\n"),
            "{head}"
        );
        let mut changed = file.clone();
        *changed.last_mut().unwrap() ^= 1;
        assert!(Net::read(&changed).unwrap_err().contains("hash"));
        assert!(Net::read(&file[..file.len() - 4]).unwrap_err().contains("hash"));
        assert!(Net::read(b"quipu net 2\n\n").unwrap_err().contains("begins"));
        assert!(Net::read(b"").is_err());
    }

    #[test]
    fn the_exponential_is_right_to_four_digits() {
        for step in 0..1000 {
            let of = -f32::from(step as u16) / 25.0;
            let (own, right) = (f64::from(exp(of)), f64::from(of).exp());
            assert!((own / right - 1.0).abs() < 5e-5, "{of}: {own} and {right}");
        }
        assert!(exp(f32::NEG_INFINITY) < 1e-30);
    }
}
