//! From a diagram to a position, with everything that is wrong with it.

use engine::{Game as _, Seat, Setup};

use super::{Diagram, Guarding, Occasion, PhaseDiagram, PlayerDiagram, RoundDiagram};
use crate::action::Piece;
use crate::board::{Cell, CellSet};
use crate::options::{Boulder, Switch, Tempo, Terrain, TwinVolcanoes, Version};
use crate::seats::{SeatList, SeatSet};
use crate::state::{Eruption, Jump, Leader, POINTS, Phase, Round, Tikal, Turn};
use crate::tiles::{CAMPS, COPIES, GUARDS, Kind, PRINTED_AT, Tile, TileSet, Treasure, WORKERS};

/// More points than this are refused, so that sums and bids stay small.
const MOST_POINTS: i32 = 300;

/// Reads a diagram.
pub(crate) fn read(setup: &Setup<Tikal>, diagram: &Diagram) -> Result<Tikal, Vec<String>> {
    let mut reader = Reader { game: Tikal::empty(setup), faults: Vec::new(), used: TileSet::EMPTY };
    reader.rules(diagram);
    reader.tiles(diagram);
    reader.temples(diagram);
    reader.sites(diagram);
    reader.obstacles(diagram);
    for (seat, player) in &diagram.players {
        if seat.index() < setup.seats() {
            reader.player(*seat, player);
        } else {
            reader.fault(format!("nobody sits at {seat}"));
        }
    }
    reader.overlaps();
    reader.round(diagram);
    reader.course(diagram);
    reader.stack();
    if reader.faults.is_empty() { Ok(reader.game) } else { Err(reader.faults) }
}

/// The position so far and the faults found.
struct Reader {
    game: Tikal,
    faults: Vec<String>,
    /// Tiles that were named somewhere.
    used: TileSet,
}

impl Reader {
    fn fault(&mut self, what: impl Into<String>) {
        self.faults.push(what.into());
    }

    /// Demands something, or it is a fault.
    fn demand(&mut self, holds: bool, what: &str) {
        if !holds {
            self.fault(what);
        }
    }

    /// A position without a version has that of its match.
    fn rules(&mut self, diagram: &Diagram) {
        let Some(rules) = diagram.rules else { return };
        self.demand((1..=Tikal::INFO.rules).contains(&rules.into()), "there is no such version of the rules");
        self.game.rules = rules;
    }

    fn use_tile(&mut self, tile: Tile) {
        if self.used.has(tile) {
            self.fault(format!("the tile {tile} is there twice"));
        }
        self.used.insert(tile);
    }

    fn seat(&mut self, seat: Seat) -> Seat {
        if self.game.seated(seat) {
            return seat;
        }
        self.fault(format!("nobody sits at {seat}"));
        Seat::A
    }

    fn seat_set(&mut self, seats: &[Seat]) -> SeatSet {
        let mut set = SeatSet::default();
        for seat in seats {
            set.insert(self.seat(*seat));
        }
        set
    }

    fn tiles(&mut self, diagram: &Diagram) {
        for (cell, words) in &diagram.tiles {
            let laid = words.split_once(" r").and_then(|(id, turn)| {
                let tile = Tile::from_id(id)?;
                let turn = turn.parse().ok().filter(|turn| *turn < tile.turns())?;
                Some((tile, turn))
            });
            let Some((tile, turn)) = laid else {
                self.fault(format!("'{words}' on {cell} is not a tile with its lowest turn, such as A3 r2"));
                continue;
            };
            self.use_tile(tile);
            if PRINTED_AT.contains(cell) {
                self.fault(format!("{cell} is printed on the board"));
            } else {
                self.game.lay(tile, *cell, turn);
            }
        }
        for tile in &diagram.aside {
            self.use_tile(*tile);
            self.game.aside.insert(*tile);
        }
    }

    fn temples(&mut self, diagram: &Diagram) {
        for (cell, value) in &diagram.values {
            let Some(Kind::Temple(printed)) = self.game.kind(*cell) else {
                self.fault(format!("there is no temple on {cell}"));
                continue;
            };
            if !(printed..=10).contains(value) {
                self.fault(format!("the temple on {cell} is worth {printed} to 10"));
                continue;
            }
            self.game.value[cell.index()] = *value;
            for level in printed + 1..=*value {
                match self.game.squares[level as usize].checked_sub(1) {
                    Some(left) => self.game.squares[level as usize] = left,
                    None => self.fault(format!("there are not that many squares {level}")),
                }
            }
        }
    }

