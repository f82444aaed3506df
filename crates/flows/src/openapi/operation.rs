//! Operations: inputs, servers, security requirements and responses.

use super::reference::{At, Documents};
use crate::{
    error::CompileError,
    media_type::{essence, is_json},
};
use agent_description::{
    Json,
    json::{Object, Text},
    words,
};
use std::collections::HashMap;

words! {
    /// An HTTP method, as the member of a path item: `get`.
    #[allow(missing_docs, reason = "their names say what they are")]
    pub enum OperationMethod {
        Get = "get",
        Put = "put",
        Post = "post",
        Delete = "delete",
        Options = "options",
        Head = "head",
        Patch = "patch",
        Trace = "trace",
        /// Of OpenAPI 3.2.
        Query = "query",
    }
}

impl OperationMethod {
    /// The name in requests, such as `GET`.
    #[must_use]
    pub fn name(self) -> String {
        self.as_str().to_ascii_uppercase()
    }

    /// Whether the method is safe (RFC 9110, section 9.2.1; the draft of QUERY, section 2).
    #[must_use]
    pub const fn is_safe(self) -> bool {
        matches!(self, Self::Get | Self::Head | Self::Options | Self::Trace | Self::Query)
    }

    /// Whether repeating a request has no further effect (RFC 9110, section 9.2.2).
    pub(crate) const fn is_idempotent(self) -> bool {
        !matches!(self, Self::Post | Self::Patch)
    }
}

words! {
    /// The location of a parameter. If an operation has parameters of the same name, a link of agents.json sets the one
    /// with the first of these locations.
    #[derive(PartialOrd, Ord)]
    #[allow(missing_docs, reason = "their names say what they are")]
    pub enum Location {
        Path = "path",
        Query = "query",
        Header = "header",
        Cookie = "cookie",
    }
}

impl Location {
    /// The allowed styles; the first is the default.
    #[must_use]
    pub const fn styles(self) -> &'static [&'static str] {
        match self {
            Self::Path => &["simple", "label", "matrix"],
            Self::Query => &["form", "spaceDelimited", "pipeDelimited", "deepObject"],
            Self::Header => &["simple"],
            Self::Cookie => &["form"],
        }
    }

    /// Whether two names here are the same: those of headers in any case.
    pub(crate) fn is_same_name(self, one: &str, other: &str) -> bool {
        one == other || self == Self::Header && one.eq_ignore_ascii_case(other)
    }
}

/// A parameter of an operation.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct OperationParameter<'a> {
    /// Name.
    pub name: &'a Text,
    /// Location.
    pub location: Location,
    /// Whether the operation requires it.
    pub required: bool,
    /// JSON Schema of the value, with resolved references; for a parameter with a media type, the schema of that.
    pub schema: Option<At<'a>>,
    /// The complete object, including `style` and `explode`.
    pub object: &'a Object,
}

/// The request body of an operation.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct OperationBody<'a> {
    /// Whether the operation requires it.
    pub required: bool,
    /// Media types and their JSON Schemas, with resolved references.
    pub content: Vec<(&'a Text, Option<At<'a>>)>,
}

/// A security scheme that an operation requires.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Scheme<'a> {
    /// Name in `securitySchemes`.
    pub name: &'a Text,
    /// The definition; `None` if it is not declared.
    pub object: Option<&'a Object>,
}

/// The location of an operation in `paths`.
#[derive(Debug)]
pub(super) struct Entry {
    pub path: Text,
    /// Index in `paths`.
    pub path_at: usize,
    pub method: OperationMethod,
    pub id: Option<Text>,
}

/// An operation of a document.
#[derive(Clone, Copy, Debug)]
pub struct Operation<'a> {
    pub(super) documents: &'a Documents,
    pub(super) entry: &'a Entry,
    pub(super) item: At<'a>,
    pub(super) operation: At<'a>,
}

impl OperationParameter<'_> {
    /// Whether the definition is ignored, because media types or security schemes define this header (OpenAPI 3.1.1,
    /// section 4.8.12.1).
    #[must_use]
    pub fn is_from_elsewhere(&self) -> bool {
        let is_name = |name: &&str| name.eq_ignore_ascii_case(self.name);
        self.location == Location::Header && ["accept", "authorization", "content-type"].iter().any(is_name)
    }
}

impl<'a> OperationBody<'a> {
    /// The default media type of a request: JSON if available, otherwise the first.
    #[must_use]
    pub fn preferred(&self) -> Option<&'a Text> {
        let is_json = |name: &&Text| is_json(&essence(name));
        let names = || self.content.iter().map(|(name, _)| *name);
        names().find(is_json).or_else(|| names().next())
    }
}

