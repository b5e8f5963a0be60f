//! Broken twins of the toy: each breaks one law, which shows that the law can fail.

use std::fmt;
use std::sync::atomic::{AtomicU8, Ordering};

use engine::{
    Canvas, Closed, ConstBox, Draft, Evaluate, Game, Illegal, Info, Inventory, Misread, Notation, Offer, Part, PartSet,
    Rng, Rule, Run, ScoreLine, Scored, Seat, Setup, Sink, Step, StepOf, Study, ToAct, Viewer, refuse,
};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::game::Phase;
use super::parts::{Bag, X1, X2, X5, X6, X8, X9};
use super::{Action, Chance, Diagram, Event, Options, Toy, View};

/// What is wrong with a twin, and the law that must notice.
pub const FAULTS: [(u8, &str); 24] = [
    (NEVER_ENDS, "ends"),
    (UNSORTED, "list"),
    (EMPTY_LIST, "list"),
    (LAX_CHECK, "check"),
    (STRICT_CHECK, "check"),
    (UNLISTED_RULE, "refusal"),
    (WRONG_WORDS, "notation"),
    (LOSSY_VIEW, "serde"),
    (LOSSY_DIAGRAM, "diagram"),
    (EVENTS_FEED_STATE, "events"),
    (ZERO_WEIGHT, "weights"),
    (BLIND_GUESS, "determinize"),
    (LOUD_DRAW, "secrecy"),
    (LOUD_TRADE, "secrecy"),
    (WRONG_SHEET, "sheet"),
    (LOST_PEBBLE, "inventory"),
    (LOADED_DRAW, "distribution"),
    (WIDE_BOARD, "board"),
    (LOST_OFFER, "offers"),
    (BY_WORDS, "roaming"),
    (FAR_REASON, "closed"),
    (UNTOLD_NEED, "options"),
    (LOOSE_WORTH, "effects"),
    (OPEN_HANDS, "open"),
];

/// A fault that needs another list of ends; and the law that notices.
pub const NEVER_SEEN: (u8, &str) = (21, "coverage");
/// A fault in what a match reads from outside its setup; and the law that notices.
pub const UNSTEADY: (u8, &str) = (22, "replay");

/// Faults in what programs study; and the laws that notice.
pub const MISTAUGHT: [(u8, &str); 10] = [
    (WRONG_NUMBER, "numbers"),
    (NO_NUMBER, "numbers"),
    (LOOSE_NUMBER, "numbers"),
    (WILD_FIGURE, "figures"),
    (LOST_NUMBER, "numbers"),
    (BLIND_FIGURES, "sight"),
    (MIXED_PARTS, "parts"),
    (SHORT_LENGTH, "length"),
    (FEW_NAMES, "names"),
    (SAME_NAMES, "names"),
];

const NEVER_ENDS: u8 = 1;
const UNSORTED: u8 = 2;
const EMPTY_LIST: u8 = 3;
const LAX_CHECK: u8 = 4;
const STRICT_CHECK: u8 = 5;
const UNLISTED_RULE: u8 = 6;
const WRONG_WORDS: u8 = 7;
const LOSSY_VIEW: u8 = 8;
const LOSSY_DIAGRAM: u8 = 9;
const EVENTS_FEED_STATE: u8 = 10;
const ZERO_WEIGHT: u8 = 11;
const BLIND_GUESS: u8 = 12;
const LOUD_DRAW: u8 = 13;
const LOUD_TRADE: u8 = 14;
const WRONG_SHEET: u8 = 15;
const LOST_PEBBLE: u8 = 16;
const LOADED_DRAW: u8 = 17;
const WIDE_BOARD: u8 = 18;
const LOST_OFFER: u8 = 19;
const BY_WORDS: u8 = 20;
const WRONG_NUMBER: u8 = 23;
const NO_NUMBER: u8 = 24;
const LOOSE_NUMBER: u8 = 25;
const WILD_FIGURE: u8 = 26;
const LOST_NUMBER: u8 = 27;
const FAR_REASON: u8 = 28;
const UNTOLD_NEED: u8 = 29;
const BLIND_FIGURES: u8 = 30;
const MIXED_PARTS: u8 = 31;
const SHORT_LENGTH: u8 = 32;
const LOOSE_WORTH: u8 = 33;
const FEW_NAMES: u8 = 34;
const SAME_NAMES: u8 = 35;
const OPEN_HANDS: u8 = 36;

