//! Credentials: bound to origins that the user wrote, and selected by the names of security schemes. The names of
//! sources in a flow file have no effect.

use super::{Secrets, needle::Needles};
use crate::{
    cut, header_name,
    openapi::{Location, Operation, OperationParameter, Scheme},
    run::error::RunError,
};
use agent_description::{
    Json, Origin,
    json::{Object, Value},
    proof::Signer,
};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use std::{collections::HashMap, fmt, sync::Arc};

/// A DID's key, for requests signed with RFC 9421.
pub type DidSigner = Arc<dyn Signer + Send + Sync>;

/// The source of credentials that the file refers to.
pub trait SecretProvider {
    /// Reads an environment variable.
    fn variable(&self, name: &str) -> Option<String>;

    /// Loads the key in a file for this key ID.
    ///
    /// # Errors
    ///
    /// A message, if the key is unavailable.
    fn signer(&self, file: &str, keyid: &str) -> Result<DidSigner, String>;
}

/// Minimum length of credentials that are searched for in values; shorter ones occur by chance.
const MIN_SEARCHED_CHARS: usize = 8;

/// A credential.
#[derive(Clone)]
enum Credential {
    Token(String),
    Password { username: String, password: String },
    Value(String),
    DidWba(DidSigner),
}

/// Credentials of several services: `{"ORIGIN": {"SCHEME NAME": {"token": …}}}`.
#[derive(Clone, Default)]
pub struct Credentials {
    bound: HashMap<Origin, HashMap<String, Credential>>,
}

/// The name is not shown: it may be a secret that has no origin.
const NO_ORIGIN: &str = "a name is not an origin, such as https://shop.example";

impl Credentials {
    /// Parses
    /// `{"ORIGIN": {"SCHEME NAME": {"token"|"username","password"|"value"|"didwba": {"key": FILE, "keyid": DIDURL}}}}`.
    /// A value `{"env": "NAME"}` is read from the environment.
    pub fn read(json: &Json, keeper: &dyn SecretProvider) -> Result<Self, RunError> {
        let object = |json: &'_ Json, place: &str| {
            json.as_object().cloned().ok_or_else(|| RunError::credentials(place, "expected an object"))
        };
        let mut bound = HashMap::new();
        for member in &object(json, "")? {
            let origin: Origin = member
                .name()
                .parse()
                .map_err(|_: agent_description::TextError| RunError::credentials("", NO_ORIGIN))?;
            let mut schemes = HashMap::new();
            for scheme in &object(member.value(), &origin.to_string())? {
                let place = format!("{:?} of {origin}", scheme.name());
                let credential = Credential::read(&object(scheme.value(), &place)?, &place, keeper)?;
                schemes.insert(scheme.name().to_string(), credential);
            }
            if bound.insert(origin.clone(), schemes).is_some() {
                return Err(RunError::credentials("", format!("{origin} occurs twice")));
            }
        }
        Ok(Self { bound })
    }

    /// The credentials for an operation at an origin, with the names of their schemes: the first alternative that is
    /// completely available.
    pub(crate) fn for_operation(
        &self,
        operation: &Operation<'_>,
        origin: &Origin,
    ) -> Result<Vec<(String, Applied)>, RunError> {
        let Some(schemes) = self.bound.get(origin) else { return Ok(Vec::new()) };
        let has = |scheme: &Scheme<'_>| scheme.object.is_some() && schemes.contains_key(scheme.name.as_str());
        let security = operation.security();
        let Some(wanted) = security.iter().find(|wanted| !wanted.is_empty() && wanted.iter().all(has)) else {
            return Ok(Vec::new());
        };
        let applied = wanted.iter().filter_map(|scheme| {
            let applied = schemes.get(scheme.name.as_str())?.apply(scheme.object?);
            let applied = applied.map_err(|problem| RunError::credential(scheme.name, origin, problem));
            Some(applied.map(|applied| (scheme.name.to_string(), applied)))
        });
        applied.collect()
    }

    /// The API key for a required parameter whose document declares no scheme of this name: the `value` under the
    /// parameter's name at the origin. The caller must confirm it, because only the name indicates that the key belongs
    /// there.
    pub(crate) fn parameter(
        &self,
        operation: &Operation<'_>,
        origin: &Origin,
        parameter: &OperationParameter<'_>,
    ) -> Option<&str> {
        let name = parameter.name.as_str();
        let is_place = match parameter.location {
            // paths are visible and become part of other URLs
            Location::Path => false,
            Location::Header => header_name::is_of_key(name),
            Location::Query | Location::Cookie => true,
        };
        match self.bound.get(origin)?.get(name)? {
            Credential::Value(secret) if parameter.required && is_place && !operation.declares_scheme(name) => {
                Some(secret)
            }
            _ => None,
        }
    }

    /// A credential of another origin in a value for this origin, as when a service returned it and the flow passes it
    /// on. Credentials of both origins are allowed.
    pub(crate) fn strayed(&self, value: &Json, origin: &Origin) -> Option<RunError> {
        let own: Vec<&str> =
            self.bound.get(origin).into_iter().flat_map(HashMap::values).map(Credential::secret).collect();
        let is_in_value = |secret: &str| {
            let mut needles = Needles::default();
            needles.add(secret);
            holds(value, &needles)
        };
        let others = self.bound.iter().filter(|(other, _)| *other != origin);
        let mut credentials = others.flat_map(|(other, schemes)| schemes.iter().map(move |scheme| (other, scheme)));
        let (home, (scheme, _)) = credentials.find(|(_, (_, credential))| {
            let secret = credential.secret();
            secret.len() >= MIN_SEARCHED_CHARS && !own.contains(&secret) && is_in_value(secret)
        })?;
        Some(RunError::credential(scheme, home, format!("occurs in a value that would be sent to {origin}")))
    }

    /// All secrets to redact.
    pub(in crate::run) fn secrets(&self) -> Secrets {
        let mut secrets = Secrets::default();
        for credential in self.bound.values().flat_map(HashMap::values) {
            match credential {
                Credential::Token(secret) | Credential::Value(secret) => secrets.add(secret),
                Credential::Password { username, password } => {
                    secrets.add(password);
                    secrets.add(&basic(username, password));
                }
                Credential::DidWba(_) => {}
            }
        }
        secrets
    }
}