    fn sites(&mut self, diagram: &Diagram) {
        for (cell, left) in &diagram.buried {
            match self.game.kind(*cell) {
                Some(Kind::Treasure(masks)) if *left <= masks => {
                    self.game.buried[cell.index()] = *left;
                    if *left == 0 {
                        self.game.rich.remove(*cell);
                        self.game.campable.insert(*cell);
                    }
                }
                Some(Kind::Treasure(masks)) => self.fault(format!("{cell} has at most {masks} treasures")),
                _ => self.fault(format!("{cell} is no treasure site")),
            }
        }
    }

    fn obstacles(&mut self, diagram: &Diagram) {
        for words in &diagram.obstacles {
            let cells =
                words.split_once(' ').and_then(|(low, high)| Some((Cell::from_name(low)?, Cell::from_name(high)?)));
            let free = |(low, high): &(Cell, Cell)| {
                let side = low.side_to(*high)?;
                let passable =
                    self.game.price[low.index()][side] > 0 && self.game.obstacles[low.index()] >> side & 1 == 0;
                passable.then_some(())
            };
            match cells.filter(|edge| free(edge).is_some()) {
                Some((low, high)) => self.game.block(low, high),
                None => self.fault(format!("'{words}' is no edge for an obstacle")),
            }
        }
        let off = self.game.options.obstacles == Switch::Off;
        self.demand(diagram.obstacles.is_empty() || !off, "obstacles are off");
    }

    /// A cell on which pieces can stand.
    fn standing(&mut self, seat: Seat, cell: Cell) -> bool {
        let open = self.game.explored.has(cell) && !self.game.volcanoes.has(cell);
        if !open {
            self.fault(format!("{seat} cannot stand on {cell}"));
        }
        open
    }

    fn player(&mut self, seat: Seat, player: &PlayerDiagram) {
        let mut workers = player.gone as usize;
        for (cell, count) in &player.workers {
            workers += *count as usize;
            if *count > 0 && *count <= WORKERS && self.standing(seat, *cell) {
                self.game.players[seat].workers[cell.index()] = *count;
                self.game.players[seat].at.insert(*cell);
            }
        }
        workers += self.guards(seat, player);
        self.leader(seat, player);
        match (WORKERS as usize).checked_sub(workers) {
            Some(supply) => self.game.players[seat].supply = supply as u8,
            None => self.fault(format!("{seat} has more than 18 workers")),
        }
        let supply = self.game.players[seat].supply;
        if player.supply.is_some_and(|given| given != supply) {
            self.fault(format!("{seat} has {supply} workers in supply, by what stands elsewhere"));
        }
        self.camps(seat, player);
        self.turn_marks(seat, player);
        for (kind, count) in &player.treasures {
            self.game.players[seat].treasures[kind.index()] = (*count).min(COPIES + 1);
        }
        let own = &mut self.game.players[seat];
        own.gone = player.gone;
        own.points = player.points.unwrap_or(own.points);
        own.hand = player.tile;
        (own.chips, own.chosen) = (player.chips, player.chosen);
        let points = (0..=MOST_POINTS).contains(&self.game.players[seat].points);
        self.demand(points, "points are 0 to 300");
        if let Some(tile) = player.tile {
            self.use_tile(tile);
        }
    }

    /// Puts the guards up; says how many workers they are.
    fn guards(&mut self, seat: Seat, player: &PlayerDiagram) -> usize {
        let mut workers = 0;
        for (cell, guarding) in &player.guards {
            if !self.game.temples.has(*cell) {
                self.fault(format!("there is no temple to guard on {cell}"));
            }
            let own = &mut self.game.players[seat];
            own.guards.insert(*cell);
            workers += match guarding {
                Guarding::Worker => 1,
                Guarding::Leader => 0,
                Guarding::Gun => 2,
            };
            match guarding {
                Guarding::Leader if matches!(own.leader, Leader::Guard(_)) => {
                    self.fault(format!("{seat} has one leader"));
                }
                Guarding::Leader => own.leader = Leader::Guard(*cell),
                Guarding::Gun => own.guns.insert(*cell),
                Guarding::Worker => {}
            }
        }
        let guns = self.game.players[seat].guns.is_empty() || self.game.options.machine_gun == Switch::On;
        self.demand(guns, "machine guns are off");
        self.demand(player.guards.len() <= GUARDS, "a player has two guards");
        workers
    }

