//! A position as plain data, in the players' words; what is left out has a legal default.

use std::collections::BTreeMap;

use engine::{BySeat, Seat, Setup};
use serde::{Deserialize, Serialize};

use crate::Thebes;
use crate::action::{Order, read_order};
use crate::ledger::{Ledger, Words, WordsByRegion, above, card_words, find_words, find_words_by_region};
use crate::masks;
use crate::options::KnowledgeFinds;
use crate::region::{ByRegion, Region};
use crate::rules::{GREATEST, professor_word};
use crate::state::{Hidden, Look, Looter, Open, Phase};
use crate::stock::{Card, FindKind, Group};

/// A position. Lists hold the words of cards, `rubble*3` for three of a kind. Cards that are named nowhere are in the
/// deck.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Diagram {
    /// What the table waits for; a turn if left out.
    pub phase: Phase,
    /// The seats in the order in which they play; by weeks, then by letter, if left out.
    pub order: String,
    /// The four central spaces, `-` for a free one; if left out, the first cards of the deck, each kind once.
    pub display: Option<Words>,
    /// Exhibitions and museums beside the board.
    pub beside: Words,
    /// What the players have.
    pub seats: BTreeMap<Seat, PlayerDiagram>,
    /// Who has the professors, by region or `greatest`; if left out, who knows most, of equals the first.
    pub professors: BTreeMap<String, Seat>,
    /// Green cards that left the game.
    pub spent: Words,
    /// Artifacts that left the game, by region.
    pub donated: WordsByRegion,
    /// The piles, by region.
    pub piles: WordsByRegion,
    /// What the deck still holds, by `green` or region, where that is shorter to say: all other green cards then left
    /// the game, all other cards of the region lie in its pile.
    pub deck: BTreeMap<String, Words>,
    /// The most rubble that each pile ever showed at once.
    pub rubble_shown: BTreeMap<Region, u8>,
    /// What each seat saw when it last looked through a pile.
    pub looks: BTreeMap<Seat, BTreeMap<Region, Seen>>,
}

/// What one player has.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PlayerDiagram {
    /// The marker's place on the time track.
    pub weeks: u16,
    /// Green cards, before the player and in their hand.
    pub cards: Words,
    /// Finds, by the pile they are from.
    pub finds: WordsByRegion,
    /// Permits, by region or `generic`; those of the beginning if left out.
    pub permits: Option<BTreeMap<String, u8>>,
}

/// What was seen in a pile.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[derive(ts_rs::TS)]
pub struct Seen {
    /// All cards that lay there.
    pub saw: Words,
    /// Those of them that left since.
    pub left: Words,
}

/// The diagram of what lies open; nothing hidden goes through here.
pub(crate) fn write_open(open: &Open) -> Diagram {
    let stock = open.stock();
    let place = |seat: Seat| {
        let player = &open.players[seat];
        PlayerDiagram {
            weeks: player.weeks,
            cards: card_words(stock, player.cards),
            finds: find_words_by_region(stock, |region| open.pile(region), &player.finds),
            permits: Some(write_permits(player.permits, player.generic)),
        }
    };
    Diagram { seats: Seat::all(open.seats()).map(|seat| (seat, place(seat))).collect(), ..write_table(open) }
}

/// The same without what the players have.
pub(crate) fn write_table(open: &Open) -> Diagram {
    let stock = open.stock();
    let space = |card: &Option<Card>| card.map_or("-".into(), |card| stock.print(card).word.as_str().into());
    let held = |(which, seat): (usize, &Option<Seat>)| Some((professor_word(which).to_owned(), (*seat)?));
    Diagram {
        phase: open.phase,
        order: Order::new(open.order()).to_string(),
        display: Some(open.display.iter().map(space).collect()),
        beside: card_words(stock, open.beside),
        professors: open.professors.iter().enumerate().filter_map(held).collect(),
        spent: card_words(stock, open.spent),
        donated: find_words_by_region(stock, |region| open.pile(region), &open.donated),
        rubble_shown: open.rubble_shown.iter().filter(|(_, n)| **n > 0).map(|(region, n)| (region, *n)).collect(),
        ..Diagram::default()
    }
}

