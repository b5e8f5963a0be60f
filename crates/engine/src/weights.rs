//! The weights of an estimate, as data: named, so that tuning can change them one by one.

/// Defines a game's weights: a struct with a number per weight, its tuned values, and its names.
///
/// What counts differently where more than two sit at the table has a second value behind a bar.
///
/// ```
/// engine::weights! {
///     /// What a good player looks at.
///     pub struct Weights {
///         /// A camp while all tiles are still to come.
///         camp: 5.0,
///         /// An action point in hand.
///         point: 0.3 | 0.2,
///     }
/// }
/// assert_eq!(Weights::named(2), [("camp", 5.0), ("point", 0.3)]);
/// assert_eq!(Weights::named(4), [("camp", 5.0), ("point", 0.2)]);
/// assert_eq!(Weights::of(2, None).camp, 5.0);
/// assert_eq!(Weights::of(3, None).point, 0.2);
/// assert_eq!(Weights::of(2, Some(&[4.0, 0.5])).point, 0.5);
/// ```
#[macro_export]
macro_rules! weights {
    ($(#[$meta:meta])* $vis:vis struct $name:ident {
        $($(#[$doc:meta])* $field:ident : $value:literal $(| $more:literal)?),+ $(,)?
    }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq)]
        $vis struct $name {
            $($(#[$doc])* pub $field: f32,)+
        }

        impl $name {
            const FOR_TWO: $name = $name { $($field: $value),+ };
            const FOR_MORE: $name = $name { $($field: $crate::weights!(@last $value $($more)?)),+ };

            /// The weights by name, with the values that tuning found for this number of seats.
            pub const fn named(seats: usize) -> &'static [(&'static str, f32)] {
                if seats <= 2 {
                    &[$((stringify!($field), $value)),+]
                } else {
                    &[$((stringify!($field), $crate::weights!(@last $value $($more)?))),+]
                }
            }

            /// The tuned values for this number of seats, or those given, one for each name.
            ///
            /// # Panics
            /// If there are fewer values than names.
            #[inline]
            pub fn of(seats: usize, values: Option<&[f32]>) -> $name {
                let Some(values) = values else { return if seats <= 2 { $name::FOR_TWO } else { $name::FOR_MORE } };
                let mut values = values.iter().copied();
                let mut next = || values.next().expect("a value for every weight");
                $name { $($field: next()),+ }
            }
        }
    };
    (@last $value:literal) => { $value };
    (@last $value:literal $more:literal) => { $more };
}
