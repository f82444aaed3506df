//! The credentials that a resource requires, by the `security` of its agent description.

use crate::{
    Code, CodedError,
    description::{AgentDescription, ParameterLocation, SecurityRequirement, SecurityScheme},
};

/// The credentials for a resource, in the order of `security`; callers must present all of them together. Empty if every
/// scheme is `nosec`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RequiredCredentials(pub Vec<RequiredCredential>);

/// A credential that callers must present.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RequiredCredential {
    /// A signature with the caller's did:wba key (`didwba`), in headers (RFC 9421) or next to the payload of a JSON
    /// body. An access token of the server replaces a signature.
    DidWba {
        /// The location of the signature.
        carriage: Carriage,
    },
    /// A bearer token that the caller already has (`bearer`, RFC 6750).
    Bearer(Parameter),
    /// A token that an authorization server issues (`oauth2`, RFC 6749), presented as a bearer token.
    OAuth2(Parameter),
    /// An API key that the caller already has (`apikey`).
    ApiKey(Parameter),
    /// User name and password (`basic`, RFC 7617).
    Basic(Parameter),
    /// User name and password, as a digest (`digest`, RFC 7616).
    Digest(Parameter),
}

/// The location of a request's signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Carriage {
    /// In headers.
    Headers,
    /// In the JSON body.
    Body,
}

/// The location of a credential in the request.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Parameter {
    /// Header, query, body, cookie or URI.
    pub location: ParameterLocation,
    /// Its name at this location.
    pub name: String,
}

impl RequiredCredentials {
    /// The credentials of the description itself, which apply to all resources without their own `security`.
    ///
    /// # Errors
    /// [`SecurityError`].
    pub fn from_description(description: &AgentDescription) -> Result<Self, SecurityError> {
        Self::from_resource(description, &[])
    }

    /// The credentials of a resource by its own `security`
    /// ([`Interface::security`](crate::description::Interface::security), or that of a product, service or
    /// information). It overrides the description's.
    ///
    /// # Errors
    /// [`SecurityError`]; callers that cannot determine the required credentials must present none.
    pub fn from_resource(description: &AgentDescription, own: &[SecurityRequirement]) -> Result<Self, SecurityError> {
        let requirements = if own.is_empty() { &description.security } else { own };
        if requirements.is_empty() {
            return Err(SecurityError::Unsaid);
        }
        let mut required: Vec<RequiredCredential> = Vec::new();
        for requirement in requirements {
            let scheme = match requirement {
                SecurityRequirement::Inline(scheme) => scheme.as_ref(),
                SecurityRequirement::Named(name) => description
                    .security_definition(name)
                    .ok_or_else(|| SecurityError::Undefined { name: name.to_string() })?,
            };
            if let Some(credential) = credential(scheme)?
                && !required.contains(&credential)
            {
                required.push(credential);
            }
        }
        for (at, one) in required.iter().enumerate() {
            if let Some(other) = required[..at].iter().find(|other| other.place() == one.place()) {
                return Err(SecurityError::SamePlace { first: other.scheme(), second: one.scheme() });
            }
        }
        Ok(Self(required))
    }

    /// Whether a signature with a did:wba key is required, and its location.
    #[must_use]
    pub fn did_wba(&self) -> Option<Carriage> {
        self.0.iter().find_map(|credential| match credential {
            RequiredCredential::DidWba { carriage } => Some(*carriage),
            _ => None,
        })
    }
}

impl RequiredCredential {
    /// The name of its scheme.
    #[must_use]
    pub const fn scheme(&self) -> &'static str {
        match self {
            Self::DidWba { .. } => "didwba",
            Self::Bearer(_) => "bearer",
            Self::OAuth2(_) => "oauth2",
            Self::ApiKey(_) => "apikey",
            Self::Basic(_) => "basic",
            Self::Digest(_) => "digest",
        }
    }

    /// The location that conflicts with other credentials; header names are compared without case.
    fn place(&self) -> (ParameterLocation, String) {
        match self {
            // signatures have their own headers, but their access token uses the location of all tokens
            Self::DidWba { carriage: Carriage::Headers } => (ParameterLocation::Header, "authorization".to_owned()),
            Self::DidWba { carriage: Carriage::Body } => (ParameterLocation::Body, "auth".to_owned()),
            Self::Bearer(parameter)
            | Self::OAuth2(parameter)
            | Self::ApiKey(parameter)
            | Self::Basic(parameter)
            | Self::Digest(parameter) => match parameter.location {
                ParameterLocation::Header => (ParameterLocation::Header, parameter.name.to_ascii_lowercase()),
                other => (other, parameter.name.clone()),
            },
        }
    }
}

