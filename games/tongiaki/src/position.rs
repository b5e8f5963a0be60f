//! Judges whether a position that was set up could stand on a table.

use engine::{Game as _, Seat};
use grid::hex::{Direction, Hex};

use crate::board::Reach;
use crate::options::FullBeaches;
use crate::rules::numbers::{O24, O27};
use crate::rules::{QUIET_TURNS, Why};
use crate::state::{ISLAND_TILES, Mooring, Phase, SEA_TILES, Tongiaki};
use crate::tiles::{Beach, Island, TILES, Tile, tiles};

/// Tells everything that is wrong with a position whose pieces are all readable.
pub(crate) fn faults(state: &Tongiaki, out: &mut Vec<String>) {
    if state.turn.index() >= state.seats() {
        out.push(format!("nobody sits at {}", state.turn));
        return;
    }
    let mut judge = Judge { state, out };
    judge.table();
    judge.counters();
    judge.phase();
    judge.end();
}

struct Judge<'a> {
    state: &'a Tongiaki,
    out: &'a mut Vec<String>,
}

impl Judge<'_> {
    fn must(&mut self, holds: bool, fault: &str) {
        if !holds {
            self.out.push(fault.to_owned());
        }
    }

    /// Every tile lies beside an older one, so the k-th lies at most k cells from Tonga's.
    fn table(&mut self) {
        let state = self.state;
        let turned_up = TILES as u32 - 1 - state.pile.count_ones() - u32::from(state.in_hand().is_some());
        for tile in tiles(state.board.laid()) {
            let (cell, _) = state.board.place(tile);
            if u32::from(cell.distance(Hex::ORIGIN)) > turned_up {
                self.out.push(format!("{tile} lies too far out for {turned_up} tiles"));
            }
        }
        let apart = |tile: &Tile| Direction::ALL.iter().all(|dir| state.board.beside(*tile, *dir).is_none());
        if state.removed().next().is_none() && turned_up > 0 {
            for tile in tiles(state.board.laid()).filter(apart) {
                self.out.push(format!("{tile} lies next to no other tile"));
            }
        }
        self.must(state.board.laid() != 0, "the table is empty");
    }

    fn counters(&mut self) {
        let state = self.state;
        self.must(state.quiet <= QUIET_TURNS, "more quiet turns than a match can have");
        let sailing =
            matches!(state.phase, Phase::Sail(_) | Phase::Ahead { .. } | Phase::Land { .. } | Phase::MustColonise);
        self.must(sailing || state.departed == [0; 2], "departures are counted only while beaches sail");
        let at_sea = match state.phase {
            Phase::Ahead { .. } | Phase::Land { .. } => !state.at_sea.is_empty(),
            Phase::Over(rule) => rule == O24 || state.at_sea.is_empty(),
            _ => state.at_sea.is_empty(),
        };
        self.must(at_sea, "at_sea holds boats if and only if they are on a voyage or landing");
    }

    fn phase(&mut self) {
        let state = self.state;
        match state.phase {
            Phase::First => {
                self.must(state.turn == Seat::A, "A is to act before it is drawn who begins");
                self.fresh_table();
                self.must(Seat::all(state.seats()).all(|seat| state.boats.in_play(seat) == 0), "boats before the draw");
            }
            Phase::Setup => self.setup(),
            Phase::Turn => self.must(state.quiet > 0, "a turn counts itself among the quiet ones"),
            Phase::Moor(mooring) => self.mooring(mooring),
            Phase::Sail(only) => {
                let named = only.is_some() == (state.full_beaches == FullBeaches::First);
                self.must(named, "phase.sail names an island if and only if full_beaches=first");
                self.must(state.sailing(only) != 0, "no beach is full that may sail");
            }
            Phase::Ahead { from, tile, toward } => self.ahead(from, tile, toward),
            Phase::Land { shore, fresh } => {
                let room = state.boats.room() & shore.mask();
                self.must(room != 0, "the shore has no free mooring");
                self.must(fresh & !room == 0, "a fresh beach must lie on the shore and have a free mooring");
            }
            Phase::MustColonise | Phase::Found | Phase::Lay(_) => {
                self.must(!state.boats.afloat(state.turn), "who colonises has no boat on a beach");
            }
            Phase::Over(rule) => self.must(rule == O24 || rule == O27, "a match ends by O24 or O27"),
        }
    }

    /// Before the first turn only Tonga lies on the table.
    fn fresh_table(&mut self) {
        let state = self.state;
        self.must(state.board.laid() == 1 && state.pile == !1, "before the first turn only tonga is on the table");
        self.must(state.quiet == 0, "before the first turn no turn was quiet");
    }

    fn setup(&mut self) {
        let state = self.state;
        self.fresh_table();
        let keeps = |beach: Beach| state.boats.on(beach).len() < beach.moorings();
        self.must(Island::TONGA.beaches().all(keeps), "in the setup every beach keeps a free mooring");
        let placed: usize = Seat::all(state.seats()).map(|seat| usize::from(state.boats.in_play(seat))).sum();
        let first = (state.turn.index() + state.seats() - placed % state.seats()) % state.seats();
        let in_turn = |seat: Seat| {
            let before = Seat::new(first).distance(seat, state.seats()) < placed % state.seats();
            usize::from(state.boats.in_play(seat)) == placed / state.seats() + usize::from(before)
        };
        self.must(
            placed < 2 * state.seats() && Seat::all(state.seats()).all(in_turn),
            "in the setup each seat in turn puts one boat, twice",
        );
    }

    fn mooring(&mut self, mooring: Mooring) {
        let state = self.state;
        let Mooring { island, left, why, served } = mooring;
        let room = state.boats.room() & island.mask();
        let most = match why {
            Why::Expand => (room & !served).count_ones() as u8,
            Why::Restart if island == Island::TONGA => state.boats.free(island).min(2),
            Why::Restart | Why::Shift | Why::Colony => u8::from(room != 0),
        };
        let most = most.min(state.boats.reserve(state.turn));
        self.must((1..=most).contains(&left), "phase.moor: that many boats cannot be put there");
        let may_serve = why == Why::Expand && served & !island.mask() == 0;
        self.must(served == 0 || may_serve, "phase.moor: only an expansion has served beaches, of its island");
    }

    /// The way from some pier of the island must lead to the empty cell.
    fn ahead(&mut self, from: Island, tile: Tile, toward: Direction) {
        let state = self.state;
        if !state.board.has(from.tile()) || !state.board.has(tile) {
            return self.must(false, "phase.ahead: both tiles must be on the table");
        }
        let piers = state.board.toward(from, from.piers());
        let leads = |dir: &Direction| {
            piers >> dir.index() & 1 == 1 && state.board.follow(from.tile(), *dir) == Reach::Empty(tile, toward)
        };
        self.must(Direction::ALL.iter().any(leads), "phase.ahead: no pier of the island leads to that empty cell");
    }

    /// After the last tile only what O24 still carries out is left.
    fn end(&mut self) {
        let state = self.state;
        let (islands, seas) = (state.pile & ISLAND_TILES != 0, state.pile & SEA_TILES != 0);
        let goes_on = match state.phase {
            Phase::Over(rule) if rule == O24 => !islands || !seas,
            Phase::Over(_) => state.quiet == QUIET_TURNS && islands && seas,
            Phase::Land { .. } => seas,
            Phase::Lay(tile) => islands || tile.island().is_some(),
            Phase::Moor(mooring) => mooring.why == Why::Colony || (islands && seas),
            Phase::Found => islands,
            _ => islands && seas,
        };
        self.must(goes_on, "the phase does not fit the tiles that are left: O24 ends the match with the last one");
        let tonga = state.board.tile_on(Hex::ORIGIN);
        self.must(!state.board.has(Island::TONGA.tile()) || tonga == Some(Island::TONGA.tile()), "tonga lies at 0,0");
    }
}
