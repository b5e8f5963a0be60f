//! Every word that could ever be legal.

use crate::action::{Action, Dig, Leave};
use crate::region::Region;
use crate::state::{DIG_MOST, Thebes};
use crate::stock::{Find, FindKind, Group};

/// Every word that could ever be legal, sorted.
pub(crate) fn alphabet(game: &Thebes, out: &mut Vec<Action>) {
    let stock = game.open.stock();
    let beginning = out.len();
    for (card, print) in stock.cards() {
        match print.group {
            Group::Exhibition(_) => out.push(Action::Exhibit(card)),
            Group::Museum { .. } => out.push(Action::Museum(card)),
            _ => out.push(Action::Take(card)),
        }
        match print.group {
            Group::Thief(_) | Group::Raider(_) => out.push(Action::Play(card)),
            Group::Scientist => out.extend(Region::ALL.map(|region| Action::Look(card, region))),
            _ => {}
        }
    }
    out.extend(possible_finds(game, |kind| matches!(kind, FindKind::Artifact { .. })).map(Action::Donate));
    out.extend(possible_finds(game, |kind| *kind != FindKind::Rubble).map(Action::Choose));
    let most = stock.assistants.count_ones() as u8;
    for region in Region::ALL {
        for weeks in 1..=DIG_MOST {
            for leave in Leave::ALL {
                out.extend((0..=most).map(|assistants| Action::Dig(Dig { region, weeks, leave, assistants })));
            }
        }
    }
    out[beginning..].sort_unstable();
}

/// The finds that can lie in some pile of this match.
fn possible_finds(game: &Thebes, wanted: impl Fn(&FindKind) -> bool) -> impl Iterator<Item = Find> {
    let lies_somewhere = |find: &Find| Region::ALL.iter().any(|region| game.open.pile(*region).slots(*find) != 0);
    let all = (0..game.open.stock().finds.len() as u8).map(Find);
    all.filter(move |find| wanted(&game.open.stock().find(*find).kind)).filter(lies_somewhere)
}
