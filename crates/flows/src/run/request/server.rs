//! The URL of a request, which stays on the operation's server.

use crate::{
    run::error::RunError,
    server::{Server, origin},
};
use agent_description::Code;
use url::Url;

impl Server {
    /// The URL of a path on the server, which must have the server's origin.
    pub(super) fn url_of(&self, step: &str, path: &str) -> Result<Url, RunError> {
        let wrong = |problem: String| RunError::unsendable(step, Code::INVALID_URL, problem);
        let text = format!("{}{path}", self.url.as_str().trim_end_matches('/'));
        let url = Url::parse(&text).map_err(|error| wrong(format!("its path is not a valid URL: {error}")))?;
        let found = origin(&url).filter(|_| url.username().is_empty() && url.password().is_none());
        if found.as_ref() != Some(&self.origin) {
            let found = found.map_or_else(|| "no origin".to_owned(), |origin| origin.to_string());
            let expected = &self.origin;
            let message =
                format!("the step {step:?} would go to {found}, expected {expected}, the origin of its server");
            return Err(RunError::new(Code::AUTH_ORIGIN, message));
        }
        if !path.starts_with('/') || url.query().is_some() || url.fragment().is_some() {
            return Err(wrong("its path has a query or fragment".to_owned()));
        }
        Ok(url)
    }
}
