//! Messages, from which components are taken.

use super::{
    Component,
    structured_field::{FieldType, Repeated, known_type, parse_dictionary, reserialize, serialize_member},
};
use crate::AuthError;
use adp_crypto::Origin;
use base64::{Engine, prelude::BASE64_STANDARD};
use http::{HeaderMap, HeaderValue, Method, StatusCode, Uri};
use std::borrow::Cow;

/// A request or a response, without its content.
#[derive(Clone, Copy, Debug)]
pub struct Message<'a> {
    start: Start<'a>,
    fields: &'a HeaderMap,
    /// Additional structured fields by their names in lower case, for components with `;sf`.
    pub structured: &'a [(&'a str, FieldType)],
}

#[derive(Clone, Copy, Debug)]
enum Start<'a> {
    Request {
        method: &'a Method,
        target: &'a Uri,
        audience: &'a Origin,
    },
    Response {
        status: StatusCode,
        request: Option<&'a Message<'a>>,
    },
    /// A message between agents: its method and target are not those of an HTTP request.
    Agent {
        method: &'a str,
        target: &'a str,
    },
}

impl<'a> Message<'a> {
    /// A request to `audience`, which supplies scheme and authority; so it works behind a proxy.
    #[must_use]
    pub fn request(method: &'a Method, target: &'a Uri, audience: &'a Origin, fields: &'a HeaderMap) -> Self {
        Self { start: Start::Request { method, target, audience }, fields, structured: &[] }
    }

    /// A response, with its request if known, for components with `;req`.
    #[must_use]
    pub fn response(status: StatusCode, fields: &'a HeaderMap, request: Option<&'a Message<'a>>) -> Self {
        Self { start: Start::Response { status, request }, fields, structured: &[] }
    }

    /// A message between agents over any transport: see [`sign_origin`](super::sign_origin).
    pub(crate) fn for_agent(method: &'a str, target: &'a str, fields: &'a HeaderMap) -> Self {
        Self { start: Start::Agent { method, target }, fields, structured: &[] }
    }

