//! Many games of one type at once.

use engine::{Fast, Opening, Seat, Setup, Step, Study, ToAct, Unopened, Viewer};

use super::verbs::Verbs;
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
    /// The numbers of the legal decisions, one game after the other, and where each game's end.
    ids: Vec<i32>,
    ends: Vec<usize>,
    verbs: Verbs,
    /// Where in each game's list stands what was picked last: most likely what comes to be judged.
    picked: Vec<usize>,
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
            ids: Vec::new(),
            ends: Vec::with_capacity(games),
            verbs: Verbs::of::<G>(),
            picked: vec![0; games],
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
        game.numbers(&mut self.ids);
        self.ends.push(self.ids.len());
        game.to_act().seat().map_or(-1, |seat| seat.index() as i8)
    }
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
            let list = &self.ids[self.list_of(at)];
            let legal = list.get(self.picked[at]) == Some(number) || list.binary_search(number).is_ok();
            match legal.then(|| self.games[at].numbered(*number as u32)).flatten() {
                Some(action) => self.chosen.push(action),
                None => return Err(self.objection(at, *number)),
            }
        }
        Ok(())
    }

    fn sail(&mut self, report: Report<'_>) {
        let seats = self.seats();
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
        self.ids.len()
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
            self.picked[at] = self.verbs.pick(&self.ids[list.clone()], &mut self.streams[at]);
            *number = self.ids[list.start + self.picked[at]];
        }
    }

    fn steps(&self) -> (u64, u64) {
        self.steps
    }

    fn position(&self, game: usize) -> Box<dyn AnyPosition> {
        Box::new(Position::at(self.setup, self.games[game].clone()))
    }
}
