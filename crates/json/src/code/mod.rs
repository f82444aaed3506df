//! Error codes: stable kebab words, the same in the library, in `--json`, in the docs and in the vectors.

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

/// What an error code means for a caller that has to act: the command line's exit code follows from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CodeClass {
    /// The input could not be read or is malformed (exit code 3).
    Malformed,
    /// The answer is no: not verified, not valid (exit code 1).
    Refused,
    /// The question could not be decided, for want of the network (exit code 4).
    Undecided,
}

/// What stands behind a [`Code`]: its text, its class and where its rule is written. The macro [`codes!`](crate::codes) writes these.
#[derive(Debug, PartialEq, Eq)]
pub struct CodeEntry {
    /// The code as it is printed: lower-case words joined by hyphens, the first naming the format or the layer.
    pub text: &'static str,
    /// What the code means for a caller.
    pub class: CodeClass,
    /// The rule behind the code, in one or two sentences.
    pub rule: &'static str,
    /// The specification and section that has the rule, or `this software: …` with the reason where it is a choice.
    pub source: &'static str,
    /// What usually puts it right, for a reader who has this library and no command line.
    pub remedy: &'static str,
}

/// A stable error code. Its text ([`Code::as_str`]) never changes meaning between releases.
///
/// The type is open: this crate's codes are its associated constants, listed in [`Code::ALL`]; a crate for another format makes
/// its own with [`codes!`](crate::codes). Two codes are equal when their entries are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Code(&'static CodeEntry);

impl Code {
    /// Every code of this crate. Other crates have lists of their own.
    pub const ALL: &'static [Self] = &joined::<COUNT>();

    /// The code of an entry; [`codes!`](crate::codes) calls it.
    #[must_use]
    pub const fn new(entry: &'static CodeEntry) -> Self {
        Self(entry)
    }

    /// Whether every format uses the code: then the finding's rule tells what is wrong.
    #[must_use]
    pub fn is_shared(self) -> bool {
        shared::ALL.contains(&self)
    }

    /// The code as it is printed, for example `proof-signature`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        self.0.text
    }

    /// What the code means for a caller.
    #[must_use]
    pub const fn class(self) -> CodeClass {
        self.0.class
    }

    /// The rule behind the code, in one or two sentences: its documentation.
    #[must_use]
    pub const fn rule(self) -> &'static str {
        self.0.rule
    }

    /// Where the rule behind the code is written.
    #[must_use]
    pub const fn source(self) -> &'static str {
        self.0.source
    }

    /// What usually puts it right.
    #[must_use]
    pub const fn remedy(self) -> &'static str {
        self.0.remedy
    }
}

impl PartialOrd for Code {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// By text.
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

/// The text names a code of this crate; those of other crates are found in their own lists.
impl std::str::FromStr for Code {
    type Err = UnknownCode;

    fn from_str(text: &str) -> Result<Self, UnknownCode> {
        Self::ALL.iter().copied().find(|code| code.as_str() == text).ok_or(UnknownCode)
    }
}

/// The text is not an error code of this version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no such error code; see `Code::ALL`")]
pub struct UnknownCode;

/// Writes a crate's error codes: a constant for each, and `ALL`, the list of them.
///
/// Each entry has its rule as a doc comment, then the constant's name, the text, the class, the rule's source and what usually puts it right.
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

/// The codes of one part of this crate: written like [`codes!`](crate::codes), they become constants of [`Code`].
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_says_where_its_rule_is_and_what_to_do() {
        for code in Code::ALL {
            assert!(code.rule().trim().len() > 10, "{code}");
            assert!(code.source().len() > 3, "{code}");
            assert!(code.remedy().ends_with('.') && code.remedy().len() > 15, "{code}");
        }
    }

    #[test]
    fn the_list_holds_each_part_once() {
        let texts: std::collections::BTreeSet<&str> = Code::ALL.iter().map(|code| code.as_str()).collect();
        assert_eq!(texts.len(), Code::ALL.len());
        assert_eq!(Code::ALL.len(), 149);
        assert_eq!("net-connect".parse(), Ok(Code::NET_CONNECT));
        assert_eq!("net-nothing".parse::<Code>(), Err(UnknownCode));
    }
}
