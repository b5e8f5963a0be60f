//! The table as text.

use engine::{Canvas, Game as _, Ink, ToAct};

use crate::state::{__Name__, LAST_CAMP, TURNS};

/// Draws what a viewer sees.
pub(crate) fn draw(view: &__Name__, canvas: &mut Canvas) {
    let [one, two, three] = view.left;
    let head = format!("Turn {} of {TURNS}   finds left: {one} of 1, {two} of 2, {three} of 3", view.turns + 1);
    canvas.line_in(&head, Ink::Strong);
    for (seat, camp) in view.camps.iter() {
        let mark = if view.to_act() == ToAct::Seat(seat) { '>' } else { ' ' };
        let trail: String = (0..=LAST_CAMP).map(|at| if at == *camp { " (*)" } else { "  . " }).collect();
        canvas.line_in(&format!("{mark} {seat} {trail}  {} points", view.points[seat]), Ink::Seat(seat));
    }
}
