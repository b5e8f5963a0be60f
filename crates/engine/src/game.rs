//! What a game is.

use std::borrow::Cow;
use std::fmt::{self, Debug, Display};
use std::hash::Hash;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::bot::Random;
use crate::boxes::{BoxData, Boxed};
use crate::canvas::Canvas;
use crate::notation::Notation;
use crate::options::Choices;
use crate::outcome::{Outcome, Scored};
use crate::random::{Dice, Fast, Rng};
use crate::rule::{Illegal, Rule};
use crate::seat::{Seat, Viewer};
use crate::setup::{Draft, Setup};
use crate::words::Misread;

/// What is known of a game before it is played.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Info {
    /// The name in commands and records, `tikal`.
    pub key: &'static str,
    /// The name on the box, `Tikal`.
    pub name: &'static str,
    /// The fewest and the most seats.
    pub seats: (usize, usize),
    /// The rule that says how many may play.
    pub seats_rule: Rule,
    /// The version of the rules; a fix that would change a stored game raises it.
    pub rules: u32,
    /// The verbs of the decisions, in the order of the legal lists.
    pub verbs: &'static [&'static str],
    /// The verbs of the chance steps; each names a random stream of the match.
    pub draws: &'static [&'static str],
    /// The rules that may refuse a word, every one of which the law games must see refuse.
    pub refusals: &'static [Rule],
    /// The rules by which a match may end, every one of which the law games must reach.
    pub ends: &'static [Rule],
    /// Rules by which a match may end so rarely that the law games need not reach them.
    pub rare_ends: &'static [Rule],
    /// No match has more steps than this.
    pub longest: u32,
}

/// Who moves next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ToAct {
    /// This seat decides.
    Seat(Seat),
    /// Something is drawn.
    Chance,
    /// The match is over by this rule.
    Over(Rule),
}

impl ToAct {
    /// The seat that decides, if one does.
    pub fn seat(self) -> Option<Seat> {
        match self {
            ToAct::Seat(seat) => Some(seat),
            ToAct::Chance | ToAct::Over(_) => None,
        }
    }

    /// Whether the match is over.
    pub fn is_over(self) -> bool {
        matches!(self, ToAct::Over(_))
    }
}

/// One entry of a match's record: a decision of the seat to act, or a resolved random event.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Step<A, C> {
    /// A decision.
    Action(A),
    /// A random event.
    Chance(C),
}

/// The steps of a game.
pub type StepOf<G> = Step<<G as Game>::Action, <G as Game>::Chance>;

/// Where events go. `()` is a sink that costs nothing.
pub trait Sink<E> {
    /// Whether anybody listens; lets `apply` skip work that only an event needs.
    const LISTENS: bool;
    /// Takes an event.
    fn emit(&mut self, event: E);
    /// Whether anybody listens, where the type of the sink is not named.
    #[inline]
    fn listens(&self) -> bool {
        Self::LISTENS
    }
}

impl<E> Sink<E> for () {
    const LISTENS: bool = false;
    #[inline]
    fn emit(&mut self, _event: E) {}
}

impl<E> Sink<E> for Vec<E> {
    const LISTENS: bool = true;
    fn emit(&mut self, event: E) {
        self.push(event);
    }
}

/// What a client needs to show one choice; computed by the engine, so that the client knows no rules. Words that a game
/// has in a table are lent, since there may be hundreds of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Offer {
    /// The legal word; of a way the last one.
    pub word: Cow<'static, str>,
    /// What it costs, in the game's own unit, with everything before it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub price: Option<i32>,
    /// The place or piece that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<Cow<'static, str>>,
    /// The offer that it goes on from, by its place in the list: one gesture plays the words of that offer, and then
    /// this one, until one is refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<usize>,
    /// Further numbers worth knowing before choosing, each under its key (`week` landed on, `odds` in percent…),
    /// from what the seat to act may know.
    #[serde(skip_serializing_if = "Vec::is_empty", serialize_with = "as_map")]
    pub facts: Vec<(&'static str, i32)>,
}