/// The toy with one fault.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Twin<const FAULT: u8>(Toy);

/// A view of a twin.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TwinView<const FAULT: u8>(View);

impl<const FAULT: u8> Serialize for TwinView<FAULT> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut view = self.0.clone();
        if FAULT == LOSSY_VIEW {
            view.bag = 0;
        }
        view.serialize(serializer)
    }
}

impl<'de, const FAULT: u8> Deserialize<'de> for TwinView<FAULT> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        View::deserialize(deserializer).map(TwinView)
    }
}

fn sound<const FAULT: u8>(setup: &Setup<Twin<FAULT>>) -> Setup<Toy> {
    let draft = Draft::<Toy>::new(setup.seats()).with(*setup.options());
    draft.admit().unwrap_or_else(|_| unreachable!("the twin admitted it"))
}

impl<const FAULT: u8> Game for Twin<FAULT> {
    const INFO: Info = Info { ends: if FAULT == NEVER_SEEN.0 { &[X8, X9, X1] } else { Toy::INFO.ends }, ..Toy::INFO };

    type Data = ConstBox;
    type Options = Options;
    type Action = Action;
    type Chance = Chance;
    type Event = Event;
    type View = TwinView<FAULT>;
    type Diagram = Diagram;

    fn objections(draft: &Draft<Self>, out: &mut Vec<Illegal>) {
        Toy::objections(&Draft::new(draft.seats).with(draft.options), out);
        if FAULT == UNTOLD_NEED && draft.options.bag == Bag::Small {
            out.push(refuse!(X1, "small", "a small bag is for nobody"));
        }
    }

    fn new(setup: &Setup<Self>) -> Self {
        let mut toy = Toy::new(&sound(setup));
        if FAULT == UNSTEADY.0 {
            // A counter outside the state: the same record comes out differently the second time.
            static MATCHES: AtomicU8 = AtomicU8::new(0);
            toy.turns = MATCHES.fetch_add(1, Ordering::Relaxed) % 2;
        }
        Twin(toy)
    }

    fn from_diagram(setup: &Setup<Self>, diagram: Diagram) -> Result<Self, Vec<String>> {
        Toy::from_diagram(&sound(setup), diagram).map(Twin)
    }

    fn diagram(&self) -> Diagram {
        let turns = if FAULT == LOSSY_DIAGRAM { 0 } else { self.0.turns };
        Diagram { turns, ..self.0.diagram() }
    }

    fn seats(&self) -> usize {
        self.0.seats()
    }

    fn to_act(&self) -> ToAct {
        self.0.to_act()
    }

    fn actions(&self, out: &mut Vec<Action>) {
        self.0.actions(out);
        match FAULT {
            UNSORTED => out.reverse(),
            EMPTY_LIST if out.len() == 1 => out.clear(),
            _ => {}
        }
    }

    fn check(&self, action: &Action) -> Result<(), Illegal> {
        match (self.0.check(action), FAULT) {
            (Err(why), LAX_CHECK) if why.rule == X5 => Ok(()),
            (Err(why), UNLISTED_RULE) if why.rule == X6 => Err(refuse!(X2, "stray", "no")),
            (Ok(()), STRICT_CHECK) if *action == Action::Lay(4) => Err(refuse!(X6, "no-four", "no four")),
            (verdict, _) => verdict,
        }
    }

