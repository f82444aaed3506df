//! JSON Web Signatures (RFC 7515): compact, detached, and JSON serialization; with an allow-list of algorithms.
//!
//! A [`Profile`] defines what one use of JWS accepts: its algorithms, its `typ`, its header members. [`Jws`] is an
//! unverified signature whose header a profile accepted. [`Jws::verify`] takes the payload's bytes and a key from the
//! caller. Keys are never taken from a header. `jwk`, `x5c` and `x5u` are refused by every profile. So are `crit`, `b64` and
//! `zip`, which would change the signed bytes (RFC 7515 section 4.1.11, RFC 7797), and other spellings of known members,
//! such as `KID`.
//!
//! ```
//! use agent_description::{
//!     jws::{Algorithm, Jws, Profile, Unsigned},
//!     key::{KeyType, SigningKey},
//! };
//!
//! let profile = Profile::new(&[Algorithm::Es256]).typ("receipt+jws");
//! let key = SigningKey::from_secret_bytes(KeyType::P256, &[7; 32])?;
//!
//! let unsigned = Unsigned::new(Algorithm::Es256, b"three nights")
//!     .typ("receipt+jws")
//!     .kid("key-1");
//! let detached = unsigned.sign(&key)?.to_detached();
//!
//! let jws = Jws::detached(&detached, &profile)?;
//! assert_eq!(jws.kid.as_deref(), Some("key-1"));
//! jws.verify(b"three nights", key.verifying_key())?;
//! assert!(jws.verify(b"four nights", key.verifying_key()).is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod algorithm;
mod error;
mod header;
mod profile;
mod reading;
mod writing;

pub use self::{
    algorithm::Algorithm,
    error::JwsError,
    header::registered_member,
    profile::Profile,
    reading::Jws,
    writing::{NewSignature, Unsigned},
};
