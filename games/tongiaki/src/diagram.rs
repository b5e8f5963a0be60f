//! A position in plain words, as scenarios write it, and everything that can be wrong with one.

use std::collections::BTreeMap;

use engine::{Rule, Seat, clip};
use grid::Turn;
use grid::hex::{Direction, Hex};
use serde::{Deserialize, Serialize};

use crate::board::{Board, RADIUS};
use crate::boats::{Boats, Crew, MOST_ROYAL};
use crate::options::FullBeaches;
use crate::rules::Why;
use crate::state::{Mooring, Phase, Tongiaki};
use crate::tiles::{BOATS, Beach, Island, Tile, beaches, tiles};

/// Something for some beaches: by the island's name, then by the beach's number.
pub type ByBeach<T> = BTreeMap<String, BTreeMap<String, T>>;

/// A position in plain words. Whatever is left out is at its default: A's turn on a table with Tonga alone.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
#[serde(default, deny_unknown_fields)]
pub struct Diagram {
    /// Whose turn it is.
    pub turn: Seat,
    /// What is to be decided or drawn.
    pub phase: PhaseDiagram,
    /// The tiles on the table: `nauru = "0,-1 r3"`. Tonga lies at 0,0 unless it was removed.
    #[ts(type = "Record<string, string>")]
    pub tiles: BTreeMap<String, String>,
    /// The islands that were taken off the table (O15).
    pub removed: Vec<Island>,
    /// The boats on beaches: `nauru.2 = "AAB"`.
    #[ts(type = "Record<string, Record<string, string>>")]
    pub boats: ByBeach<String>,
    /// Who stands on which statue (O19).
    #[ts(type = "Record<string, string>")]
    pub royal: BTreeMap<String, Seat>,
    /// The boats of the voyage under way, and after the last sea the lost ones.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[ts(as = "Option<String>", optional)]
    pub at_sea: String,
    /// How often beaches departed in this turn (O18).
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[ts(as = "Option<ByBeach<u8>>", optional)]
    pub departed: ByBeach<u8>,
    /// The turns in a row without a tile, this one included (O27).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub quiet: Option<u8>,
    /// The boats in the reserves; what is left of fifteen each, and may only be given as that.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(type = "Record<string, number>")]
    pub reserve: Option<BTreeMap<Seat, u8>>,
}

/// What is to be decided or drawn, in plain words.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[expect(missing_docs, reason = "the fields are those of the words that lead there")]
#[ts(rename = "Phase")]
pub enum PhaseDiagram {
    /// Who begins is drawn.
    First,
    /// The first boats go to Tonga.
    Setup,
    /// A turn begins.
    #[default]
    Turn,
    /// Boats are put on an island.
    Moor {
        island: Island,
        left: u8,
        by: By,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[ts(as = "Option<Vec<Beach>>", optional)]
        served: Vec<Beach>,
    },
    /// A full beach is to sail: one of the island `only`, or any with `full_beaches=all`.
    Sail {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        only: Option<Island>,
    },
    /// A tile is drawn for a voyage: nothing lies beside `tile` in the direction `toward`.
    Ahead {
        from: Island,
        tile: Tile,
        #[serde(with = "crate::text")]
        #[ts(type = "string")]
        toward: Direction,
    },
    /// Boats land; without `fresh`, none has landed yet.
    Land {
        shore: Island,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        fresh: Option<Vec<Beach>>,
    },
    /// Nothing but a new colonisation is left.
    MustColonise,
    /// A tile is drawn for a new colonisation.
    Found,
    /// The drawn tile is to be laid.
    Lay { tile: Tile },
    /// The match is over.
    Over { rule: Rule },
}

/// Why boats are put on an island, by the verb that led there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the verbs explain themselves")]
pub enum By {
    Expand,
    Shift,
    Restart,
    Colonise,
}

impl Default for Diagram {
    fn default() -> Self {
        Diagram {
            turn: Seat::A,
            phase: PhaseDiagram::Turn,
            tiles: BTreeMap::new(),
            removed: Vec::new(),
            boats: BTreeMap::new(),
            royal: BTreeMap::new(),
            at_sea: String::new(),
            departed: BTreeMap::new(),
            quiet: None,
            reserve: None,
        }
    }
}

