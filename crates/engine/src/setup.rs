//! From a draft of a match to an admitted setup.

use std::fmt;

use crate::boxes::{BoxData, Boxed};
use crate::game::Game;
use crate::options::Choices;
use crate::rule::Illegal;

/// What a table asks for: may be nonsense.
pub struct Draft<G: Game> {
    /// How many seats.
    pub seats: usize,
    /// The table options.
    pub options: G::Options,
    /// The box to play with.
    pub data: Boxed<G::Data>,
    /// The version of the rules to play by; an older one where [`Game::older`] leaves it.
    pub rules: u32,
}

impl<G: Game> Draft<G> {
    /// A draft for that many seats, with the default options and the compiled-in box.
    pub fn new(seats: usize) -> Draft<G> {
        Draft { seats, options: G::Options::default(), data: Boxed::standard(), rules: G::INFO.rules }
    }

    /// The draft with other options.
    pub fn with(self, options: G::Options) -> Draft<G> {
        Draft { options, ..self }
    }

    /// Asks the game to admit the draft; every objection at once.
    pub fn admit(self) -> Result<Setup<G>, Vec<Illegal>> {
        let mut objections = Vec::new();
        let (least, most) = G::INFO.seats;
        if !(least..=most).contains(&self.seats) {
            objections.push(crate::refuse!(
                G::INFO.seats_rule,
                "seats",
                "{seats} seats are not possible, this game is for {least} to {most}",
                seats = self.seats,
                least = least,
                most = most,
            ));
        }
        self.options.lacking(self.seats, &mut objections);
        G::objections(&self, &mut objections);
        if objections.is_empty() { Ok(Setup(self)) } else { Err(objections) }
    }
}

/// A match that the game has admitted; [`Draft::admit`] is the only way to one.
pub struct Setup<G: Game>(Draft<G>);

impl<G: Game> Setup<G> {
    /// How many seats.
    pub fn seats(&self) -> usize {
        self.0.seats
    }

    /// The table options.
    pub fn options(&self) -> &G::Options {
        &self.0.options
    }

    /// The version of the rules that is played by.
    pub fn rules(&self) -> u32 {
        self.0.rules
    }

    /// The box.
    pub fn data(&self) -> Boxed<G::Data> {
        self.0.data
    }
}

#[expect(clippy::expl_impl_clone_on_copy, reason = "a derived one would ask for G: Copy")]
impl<G: Game> Clone for Draft<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Draft<G> {}

impl<G: Game> fmt::Debug for Draft<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} for {}", G::INFO.key, self.seats)?;
        self.options.differing().iter().try_for_each(|(key, word)| write!(f, " {key}={word}"))?;
        if G::Data::EDITABLE && !self.data.is_standard() {
            write!(f, " box={}", self.data.digest())?;
        }
        Ok(())
    }
}

#[expect(clippy::expl_impl_clone_on_copy, reason = "a derived one would ask for G: Copy")]
impl<G: Game> Clone for Setup<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Setup<G> {}

impl<G: Game> PartialEq for Setup<G> {
    fn eq(&self, other: &Self) -> bool {
        let parts = |setup: &Self| (setup.seats(), setup.rules(), *setup.options(), setup.data());
        parts(self) == parts(other)
    }
}

impl<G: Game> Eq for Setup<G> {}

impl<G: Game> fmt::Debug for Setup<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
