//! Builds requests from operations of an OpenAPI document and arguments.

mod body;
mod payload;
mod server;
mod style;

pub(super) use self::{payload::content, style::text_of};
use super::{
    error::RunError,
    report::TracedRequest,
    scope::{Exchange, RequestArgument},
    secrets::{Applied, Credentials, DidSigner, Secrets},
};
use crate::{
    change, cut,
    openapi::{Location, Operation, OperationMethod, OperationParameter},
    path_value,
    plan::step::RESERVED,
    server::Server,
    workflow::CompiledStep,
};
use agent_description::{
    Code, Json, Origin, Timestamp,
    auth::http_signature::{SignRequestOptions, sign_request},
    json::Object,
    secret::{MASK, is_credential_name},
};
use body::Encoded;
use http::{HeaderMap, HeaderName, HeaderValue, Request, Uri, header};
use percent_encoding::utf8_percent_encode;
use std::sync::Arc;
use style::{Style, plain};
use url::Url;

/// Headers that parameters cannot set: framing headers, and those that OpenAPI defines elsewhere (3.1.1, section
/// 4.8.12.1). A step may set `Authorization`, but a credential of the user overrides it.
const NOT_FOR_PARAMETERS: [&str; 14] = [
    "accept-encoding",
    "connection",
    "content-length",
    "content-type",
    "expect",
    "host",
    "keep-alive",
    "proxy-authorization",
    "proxy-connection",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
    "via",
];

/// The value of a body.
#[derive(Clone, Debug)]
pub(super) struct Content {
    pub content_type: Option<String>,
    pub value: Json,
    /// Whether the value is planned and has placeholders.
    pub is_planned: bool,
}

/// A request, and its redacted form.
pub(super) struct Built {
    pub method: http::Method,
    pub url: Url,
    pub origin: Origin,
    pub headers: HeaderMap,
    pub body: Option<Encoded>,
    pub signer: Option<DidSigner>,
    /// The redacted form, and the values that expressions can refer to.
    pub exchange: Exchange,
}

struct Pair {
    name: String,
    value: String,
    is_secret: bool,
}

/// A value in the path, percent-encoded.
struct PathValue {
    name: String,
    text: String,
    /// Whether it may have slashes.
    may_divide: bool,
}

/// A request under construction.
#[derive(Default)]
struct Draft<'a> {
    step: &'a str,
    path: Vec<PathValue>,
    query: Vec<Pair>,
    cookies: Vec<Pair>,
    headers: HeaderMap,
}

/// Builds the request. Values at locations of credentials become secrets.
pub(super) fn build(
    of: &CompiledStep,
    operation: &Operation<'_>,
    server: &Server,
    mut given: Vec<RequestArgument>,
    content: Option<Content>,
    credentials: &Credentials,
    secrets: &mut Secrets,
) -> Result<Built, RunError> {
    let step = of.id.as_str();
    let parameters = operation.parameters()?;
    let applied = credentials.for_operation(operation, &server.origin)?;
    let applied: Vec<Applied> = applied.into_iter().map(|(_, applied)| applied).collect();
    // the response returns what a TRACE request contains (RFC 9110, section 9.3.8)
    if operation.method() == OperationMethod::Trace && (!applied.is_empty() || content.is_some()) {
        let problem = "TRACE carries neither credentials nor a body";
        return Err(RunError::unsendable(step, Code::INVALID_ARGUMENTS, problem));
    }
    let values = given.iter().map(|it| &it.value).chain(content.as_ref().map(|it| &it.value));
    if let Some(error) = values.filter_map(|value| credentials.strayed(value, &server.origin)).next() {
        return Err(error);
    }
    let of_flow = given.len();
    supply_by_name(operation, &parameters, &applied, credentials, &server.origin, &mut given);
    let mut draft = Draft { step, ..Draft::default() };
    for argument in &mut given {
        draft.argument(operation, &parameters, argument, secrets)?;
    }
    let missing = parameters.iter().find(|parameter| {
        let is_given = |it: &RequestArgument| is_for(it, parameter) && !it.value.is_null();
        let name = parameter.name.as_str();
        parameter.required
            && !parameter.is_from_elsewhere()
            && !given.iter().any(is_given)
            && !applied.iter().any(|it| it.is(name, parameter.location))
            && !is_authorized(operation, parameter, &applied)
    });
    if let Some(parameter) = missing {
        let (place, name) = (parameter.location.as_str(), cut(parameter.name));
        return Err(draft.wrong(format!("its required {place} parameter {name:?} is not set")));
    }
    let mut signer = None;
    for credential in applied {
        match credential {
            Applied::Text(Location::Header, name, value) => draft.header(&name, &value, true)?,
            // OpenAPI has no scheme for it (3.1.1, section 4.8.27)
            Applied::Text(Location::Path, name, _) => {
                return Err(draft.wrong(format!("the credential {:?} cannot be sent in a path", cut(&name))));
            }
            Applied::Text(location @ (Location::Query | Location::Cookie), name, value) => {
                let is_query = location == Location::Query;
                let name = if is_query { utf8_percent_encode(&name, RESERVED).to_string() } else { name };
                let pairs = if is_query { &mut draft.query } else { &mut draft.cookies };
                pairs.retain(|pair| pair.name != name);
                let value = utf8_percent_encode(&value, RESERVED).to_string();
                pairs.push(Pair { name, value, is_secret: true });
            }
            Applied::Signature(key) => signer = Some(key),
        }
    }
    draft.accept(operation)?;
    draft.cookie_header()?;
    let body = draft.body(operation, content.as_ref())?;
    // expressions do not see values from the user's credentials
    given.truncate(of_flow);
    let built = draft.finish(operation, server, given, content, body, signer)?;
    // consent was based on the flow; a value may have changed the request
    match doubt(&built, operation, of) {
        Some(doubt) => {
            let problem = format!("{doubt}, which comes from a value and was not confirmed; remove it");
            Err(RunError::unsendable(step, Code::INVALID_ARGUMENTS, problem))
        }
        None => Ok(built),
    }
}

