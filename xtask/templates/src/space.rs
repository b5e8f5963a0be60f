//! Decisions as numbers, for programs. They are interface, pinned in `tests/space.txt`: add behind, change nothing.

use engine::{Part, Run, Seat, Study};

use crate::action::Action;
use crate::figures;
use crate::state::__Name__;

impl Study for __Name__ {
    const SPACE: &'static [Run] = &[Run::of("walk", 1), Run::of("dig", 1)];
    const FIGURES: &'static [Part] = &figures::PARTS;
    const LENGTH: u32 = <__Name__ as engine::Game>::INFO.longest;

    fn number(&self, action: &Action) -> Option<u32> {
        Some(*action as u32)
    }

    fn decision(&self, run: usize, _place: u32) -> Option<Action> {
        Action::ALL.get(run).copied()
    }

    fn figures(view: &__Name__, seat: Seat, row: &mut [f32]) {
        figures::figures(view, seat, row);
    }
}
