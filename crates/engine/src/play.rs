//! A match under way: the fold of its record.

use crate::game::{Game, Step, StepOf, ToAct};
use crate::notation::Notation as _;
use crate::outcome::{ScoreSheet, Scored as _};
use crate::random::{Draws, Fast};
use crate::record::{Note, Record, RecordEntry, RecordLine, plain_name, standing};
use crate::rule::Illegal;
use crate::seat::{Seat, Viewer};
use crate::setup::Setup;
use crate::words::Misread;

/// Why words were not played; nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// The game has no such words.
    #[error("{0}")]
    Misread(#[from] Misread),
    /// A rule forbids it.
    #[error("{0}")]
    Illegal(#[from] Illegal),
    /// Somebody else is to act.
    #[error("it is not {}'s step, {}", actor(*by), waits_for(*to_act))]
    WrongSeat {
        /// Who tried to take the step; `None` for a draw.
        by: Option<Seat>,
        /// Whose step it is.
        to_act: ToAct,
    },
    /// The draw cannot have this outcome.
    #[error("'{0}' cannot be drawn now")]
    NotDrawn(String),
    /// There is no such step to go back to.
    #[error("there is no step {0} to go back to, only {1} were played")]
    NoSuchStep(usize, usize),
}

fn actor(by: Option<Seat>) -> String {
    by.map_or_else(|| "chance".to_owned(), |seat| seat.to_string())
}

fn waits_for(to_act: ToAct) -> String {
    match to_act {
        ToAct::Seat(seat) => format!("{seat} is to act"),
        ToAct::Chance => "something is drawn now (a line with *)".to_owned(),
        ToAct::Over(rule) => format!("the match is over by {rule}"),
    }
}

/// The number of steps between two marks.
const STRIDE: usize = 64;

/// The fold after some steps.
#[derive(Clone, Debug)]
struct Mark<G> {
    steps: usize,
    state: G,
    sheet: ScoreSheet,
    drawn: Vec<u64>,
    free: Vec<usize>,
}

/// A match under way. The record is the truth and the state its fold; taking back is playing again.
#[derive(Clone, Debug)]
pub struct Match<G: Game> {
    setup: Setup<G>,
    names: Vec<String>,
    start: G,
    state: G,
    steps: Vec<StepOf<G>>,
    /// Who played each of them.
    actors: Vec<Option<Seat>>,
    log: Vec<RecordEntry>,
    sheet: ScoreSheet,
    /// How many draws of each kind the fold holds.
    drawn: Vec<u64>,
    /// What the last step brought.
    events: Vec<G::Event>,
    /// Snapshots of the fold at intervals, so that going back need not replay from the start.
    marks: Vec<Mark<G>>,
    /// For each seat, the step behind which it may go back without asking.
    free: Vec<usize>,
    /// The steps that showed something hidden, in order.
    shown: Vec<usize>,
    /// For each seat, how often it took back what had shown something hidden. That stays, whatever is taken back.
    takebacks: Vec<u32>,
    /// Agreed or abandoned.
    called_off: bool,
}

impl<G: Game> Match<G> {
    /// A match before its first step.
    pub fn new(setup: Setup<G>) -> Match<G> {
        Match::from_position(setup, G::new(&setup))
    }

    /// A match that starts from a given position.
    pub fn from_position(setup: Setup<G>, start: G) -> Match<G> {
        Match {
            names: Seat::all(setup.seats()).map(|seat| seat.to_string()).collect(),
            sheet: ScoreSheet::new(Seat::all(setup.seats()).map(|seat| start.points(seat))),
            state: start.clone(),
            start,
            setup,
            steps: Vec::new(),
            actors: Vec::new(),
            log: Vec::new(),
            drawn: vec![0; G::INFO.draws.len()],
            events: Vec::new(),
            marks: Vec::new(),
            free: vec![0; setup.seats()],
            shown: Vec::new(),
            takebacks: vec![0; setup.seats()],
            called_off: false,
        }
    }

    /// The match before its first step.
    pub fn restart(&self) -> Match<G> {
        let names = self.names.clone();
        Match { names, ..Match::from_position(self.setup, self.start.clone()) }
    }

    /// Names who sits where.
    pub fn name(&mut self, seat: Seat, name: &str) {
        self.names[seat.index()] = plain_name(name);
    }

    /// The position.
    pub fn state(&self) -> &G {
        &self.state
    }

    /// The position before the first step.
    pub fn start(&self) -> &G {
        &self.start
    }

    /// The setup.
    pub fn setup(&self) -> &Setup<G> {
        &self.setup
    }

    /// The steps that stand.
    pub fn steps(&self) -> &[StepOf<G>] {
        &self.steps
    }

    /// The score sheet so far.
    pub fn sheet(&self) -> &ScoreSheet {
        &self.sheet
    }

    /// Who moves next by the rules, also after the match was called off.
    pub fn to_act(&self) -> ToAct {
        self.state.to_act()
    }

    /// How many draws of the pending kind came before.
    pub fn draws_before(&self) -> u64 {
        self.drawn[self.state.drawing()]
    }

    /// Plays a step that is legal, and tells what happened.
    pub fn apply(&mut self, step: StepOf<G>) -> &[G::Event] {
        let by = self.state.to_act().seat();
        self.log.push(RecordEntry::Step { by, words: self.state.words(&step) });
        self.advance(step)
    }

    fn advance(&mut self, step: StepOf<G>) -> &[G::Event] {
        let (by, reveals) = (self.state.to_act().seat(), self.state.reveals(&step));
        for (index, free) in self.free.iter_mut().enumerate() {
            if reveals || by != Some(Seat::new(index)) {
                *free = self.steps.len() + 1;
            }
        }
        if reveals {
            self.shown.push(self.steps.len());
        }
        if let Step::Chance(chance) = &step {
            self.drawn[chance.verb()] += 1;
        }
        self.events.clear();
        self.state.apply(step, &mut self.events);
        self.events.iter().filter_map(|event| event.score_line(&self.state)).for_each(|line| self.sheet.add(line));
        self.steps.push(step);
        self.actors.push(by);
        if self.steps.len().is_multiple_of(STRIDE) {
            self.mark();
        }
        &self.events
    }

    fn mark(&mut self) {
        self.marks.push(Mark {
            steps: self.steps.len(),
            state: self.state.clone(),
            sheet: self.sheet.clone(),
            drawn: self.drawn.clone(),
            free: self.free.clone(),
        });
    }

    /// What the last step brought, as a viewer may know it.
    pub fn events_for(&self, viewer: Viewer) -> impl Iterator<Item = G::Event> {
        self.events.iter().filter_map(move |event| self.state.redact(event, viewer))
    }

    /// Reads words in the name of a seat (or of chance) and judges them.
    pub fn read(&self, by: Option<Seat>, words: &str) -> Result<StepOf<G>, Refused> {
        let to_act = self.to_act();
        match (to_act, by) {
            (ToAct::Seat(seat), Some(by)) if seat == by => {
                let action = self.state.read_action(words)?;
                self.state.check(&action)?;
                Ok(Step::Action(action))
            }
            (ToAct::Chance, None) => {
                let chance = self.state.read_chance(words)?;
                let mut outcomes = Vec::new();
                self.state.chances(&mut outcomes);
                let possible = outcomes.iter().any(|(outcome, weight)| *outcome == chance && *weight > 0);
                possible.then_some(Step::Chance(chance)).ok_or_else(|| Refused::NotDrawn(words.to_owned()))
            }
            _ => Err(Refused::WrongSeat { by, to_act }),
        }
    }

    /// Reads, judges and plays words.
    pub fn play(&mut self, by: Option<Seat>, words: &str) -> Result<&[G::Event], Refused> {
        let step = self.read(by, words)?;
        Ok(self.apply(step))
    }

    /// Resolves the pending draw by the match's streams.
    pub fn resolve(&mut self, draws: &Draws) -> &[G::Event] {
        let chance = draws.resolve(&self.state, self.draws_before());
        self.apply(Step::Chance(chance))
    }

    /// Resolves the pending draw by a fast generator.
    pub fn sample(&mut self, rng: &mut Fast) -> &[G::Event] {
        let chance = self.state.sample(rng, &mut Vec::new());
        self.apply(Step::Chance(chance))
    }

    /// Notes what happened at the table; an undo is carried out.
    pub fn note(&mut self, note: Note) -> Result<(), Refused> {
        match note {
            Note::Undo(seat, to) => self.take_back(seat, to)?,
            Note::Over => self.called_off = true,
            Note::Bot(..) | Note::Back(_) => {}
        }
        self.log.push(RecordEntry::Note(note));
        Ok(())
    }

    /// Takes moves back, and counts it where they had shown something hidden.
    fn take_back(&mut self, seat: Seat, to: usize) -> Result<(), Refused> {
        let shown = self.shows_since(to);
        self.rewind(to)?;
        if let Some(takebacks) = self.takebacks.get_mut(seat.index()).filter(|_| shown) {
            *takebacks += 1;
        }
        Ok(())
    }

    /// Goes back to before a step, by playing again up to it: from the last mark before it, or from the start.
    fn rewind(&mut self, to: usize) -> Result<(), Refused> {
        if to > self.steps.len() {
            return Err(Refused::NoSuchStep(to, self.steps.len()));
        }
        let again: Vec<_> = self.steps[..to].to_vec();
        self.marks.retain(|mark| mark.steps <= to);
        let from = self.marks.last().map_or(0, |mark| mark.steps);
        if let Some(mark) = self.marks.last() {
            self.state = mark.state.clone();
            self.sheet = mark.sheet.clone();
            self.drawn.clone_from(&mark.drawn);
            self.free.clone_from(&mark.free);
        } else {
            self.state = self.start.clone();
            self.sheet = ScoreSheet::new(Seat::all(self.setup.seats()).map(|seat| self.start.points(seat)));
            self.drawn.fill(0);
            self.free.fill(0);
        }
        self.steps.truncate(from);
        self.actors.truncate(from);
        self.shown.retain(|step| *step < from);
        for step in &again[from..] {
            self.advance(*step);
        }
        // A player who tries things out often goes back to the same step, so one mark is kept there.
        if from < to && !to.is_multiple_of(STRIDE) {
            self.marks.retain(|mark| mark.steps.is_multiple_of(STRIDE));
            self.mark();
        }
        Ok(())
    }

    /// How far a seat may go back without asking: to behind the last reveal or the last step of another seat.
    pub fn free_undo(&self, seat: Seat) -> usize {
        self.free[seat.index()]
    }

    /// Whether a step from that one on showed something hidden.
    pub fn shows_since(&self, step: usize) -> bool {
        self.shown.last().is_some_and(|last| *last >= step)
    }

    /// The seats that took back what had shown something hidden, and how often.
    pub fn takebacks(&self) -> Vec<(Seat, u32)> {
        let seats = self.takebacks.iter().enumerate().filter(|(_, times)| **times > 0);
        seats.map(|(index, times)| (Seat::new(index), *times)).collect()
    }

    /// Who played a step that stands; nobody where something was drawn.
    pub fn actor(&self, step: usize) -> Option<Seat> {
        self.actors.get(step).copied().flatten()
    }

    /// The record of the match as it stands.
    pub fn record(&self) -> Record {
        self.record_of(self.log.clone())
    }

    /// The record of what stands, without all that was taken back.
    pub fn record_of_standing(&self) -> Record {
        let standing = standing(&self.log, |entry| entry).unwrap_or_else(|_| unreachable!("the log was played"));
        self.record_of(standing.into_iter().cloned().collect())
    }

    /// The record as one viewer may read it while the match goes on.
    pub fn redacted(&self, viewer: Viewer) -> Record {
        let mut fold = Match::from_position(self.setup, self.start.clone());
        let mut entries = Vec::with_capacity(self.log.len());
        for entry in &self.log {
            match entry {
                RecordEntry::Step { by, words } => {
                    let step = fold.read(*by, words).unwrap_or_else(|_| unreachable!("the log was played"));
                    entries.push(RecordEntry::Step { by: *by, words: fold.state.seen(&step, viewer) });
                    fold.advance(step);
                }
                RecordEntry::Note(note) => {
                    if let Note::Undo(_, to) = note {
                        fold.rewind(*to).unwrap_or_else(|_| unreachable!("the log was played"));
                    }
                    entries.push(entry.clone());
                }
            }
        }
        self.record_of(entries)
    }

    fn record_of(&self, entries: Vec<RecordEntry>) -> Record {
        use crate::options::Choices as _;
        let own = |(key, word): (&str, &str)| (key.to_owned(), word.to_owned());
        let end = match self.to_act() {
            ToAct::Over(rule) => Some(rule),
            _ => None,
        };
        let data = self.setup.data();
        Record {
            game: G::INFO.key.to_owned(),
            rules: self.setup.rules(),
            options: self.setup.options().differing().into_iter().map(own).collect(),
            seats: self.names.clone(),
            box_digest: (!data.is_standard()).then(|| data.digest()),
            takebacks: self.takebacks(),
            result: (end.is_some() || self.called_off).then(|| self.state.outcome().points),
            end,
            lines: entries.into_iter().map(|entry| RecordLine { number: 0, entry }).collect(),
            ..Record::default()
        }
    }
}
