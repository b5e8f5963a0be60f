//! Type erasure: games and matches of any type behind object-safe traits, for commands, the server and Python.

use std::any::Any;
use std::marker::PhantomData;

use serde::Serialize;
use serde_json::Value as Json;
use serde_json::value::RawValue;

use crate::boxes::{BoxData, BoxFault};
use crate::canvas::Canvas;
use crate::game::{Closed, Effect, Game, Info, Offer, Step, ToAct};
use crate::options::{Choices, NoSuchOption, TableOption};
use crate::outcome::{Outcome, ScoreSheet};
use crate::perft::{perft, slow_perft};
use crate::play::{Match, Refused};
use crate::random::{Digest, Draws, Fast};
use crate::record::{Fault, Note, Record, RecordEntry};
use crate::rule::Illegal;
use crate::seat::{Seat, Viewer};
use crate::setup::{Draft, Setup};

/// What a match is opened with: names of the seats, options in words, a box by its hash.
#[derive(Clone, Debug, Default)]
pub struct Opening {
    /// Who sits where, from seat A on.
    pub seats: Vec<String>,
    /// The options that differ from the default.
    pub options: Vec<(String, String)>,
    /// The box, where it is not the compiled-in one; read before with [`Kind::add_box`].
    pub box_digest: Option<Digest>,
    /// The version of the rules under which a stored match was begun; a new one has today's.
    pub rules: Option<u32>,
}

impl Opening {
    /// An opening for that many seats, named by their letters.
    pub fn seats(seats: usize) -> Opening {
        Opening {
            seats: (0..seats).map(|index| format!("{}", (b'A' + index as u8) as char)).collect(),
            ..Opening::default()
        }
    }

    /// The opening of a record.
    pub fn of(record: &Record) -> Opening {
        Opening {
            seats: record.seats.clone(),
            options: record.options.clone(),
            box_digest: record.box_digest,
            rules: Some(record.rules),
        }
    }

    /// The opening with one more option.
    pub fn option(mut self, key: &str, value: &str) -> Opening {
        self.options.push((key.to_owned(), value.to_owned()));
        self
    }
}

/// Why a match could not be opened.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unopened {
    /// An option or its value is unknown.
    #[error("{0}")]
    Option(#[from] NoSuchOption),
    /// The game does not admit the match; every objection.
    #[error("{}", all(.0))]
    Objections(Vec<Illegal>),
    /// The box is not known here.
    #[error("the box {0} is not here, give its file with --box")]
    Box(Digest),
    /// The match follows a version of the rules that the game does not know (any more).
    #[error("the match follows version {0} of the rules, this is version {1}")]
    Rules(u32, u32),
    /// The position is not possible; every fault.
    #[error("{}", all(.0))]
    Position(Vec<String>),
}

fn all<T: ToString>(items: &[T]) -> String {
    items.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

/// An event, in English and for programs.
#[derive(Clone, Debug, Serialize)]
pub struct Happening {
    /// The English sentence.
    pub text: String,
    /// The event with its typed values, as JSON.
    pub event: Box<RawValue>,
}

/// A game, without its type.
pub trait Kind: Sync {
    /// Names, seat range, verbs, rules version.
    fn info(&self) -> &'static Info;
    /// The options.
    fn choices(&self) -> &'static [TableOption];
    /// The size of a state in bytes.
    fn state_bytes(&self) -> usize;
    /// Opens a match.
    fn open(&self, opening: &Opening) -> Result<Box<dyn AnyMatch>, Unopened>;
    /// Opens a match at a position: a diagram as JSON, what it leaves out at its default.
    fn open_at(&self, opening: &Opening, diagram: Json) -> Result<Box<dyn AnyMatch>, Unopened>;
    /// The components of a box, the compiled-in one without a hash; nothing where the box is not known.
    fn parts(&self, box_digest: Option<Digest>) -> Option<Json>;
    /// The types for the game's board in the browser, as TypeScript; nothing for a game without a board.
    fn typescript(&self) -> Option<String>;
    /// Whether owners may correct the box.
    fn has_box(&self) -> bool;
    /// How much a text looks like a box of this game.
    fn box_likeness(&self, text: &str) -> usize;
    /// Reads a box and keeps it for openings that name its hash.
    fn add_box(&self, text: &str) -> Result<Digest, Vec<BoxFault>>;
    /// Reads a box and looks at it as long as `stop` allows; gives what was found.
    fn examine_box(&self, text: &str, stop: &dyn Fn() -> bool) -> Result<Vec<String>, Vec<BoxFault>>;
}

impl dyn Kind + '_ {
    /// Replays the steps of a record that stand, as many as `to` says or all, checking every one.
    pub fn replay(&self, record: &Record, to: Option<usize>) -> Result<Box<dyn AnyMatch>, Fault> {
        let mut game = self.open_record(record)?;
        if let Some(to) = to {
            for line in record.folded()?.into_iter().take(to) {
                enter(&mut *game, line.number, &line.entry)?;
            }
        } else {
            for line in &record.lines {
                enter(&mut *game, line.number, &line.entry)?;
            }
        }
        Ok(game)
    }

    /// Opens the match of a record, before its first step.
    pub fn open_record(&self, record: &Record) -> Result<Box<dyn AnyMatch>, Fault> {
        self.open(&Opening::of(record)).map_err(|error| {
            let strange = matches!(error, Unopened::Rules(..));
            Fault::new(1, 1, error.to_string(), if strange { "use the quipu that wrote it" } else { "mend the header" })
        })
    }
}