/// The reason why the actual request differs from the one that was planned.
fn doubt(built: &Built, operation: &Operation<'_>, of: &CompiledStep) -> Option<String> {
    let mut known = change::names(of);
    known.extend(change::names_of_path(operation.path()));
    let cookies = built.headers.get_all(header::COOKIE).iter().flat_map(|value| value.to_str());
    let has = |name: &str| known.iter().any(|known| known == name);
    let is_known = |name: &String| has(name) || name.split(['[', ']']).all(|part| part.is_empty() || has(part));
    let new = |place: &str, names: &mut dyn Iterator<Item = String>| {
        change::doubt_of_names(place, names.filter(|name| !is_known(name)))
    };
    let headers = built.headers.keys().map(HeaderName::as_str).filter(|_| !change::is_change(operation, of));
    change::doubt_of_headers(true, headers)
        .or_else(|| new("path", &mut change::names_of_path(built.url.path()).into_iter()))
        .or_else(|| new("query", &mut change::names_of_pairs(built.url.query().unwrap_or_default())))
        .or_else(|| new("cookies", &mut cookies.flat_map(change::names_of_pairs)))
}

fn is_for(given: &RequestArgument, parameter: &OperationParameter<'_>) -> bool {
    parameter.location.is_same_name(&given.name, parameter.name)
        && given.location.is_none_or(|location| location == parameter.location)
}

/// Whether the `Authorization` header supplies a required parameter `token`. A bearer token is sent nowhere else.
fn is_authorized(operation: &Operation<'_>, parameter: &OperationParameter<'_>, applied: &[Applied]) -> bool {
    let is_token = matches!(parameter.name.as_str(), "token" | "access_token");
    is_token
        && operation.supplier(parameter).is_some()
        && applied.iter().any(|it| it.is("authorization", Location::Header))
}

