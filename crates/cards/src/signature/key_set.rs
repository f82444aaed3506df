//! Sets of keys that the caller named (RFC 7517).

use super::SignatureError;
use agent_description::{
    Document, ReadLimits,
    json::{Json, Object},
    key::VerifyingKey,
};

/// The largest set that is read, in bytes.
const MAX_KEY_SET_BYTES: usize = 64 << 10;
/// The most keys of a set.
const KEYS: usize = 64;

/// A set of keys that the caller named, by `kid`. Keys of a type that is not known here stand in it unused.
#[derive(Clone, Debug)]
pub struct KeySet {
    keys: Vec<Object>,
}

impl KeySet {
    /// The largest set that is read, in bytes.
    pub const MAX_BYTES: usize = MAX_KEY_SET_BYTES;

    /// Reads `{"keys": [...]}`.
    ///
    /// # Errors
    /// Those of reading JSON; `key-malformed` where it is no set of keys, or has more than 64.
    pub fn parse(bytes: &[u8]) -> Result<Self, SignatureError> {
        let document = Document::parse(bytes, ReadLimits::new(MAX_KEY_SET_BYTES).with_depth(8))
            .map_err(SignatureError::KeySetJson)?;
        let malformed = |found: &str| SignatureError::KeySet { found: found.to_owned() };
        let keys =
            document.root().get("keys").and_then(Json::as_array).ok_or_else(|| malformed("it has no array `keys`"))?;
        if keys.len() > KEYS {
            return Err(malformed("it has more than 64 keys"));
        }
        let keys = keys.iter().map(|key| key.as_object().cloned().ok_or_else(|| malformed("a key is not an object")));
        Ok(Self { keys: keys.collect::<Result<_, _>>()? })
    }

    /// Whether a key is called so.
    #[must_use]
    pub fn names(&self, kid: &str) -> bool {
        self.with_id(kid).next().is_some()
    }

    /// The key of a name.
    ///
    /// # Errors
    /// `jws-key` where none or several different ones are called so, or the key is none that signs here.
    pub fn key(&self, kid: &str) -> Result<VerifyingKey, SignatureError> {
        let no_key = |reason: String| SignatureError::NoKey { kid: kid.to_owned(), reason };
        let mut named = self.with_id(kid).map(VerifyingKey::from_jwk);
        let Some(first) = named.next() else { return Err(no_key("the key set has no key with that name".to_owned())) };
        let others: Vec<_> = named.collect();
        // a set made of several may have a key twice
        let same = |other: &Result<VerifyingKey, _>| matches!((&first, other), (Ok(one), Ok(other)) if one == other);
        if !others.iter().all(same) {
            return Err(no_key("the key set has several keys with that name".to_owned()));
        }
        first.map_err(|error| no_key(error.to_string()))
    }

    fn with_id(&self, kid: &str) -> impl Iterator<Item = &Object> {
        self.keys.iter().filter(move |key| key.get("kid").and_then(Json::as_str) == Some(kid))
    }
}