/// Permits by word, those used up left out.
pub(crate) fn write_permits(permits: ByRegion<u8>, generic: u8) -> BTreeMap<String, u8> {
    let regions = permits.iter().map(|(region, count)| (region.word().to_owned(), *count));
    regions.chain([("generic".to_owned(), generic)]).filter(|(_, count)| *count > 0).collect()
}

/// What a seat saw, in words.
pub(crate) fn write_look(open: &Open, region: Region, look: Look) -> Seen {
    let words = |mask| find_words(open.stock(), open.pile(region), mask);
    Seen { saw: words(look.saw), left: words(look.left) }
}

/// The diagram of a position.
pub(crate) fn write(game: &Thebes) -> Diagram {
    let open = &game.open;
    let looks = |(seat, looks): (Seat, &ByRegion<Option<Look>>)| {
        let seen = |(region, look): (Region, &Option<Look>)| Some((region, write_look(open, region, (*look)?)));
        let all: BTreeMap<Region, Seen> = looks.iter().filter_map(seen).collect();
        (!all.is_empty()).then_some((seat, all))
    };
    Diagram {
        piles: find_words_by_region(open.stock(), |region| open.pile(region), &game.hidden.piles),
        looks: game.hidden.looks.iter().filter_map(looks).collect(),
        ..write_open(open)
    }
}

/// The position of a diagram, or everything that is wrong with it.
pub(crate) fn read(setup: &Setup<Thebes>, diagram: &Diagram) -> Result<Thebes, Vec<String>> {
    let mut reader = Reader::new(setup);
    reader.open(diagram);
    let hidden = reader.hidden(diagram);
    reader.phase(&hidden);
    let Reader { open, ledger, .. } = reader;
    if ledger.faults.is_empty() { Ok(Thebes { open, hidden }) } else { Err(ledger.faults) }
}

/// A diagram that is being read.
pub(crate) struct Reader {
    pub(crate) open: Open,
    pub(crate) ledger: Ledger,
    /// The find bits as the lists give them, before they are laid out kind by kind.
    piles: ByRegion<u32>,
}

impl Reader {
    pub(crate) fn new(setup: &Setup<Thebes>) -> Reader {
        let open = Open::new(setup);
        let off = setup.options().knowledge_finds == KnowledgeFinds::Off;
        let ledger = Ledger::new(open.stock(), &open.stock().piles[usize::from(off)]);
        Reader { open, ledger, piles: ByRegion::default() }
    }

    fn fault(&mut self, what: impl Into<String>) {
        self.ledger.faults.push(what.into());
    }

    /// Reads all that lies open, except how many region cards the deck has.
    pub(crate) fn open(&mut self, diagram: &Diagram) {
        let stock = self.open.stock();
        let presentations = stock.exhibitions | stock.museums;
        self.open.phase = diagram.phase;
        for (seat, place) in &diagram.seats {
            if seat.index() < self.open.seats() {
                self.player(*seat, place);
            } else {
                self.fault(format!("there is no seat {seat} at this table"));
            }
        }
        self.open.beside = self.ledger.cards(&diagram.beside, "the board's side", |slots| slots & presentations != 0);
        self.open.spent = self.ledger.cards(&diagram.spent, "the cards spent", |_| true);
        for (region, list) in &diagram.donated {
            let artifacts = self.open.pile(*region).artifacts;
            self.open.donated[*region] = self.ledger.finds(*region, list, "the donations", artifacts);
        }
        self.order(&diagram.order);
        self.professors(&diagram.professors);
        for (region, shown) in &diagram.rubble_shown {
            self.open.rubble_shown[*region] = *shown;
        }
        self.display(diagram);
        self.lay_out();
        self.open.deck = self.ledger.rest();
        if let Some(list) = diagram.deck.get("green") {
            self.open.deck = self.ledger.cards(list, "the deck", |_| true);
            let rest = self.ledger.rest();
            for (card, copies) in stock.kinds(rest) {
                (0..copies).for_each(|_| self.open.spent = masks::with(self.open.spent, stock.print(card).slots));
            }
        }
    }

