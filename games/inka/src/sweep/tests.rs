//! The table against a tile that is really turned: in the plane, by small angles, with areas.

use proptest::prelude::*;

use super::*;

/// A point of the plane, y up.
type Point = (f64, f64);

fn point(vertex: Vertex) -> Point {
    let (q, r) = (f64::from(vertex.q), f64::from(vertex.r));
    (q + r / 2.0, r * 3f64.sqrt() / 2.0)
}

/// The part of a convex polygon on the left of the line from `a` to `b`.
fn cut(polygon: &[Point], a: Point, b: Point) -> Vec<Point> {
    let side = |p: Point| (b.0 - a.0) * (p.1 - a.1) - (b.1 - a.1) * (p.0 - a.0);
    let mut kept = Vec::new();
    for (index, &p) in polygon.iter().enumerate() {
        let next = polygon[(index + 1) % polygon.len()];
        let (here, there) = (side(p), side(next));
        if here >= 0.0 {
            kept.push(p);
        }
        if here * there < 0.0 {
            let part = here / (here - there);
            kept.push((p.0 + part * (next.0 - p.0), p.1 + part * (next.1 - p.1)));
        }
    }
    kept
}

fn area(polygon: &[Point]) -> f64 {
    let twice: f64 = (0..polygon.len())
        .map(|index| {
            let (p, next) = (polygon[index], polygon[(index + 1) % polygon.len()]);
            p.0 * next.1 - p.1 * next.0
        })
        .sum();
    twice.abs() / 2.0
}

/// Whether a convex polygon covers a part of a triangle, however slight.
fn overlaps(polygon: &[Point], triangle: Triangle) -> bool {
    let corners = triangle.corners().map(point);
    let inside = (0..3).fold(polygon.to_vec(), |rest, side| cut(&rest, corners[side], corners[(side + 1) % 3]));
    inside.len() > 2 && area(&inside) > 1e-9
}

/// Every triangle of the lattice round about that a moving polygon touches on its way.
fn touched(stops: impl Iterator<Item = Vec<Point>>) -> Vec<Triangle> {
    let mut found = Vec::new();
    for polygon in stops {
        for q in -7..=7 {
            for r in -7..=7 {
                for tip in [grid::triangle::Tip::Up, grid::triangle::Tip::Down] {
                    let triangle = Triangle::new(tip, q, r);
                    if !found.contains(&triangle) && overlaps(&polygon, triangle) {
                        found.push(triangle);
                    }
                }
            }
        }
    }
    found
}

/// What a sixth of a turn passes over, by turning the tile degree by degree.
fn really_turned(lying: Placement, corner: Corner, sense: Sense) -> Vec<Triangle> {
    let corners = lying.corners().map(point);
    let about = corners[corner as usize];
    let stops = (0..=12).map(move |part| {
        let angle = (f64::from(part) * 5.0).to_radians() * if sense == Sense::Ccw { 1.0 } else { -1.0 };
        let turned = corners.iter().map(|p| {
            let (x, y) = (p.0 - about.0, p.1 - about.1);
            (about.0 + x * angle.cos() - y * angle.sin(), about.1 + x * angle.sin() + y * angle.cos())
        });
        turned.collect()
    });
    touched(stops)
}

/// What one step of a slide passes over, by sliding the tile bit by bit.
fn really_slid(lying: Placement, direction: Direction) -> Vec<Triangle> {
    let corners = lying.corners().map(point);
    let step = point(direction.step());
    touched((0..=6).map(move |part| {
        let part = f64::from(part) / 6.0;
        corners.iter().map(|p| (p.0 + part * step.0, p.1 + part * step.1)).collect()
    }))
}

/// The cells of triangles, if all lie in the hall.
fn cells(triangles: &[Triangle]) -> Option<Cells> {
    triangles.iter().map(|triangle| Cell::at(*triangle)).collect()
}