/// Plays one entry of a record.
pub(crate) fn enter(game: &mut dyn AnyMatch, number: usize, entry: &RecordEntry) -> Result<(), Fault> {
    match entry {
        RecordEntry::Step { by, words } => game.play(*by, words).map_err(|refused| {
            let what = format!("step {}: '{entry}' is refused: {}", game.steps(), without_place(&refused));
            let column = if let Refused::Misread(misread) = &refused { misread.column + 2 } else { 1 };
            Fault::new(number, column, what, "every step must be legal where it stands")
        }),
        RecordEntry::Note(note) => game
            .note(note.clone())
            .map_err(|refused| Fault::new(number, 1, refused.to_string(), "name an earlier step")),
    }
}

/// The reason alone; the caller knows the line and names it.
fn without_place(refused: &Refused) -> String {
    match refused {
        Refused::Misread(misread) => misread.why.clone(),
        other => other.to_string(),
    }
}

/// A match under way, without its game's type; see [`Match`].
#[expect(missing_docs, reason = "each method is that of Match or Game with words in place of types")]
pub trait AnyMatch: Send + Sync {
    fn kind(&self) -> &'static dyn Kind;
    fn as_any(&self) -> &dyn Any;
    fn duplicate(&self) -> Box<dyn AnyMatch>;
    /// The match before its first step.
    fn restart(&self) -> Box<dyn AnyMatch>;
    fn name(&mut self, seat: Seat, name: &str);
    fn seats(&self) -> usize;
    fn to_act(&self) -> ToAct;
    fn steps(&self) -> usize;
    fn legal(&self) -> Vec<String>;
    fn chances(&self) -> Vec<(String, u32)>;
    fn offers(&self) -> Vec<Offer>;
    fn closed(&self) -> Vec<Closed>;
    fn effects(&self) -> Vec<Effect>;
    fn check(&self, by: Option<Seat>, words: &str) -> Result<(), Refused>;
    fn play(&mut self, by: Option<Seat>, words: &str) -> Result<(), Refused>;
    /// Plays words, reading and judging them once, and gives them as each viewer may read them.
    fn play_seen(&mut self, by: Option<Seat>, words: &str, viewers: &[Viewer]) -> Result<Vec<String>, Refused>;
    fn resolve(&mut self, draws: &Draws);
    fn sample(&mut self, rng: &mut Fast);
    /// What the last step brought, as a viewer may know it.
    fn events_for(&self, viewer: Viewer) -> Vec<Happening>;
    /// The same as data alone, without the sentences.
    fn event_data(&self, viewer: Viewer) -> Vec<Box<RawValue>>;
    /// The words that the streams give for the pending draw.
    fn foretold(&self, draws: &Draws) -> String;
    fn note(&mut self, note: Note) -> Result<(), Refused>;
    fn free_undo(&self, seat: Seat) -> usize;
    fn shows_since(&self, step: usize) -> bool;
    fn takebacks(&self) -> Vec<(Seat, u32)>;
    fn actor(&self, step: usize) -> Option<Seat>;
    fn points(&self, seat: Seat) -> i32;
    fn outcome(&self) -> Outcome;
    fn sheet(&self) -> &ScoreSheet;
    /// Whether something is or may be hidden from some player at this table.
    fn hides(&self) -> bool;
    fn view(&self, viewer: Viewer) -> Json;
    /// The same as text, which costs a fraction.
    fn view_text(&self, viewer: Viewer) -> String;
    fn diagram(&self) -> Json;
    /// The components of the match's box, for whoever draws it.
    fn parts(&self) -> Json;
    fn canvas(&self, viewer: Viewer) -> Canvas;
    fn record(&self) -> Record;
    fn record_of_standing(&self) -> Record;
    fn redacted(&self, viewer: Viewer) -> Record;
    fn perft(&self, depth: u32) -> u64;
    fn slow_perft(&self, depth: u32) -> u64;
}

