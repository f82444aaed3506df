//! Error codes: stable kebab-case words, the same in the library, in `--json`, in the docs and in the test vectors.

use crate::{Object, TextError};
use std::{
    fmt,
    hash::{Hash, Hasher},
};

mod auth;
mod description;
mod did;
mod jsonld;
mod jws;
mod network;
mod proof;
mod reading;
mod shared;

/// The class of an error code for callers, which determines the command line's exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CodeClass {
    /// The input cannot be read or is malformed (exit code 3).
    Malformed,
    /// The check failed: not verified, not valid (exit code 1).
    Refused,
    /// The check could not be completed without network access (exit code 4).
    Undecided,
}

/// The data of a [`Code`]: its text, its class and its source. The macro [`codes!`](crate::codes) creates entries.
#[derive(Debug, PartialEq, Eq)]
pub struct CodeEntry {
    /// The code's text: lower-case words joined by hyphens; the first word names the format or the layer.
    pub text: &'static str,
    /// The class of the code.
    pub class: CodeClass,
    /// The rule behind the code, in one or two sentences.
    pub rule: &'static str,
    /// The specification and section of the rule, or `this software: …` with the reason if it is a design decision.
    pub source: &'static str,
    /// The usual fix, for users of the library without the command line.
    pub remedy: &'static str,
}

/// A stable error code. Its text ([`Code::as_str`]) never changes meaning between releases.
///
/// The type is open: this crate's codes are its associated constants, listed in [`Code::ALL`]. Crates for other formats
/// define their own with [`codes!`](crate::codes). Two codes are equal if their entries are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Code(&'static CodeEntry);

impl Code {
    /// Every code of this crate; other crates have their own lists.
    pub const ALL: &'static [Self] = &joined::<COUNT>();

    /// Creates a code from an entry; used by [`codes!`](crate::codes).
    #[must_use]
    pub const fn new(entry: &'static CodeEntry) -> Self {
        Self(entry)
    }

    /// Whether all formats share the code; then the finding's rule identifies the problem.
    #[must_use]
    pub fn is_shared(self) -> bool {
        shared::ALL.contains(&self)
    }

    /// The code's text, for example `proof-signature`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        self.0.text
    }

    /// The class of the code.
    #[must_use]
    pub const fn class(self) -> CodeClass {
        self.0.class
    }

    /// The rule behind the code, in one or two sentences: its documentation.
    #[must_use]
    pub const fn rule(self) -> &'static str {
        self.0.rule
    }

    /// The source of the rule.
    #[must_use]
    pub const fn source(self) -> &'static str {
        self.0.source
    }

    /// The usual fix.
    #[must_use]
    pub const fn remedy(self) -> &'static str {
        self.0.remedy
    }

    /// The explanation for `explain`: `{code, rule, source, fix}`. The advice is added to the fix.
    #[must_use]
    pub fn explanation(self, advice: Option<&str>) -> Object {
        let rule = self.rule().split_whitespace().collect::<Vec<_>>().join(" ");
        let fix = [self.remedy()].into_iter().chain(advice).collect::<Vec<_>>().join(" ");
        Object::from_iter([
            ("code", self.as_str()),
            ("rule", rule.as_str()),
            ("source", self.source()),
            ("fix", fix.as_str()),
        ])
    }
}

impl PartialOrd for Code {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// Compares the texts.
impl Ord for Code {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.as_str().cmp(other.as_str())
    }
}

impl Hash for Code {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_str().hash(state);
    }
}

impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Code").field(&self.as_str()).finish()
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Parses a code of this crate; other crates have their own lists.
impl std::str::FromStr for Code {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let known = Self::ALL.iter().copied().find(|code| code.as_str() == text);
        known.ok_or_else(|| TextError::found(text, "an error code of `Code::ALL`"))
    }
}

/// Defines a crate's error codes: a constant for each, and the list `ALL`.
///
/// Each entry has the rule as a doc comment, the constant's name, the text, the class, the source and the usual fix.
///
/// ```
/// mod codes {
///     adp_json::codes! {
///         /// A menu names a dish without price.
///         MENU_PRICE = "menu-price" / Refused,
///             "Menu format 1.0, section 2",
///             "Write the price.";
///     }
/// }
/// assert_eq!(codes::MENU_PRICE.as_str(), "menu-price");
/// assert_eq!(codes::ALL, [codes::MENU_PRICE]);
/// ```
#[macro_export]
macro_rules! codes {
    ($($(#[doc = $doc:literal])+ $name:ident = $text:literal / $class:ident, $source:expr, $remedy:expr;)+) => {
        $(
            $(#[doc = $doc])+
            pub const $name: $crate::Code = $crate::Code::new(&$crate::CodeEntry {
                text: $text,
                class: $crate::CodeClass::$class,
                rule: concat!($($doc, "\n"),+),
                source: $source,
                remedy: $remedy,
            });
        )+

        /// Every code of this list.
        pub const ALL: &[$crate::Code] = &[$($name,)+];
    };
}

/// Defines the codes of one part of this crate, like [`codes!`](crate::codes), as constants of [`Code`].
macro_rules! core_codes {
    ($($(#[doc = $doc:literal])+ $name:ident = $text:literal / $class:ident, $source:expr, $remedy:expr;)+) => {
        mod listed {
            #[allow(unused_imports, reason = "not every part has sources that repeat")]
            use super::*;
            $crate::codes! { $($(#[doc = $doc])+ $name = $text / $class, $source, $remedy;)+ }
        }

        impl $crate::Code {
            $($(#[doc = $doc])+ pub const $name: $crate::Code = listed::$name;)+
        }

        pub(super) const ALL: &[$crate::Code] = listed::ALL;
    };
}
use core_codes;

const PARTS: &[&[Code]] = &[
    reading::ALL,
    shared::ALL,
    jsonld::ALL,
    description::ALL,
    did::ALL,
    proof::ALL,
    jws::ALL,
    auth::ALL,
    network::ALL,
];

const COUNT: usize = {
    let (mut count, mut part) = (0, 0);
    while part < PARTS.len() {
        count += PARTS[part].len();
        part += 1;
    }
    count
};

const fn joined<const N: usize>() -> [Code; N] {
    let mut all = [PARTS[0][0]; N];
    let (mut part, mut at, mut next) = (0, 0, 0);
    while part < PARTS.len() {
        while at < PARTS[part].len() {
            all[next] = PARTS[part][at];
            at += 1;
            next += 1;
        }
        at = 0;
        part += 1;
    }
    all
}