#[test]
fn k04_every_step_of_a_turn_sweeps_what_the_turned_tile_touches() {
    for lying in Placement::all() {
        for corner in Corner::ALL {
            for sense in Sense::ALL {
                let slow = cells(&really_turned(lying, corner, sense));
                let quick = turn_step(lying, corner, sense);
                assert_eq!(quick.map(|(passed, _)| passed), slow, "{lying} about {corner:?} {sense:?}");
                if let Some((passed, next)) = quick {
                    assert_eq!(passed.len(), 6, "a step sweeps six cells");
                    assert_eq!(next.corners()[corner as usize], lying.corners()[corner as usize], "the corner stays");
                }
            }
        }
    }
}

#[test]
fn k03_every_step_of_a_slide_sweeps_what_the_slid_tile_touches() {
    for lying in Placement::all() {
        for direction in directions(lying) {
            let slow = cells(&really_slid(lying, direction)).map(|cells| cells & !lying.cells());
            let quick = slide_step(lying, direction);
            assert_eq!(quick.map(|(passed, _)| passed & !lying.cells()), slow, "{lying} {direction}");
        }
    }
}

#[test]
fn k03_no_slide_is_longer_than_the_table() {
    for lying in Placement::all() {
        for direction in directions(lying) {
            let ends = std::iter::successors(Some(lying), |lying| slide_step(*lying, direction).map(|(_, next)| next));
            assert!(ends.count() <= FARTHEST_SLIDE as usize + 1, "{lying} {direction}");
        }
    }
}

/// The placement after that many steps, one by one; nothing where one of them is stopped.
fn gone(
    start: Placement,
    steps: u8,
    obstacles: Cells,
    step: impl Fn(Placement) -> Option<(Cells, Placement)>,
) -> Option<Placement> {
    (0..steps).try_fold(start, |lying, _| {
        let (passed, next) = step(lying)?;
        (!passed.meets(obstacles)).then_some(next)
    })
}

proptest! {
    /// Whatever lies about, the table opens exactly the moves that can be gone step by step.
    #[test]
    fn k05_the_table_opens_what_can_be_gone_step_by_step(
        index in 0u16..264,
        bits in proptest::collection::vec(0usize..96, 0..12),
    ) {
        let lying = Placement::from_index(index);
        let all: Vec<Cell> = Cells::ALL.iter().collect();
        let about: Cells = bits.into_iter().map(|bit| all[bit]).collect();
        let obstacles = (about | Cells::MARGIN) & !lying.cells();
        let rhombus: Rhombus = "T01".parse().unwrap();
        let mut listed = Vec::new();
        let sweeps = Sweeps::of(lying);
        let open = sweeps.open(obstacles);
        sweeps.list_slides(open, obstacles, rhombus, &mut listed);
        sweeps.list_turns(open, obstacles, rhombus, &mut listed);
        let mut expected = Vec::new();
        for direction in directions(lying) {
            for steps in 1..=FARTHEST_SLIDE {
                let end = gone(lying, steps, obstacles, |lying| slide_step(lying, direction));
                if let Some(end) = end {
                    expected.push(Action::Slide { rhombus, direction, steps });
                    prop_assert_eq!(Sweeps::of(lying).slid(direction, steps), end);
                }
            }
        }
        for corner in Corner::ALL {
            for sense in Sense::ALL {
                let turn = |sense, steps| gone(lying, steps, obstacles, |lying| turn_step(lying, corner, sense));
                for steps in 1..=FARTHEST_TURN {
                    let Some(end) = turn(sense, steps) else { continue };
                    prop_assert_eq!(Sweeps::of(lying).turned(corner, sense, steps), end);
                    let back = turn(sense.other(), 6 - steps);
                    prop_assert!(back.is_none_or(|back| back == end));
                    let shorter = steps < 3 || steps == 3 && sense == Sense::Cw;
                    if shorter || back.is_none() {
                        expected.push(Action::Turn { rhombus, corner, sense, steps });
                    }
                }
            }
        }
        prop_assert_eq!(listed, expected);
    }
}

#[test]
fn k03_k04_first_steps_lie_within_their_windows() {
    for (lying, ways) in Placement::all().zip(&*TABLE) {
        let first = first_steps(lying, ways.directions);
        for (way, step) in first.into_iter().enumerate() {
            let cells = step.map_or(1, |(passed, _)| passed.len());
            assert_eq!(ways.near[NEAR[way]].count_ones(), cells, "{lying}, way {way}: {ways:?}");
        }
    }
}