/// The diagram of a position.
pub(crate) fn of(state: &Tongiaki) -> Diagram {
    let place = |tile: Tile| {
        let (cell, turn) = state.board.place(tile);
        (tile.to_string(), format!("{cell} {turn}"))
    };
    let crew = |beach: Beach| Some(state.boats.on(beach)).filter(|crew| !crew.is_empty()).map(|crew| crew.to_string());
    let royal = |island: Island| state.boats.royal(island).map(|seat| (island.to_string(), seat));
    let departed = |beach: Beach| Some(state.departures(beach)).filter(|times| *times > 0);
    Diagram {
        turn: state.turn,
        phase: phase_diagram(state.phase),
        tiles: tiles(state.board.laid()).map(place).collect(),
        removed: state.removed().collect(),
        boats: by_beach(crew),
        royal: Island::all().filter_map(royal).collect(),
        at_sea: state.at_sea.to_string(),
        departed: by_beach(departed),
        quiet: Some(state.quiet),
        reserve: Some(Seat::all(state.seats.into()).map(|seat| (seat, state.boats.reserve(seat))).collect()),
    }
}

/// Writes something down for the beaches that have it.
fn by_beach<T>(of: impl Fn(Beach) -> Option<T>) -> ByBeach<T> {
    let mut map = ByBeach::new();
    for (beach, value) in Beach::all().filter_map(|beach| Some((beach, of(beach)?))) {
        map.entry(beach.island().to_string()).or_default().insert(beach.number().to_string(), value);
    }
    map
}

/// Every entry with its beach's name.
fn entries<T>(map: &ByBeach<T>) -> impl Iterator<Item = (String, &T)> {
    map.iter()
        .flat_map(|(island, numbers)| numbers.iter().map(move |(number, value)| (format!("{island}.{number}"), value)))
}

fn phase_diagram(phase: Phase) -> PhaseDiagram {
    match phase {
        Phase::First => PhaseDiagram::First,
        Phase::Setup => PhaseDiagram::Setup,
        Phase::Turn => PhaseDiagram::Turn,
        Phase::Moor(Mooring { island, left, why, served }) => {
            let by = match why {
                Why::Expand => By::Expand,
                Why::Shift => By::Shift,
                Why::Restart => By::Restart,
                Why::Colony => By::Colonise,
            };
            PhaseDiagram::Moor { island, left, by, served: beaches(served).collect() }
        }
        Phase::Sail(only) => PhaseDiagram::Sail { only },
        Phase::Ahead { from, tile, toward } => PhaseDiagram::Ahead { from, tile, toward },
        Phase::Land { shore, fresh } => PhaseDiagram::Land { shore, fresh: Some(beaches(fresh).collect()) },
        Phase::MustColonise => PhaseDiagram::MustColonise,
        Phase::Found => PhaseDiagram::Found,
        Phase::Lay(tile) => PhaseDiagram::Lay { tile },
        Phase::Over(rule) => PhaseDiagram::Over { rule },
    }
}

/// The position of a diagram, or everything that is wrong with it.
pub(crate) fn position(diagram: &Diagram, seats: usize, full_beaches: FullBeaches) -> Result<Tongiaki, Vec<String>> {
    let mut reader = Reader { diagram, seats, faults: Vec::new() };
    let (board, pile) = reader.tiles();
    let at_sea = reader.at_sea();
    let boats = reader.boats(&board, at_sea);
    let departed = reader.departed(&board);
    let mut state = Tongiaki {
        seats: seats as u8,
        full_beaches,
        turn: diagram.turn,
        phase: Phase::Turn,
        board,
        boats,
        at_sea,
        pile,
        departed,
        quiet: diagram.quiet.unwrap_or(u8::from(!matches!(diagram.phase, PhaseDiagram::First | PhaseDiagram::Setup))),
    };
    if reader.faults.is_empty() {
        state.phase = reader.phase(&state);
        crate::position::faults(&state, &mut reader.faults);
    }
    if reader.faults.is_empty() { Ok(state) } else { Err(reader.faults) }
}

