//! Decisions and random events, and their words.

use std::fmt;

use engine::{MOST_SEATS, Misread, Notation, Seat, Words};

use crate::Thebes;
use crate::region::Region;
use crate::stock::{Card, Find, FindKind, Group, ThebesBox};

/// What a dig is allowed by (H16).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Leave {
    /// A permit of the region.
    Permit,
    /// A generic permit.
    Generic,
    /// A generic dig card.
    Card,
}

impl Leave {
    /// All of them, in the order of the legal lists.
    pub const ALL: [Leave; 3] = [Leave::Permit, Leave::Generic, Leave::Card];

    /// Its word.
    pub const fn word(self) -> &'static str {
        ["permit", "generic", "card"][self as usize]
    }
}

/// A dig: where, how long, by what leave, with how many assistants.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Dig {
    /// Where.
    pub region: Region,
    /// For how many weeks.
    pub weeks: u8,
    /// By what leave.
    pub leave: Leave,
    /// With how many assistants.
    pub assistants: u8,
}

/// One decision.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// `take egypt-2`
    Take(Card),
    /// `exhibit large-egypt`
    Exhibit(Card),
    /// `museum 3`
    Museum(Card),
    /// `donate bust-of-nefertiti`
    Donate(Find),
    /// `play thief-egypt`, `play raider-egypt`
    Play(Card),
    /// `play scientist egypt`
    Look(Card, Region),
    /// `choose bust-of-nefertiti`
    Choose(Find),
    /// `dig egypt 7 permit +2`
    Dig(Dig),
}

/// The verbs, in the order of the legal lists.
pub(crate) const VERBS: &[&str] = &["take", "exhibit", "museum", "donate", "play", "choose", "dig"];

/// The verbs of the random events.
pub(crate) const DRAWS: &[&str] = &["order", "back", "pile", "card", "find"];

/// The markers on space 0, from the top to the bottom.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Order {
    seats: u8,
    from_top: [Seat; 4],
}

impl Order {
    /// The order of a table's markers; each seat once.
    pub fn new(from_top: &[Seat]) -> Order {
        let mut all = [Seat::A; 4];
        all[..from_top.len()].copy_from_slice(from_top);
        Order { seats: from_top.len() as u8, from_top: all }
    }

    /// The seats, from the top.
    pub fn seats(&self) -> &[Seat] {
        &self.from_top[..self.seats as usize]
    }

    /// Every order of that many markers, sorted.
    pub(crate) fn all(seats: usize) -> Vec<Order> {
        let mut orders: Vec<Vec<Seat>> = vec![Vec::new()];
        for _ in 0..seats {
            let longer = |order: &Vec<Seat>| {
                let rest = Seat::all(seats).filter(|seat| !order.contains(seat));
                rest.map(|seat| [order.as_slice(), &[seat]].concat()).collect::<Vec<_>>()
            };
            orders = orders.iter().flat_map(longer).collect();
        }
        orders.iter().map(|order| Order::new(order)).collect()
    }
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.seats().iter().try_for_each(|seat| seat.fmt(f))
    }
}

/// The back of a card of the deck.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Back {
    /// Green.
    Green,
    /// That of a region.
    Of(Region),
}

/// One random event.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Chance {
    /// `* order BAC`
    Order(Order),
    /// `* back egypt`
    Back(Back),
    /// `* pile egypt rubble`
    Pile(Region, Find),
    /// `* card egypt-2`
    Card(Card),
    /// `* find ushabti`
    Find(Find),
}

/// A word of the box that begins as the verb does, without that beginning.
fn short<'a>(word: &'a str, beginning: &str) -> &'a str {
    word.strip_prefix(beginning).unwrap_or(word)
}

/// Writes an action.
fn write_action(stock: &ThebesBox, action: Action, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let card = |card: Card| stock.print(card).word.as_str();
    match action {
        Action::Take(taken) => write!(f, "take {}", card(taken)),
        Action::Exhibit(shown) => write!(f, "exhibit {}", short(card(shown), "exhibition-")),
        Action::Museum(museum) => write!(f, "museum {}", short(card(museum), "museum-")),
        Action::Donate(find) => write!(f, "donate {}", stock.find(find).word),
        Action::Play(played) => write!(f, "play {}", card(played)),
        Action::Look(played, region) => write!(f, "play {} {region}", card(played)),
        Action::Choose(find) => write!(f, "choose {}", stock.find(find).word),
        Action::Dig(Dig { region, weeks, leave, assistants }) => {
            write!(f, "dig {region} {weeks} {}", leave.word())?;
            if assistants > 0 { write!(f, " +{assistants}") } else { Ok(()) }
        }
    }
}

