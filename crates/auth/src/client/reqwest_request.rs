//! Support for the request and response types of `reqwest`. The client still uses its own connections.

use crate::{AuthClient, ClientError};
use adp_fetch::{NetError, Phase};
use reqwest::ResponseBuilderExt;

impl AuthClient {
    /// Like [`send`](Self::send), with the request and response types of `reqwest`. The request uses this client's
    /// connections and rules. Settings of the `reqwest::Client` that built the request are ignored, except for the
    /// request's own timeout.
    ///
    /// ```no_run
    /// # async fn call(client: agent_description::auth::AuthClient) -> Result<(), Box<dyn std::error::Error>> {
    /// let request = reqwest::Client::new().post("https://hotel.example.com/book").body(r#"{"nights":2}"#).build()?;
    /// let response = client.execute(request).await?.error_for_status()?;
    /// println!("{}", response.text().await?);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// Those of [`send`](Self::send); `auth-malformed` for a streaming body, which cannot be signed.
    pub async fn execute(&self, mut request: reqwest::Request) -> Result<reqwest::Response, ClientError> {
        let url = request.url().clone();
        let body = match request.body() {
            Some(body) => body.as_bytes().ok_or(ClientError::Stream)?.to_vec(),
            None => Vec::new(),
        };
        let target = self.inner.https.target(url.as_str())?;
        let mut sent = http::Request::new(body);
        *sent.method_mut() = request.method().clone();
        *sent.uri_mut() = target.url().parse().map_err(|error: http::uri::InvalidUri| NetError::Scheme {
            url: target.url().to_owned(),
            problem: format!("it cannot be written in HTTP ({error})"),
        })?;
        *sent.headers_mut() = std::mem::take(request.headers_mut());
        let reply = match request.timeout() {
            None => self.send(sent).await?,
            Some(limit) => tokio::time::timeout(*limit, self.send(sent)).await.unwrap_or_else(|_| {
                Err(NetError::Time { url: target.url().to_owned(), phase: Phase::Answer, limit: *limit }.into())
            })?,
        };
        let (head, body) = reply.response.into_parts();
        let mut answer = http::Response::builder()
            .url(url)
            .body(body)
            .map_err(|error| NetError::Connect { url: target.url().to_owned(), problem: error.to_string() })?;
        *answer.status_mut() = head.status;
        *answer.version_mut() = head.version;
        *answer.headers_mut() = head.headers;
        Ok(reqwest::Response::from(answer))
    }
}
