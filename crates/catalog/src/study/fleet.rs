//! Many games of one type at once.

use std::borrow::Cow;
use std::sync::{Mutex, PoisonError};

use engine::{Bot, Budget, Evaluate, Fast, Opening, Outcome, PartSet, Perspective, Seat, Setup, Step, Study};
use engine::{ToAct, Unopened, Viewer};

use super::verbs::Verbs;
use super::{AnyPosition, Crew, Fleet, FleetReport, Mishap, Position, Reward, Unplayable, returns_single};

/// See [`Fleet`].
pub(crate) struct Ships<G: Study> {
    setup: Setup<G>,
    start: G,
    games: Vec<G>,
    /// The games that ended with the last step, as they stood then, each with its number.
    finished: Vec<(usize, G)>,
    /// Each game has a stream of its own, so that it goes the same way whichever thread plays it.
    streams: Vec<Fast>,
    /// The number of the first game, where a fleet is one of several.
    first: usize,
    /// The numbers of the legal decisions, one game after the other, and where each game's end.
    ids: Vec<i32>,
    ends: Vec<usize>,
    verbs: Verbs,
    /// The index in each game's list of the action picked last: most likely the next one to be judged.
    picked: Vec<usize>,
    /// What was judged, to be played.
    chosen: Vec<G::Action>,
    drawn: Vec<(G::Chance, u32)>,
    steps: (u64, u64),
    reward: Reward,
    bots: Option<Bots<G>>,
}

/// Bots at some seats of every game.
struct Bots<G: Study> {
    /// Indexed by the clockwise distance from the seat that is played from outside; `None` at that seat.
    by_place: Vec<Option<Sitting<G>>>,
    /// Which seat is played from outside, in each game.
    guests: Vec<Seat>,
    legal: Vec<G::Action>,
}

struct Sitting<G: Study> {
    /// The lock only makes the type `Sync`. It is never contended: a fleet is played through one reference at a time.
    bot: Mutex<Box<dyn Bot<G>>>,
    iterations: u32,
}

impl<G: Study> Bots<G> {
    /// What a bot decides, if one sits where the next decision falls.
    fn choose(&mut self, at: usize, game: &G, rng: &mut Fast) -> Option<G::Action> {
        let seat = game.to_act().seat()?;
        let sitting = self.by_place[self.guests[at].distance(seat, game.seats())].as_mut()?;
        self.legal.clear();
        game.actions(&mut self.legal);
        let budget = Budget::iterations(sitting.iterations);
        let bot = sitting.bot.get_mut().unwrap_or_else(PoisonError::into_inner);
        Some(bot.choose(&Perspective::new(game, seat), &self.legal, &budget, rng))
    }
}

impl<G: Study + Evaluate> Ships<G> {
    pub(crate) fn new(opening: &Opening, first: usize, games: usize, seed: u64) -> Result<Ships<G>, Unopened> {
        let begin = Position::<G>::open(opening)?;
        let (setup, start) = (begin.setup(), begin.state().clone());
        let mut ships = Ships {
            setup,
            games: vec![start.clone(); games],
            start,
            finished: Vec::new(),
            streams: Vec::new(),
            first,
            ids: Vec::new(),
            ends: Vec::with_capacity(games),
            verbs: Verbs::of::<G>(),
            picked: vec![0; games],
            chosen: Vec::with_capacity(games),
            drawn: Vec::new(),
            steps: (0, 0),
            reward: Reward::Win,
            bots: None,
        };
        ships.restart(seed, &mut vec![0; games]);
        Ok(ships)
    }
}

impl<G: Study> Ships<G> {
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

    /// Draws what is to be drawn, and lets the bots decide, until somebody from outside is to act or the game is over.
    #[inline]
    fn play_on(&mut self, at: usize) {
        self.draw_on(at);
        if self.bots.is_none() {
            return;
        }
        while let Some(bots) = &mut self.bots
            && let Some(action) = bots.choose(at, &self.games[at], &mut self.streams[at])
        {
            self.games[at].apply(Step::Action(action), &mut ());
            self.steps.0 += 1;
            self.draw_on(at);
        }
    }

    #[inline]
    fn draw_on(&mut self, at: usize) {
        let game = &mut self.games[at];
        while game.to_act() == ToAct::Chance {
            let outcome = game.sample(&mut self.streams[at], &mut self.drawn);
            game.apply(Step::Chance(outcome), &mut ());
            self.steps.1 += 1;
        }
    }

    /// Restarts a game; again, if bots play it to its end before the outside player decides anything.
    #[inline]
    fn begin(&mut self, at: usize) {
        loop {
            self.games[at] = self.start.clone();
            self.play_on(at);
            if !self.games[at].to_act().is_over() {
                return;
            }
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

    /// The seat whose view is asked for in a game: one by its number, or the one to act.
    #[inline]
    fn seat_of(&self, at: usize, viewers: Option<&[i8]>) -> Seat {
        match viewers {
            Some(viewers) => Seat::new(viewers[at] as usize),
            None => self.games[at].to_act().seat().unwrap_or(Seat::A),
        }
    }

    /// A game as the seat to act may think it is; as it is, where nothing is hidden.
    fn world(&mut self, at: usize) -> Cow<'_, G> {
        let seat = self.seat_of(at, None);
        let game = &self.games[at];
        if game.hides() {
            Cow::Owned(Perspective::new(game, seat).imagine(&mut self.streams[at]))
        } else {
            Cow::Borrowed(game)
        }
    }

    /// Writes what was paid in a game that is over.
    fn pay(&self, outcome: &Outcome, returns: &mut [f32], points: &mut [i32]) {
        points.copy_from_slice(&outcome.points);
        match self.reward {
            Reward::Win => returns.iter_mut().zip(returns_single(outcome)).for_each(|(share, paid)| *share = paid),
            Reward::Margin => {
                for (seat, margin) in returns.iter_mut().enumerate() {
                    let rivals = points.iter().enumerate().filter(|(other, _)| *other != seat);
                    let best = rivals.map(|(_, points)| *points).max().unwrap_or(0);
                    *margin = (points[seat] - best) as f32;
                }
            }
        }
    }
}

impl<G: Study + Evaluate> Fleet for Ships<G> {
    fn games(&self) -> usize {
        self.games.len()
    }