/// Supplies an API key that is an ordinary parameter, by the parameter's name.
fn supply_by_name(
    operation: &Operation<'_>,
    parameters: &[OperationParameter<'_>],
    applied: &[Applied],
    credentials: &Credentials,
    origin: &Origin,
    given: &mut Vec<RequestArgument>,
) {
    for parameter in parameters {
        let name = parameter.name.as_str();
        let is_there =
            given.iter().any(|it| is_for(it, parameter)) || applied.iter().any(|it| it.is(name, parameter.location));
        if let Some(value) = credentials.parameter(operation, origin, parameter).filter(|_| !is_there) {
            given.push(RequestArgument {
                name: name.to_owned(),
                location: Some(parameter.location),
                value: value.into(),
                is_planned: false,
            });
        }
    }
}

impl Draft<'_> {
    fn wrong(&self, problem: impl Into<String>) -> RunError {
        RunError::unsendable(self.step, Code::INVALID_ARGUMENTS, problem)
    }

    fn argument(
        &mut self,
        operation: &Operation<'_>,
        parameters: &[OperationParameter<'_>],
        given: &mut RequestArgument,
        secrets: &mut Secrets,
    ) -> Result<(), RunError> {
        let parameter = parameters.iter().find(|parameter| is_for(given, parameter));
        let location = parameter.map(|parameter| parameter.location).or(given.location);
        let name = given.name.clone();
        let about = |problem: &str| format!("the argument {:?}: {problem}", cut(&name));
        let Some(location) = location else {
            return Err(self.wrong(about("the operation has no parameter of this name")));
        };
        given.location = Some(location);
        let is_key = parameter.is_some_and(|parameter| operation.supplier(parameter).is_some());
        // a long cookie value is treated as a session
        let is_session = location == Location::Cookie && given.value.as_str().is_some_and(|text| text.len() >= 8);
        let is_secret = is_key || is_session || is_credential_name(&name) || secrets.has(&given.value);
        if is_secret {
            secrets.add_all(&given.value);
        }
        if given.value.is_null() {
            return Ok(());
        }
        let style = Style::from_object(parameter.map(|parameter| parameter.object), location);
        let style = style.map_err(|problem| self.wrong(about(&problem)))?;
        // a parameter with a media type is one text (OpenAPI 3.1.1, section 4.8.12.3), and so is one with a string
        // schema
        let as_text = parameter.is_some_and(|it| {
            it.object.contains("content") && !it.object.contains("schema")
                || it.schema.is_some_and(|at| at.json.get("type").and_then(Json::as_str) == Some("string"))
        });
        let value = if as_text && plain(&given.value).is_none() {
            Json::from(given.value.to_compact())
        } else {
            given.value.clone()
        };
        match location {
            Location::Path => {
                let text = style.whole(&name, &value).map_err(|problem| self.wrong(about(&problem)))?;
                let allowed = parameter.and_then(|parameter| parameter.object.get("allowReserved")?.as_bool());
                // an expression in braces is no value yet
                let may_divide = allowed == Some(true) || given.is_planned;
                let steers = match text.is_empty() {
                    true => Some("is empty"),
                    false if given.is_planned => None,
                    false => path_value::steering(&text, may_divide),
                };
                if let Some(why) = steers {
                    let problem = format!("{:?} {why}, which would change the path of the operation", cut(&text));
                    return Err(RunError::unsendable(self.step, Code::INVALID_REFERENCE, about(&problem)));
                }
                self.path.push(PathValue { name, text, may_divide });
            }
            Location::Query | Location::Cookie => {
                let pairs = style.pairs(&name, &value).map_err(|problem| self.wrong(about(&problem)))?;
                let pairs = pairs.into_iter().map(|(name, value)| Pair { name, value, is_secret });
                if location == Location::Query { &mut self.query } else { &mut self.cookies }.extend(pairs);
            }
            Location::Header => {
                if NOT_FOR_PARAMETERS.iter().any(|other| other.eq_ignore_ascii_case(&name)) {
                    return Err(self.wrong(about("a header of this name cannot be a parameter")));
                }
                let text = style.whole(&name, &value).map_err(|problem| self.wrong(about(&problem)))?;
                self.header(&name, &text, is_secret)?;
            }
        }
        Ok(())
    }

    fn header(&mut self, name: &str, value: &str, is_secret: bool) -> Result<(), RunError> {
        let wrong = |problem: &str| self.wrong(format!("the header {:?}: {problem}", cut(name)));
        let name = HeaderName::from_bytes(name.as_bytes()).map_err(|_| wrong("its name is not a token"))?;
        let mut value = HeaderValue::from_str(value).map_err(|_| {
            wrong("its value has characters that a header cannot have: line breaks, or more than ASCII")
        })?;
        value.set_sensitive(is_secret);
        self.headers.insert(name, value);
        Ok(())
    }

    /// Sets `Accept` to the media types of the successful response.
    fn accept(&mut self, operation: &Operation<'_>) -> Result<(), RunError> {
        if self.headers.contains_key(header::ACCEPT) {
            return Ok(());
        }
        let success = operation.success()?;
        let types: Vec<&str> = success.iter().take(8).map(|(name, _)| name.as_str()).collect();
        let value = HeaderValue::from_str(&types.join(", ")).ok().filter(|value| !value.is_empty());
        self.headers.insert(header::ACCEPT, value.unwrap_or(HeaderValue::from_static("*/*")));
        Ok(())
    }

    fn cookie_header(&mut self) -> Result<(), RunError> {
        if self.cookies.is_empty() {
            return Ok(());
        }
        let all: Vec<String> = self.cookies.iter().map(|pair| format!("{}={}", pair.name, pair.value)).collect();
        self.header("cookie", &all.join("; "), true)
    }

    fn body(&mut self, operation: &Operation<'_>, content: Option<&Content>) -> Result<Option<Encoded>, RunError> {
        let described = operation.body()?;
        let Some(content) = content else {
            return match described {
                Some(body) if body.required => Err(self.wrong("its required body is not set")),
                _ => Ok(None),
            };
        };
        let preferred = described.as_ref().and_then(|body| body.preferred()).map(|name| name.as_str());
        let content_type = content.content_type.as_deref().or(preferred).unwrap_or("application/json");
        let encoding = operation.encoding(content_type);
        let encoded = if content.is_planned {
            Encoded { content_type: content_type.to_owned(), bytes: Vec::new() }
        } else {
            let encoded = body::encode(content_type, &content.value, encoding);
            encoded.map_err(|problem| self.wrong(format!("its body: {problem}")))?
        };
        let value = HeaderValue::from_str(&encoded.content_type)
            .map_err(|_| self.wrong("its body: the media type is not a valid header value"))?;
        self.headers.insert(header::CONTENT_TYPE, value);
        Ok(Some(encoded))
    }

    /// The path with its arguments.
    fn path(&self, template: &str) -> Result<String, RunError> {
        let (mut path, mut rest) = (String::with_capacity(template.len()), template);
        let (mut plain, mut divisions) = (String::with_capacity(template.len()), 0);
        while let Some((before, after)) = rest.split_once('{') {
            path.push_str(before);
            plain.push_str(before);
            plain.push('x');
            let Some((name, behind)) = after.split_once('}') else {
                return Err(self.wrong("its path has an unclosed brace"));
            };
            let given = self.path.iter().find(|value| value.name == name);
            let value =
                given.ok_or_else(|| self.wrong(format!("its required path parameter {:?} is not set", cut(name))))?;
            path.push_str(&value.text);
            divisions += if value.may_divide { path_value::divisions(&value.text) } else { 0 };
            rest = behind;
        }
        path.push_str(rest);
        plain.push_str(rest);
        // two arguments in one segment can combine to dots, or to an encoded slash
        if let Some(why) = path_value::combined(&path, &plain, divisions) {
            let problem = format!("the path {:?} {why}", cut(&path));
            return Err(RunError::unsendable(self.step, Code::INVALID_REFERENCE, problem));
        }
        Ok(path)
    }

    fn finish(
        self,
        operation: &Operation<'_>,
        server: &Server,
        given: Vec<RequestArgument>,
        content: Option<Content>,
        body: Option<Encoded>,
        signer: Option<DidSigner>,
    ) -> Result<Built, RunError> {
        let path = self.path(operation.path())?;
        let mut url = server.url_of(self.step, &path)?;
        let query = |shown: bool| {
            let pair = |pair: &Pair| {
                let value = if shown && pair.is_secret { MASK } else { &pair.value };
                format!("{}={value}", pair.name)
            };
            self.query.iter().map(pair).collect::<Vec<_>>().join("&")
        };
        let mut shown_url = url.to_string();
        if !self.query.is_empty() {
            url.set_query(Some(&query(false)));
            shown_url = format!("{shown_url}?{}", query(true));
        }
        let headers = self.headers.iter().map(|(name, value)| {
            let is_secret = value.is_sensitive() || is_credential_name(name.as_str());
            (name.as_str(), if is_secret { MASK } else { value.to_str().unwrap_or(MASK) })
        });
        let mut headers: Object = headers.collect();
        if signer.is_some() {
            headers.insert("signature", MASK);
        }
        let value = content.map(|content| Arc::new(content.value));
        let method = operation.method().name();
        // query parameters from credentials are not visible to the flow
        let request = TracedRequest { method, url: shown_url, headers: headers.into(), body: value };
        let method = http::Method::from_bytes(request.method.as_bytes()).unwrap_or_default();
        let (headers, origin) = (self.headers, server.origin.clone());
        let exchange = Exchange { request, given, answer: None };
        Ok(Built { method, url, origin, headers, body, signer, exchange })
    }
}

impl Built {
    /// The request, signed if a key is given.
    pub(super) fn request(&self, step: &str) -> Result<Request<Vec<u8>>, RunError> {
        let wrong = |problem: &str| RunError::unsendable(step, Code::INVALID_ARGUMENTS, problem);
        let uri: Uri = self.url.as_str().parse().map_err(|_| wrong("its URL cannot be sent in HTTP"))?;
        let mut request = Request::new(());
        *request.method_mut() = self.method.clone();
        *request.uri_mut() = uri;
        *request.headers_mut() = self.headers.clone();
        let bytes = self.body.as_ref().map(|body| body.bytes.clone()).unwrap_or_default();
        let (mut parts, ()) = request.into_parts();
        if let Some(signer) = &self.signer {
            let failed = |error: &dyn std::error::Error| {
                RunError::credential("didwba", &self.origin, format!("cannot sign: {error}"))
            };
            let options = SignRequestOptions::new(Timestamp::now().truncated_to_second()).random_nonce();
            let options = options.map_err(|error| failed(&error))?.cover_recommended(&parts.headers);
            sign_request(&mut parts, &bytes, &self.origin, &**signer, &options).map_err(|error| failed(&error))?;
        }
        Ok(Request::from_parts(parts, bytes))
    }
}