    fn leader(&mut self, seat: Seat, player: &PlayerDiagram) {
        let guarding = matches!(self.game.players[seat].leader, Leader::Guard(_));
        match player.leader.as_deref() {
            None => {}
            _ if guarding => self.fault(format!("the leader of {seat} is on guard")),
            Some("supply") => {}
            Some("gone") => self.game.players[seat].leader = Leader::Gone,
            Some(name) => match Cell::from_name(name) {
                Some(cell) if self.standing(seat, cell) => self.game.players[seat].arrive(Piece::Leader, cell),
                Some(_) => {}
                None => self.fault(format!("the leader of {seat} is on a cell, 'supply' or 'gone'")),
            },
        }
    }

    fn camps(&mut self, seat: Seat, player: &PlayerDiagram) {
        for cell in &player.camps {
            if self.game.campable.has(*cell) {
                self.game.players[seat].camps.insert(*cell);
            } else {
                self.fault(format!("no camp can stand on {cell}"));
            }
        }
        self.demand(self.game.players[seat].camps.len() <= CAMPS, "a player has two camps");
    }

    /// T14, T15, T33: what was done in this turn.
    fn turn_marks(&mut self, seat: Seat, player: &PlayerDiagram) {
        for (cell, times) in &player.worked {
            let site = self.game.temples.has(*cell) || matches!(self.game.kind(*cell), Some(Kind::Treasure(_)));
            if !site || !(1..=2).contains(times) {
                self.fault(format!("{seat} cannot have worked {times} times on {cell}"));
                continue;
            }
            for again in 0..*times as usize {
                self.game.players[seat].worked[again].insert(*cell);
            }
        }
        self.game.players[seat].shot = player.shot.iter().copied().collect();
        let shot = self.game.players[seat].shot;
        let armed = shot.without(self.game.players[seat].guns).is_empty();
        self.demand(armed, "only a gun can have been used");
    }

    /// What two players cannot both have.
    fn overlaps(&mut self) {
        let (mut guards, mut camps) = (CellSet::EMPTY, CellSet::EMPTY);
        for seat in self.game.table() {
            let player = self.game.players[seat];
            self.demand(guards.and(player.guards).is_empty(), "a temple has one guard");
            self.demand(camps.and(player.camps).is_empty(), "a cell has one camp");
            guards = guards.or(player.guards);
            camps = camps.or(player.camps);
        }
        for kind in Treasure::ALL {
            let found: u32 = self.game.players.values().map(|player| u32::from(player.treasures[kind.index()])).sum();
            if found > u32::from(COPIES) {
                self.fault(format!("there are three treasures {kind}"));
                self.game.players.values_mut().for_each(|player| player.treasures[kind.index()] = 0);
            }
        }
    }

    fn round(&mut self, diagram: &Diagram) {
        let RoundDiagram { number, display, waiting, passed, first_passed, bid, bidder, volcanoes, scored, order } =
            &diagram.round;
        let auction = self.game.options.version == Version::Auction;
        if !auction {
            let given = Diagram {
                round: RoundDiagram { number: None, waiting: None, volcanoes: None, ..diagram.round.clone() },
                ..Diagram::default()
            };
            self.demand(given == Diagram::default(), "the basic version has no rounds");
            return;
        }
        display.iter().for_each(|tile| self.use_tile(*tile));
        let filling = matches!(diagram.phase, PhaseDiagram::First | PhaseDiagram::Tile);
        let everybody = if filling { self.game.table().collect() } else { Vec::new() };
        let fiery = display.iter().filter(|tile| tile.is_volcano()).count() as u8;
        self.game.round = Round {
            number: number.unwrap_or(1).max(1),
            display: display.iter().copied().collect(),
            waiting: self.seat_set(waiting.as_ref().unwrap_or(&everybody)),
            passed: self.seat_set(passed),
            first_passed: first_passed.map(|seat| self.seat(seat)),
            bid: *bid,
            bidder: bidder.map(|seat| self.seat(seat)),
            volcanoes: volcanoes.unwrap_or(fiery),
            scored: *scored,
            order: SeatList::EMPTY,
        };
        let distinct = self.seat_set(order).len() == order.len();
        self.demand(distinct, "nobody is in the round order twice");
        if distinct {
            self.game.round.order = order.iter().copied().collect();
        }
        let round = self.game.round;
        let (up, seats) = (round.display.len(), self.game.players.len());
        if filling {
            self.demand(up < seats && round.waiting.len() == seats, "fewer tiles are turned up than there are players");
        } else if diagram.phase != PhaseDiagram::Over {
            self.demand(up == round.waiting.len(), "as many tiles are turned up as players wait");
        }
        self.demand(round.passed.without(round.waiting).is_empty(), "only who waits can have passed");
        self.demand((round.bid > 0) == round.bidder.is_some(), "a bid has a bidder");
        self.demand(round.passed.is_empty() == round.first_passed.is_none(), "somebody passed first");
    }

