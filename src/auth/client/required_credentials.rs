//! The credentials that a resource requires, from the `security` of its agent description.

use crate::{
    Code, CodedError,
    description::{AgentDescription, ParameterLocation, SecurityRequirement, SecurityScheme},
};

/// Everything that a caller must present to use a resource: all of it, at once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RequiredCredentials(Vec<RequiredCredential>);

/// One thing that a caller must present.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RequiredCredential {
    /// A signature with the caller's did:wba key (`didwba`), in headers (RFC 9421) or beside the payload of a JSON body. Where the server gives
    /// out access tokens, one of them stands for a signature.
    DidWba {
        /// Where it goes.
        carriage: Carriage,
    },
    /// A token that the caller has from elsewhere (`bearer`, RFC 6750).
    Bearer(Parameter),
    /// A token that an authorization server issues (`oauth2`, RFC 6749), presented as a bearer token.
    OAuth2(Parameter),
    /// A key that the caller has from elsewhere (`apikey`).
    ApiKey(Parameter),
    /// User name and password (`basic`, RFC 7617).
    Basic(Parameter),
    /// User name and password, as a digest (`digest`, RFC 7616).
    Digest(Parameter),
}

/// Where the signature of a request goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Carriage {
    /// In headers.
    Headers,
    /// In the JSON body.
    Body,
}

/// The place of a credential in the request.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Parameter {
    /// Header, query, body, cookie or URI.
    pub location: ParameterLocation,
    /// Its name there.
    pub name: String,
}

impl RequiredCredentials {
    /// What the description itself asks for: what all of its resources need that name nothing else.
    ///
    /// # Errors
    /// [`SecurityError`].
    pub fn from_description(description: &AgentDescription) -> Result<Self, SecurityError> {
        Self::from_resource(description, &[])
    }

    /// What a resource needs, by its own `security` ([`Interface::security`](crate::description::Interface::security), that of a product, service or
    /// information): where it has one, the description's does not count.
    ///
    /// # Errors
    /// [`SecurityError`]; a caller that cannot tell what is asked for presents nothing.
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

    /// The credentials, in the order in which they are asked for.
    pub fn iter(&self) -> impl Iterator<Item = &RequiredCredential> {
        self.0.iter()
    }

    /// Whether nothing is asked for: every scheme is `nosec`.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether a signature with a did:wba key is asked for, and where it goes.
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

    /// What two credentials cannot both have: header names are compared without case.
    fn place(&self) -> (ParameterLocation, String) {
        match self {
            // signatures have headers of their own, but their access token goes where all tokens go
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

/// What a scheme asks for; nothing for `nosec`.
fn credential(scheme: &SecurityScheme) -> Result<Option<RequiredCredential>, SecurityError> {
    let name = scheme.name.as_ref().map(ToString::to_string);
    let misplaced =
        |expected| SecurityError::Location { scheme: scheme.scheme.to_string(), location: scheme.location, expected };
    // schemes of HTTP go into `Authorization` where nothing else is said
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

/// Why nobody can tell what a caller must present.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SecurityError {
    /// Neither the resource nor the description says.
    #[error("there is no `security`; expected at least one scheme, or `nosec` for none")]
    Unsaid,
    /// `security` names a scheme that `securityDefinitions` does not define.
    #[error("`security` names {name:?}, which `securityDefinitions` does not define")]
    Undefined {
        /// The name.
        name: String,
    },
    /// A scheme that this software does not know.
    #[error("the scheme {scheme:?} is unknown; expected didwba, bearer, oauth2, apikey, basic, digest or nosec")]
    UnknownScheme {
        /// The scheme.
        scheme: String,
    },
    /// A credential in a place where its scheme does not go.
    #[error("the scheme {scheme:?} is in {location}; expected {expected}")]
    Location {
        /// The scheme.
        scheme: String,
        /// Where it is said to go.
        location: ParameterLocation,
        /// Where it can go.
        expected: &'static str,
    },
    /// Two credentials that have to be in one place, of which a request has room for one.
    #[error("{first} and {second} are both required in the same place of the request, which can only hold one of them")]
    SamePlace {
        /// The scheme of one.
        first: &'static str,
        /// The scheme of the other.
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