fn written(data: &impl Serialize) -> Box<RawValue> {
    serde_json::value::to_raw_value(data).unwrap_or_else(|error| unreachable!("plain data is JSON: {error}"))
}

/// The [`Kind`] of a game type.
pub struct Of<G>(PhantomData<fn() -> G>);

impl<G: Game> Of<G> {
    /// The one value; a static, so that matches can point back to it.
    pub const KIND: &'static Of<G> = &Of(PhantomData);

    fn setup(opening: &Opening) -> Result<Setup<G>, Unopened> {
        let mut draft = Draft::<G>::new(opening.seats.len());
        let (rules, today) = (opening.rules.unwrap_or(G::INFO.rules), G::INFO.rules);
        if rules != today && !G::older(&mut draft, rules) {
            return Err(Unopened::Rules(rules, today));
        }
        for (key, value) in &opening.options {
            draft.options.set(key, value)?;
        }
        if let Some(digest) = opening.box_digest {
            draft.data = G::Data::shelf().find(digest).ok_or(Unopened::Box(digest))?;
        }
        draft.admit().map_err(Unopened::Objections)
    }

    fn seat_all(mut game: Match<G>, opening: &Opening) -> Box<dyn AnyMatch> {
        for (index, name) in opening.seats.iter().enumerate() {
            game.name(Seat::new(index), name);
        }
        Box::new(game)
    }
}

impl<G: Game> Kind for Of<G> {
    fn info(&self) -> &'static Info {
        &G::INFO
    }

    fn choices(&self) -> &'static [TableOption] {
        G::Options::KEYS
    }

    fn state_bytes(&self) -> usize {
        size_of::<G>()
    }

    fn open(&self, opening: &Opening) -> Result<Box<dyn AnyMatch>, Unopened> {
        let setup = Of::<G>::setup(opening)?;
        Ok(Of::seat_all(Match::new(setup), opening))
    }

    fn open_at(&self, opening: &Opening, diagram: Json) -> Result<Box<dyn AnyMatch>, Unopened> {
        let setup = Of::<G>::setup(opening)?;
        let diagram = serde_json::from_value(diagram).map_err(|error| Unopened::Position(vec![error.to_string()]))?;
        let start = G::from_diagram(&setup, diagram).map_err(Unopened::Position)?;
        Ok(Of::seat_all(Match::from_position(setup, start), opening))
    }

    fn parts(&self, box_digest: Option<Digest>) -> Option<Json> {
        let shelf = G::Data::shelf();
        let data = box_digest.map_or_else(|| Some(shelf.standard()), |digest| shelf.find(digest))?;
        Some(G::parts(data))
    }

    fn typescript(&self) -> Option<String> {
        G::typescript()
    }

    fn has_box(&self) -> bool {
        G::Data::EDITABLE
    }

    fn box_likeness(&self, text: &str) -> usize {
        G::Data::shelf().likeness(text)
    }

    fn add_box(&self, text: &str) -> Result<Digest, Vec<BoxFault>> {
        G::Data::shelf().add(text).map(super::boxes::Boxed::digest)
    }

    fn examine_box(&self, text: &str, stop: &dyn Fn() -> bool) -> Result<Vec<String>, Vec<BoxFault>> {
        G::Data::parse(text)?.examine(stop)
    }
}

fn json(value: &impl Serialize) -> Json {
    serde_json::to_value(value).unwrap_or_else(|error| unreachable!("plain data is JSON: {error}"))
}

impl<G: Game> AnyMatch for Match<G> {
    fn kind(&self) -> &'static dyn Kind {
        Of::<G>::KIND
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn duplicate(&self) -> Box<dyn AnyMatch> {
        Box::new(self.clone())
    }

    fn restart(&self) -> Box<dyn AnyMatch> {
        Box::new(Match::restart(self))
    }