impl Offer {
    /// The offer of a word about which nothing else is known.
    pub fn of(word: String) -> Offer {
        Offer { word: word.into(), price: None, target: None, after: None, facts: Vec::new() }
    }
}

/// The words of an offer, from the first one on.
pub fn way<'a>(offers: &'a [Offer], offer: &'a Offer) -> Vec<&'a str> {
    let before = |offer: &&'a Offer| offers.get(offer.after?);
    let mut words: Vec<&str> = std::iter::successors(Some(offer), before).map(|offer| &*offer.word).collect();
    words.reverse();
    words
}

fn as_map<S: serde::Serializer>(facts: &[(&'static str, i32)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(facts.iter().copied())
}

/// A verb that is not on offer, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Closed {
    /// The verb.
    pub verb: &'static str,
    /// The refusal.
    pub why: Illegal,
}

/// What a legal word changes at once for the seat that says it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Effect {
    /// The word.
    pub word: String,
    /// By how much its points change, as if it were scored before and after.
    pub points: i32,
    /// Whether something is drawn then, which may change them further.
    pub draws: bool,
}

/// A turn-based game for several seats, with chance and hidden information. The value is the full state.
///
/// A state is small, has no heap where it can be helped, and knows no clock, no random source and no file.
/// What is drawn later is kept as what remains, never as an order.
pub trait Game: Clone + Eq + Hash + Debug + Send + Sync + Sized + 'static {
    /// Names, seat range, verbs, rules version.
    const INFO: Info;
    /// The box; [`ConstBox`](crate::ConstBox) where it is a const table.
    type Data: BoxData;
    /// The table options.
    type Options: Choices;
    /// One atomic decision. Who takes it is [`to_act`](Game::to_act), so none can be written in a wrong name.
    type Action: Notation<Self>;
    /// One resolved random event.
    type Chance: Notation<Self>;
    /// What happened, in the players' words: for the log, the animation and the score sheet.
    type Event: Scored<Self> + Clone + Eq + Debug + Display + Serialize + Send + Sync + 'static;
    /// All that one viewer may know.
    type View: Clone + Eq + Debug + Serialize + DeserializeOwned + Send + Sync + 'static;
    /// The public plain form of a position, with a default for every field.
    type Diagram: Clone + Debug + Serialize + DeserializeOwned;

    /// Objects to a draft: every reason why this match cannot be set up, beyond the number of seats.
    fn objections(_draft: &Draft<Self>, _out: &mut Vec<Illegal>) {}
    /// Sets a draft up to be played by an older version of the rules, so that stored matches come out as they did:
    /// either by the options that today's rules have for it, or by the draft's `rules`. Says no to a version that is
    /// not known (any more). Called before the match's own options are set.
    fn older(_draft: &mut Draft<Self>, _rules: u32) -> bool {
        false
    }
    /// The position before the first step.
    fn new(setup: &Setup<Self>) -> Self;
    /// The position of a diagram, or everything that is wrong with it.
    fn from_diagram(setup: &Setup<Self>, diagram: Self::Diagram) -> Result<Self, Vec<String>>;
    /// The diagram of this position.
    fn diagram(&self) -> Self::Diagram;
    /// How many seats the table has.
    fn seats(&self) -> usize;

    /// Who moves next.
    fn to_act(&self) -> ToAct;
    /// Lists what the seat to act may do: sorted, each once, never nothing; empty when no seat is to act.
    fn actions(&self, out: &mut Vec<Self::Action>);
    /// Judges one word by its rule's own conditions. It is written independently of [`actions`](Game::actions), so that
    /// a law can check one against the other. Any word may be asked in any position.
    fn check(&self, action: &Self::Action) -> Result<(), Illegal>;
    /// Lists the outcomes of the pending draw with integer weights, sorted; empty when nothing is drawn.
    fn chances(&self, out: &mut Vec<(Self::Chance, u32)>);
    /// Carries out a step that is legal; unchecked.
    fn apply(&mut self, step: StepOf<Self>, events: &mut impl Sink<Self::Event>);

    /// The rule that allows the action.
    fn rule(&self, action: &Self::Action) -> Rule;
    /// Every word that could ever be legal in a match of this setup, sorted; the laws hold `check` against the
    /// list over all of them.
    fn alphabet(&self, out: &mut Vec<Self::Action>);

    /// Whether the step shows somebody something hidden: every draw, every look. Free undo ends there.
    fn reveals(&self, step: &StepOf<Self>) -> bool;
    /// All that the viewer may know.
    fn view(&self, viewer: Viewer) -> Self::View;
    /// The step, about to be played here, as the viewer may read it, `?` in place of what is hidden from them.
    /// No default: secrecy is never forgotten.
    fn seen(&self, step: &StepOf<Self>, viewer: Viewer) -> String;
    /// The event, which just led here, as the viewer may know it. No default, likewise.
    fn redact(&self, event: &Self::Event, viewer: Viewer) -> Option<Self::Event>;
    /// A whole position that fits what the viewer knows, drawn at random.
    fn determinize(view: &Self::View, rng: &mut impl Rng) -> Self;
    /// Draws what a viewer sees, in text of at most 80 columns.
    fn draw(view: &Self::View, canvas: &mut Canvas);

    /// The seat's points as they stand.
    fn points(&self, seat: Seat) -> i32;
    // Provided; a game may do better.

    /// What the seat would have if it were scored now: its points, in a game that counts them as they come.
    fn worth(&self, seat: Seat) -> i32 {
        self.points(seat)
    }

    /// Whether the step shows something hidden to everybody, as when secret choices are revealed together. Such a step
    /// also [`reveals`](Game::reveals). A step that shows something to its own seat alone does not count.
    fn unveils(&self, _step: &StepOf<Self>) -> bool {
        false
    }

    /// Draws an outcome by its weight. A game may override it; the distribution must stay the same (a law).
    fn sample(&self, rng: &mut impl Rng, scratch: &mut Vec<(Self::Chance, u32)>) -> Self::Chance {
        scratch.clear();
        self.chances(scratch);
        *rng.weighted(scratch)
    }

    /// Picks an action as the bot `random` does: a verb uniformly, then a word of it uniformly. A game may override it
    /// to avoid listing all actions; the distribution must stay the same (a law).
    fn roam(&self, rng: &mut impl Rng, scratch: &mut Vec<Self::Action>) -> Self::Action {
        scratch.clear();
        self.actions(scratch);
        Random::pick::<Self>(scratch, rng)
    }

    /// What decides between equal points, higher first.
    fn tiebreak(&self, _seat: Seat) -> (i32, i32) {
        (0, 0)
    }

    /// Whether something is or may be hidden from some player at this table, so that two players at one device must
    /// take turns in looking.
    fn hides(&self) -> bool {
        false
    }

    /// The components as a client needs them to draw a table (tiles with their edges, cards with their figures), as
    /// plain data under the words of the notation. It depends on the box alone, never on a match.
    fn parts(_data: Boxed<Self::Data>) -> serde_json::Value {
        serde_json::Value::Null
    }

    /// The types of view, events and components for the game's board in the browser, as TypeScript; nothing for a game
    /// without a board. `cargo xtask codegen` writes them to `web/types.ts`.
    fn typescript() -> Option<String> {
        None
    }

    /// The legal words with what a client needs to show them.
    fn offers(&self) -> Vec<Offer> {
        let mut legal = Vec::new();
        self.actions(&mut legal);
        legal.into_iter().map(|action| Offer::of(self.words(&Step::Action(action)))).collect()
    }

    /// Why no word of a verb is allowed now: the price first, then a variant that is off, then what the seat to act
    /// lacks at its places. `None` if the reasons of single words say more.
    fn shut(&self, _verb: usize) -> Option<Illegal> {
        None
    }

    /// How far a word is from what the seat to act has on the table: 0 for a place where it has a piece, more the
    /// further away. A closed verb's reason is that of a nearest word.
    fn remoteness(&self, _action: &Self::Action) -> u32 {
        0
    }

    /// Each verb that is not on offer, with the reason that helps: the one for the whole verb ([`shut`](Game::shut)),
    /// or else that of its nearest words, the most frequent one if they differ.
    fn closed(&self) -> Vec<Closed> {
        let mut alphabet = Vec::new();
        self.alphabet(&mut alphabet);
        self.closed_among(&alphabet)
    }

    // Provided, final: no game overrides these.

    /// What each legal word changes at once. It is played in a world that fits what the seat to act sees, so that
    /// nothing hidden shows in it.
    fn effects(&self) -> Vec<Effect> {
        let ToAct::Seat(seat) = self.to_act() else { return Vec::new() };
        let world = Self::determinize(&self.view(Viewer::Seat(seat)), &mut Fast::new(0));
        let (before, mut legal) = (world.worth(seat), Vec::new());
        world.actions(&mut legal);
        let effect = |action: Self::Action| {
            let mut after = world.clone();
            after.apply(Step::Action(action), &mut ());
            Effect {
                word: world.words(&Step::Action(action)),
                points: after.worth(seat) - before,
                draws: after.to_act() == ToAct::Chance,
            }
        };
        legal.into_iter().map(effect).collect()
    }

    /// What is closed, judged by some words in place of the whole alphabet.
    fn closed_among(&self, words: &[Self::Action]) -> Vec<Closed> {
        let mut legal = Vec::new();
        self.actions(&mut legal);
        let verbs = Self::INFO.verbs.iter().enumerate();
        let closed = verbs.filter(|(verb, _)| !legal.iter().any(|action| action.verb() == *verb));
        closed
            .filter_map(|(verb, name)| {
                let why = self.shut(verb).or_else(|| self.nearest_refusal(verb, words))?;
                Some(Closed { verb: name, why })
            })
            .collect()
    }

    /// The most frequent refusal of a verb's nearest words; the first word's where several say the same.
    fn nearest_refusal(&self, verb: usize, words: &[Self::Action]) -> Option<Illegal> {
        let of_verb = || words.iter().filter(|action| action.verb() == verb);
        let nearest = of_verb().map(|action| self.remoteness(action)).min()?;
        let mut reasons: Vec<(u32, Illegal)> = Vec::new();
        for action in of_verb().filter(|action| self.remoteness(action) == nearest) {
            let Err(why) = self.check(action) else { continue };
            match reasons.iter_mut().find(|(_, known)| known.message == why.message) {
                Some((count, _)) => *count += 1,
                None => reasons.push((1, why)),
            }
        }
        reasons.into_iter().rev().max_by_key(|(count, _)| *count).map(|(_, why)| why)
    }

    /// The words of a step, without the seat.
    fn words(&self, step: &StepOf<Self>) -> String {
        struct Of<'a, G: Game>(&'a G, &'a StepOf<G>);
        impl<G: Game> Display for Of<'_, G> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self.1 {
                    Step::Action(action) => action.write(self.0, f),
                    Step::Chance(chance) => chance.write(self.0, f),
                }
            }
        }
        Of(self, step).to_string()
    }

    /// Reads the words of an action.
    fn read_action(&self, words: &str) -> Result<Self::Action, Misread> {
        Self::Action::read(self, words)
    }

    /// Reads the words of a chance step.
    fn read_chance(&self, words: &str) -> Result<Self::Chance, Misread> {
        Self::Chance::read(self, words)
    }

    /// Which of [`Info::draws`] is pending; 0 when nothing is drawn.
    fn drawing(&self) -> usize {
        let mut outcomes = Vec::new();
        self.chances(&mut outcomes);
        outcomes.first().map_or(0, |(chance, _)| chance.verb())
    }

    /// Checks an action and, if it is legal, carries it out; else nothing changes.
    fn play(&mut self, action: Self::Action, events: &mut impl Sink<Self::Event>) -> Result<(), Illegal> {
        self.check(&action)?;
        self.apply(Step::Action(action), events);
        Ok(())
    }

    /// The places as the points stand; ties share.
    fn outcome(&self) -> Outcome {
        Outcome::new(Seat::all(self.seats()).map(|seat| (self.points(seat), self.tiebreak(seat))))
    }
}