    fn course(&mut self, diagram: &Diagram) {
        self.game.seat = self.seat(diagram.turn);
        self.game.turn = match diagram.occasion {
            Occasion::Normal => Turn::Normal,
            Occasion::Scoring => Turn::Scoring,
            Occasion::Extra => Turn::Extra,
            Occasion::Jump => Turn::Jump,
        };
        let queue = self.seat_set(&diagram.queue);
        self.demand(queue.len() == diagram.queue.len() && !queue.has(self.game.seat), "nobody scores twice");
        if queue.len() == diagram.queue.len() {
            self.game.queue = diagram.queue.iter().copied().collect();
        }
        self.demand(diagram.due.len() <= 3, "there are three volcanoes");
        for (place, due) in diagram.due.iter().take(3).enumerate() {
            let seat = self.seat(due.seat);
            self.demand(due.tile.is_volcano(), "only volcanoes are due");
            self.game.due[place] = Some(Eruption { seat, tile: due.tile });
        }
        self.last_volcano(diagram);
        self.jump(diagram);
        self.phase(diagram);
        self.spending(diagram);
    }

    /// T22: who drew the last volcano; in the basic version nobody else can hold one.
    fn last_volcano(&mut self, diagram: &Diagram) {
        let basic = self.game.options.version == Version::Basic;
        let holds = |seat: &Seat| basic && self.game.players[*seat].hand.is_some_and(Tile::is_volcano);
        let holder = self.game.table().find(holds);
        let named = diagram.last_volcano.map(|seat| self.seat(seat));
        self.game.last_volcano = named.or(holder);
        self.demand(basic || named.is_none(), "only the basic version asks who drew the last volcano");
        self.demand(holder.is_none() || holder == self.game.last_volcano, "who holds a volcano drew the last one");
    }

    fn jump(&mut self, diagram: &Diagram) {
        let walking = |words: &str| {
            let (piece, cell) = words.split_once(' ')?;
            let (piece, cell) = (Piece::from_word(piece)?, Cell::from_name(cell)?);
            self.game.own().stands(piece, cell).then_some(Jump::Walking(piece, cell))
        };
        self.game.jump = match diagram.jump.as_deref() {
            None => Jump::Ready,
            Some("done") => Jump::Done,
            Some(words) => match walking(words) {
                Some(jump) => jump,
                None => return self.fault(format!("'{words}' is no piece on its way")),
            },
        };
        self.demand(self.game.jump == Jump::Ready || self.game.turn == Turn::Jump, "only a jump is one action");
    }

    fn phase(&mut self, diagram: &Diagram) {
        let (options, own, round) = (self.game.options, *self.game.own(), self.game.round);
        let auction = options.version == Version::Auction;
        let cell = diagram.cell.unwrap_or(Cell::BASE);
        let (phase, fits) = match diagram.phase {
            PhaseDiagram::First => (Phase::First, options.first == engine::First::Random),
            PhaseDiagram::Tile => (Phase::Tile, true),
            PhaseDiagram::Bid => (
                Phase::Bid,
                auction && round.waiting.without(round.passed).has(self.game.seat) && round.waiting.len() > 1,
            ),
            PhaseDiagram::Take => {
                (Phase::Take, auction && !round.display.is_empty() && round.waiting.has(self.game.seat))
            }
            PhaseDiagram::Verdict => (
                Phase::Verdict,
                options.twin_volcanoes == TwinVolcanoes::Choose && own.hand.is_some_and(Tile::is_volcano),
            ),
            PhaseDiagram::Place => (Phase::Place, own.hand.is_some_and(|tile| self.game.fits(tile))),
            PhaseDiagram::Chips => {
                (Phase::Chips, options.tempo == Tempo::Jumps && self.game.choosers().next() == Some(self.game.seat))
            }
            PhaseDiagram::Spend => (Phase::Spend, true),
            PhaseDiagram::Treasure => {
                let site = matches!(self.game.kind(cell), Some(Kind::Treasure(_)));
                (Phase::Treasure(cell), site && Treasure::ALL.into_iter().any(|kind| self.game.undug(kind) > 0))
            }
            PhaseDiagram::Roll => (Phase::Roll(cell), options.boulder != Boulder::Off && self.game.temples.has(cell)),
            PhaseDiagram::Over => (Phase::Over, true),
        };
        self.game.phase = phase;
        self.demand(fits, "the phase does not fit the position");
        let named = matches!(diagram.phase, PhaseDiagram::Treasure | PhaseDiagram::Roll);
        self.demand(diagram.cell.is_some() == named, "a cell belongs to a treasure or a roll");
    }

