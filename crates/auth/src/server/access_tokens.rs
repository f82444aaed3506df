//! Access tokens: a service issues them after a signed request, so that later requests need no signature.

use crate::{
    AuthError, Authenticated, AuthenticationInfo, Claims, CredentialForm, wire::authentication_info::is_token68,
};
use adp_crypto::{
    CLOCK_SKEW, Origin, Timestamp,
    jws::{self, Algorithm, Jws, JwsError, Unsigned},
    key::{KeyError, SigningKey, VerifyingKey},
};
use adp_did::{Did, DidUrl};
use adp_json::{self as json, Code, Json, Number, Object, ReadLimits, jcs};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use std::time::Duration;

/// Maximum length of a token.
const MAX_TOKEN_BYTES: usize = 8 << 10;

/// The `typ` header parameter (RFC 9068 section 2.1), which distinguishes access tokens from other JWTs.
const TYPE: &str = "at+jwt";

/// The supported signature algorithms.
const ALGORITHMS: [Algorithm; 2] = [Algorithm::Es256, Algorithm::EdDsa];

/// Issues and verifies access tokens of one service: JWTs (RFC 7519, after RFC 9068) as compact JWS with `ES256` or
/// `EdDSA`.
///
/// A token contains the authenticated DID, the service, and the validity period. Anyone holding the token can act as
/// the caller, so it is valid only for a short time. It stays valid if the DID document changes in that time.
#[derive(Debug)]
pub struct AccessTokens {
    audience: Origin,
    key: Key,
    signing: SigningKey,
    /// Keys of earlier tokens, or of other instances.
    others: Vec<Key>,
    /// The lifetime of tokens. Default 15 minutes.
    pub lifetime: Duration,
    skew: Duration,
    profile: jws::Profile,
}

/// A key of the server and its key ID.
#[derive(Debug)]
struct Key {
    id: String,
    key: VerifyingKey,
}

impl Key {
    fn new(key: VerifyingKey) -> Result<Self, KeyError> {
        let algorithm = Algorithm::for_key_type(key.key_type());
        if !ALGORITHMS.contains(&algorithm) {
            let found = key.key_type().to_string();
            return Err(KeyError::UnsupportedType { what: "access tokens' key type", found });
        }
        Ok(Self { id: key.thumbprint(), key })
    }
}

impl AccessTokens {
    /// Creates tokens for the service with one of its keys, P-256 or Ed25519, which must have no other use. The
    /// allowed clock skew between servers is [`CLOCK_SKEW`].
    ///
    /// # Errors
    /// `key-malformed` for other types of keys.
    pub fn new(audience: Origin, key: SigningKey) -> Result<Self, KeyError> {
        let (lifetime, skew) = (Duration::from_secs(900), CLOCK_SKEW);
        let own = Key::new(key.verifying_key().clone())?;
        let mut profile = jws::Profile::new(&ALGORITHMS).typ(TYPE);
        // other header parameters could change the meaning of the token
        profile.members = Some(&["alg", "kid", "typ"]);
        (profile.header_bytes, profile.payload_bytes) = (MAX_TOKEN_BYTES, MAX_TOKEN_BYTES);
        Ok(Self { audience, key: own, signing: key, others: Vec::new(), lifetime, skew, profile })
    }

    /// Also accepts tokens signed with this key, for example the previous or the next one.
    ///
    /// # Errors
    /// As for [`new`](Self::new).
    pub fn accept(mut self, key: VerifyingKey) -> Result<Self, KeyError> {
        self.others.push(Key::new(key)?);
        Ok(self)
    }

    /// Issues a token for the authenticated caller; its ID is made of 16 random bytes.
    #[must_use]
    pub fn issue(&self, to: &Authenticated, now: Timestamp, random: &[u8; 16]) -> AuthenticationInfo {
        let seconds = |time: Timestamp| {
            #[allow(clippy::cast_precision_loss)] // seconds of years up to 9999 are below 2^53
            Json::from(Number::new(time.as_unix_seconds() as f64))
        };
        let service = self.audience.to_string();
        let claims = Object::from_iter([
            ("iss", Json::from(service.as_str())),
            ("aud", service.as_str().into()),
            ("sub", to.did().as_str().into()),
            ("verification_method", to.key_id.as_str().into()),
            ("iat", seconds(now)),
            ("exp", seconds(now.saturating_add(self.lifetime))),
            ("jti", URL_SAFE_NO_PAD.encode(random).into()),
        ]);
        let claims = jcs::canonicalize(&claims.into());
        let algorithm = Algorithm::for_key_type(self.signing.key_type());
        let token = Unsigned::new(algorithm, &claims).typ(TYPE).kid(&self.key.id);
        // only a broken key makes an invalid signature; an empty token is never sent as a header
        let token = token.sign(&self.signing).map_or_else(|_| String::new(), |signed| signed.to_compact());
        AuthenticationInfo::new(token, self.lifetime.as_secs())
    }

