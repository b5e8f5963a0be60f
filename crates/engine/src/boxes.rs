//! The box of a game as data: compiled in, or a checked file of an owner who corrected it, interned once by its
//! hash so that states can hold it by reference.

use std::collections::BTreeSet;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::{Mutex, OnceLock, PoisonError};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::random::Digest;

/// What is wrong with a box, and in which line of its file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BoxFault {
    /// The line, counted from 1, where one can be named.
    pub line: Option<usize>,
    /// What is wrong and what would be right.
    pub what: String,
}

impl fmt::Display for BoxFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line}: {}", self.what),
            None => f.write_str(&self.what),
        }
    }
}

/// The components of a game.
pub trait BoxData: Sized + fmt::Debug + Send + Sync + 'static {
    /// Whether owners may bring a corrected box; false for a game whose box is a const table.
    const EDITABLE: bool = true;

    /// Reads a box and says everything that is wrong with it.
    fn parse(text: &str) -> Result<Self, Vec<BoxFault>>;

    /// Where the boxes of this kind stand.
    fn shelf() -> &'static BoxShelf<Self>;

    /// Looks for what no count shows (a layout that is won at once, say), until `stop` says so; gives what was
    /// tried and found, line by line, or the faults.
    fn examine(&self, _stop: &dyn Fn() -> bool) -> Result<Vec<String>, Vec<BoxFault>> {
        Ok(Vec::new())
    }
}

/// A box on its shelf: the data with its hash.
#[derive(Debug)]
struct Shelved<D> {
    digest: Digest,
    data: D,
}

/// The boxes of one kind that this process knows: the compiled-in one, and the files read so far.
#[derive(Debug)]
pub struct BoxShelf<D: 'static> {
    compiled: &'static str,
    standard: OnceLock<Boxed<D>>,
    others: Mutex<Vec<Boxed<D>>>,
}

impl<D: BoxData> BoxShelf<D> {
    /// A shelf with the compiled-in box, parsed when it is first asked for.
    pub const fn new(compiled: &'static str) -> BoxShelf<D> {
        BoxShelf { compiled, standard: OnceLock::new(), others: Mutex::new(Vec::new()) }
    }

    /// The compiled-in box.
    ///
    /// # Panics
    /// If the compiled-in box is faulty, which a test of every game excludes.
    pub fn standard(&'static self) -> Boxed<D> {
        *self.standard.get_or_init(|| match D::parse(self.compiled) {
            Ok(data) => Boxed::new(data, Digest::of_text(self.compiled)),
            Err(faults) => panic!("the compiled-in box is faulty: {}", faults[0]),
        })
    }

    /// Reads a box from a text and keeps it; the same text gives the same box.
    pub fn add(&'static self, text: &str) -> Result<Boxed<D>, Vec<BoxFault>> {
        let digest = Digest::of_text(text);
        if let Some(known) = self.find(digest) {
            return Ok(known);
        }
        let boxed = Boxed::new(D::parse(text)?, digest);
        self.others.lock().unwrap_or_else(PoisonError::into_inner).push(boxed);
        Ok(boxed)
    }

    /// How many of the names in a text stand in the compiled-in box, too: tells which game's box a file is.
    pub fn likeness(&self, text: &str) -> usize {
        let own = names(self.compiled);
        names(text).iter().filter(|name| own.contains(*name)).count()
    }

    /// The box of that hash, if this process has read it.
    pub fn find(&'static self, digest: Digest) -> Option<Boxed<D>> {
        let standard = self.standard();
        if standard.digest() == digest {
            return Some(standard);
        }
        let others = self.others.lock().unwrap_or_else(PoisonError::into_inner);
        others.iter().copied().find(|boxed| boxed.digest() == digest)
    }
}

/// The table headings and keys of a TOML text, each once.
fn names(text: &str) -> BTreeSet<&str> {
    let name = |line: &'_ str| -> Option<usize> { if line.starts_with('[') { line.find(']') } else { line.find('=') } };
    text.lines().filter_map(|line| Some(line[..name(line)?].trim_matches(['[', ' ']))).collect()
}

/// A reference to an interned box; equal when the boxes' hashes are.
pub struct Boxed<D: 'static>(&'static Shelved<D>);

impl<D: BoxData> Boxed<D> {
    fn new(data: D, digest: Digest) -> Boxed<D> {
        // Interned for the life of the process: states are plain values and hold no count.
        Boxed(Box::leak(Box::new(Shelved { digest, data })))
    }

    /// The compiled-in box of this kind.
    pub fn standard() -> Boxed<D> {
        D::shelf().standard()
    }

    /// The hash by which a record names this box.
    pub fn digest(self) -> Digest {
        self.0.digest
    }

    /// Whether this is the compiled-in box.
    pub fn is_standard(self) -> bool {
        self == Self::standard()
    }

    /// The data, for as long as the process lives.
    pub fn data(self) -> &'static D {
        &self.0.data
    }
}

impl<D> Clone for Boxed<D> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<D> Copy for Boxed<D> {}

impl<D> Deref for Boxed<D> {
    type Target = D;
    fn deref(&self) -> &D {
        &self.0.data
    }
}

impl<D> PartialEq for Boxed<D> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0) || self.0.digest == other.0.digest
    }
}

impl<D> Eq for Boxed<D> {}

impl<D> Hash for Boxed<D> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.digest.hash(state);
    }
}

impl<D> fmt::Debug for Boxed<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "box {}", self.0.digest)
    }
}

impl<D> Serialize for Boxed<D> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0.digest)
    }
}

impl<'de, D: BoxData> Deserialize<'de> for Boxed<D> {
    fn deserialize<De: Deserializer<'de>>(deserializer: De) -> Result<Self, De::Error> {
        let digest = Digest::deserialize(deserializer)?;
        D::shelf().find(digest).ok_or_else(|| serde::de::Error::custom(format!("the box {digest} is not here")))
    }
}

/// The box of a game whose components are const tables, which no owner needs to correct.
#[derive(Debug, PartialEq, Eq)]
pub struct ConstBox;

impl BoxData for ConstBox {
    const EDITABLE: bool = false;

    fn parse(text: &str) -> Result<ConstBox, Vec<BoxFault>> {
        if text.is_empty() {
            Ok(ConstBox)
        } else {
            Err(vec![BoxFault { line: None, what: "this game's box is fixed, leave out --box".into() }])
        }
    }

    fn shelf() -> &'static BoxShelf<ConstBox> {
        static SHELF: BoxShelf<ConstBox> = BoxShelf::new("");
        &SHELF
    }
}
