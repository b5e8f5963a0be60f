//! The two lattices that the games are played on: [`hex`] (Tikal's jungle, Tongiaki's sea) and [`triangle`]
//! (the temple of Inka).
//!
//! Everything here is plain coordinate arithmetic: small `Copy` values, no heap, no board. Which cells exist and
//! what lies on them is the game's business. A cell has exactly one text name, so that names can be compared as
//! text, and reading refuses every other spelling:
//!
//! ```
//! use grid::{Turn, hex::Hex, triangle::Triangle};
//!
//! let hex: Hex = "1,-2".parse()?;
//! assert_eq!(hex.turned(Turn::clockwise(1)).to_string(), "2,-1");
//!
//! let triangle: Triangle = "d-1,0".parse()?;
//! assert_eq!(triangle.neighbours().map(|t| t.to_string()), ["u-1,0", "u0,0", "u-1,1"]);
//!
//! assert!("1,-02".parse::<Hex>().is_err());
//! # Ok::<(), grid::NameError>(())
//! ```
//!
//! Both lattices turn by sixths, and [`Turn`] counts them clockwise as the players see the board. Hexagons are
//! drawn with the second axis pointing down (as the tiles of the game boxes are listed), triangles with it
//! pointing up; each module says so, and nothing else depends on it.
//!
//! Coordinates beyond [`FARTHEST`] are never read, so no sum of a few cells can overflow.

pub mod hex;
mod name;
pub mod triangle;
mod turn;

pub use name::{FARTHEST, NameError};
pub use turn::Turn;