    /// Verifies a token and returns its caller. Checks syntax, signature, service and time, in this order.
    ///
    /// # Errors
    /// [`AuthError::AccessToken`].
    pub fn verify(&self, token: &str, now: Timestamp) -> Result<Authenticated, AuthError> {
        if token.len() > MAX_TOKEN_BYTES {
            return Err(AuthError::malformed_token(format!("more than {MAX_TOKEN_BYTES} bytes")));
        }
        if !is_token68(token) {
            return Err(AuthError::malformed_token("characters that are not allowed in a token"));
        }
        let (jws, claims) = Jws::compact(token, &self.profile).map_err(not_ours)?;
        let id = jws.kid.as_ref().ok_or_else(|| AuthError::malformed_token("no `kid` in the header"))?;
        let mut keys = std::iter::once(&self.key).chain(&self.others);
        // a token of another issuer gets the same error as a modified one
        let key = keys.find(|key| key.id == *id).ok_or_else(not_issued)?;
        jws.verify(&claims, &key.key).map_err(not_ours)?;
        self.claims(&read(&claims)?, now).map(Authenticated)
    }

    /// The claims of a token with a valid signature.
    fn claims(&self, claims: &Object, now: Timestamp) -> Result<Claims, AuthError> {
        let service = self.audience.to_string();
        for name in ["iss", "aud"] {
            let found = text(claims, name)?;
            if found != service {
                let reason =
                    format!("the access token is for {found}, but this service is {service}; sign the request");
                return Err(AuthError::access_token(Code::AUTH_AUDIENCE, reason));
            }
        }
        let refused = |name: &str| AuthError::malformed_token(format!("`{name}` does not have the expected value"));
        let did: Did = text(claims, "sub")?.parse().map_err(|_| refused("sub"))?;
        let key_id: DidUrl =
            text(claims, "verification_method")?.parse().map_err(|_| refused("verification_method"))?;
        if *key_id.did() != did {
            return Err(refused("verification_method"));
        }
        text(claims, "jti")?;
        let issued = time(claims, "iat")?.ok_or_else(|| refused("iat"))?;
        let expires = time(claims, "exp")?.ok_or_else(|| refused("exp"))?;
        let from = time(claims, "nbf")?.unwrap_or(issued).max(issued);
        if from > now.saturating_add(self.skew) {
            let reason = format!(
                "the access token is valid from {from}, but the current time is {now}; synchronize the clocks of the servers"
            );
            return Err(AuthError::access_token(Code::AUTH_NOT_YET_VALID, reason));
        }
        if expires <= now {
            let reason =
                format!("the access token expired at {expires}, and the current time is {now}; sign the request");
            return Err(AuthError::access_token(Code::AUTH_EXPIRED, reason));
        }
        Ok(Claims {
            form: CredentialForm::AccessToken,
            key_id,
            audience: self.audience.clone(),
            covered: Vec::new(),
            created: Some(issued),
            expires: Some(expires),
            nonce: None,
        })
    }
}

/// Distinguishes an invalid signature from a malformed token.
fn not_ours(error: JwsError) -> AuthError {
    match error {
        JwsError::Signature => not_issued(),
        other => AuthError::malformed_token(other),
    }
}

fn not_issued() -> AuthError {
    let reason = "the access token was not issued by this service; sign the request, and use the token in the response";
    AuthError::access_token(Code::AUTH_SIGNATURE, reason.to_owned())
}

fn read(claims: &[u8]) -> Result<Object, AuthError> {
    let limits = ReadLimits::new(MAX_TOKEN_BYTES).with_depth(4);
    let json =
        json::parse(claims, limits).map_err(|error| AuthError::malformed_token(format!("the claims: {error}")))?;
    json.as_object().cloned().ok_or_else(|| AuthError::malformed_token("the claims are not a JSON object"))
}

fn text<'a>(object: &'a Object, name: &str) -> Result<&'a str, AuthError> {
    let value = object.get(name).ok_or_else(|| AuthError::malformed_token(format!("no `{name}`")))?;
    value.as_str().ok_or_else(|| AuthError::malformed_token(format!("`{name}` is not a string")))
}

/// A NumericDate in full seconds.
fn time(object: &Object, name: &str) -> Result<Option<Timestamp>, AuthError> {
    let Some(value) = object.get(name) else { return Ok(None) };
    let seconds = value.as_number().and_then(Number::as_integer).and_then(Timestamp::from_unix_seconds);
    seconds.map(Some).ok_or_else(|| AuthError::malformed_token(format!("`{name}` is not a number of seconds")))
}
