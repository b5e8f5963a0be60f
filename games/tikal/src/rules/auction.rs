//! T24-T28, T34: rounds of the auction, bidding, taking tiles, and what is said about a volcano.

use engine::{Illegal, List, Seat, Sink, refuse};

use super::numbers::{T25, T34};
use crate::action::Action;
use crate::event::Event;
use crate::options::{Tempo, Terrain, TwinVolcanoes, Version};
use crate::seats::SeatSet;
use crate::state::{Eruption, Phase, Round, Tikal};
use crate::tiles::{Tile, TileSet, VOLCANOES};

impl Tikal {
    /// T3, T34: the tiles of which one is drawn next.
    pub(crate) fn stack_top(&self) -> TileSet {
        match self.options.terrain {
            Terrain::Letters => self.pile.topmost_letter(),
            Terrain::RandomSuddenDeath => self.pile,
        }
    }

    /// T34: the rounds at whose start the volcanoes are shuffled in.
    fn volcano_rounds(&self) -> [u8; 3] {
        if self.players.len() == 3 { [4, 7, 10] } else { [3, 5, 7] }
    }

    /// T34: the volcanoes that were not shuffled in yet.
    pub(crate) fn volcanoes_to_come(&self) -> TileSet {
        let later = |(_, round): &(Tile, u8)| *round > self.round.number;
        VOLCANOES.into_iter().zip(self.volcano_rounds()).filter(later).map(|(tile, _)| tile).collect()
    }

    /// How many volcanoes were taken in this match.
    pub(crate) fn volcanoes_taken(&self) -> usize {
        let in_hand = |tile: Option<Tile>| tile.is_some_and(Tile::is_volcano);
        self.volcanoes.len() + self.players.values().filter(|player| in_hand(player.hand)).count()
    }

    /// A tile of the stack is turned up.
    pub(crate) fn turn_up<S: Sink<Event>>(&mut self, tile: Tile, events: &mut S) {
        self.pile.remove(tile);
        if self.options.version == Version::Basic {
            return self.draw_tile(tile, events);
        }
        events.emit(Event::TurnedUp { tile });
        if tile.is_volcano() {
            // T34: drawn again, unless nothing else can come.
            let others = !self.pile.without(TileSet::VOLCANOES).is_empty();
            if self.options.twin_volcanoes == TwinVolcanoes::Redraw && self.round.volcanoes > 0 && others {
                self.pile.insert(tile);
                return events.emit(Event::Returned { tile });
            }
            self.round.volcanoes += 1;
        }
        self.round.display.insert(tile);
        if self.round.display.len() == self.players.len() {
            self.phase = Phase::Bid;
        }
    }

    pub(crate) fn list_bids(&self, out: &mut impl List<Action>) {
        let most = u16::try_from(self.own().points).unwrap_or(0);
        out.extend((self.round.bid + 1..=most).map(Action::Bid));
        out.push(Action::Pass);
    }

    pub(crate) fn check_bid(&self, points: u16) -> Result<(), Illegal> {
        self.check_pass()?;
        if points <= self.round.bid {
            return Err(refuse!(T25, "bid-low", "a bid must be more than {bid}", bid = self.round.bid));
        }
        if i32::from(points) > self.own().points {
            return Err(refuse!(T25, "bid-high", "you have {points} points to bid", points = self.own().points));
        }
        Ok(())
    }

    pub(crate) fn check_pass(&self) -> Result<(), Illegal> {
        match self.phase {
            Phase::Bid => Ok(()),
            _ => Err(refuse!(T25, "no-auction", "there is no auction now")),
        }
    }

    pub(crate) fn check_take(&self, tile: Tile) -> Result<(), Illegal> {
        if self.phase != Phase::Take {
            return Err(refuse!(T25, "take-not-now", "nobody takes a tile now"));
        }
        if !self.round.display.has(tile) {
            return Err(refuse!(T25, "take-what", "{tile} is not among the tiles turned up", tile = tile.id()));
        }
        Ok(())
    }

    pub(crate) fn check_verdict(&self) -> Result<(), Illegal> {
        match self.phase {
            Phase::Verdict => Ok(()),
            _ => Err(refuse!(T34, "no-verdict", "there is no volcano to decide on")),
        }
    }

    pub(crate) fn bid<S: Sink<Event>>(&mut self, points: u16, events: &mut S) {
        events.emit(Event::Bid { seat: self.seat, points });
        self.round.bid = points;
        self.round.bidder = Some(self.seat);
        self.next_bidder(events);
    }

