//! Key directories of Web Bot Auth: a JWK Set in which each key is named by its thumbprint (draft-meunier-webbotauth-httpsig-protocol, section
//! 5.5.1).

use super::{KeyError, KeyType, VerifyingKey, jwk::member::text};
use crate::{Origin, Timestamp};
use adp_json::{Code, CodedError, Document, Json, Object, ReadError, ReadLimits, SimpleError};

/// Maximum number of keys in a directory (section 6.7).
const MAX_DIRECTORY_KEYS: usize = 64;

/// The thumbprints of keys whose private keys are published in RFC 9421, appendix B.1: anyone can sign with them
/// (section 6.8).
const TEST_KEYS: [&str; 2] =
    ["poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U", "oD0HwocPBSfpNy5W3bpJeyFGY_IQ_YpqxSjQ3Yd-CLA"];

/// The request-signing keys of an origin's agents.
///
/// A key belongs to the origin of its directory, so lookups need both: a directory of another origin proves nothing
/// (section 5.4).
#[derive(Clone, Debug)]
pub struct KeyDirectory {
    /// The origin whose directory it is.
    pub agent: Origin,
    /// The keys that can be used.
    pub keys: Vec<DirectoryKey>,
    /// Whether the test keys of RFC 9421 are accepted, for tests with the draft's examples.
    pub accepts_test_keys: bool,
}

/// A key of a directory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DirectoryKey {
    /// The key.
    pub key: VerifyingKey,
    /// Its JWK thumbprint, which signatures use as key ID.
    pub thumbprint: String,
    not_before: Option<Timestamp>,
    /// Expiry time, if the directory contains one.
    pub expires: Option<Timestamp>,
}

impl KeyDirectory {
    /// The path of the directory of an origin (section 8.1).
    pub const PATH: &'static str = "/.well-known/http-message-signatures-directory";
    /// Its media type (section 8.2).
    pub const MEDIA_TYPE: &'static str = "application/http-message-signatures-directory+json";
    /// The largest directory that is read, in bytes.
    pub const MAX_BYTES: usize = 64 << 10;

    /// Parses the directory of an origin. Unusable keys are omitted; [`DirectoryKey::read`] returns the reason.
    ///
    /// # Errors
    /// It is not strict JSON or is too large; `key-malformed` if it is not a JWK Set, or has too many keys.
    pub fn parse(agent: Origin, bytes: &[u8]) -> Result<Self, SimpleError> {
        let refused = |code, problem: &str| SimpleError::new(code, format!("the key directory{problem}"));
        let limits = ReadLimits::new(Self::MAX_BYTES).with_depth(8).unsigned();
        let document = Document::parse(bytes, limits).map_err(|error| {
            // a list of keys is as little a JWK Set as an object without one
            let is_other = matches!(error, ReadError::Shape { .. });
            refused(if is_other { Code::KEY_MALFORMED } else { error.code() }, &format!(": {error}"))
        })?;
        let malformed = |problem: &str| refused(Code::KEY_MALFORMED, problem);
        let keys = document.root().get("keys").and_then(Json::as_array);
        let keys = keys.ok_or_else(|| malformed(" has no array `keys`, expected a JWK Set"))?;
        if keys.len() > MAX_DIRECTORY_KEYS {
            let found = keys.len();
            return Err(malformed(&format!(" has {found} keys, expected at most {MAX_DIRECTORY_KEYS}")));
        }
        let keys = keys.iter().filter_map(|key| DirectoryKey::read(key).ok()).collect();
        Ok(Self { agent, keys, accepts_test_keys: false })
    }

    /// The JWK Set of these keys in order, each with its thumbprint as `kid`.
    #[must_use]
    pub fn write<'k>(keys: impl IntoIterator<Item = &'k VerifyingKey>) -> Json {
        let written = |key: &VerifyingKey| {
            let mut jwk = key.to_jwk();
            jwk.insert("kid", key.thumbprint());
            jwk.insert("use", "sig");
            Json::from(jwk)
        };
        let mut set = Object::with_capacity(1);
        set.insert("keys", keys.into_iter().map(written).collect::<Vec<_>>());
        Json::from(set)
    }

    /// The key with a thumbprint that may verify at a time.
    ///
    /// # Errors
    /// [`KeyError`].
    pub fn key_at(&self, thumbprint: &str, at: Timestamp) -> Result<&VerifyingKey, KeyError> {
        let key = self.keys.iter().find(|key| key.thumbprint == thumbprint).ok_or(KeyError::NotInDirectory)?;
        match (key.not_before, key.expires) {
            _ if key.is_test_key() && !self.accepts_test_keys => Err(KeyError::TestKey),
            (Some(from), _) if at < from => Err(KeyError::NotYetValid { from }),
            (_, Some(until)) if until <= at => Err(KeyError::Expired { until }),
            _ => Ok(&key.key),
        }
    }
}

impl DirectoryKey {
    /// Whether its private key is published in RFC 9421.
    #[must_use]
    pub fn is_test_key(&self) -> bool {
        TEST_KEYS.contains(&self.thumbprint.as_str())
    }

    /// Parses a key of a directory: a JWK, whose `kid` must be its thumbprint if present.
    ///
    /// # Errors
    /// [`KeyError`], but for test keys, which [`KeyDirectory::key_at`] refuses.
    pub fn read(key: &Json) -> Result<Self, KeyError> {
        let jwk = key.as_object().ok_or_else(|| KeyError::entry(None, "the key is not an object, expected a JWK"))?;
        let key = VerifyingKey::from_jwk(&without_http_algorithm(jwk))?;
        if key.key_type() == KeyType::Secp256k1 {
            let problem = "the key is of secp256k1, for which HTTP signatures have no algorithm; use Ed25519";
            return Err(KeyError::entry(None, problem));
        }
        let thumbprint = key.thumbprint();
        if jwk.contains("kid") {
            let found = text(jwk, "kid", "the key's thumbprint")?;
            if found != thumbprint {
                let expected = format!("expected the key's JWK thumbprint (RFC 7638), {thumbprint:?}");
                return Err(KeyError::entry(Some("kid"), format!("`kid` is {found:?}, {expected}")));
            }
        }
        Ok(Self { key, thumbprint, not_before: time(jwk, "nbf")?, expires: time(jwk, "exp")? })
    }
}

/// The JWK without `alg` if its value is the registered name for HTTP signatures, which the draft requires and RFC 7517
/// does not define.
fn without_http_algorithm(jwk: &Object) -> Object {
    let text = |name| jwk.get(name).and_then(Json::as_str);
    let mut jwk = jwk.clone();
    if let (Some("Ed25519"), Some("ed25519")) | (Some("P-256"), Some("ecdsa-p256-sha256")) = (text("crv"), text("alg"))
    {
        jwk.remove("alg");
    }
    jwk
}

/// A NumericDate in full seconds (RFC 7519 section 2).
fn time(jwk: &Object, member: &'static str) -> Result<Option<Timestamp>, KeyError> {
    let Some(value) = jwk.get(member) else { return Ok(None) };
    let seconds = value.as_number().and_then(adp_json::Number::as_integer);
    seconds.and_then(Timestamp::from_unix_seconds).map(Some).ok_or_else(|| {
        let problem = "is not a time in seconds since 1970 before the year 10000; do not write milliseconds";
        KeyError::entry(Some(member), format!("`{member}` {problem}"))
    })
}
