//! Immutable strings, cheap to clone, short ones without allocation.

use smol_str::SmolStr;
use std::{borrow::Borrow, fmt, ops::Deref};

/// An immutable string of the tree: short ones are stored inline, long ones shared.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Text(SmolStr);

impl Text {
    /// A text known at compile time, never allocated.
    #[must_use]
    pub const fn of(text: &'static str) -> Self {
        Self(SmolStr::new_static(text))
    }

    /// One text after another, without a copy in between if they are not long.
    pub(crate) fn joined(first: &str, second: &str) -> Self {
        let mut buffer = [0; 128];
        let joined = buffer.get_mut(..first.len() + second.len()).and_then(|joined| {
            let (start, end) = joined.split_at_mut_checked(first.len())?;
            start.copy_from_slice(first.as_bytes());
            end.copy_from_slice(second.as_bytes());
            std::str::from_utf8(joined).ok()
        });
        joined.map_or_else(|| Self::from([first, second].concat()), Self::from)
    }

    /// What is written by a format; short ones without a copy in between.
    pub(crate) fn format(arguments: fmt::Arguments<'_>) -> Self {
        Self(smol_str::ToSmolStr::to_smolstr(&arguments))
    }

    /// The string.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }
}

impl Deref for Text {
    type Target = str;
    fn deref(&self) -> &str {
        self.0.as_str()
    }
}

impl Borrow<str> for Text {
    fn borrow(&self) -> &str {
        self.0.as_str()
    }
}

impl AsRef<str> for Text {
    fn as_ref(&self) -> &str {
        self.0.as_str()
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Self {
        Self(SmolStr::new(text))
    }
}

impl From<String> for Text {
    fn from(text: String) -> Self {
        Self(SmolStr::from(text))
    }
}

impl From<&String> for Text {
    fn from(text: &String) -> Self {
        Self(SmolStr::new(text))
    }
}

impl PartialEq<str> for Text {
    fn eq(&self, other: &str) -> bool {
        self.as_str() == other
    }
}

impl PartialEq<&str> for Text {
    fn eq(&self, other: &&str) -> bool {
        self.as_str() == *other
    }
}

impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
