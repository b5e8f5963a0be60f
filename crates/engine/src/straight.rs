//! Serializes views without building intermediate maps or lists. Views are sent after every step, so copies would cost
//! much.

use std::fmt::Display;

use serde::{Serialize, Serializer};

/// Pairs that are written as an object.
pub struct Pairs<F>(pub F);

impl<F, I, K, V> Serialize for Pairs<F>
where
    F: Fn() -> I,
    I: Iterator<Item = (K, V)>,
    K: Serialize,
    V: Serialize,
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map((self.0)())
    }
}

/// Things that are written as an array.
pub struct Items<F>(pub F);

impl<F, I> Serialize for Items<F>
where
    F: Fn() -> I,
    I: Iterator<Item: Serialize>,
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq((self.0)())
    }
}

/// Something that is written as it is shown.
pub struct Shown<T>(pub T);

impl<T: Display> Serialize for Shown<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}