/// Reads an action.
fn read_action(stock: &ThebesBox, text: &str) -> Result<Action, Misread> {
    let mut words = Words::new(text);
    let verb = words.token("a verb")?;
    let action = match verb {
        "take" => Action::Take(words.read("a card such as egypt-2", |word| {
            stock.card_of_word(word).filter(|card| !stock.is_presentation(*card))
        })?),
        "exhibit" => Action::Exhibit(words.read("an exhibition such as large-egypt", |word| {
            let card = stock.card_of_word(&format!("exhibition-{word}"))?;
            matches!(stock.print(card).group, Group::Exhibition(_)).then_some(card)
        })?),
        "museum" => Action::Museum(words.read("a museum such as 3", |word| {
            let card = stock.card_of_word(&format!("museum-{word}"))?;
            matches!(stock.print(card).group, Group::Museum { .. }).then_some(card)
        })?),
        "donate" => Action::Donate(words.read("an artifact such as bust-of-nefertiti", |word| {
            let is_artifact = |find: &Find| matches!(stock.find(*find).kind, FindKind::Artifact { .. });
            stock.find_of_word(word).filter(is_artifact)
        })?),
        "choose" => Action::Choose(words.read("an artifact or knowledge", |word| {
            stock.find_of_word(word).filter(|find| stock.find(*find).kind != FindKind::Rubble)
        })?),
        "play" => read_play(stock, &mut words)?,
        "dig" => Action::Dig(read_dig(&mut words)?),
        _ => return Err(words.wrong(format!("'{}' is not a verb of this game", engine::clip(verb)))),
    };
    words.done()?;
    Ok(action)
}

fn read_play(stock: &ThebesBox, words: &mut Words<'_>) -> Result<Action, Misread> {
    let card = words.read("an action card such as thief-egypt", |word| {
        let alone = |group| matches!(group, Group::Thief(_) | Group::Raider(_) | Group::Scientist);
        stock.card_of_word(word).filter(|card| alone(stock.print(*card).group))
    })?;
    Ok(match stock.print(card).group {
        Group::Scientist => Action::Look(card, words.read("a region such as egypt", Region::from_word)?),
        _ => Action::Play(card),
    })
}

fn read_dig(words: &mut Words<'_>) -> Result<Dig, Misread> {
    let region = words.read("a region such as egypt", Region::from_word)?;
    let weeks = words.number("a number of weeks")?;
    let leave =
        words.read("permit, generic or card", |word| Leave::ALL.into_iter().find(|leave| leave.word() == word))?;
    let assistants = match words.peek() {
        None => 0,
        Some(_) => words.read("a number of assistants such as +2", |word| {
            let count = word.strip_prefix('+').and_then(engine::plain_number)?;
            u8::try_from(count).ok().filter(|count| *count > 0)
        })?,
    };
    Ok(Dig { region, weeks, leave, assistants })
}

/// Writes a random event.
fn write_chance(stock: &ThebesBox, chance: Chance, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match chance {
        Chance::Order(order) => write!(f, "order {order}"),
        Chance::Back(Back::Green) => f.write_str("back green"),
        Chance::Back(Back::Of(region)) => write!(f, "back {region}"),
        Chance::Pile(region, find) => write!(f, "pile {region} {}", stock.find(find).word),
        Chance::Card(card) => write!(f, "card {}", stock.print(card).word),
        Chance::Find(find) => write!(f, "find {}", stock.find(find).word),
    }
}

/// Reads a random event.
fn read_chance(stock: &ThebesBox, text: &str) -> Result<Chance, Misread> {
    let mut words = Words::new(text);
    let verb = words.token("a kind of draw")?;
    let chance = match verb {
        "order" => Chance::Order(words.read("an order such as BAC", read_order)?),
        "back" => Chance::Back(words.read("green or a region", |word| {
            if word == "green" { Some(Back::Green) } else { Region::from_word(word).map(Back::Of) }
        })?),
        "pile" => {
            let region = words.read("a region such as egypt", Region::from_word)?;
            Chance::Pile(region, words.read("a card of a pile", |word| stock.find_of_word(word))?)
        }
        "card" => Chance::Card(words.read("a green card such as egypt-2", |word| stock.card_of_word(word))?),
        "find" => Chance::Find(words.read("a card of a pile", |word| stock.find_of_word(word))?),
        _ => return Err(words.wrong(format!("'{}' is not drawn in this game", engine::clip(verb)))),
    };
    words.done()?;
    Ok(chance)
}

/// Reads seats from the top: at most four, each once.
pub(crate) fn read_order(word: &str) -> Option<Order> {
    let seats = word.chars().take(MOST_SEATS).map(Seat::from_letter).collect::<Option<Vec<_>>>()?;
    let once = seats.iter().enumerate().all(|(at, seat)| !seats[..at].contains(seat));
    (once && word.len() == seats.len() && (1..=4).contains(&seats.len())).then(|| Order::new(&seats))
}

impl Notation<Thebes> for Action {
    #[inline]
    fn verb(&self) -> usize {
        match self {
            Action::Take(_) => 0,
            Action::Exhibit(_) => 1,
            Action::Museum(_) => 2,
            Action::Donate(_) => 3,
            Action::Play(_) | Action::Look(..) => 4,
            Action::Choose(_) => 5,
            Action::Dig(_) => 6,
        }
    }

    fn write(&self, game: &Thebes, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_action(game.open.stock(), *self, f)
    }

    fn read(game: &Thebes, words: &str) -> Result<Action, Misread> {
        read_action(game.open.stock(), words)
    }
}

impl Notation<Thebes> for Chance {
    fn verb(&self) -> usize {
        match self {
            Chance::Order(_) => 0,
            Chance::Back(_) => 1,
            Chance::Pile(..) => 2,
            Chance::Card(_) => 3,
            Chance::Find(_) => 4,
        }
    }

    fn write(&self, game: &Thebes, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_chance(game.open.stock(), *self, f)
    }

    fn read(game: &Thebes, words: &str) -> Result<Chance, Misread> {
        read_chance(game.open.stock(), words)
    }
}