    fn chances(&self, out: &mut Vec<(Chance, u32)>) {
        self.0.chances(out);
        if FAULT == ZERO_WEIGHT && self.0.drawing() == 1 {
            out[0].1 = 0;
        }
    }

    fn apply(&mut self, step: StepOf<Self>, events: &mut impl Sink<Event>) {
        let heard = events.listens();
        self.0.apply(step, events);
        match (FAULT, step) {
            (NEVER_ENDS, _) if self.0.to_act().is_over() => {
                self.0.phase = Phase::Act;
                self.0.turns = 0;
            }
            (EVENTS_FEED_STATE, Step::Chance(_)) if heard => self.0.ap = 3,
            (LOST_PEBBLE, Step::Action(Action::Lay(_))) => {
                if let Some(count) = self.0.bag.iter_mut().find(|count| **count > 0) {
                    *count -= 1;
                }
            }
            _ => {}
        }
    }

    fn rule(&self, action: &Action) -> Rule {
        self.0.rule(action)
    }

    fn alphabet(&self, out: &mut Vec<Action>) {
        self.0.alphabet(out);
    }

    fn reveals(&self, step: &StepOf<Self>) -> bool {
        self.0.reveals(step)
    }

    fn hides(&self) -> bool {
        FAULT != OPEN_HANDS
    }

    fn view(&self, viewer: Viewer) -> TwinView<FAULT> {
        TwinView(self.0.view(viewer))
    }

    fn seen(&self, step: &StepOf<Self>, viewer: Viewer) -> String {
        self.0.seen(step, viewer)
    }

    fn redact(&self, event: &Event, viewer: Viewer) -> Option<Event> {
        match (FAULT, event) {
            (LOUD_DRAW, _) => Some(event.clone()),
            // Says by its silence which pebble was drawn after a trade.
            (LOUD_TRADE, Event::Drawn { worth: Some(1), .. }) => None,
            _ => self.0.redact(event, viewer),
        }
    }

    fn determinize(view: &TwinView<FAULT>, rng: &mut impl Rng) -> Self {
        let mut toy = Toy::determinize(&view.0, rng);
        if FAULT == BLIND_GUESS {
            toy.hands.values_mut().for_each(|hand| *hand = [0; 4]);
        }
        Twin(toy)
    }

    fn draw(view: &TwinView<FAULT>, canvas: &mut Canvas) {
        Toy::draw(&view.0, canvas);
        if FAULT == WIDE_BOARD {
            canvas.line(&"~".repeat(81));
        }
    }

    fn points(&self, seat: Seat) -> i32 {
        self.0.points(seat)
    }

    fn worth(&self, seat: Seat) -> i32 {
        // It counts a point too much, also when all is counted.
        self.0.worth(seat) + i32::from(FAULT == LOOSE_WORTH)
    }

    fn sample(&self, rng: &mut impl Rng, scratch: &mut Vec<(Chance, u32)>) -> Chance {
        if FAULT == LOADED_DRAW {
            scratch.clear();
            self.chances(scratch);
            return engine::Dice::pick(rng, scratch).0;
        }
        self.0.sample(rng, scratch)
    }

    fn roam(&self, rng: &mut impl Rng, scratch: &mut Vec<Action>) -> Action {
        if FAULT == BY_WORDS {
            scratch.clear();
            self.actions(scratch);
            return *engine::Dice::pick(rng, scratch);
        }
        self.0.roam(rng, scratch)
    }

    fn offers(&self) -> Vec<Offer> {
        let mut offers = self.0.offers();
        if FAULT == LOST_OFFER {
            offers.pop();
        }
        offers
    }

    fn shut(&self, verb: usize) -> Option<Illegal> {
        self.0.shut(verb)
    }

    fn remoteness(&self, action: &Action) -> u32 {
        self.0.remoteness(action)
    }

