//! Many games of one type at once.

use engine::{Fast, Opening, Random, Seat, Setup, Step, Study, ToAct, Unopened, Viewer};

use super::{AnyPosition, Fleet, Mishap, Position, Report, Unplayable, returns};

/// See [`Fleet`].
pub(crate) struct Ships<G: Study> {
    setup: Setup<G>,
    start: G,
    games: Vec<G>,
    /// Each game has a stream of its own, so that it goes the same way whichever thread plays it.
    streams: Vec<Fast>,
    /// The number of the first game, where a fleet is one of several.
    first: usize,
    /// The legal decisions, one game after the other, and where each game's end.
    actions: Vec<G::Action>,
    ends: Vec<usize>,
    /// The numbers of those decisions: found while the list is warm, needed for every judgement.
    ids: Vec<i32>,
    /// What was judged, to be played.
    chosen: Vec<G::Action>,
    drawn: Vec<(G::Chance, u32)>,
    steps: (u64, u64),
}

impl<G: Study> Ships<G> {
    pub(crate) fn new(opening: &Opening, first: usize, games: usize, seed: u64) -> Result<Ships<G>, Unopened> {
        let begin = Position::<G>::open(opening)?;
        let (setup, start) = (begin.setup(), begin.state().clone());
        let mut ships = Ships {
            setup,
            games: vec![start.clone(); games],
            start,
            streams: Vec::new(),
            first,
            actions: Vec::new(),
            ends: Vec::with_capacity(games),
            ids: Vec::new(),
            chosen: Vec::with_capacity(games),
            drawn: Vec::new(),
            steps: (0, 0),
        };
        ships.restart(seed, &mut vec![0; games]);
        Ok(ships)
    }

    /// Where a game's decisions stand in the lists.
    #[inline]
    fn list_of(&self, game: usize) -> std::ops::Range<usize> {
        let start = if game == 0 { 0 } else { self.ends[game - 1] };
        start..self.ends[game]
    }

    /// Says why a number that is not on the list cannot be played.
    #[cold]
    fn objection(&self, at: usize, number: i32) -> Mishap {
        let game = &self.games[at];
        let last = G::size() - 1;
        let why = match u32::try_from(number).ok().filter(|number| *number <= last) {
            None => Unplayable::NoSuchNumber { number: i64::from(number), last },
            Some(number) => match game.numbered(number) {
                None => Unplayable::Meaningless(number),
                Some(action) => {
                    let Err(why) = game.check(&action) else { unreachable!("the list and the rules agree") };
                    Unplayable::Illegal { number, words: game.words(&Step::Action(action)), why }
                }
            },
        };
        Mishap { game: self.first + at, why }
    }

    /// Draws what is to be drawn.
    #[inline]
    fn draw_on(&mut self, at: usize) {
        let game = &mut self.games[at];
        while game.to_act() == ToAct::Chance {
            let outcome = game.sample(&mut self.streams[at], &mut self.drawn);
            game.apply(Step::Chance(outcome), &mut ());
            self.steps.1 += 1;
        }
    }

    /// Lists what a game offers, behind the lists of those before it, and says who decides.
    #[inline]
    fn list(&mut self, at: usize) -> i8 {
        let game = &self.games[at];
        let from = self.actions.len();
        game.actions(&mut self.actions);
        if !G::COMPLETE {
            keep_numbered(game, &mut self.actions, from);
        }
        game.numbers(&self.actions[from..], &mut self.ids);
        self.ends.push(self.actions.len());
        game.to_act().seat().map_or(-1, |seat| seat.index() as i8)
    }
}

/// Leaves out what has no number, behind a place of the list.
fn keep_numbered<G: Study>(game: &G, actions: &mut Vec<G::Action>, from: usize) {
    let mut kept = from;
    for at in from..actions.len() {
        if game.within(&actions[at]) {
            actions[kept] = actions[at];
            kept += 1;
        }
    }
    actions.truncate(kept);
}

impl<G: Study> Fleet for Ships<G> {
    fn games(&self) -> usize {
        self.games.len()
    }

    fn seats(&self) -> usize {
        self.setup.seats()
    }

    fn restart(&mut self, seed: u64, players: &mut [i8]) {
        let first = self.first as u64;
        self.streams = (0..self.games.len() as u64).map(|game| Fast::stream(seed, first + game)).collect();
        self.steps = (0, 0);
        self.actions.clear();
        self.ids.clear();
        self.ends.clear();
        for (at, player) in players.iter_mut().enumerate() {
            self.games[at] = self.start.clone();
            self.draw_on(at);
            *player = self.list(at);
        }
    }

    fn judge(&mut self, numbers: &[i32]) -> Result<(), Mishap> {
        self.chosen.clear();
        for (at, number) in numbers.iter().enumerate() {
            let list = self.list_of(at);
            match self.ids[list.clone()].binary_search(number) {
                Ok(place) => self.chosen.push(self.actions[list.start + place]),
                Err(_) => return Err(self.objection(at, *number)),
            }
        }
        Ok(())
    }

    fn sail(&mut self, report: Report<'_>) {
        let seats = self.seats();
        self.actions.clear();
        self.ids.clear();
        self.ends.clear();
        for at in 0..self.chosen.len() {
            self.games[at].apply(Step::Action(self.chosen[at]), &mut ());
            self.draw_on(at);
            let over = self.games[at].to_act().is_over();
            report.ended[at] = over;
            let shares = &mut report.returns[at * seats..][..seats];
            if over {
                shares.copy_from_slice(&returns(&self.games[at].outcome()));
                self.games[at] = self.start.clone();
                self.draw_on(at);
            } else {
                shares.fill(0.0);
            }
            report.players[at] = self.list(at);
        }
        self.steps.0 += self.chosen.len() as u64;
        self.chosen.clear();
    }

    fn listed(&self) -> usize {
        self.actions.len()
    }

    fn lists(&self, before: i64, ends: &mut [i64], ids: &mut [i32]) {
        for (end, out) in self.ends.iter().zip(ends) {
            *out = before + *end as i64;
        }
        ids.copy_from_slice(&self.ids);
    }

    fn masks(&self, rows: &mut [u8]) {
        rows.fill(0);
        for (at, row) in rows.chunks_exact_mut(G::size() as usize).enumerate() {
            self.ids[self.list_of(at)].iter().for_each(|number| row[*number as usize] = 1);
        }
    }

    fn figures(&self, rows: &mut [f32]) {
        rows.fill(0.0);
        for (game, row) in self.games.iter().zip(rows.chunks_exact_mut(G::width())) {
            let seat = game.to_act().seat().unwrap_or(Seat::A);
            G::figures(&game.view(Viewer::Seat(seat)), seat, row);
        }
    }

    fn pick(&mut self, numbers: &mut [i32]) {
        for (at, number) in numbers.iter_mut().enumerate() {
            let list = self.list_of(at);
            let actions = &self.actions[list.clone()];
            let action = Random::pick::<G>(actions, &mut self.streams[at]);
            let place = actions.binary_search(&action).unwrap_or_else(|_| unreachable!("it was picked from the list"));
            *number = self.ids[list.start + place];
        }
    }

    fn steps(&self) -> (u64, u64) {
        self.steps
    }

    fn position(&self, game: usize) -> Box<dyn AnyPosition> {
        Box::new(Position::at(self.setup, self.games[game].clone()))
    }
}