impl<'a> Operation<'a> {
    /// `operationId`
    #[must_use]
    pub fn id(&self) -> Option<&'a str> {
        self.entry.id.as_deref()
    }

    /// The operation as defined in its document or changed by an override.
    #[must_use]
    pub fn json(&self) -> &'a Json {
        self.operation.json
    }

    /// The path template, such as `/orders/{id}`.
    #[must_use]
    pub fn path(&self) -> &'a str {
        &self.entry.path
    }

    /// The HTTP method.
    #[must_use]
    pub fn method(&self) -> OperationMethod {
        self.entry.method
    }

    /// The work of reading the operation once: each parameter is compared with each security requirement, and lists may
    /// be shared with other operations.
    pub(crate) fn work(&self) -> usize {
        let length = |json: Option<&Json>| json.and_then(Json::as_array).map_or(0, <[Json]>::len);
        let parameters = [self.item, self.operation].map(|holder| length(holder.json.get("parameters")));
        let requirements = self.security_json().and_then(Json::as_array).unwrap_or_default();
        let schemes = requirements.iter().map(|it| 1 + it.as_object().map_or(0, Object::len)).sum::<usize>();
        let body = self.operation.get("requestBody").and_then(|body| self.documents.follow(body).ok());
        let types = body.and_then(|body| body.json.get("content")?.as_object()).map_or(0, Object::len);
        let responses = self.operation.json.get("responses").and_then(Json::as_object).map_or(0, Object::len);
        let pairs = (1 + parameters.iter().sum::<usize>()).saturating_mul(1 + schemes);
        pairs.saturating_add(types).saturating_add(responses)
    }

    /// The parameters of the operation, and those of its path item that it does not override.
    pub fn parameters(&self) -> Result<Vec<OperationParameter<'a>>, CompileError> {
        let mut parameters: Vec<OperationParameter<'a>> = Vec::new();
        let mut known = HashMap::new();
        for holder in [self.item, self.operation] {
            let Some(list) = holder.get("parameters") else { continue };
            let items = list.json.as_array().unwrap_or_default();
            self.documents.charge_work(items.len())?;
            for item in items {
                let at = self.documents.follow(list.with(item))?;
                let Some(parameter) = self.parameter(at)? else { continue };
                match known.get(&(parameter.location, parameter.name)).and_then(|at: &usize| parameters.get_mut(*at)) {
                    Some(other) => *other = parameter,
                    None => {
                        known.insert((parameter.location, parameter.name), parameters.len());
                        parameters.push(parameter);
                    }
                }
            }
        }
        Ok(parameters)
    }

    fn parameter(&self, at: At<'a>) -> Result<Option<OperationParameter<'a>>, CompileError> {
        let Some(object) = at.json.as_object() else { return Ok(None) };
        let name = object.get("name").and_then(Json::as_text);
        let location = object.get("in").and_then(Json::as_str).and_then(Location::from_name);
        let Some((name, location)) = name.zip(location) else { return Ok(None) };
        let media = || {
            let content = at.get("content")?;
            self.documents.follow(content.with(content.json.as_object()?.iter().next()?.value())).ok()
        };
        let schema = at.get("schema").or_else(|| media()?.get("schema"));
        let schema = schema.map(|schema| self.documents.follow(schema)).transpose()?;
        let required = object.get("required").and_then(Json::as_bool) == Some(true);
        Ok(Some(OperationParameter { name, location, required, schema, object }))
    }

    /// The parameter with this index in the operation's own list, as some files of flows refer to it.
    pub fn parameter_at(&self, number: usize) -> Result<Option<OperationParameter<'a>>, CompileError> {
        let list = self.operation.get("parameters");
        let item = list.and_then(|list| Some(list.with(list.json.as_array()?.get(number)?)));
        item.map_or(Ok(None), |item| self.parameter(self.documents.follow(item)?))
    }

    /// The required security scheme that supplies a parameter: an API key with its name and location, or a bearer
    /// scheme for parameters named `Authorization`, `token` or `access_token`.
    #[must_use]
    pub fn supplier(&self, parameter: &OperationParameter<'_>) -> Option<Scheme<'a>> {
        let supplies = |scheme: &Scheme<'a>| {
            let Some(object) = scheme.object else { return false };
            let text = |name: &str| object.get(name).and_then(Json::as_str).unwrap_or_default();
            let is_header = parameter.location == Location::Header;
            match text("type") {
                "apiKey" => {
                    let OperationParameter { name, location, .. } = parameter;
                    text("in") == location.as_str() && location.is_same_name(text("name"), name)
                }
                "http" | "oauth2" | "openIdConnect" => {
                    let is_authorization = is_header && parameter.name.eq_ignore_ascii_case("authorization");
                    let bears = text("type") != "http" || text("scheme").eq_ignore_ascii_case("bearer");
                    let is_token = matches!(parameter.name.as_str(), "token" | "access_token");
                    is_authorization || bears && is_token && parameter.location != Location::Path
                }
                _ => false,
            }
        };
        self.security().into_iter().flatten().find(supplies)
    }

    /// The request body.
    pub fn body(&self) -> Result<Option<OperationBody<'a>>, CompileError> {
        let Some(body) = self.operation.get("requestBody") else { return Ok(None) };
        let body = self.documents.follow(body)?;
        let required = body.json.get("required").and_then(Json::as_bool) == Some(true);
        Ok(Some(OperationBody { required, content: self.content(body)? }))
    }

    fn content(&self, holder: At<'a>) -> Result<Vec<(&'a Text, Option<At<'a>>)>, CompileError> {
        let Some(content) = holder.get("content") else { return Ok(Vec::new()) };
        let follow = |at| self.documents.follow(at);
        let of = |media: &'a Json| follow(content.with(media))?.get("schema").map(follow).transpose();
        let members = content.json.as_object().into_iter().flatten();
        members.map(|media| Ok((media.name(), of(media.value())?))).collect()
    }

    /// The `encoding` of a body's members for a media type.
    #[must_use]
    pub fn encoding(&self, media_type: &str) -> Option<&'a Object> {
        let body = self.documents.follow(self.operation.get("requestBody")?).ok()?;
        let media = self.documents.follow(body.get("content")?.get(media_type)?).ok()?;
        media.json.get("encoding")?.as_object()
    }

    /// The successful response: the first status of `200`–`299`, `2XX` or `default`, with media types and their
    /// schemas.
    pub fn success(&self) -> Result<Vec<(&'a Text, Option<At<'a>>)>, CompileError> {
        let Some(responses) = self.operation.get("responses") else { return Ok(Vec::new()) };
        let rank = |status: &str| match status.as_bytes() {
            [b'2', a, b] if a.is_ascii_digit() && b.is_ascii_digit() => Some(0),
            b"2XX" => Some(1),
            b"default" => Some(2),
            _ => None,
        };
        let members = responses.json.as_object().into_iter().flatten();
        let best = members.filter_map(|member| Some((rank(member.name())?, member))).min_by_key(|(rank, _)| *rank);
        let Some((_, member)) = best else { return Ok(Vec::new()) };
        self.content(self.documents.follow(responses.with(member.value()))?)
    }

    /// The server URLs of the operation, or else of its path item or document, with default values of variables. The
    /// default is `/`, the host of the document.
    #[must_use]
    pub fn servers(&self) -> Vec<String> {
        let holders = [Some(self.operation), Some(self.item), self.documents.root(0)];
        let list = holders
            .into_iter()
            .flatten()
            .find_map(|at| at.json.get("servers").and_then(Json::as_array).filter(|servers| !servers.is_empty()));
        let Some(list) = list else { return vec!["/".to_owned()] };
        list.iter().filter_map(|server| Some(url(server.get("url")?.as_str()?, server.get("variables")))).collect()
    }

    /// Whether the document declares a security scheme of this name.
    #[cfg(feature = "run")]
    pub(crate) fn declares_scheme(&self, name: &str) -> bool {
        self.documents.root(0).is_some_and(|root| {
            let schemes = root.json.get("components").and_then(|components| components.get("securitySchemes"));
            schemes.is_some_and(|schemes| schemes.get(name).is_some())
        })
    }

    fn security_json(&self) -> Option<&'a Json> {
        let of_document = || self.documents.root(0)?.json.get("security");
        self.operation.json.get("security").or_else(of_document)
    }

    /// The alternatives of required security schemes; each may combine several. Empty means none.
    #[must_use]
    pub fn security(&self) -> Vec<Vec<Scheme<'a>>> {
        let own = self.security_json();
        let declared = self.documents.root(0).and_then(|root| root.get("components")?.get("securitySchemes"));
        let scheme = |name: &'a Text| {
            let at = declared.and_then(|declared| self.documents.follow(declared.get(name)?).ok());
            Scheme { name, object: at.and_then(|at| at.json.as_object()) }
        };
        let requirements = own.and_then(Json::as_array).unwrap_or_default().iter().filter_map(Json::as_object);
        requirements.map(|requirement| requirement.iter().map(|it| scheme(it.name())).collect()).collect()
    }
}

/// A server URL with default values instead of `{name}`.
pub(super) fn url(template: &str, variables: Option<&Json>) -> String {
    let mut url = String::with_capacity(template.len());
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        url.push_str(before);
        let Some((name, behind)) = after.split_once('}') else {
            rest = after;
            url.push('{');
            continue;
        };
        match variables.and_then(|all| all.get(name)?.get("default")?.as_str()) {
            Some(default) => url.push_str(default),
            None => url.extend(["{", name, "}"]),
        }
        rest = behind;
    }
    url.push_str(rest);
    url
}
