//! Errors of fetches and resolutions.

use adp_did::DidError;
use adp_json::{Code, CodedError};
use std::{net::IpAddr, time::Duration};

/// Number of characters shown of a URL or header.
#[cfg(feature = "resolver")]
pub(super) const MAX_SHOWN_CHARS: usize = 200;

/// Why a fetch failed. The document is unavailable, which does not mean that it is invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NetError {
    /// Network access is disabled.
    #[error("{what} is needed, but network access is disabled; supply the document, or allow the network")]
    Offline {
        /// The required URL or DID.
        what: String,
    },
    /// The URL is not an absolute `https` URL.
    #[error("found {url:?}: {problem}; expected an absolute `https` URL")]
    Scheme {
        /// The URL, shortened.
        url: String,
        /// The problem.
        problem: String,
    },
    /// The request is invalid and was not sent.
    #[error("a request to {url} was not sent: {problem}; remove it")]
    Request {
        /// The URL, shortened.
        url: String,
        /// The problem.
        problem: String,
    },
    /// The host is an IP address or a name that is not on the public web.
    #[error("{host:?} cannot be fetched from: {problem}")]
    Host {
        /// The host.
        host: String,
        /// The problem.
        problem: String,
    },
    /// The host's name has an address that is not public. [`ConnectTo`](crate::ConnectTo) sets the address of a local
    /// server.
    #[error("{host} resolves to {address}, which is not public: {range}; only public addresses are allowed")]
    Address {
        /// The host.
        host: String,
        /// The address.
        address: IpAddr,
        /// The purpose of its address range.
        range: &'static str,
    },
    /// The server redirected.
    #[error("{url} answered {status}, a redirect{}; redirects are not followed, so the document must be at this exact URL", target(.location))]
    Redirect {
        /// The URL fetched.
        url: String,
        /// The status.
        status: u16,
        /// The target, shortened.
        location: Option<String>,
    },
    /// The status is not 200.
    #[error("{url} answered {status}, expected 200")]
    Status {
        /// The URL fetched.
        url: String,
        /// The status.
        status: u16,
    },
    /// The response has a transfer encoding other than `chunked`.
    #[error("{url} answered with the transfer encoding {encoding:?}, expected `chunked` or none")]
    TransferEncoding {
        /// The URL.
        url: String,
        /// The transfer encoding, shortened.
        encoding: String,
    },
    /// The headers do not declare a JSON body.
    #[error("{url} answered with {found}, expected the media type {expected}, unencoded")]
    Type {
        /// The URL fetched.
        url: String,
        /// The headers found.
        found: String,
        /// The accepted media types.
        expected: &'static str,
    },
    /// The body is larger than the limit.
    #[error("{url} answered with more than {limit} bytes; the document must be smaller, or the limit raised")]
    Size {
        /// The URL fetched.
        url: String,
        /// The limit in bytes.
        limit: usize,
    },
    /// The header of the response is too long.
    #[error(
        "{url} answered with a header that is too long, or has more than {fields} fields; the server's operator must \
         check what it sends"
    )]
    Header {
        /// The URL fetched.
        url: String,
        /// The limit of header fields.
        fields: usize,
    },
    /// The server was too slow.
    #[error("{url} took longer than {} ms to {phase}; try again later", .limit.as_millis())]
    Time {
        /// The URL fetched.
        url: String,
        /// The phase that took too long.
        phase: Phase,
        /// The limit.
        limit: Duration,
    },
    /// A rate limit of this client is reached.
    #[error(
        "{host}: not connected: {limit} within {} s; try again later",
        .window.as_secs()
    )]
    Throttled {
        /// The host.
        host: String,
        /// The limit that is reached.
        limit: ThrottleLimit,
        /// The time window.
        window: Duration,
    },
    /// The TLS handshake or the certificate check failed.
    #[error("{url}: no trusted TLS connection: {problem}")]
    Tls {
        /// The URL fetched.
        url: String,
        /// The cause.
        problem: String,
    },
    /// The connection failed.
    #[error("{url}: no connection: {problem}")]
    Connect {
        /// The URL fetched.
        url: String,
        /// The cause.
        problem: String,
    },
    /// The connection failed after the request was sent, before the response was complete.
    #[error("{url}: the connection broke before the response was complete: {problem}")]
    Broken {
        /// The URL fetched.
        url: String,
        /// The cause.
        problem: String,
    },
}

impl NetError {
    /// Whether no part of the request was sent. Otherwise the server may have processed it, with or without a response.
    #[must_use]
    pub fn is_unsent(&self) -> bool {
        match self {
            Self::Offline { .. }
            | Self::Scheme { .. }
            | Self::Request { .. }
            | Self::Host { .. }
            | Self::Address { .. }
            | Self::Throttled { .. }
            | Self::Tls { .. }
            | Self::Connect { .. } => true,
            Self::Time { phase, .. } => matches!(phase, Phase::Permit | Phase::Connect),
            Self::Redirect { .. }
            | Self::Status { .. }
            | Self::TransferEncoding { .. }
            | Self::Type { .. }
            | Self::Size { .. }
            | Self::Header { .. }
            | Self::Broken { .. } => false,
        }
    }

