//! A position as one seat sees it, read from its view alone.

use std::any::Any;

use engine::{Budget, Evaluate, Fast, Seat, Step, ToAct, Viewer};
use search::Making;

use crate::Advice;
use crate::hosted::{WORLDS, advised, making};

/// What a seat sees, without the type of its game. It holds the view and nothing else; the position in it is a world
/// that fits the view.
pub trait Glimpse: Send {
    /// The same with its type.
    fn as_any(&self) -> &dyn Any;
    /// Whether the seat is to act.
    fn is_to_act(&self) -> bool;
    /// Its legal words; none if it is not to act.
    fn legal(&self) -> Vec<String>;
    /// What a master would play for the seat; nothing if it is not to act.
    fn advise(&self, threads: usize, budget: &Budget<'_>, rng: &mut Fast) -> Vec<Advice>;
    /// What the position is worth.
    fn evaluate(&self, rng: &mut Fast) -> Evaluation;
}

/// What a position is worth.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluation {
    /// How it looks for each seat by the game's estimate, in points, on average over worlds that fit.
    pub estimates: Vec<f32>,
    /// The points ahead of the strongest rival at the end, if everybody goes on by the best next step.
    pub margin: f32,
}

/// See [`Glimpse`].
pub(crate) struct Glimpsed<G> {
    /// A world that fits what the seat sees.
    pub(crate) world: G,
    pub(crate) seat: Seat,
}

impl<G: Evaluate> Glimpsed<G> {
    pub(crate) fn read(view: &str, seat: Seat) -> Result<Glimpsed<G>, String> {
        let read: G::View = serde_json::from_str(view).map_err(|error| format!("the view: {error}"))?;
        let world = G::determinize(&read, &mut Fast::new(0));
        if seat.index() >= world.seats() {
            return Err(format!("seat {seat}: the view is of a table with {} seats", world.seats()));
        }
        if world.view(Viewer::Seat(seat)) != read {
            return Err(format!("the view is not that of seat {seat}"));
        }
        Ok(Glimpsed { world, seat })
    }
}

impl<G: Evaluate> Glimpse for Glimpsed<G> {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn is_to_act(&self) -> bool {
        self.world.to_act() == ToAct::Seat(self.seat)
    }

    fn legal(&self) -> Vec<String> {
        if !self.is_to_act() {
            return Vec::new();
        }
        let mut actions = Vec::new();
        self.world.actions(&mut actions);
        actions.into_iter().map(|action| self.world.words(&Step::Action(action))).collect()
    }

    fn advise(&self, threads: usize, budget: &Budget<'_>, rng: &mut Fast) -> Vec<Advice> {
        if !self.is_to_act() {
            return Vec::new();
        }
        advised(&self.world, self.seat, &Making { threads, ..making::<G>() }, budget, rng)
    }

    fn evaluate(&self, rng: &mut Fast) -> Evaluation {
        let view = self.world.view(Viewer::Seat(self.seat));
        let mut estimates = vec![0.0; self.world.seats()];
        for _ in 0..WORLDS {
            let values = G::determinize(&view, rng).estimates(None);
            estimates.iter_mut().zip(values).for_each(|(sum, value)| *sum += value / WORLDS as f32);
        }
        let margin = search::outlook::<G>(&view, self.seat, &[], WORLDS, rng).margin;
        Evaluation { estimates, margin }
    }
}
