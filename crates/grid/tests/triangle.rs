//! Laws of the triangle lattice.

use std::collections::BTreeSet;

use grid::triangle::{Direction, Tip, Triangle, Vertex};
use grid::{FARTHEST, Turn};
use proptest::prelude::*;

fn coordinates() -> impl Strategy<Value = i16> + Clone {
    prop_oneof![3 => -4i16..=4, 1 => -FARTHEST..=FARTHEST]
}

fn vertices() -> impl Strategy<Value = Vertex> {
    (coordinates(), coordinates()).prop_map(|(q, r)| Vertex::new(q, r))
}

fn triangles() -> impl Strategy<Value = Triangle> {
    let tip = prop_oneof![Just(Tip::Up), Just(Tip::Down)];
    (tip, coordinates(), coordinates()).prop_map(|(tip, q, r)| Triangle::new(tip, q, r))
}

fn turns() -> impl Strategy<Value = Turn> {
    (0u8..6).prop_map(Turn::clockwise)
}

fn directions() -> impl Strategy<Value = Direction> {
    (0usize..6).prop_map(|index| Direction::ALL[index])
}

fn set(corners: [Vertex; 3]) -> BTreeSet<Vertex> {
    corners.into()
}

proptest! {
    #[test]
    fn a_sixth_six_times_is_the_identity(cell in triangles(), vertex in vertices(), centre in vertices()) {
        let sixth = Turn::clockwise(1);
        prop_assert_eq!((0..6).fold(cell, |cell, _| cell.turned(sixth)), cell);
        prop_assert_eq!((0..6).fold(cell, |cell, _| cell.turned_about(centre, sixth)), cell);
        prop_assert_eq!((0..6).fold(vertex, |vertex, _| vertex.turned_about(centre, sixth)), vertex);
        prop_assert_eq!(centre.turned_about(centre, sixth), centre);
    }

    #[test]
    fn turns_add_up(cell in triangles(), centre in vertices(), a in turns(), b in turns()) {
        prop_assert_eq!(cell.turned_about(centre, a).turned_about(centre, b), cell.turned_about(centre, a + b));
        prop_assert_eq!(cell.turned_about(centre, a).turned_about(centre, -a), cell);
        prop_assert_eq!(cell.turned_about(Vertex::ORIGIN, a), cell.turned(a));
    }

    #[test]
    fn corners_turn_with_their_cell(cell in triangles(), centre in vertices(), by in turns()) {
        let corners = cell.corners().map(|corner| corner.turned_about(centre, by));
        prop_assert_eq!(set(corners), set(cell.turned_about(centre, by).corners()));
    }

    #[test]
    fn corners_move_with_their_cell(cell in triangles(), direction in directions(), edges in 0u8..9) {
        let corners = cell.corners().map(|corner| corner.moved(direction, edges));
        prop_assert_eq!(corners, cell.moved(direction, edges).corners());
        let step = direction.step();
        prop_assert_eq!((0..edges).fold(cell, |cell, _| cell + step), cell.moved(direction, edges));
        prop_assert_eq!(cell + step - step, cell);
    }

    #[test]
    fn neighbours_share_two_corners(cell in triangles(), other in triangles()) {
        for beside in cell.neighbours() {
            prop_assert!(beside.neighbours().contains(&cell));
            prop_assert_eq!(set(cell.corners()).intersection(&set(beside.corners())).count(), 2);
        }
        let shared = set(cell.corners()).intersection(&set(other.corners())).count();
        prop_assert_eq!(cell.neighbours().contains(&other), shared == 2);
        prop_assert_eq!(cell.distance(other) == 1, shared == 2);
    }

    #[test]
    fn turning_preserves_neighbourhood(cell in triangles(), centre in vertices(), by in turns()) {
        let turned: BTreeSet<_> = cell.neighbours().map(|beside| beside.turned_about(centre, by)).into();
        prop_assert_eq!(turned, BTreeSet::from(cell.turned_about(centre, by).neighbours()));
    }

    #[test]
    fn six_cells_meet_in_a_vertex(vertex in vertices()) {
        let around = vertex.triangles();
        for (index, cell) in around.into_iter().enumerate() {
            prop_assert!(cell.corners().contains(&vertex));
            let next = cell.turned_about(vertex, Turn::counterclockwise(1));
            prop_assert_eq!(next, around[(index + 1) % 6]);
            prop_assert_eq!(cell.distance(next), 1);
        }
    }

    #[test]
    fn directions_turn_with_their_steps(direction in directions(), by in turns()) {
        prop_assert_eq!(direction.turned(by).step(), direction.step().turned(by));
        prop_assert_eq!(direction.opposite().step(), -direction.step());
        prop_assert_eq!(direction.step().distance(Vertex::ORIGIN), 1);
    }

    #[test]
    fn distance_is_a_metric(a in triangles(), b in triangles(), c in triangles()) {
        prop_assert_eq!(a.distance(b), b.distance(a));
        prop_assert_eq!(a.distance(b) == 0, a == b);
        prop_assert!(a.distance(c) <= a.distance(b) + b.distance(c));
    }

    #[test]
    fn the_distance_of_vertices_is_a_metric(a in vertices(), b in vertices(), c in vertices()) {
        prop_assert_eq!(a.distance(b), b.distance(a));
        prop_assert_eq!(a.distance(b) == 0, a == b);
        prop_assert!(a.distance(c) <= a.distance(b) + b.distance(c));
    }

    #[test]
    fn some_neighbour_is_nearer(a in triangles(), b in triangles()) {
        let nearest = a.neighbours().into_iter().map(|beside| beside.distance(b)).min();
        prop_assert!(a == b || nearest == Some(a.distance(b) - 1));
    }

    #[test]
    fn distance_is_kept_by_turns(a in triangles(), b in triangles(), by in turns()) {
        prop_assert_eq!(a.turned(by).distance(b.turned(by)), a.distance(b));
    }

    #[test]
    fn names_round_trip(cell in triangles(), vertex in vertices(), direction in directions()) {
        prop_assert_eq!(cell.to_string().parse(), Ok(cell));
        prop_assert_eq!(vertex.to_string().parse(), Ok(vertex));
        prop_assert_eq!(direction.to_string().parse(), Ok(direction));
    }

    #[test]
    fn what_is_read_is_written_alike(text in "[udUD]?[+-]?[0-9]{1,4}[, ][+-]?[0-9]{1,3}") {
        if let Ok(cell) = text.parse::<Triangle>() {
            prop_assert_eq!(cell.to_string(), text);
        }
    }
}

#[test]
fn directions_are_those_of_the_compass() {
    let steps = Direction::ALL.map(|direction| (direction.step().q, direction.step().r));
    assert_eq!(steps, [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]);
    assert_eq!(Direction::E.turned(Turn::counterclockwise(1)), Direction::NE);
    assert_eq!(Direction::SW.index(), 4);
}
