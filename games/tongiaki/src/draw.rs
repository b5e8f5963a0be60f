//! The table in text.

use engine::Canvas;

use crate::state::Tongiaki;

pub(crate) fn table(_state: &Tongiaki, canvas: &mut Canvas) {
    canvas.line("");
}