    /// Whether the server answered, and its response was not accepted.
    #[must_use]
    pub fn is_answered(&self) -> bool {
        matches!(
            self,
            Self::Redirect { .. }
                | Self::Status { .. }
                | Self::TransferEncoding { .. }
                | Self::Type { .. }
                | Self::Size { .. }
                | Self::Header { .. }
        )
    }
}

/// The rate limits of a time window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ThrottleLimit {
    /// The limit of one host.
    Host(usize),
    /// The limit in total.
    InAll(usize),
    /// The limit of DIDs that have not resolved before, at one host.
    NewDidsAtHost(usize),
    /// The limit of DIDs that have not resolved before, in total.
    NewDidsInAll(usize),
    /// The share of the client's network or of the DID.
    Share,
}

impl std::fmt::Display for ThrottleLimit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Host(limit) => write!(f, "more than {limit} fetches at this host"),
            Self::InAll(limit) => write!(f, "more than {limit} fetches in total"),
            Self::NewDidsAtHost(limit) => write!(f, "more than {limit} fetches of new DIDs at this host"),
            Self::NewDidsInAll(limit) => write!(f, "more than {limit} fetches of new DIDs in total"),
            Self::Share => f.write_str("more fetches than the share of one client network or DID"),
        }
    }
}

/// The phases with a deadline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Phase {
    /// Waiting until other fetches have ended.
    Permit,
    /// Name lookup, TCP and TLS.
    Connect,
    /// The whole fetch, up to the last byte of the body.
    Answer,
    /// Several fetches with a common time limit.
    Whole,
}

impl std::fmt::Display for Phase {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Permit => "wait for other fetches",
            Self::Connect => "connect",
            Self::Answer => "answer",
            Self::Whole => "be fetched, including everything fetched before it",
        })
    }
}

fn target(location: &Option<String>) -> String {
    location.as_deref().map(|location| format!(" to {location:?}")).unwrap_or_default()
}

impl CodedError for NetError {
    fn code(&self) -> Code {
        match self {
            Self::Offline { .. } => Code::NET_OFFLINE,
            Self::Scheme { .. } => Code::NET_SCHEME,
            Self::Request { .. } => Code::NET_REQUEST,
            Self::Host { .. } | Self::Address { .. } => Code::NET_ADDRESS,
            Self::Redirect { .. } => Code::NET_REDIRECT,
            Self::Status { .. } => Code::NET_STATUS,
            Self::TransferEncoding { .. } | Self::Type { .. } => Code::NET_TYPE,
            Self::Size { .. } | Self::Header { .. } => Code::NET_SIZE,
            Self::Time { .. } => Code::NET_TIME,
            Self::Tls { .. } => Code::NET_TLS,
            Self::Connect { .. } | Self::Broken { .. } | Self::Throttled { .. } => Code::NET_CONNECT,
        }
    }
}

/// Why a DID did not resolve: its document is unavailable or refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ResolveError {
    /// The document could not be fetched.
    #[error(transparent)]
    Net(#[from] NetError),
    /// The document is refused.
    #[error(transparent)]
    Did(#[from] DidError),
    /// The caller's own resolver has no document.
    #[error("{did}: {problem}")]
    Supplier {
        /// The DID.
        did: String,
        /// What it did instead.
        problem: String,
    },
}

impl ResolveError {
    /// Whether the DID itself causes the error: its host has no document for it, or an invalid one. An early retry does
    /// not help.
    ///
    /// `false` if the host is unreachable, did not complete its response or asks to retry later, and if a limit of this
    /// client is reached.
    #[must_use]
    pub fn is_permanent(&self) -> bool {
        match self {
            Self::Did(_) => true,
            Self::Supplier { .. } => false,
            Self::Net(NetError::Status { status, .. }) => {
                (400..500).contains(status) && !matches!(status, 408 | 425 | 429)
            }
            Self::Net(error) => matches!(
                error,
                NetError::Host { .. } | NetError::Redirect { .. } | NetError::Type { .. } | NetError::Size { .. }
            ),
        }
    }
}

impl CodedError for ResolveError {
    fn code(&self) -> Code {
        match self {
            Self::Net(error) => error.code(),
            Self::Did(error) => error.code(),
            Self::Supplier { .. } => Code::NET_CONNECT,
        }
    }

    fn cause(&self) -> Option<&dyn CodedError> {
        match self {
            Self::Net(error) => Some(error),
            Self::Did(error) => Some(error),
            Self::Supplier { .. } => None,
        }
    }
}
