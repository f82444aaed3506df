//! A proxy that connects by `CONNECT` (RFC 9110 section 9.3.6).

use super::connection::{Io, http1};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use bytes::Bytes;
use http::{HeaderValue, Method, Request, Uri, header};
use http_body_util::Empty;
use hyper_util::rt::TokioIo;
use percent_encoding::percent_decode_str;
use rustls::pki_types::ServerName;
use std::{future::poll_fn, io, net::IpAddr, pin::pin, task::Poll};
use url::{Host, Url};

/// The location of a proxy, and the credentials for it.
#[derive(Clone)]
pub(crate) struct Proxy {
    host: Host,
    port: u16,
    tls: bool,
    authorization: Option<HeaderValue>,
}

impl Proxy {
    /// Parses the proxy at an `http` or `https` URL: host, port, user name and password; `None` for any other.
    pub(crate) fn at(url: &Url) -> Option<Self> {
        let tls = match url.scheme() {
            "http" => false,
            "https" => true,
            _ => return None,
        };
        let host = url.host()?.to_owned();
        let port = url.port_or_known_default().filter(|port| *port != 0)?;
        let (user, password) = (url.username(), url.password());
        let authorization = if user.is_empty() && password.is_none() { None } else { Some(basic(user, password)?) };
        Some(Self { host, port, tls, authorization })
    }

    /// Its host name for lookup.
    pub(super) fn host(&self) -> &str {
        match &self.host {
            Host::Domain(domain) => domain,
            Host::Ipv4(_) | Host::Ipv6(_) => "",
        }
    }

    /// Its address, if its URL contains one.
    pub(super) fn address(&self) -> Option<IpAddr> {
        match self.host {
            Host::Domain(_) => None,
            Host::Ipv4(address) => Some(address.into()),
            Host::Ipv6(address) => Some(address.into()),
        }
    }

    pub(super) fn port(&self) -> u16 {
        self.port
    }

    /// The credentials for it.
    pub(super) fn authorization(&self) -> Option<&HeaderValue> {
        self.authorization.as_ref()
    }

    /// The name that its certificate must have, if TLS is used.
    pub(super) fn server_name(&self) -> Option<io::Result<ServerName<'static>>> {
        let name = || match self.address() {
            Some(address) => Ok(ServerName::from(address)),
            None => ServerName::try_from(self.host().to_owned()).map_err(io::Error::other),
        };
        self.tls.then(name)
    }

    /// Requests a connection to host and port from the proxy at the other end of `stream`.
    pub(super) async fn tunnel<S: Io + 'static>(&self, stream: S, to: (&str, u16)) -> io::Result<Box<dyn Io>> {
        let authority = format!("{}:{}", to.0, to.1);
        let mut request = Request::new(Empty::<Bytes>::new());
        *request.method_mut() = Method::CONNECT;
        *request.uri_mut() = Uri::builder().authority(authority.as_str()).build().map_err(io::Error::other)?;
        request.headers_mut().insert(header::HOST, HeaderValue::try_from(&authority).map_err(io::Error::other)?);
        if let Some(authorization) = self.authorization() {
            request.headers_mut().insert(header::PROXY_AUTHORIZATION, authorization.clone());
        }
        let (mut sender, driver) = http1().handshake(TokioIo::new(stream)).await.map_err(io::Error::other)?;
        let mut driver = pin!(driver.without_shutdown());
        let mut answer = pin!(sender.send_request(request));
        let (mut parts, mut answered) = (None, None);
        let parts = poll_fn(|cx| {
            // until the proxy has agreed and hyper has returned the stream
            loop {
                if parts.is_none()
                    && let Poll::Ready(ended) = driver.as_mut().poll(cx)
                {
                    parts = Some(ended);
                }
                match (&answered, parts.take()) {
                    (Some(()), Some(ended)) => return Poll::Ready(ended.map_err(io::Error::other)),
                    (Some(()), None) => return Poll::Pending,
                    (None, ended) => parts = ended,
                }
                match answer.as_mut().poll(cx) {
                    Poll::Pending => return Poll::Pending,
                    Poll::Ready(Err(error)) => return Poll::Ready(Err(io::Error::other(error))),
                    Poll::Ready(Ok(response)) if !response.status().is_success() => {
                        let problem = format!("the proxy answered {}, expected 200", response.status().as_u16());
                        return Poll::Ready(Err(io::Error::other(problem)));
                    }
                    Poll::Ready(Ok(_)) => answered = Some(()),
                }
            }
        })
        .await?;
        if !parts.read_buf.is_empty() {
            return Err(io::Error::other("the proxy sent data before the request to the host"));
        }
        Ok(Box::new(parts.io.into_inner()))
    }
}

/// RFC 7617.
fn basic(user: &str, password: Option<&str>) -> Option<HeaderValue> {
    let decoded = |text: &str| percent_decode_str(text).collect::<Vec<u8>>();
    let credentials = [decoded(user), b":".to_vec(), decoded(password.unwrap_or_default())].concat();
    let mut value = HeaderValue::try_from(format!("Basic {}", STANDARD.encode(credentials))).ok()?;
    value.set_sensitive(true);
    Some(value)
}
