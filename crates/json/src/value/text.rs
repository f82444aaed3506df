//! Immutable strings: cheap to clone, short ones without allocation.

use smol_str::SmolStr;
use std::{
    borrow::{Borrow, Cow},
    fmt,
    ops::Deref,
};

/// An immutable string of the tree: short ones are stored inline, long ones are shared.
#[derive(Clone, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Text(SmolStr);

impl Text {
    /// Creates a text from a constant, without allocation.
    #[must_use]
    pub const fn from_static(text: &'static str) -> Self {
        Self(SmolStr::new_static(text))
    }

    /// Concatenates two texts; short results need no temporary copy.
    #[must_use]
    pub fn joined(first: &str, second: &str) -> Self {
        let mut buffer = [0; 128];
        let joined = buffer.get_mut(..first.len() + second.len()).and_then(|joined| {
            let (start, end) = joined.split_at_mut_checked(first.len())?;
            start.copy_from_slice(first.as_bytes());
            end.copy_from_slice(second.as_bytes());
            std::str::from_utf8(joined).ok()
        });
        joined.map_or_else(|| Self::from([first, second].concat()), Self::from)
    }

    /// Formats a text; short results need no temporary copy.
    #[must_use]
    pub fn format(arguments: fmt::Arguments<'_>) -> Self {
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

impl From<Cow<'_, str>> for Text {
    fn from(text: Cow<'_, str>) -> Self {
        match text {
            Cow::Borrowed(text) => Self::from(text),
            Cow::Owned(text) => Self::from(text),
        }
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

/// Whether two texts are equal; inlined for up to 16 bytes, the length of most names.
#[inline]
pub fn is_same(one: &str, other: &str) -> bool {
    let [one, other] = [one.as_bytes(), other.as_bytes()];
    if one.len() != other.len() {
        return false;
    }
    // the first and the last bytes, which may overlap
    if let (Some(start), Some(end)) = (one.first_chunk::<8>(), one.last_chunk::<8>())
        && one.len() <= 16
    {
        return other.first_chunk() == Some(start) && other.last_chunk() == Some(end);
    }
    if let (Some(start), Some(end)) = (one.first_chunk::<4>(), one.last_chunk::<4>())
        && one.len() <= 8
    {
        return other.first_chunk() == Some(start) && other.last_chunk() == Some(end);
    }
    if one.len() < 4 {
        return one.iter().zip(other).all(|(one, other)| one == other);
    }
    one == other
}
