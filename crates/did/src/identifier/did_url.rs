//! DID URLs of verification methods: a DID with a fragment.

use super::{MAX_BYTES, TOO_LONG};
use crate::{Did, DidError};
use std::{fmt, str::FromStr, sync::Arc};

/// Maximum length of a fragment.
const MAX_FRAGMENT: usize = 1024;

/// The ID of a verification method: a [`Did`], `#` and a fragment, without path and query. Compared byte for byte.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DidUrl {
    text: Arc<str>,
    did: Did,
}

impl DidUrl {
    /// Creates the DID URL of the method `fragment` (without `#`) of `did`.
    ///
    /// # Errors
    /// `did-syntax` if the fragment is empty, too long or has invalid characters.
    pub fn new(did: &Did, fragment: &str) -> Result<Self, DidError> {
        Self::from_parts(&format!("{did}#{fragment}"), did.clone(), fragment)
    }

    /// Creates the DID URL from `text`, which must be `did`, `#` and `fragment`.
    fn from_parts(text: &str, did: Did, fragment: &str) -> Result<Self, DidError> {
        if !is_fragment(fragment) {
            let fault = "its fragment is empty, too long or has characters that RFC 3986 section 3.5 does not allow";
            return Err(DidError::syntax(text, fault));
        }
        Ok(Self { text: text.into(), did })
    }

    /// The DID before the `#`.
    #[must_use]
    pub fn did(&self) -> &Did {
        &self.did
    }

    /// The fragment, without `#`.
    #[must_use]
    pub fn fragment(&self) -> &str {
        self.text.split_once('#').map_or("", |(_, fragment)| fragment)
    }

    /// The DID URL as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }
}

impl FromStr for DidUrl {
    type Err = DidError;

    /// Parses `DID#fragment` strictly.
    ///
    /// # Errors
    /// `did-syntax`, `did-method-unsupported`.
    fn from_str(text: &str) -> Result<Self, DidError> {
        if text.len() > MAX_BYTES + 1 + MAX_FRAGMENT {
            return Err(DidError::syntax(text, TOO_LONG));
        }
        match text.split_once('#') {
            Some((did, fragment)) => Self::from_parts(text, did.parse()?, fragment),
            None => {
                let fault = "it has no `#fragment`; a verification method is named as `DID#fragment`";
                Err(DidError::syntax(text, fault))
            }
        }
    }
}

/// Checks a fragment by RFC 3986 section 3.5: `*( pchar / "/" / "?" )`, but not empty and of limited length.
fn is_fragment(fragment: &str) -> bool {
    let mut bytes = fragment.bytes();
    while let Some(byte) = bytes.next() {
        let allowed = match byte {
            b'%' => {
                let hex = |byte: Option<u8>| byte.is_some_and(|byte| byte.is_ascii_hexdigit());
                hex(bytes.next()) && hex(bytes.next())
            }
            _ => byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=:@/?".contains(&byte),
        };
        if !allowed {
            return false;
        }
    }
    (1..=MAX_FRAGMENT).contains(&fragment.len())
}

impl fmt::Display for DidUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl fmt::Debug for DidUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "DidUrl({})", self.text)
    }
}