/// The credential of a scheme; `None` for `nosec`.
fn credential(scheme: &SecurityScheme) -> Result<Option<RequiredCredential>, SecurityError> {
    let name = scheme.name.as_ref().map(ToString::to_string);
    let misplaced =
        |expected| SecurityError::Location { scheme: scheme.scheme.to_string(), location: scheme.location, expected };
    // HTTP schemes default to `Authorization`
    let in_header = |expected| match (scheme.location, &name) {
        (ParameterLocation::Auto, _) => {
            Ok(Parameter { location: ParameterLocation::Header, name: "Authorization".to_owned() })
        }
        (location, Some(name)) => Ok(Parameter { location, name: name.clone() }),
        (_, None) => Err(misplaced(expected)),
    };
    Ok(Some(match scheme.scheme.as_str() {
        "nosec" => return Ok(None),
        "didwba" => RequiredCredential::DidWba {
            carriage: match scheme.location {
                ParameterLocation::Header | ParameterLocation::Auto => Carriage::Headers,
                ParameterLocation::Body => Carriage::Body,
                _ => return Err(misplaced("header, body or auto")),
            },
        },
        "bearer" => RequiredCredential::Bearer(in_header("a `name` as well as `in`")?),
        "oauth2" => RequiredCredential::OAuth2(in_header("a `name` as well as `in`")?),
        "basic" => RequiredCredential::Basic(in_header("a `name` as well as `in`")?),
        "digest" => RequiredCredential::Digest(in_header("a `name` as well as `in`")?),
        "apikey" => match (scheme.location, name) {
            (ParameterLocation::Auto, _) | (_, None) => return Err(misplaced("a place and a name")),
            (location, Some(name)) => RequiredCredential::ApiKey(Parameter { location, name }),
        },
        other => return Err(SecurityError::UnknownScheme { scheme: other.to_owned() }),
    }))
}

/// Why the required credentials cannot be determined.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SecurityError {
    /// Neither the resource nor the description has `security`.
    #[error("the description has no `security`; expected at least one scheme, or `nosec`")]
    Unsaid,
    /// `security` names a scheme that `securityDefinitions` does not define.
    #[error("`security` names {name:?}, which `securityDefinitions` does not define")]
    Undefined {
        /// The name.
        name: String,
    },
    /// The scheme is unknown.
    #[error("the scheme {scheme:?} is unknown; expected didwba, bearer, oauth2, apikey, basic, digest or nosec")]
    UnknownScheme {
        /// The scheme.
        scheme: String,
    },
    /// The credential has a location that its scheme does not allow.
    #[error("the scheme {scheme:?} is in {location}; expected {expected}")]
    Location {
        /// The scheme.
        scheme: String,
        /// The location in the description.
        location: ParameterLocation,
        /// The allowed locations.
        expected: &'static str,
    },
    /// Two credentials need the same location, which a request has only once.
    #[error(
        "{first} and {second} are both required in the same place of the request, which has space for only one of them"
    )]
    SamePlace {
        /// The scheme of one credential.
        first: &'static str,
        /// The scheme of the other credential.
        second: &'static str,
    },
}

impl CodedError for SecurityError {
    fn code(&self) -> Code {
        match self {
            Self::Unsaid => Code::AD_MISSING_TERM,
            Self::Undefined { .. } | Self::UnknownScheme { .. } => Code::AD_UNKNOWN_SECURITY,
            Self::Location { .. } | Self::SamePlace { .. } => Code::AD_WRONG_TYPE,
        }
    }
}
