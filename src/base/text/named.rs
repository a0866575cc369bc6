/// Defines an enum with a name for each variant. `ALL` lists the variants in order; `name` and
/// `Display` give the name.
///
/// ```
/// nucleus_base::named_enum! {
///     /// A side of the board.
///     #[derive(Clone, Copy, PartialEq, Debug)]
///     pub enum Wing {
///         /// Files a to d.
///         Queen = "queen's wing",
///         /// Files e to h.
///         King = "king's wing",
///     }
/// }
/// assert_eq!(Wing::ALL.map(Wing::name), ["queen's wing", "king's wing"]);
/// assert_eq!(nucleus_base::text::named("side", &Wing::ALL, "king's wing"), Ok(Wing::King));
/// ```
#[macro_export]
macro_rules! named_enum {
    (
        $(#[$attribute:meta])*
        $visibility:vis enum $type:ident {
            $($(#[$variant_attribute:meta])* $variant:ident = $name:literal),+ $(,)?
        }
    ) => {
        $(#[$attribute])*
        $visibility enum $type {
            $($(#[$variant_attribute])* $variant),+
        }

        impl $type {
            /// All variants, in order.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$variant),+];

            /// Returns the name, as it is written and printed.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name),+
                }
            }
        }

        impl ::std::fmt::Display for $type {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.pad(self.name())
            }
        }
    };
}

/// Returns the element of `all` that has this name; `what` describes the elements in the error.
///
/// # Errors
/// A sentence that lists the valid names.
pub fn named<T: Copy + ToString>(what: &str, all: &[T], name: &str) -> Result<T, String> {
    all.iter().copied().find(|one| one.to_string() == name).ok_or_else(|| {
        let names: Vec<String> = all.iter().map(T::to_string).collect();
        format!("unknown {what} '{name}': expected one of {}", names.join(", "))
    })
}
