//! Laws of the hexagon lattice.

use std::collections::BTreeSet;

use grid::hex::{Direction, Hex};
use grid::{FARTHEST, Turn};
use proptest::prelude::*;

fn hexes() -> impl Strategy<Value = Hex> {
    let coordinate = prop_oneof![3 => -4i16..=4, 1 => -FARTHEST..=FARTHEST];
    (coordinate.clone(), coordinate).prop_map(|(q, r)| Hex::new(q, r))
}

fn turns() -> impl Strategy<Value = Turn> {
    (0u8..6).prop_map(Turn::clockwise)
}

fn directions() -> impl Strategy<Value = Direction> {
    (0u8..6).prop_map(Direction::nth)
}

proptest! {
    #[test]
    fn a_sixth_six_times_is_the_identity(hex in hexes(), centre in hexes()) {
        let sixth = Turn::clockwise(1);
        prop_assert_eq!((0..6).fold(hex, |hex, _| hex.turned(sixth)), hex);
        prop_assert_eq!((0..6).fold(hex, |hex, _| hex.turned_about(centre, sixth)), hex);
        prop_assert_eq!(centre.turned_about(centre, sixth), centre);
    }

    #[test]
    fn turns_add_up(hex in hexes(), a in turns(), b in turns()) {
        prop_assert_eq!(hex.turned(a).turned(b), hex.turned(a + b));
        prop_assert_eq!(hex.turned(a).turned(-a), hex);
    }

    #[test]
    fn being_neighbours_is_mutual(hex in hexes(), direction in directions()) {
        let other = hex.neighbour(direction);
        prop_assert_eq!(other.neighbour(direction.opposite()), hex);
        prop_assert_eq!(hex.direction_to(other), Some(direction));
        prop_assert_eq!(other.direction_to(hex), Some(direction.opposite()));
        prop_assert!(other.neighbours().contains(&hex));
    }

    #[test]
    fn neighbours_are_the_cells_at_distance_one(a in hexes(), b in hexes()) {
        prop_assert_eq!(a.direction_to(b).is_some(), a.distance(b) == 1);
    }

    #[test]
    fn turning_preserves_neighbourhood(hex in hexes(), centre in hexes(), direction in directions(), by in turns()) {
        let (turned, beside) = (hex.turned_about(centre, by), hex.neighbour(direction).turned_about(centre, by));
        prop_assert_eq!(turned.neighbour(direction.turned(by)), beside);
    }

    #[test]
    fn a_direction_turns_to_another(a in directions(), b in directions()) {
        prop_assert_eq!(a.turned(a.turn_to(b)), b);
        prop_assert_eq!(a.step().turned(a.turn_to(b)), b.step());
    }

    #[test]
    fn distance_is_a_metric(a in hexes(), b in hexes(), c in hexes()) {
        prop_assert_eq!(a.distance(b), b.distance(a));
        prop_assert_eq!(a.distance(b) == 0, a == b);
        prop_assert!(a.distance(c) <= a.distance(b) + b.distance(c));
    }

    #[test]
    fn distance_is_kept_by_turns_and_moves(a in hexes(), b in hexes(), by in turns(), way in hexes()) {
        prop_assert_eq!(a.turned(by).distance(b.turned(by)), a.distance(b));
        prop_assert_eq!((a + way).distance(b + way), a.distance(b));
        prop_assert_eq!(a + way - way, a);
        prop_assert_eq!(-way + way, Hex::ORIGIN);
    }

    #[test]
    fn names_round_trip(hex in hexes(), direction in directions()) {
        prop_assert_eq!(hex.to_string().parse(), Ok(hex));
        prop_assert_eq!(direction.to_string().parse(), Ok(direction));
    }

    #[test]
    fn what_is_read_is_written_alike(text in "[+-]?[0-9]{1,4}[, ][+-]?[0-9]{1,3}") {
        if let Ok(hex) = text.parse::<Hex>() {
            prop_assert_eq!(hex.to_string(), text);
        }
    }

    #[test]
    fn columns_and_rows_round_trip(hex in hexes()) {
        let (column, row) = hex.column_row();
        prop_assert_eq!(Hex::from_column_row(column, row), hex);
    }

    #[test]
    fn rings_make_the_disc(centre in hexes(), radius in 0u8..7) {
        let rings: Vec<Hex> = (0..=radius).flat_map(|radius| centre.ring(radius)).collect();
        let disc: Vec<Hex> = centre.disc(radius).collect();
        prop_assert!(disc.is_sorted());
        prop_assert_eq!(disc.len(), 3 * usize::from(radius) * (usize::from(radius) + 1) + 1);
        prop_assert_eq!(rings.len(), disc.len());
        prop_assert_eq!(rings.into_iter().collect::<BTreeSet<_>>(), disc.into_iter().collect::<BTreeSet<_>>());
        prop_assert!(centre.ring(radius).all(|hex| hex.distance(centre) == u16::from(radius)));
    }

    #[test]
    fn a_ring_is_walked_clockwise_step_by_step(centre in hexes(), radius in 1u8..7) {
        let ring: Vec<Hex> = centre.ring(radius).collect();
        prop_assert_eq!(ring[0], (0..radius).fold(centre, |hex, _| hex.neighbour(Direction::S)));
        for (index, hex) in ring.iter().enumerate() {
            prop_assert_eq!(hex.distance(ring[(index + 1) % ring.len()]), 1);
            let sixth_on = ring[(index + usize::from(radius)) % ring.len()];
            prop_assert_eq!(hex.turned_about(centre, Turn::clockwise(1)), sixth_on);
        }
    }
}

#[test]
fn directions_are_those_of_the_compass() {
    let (column, row) = Hex::from_column_row(2, 2).neighbour(Direction::N).column_row();
    assert_eq!((column, row), (2, 1));
    assert_eq!(Hex::from_column_row(1, 3).neighbour(Direction::NE), Hex::from_column_row(2, 3));
    assert_eq!(Direction::S.turned(Turn::clockwise(1)), Direction::SW);
    assert_eq!(Direction::NE.index(), 4);
}
