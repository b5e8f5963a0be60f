//! The four regions, and a value for each.

use std::ops::{Index, IndexMut};

use serde::{Deserialize, Serialize};

/// A region where one digs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[derive(ts_rs::TS)]
pub enum Region {
    /// `mesopotamia`
    Mesopotamia,
    /// `egypt`
    Egypt,
    /// `greece`
    Greece,
    /// `crete`
    Crete,
}

impl Region {
    /// All regions, in the order of the legal lists.
    pub const ALL: [Region; 4] = [Region::Mesopotamia, Region::Egypt, Region::Greece, Region::Crete];

    /// The region's place in [`Region::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The region's word.
    pub const fn word(self) -> &'static str {
        ["mesopotamia", "egypt", "greece", "crete"][self as usize]
    }

    /// The region of a word.
    pub fn from_word(word: &str) -> Option<Region> {
        Region::ALL.into_iter().find(|region| region.word() == word)
    }
}

impl std::fmt::Display for Region {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.word())
    }
}

/// A value for every region.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ByRegion<T>(pub [T; 4]);

impl<T> ByRegion<T> {
    /// Computes the value of each region.
    pub fn from_fn(mut value: impl FnMut(Region) -> T) -> ByRegion<T> {
        ByRegion(Region::ALL.map(&mut value))
    }

    /// The regions with their values.
    pub fn iter(&self) -> impl Iterator<Item = (Region, &T)> {
        Region::ALL.into_iter().zip(&self.0)
    }
}

impl<T> Index<Region> for ByRegion<T> {
    type Output = T;
    #[inline]
    fn index(&self, region: Region) -> &T {
        &self.0[region as usize]
    }
}

impl<T> IndexMut<Region> for ByRegion<T> {
    #[inline]
    fn index_mut(&mut self, region: Region) -> &mut T {
        &mut self.0[region as usize]
    }
}