    fn name(&mut self, seat: Seat, name: &str) {
        Match::name(self, seat, name);
    }

    fn seats(&self) -> usize {
        self.setup().seats()
    }

    fn to_act(&self) -> ToAct {
        Match::to_act(self)
    }

    fn steps(&self) -> usize {
        Match::steps(self).len()
    }

    fn legal(&self) -> Vec<String> {
        let mut actions = Vec::new();
        self.state().actions(&mut actions);
        actions.into_iter().map(|action| self.state().words(&Step::Action(action))).collect()
    }

    fn chances(&self) -> Vec<(String, u32)> {
        let mut chances = Vec::new();
        self.state().chances(&mut chances);
        chances.into_iter().map(|(chance, weight)| (self.state().words(&Step::Chance(chance)), weight)).collect()
    }

    fn offers(&self) -> Vec<Offer> {
        self.state().offers()
    }

    fn closed(&self) -> Vec<Closed> {
        self.state().closed()
    }

    fn effects(&self) -> Vec<Effect> {
        self.state().effects()
    }

    fn check(&self, by: Option<Seat>, words: &str) -> Result<(), Refused> {
        self.read(by, words).map(|_| ())
    }

    fn play(&mut self, by: Option<Seat>, words: &str) -> Result<(), Refused> {
        Match::play(self, by, words).map(|_| ())
    }

    fn play_seen(&mut self, by: Option<Seat>, words: &str, viewers: &[Viewer]) -> Result<Vec<String>, Refused> {
        let step = self.read(by, words)?;
        let seen = viewers.iter().map(|viewer| self.state().seen(&step, *viewer)).collect();
        self.apply(step);
        Ok(seen)
    }

    fn resolve(&mut self, draws: &Draws) {
        Match::resolve(self, draws);
    }

    fn sample(&mut self, rng: &mut Fast) {
        Match::sample(self, rng);
    }

    fn events_for(&self, viewer: Viewer) -> Vec<Happening> {
        let happening = |event: G::Event| Happening { text: event.to_string(), event: written(&event) };
        Match::events_for(self, viewer).map(happening).collect()
    }

    fn event_data(&self, viewer: Viewer) -> Vec<Box<RawValue>> {
        Match::events_for(self, viewer).map(|event| written(&event)).collect()
    }

    fn foretold(&self, draws: &Draws) -> String {
        let chance = draws.resolve(self.state(), self.draws_before());
        self.state().words(&Step::Chance(chance))
    }

    fn note(&mut self, note: Note) -> Result<(), Refused> {
        Match::note(self, note)
    }

    fn free_undo(&self, seat: Seat) -> usize {
        Match::free_undo(self, seat)
    }

    fn shows_since(&self, step: usize) -> bool {
        Match::shows_since(self, step)
    }

    fn takebacks(&self) -> Vec<(Seat, u32)> {
        Match::takebacks(self)
    }

    fn actor(&self, step: usize) -> Option<Seat> {
        Match::actor(self, step)
    }

    fn points(&self, seat: Seat) -> i32 {
        self.state().points(seat)
    }

    fn outcome(&self) -> Outcome {
        self.state().outcome()
    }

    fn sheet(&self) -> &ScoreSheet {
        Match::sheet(self)
    }

    fn hides(&self) -> bool {
        self.state().hides()
    }

    fn view(&self, viewer: Viewer) -> Json {
        json(&self.state().view(viewer))
    }

    fn view_text(&self, viewer: Viewer) -> String {
        let text = serde_json::to_string(&self.state().view(viewer));
        text.unwrap_or_else(|error| unreachable!("plain data is JSON: {error}"))
    }

    fn diagram(&self) -> Json {
        json(&self.state().diagram())
    }

    fn parts(&self) -> Json {
        G::parts(self.setup().data())
    }

    fn canvas(&self, viewer: Viewer) -> Canvas {
        let mut canvas = Canvas::new();
        G::draw(&self.state().view(viewer), &mut canvas);
        canvas
    }

    fn record(&self) -> Record {
        Match::record(self)
    }

    fn record_of_standing(&self) -> Record {
        Match::record_of_standing(self)
    }

    fn redacted(&self, viewer: Viewer) -> Record {
        Match::redacted(self, viewer)
    }

    fn perft(&self, depth: u32) -> u64 {
        perft(self.state(), depth)
    }

    fn slow_perft(&self, depth: u32) -> u64 {
        slow_perft(self.state(), depth)
    }
}
