//! The server URL of an operation, and its origin.

use crate::{error::CompileError, openapi::Operation, path_value::steering};
use agent_description::{Code, Origin, json::Offset};
use url::Url;

/// Scheme, host and port; unlike `Origin::from_url`, not of hosts such as `*.example.com`.
pub(crate) fn origin(url: &Url) -> Option<Origin> {
    let authority = match url.port() {
        Some(port) => format!("{}:{port}", url.host_str()?),
        None => url.host_str()?.to_owned(),
    };
    Origin::new(url.scheme(), &authority).ok()
}

/// The server of an operation.
#[derive(Clone, Debug)]
pub(crate) struct Server {
    pub url: Url,
    pub origin: Origin,
}

impl Server {
    /// Parses a server URL. A relative one is resolved against `base`, the document's URL.
    pub(crate) fn parse(server: &str, base: Option<&str>) -> Result<Self, String> {
        let shown: String = server.chars().take(200).collect();
        if server.contains(['{', '}']) {
            return Err(format!("the server {shown:?} has a variable without default"));
        }
        let url = match (Url::parse(server), base) {
            (Err(url::ParseError::RelativeUrlWithoutBase), Some(base)) => {
                Url::parse(base).and_then(|base| base.join(server))
            }
            (Err(url::ParseError::RelativeUrlWithoutBase), None) => {
                let problem = "is relative, and the document was read from a file; expected a URL with scheme and host";
                return Err(format!("the server {shown:?} {problem}"));
            }
            (parsed, _) => parsed,
        };
        let url = url.map_err(|error| format!("the server {shown:?} is not a URL: {error}"))?;
        let is_plain = matches!(url.scheme(), "http" | "https")
            && url.username().is_empty()
            && url.password().is_none()
            && url.query().is_none()
            && url.fragment().is_none();
        let origin = origin(&url)
            .filter(|_| is_plain)
            .ok_or_else(|| format!("invalid server {shown:?}, expected http or https, a host and a path"))?;
        Ok(Self { url, origin })
    }

    /// The first server of an operation.
    pub(crate) fn for_operation(operation: &Operation<'_>, base: Option<&str>) -> Result<Self, String> {
        let servers = operation.servers();
        Self::parse(servers.first().ok_or("its document has no server URL")?, base)
    }
}

impl Operation<'_> {
    /// The URL of a request to the operation, with these path parameters, and its origin. A relative server is resolved
    /// against `base`, the document's URL.
    ///
    /// # Errors
    ///
    /// [`CompileError`]: no usable server, or a parameter without a value.
    pub fn target(&self, base: &str, values: &[(&str, &str)]) -> Result<(String, Origin), CompileError> {
        let wrong = |problem: String| CompileError::broken(Code::INVALID_URL, Offset::NONE, problem);
        let Server { mut url, origin } = Server::for_operation(self, Some(base)).map_err(wrong)?;
        let path: String = self.path().chars().take(200).collect();
        {
            let mut segments = url.path_segments_mut().map_err(|()| wrong("its server has no path".to_owned()))?;
            segments.pop_if_empty();
            for segment in self.path().split('/').skip(1) {
                let name = segment.strip_prefix('{').and_then(|name| name.strip_suffix('}'));
                let value = match name {
                    Some(name) => values.iter().find(|(known, _)| *known == name).map(|(_, value)| *value),
                    None => Some(segment).filter(|segment| !segment.contains(['{', '}', '%'])),
                };
                let value = value.ok_or_else(|| wrong(format!("no value for a parameter of the path {path:?}")))?;
                // a slash is sent encoded: identifiers are URLs
                if let Some(why) = steering(value, true) {
                    return Err(wrong(format!("a value of the path {path:?} {why}")));
                }
                segments.push(value);
            }
        }
        Ok((url.into(), origin))
    }
}