    fn closed(&self) -> Vec<Closed> {
        let mut closed = self.0.closed();
        if FAULT == FAR_REASON {
            for closed in &mut closed {
                let word = if closed.verb == "lay" { Action::Lay(4) } else { Action::Trade(4) };
                closed.why = self.0.check(&word).err().unwrap_or(closed.why.clone());
            }
        }
        closed
    }
}

impl<const FAULT: u8> Evaluate for Twin<FAULT> {}

impl<const FAULT: u8> Inventory for Twin<FAULT> {
    fn inventory(&self, out: &mut Vec<(&'static str, u32)>) {
        self.0.inventory(out);
    }
}

impl<const FAULT: u8> Scored<Twin<FAULT>> for Event {
    fn score_line(&self, game: &Twin<FAULT>) -> Option<ScoreLine> {
        let line = self.score_line(&game.0)?;
        Some(ScoreLine { points: if FAULT == WRONG_SHEET { 1 } else { line.points }, ..line })
    }
}

impl<const FAULT: u8> Notation<Twin<FAULT>> for Action {
    fn verb(&self) -> usize {
        Action::verb(*self)
    }

    fn write(&self, _game: &Twin<FAULT>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Trade(worth) if FAULT == WRONG_WORDS => write!(f, "lay {worth}"),
            _ => fmt::Display::fmt(self, f),
        }
    }

    fn read(_game: &Twin<FAULT>, words: &str) -> Result<Action, Misread> {
        Action::read(words)
    }
}

impl<const FAULT: u8> Notation<Twin<FAULT>> for Chance {
    fn verb(&self) -> usize {
        Chance::verb(*self)
    }

    fn write(&self, _game: &Twin<FAULT>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }

    fn read(_game: &Twin<FAULT>, words: &str) -> Result<Chance, Misread> {
        Chance::read(words)
    }
}

impl<const FAULT: u8> Study for Twin<FAULT> {
    const SPACE: &'static [Run] = Toy::SPACE;
    const FIGURES: &'static [Part] = match FAULT {
        FEW_NAMES => &[Toy::FIGURES[0].named(0, "own left right"), Toy::FIGURES[1]],
        SAME_NAMES => &[Toy::FIGURES[0].named(0, "own left left right"), Toy::FIGURES[1]],
        _ => Toy::FIGURES,
    };
    const LENGTH: u32 = if FAULT == SHORT_LENGTH { 9 } else { Toy::LENGTH };

    fn number(&self, action: &Action) -> Option<u32> {
        match (FAULT, action) {
            (WRONG_NUMBER, Action::Lay(4)) => self.0.number(&Action::Lay(3)),
            (NO_NUMBER, _) => None,
            _ => self.0.number(action),
        }
    }

    fn numbers(&self, out: &mut Vec<i32>) {
        self.0.numbers(out);
        if FAULT == LOST_NUMBER {
            out.pop();
        }
    }

    fn decision(&self, run: usize, place: u32) -> Option<Action> {
        self.0.decision(run, place)
    }

    fn numbered(&self, number: u32) -> Option<Action> {
        // A number that nobody writes, and that is read all the same.
        let number = if FAULT == LOOSE_NUMBER && number == 8 { 0 } else { number };
        self.0.numbered(number)
    }

    fn figures(view: &TwinView<FAULT>, seat: Seat, row: &mut [f32]) {
        Toy::figures(&view.0, seat, row);
        match FAULT {
            WILD_FIGURE => row[0] /= 0.0,
            // What lies on the table is not told.
            BLIND_FIGURES => row.chunks_exact_mut(10).for_each(|seat| seat[..4].fill(0.0)),
            _ => {}
        }
    }

    fn figures_of(view: &TwinView<FAULT>, seat: Seat, chosen: PartSet, row: &mut [f32]) {
        let mut whole = vec![0.0; Self::width()];
        Self::figures(view, seat, &mut whole);
        chosen.cut(Self::FIGURES, &whole, row);
        if FAULT == MIXED_PARTS {
            row.reverse();
        }
    }
}
