//! Enums whose values have names.

/// Declares an enum whose values have names in JSON and messages: `ALL`, `as_str`, `from_name` and
/// [`Display`](std::fmt::Display). It has to be `Copy`.
///
/// ```
/// adp_json::named! {
///     /// The size of a portion.
///     #[derive(Clone, Copy, Debug)]
///     pub enum Portion {
///         /// For children.
///         Small = "small",
///         /// For one person.
///         Regular = "regular",
///     }
/// }
/// assert_eq!(Portion::Small.as_str(), "small");
/// assert_eq!(Portion::Regular.to_string(), "regular");
/// assert!(Portion::from_name("large").is_none());
/// ```
#[macro_export]
macro_rules! named {
    ($(#[$meta:meta])* $view:vis enum $enum:ident { $($(#[$of_value:meta])* $value:ident = $name:literal,)+ }) => {
        $(#[$meta])*
        $view enum $enum {
            $($(#[$of_value])* $value,)+
        }

        #[allow(dead_code)] // a private enum may need only some
        impl $enum {
            /// All values, in the order of their declaration.
            $view const ALL: &'static [Self] = &[$(Self::$value,)+];

            /// The value with this name.
            #[must_use]
            $view fn from_name(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|value| value.as_str() == name)
            }

            /// The name.
            #[must_use]
            $view const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$value => $name,)+
                }
            }
        }

        impl ::std::fmt::Display for $enum {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.write_str(self.as_str())
            }
        }
    };
}