    fn seats(&self) -> usize {
        self.setup.seats()
    }

    fn pays(&mut self, reward: Reward) {
        self.reward = reward;
    }

    fn sit(&mut self, crew: &Crew<'_>) -> bool {
        let seats = self.seats();
        let making = search::Making { ladder: G::LADDER, ..search::Making::default() };
        let mut by_place = vec![None];
        for name in crew.bots {
            let Some(bot) = search::bot::<G>(name, &making) else { return false };
            let iterations = (f64::from(crew.iterations) * search::share(name)).ceil() as u32;
            by_place.push(Some(Sitting { bot: Mutex::new(bot as Box<dyn Bot<G>>), iterations }));
        }
        by_place.resize_with(seats, || None);
        let guest = |game: usize| crew.guest.unwrap_or(Seat::new((self.first + game) % seats));
        let guests = (0..self.games.len()).map(guest).collect();
        self.bots = Some(Bots { by_place, guests, legal: Vec::new() });
        true
    }

    fn restart(&mut self, seed: u64, players: &mut [i8]) {
        let first = self.first as u64;
        self.streams = (0..self.games.len() as u64).map(|game| Fast::stream(seed, first + game)).collect();
        self.steps = (0, 0);
        self.finished.clear();
        for at in 0..self.games.len() {
            self.begin(at);
        }
        self.relist(players);
    }

    fn relist(&mut self, players: &mut [i8]) {
        self.ids.clear();
        self.ends.clear();
        for (at, player) in players.iter_mut().enumerate() {
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

    fn sail(&mut self, report: FleetReport<'_>) {
        let seats = self.seats();
        self.ids.clear();
        self.ends.clear();
        self.finished.clear();
        for at in 0..self.chosen.len() {
            self.games[at].apply(Step::Action(self.chosen[at]), &mut ());
            self.play_on(at);
            let over = self.games[at].to_act().is_over();
            report.ended[at] = over;
            let returns = &mut report.returns[at * seats..][..seats];
            let points = &mut report.points[at * seats..][..seats];
            if over {
                self.pay(&self.games[at].outcome(), returns, points);
                self.finished.push((at, self.games[at].clone()));
                self.begin(at);
            } else {
                returns.fill(0.0);
                points.fill(0);
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

    fn figures(&self, viewers: Option<&[i8]>, chosen: PartSet, rows: &mut [f32]) {
        let width = chosen.width(G::FIGURES);
        for (at, row) in rows.chunks_exact_mut(width).enumerate() {
            let seat = self.seat_of(at, viewers);
            row.fill(0.0);
            G::figures_of(&self.games[at].view(Viewer::Seat(seat)), seat, chosen, row);
        }
    }

    fn half_figures(&self, viewers: Option<&[i8]>, chosen: PartSet, rows: &mut [u16]) {
        let width = chosen.width(G::FIGURES);
        let mut single = vec![0.0; width];
        for (at, row) in rows.chunks_exact_mut(width).enumerate() {
            let seat = self.seat_of(at, viewers);
            single.fill(0.0);
            G::figures_of(&self.games[at].view(Viewer::Seat(seat)), seat, chosen, &mut single);
            row.iter_mut().zip(&single).for_each(|(out, figure)| *out = super::half(*figure));
        }
    }

    fn points(&self, rows: &mut [i32]) {
        let seats = self.seats();
        for (game, row) in self.games.iter().zip(rows.chunks_exact_mut(seats)) {
            Seat::all(seats).zip(row).for_each(|(seat, points)| *points = game.points(seat));
        }
    }

    fn estimates(&mut self, rows: &mut [f32]) {
        let seats = self.seats();
        for (at, row) in rows.chunks_exact_mut(seats).enumerate() {
            row.copy_from_slice(&self.world(at).estimates(None)[..seats]);
        }
    }

    fn prospects(&mut self, rows: &mut [f32]) -> bool {
        let seats = self.seats();
        let Some(net) = G::learned().filter(|_| self.start.familiar()) else { return false };
        for (at, row) in rows.chunks_exact_mut(2 * seats).enumerate() {
            let mut reader = net.reader();
            self.world(at).inputs(&mut reader);
            let told = reader.prospects();
            row[..seats].copy_from_slice(&told.chances[..seats]);
            row[seats..].copy_from_slice(&told.points[..seats]);
        }
        true
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

    fn finished(&self, game: usize) -> Option<Box<dyn AnyPosition>> {
        let (_, state) = self.finished.iter().find(|(at, _)| *at == game)?;
        Some(Box::new(Position::at(self.setup, state.clone())))
    }

    fn load(&mut self, game: usize, position: &dyn AnyPosition) -> bool {
        let position = position.as_any().downcast_ref::<Position<G>>();
        let Some(position) = position.filter(|position| position.setup() == self.setup) else { return false };
        if position.state().to_act().is_over() {
            return false;
        }
        self.games[game] = position.state().clone();
        self.play_on(game);
        if self.games[game].to_act().is_over() {
            self.begin(game);
        }
        true
    }
}