    /// Action points, chips, and who may hold what while they are spent.
    fn spending(&mut self, diagram: &Diagram) {
        let spends = matches!(diagram.phase, PhaseDiagram::Spend | PhaseDiagram::Treasure | PhaseDiagram::Roll);
        let own = *self.game.own();
        let most = match (spends, self.game.turn) {
            (false, _) => 0,
            (true, Turn::Jump) => own.chosen,
            (true, _) => POINTS,
        };
        self.game.ap = diagram.ap.unwrap_or(most);
        self.demand(self.game.ap <= most, "that many action points are not possible here");
        self.demand(spends || self.game.turn == Turn::Normal, "an occasion is for action points");
        let jumps = self.game.options.tempo == Tempo::Jumps;
        let jump_turn = self.game.turn == Turn::Jump || self.game.phase == Phase::Chips;
        self.demand(
            !jump_turn || jumps && self.game.round.order.as_slice().len() == self.game.players.len(),
            "a jump needs tempo=jumps and a round order",
        );
        self.demand(self.game.turn != Turn::Extra || jumps, "an extra turn needs tempo=jumps");
        let chips =
            self.game.players.values().all(|player| player.chosen <= player.chips.min(5) && player.chips <= POINTS);
        self.demand(
            chips && (jumps || self.game.players.values().all(|player| player.chips == 0)),
            "a player has up to ten chips, and chooses up to five",
        );
        let scoring = self.game.turn == Turn::Scoring;
        self.demand(scoring || self.game.queue.as_slice().is_empty(), "a queue belongs to a scoring");
        self.due(scoring, jumps);
    }

    /// A volcano that is scored is in its player's hand, or with `tempo=jumps` on the board or still in hand.
    fn due(&mut self, scoring: bool, jumps: bool) {
        for due in self.game.due.iter().flatten().copied().collect::<Vec<_>>() {
            let held = self.game.players[due.seat].hand == Some(due.tile);
            let laid = self.game.ground.iter().flatten().any(|laid| laid.tile == due.tile);
            self.demand(held || jumps && laid, "a volcano that is due was taken by its player");
        }
        self.demand(
            jumps || scoring == self.game.due[0].is_some() || self.last_scoring(),
            "a scoring needs its volcano",
        );
    }

    fn last_scoring(&self) -> bool {
        self.game.turn == Turn::Scoring && self.game.due[0].is_none()
    }

    /// The stack is what was named nowhere; treasures must be enough for all sites to come.
    fn stack(&mut self) {
        self.game.pile = TileSet::STACK.without(self.used);
        if self.game.options.terrain == Terrain::RandomSuddenDeath {
            let to_come = self.game.volcanoes_to_come();
            self.demand(to_come.without(self.used).len() == to_come.len(), "a volcano is there before its round");
            self.game.pile = self.game.pile.without(to_come);
        }
        let masks = |tile: Tile| if let Kind::Treasure(masks) = tile.kind() { u32::from(masks) } else { 0 };
        let hands = self.game.players.values().filter_map(|player| player.hand);
        let coming: u32 = self.game.pile.into_iter().chain(self.game.round.display).chain(hands).map(masks).sum();
        let buried: u32 = self.game.buried.iter().map(|count| u32::from(*count)).sum();
        let pending = u32::from(matches!(self.game.phase, Phase::Treasure(_)));
        let undug: u32 = Treasure::ALL.into_iter().map(|kind| u32::from(self.game.undug(kind))).sum();
        if undug < coming + buried + pending {
            self.fault(format!(
                "{undug} treasures are left for {} masks: bury fewer, or set treasure tiles aside",
                coming + buried + pending
            ));
        }
        let drawn = self.game.phase != Phase::Tile || !self.game.pile.is_empty();
        self.demand(drawn, "no tile is left to draw");
    }
}