/// Shows origins and scheme names, no secrets.
impl fmt::Debug for Credentials {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bound = self.bound.iter().map(|(origin, schemes)| (origin, schemes.keys().collect::<Vec<_>>()));
        f.debug_map().entries(bound).finish()
    }
}

fn basic(username: &str, password: &str) -> String {
    STANDARD.encode(format!("{username}:{password}"))
}

/// A credential in a request.
pub(crate) enum Applied {
    /// A text with a location and name.
    Text(Location, String, String),
    Signature(DidSigner),
}

impl Applied {
    /// Whether it has this name and location.
    pub(crate) fn is(&self, name: &str, location: Location) -> bool {
        matches!(self, Self::Text(place, own, _) if *place == location && location.is_same_name(own, name))
    }
}

/// The characters of a cookie name (RFC 6265, section 4.1.1; RFC 9110, section 5.6.2).
fn is_token(name: &str) -> bool {
    let is_of_token = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
    !name.is_empty() && name.bytes().all(is_of_token)
}

/// Whether a value contains a secret.
fn holds(value: &Json, needles: &Needles) -> bool {
    let is_in = |text: &str| needles.are_in(text);
    match value.value() {
        Value::String(found) => is_in(found),
        Value::Array(items) => items.iter().any(|item| holds(item, needles)),
        Value::Object(object) => object.iter().any(|it| is_in(it.name()) || holds(it.value(), needles)),
        Value::Number(number) => is_in(&number.to_string()),
        Value::Wide(number) => is_in(number.literal()),
        Value::Null | Value::Bool(_) => false,
    }
}

impl Credential {
    /// The secret; empty for a key, which is never sent.
    fn secret(&self) -> &str {
        match self {
            Self::Token(secret) | Self::Value(secret) | Self::Password { password: secret, .. } => secret,
            Self::DidWba(_) => "",
        }
    }