    pub(crate) fn pass<S: Sink<Event>>(&mut self, events: &mut S) {
        events.emit(Event::Passed { seat: self.seat });
        self.round.passed.insert(self.seat);
        self.round.first_passed.get_or_insert(self.seat);
        self.next_bidder(events);
    }

    /// T26: on to the next who has not passed, or the auction is over.
    fn next_bidder<S: Sink<Event>>(&mut self, events: &mut S) {
        let bidding = self.round.waiting.without(self.round.passed);
        let decided = match self.round.bidder {
            Some(_) => bidding.len() == 1,
            None => bidding.is_empty(),
        };
        if !decided {
            self.seat = bidding.next_behind(self.seat, self.players.len()).unwrap_or(self.seat);
            return;
        }
        let Some(winner) = self.round.bidder.or(self.round.first_passed) else {
            unreachable!("somebody bid or passed")
        };
        events.emit(Event::Won { seat: winner });
        let price = i32::from(self.round.bid);
        if price > 0 {
            self.players[winner].points -= price;
            events.emit(Event::Paid { seat: winner, round: self.round.number, points: -price });
        }
        self.round = Round { passed: SeatSet::default(), first_passed: None, bid: 0, bidder: None, ..self.round };
        self.seat = winner;
        self.phase = Phase::Take;
    }

    /// The seat to act takes a tile that was turned up.
    pub(crate) fn take<S: Sink<Event>>(&mut self, tile: Tile, events: &mut S) {
        let seat = self.seat;
        events.emit(Event::Took { seat, tile });
        self.round.display.remove(tile);
        self.round.waiting.remove(seat);
        if self.options.tempo == Tempo::Jumps {
            self.join_order(seat, tile);
        }
        self.players[seat].hand = Some(tile);
        if !tile.is_volcano() {
            self.after_take(events);
        } else if self.may_skip() {
            self.phase = Phase::Verdict;
        } else {
            self.judge(true, events);
        }
    }

    /// T34, `choose`: whether both words are open to who just took a volcano.
    fn may_skip(&self) -> bool {
        let last_chance = !self.round.scored && self.round.display.and(TileSet::VOLCANOES).is_empty();
        self.options.twin_volcanoes == TwinVolcanoes::Choose
            && self.round.volcanoes >= 2
            && self.volcanoes_taken() < VOLCANOES.len()
            && !last_chance
    }

    /// T34: the volcano just taken is scored or not.
    pub(crate) fn judge<S: Sink<Event>>(&mut self, scored: bool, events: &mut S) {
        let seat = self.seat;
        let Some(tile) = self.own().hand else { unreachable!("a volcano was taken") };
        if !scored {
            events.emit(Event::Sleeps { seat, tile });
            return self.after_take(events);
        }
        self.round.scored = true;
        self.falls_due(Eruption { seat, tile });
        match self.options.tempo {
            Tempo::Turns => self.erupt(events),
            Tempo::Jumps => self.after_take(events),
        }
    }

    /// A tile was taken that starts no scoring now.
    fn after_take<S: Sink<Event>>(&mut self, events: &mut S) {
        match self.options.tempo {
            Tempo::Turns => self.ask_to_place(self.seat, events),
            Tempo::Jumps => self.next_in_round(self.seat, events),
        }
    }

    /// T26, T27: the next auction of the round, the last tile, or what follows when all have one.
    pub(super) fn next_in_round<S: Sink<Event>>(&mut self, after: Seat, events: &mut S) {
        let Some(next) = self.round.waiting.next_behind(after, self.players.len()) else {
            return match self.options.tempo {
                Tempo::Turns => self.next_round(after, events),
                Tempo::Jumps => self.next_to_place(events),
            };
        };
        self.seat = next;
        self.phase = Phase::Bid;
        if self.round.waiting.len() == 1
            && let Some(tile) = self.round.display.into_iter().next()
        {
            self.take(tile, events);
        }
    }

    /// T24, T27: turns up new tiles, or the match goes to its end.
    pub(super) fn next_round<S: Sink<Event>>(&mut self, last: Seat, events: &mut S) {
        let seats = self.players.len();
        if self.pile.is_empty() {
            return self.final_round(last, events);
        }
        self.round = Round { number: self.round.number + 1, waiting: SeatSet::all(seats), ..Round::default() };
        self.seat = last.next(seats);
        self.phase = Phase::Tile;
        if self.options.terrain == Terrain::RandomSuddenDeath {
            for (tile, round) in VOLCANOES.into_iter().zip(self.volcano_rounds()) {
                if round == self.round.number {
                    self.pile.insert(tile);
                    events.emit(Event::ShuffledIn { tile });
                }
            }
        }
    }
}