    fn player(&mut self, seat: Seat, place: &PlayerDiagram) {
        let stock = self.open.stock();
        let mut player = self.open.players[seat];
        player.weeks = place.weeks;
        player.cards = self.ledger.cards(&place.cards, &format!("player {seat}"), |_| true);
        for (region, list) in &place.finds {
            let admits = self.open.pile(*region).all & !self.open.pile(*region).rubble;
            player.finds[*region] = self.ledger.finds(*region, list, &format!("player {seat}"), admits);
        }
        for (card, copies) in stock.kinds(player.cards) {
            match stock.print(card).group {
                Group::Knowledge { region, value } => player.knowledge[region] += value * copies as u8,
                Group::General { value } => player.general += value * copies as u8,
                _ => {}
            }
        }
        for (region, held) in player.finds.iter().map(|(region, held)| (region, *held)).collect::<Vec<_>>() {
            for (find, copies) in self.open.pile(region).kinds_in(held) {
                match stock.find(find).kind {
                    FindKind::Knowledge { of: Some(of), value } => player.knowledge[of] += value * copies as u8,
                    FindKind::Knowledge { of: None, value } => player.general += value * copies as u8,
                    FindKind::Artifact { .. } | FindKind::Rubble => {}
                }
            }
        }
        if let Some(permits) = &place.permits {
            player.permits = ByRegion::from_fn(|region| permits.get(region.word()).copied().unwrap_or(0));
            player.generic = permits.get("generic").copied().unwrap_or(0);
            for word in permits.keys().filter(|word| *word != "generic" && Region::from_word(word).is_none()) {
                self.fault(format!("'{word}' is neither a region nor generic"));
            }
        }
        if player.weeks > 20_000 {
            self.fault(format!("{seat}'s marker cannot be on week {}", player.weeks));
            player.weeks = 0;
        }
        self.open.players[seat] = player;
    }

    fn order(&mut self, order: &str) {
        let seats = self.open.seats();
        let weeks = |open: &Open, seat: Seat| open.players[seat].weeks;
        if order.is_empty() {
            let open = self.open;
            self.open.order[..seats].sort_by_key(|seat| weeks(&open, *seat));
            return;
        }
        let fitting = read_order(order).filter(|read| read.seats().len() == seats);
        let Some(read) = fitting.filter(|read| read.seats().iter().all(|seat| seat.index() < seats)) else {
            self.fault(format!("the order '{}' must name each of the {seats} seats once", engine::clip(order)));
            return;
        };
        if !read.seats().is_sorted_by_key(|seat| weeks(&self.open, *seat)) {
            self.fault(format!("the order {order} must begin with the hindmost marker"));
        }
        self.open.order[..seats].copy_from_slice(read.seats());
    }

    /// Who knows most and enough has the professor (H14, H15).
    fn professors(&mut self, named: &BTreeMap<String, Seat>) {
        for word in named.keys().filter(|word| *word != "greatest" && Region::from_word(word).is_none()) {
            self.fault(format!("there is no professor of '{}'", engine::clip(word)));
        }
        for which in 0..=GREATEST {
            let open = self.open;
            let known = |seat: Seat| open.knowledge_for(which, seat);
            let most = Seat::all(open.seats()).map(known).max().unwrap_or(0);
            let word = professor_word(which);
            let enough = most >= open.stock.professors[which].knowledge;
            let first = Seat::all(open.seats()).find(|seat| enough && known(*seat) == most);
            self.open.professors[which] = match named.get(word) {
                Some(seat) if seat.index() >= open.seats() || !enough || known(*seat) != most => {
                    self.fault(format!("the professor of {word} cannot be with {seat}"));
                    None
                }
                Some(seat) => Some(*seat),
                None => first,
            };
        }
    }