    fn read(object: &Object, place: &str, keeper: &dyn SecretProvider) -> Result<Self, RunError> {
        let wrong = |problem: String| RunError::credentials(place, problem);
        let text = |name: &str| -> Result<String, RunError> {
            let missing = || wrong(format!("`{name}` is missing"));
            let value = object.get(name).ok_or_else(missing)?;
            let variable = value.get("env").and_then(Json::as_str);
            let text = match (value.value(), variable) {
                (Value::String(text), _) => text.to_string(),
                // the name is not shown: it may be the secret itself
                (_, Some(variable)) => keeper
                    .variable(variable)
                    .ok_or_else(|| wrong(format!("the environment variable for `{name}` is not set")))?,
                _ => return Err(wrong(format!("`{name}` is neither a string nor {{\"env\": NAME}}"))),
            };
            if text.is_empty() { Err(wrong(format!("`{name}` is empty"))) } else { Ok(text) }
        };
        let names: Vec<&str> = object.iter().map(|member| member.name().as_str()).collect();
        match names.as_slice() {
            ["token"] => Ok(Self::Token(text("token")?)),
            ["value"] => Ok(Self::Value(text("value")?)),
            ["username", "password"] | ["password", "username"] => {
                Ok(Self::Password { username: text("username")?, password: text("password")? })
            }
            ["didwba"] => {
                let of = |name: &str| object.get("didwba").and_then(|key| key.get(name)?.as_str());
                let missing = || wrong("`didwba` needs `key`, a file, and `keyid`, a DID URL".to_owned());
                let (key, keyid) = of("key").zip(of("keyid")).ok_or_else(missing)?;
                Ok(Self::DidWba(keeper.signer(key, keyid).map_err(wrong)?))
            }
            _ => Err(wrong("expected `token`, `value`, `username` and `password`, or `didwba`".to_owned())),
        }
    }

    /// The name of the kind in a credentials file.
    fn kind(&self) -> &'static str {
        match self {
            Self::Token(_) => "`token`",
            Self::Password { .. } => "`username` and `password`",
            Self::Value(_) => "`value`",
            Self::DidWba(_) => "`didwba`",
        }
    }

    /// Applies the credential as the scheme's type requires. Each type accepts one kind of credential; signing applies
    /// to any type.
    fn apply(&self, scheme: &Object) -> Result<Applied, String> {
        let of = |name: &str| scheme.get(name).and_then(Json::as_str).unwrap_or_default();
        let authorization = |value: String| Ok(Applied::Text(Location::Header, "authorization".to_owned(), value));
        let expected = match (of("type"), self, of("scheme").to_ascii_lowercase().as_str()) {
            (_, Self::DidWba(signer), _) => return Ok(Applied::Signature(Arc::clone(signer))),
            ("apiKey", Self::Value(key), _) => return key_at(of("in"), of("name"), key),
            ("http", Self::Password { username, .. }, "basic") if username.contains(':') => {
                return Err("has a user name with `:`, which RFC 7617 section 2 forbids".to_owned());
            }
            ("http", Self::Password { username, password }, "basic") => {
                return authorization(format!("Basic {}", basic(username, password)));
            }
            ("http", Self::Token(token), "bearer") | ("oauth2" | "openIdConnect", Self::Token(token), _) => {
                return authorization(format!("Bearer {token}"));
            }
            ("apiKey", ..) => "`value`",
            ("http", _, "basic") => "`username` and `password`",
            ("http", _, "bearer") | ("oauth2" | "openIdConnect", ..) => "`token`",
            ("http", ..) => {
                return Err("is for an unknown HTTP scheme, expected basic or bearer".to_owned());
            }
            _ => return Err("is for a scheme of unknown type".to_owned()),
        };
        Err(format!("is a {}, expected {expected}", self.kind()))
    }
}

/// Places an API key as its scheme defines.
fn key_at(place: &str, name: &str, key: &str) -> Result<Applied, String> {
    let shown = cut(name);
    let (location, is_sendable) = match place {
        "header" if header_name::is_of_key(name) => (Location::Header, true),
        "header" => {
            let expected = "expected a header for keys, such as `X-API-Key` or `X-Auth-Token`";
            return Err(format!("would be sent in the header {shown:?}, {expected}"));
        }
        "query" => (Location::Query, !name.is_empty()),
        "cookie" => (Location::Cookie, is_token(name)),
        _ => return Err("is for a scheme without a location of the key".to_owned()),
    };
    if is_sendable {
        Ok(Applied::Text(location, name.to_owned(), key.to_owned()))
    } else {
        Err(format!("is for a scheme with the name {shown:?}, which cannot be sent"))
    }
}
