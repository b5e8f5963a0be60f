//! Where games write what may be done: a list of decisions, or of their numbers alone.

use crate::study::Study;

/// A list that a game writes its legal decisions into. Rules are written once for both kinds: people and bots get the
/// decisions themselves, programs that play by numbers get these straight away, without a word between.
pub trait List<A>: Extend<A> {
    /// Adds a decision.
    fn push(&mut self, action: A);

    /// Adds up to `N` decisions in one go, which pays where there are many.
    ///
    /// # Panics
    /// If there are more.
    fn batch<const N: usize>(&mut self, actions: impl Iterator<Item = A>);
}

impl<T: Copy> List<T> for Vec<T> {
    #[inline]
    fn push(&mut self, action: T) {
        Vec::push(self, action);
    }

    #[inline]
    fn batch<const N: usize>(&mut self, mut actions: impl Iterator<Item = T>) {
        let Some(first) = actions.next() else { return };
        let (mut written, mut count) = ([first; N], 1);
        actions.for_each(|action| {
            written[count] = action;
            count += 1;
        });
        self.extend_from_slice(&written[..count]);
    }
}

/// A list of numbers; decisions without a number are left out.
#[derive(Debug)]
pub struct Numbers<'a, G> {
    game: &'a G,
    out: &'a mut Vec<i32>,
}

impl<'a, G: Study> Numbers<'a, G> {
    /// A list for the decisions in a position, behind the numbers that are there.
    #[inline]
    pub fn of(game: &'a G, out: &'a mut Vec<i32>) -> Numbers<'a, G> {
        Numbers { game, out }
    }
}

impl<G: Study> Extend<G::Action> for Numbers<'_, G> {
    #[inline]
    fn extend<T: IntoIterator<Item = G::Action>>(&mut self, actions: T) {
        actions.into_iter().for_each(|action| self.push(action));
    }
}

impl<G: Study> List<G::Action> for Numbers<'_, G> {
    #[inline]
    fn push(&mut self, action: G::Action) {
        if let Some(number) = self.game.number(&action) {
            self.out.push(number as i32);
        }
    }

    #[inline]
    fn batch<const N: usize>(&mut self, actions: impl Iterator<Item = G::Action>) {
        let (mut written, mut count) = ([0; N], 0);
        actions.for_each(|action| {
            if let Some(number) = self.game.number(&action) {
                written[count] = number as i32;
                count += 1;
            }
        });
        self.out.extend_from_slice(&written[..count]);
    }
}