    fn display(&mut self, diagram: &Diagram) {
        let stock = self.open.stock();
        let central = stock.green & !stock.exhibitions & !stock.museums;
        let list = diagram.display.clone().unwrap_or_else(|| {
            let before = diagram.deck.get("green").cloned().unwrap_or_default();
            let in_deck =
                |card: Card| before.iter().any(|word| word.split('*').next() == Some(&stock.print(card).word));
            let kinds = stock.kinds(self.ledger.rest() & central).map(|(card, _)| card);
            let free: Vec<Card> = kinds.filter(|card| !in_deck(*card)).take(4).collect();
            free.iter().map(|card| stock.print(*card).word.as_str().into()).collect()
        });
        if list.len() > 4 {
            self.fault("there are four central spaces");
        }
        for (space, word) in list.iter().take(4).enumerate().filter(|(_, word)| *word != "-") {
            let held =
                self.ledger.cards(std::slice::from_ref(word), "the central spaces", |slots| slots & central != 0);
            if held.count_ones() > 1 {
                self.fault("a central space holds one card");
            }
            self.open.display[space] = masks::places(held).next().map(|place| stock.card_at[place]);
        }
    }

    /// What is out of the piles: what the players have, and what was donated.
    fn lay_out(&mut self) {
        for region in Region::ALL {
            let pile = self.open.pile(region);
            let holders = self.open.players.values().map(|player| player.finds[region]);
            let holders: Vec<u32> = holders.chain([self.open.donated[region]]).collect();
            for find in &pile.runs {
                let slots = pile.slots(*find);
                let count = holders.iter().map(|held| (held & slots).count_ones()).sum();
                self.open.out[region] |= crate::ledger::low_bits(slots, count);
            }
        }
    }

    fn hidden(&mut self, diagram: &Diagram) -> Hidden {
        for word in diagram.deck.keys().filter(|word| *word != "green" && Region::from_word(word).is_none()) {
            self.fault(format!("the deck has no cards of '{}'", engine::clip(word)));
        }
        for region in Region::ALL {
            let all = self.open.pile(region).all;
            let listed = diagram.piles.get(&region);
            self.piles[region] = match (listed, diagram.deck.get(region.word())) {
                (Some(_), Some(_)) => {
                    self.fault(format!("name either the pile of {region} or what the deck has of it"));
                    0
                }
                (Some(list), None) => self.ledger.finds(region, list, "the pile", all),
                (None, Some(list)) => {
                    self.ledger.finds(region, list, "the deck", all);
                    self.ledger.rest_of(region)
                }
                (None, None) => 0,
            };
        }
        let open = self.open;
        let piles = ByRegion::from_fn(|region| above(open.pile(region), open.out[region], self.piles[region]));
        let left = |region: Region| open.deck_of(region, piles[region]).count_ones() as u8;
        self.open.backs = Region::ALL.into_iter().map(left).sum();
        Hidden { piles, looks: self.looks(&diagram.looks, &piles) }
    }

    fn looks(
        &mut self,
        looks: &BTreeMap<Seat, BTreeMap<Region, Seen>>,
        piles: &ByRegion<u32>,
    ) -> BySeat<ByRegion<Option<Look>>, 4> {
        let mut all = BySeat::all(self.open.seats(), ByRegion::default());
        for (seat, looks) in looks {
            if seat.index() >= self.open.seats() {
                self.fault(format!("there is no seat {seat} at this table"));
                continue;
            }
            for (region, seen) in looks {
                let look = self.look(*region, seen);
                if !self.open.could_hold(*region, piles[*region], look) {
                    self.fault(format!("{seat} saw cards of {region} that are neither in the pile nor out of it"));
                }
                all[*seat][*region] = Some(look);
            }
        }
        all
    }

