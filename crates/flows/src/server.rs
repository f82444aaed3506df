//! Where an operation is: the URL of its server, and the origin of that.

use crate::openapi::Operation;
use agent_description::Origin;
use url::Url;

/// Scheme, host and port.
pub(crate) fn origin(url: &Url) -> Option<Origin> {
    let authority = match url.port() {
        Some(port) => format!("{}:{port}", url.host_str()?),
        None => url.host_str()?.to_owned(),
    };
    Origin::new(url.scheme(), &authority).ok()
}

/// The first server of an operation; a relative one starts at the URL that the document was fetched from.
///
/// # Errors
/// Why there is none, in words.
pub(crate) fn server(operation: &Operation<'_>, base: Option<&str>) -> Result<(Url, Origin), String> {
    let servers = operation.servers();
    let server = servers.first().ok_or("its document names no server by a URL")?;
    let shown: String = server.chars().take(200).collect();
    if server.contains(['{', '}']) {
        return Err(format!("the server {shown:?} has a variable without default"));
    }
    let url = match (Url::parse(server), base) {
        (Ok(url), _) => url,
        (Err(url::ParseError::RelativeUrlWithoutBase), Some(base)) => Url::parse(base)
            .and_then(|base| base.join(server))
            .map_err(|error| format!("the server {shown:?} is no URL: {error}"))?,
        (Err(url::ParseError::RelativeUrlWithoutBase), None) => {
            let problem = "is relative, and the document was read from a file; expected a URL with scheme and host";
            return Err(format!("the server {shown:?} {problem}"));
        }
        (Err(error), _) => return Err(format!("the server {shown:?} is no URL: {error}")),
    };
    let is_plain = matches!(url.scheme(), "http" | "https")
        && url.username().is_empty()
        && url.password().is_none()
        && url.query().is_none()
        && url.fragment().is_none();
    let origin = origin(&url).filter(|_| is_plain).ok_or_else(|| {
        format!("the server {shown:?} is none: expected http or https, a host and a path, and nothing else")
    })?;
    Ok((url, origin))
}
