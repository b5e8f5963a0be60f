//! The rules, one file for each family of decisions. Each lists what is legal, judges one word by its own
//! conditions without the list, and carries out what was found legal.

mod auction;
mod course;
mod dig;
mod guard;
mod jumps;
pub(crate) mod numbers;
mod obstacle;
mod place;
mod shut;
mod spend;
mod trade;
mod travel;

pub(crate) use jumps::MOST_CHIPS;

/// What each verb costs wherever it is played; a move costs what its stones say.
pub(crate) const PRICES: [(&str, u8); 10] = [
    ("enter", travel::ENTER_PRICE),
    ("shortcut", travel::ENTER_PRICE),
    ("uncover", dig::UNCOVER_PRICE),
    ("dig", dig::DIG_PRICE),
    ("swap", trade::SWAP_PRICE),
    ("camp", trade::CAMP_PRICE),
    ("guard", guard::GUARD_PRICE),
    ("obstacle", obstacle::BUILD_PRICE),
    ("gun", guard::GUN_PRICE),
    ("shoot", guard::SHOT_PRICE),
];
