//! The table options: the two versions of the rule books and the six variants.

use engine::{Draft, First, Illegal, Need, choices, option_words, refuse};

use crate::rules::numbers::{T5, T34, T35};
use crate::state::Tikal;

option_words! {
    /// How tiles come to the players.
    pub enum Version { Basic = "basic", Auction = "auction" }
}
option_words! {
    /// T30: what a volcano starts.
    pub enum Scoring { Round = "round", Immediate = "immediate" }
}
option_words! {
    /// T31: the dice that each uncovered level rolls.
    pub enum Boulder { Off = "off", ThreeDice = "3d6", Twenty = "1d20", TwoDice = "2d6" }
}
option_words! {
    /// T32, T33: a variant that is played or not.
    pub enum Switch { Off = "off", On = "on" }
}
option_words! {
    /// T34: how the stack is sorted.
    pub enum Terrain { Letters = "letters", RandomSuddenDeath = "random_sudden_death" }
}
option_words! {
    /// T34: what two volcanoes in one round do.
    pub enum TwinVolcanoes { Both = "both", Redraw = "redraw", Choose = "choose" }
}
option_words! {
    /// T35: how action points are spent.
    pub enum Tempo { Turns = "turns", Jumps = "jumps" }
}

/// T34, T35: a variant of the auction.
const AUCTION_34: Need = Need::option(T34, "version", "auction");
const AUCTION_35: Need = Need::option(T35, "version", "auction");

choices! {
    /// The table options.
    pub struct Options {
        version: Version, "tiles are drawn (basic) or the right to choose one is auctioned";
        first: First<4>, "who begins";
        scoring: Scoring, "a volcano gives everybody ten action points before scoring (round) or scores at once";
        boulder: Boulder, "dice that may cost the digger a worker at each uncovered level";
        obstacles: Switch, "obstacles may be built between two cells";
        machine_gun: Switch, "two workers may hold a temple and the whole cell around it";
        terrain: Terrain, "the stack goes by letters, or is shuffled whole and ends with the third volcano",
            needs [AUCTION_34, Need::seats(T34, 3)];
        twin_volcanoes: TwinVolcanoes, "a second volcano of a round scores too, is drawn again, or is decided on",
            needs [AUCTION_34];
        tempo: Tempo, "ten action points in one turn, or in jumps of one to five", needs [AUCTION_35];
    }
}

/// What its options need is data; beyond that, whoever begins must sit there.
pub(crate) fn objections(draft: &Draft<Tikal>, out: &mut Vec<Illegal>) {
    if let First::Seat(seat) = draft.options.first
        && seat.index() >= draft.seats
    {
        out.push(refuse!(T5, "first-absent", "{seat} cannot begin, nobody sits there", seat = seat));
    }
}