/// Reads a diagram and collects what is wrong.
struct Reader<'a> {
    diagram: &'a Diagram,
    seats: usize,
    faults: Vec<String>,
}

impl Reader<'_> {
    fn wrong(&mut self, what: String) {
        self.faults.push(what);
    }

    /// Lays the tiles; gives the table and what is left of the pile.
    fn tiles(&mut self) -> (Board, u32) {
        let mut board = Board::new();
        let mut pile = u32::MAX;
        for island in &self.diagram.removed {
            pile &= !(1 << island.index());
        }
        let tonga = (Island::TONGA.to_string(), "0,0 r0".to_owned());
        let listed = self.diagram.tiles.contains_key(&tonga.0) || self.diagram.removed.contains(&Island::TONGA);
        let first = (!listed).then_some((&tonga.0, &tonga.1));
        for (name, place) in first.into_iter().chain(&self.diagram.tiles) {
            let Some(tile) = Tile::named(name) else {
                self.wrong(format!("'{}' is not a tile such as nauru or sea-c", clip(name)));
                continue;
            };
            let Some((cell, turn)) = read_place(place) else {
                self.wrong(format!("{tile}: '{}' is not a place such as '1,-2 r3'", clip(place)));
                continue;
            };
            if let Some(other) = board.tile_on(cell) {
                self.wrong(format!("{tile} and {other} lie on the same cell {cell}"));
            } else if tile == Island::TONGA.tile() && (cell, turn) != (Hex::ORIGIN, Turn::NONE) {
                self.wrong("tonga lies at 0,0 r0".to_owned());
            } else if pile >> tile.index() & 1 == 0 {
                self.wrong(format!("{tile} is on the table and removed"));
            } else {
                board.lay(tile, cell, turn);
                pile &= !(1 << tile.index());
            }
        }
        if let PhaseDiagram::Lay { tile } = self.diagram.phase {
            if pile >> tile.index() & 1 == 0 {
                self.wrong(format!("{tile} cannot be in hand, it was laid before"));
            }
            pile &= !(1 << tile.index());
        }
        (board, pile)
    }

    fn at_sea(&mut self) -> Crew {
        let text = &self.diagram.at_sea;
        let crew = Crew::named(text).filter(|crew| crew.seats().all(|seat| seat.index() < self.seats));
        if crew.is_none() {
            self.wrong(format!("at_sea: '{}' is not a group of this table's boats such as AAB", clip(text)));
        }
        crew.unwrap_or_default()
    }

    /// Puts the boats on the table.
    fn boats(&mut self, board: &Board, at_sea: Crew) -> Boats {
        let (ashore, royal) = (self.crews(board), self.royals(board));
        let mut sums = vec![0; self.seats];
        let crews = ashore.iter().map(|(_, crew)| *crew).chain([at_sea]);
        crews.for_each(|crew| crew.seats().for_each(|seat| sums[seat.index()] += usize::from(crew.of(seat))));
        royal.iter().for_each(|(_, seat)| sums[seat.index()] += 1);
        for (seat, sum) in Seat::all(self.seats).zip(sums) {
            if sum > BOATS.into() {
                self.wrong(format!("{seat} has {sum} boats, there are only {BOATS} of a colour"));
            }
        }
        let mut boats = Boats::new(self.seats);
        if !self.faults.is_empty() {
            return boats;
        }
        board.islands().for_each(|island| boats.open(island));
        for (beach, crew) in ashore {
            crew.seats().for_each(|seat| (0..crew.of(seat)).for_each(|_| boats.moor(seat, beach)));
        }
        royal.into_iter().for_each(|(island, seat)| boats.enthrone(seat, island));
        boats.send_to_sea(at_sea);
        for (seat, given) in self.diagram.reserve.iter().flatten() {
            if seat.index() >= self.seats || boats.reserve(*seat) != *given {
                self.wrong(format!("{seat} does not have {given} boats in reserve but what is left of {BOATS}"));
            }
        }
        boats
    }

    fn crews(&mut self, board: &Board) -> Vec<(Beach, Crew)> {
        let mut crews = Vec::new();
        for (name, text) in entries(&self.diagram.boats) {
            let Some(beach) = Beach::named(&name) else {
                self.wrong(format!("'{}' is not a beach such as nauru.2", clip(&name)));
                continue;
            };
            let here = |crew: &Crew| crew.seats().all(|seat| seat.index() < self.seats);
            match Crew::named(text).filter(here) {
                None => self.wrong(format!("{beach}: '{}' is not a group of this table's boats", clip(text))),
                Some(_) if !board.has(beach.island().tile()) => {
                    self.wrong(format!("{} is not on the table", beach.island()));
                }
                Some(crew) if crew.len() > beach.moorings() => {
                    self.wrong(format!("{beach} has only {} moorings", beach.moorings()));
                }
                Some(_) if self.diagram.royal.contains_key(beach.island().name()) => {
                    self.wrong(format!("{} is royal, no boat lies on its beaches", beach.island()));
                }
                Some(crew) => crews.push((beach, crew)),
            }
        }
        crews
    }

    fn royals(&mut self, board: &Board) -> Vec<(Island, Seat)> {
        let mut royals = Vec::new();
        for (name, seat) in &self.diagram.royal {
            match Island::named(name) {
                Some(island) if island != Island::TONGA && board.has(island.tile()) => {
                    if seat.index() < self.seats {
                        royals.push((island, *seat));
                    } else {
                        self.wrong(format!("{island}: nobody sits at {seat}"));
                    }
                }
                _ => self.wrong(format!("'{}' is not an island on the table that can be royal", clip(name))),
            }
        }
        for seat in Seat::all(self.seats) {
            if royals.iter().filter(|(_, owner)| *owner == seat).count() > MOST_ROYAL {
                self.wrong(format!("{seat} has more than {MOST_ROYAL} royal islands"));
            }
        }
        royals
    }

    fn departed(&mut self, board: &Board) -> [u64; 2] {
        let mut planes = [0; 2];
        for (name, times) in entries(&self.diagram.departed) {
            match Beach::named(&name) {
                Some(beach) if board.has(beach.island().tile()) && *times <= 3 => {
                    planes[0] |= u64::from(times & 1) << beach.index();
                    planes[1] |= u64::from(times >> 1) << beach.index();
                }
                _ => self.wrong(format!("departed: '{}' needs a beach on the table and at most 3", clip(&name))),
            }
        }
        planes
    }

    /// The phase, as far as it can be read; whether it fits the position is judged later.
    fn phase(&mut self, state: &Tongiaki) -> Phase {
        let mask = |list: &[Beach]| list.iter().fold(0, |mask, beach| mask | beach.bit());
        match &self.diagram.phase {
            PhaseDiagram::First => Phase::First,
            PhaseDiagram::Setup => Phase::Setup,
            PhaseDiagram::Turn => Phase::Turn,
            PhaseDiagram::Moor { island, left, by, served } => {
                let why = match by {
                    By::Expand => Why::Expand,
                    By::Shift => Why::Shift,
                    By::Restart => Why::Restart,
                    By::Colonise => Why::Colony,
                };
                Phase::Moor(Mooring { island: *island, left: *left, why, served: mask(served) })
            }
            PhaseDiagram::Sail { only } => Phase::Sail(*only),
            PhaseDiagram::Ahead { from, tile, toward } => Phase::Ahead { from: *from, tile: *tile, toward: *toward },
            PhaseDiagram::Land { shore, fresh } => {
                let fresh = fresh.as_ref().map_or(state.boats.room() & shore.mask(), |list| mask(list));
                Phase::Land { shore: *shore, fresh }
            }
            PhaseDiagram::MustColonise => Phase::MustColonise,
            PhaseDiagram::Found => Phase::Found,
            PhaseDiagram::Lay { tile } => Phase::Lay(*tile),
            PhaseDiagram::Over { rule } => Phase::Over(*rule),
        }
    }
}

fn read_place(text: &str) -> Option<(Hex, Turn)> {
    let (cell, turn) = text.split_once(' ').unwrap_or((text, "r0"));
    let cell: Hex = cell.parse().ok()?;
    (cell.distance(Hex::ORIGIN) <= RADIUS.into()).then_some((cell, turn.parse().ok()?))
}
