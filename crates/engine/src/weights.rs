//! The weights of an estimate, as data: named, so that tuning can change them one by one.

/// Defines a game's weights: a struct with a number per weight, its tuned values, and its names.
///
/// ```
/// engine::weights! {
///     /// What a good player looks at.
///     pub struct Weights {
///         /// A camp while all tiles are still to come.
///         camp: 5.0,
///         /// An action point in hand.
///         point: 0.3,
///     }
/// }
/// assert_eq!(Weights::NAMED, [("camp", 5.0), ("point", 0.3)]);
/// let tuned = Weights::of(None);
/// assert_eq!(tuned.camp, 5.0);
/// assert_eq!(Weights::of(Some(&[4.0, 0.5])).point, 0.5);
/// ```
#[macro_export]
macro_rules! weights {
    ($(#[$meta:meta])* $vis:vis struct $name:ident { $($(#[$doc:meta])* $field:ident : $value:literal),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq)]
        $vis struct $name {
            $($(#[$doc])* pub $field: f32,)+
        }

        impl $name {
            /// The values that tuning found.
            pub const TUNED: $name = $name { $($field: $value),+ };
            /// The weights by name, with those values.
            pub const NAMED: &'static [(&'static str, f32)] = &[$((stringify!($field), $value)),+];

            /// The tuned values, or those given, one for each name.
            ///
            /// # Panics
            /// If there are fewer values than names.
            #[inline]
            pub fn of(values: Option<&[f32]>) -> $name {
                let Some(values) = values else { return $name::TUNED };
                let mut values = values.iter().copied();
                let mut next = || values.next().expect("a value for every weight");
                $name { $($field: next()),+ }
            }
        }
    };
}
