//! Enumerations of names.

/// Declares an enumeration with the name of each variant in the language.
macro_rules! names {
    ($(#[$doc:meta])* $ty:ident { $($variant:ident = $name:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub(crate) enum $ty { $($variant),* }

        impl $ty {
            /// All variants, in the order of the specification.
            pub(crate) const ALL: &[$ty] = &[$($ty::$variant),*];

            /// The name in the source.
            pub(crate) const fn name(self) -> &'static str {
                match self { $($ty::$variant => $name),* }
            }
        }
    };
}

pub(crate) use names;
