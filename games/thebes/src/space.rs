//! The decisions as numbers, for programs: a run for each verb, in the order of the legal lists.
//!
//! Cards and finds are counted in the order of the box, with room to spare: an owner's box may have more of them. What
//! has no room has no number, and only words can name it.

use engine::{Numbers, Part, Picture, Run, Seat, Study, starts};

use crate::action::{Action, Dig, Leave};
use crate::figures;
use crate::region::Region;
use crate::state::DIG_MOST;
use crate::state::Thebes;
use crate::stock::{Card, Find, FindKind, Group};
use crate::view::View;

/// Room for kinds of green cards; the compiled-in box has 37.
pub(crate) const CARDS: usize = 64;
/// Room for kinds of finds.
const FINDS: usize = 128;
const REGIONS: usize = Region::ALL.len();
const LEAVES: usize = Leave::ALL.len();
/// Room for assistants, none included; the compiled-in box has three.
const ASSISTANTS: usize = 8;

const RUNS: [Run; 8] = [
    Run::of("take", CARDS),
    Run::of("exhibit", CARDS),
    Run::of("museum", CARDS),
    Run::of("donate", FINDS),
    Run::of("play", CARDS),
    Run::of("play scientist", CARDS * REGIONS),
    Run::of("choose", FINDS),
    Run::of("dig", REGIONS * DIG_MOST as usize * LEAVES * ASSISTANTS),
];
const START: [u32; RUNS.len()] = starts(&RUNS);

#[inline(always)]
#[expect(clippy::inline_always, reason = "as its one caller")]
fn run_and_place(action: Action) -> Option<(usize, usize)> {
    let card = |card: Card| Some(usize::from(card.0)).filter(|at| *at < CARDS);
    let find = |find: Find| Some(usize::from(find.0)).filter(|at| *at < FINDS);
    Some(match action {
        Action::Take(taken) => (0, card(taken)?),
        Action::Exhibit(shown) => (1, card(shown)?),
        Action::Museum(museum) => (2, card(museum)?),
        Action::Donate(given) => (3, find(given)?),
        Action::Play(played) => (4, card(played)?),
        Action::Look(played, region) => (5, card(played)? * REGIONS + region.index()),
        Action::Choose(chosen) => (6, find(chosen)?),
        Action::Dig(Dig { region, weeks, leave, assistants }) => {
            let weeks = usize::from(weeks.checked_sub(1).filter(|below| *below < DIG_MOST)?);
            let assistants = Some(usize::from(assistants)).filter(|count| *count < ASSISTANTS)?;
            let site = region.index() * DIG_MOST as usize + weeks;
            (7, (site * LEAVES + leave as usize) * ASSISTANTS + assistants)
        }
    })
}

fn action_at(run: usize, at: usize) -> Action {
    let card = |at: usize| Card(at as u8);
    let find = |at: usize| Find(at as u8);
    match run {
        0 => Action::Take(card(at)),
        1 => Action::Exhibit(card(at)),
        2 => Action::Museum(card(at)),
        3 => Action::Donate(find(at)),
        4 => Action::Play(card(at)),
        5 => Action::Look(card(at / REGIONS), Region::ALL[at % REGIONS]),
        6 => Action::Choose(find(at)),
        _ => {
            let site = at / (ASSISTANTS * LEAVES);
            Action::Dig(Dig {
                region: Region::ALL[site / DIG_MOST as usize],
                weeks: (site % DIG_MOST as usize) as u8 + 1,
                leave: Leave::ALL[at / ASSISTANTS % LEAVES],
                assistants: (at % ASSISTANTS) as u8,
            })
        }
    }
}

impl Thebes {
    /// Whether the box has what the decision names, and it is of the kind that the verb wants.
    fn has(&self, action: Action) -> bool {
        let stock = self.open.stock();
        let card = |card: Card, wanted: fn(&Group) -> bool| {
            stock.prints.get(usize::from(card.0)).is_some_and(|print| wanted(&print.group))
        };
        let find = |find: Find, wanted: fn(&FindKind) -> bool| {
            stock.finds.get(usize::from(find.0)).is_some_and(|print| wanted(&print.kind))
        };
        match action {
            Action::Take(taken) => card(taken, |group| !matches!(group, Group::Exhibition(_) | Group::Museum { .. })),
            Action::Exhibit(shown) => card(shown, |group| matches!(group, Group::Exhibition(_))),
            Action::Museum(museum) => card(museum, |group| matches!(group, Group::Museum { .. })),
            Action::Donate(given) => find(given, |kind| matches!(kind, FindKind::Artifact { .. })),
            Action::Play(played) => card(played, |group| matches!(group, Group::Thief(_) | Group::Raider(_))),
            Action::Look(played, _) => card(played, |group| *group == Group::Scientist),
            Action::Choose(chosen) => find(chosen, |kind| *kind != FindKind::Rubble),
            Action::Dig(_) => true,
        }
    }
}

impl Study for Thebes {
    const SPACE: &'static [Run] = &RUNS;
    const FIGURES: &'static [Part] = &figures::PARTS;
    const LENGTH: u32 = 1_500;

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "asked for every word of every list; a call costs as much as the answer")]
    fn number(&self, action: &Action) -> Option<u32> {
        let (run, place) = run_and_place(*action)?;
        Some(START[run] + place as u32)
    }

    fn numbers(&self, out: &mut Vec<i32>) {
        self.list(&mut Numbers::of(self, out));
    }

    fn decision(&self, run: usize, place: u32) -> Option<Action> {
        let action = action_at(run, place as usize);
        self.has(action).then_some(action)
    }

    fn figures(view: &View, seat: Seat, row: &mut [f32]) {
        figures::write(view, seat, row);
    }

    fn paint(view: &View) -> Picture {
        crate::picture::paint(view)
    }
}
