//! Signature parameters (RFC 9421 section 2.3): the covered components and their metadata.

use super::{
    Component,
    structured_field::{InnerList, Parameters, serialize_parameters, text_of},
};
use crate::AuthError;
use adp_crypto::{Timestamp, key::KeyType};
use sfv::{BareItem, Integer, KeyRef, StringRef};
use std::fmt;

/// Maximum number of components of a signature.
const MAX_COMPONENTS: usize = 64;

/// The covered components and the parameters of one signature, in order.
///
/// As text: the inner list in `Signature-Input` and in the last line of the signature base.
#[derive(Clone, Debug, PartialEq)]
pub struct SignatureParams {
    components: Vec<Component>,
    parameters: Parameters,
}

impl SignatureParams {
    /// Creates the parameters of a signature over `components`.
    ///
    /// # Errors
    /// `auth-malformed` if a component occurs twice, or for more than 64 components.
    pub fn new(components: Vec<Component>) -> Result<Self, AuthError> {
        Self::checked(components, Parameters::new())
    }

    pub(super) fn from_inner_list(list: InnerList) -> Result<Self, AuthError> {
        let components = list.items.into_iter().map(Component::from_item).collect::<Result<_, _>>()?;
        Self::checked(components, list.parameters)
    }

    fn checked(components: Vec<Component>, parameters: Parameters) -> Result<Self, AuthError> {
        if components.len() > MAX_COMPONENTS {
            let reason = format!("covers {} components, expected at most {MAX_COMPONENTS}", components.len());
            return Err(AuthError::malformed("`Signature-Input`", reason));
        }
        for (index, component) in components.iter().enumerate() {
            if components[..index].contains(component) {
                return Err(AuthError::malformed("`Signature-Input`", format!("covers `{component}` twice")));
            }
        }
        for (key, value) in &parameters {
            let expected = match (key.as_str(), value) {
                ("created" | "expires", BareItem::Integer(seconds))
                    if Timestamp::from_unix_seconds((*seconds).into()).is_none() =>
                {
                    "a time before the year 10000"
                }
                ("created" | "expires", BareItem::Integer(_)) => continue,
                ("created" | "expires", _) => "an integer",
                ("nonce" | "alg" | "keyid" | "tag", BareItem::String(_)) => continue,
                ("nonce" | "alg" | "keyid" | "tag", _) => "a string",
                _ => continue,
            };
            return Err(AuthError::malformed(format!("`{key}`"), format!("is not {expected}")));
        }
        Ok(Self { components, parameters })
    }

    /// The covered components.
    #[must_use]
    pub fn components(&self) -> &[Component] {
        &self.components
    }

    /// The covered components as identifiers.
    pub(crate) fn covered(&self) -> Vec<String> {
        self.components.iter().map(ToString::to_string).collect()
    }

    /// Whether the component `name`, without parameters, is covered.
    pub(crate) fn covers(&self, name: &str) -> bool {
        self.components.iter().any(|component| component.is(name))
    }

    /// Whether the component of this identifier, such as `@authority;req`, is covered.
    pub(crate) fn covers_component(&self, identifier: &str) -> bool {
        identifier.parse::<Component>().is_ok_and(|component| self.components.contains(&component))
    }

    /// Creation time of the signature.
    #[must_use]
    pub fn created(&self) -> Option<Timestamp> {
        self.time("created")
    }

    /// Expiry time of the signature.
    #[must_use]
    pub fn expires(&self) -> Option<Timestamp> {
        self.time("expires")
    }

    /// The key type of the algorithm; `None` if no algorithm is named.
    ///
    /// # Errors
    /// `auth-malformed` for an unsupported algorithm. secp256k1 has no registered algorithm.
    pub(crate) fn key_type(&self) -> Result<Option<KeyType>, AuthError> {
        match self.text("alg") {
            None => Ok(None),
            Some("ed25519") => Ok(Some(KeyType::Ed25519)),
            Some("ecdsa-p256-sha256") => Ok(Some(KeyType::P256)),
            Some(other) => Err(AuthError::Algorithm {
                reason: format!("found {other:?}, expected \"ed25519\" or \"ecdsa-p256-sha256\", or no `alg`"),
            }),
        }
    }

    /// Sets `created` and `expires`, to the second; `None` changes nothing.
    #[must_use]
    pub fn with_times(mut self, created: Option<Timestamp>, expires: Option<Timestamp>) -> Self {
        for (key, time) in [("created", created), ("expires", expires)] {
            if let Some(time) = time {
                set(&mut self.parameters, sfv::key_ref(key), seconds(time));
            }
        }
        self
    }

    /// Sets a string parameter: `nonce`, `alg`, `keyid`, `tag`.
    ///
    /// # Errors
    /// `auth-malformed` for a value that is not printable ASCII, or a name that is not a key of RFC 9651.
    pub fn with_text(self, parameter: &str, value: &str) -> Result<Self, AuthError> {
        let text = StringRef::from_str(value)
            .map_err(|error| AuthError::malformed(format!("`{parameter}`"), error.to_string()))?;
        let key = KeyRef::from_str(parameter)
            .map_err(|error| AuthError::malformed(format!("`{parameter}`"), error.to_string()))?;
        let Self { components, mut parameters } = self;
        set(&mut parameters, key, BareItem::String(text.to_owned()));
        Self::checked(components, parameters)
    }

    fn time(&self, name: &str) -> Option<Timestamp> {
        match self.parameters.iter().find(|(key, _)| key.as_str() == name)? {
            (_, BareItem::Integer(seconds)) => Timestamp::from_unix_seconds((*seconds).into()),
            _ => None,
        }
    }

    /// A string parameter: `nonce`, `alg`, `keyid`, `tag`.
    #[must_use]
    pub fn text(&self, name: &str) -> Option<&str> {
        text_of(&self.parameters, name)
    }
}

impl fmt::Display for SignatureParams {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(")?;
        for (index, component) in self.components.iter().enumerate() {
            let space = if index == 0 { "" } else { " " };
            // component names have no characters that need escapes
            write!(f, "{space}\"{}\"{}", component.name(), component.suffix())?;
        }
        write!(f, "){}", serialize_parameters(&self.parameters))
    }
}

fn set(parameters: &mut Parameters, key: &KeyRef, value: BareItem) {
    match parameters.iter_mut().find(|(there, _)| there == key) {
        Some((_, there)) => *there = value,
        None => parameters.push((key.to_owned(), value)),
    }
}

/// Seconds since 1970; a time with more than 15 digits is outside of [`Timestamp`].
fn seconds(time: Timestamp) -> BareItem {
    BareItem::Integer(Integer::try_from(time.as_unix_seconds()).unwrap_or(Integer::ZERO))
}