    /// The fields.
    pub(crate) fn fields(&self) -> &'a HeaderMap {
        self.fields
    }

    /// Checks that a target with a scheme or authority names the audience's.
    ///
    /// # Errors
    /// `auth-audience`.
    pub(crate) fn check_target(&self) -> Result<(), AuthError> {
        let Start::Request { target, audience, .. } = self.start else { return Ok(()) };
        let Some(authority) = target.authority() else { return Ok(()) };
        let scheme = target.scheme_str().unwrap_or(audience.scheme());
        match Origin::new(&scheme.to_ascii_lowercase(), authority.as_str()) {
            Ok(named) if named == *audience => Ok(()),
            _ => {
                let found = format!("{scheme}://{authority}");
                Err(AuthError::Audience { found, expected: audience.to_string() })
            }
        }
    }

    /// The value of a component in the signature base (RFC 9421 sections 2.1 and 2.2).
    ///
    /// # Errors
    /// `auth-malformed` if this message does not have the component, or has several values for it.
    pub(crate) fn component(&self, component: &Component) -> Result<Cow<'a, str>, AuthError> {
        let value = match (component.has("req"), self.start) {
            (true, Start::Response { request: Some(request), .. }) => request.value(component),
            (true, Start::Response { request: None, .. }) => {
                Err("belongs to the request, which is not available".into())
            }
            (true, Start::Request { .. } | Start::Agent { .. }) => {
                Err("has `req`, which is only allowed in a response".into())
            }
            (false, _) => self.value(component),
        };
        match value {
            // fields and targets contain no line feeds; this check guarantees that none reaches the signature base
            Ok(value) if value.bytes().all(|byte| byte == b'\t' || (0x20..0x7f).contains(&byte)) => Ok(value),
            Ok(_) => Err(refused(component, "has characters other than printable ASCII")),
            Err(reason) => Err(refused(component, &reason)),
        }
    }

    fn value(&self, component: &Component) -> Result<Cow<'a, str>, Cow<'static, str>> {
        if !component.is_derived() {
            return self.field(component);
        }
        let Start::Request { method, target, audience } = self.start else {
            return match (component.name(), self.start) {
                ("@status", Start::Response { status, .. }) => Ok(status.as_str().to_owned().into()),
                ("@method", Start::Agent { method, .. }) => Ok(method.into()),
                ("@target-uri", Start::Agent { target, .. }) => Ok(target.into()),
                (_, Start::Agent { .. }) => Err("does not belong to a message between agents".into()),
                _ => Err("does not belong to a response".into()),
            };
        };
        // `CONNECT host:port` and `OPTIONS *` have no path
        let path = || match target.path() {
            path if path.starts_with('/') => Ok(path),
            "" if target.scheme().is_some() => Ok("/"),
            _ => Err("needs a path, but the request's target has none"),
        };
        Ok(match component.name() {
            "@method" => method.as_str().into(),
            "@scheme" => audience.scheme().into(),
            "@authority" => audience.authority().into(),
            "@path" => path()?.into(),
            "@query" => format!("?{}", target.query().unwrap_or_default()).into(),
            "@request-target" if target.scheme().is_some() => target.to_string().into(),
            "@request-target" => match (target.authority(), target.query()) {
                (Some(authority), _) => authority.as_str().into(),
                (None, Some(query)) => format!("{}?{query}", target.path()).into(),
                (None, None) => target.path().into(),
            },
            "@target-uri" => {
                let mut uri = audience.to_string();
                uri.push_str(path()?);
                if let Some(query) = target.query() {
                    uri.push('?');
                    uri.push_str(query);
                }
                uri.into()
            }
            "@query-param" => query_parameter(target.query().unwrap_or_default(), component.text("name"))?.into(),
            _ => return Err("does not belong to a request".into()),
        })
    }

    fn field(&self, component: &Component) -> Result<Cow<'a, str>, Cow<'static, str>> {
        let name = component.name();
        let mut lines = self.fields.get_all(name).iter();
        let (Some(first), second) = (lines.next(), lines.next()) else {
            return Err("is not in the message".into());
        };
        if component.has("bs") {
            let wrapped = |line: &HeaderValue| format!(":{}:", BASE64_STANDARD.encode(line.as_bytes().trim_ascii()));
            return Ok(self.fields.get_all(name).iter().map(wrapped).collect::<Vec<_>>().join(", ").into());
        }
        let text = |line: &'a HeaderValue| match line.to_str() {
            Ok(text) => Ok(text.trim_matches([' ', '\t'])),
            Err(_) => Err("has bytes that are not ASCII text; sign it with `bs`"),
        };
        let combined: Cow<'a, str> = match second {
            None => text(first)?.into(),
            Some(_) => self.fields.get_all(name).iter().map(text).collect::<Result<Vec<_>, _>>()?.join(", ").into(),
        };
        let unreadable = |error: sfv::Error| format!("is not a structured field of this type: {error}");
        if let Some(key) = component.text("key") {
            let members = parse_dictionary(combined.as_bytes(), Repeated::Refused).map_err(unreadable)?;
            return match members.iter().find(|(there, _)| there.as_str() == key) {
                Some((_, member)) => Ok(serialize_member(member).into()),
                None => Err("names a member that the field does not have".into()),
            };
        }
        if component.has("sf") {
            let told = self.structured.iter().find(|(there, _)| *there == name).map(|(_, field_type)| *field_type);
            let field_type = told.or_else(|| known_type(name)).ok_or("is a structured field of an unknown type")?;
            return Ok(reserialize(combined.as_bytes(), field_type).map_err(unreadable)?.into());
        }
        Ok(combined)
    }
}

/// RFC 9421 section 2.2.8: decodes name and value like a form, and percent-encodes them again.
fn query_parameter(query: &str, name: Option<&str>) -> Result<String, &'static str> {
    let mut values =
        url::form_urlencoded::parse(query.as_bytes()).filter(|(there, _)| Some(form_encoded(there).as_str()) == name);
    match (values.next(), values.next()) {
        (Some((_, value)), None) if value.contains(char::REPLACEMENT_CHARACTER) => Err("is not UTF-8"),
        (Some((_, value)), None) => Ok(form_encoded(&value)),
        (Some(_), Some(_)) => Err("appears more than once"),
        (None, _) => Err("names a parameter that the query does not have"),
    }
}

/// The percent-encode set `application/x-www-form-urlencoded` of the URL standard: all characters but ASCII letters,
/// digits and `*-._`; a blank becomes `%20`.
pub(super) fn form_encoded(text: &str) -> String {
    url::form_urlencoded::byte_serialize(text.as_bytes()).collect::<String>().replace('+', "%20")
}

fn refused(component: &Component, reason: &str) -> AuthError {
    AuthError::malformed("a component of the signature", format!("`{component}` {reason}"))
}
