//! Key sets from the caller (RFC 7517).

use super::SignatureError;
use agent_description::{
    Code, CodedError, Document, ReadLimits,
    json::{Json, Object},
    key::VerifyingKey,
};

/// Maximum number of keys.
const KEYS: usize = 64;

/// A key set from the caller, by `kid`. Keys of unsupported types are ignored.
#[derive(Clone, Debug)]
pub struct KeySet {
    keys: Vec<Object>,
}

impl KeySet {
    /// Maximum size of a key set, in bytes.
    pub const MAX_BYTES: usize = 64 << 10;

    /// Parses `{"keys": [...]}`.
    ///
    /// # Errors
    ///
    /// JSON errors; `key-malformed` if it is not a key set or has more than 64 keys.
    pub fn parse(bytes: &[u8]) -> Result<Self, SignatureError> {
        let refused = |code, found: &str| SignatureError::new(code, format!("not a set of keys (RFC 7517): {found}"));
        let document = Document::parse(bytes, ReadLimits::new(Self::MAX_BYTES).with_depth(8).unsigned())
            .map_err(|error| refused(error.code(), &error.to_string()))?;
        let malformed = |found| refused(Code::KEY_MALFORMED, found);
        let keys =
            document.root().get("keys").and_then(Json::as_array).ok_or_else(|| malformed("it has no array `keys`"))?;
        if keys.len() > KEYS {
            return Err(malformed("it has more than 64 keys"));
        }
        let keys = keys.iter().map(|key| key.as_object().cloned().ok_or_else(|| malformed("a key is not an object")));
        Ok(Self { keys: keys.collect::<Result<_, _>>()? })
    }

    /// Whether the set contains a key with this `kid`.
    #[must_use]
    pub fn names(&self, kid: &str) -> bool {
        self.with_id(kid).next().is_some()
    }

    /// The key with this `kid`.
    ///
    /// # Errors
    ///
    /// `jws-key` if there is no such key, several different ones, or if the key cannot verify signatures here.
    pub fn key(&self, kid: &str) -> Result<VerifyingKey, SignatureError> {
        let no_key = |reason: String| SignatureError::new(Code::JWS_KEY, format!("no key for `kid` {kid:?}: {reason}"));
        let mut named = self.with_id(kid).map(VerifyingKey::from_jwk);
        let Some(first) = named.next() else { return Err(no_key("the key set has no key with that name".to_owned())) };
        let others: Vec<_> = named.collect();
        // a merged set can contain a key twice
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
