//! Whether the hall is fair: no start may have an easier way than another.

use engine::BoxFault;

use super::Start;
use super::read::Map;
use crate::cells::{COLUMNS, Cell, Cells, ROWS};
use grid::triangle::Vertex;

/// Everything that favours a start: surroundings that are no mirror images, ways that cross fewer ruins.
pub(super) fn faults(map: &Map, starts: [Cell; 4]) -> Vec<BoxFault> {
    let mut faults = crooked(map);
    faults.extend(misplaced(starts));
    faults.extend(uneven(map, starts));
    faults
}

/// The cell in the mirror: left for right, or top for bottom.
fn mirrored(cell: Cell, sideways: bool) -> Cell {
    let (row, column) = (cell.row(), cell.column());
    let image = if sideways { Cell::at_row(row, COLUMNS - 1 - column) } else { Cell::at_row(ROWS - 1 - row, column) };
    image.unwrap_or_else(|| unreachable!("the hall is its own mirror image"))
}

/// Every pair of cells that differ though one is the other's image; told at the lower or right one.
fn crooked(map: &Map) -> Vec<BoxFault> {
    let mut faults = Vec::new();
    for cell in Cells::ALL.iter() {
        for image in [mirrored(cell, true), mirrored(cell, false)] {
            if image < cell && map.sign(image) != map.sign(cell) {
                let (own, other) = (map.sign(cell), map.sign(image));
                let what = format!(
                    "{cell} is '{own}' but its mirror image {image} is '{other}': \
                     the starts' surroundings must be alike"
                );
                faults.push(BoxFault { line: map.line(cell), what });
            }
        }
    }
    faults
}

/// The starts themselves must be mirror images by their names.
fn misplaced(starts: [Cell; 4]) -> Vec<BoxFault> {
    let [nw, ne, sw, se] = starts;
    let right = [mirrored(nw, true) == ne, mirrored(nw, false) == sw, mirrored(ne, false) == se];
    let told = [(Start::Ne, Start::Nw), (Start::Sw, Start::Nw), (Start::Se, Start::Ne)];
    let wrong = told.into_iter().zip(right).filter(|(_, right)| !right);
    wrong
        .map(|((start, of), _)| BoxFault {
            line: None,
            what: format!("the start {} is not the mirror image of {}", start.name(), of.name()),
        })
        .collect()
}

/// Whether the least number of ruin cells on the way to the centre is the same for all four starts.
fn uneven(map: &Map, starts: [Cell; 4]) -> Option<BoxFault> {
    let ruins = starts.map(|start| ruins_to_the_centre(map, start));
    if ruins.iter().all(|count| *count == ruins[0]) {
        return None;
    }
    let each: Vec<String> =
        Start::ALL.iter().zip(ruins).map(|(start, count)| format!("{} {count}", start.name())).collect();
    let what = format!("the least number of ruin cells on the way to the centre differs: {}", each.join(", "));
    Some(BoxFault { line: None, what })
}

/// The least number of ruin cells between a start and the six cells round the middle.
pub(super) fn ruins_to_the_centre(map: &Map, start: Cell) -> u32 {
    let centre: Cells = Vertex::ORIGIN.triangles().into_iter().filter_map(Cell::at).collect();
    let ruin = map.cells('#') & !centre;
    let mut reached = Cells::of(start);
    for crossed in 0.. {
        // All that can be reached without one more ruin, then one step into the ruins.
        loop {
            let next = reached | beside(reached) & !ruin;
            if next == reached {
                break;
            }
            reached = next;
        }
        if reached.meets(centre) {
            return crossed;
        }
        reached |= beside(reached);
    }
    unreachable!("the hall is connected")
}

fn beside(cells: Cells) -> Cells {
    cells.iter().flat_map(Cell::neighbours).collect()
}