    /// Reads a look; reports a fault if a card that left was never seen.
    pub(crate) fn look(&mut self, region: Region, seen: &Seen) -> Look {
        let all = self.open.pile(region).all;
        let saw = self.ledger.memory(region, &seen.saw, "a look", all);
        let left = self.ledger.memory(region, &seen.left, "a look", all);
        if left & !saw != 0 {
            self.fault(format!("what left the pile of {region} since a look must have been seen"));
        }
        Look { saw, left: left & saw }
    }

    /// Whether the phase fits the table.
    fn phase(&mut self, hidden: &Hidden) {
        let open = self.open;
        let full = open.free_space().is_none();
        let of = |region: Region| open.deck_of(region, hidden.piles[region]);
        for region in Region::ALL {
            let rubble = (hidden.piles[region] & open.pile(region).rubble).count_ones();
            if u32::from(open.rubble_shown[region]) > rubble {
                self.fault(format!("the pile of {region} has less rubble than was shown"));
            }
        }
        let green_on_top = open.deck != 0;
        let fits = match open.phase {
            Phase::Order => open.players.values().all(|player| player.weeks == 0),
            Phase::Back => open.deck_size() > 0,
            Phase::Card => green_on_top && !full,
            Phase::Pile(region) => of(region) != 0,
            Phase::Turn => green_on_top && full,
            Phase::Over => open.deck_size() == 0,
            Phase::Donate { seat, left } => {
                let artifacts: u8 = self.seated(seat).map_or(0, |seat| open.artifacts(seat).0.iter().sum());
                green_on_top && full && (1..=artifacts).contains(&left)
            }
            Phase::Choose { seat, by, region } => {
                let looked = self.seated(seat).and_then(|seat| hidden.looks[seat][region]);
                let sees = looked.is_some_and(|look| look.left == 0 && look.saw == open.seen_bits(region, hidden));
                sees && green_on_top && full && hidden.piles[region] & open.loot(by, region) != 0
            }
            Phase::Rob { seat, region } => {
                let loot = hidden.piles[region] & open.loot(Looter::Thief, region);
                self.seated(seat).is_some() && green_on_top && full && loot != 0
            }
            Phase::Dig { seat, region, left, aside } => {
                let undrawn = hidden.piles[region] & !open.pile(region).some_rubble(aside.min(31));
                let shown = aside <= open.rubble_shown[region];
                self.seated(seat).is_some() && green_on_top && full && shown && left > 0 && undrawn != 0
            }
        };
        if !fits {
            self.fault("the phase does not fit the table: the spaces, the deck, the piles or the player");
        }
    }

    fn seated(&self, seat: Seat) -> Option<Seat> {
        (seat.index() < self.open.seats()).then_some(seat)
    }
}

impl Open {
    /// A pile as a look shows it, each kind filled from its lowest bit.
    pub(crate) fn seen_bits(&self, region: Region, hidden: &Hidden) -> u32 {
        let pile = self.pile(region);
        let low = |find: &crate::stock::Find| {
            let slots = pile.slots(*find);
            crate::ledger::low_bits(slots, (hidden.piles[region] & slots).count_ones())
        };
        pile.runs.iter().fold(0, |all, find| all | low(find))
    }

    /// Whether a pile holds what a look showed and what has not left since.
    fn could_hold(&self, region: Region, held: u32, look: Look) -> bool {
        let pile = self.pile(region);
        pile.runs.iter().all(|find| {
            let count = |mask: u32| (mask & pile.slots(*find)).count_ones();
            count(look.left) <= count(self.out[region]) && count(look.saw) - count(look.left) <= count(held)
        })
    }
}
