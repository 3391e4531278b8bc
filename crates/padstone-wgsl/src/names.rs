//! Enumerations of names.

/// Declares an enumeration, each variant with the name by which the language knows it.
macro_rules! names {
    ($(#[$doc:meta])* $ty:ident { $($variant:ident = $name:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub(crate) enum $ty { $($variant),* }

        impl $ty {
            /// All, in the order of the specification.
            pub(crate) const ALL: &[$ty] = &[$($ty::$variant),*];

            /// The name as it is written.
            pub(crate) const fn name(self) -> &'static str {
                match self { $($ty::$variant => $name),* }
            }
        }
    };
}

pub(crate) use names;
