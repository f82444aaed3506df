//! Enumerations of fixed words.

/// Defines an enumeration whose values have one spelling each, with `ALL`, `WORDS`, `as_str`, `from_name` and `Display`.
/// With `impl FromStr;` at the end it has [`FromStr`](std::str::FromStr), whose error is [`TextError`](crate::TextError); with
/// `impl meaning;` the documentation of a value as `meaning`.
///
/// ```
/// adp_json::words! {
///     /// The status of an order.
///     #[non_exhaustive]
///     pub enum Status {
///         /// It is waiting for payment.
///         Open = "open",
///         /// It was paid.
///         Paid = "paid",
///     }
///     impl FromStr;
/// }
/// assert_eq!((Status::ALL[1], Status::Paid.as_str()), (Status::Paid, "paid"));
/// let error = "Paid".parse::<Status>().unwrap_err();
/// assert_eq!(error.to_string(), "found \"Paid\", expected open or paid");
/// ```
#[macro_export]
macro_rules! words {
    (
        $(#[$meta:meta])* $vis:vis enum $name:ident { $($(#[$word_meta:meta])* $word:ident = $text:literal,)+ }
        impl FromStr;
    ) => {
        $crate::words! { $(#[$meta])* $vis enum $name { $($(#[$word_meta])* $word = $text,)+ } }

        impl ::std::str::FromStr for $name {
            type Err = $crate::TextError;

            fn from_str(text: &str) -> ::std::result::Result<Self, Self::Err> {
                Self::from_name(text).ok_or_else(|| $crate::TextError::unknown_word(text, Self::WORDS))
            }
        }
    };
    (
        $(#[$meta:meta])* $vis:vis enum $name:ident { $($(#[doc = $doc:literal])+ $word:ident = $text:literal,)+ }
        impl meaning;
    ) => {
        $crate::words! { $(#[$meta])* $vis enum $name { $($(#[doc = $doc])+ $word = $text,)+ } }

        impl $name {
            /// What the value means, in a sentence.
            #[must_use]
            $vis fn meaning(self) -> &'static str {
                let text = match self { $(Self::$word => ::std::concat!($($doc),+)),+ };
                text.trim_start()
            }
        }
    };
    ($(#[$meta:meta])* $vis:vis enum $name:ident { $($(#[$word_meta:meta])* $word:ident = $text:literal,)+ }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        $vis enum $name { $($(#[$word_meta])* $word,)+ }

        #[allow(dead_code)] // an enumeration that is not public may need only some
        impl $name {
            /// Every value, in order.
            $vis const ALL: &'static [Self] = &[$(Self::$word),+];

            /// Every spelling, in order.
            $vis const WORDS: &'static [&'static str] = &[$($text),+];

            /// The value's spelling.
            #[must_use]
            $vis const fn as_str(self) -> &'static str {
                match self { $(Self::$word => $text),+ }
            }

            /// The value with this spelling.
            #[must_use]
            $vis fn from_name(name: &str) -> ::std::option::Option<Self> {
                Self::ALL.iter().copied().find(|word| word.as_str() == name)
            }
        }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.write_str(self.as_str())
            }
        }
    };
}
