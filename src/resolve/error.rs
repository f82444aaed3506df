//! Why a fetch or a resolution did not succeed.

use super::ResolutionError;
use crate::{Code, CodedError, did::DidError};
use std::{net::IpAddr, time::Duration};

/// How much of a URL or header tells which one is meant, in characters.
pub(super) const MAX_SHOWN_CHARS: usize = 200;

/// Why a fetch did not succeed. Nothing of this says that a document is wrong, only that it is not available.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NetError {
    /// The network is switched off.
    #[error("{what} is needed, but the network is switched off; supply the document, or allow the network")]
    Offline {
        /// What was to be obtained: a URL or a DID.
        what: String,
    },
    /// Not an absolute `https` URL.
    #[error("found {url:?}: {problem}; expected an absolute `https` URL")]
    Scheme {
        /// The URL, shortened.
        url: String,
        /// What is wrong with it.
        problem: String,
    },
    /// A request that is not sent as it is.
    #[error("a request to {url} is not sent: {problem}; leave that out")]
    Request {
        /// The URL, shortened.
        url: String,
        /// What is wrong with it.
        problem: String,
    },
    /// The host is an address or a name that is not on the public web.
    #[error("{host:?} cannot be fetched from: {problem}")]
    Host {
        /// The host.
        host: String,
        /// What is wrong with it.
        problem: String,
    },
    /// The host's name leads to an address that is not public.
    #[error(
        "{host} resolves to {address}, which is not public: {range}; only public addresses are allowed (for a host of \
         your own, give its address with `ConnectTo`)"
    )]
    Address {
        /// The host.
        host: String,
        /// The address.
        address: IpAddr,
        /// What its range is for.
        range: &'static str,
    },
    /// A redirect.
    #[error("{url} answered {status}, a redirect{}; redirects are not followed, so the document must be at this exact URL", target(.location))]
    Redirect {
        /// The URL fetched.
        url: String,
        /// The status.
        status: u16,
        /// Where to, shortened.
        location: Option<String>,
    },
    /// A status other than 200.
    #[error("{url} answered {status}, expected 200")]
    Status {
        /// The URL fetched.
        url: String,
        /// The status.
        status: u16,
    },
    /// A body that was encoded for the way otherwise than by `chunked`.
    #[error("{url} answered with the transfer encoding {encoding:?}, expected `chunked` or none")]
    TransferEncoding {
        /// The URL.
        url: String,
        /// What the answer says, shortened.
        encoding: String,
    },
    /// A body that is not JSON, by its headers.
    #[error("{url} answered with {found}, expected the media type {expected}, unencoded")]
    Type {
        /// The URL fetched.
        url: String,
        /// What the headers say.
        found: String,
        /// The media types that are read there.
        expected: &'static str,
    },
    /// A body larger than the limit.
    #[error("{url} answered with more than {limit} bytes; the document must be smaller, or the limit raised")]
    Size {
        /// The URL fetched.
        url: String,
        /// The limit in bytes.
        limit: usize,
    },
    /// More bytes than an answer may take with all that is around its body: headers, framing, TLS.
    #[error(
        "{url}: more than {limit} bytes arrived, headers, framing and TLS included, without a complete response; \
         nothing of it is used, and the server's operator must check what it sends"
    )]
    Flood {
        /// The URL fetched.
        url: String,
        /// The limit in bytes: twice that of the body and 64 KiB, or 256 KiB until a connection stands.
        limit: usize,
    },
    /// The server took too long.
    #[error("{url} took longer than {} ms to {phase}; try again later", .limit.as_millis())]
    Time {
        /// The URL fetched.
        url: String,
        /// Until what.
        phase: Phase,
        /// The limit.
        limit: Duration,
    },
    /// So many fetches were asked for that no more are begun for a while.
    #[error(
        "{host}: not connected: {limit} within {} s, the limit; try again later",
        .window.as_secs()
    )]
    Throttled {
        /// The host.
        host: String,
        /// The limit that is reached.
        limit: ThrottleLimit,
        /// The window.
        window: Duration,
    },
    /// The TLS handshake or the certificate check failed.
    #[error("{url}: no trusted TLS connection: {problem}")]
    Tls {
        /// The URL fetched.
        url: String,
        /// What went wrong.
        problem: String,
    },
    /// No connection.
    #[error("{url}: no connection: {problem}")]
    Connect {
        /// The URL fetched.
        url: String,
        /// What went wrong.
        problem: String,
    },
    /// The connection broke after the request was sent, before the response was complete.
    #[error("{url}: the connection broke before the response was complete: {problem}")]
    Broken {
        /// The URL fetched.
        url: String,
        /// What went wrong.
        problem: String,
    },
}

impl NetError {
    /// Whether nothing of the request was sent. Otherwise the server may have acted on it, whether or not it answered.
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
            Self::Time { phase, .. } => matches!(phase, Phase::Turn | Phase::Connect),
            Self::Redirect { .. }
            | Self::Status { .. }
            | Self::TransferEncoding { .. }
            | Self::Type { .. }
            | Self::Size { .. }
            | Self::Flood { .. }
            | Self::Broken { .. } => false,
        }
    }
}

/// Which limit of what is begun within a window is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ThrottleLimit {
    /// So many at one host.
    Host(usize),
    /// So many in all.
    InAll(usize),
    /// So many at one host of DIDs that had not resolved before.
    StrangersAtHost(usize),
    /// So many in all of DIDs that had not resolved before.
    StrangersInAll(usize),
    /// The share of whoever asks, or of what is asked for.
    Share,
}

impl std::fmt::Display for ThrottleLimit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Host(limit) => write!(f, "{limit} fetches at this host were started"),
            Self::InAll(limit) => write!(f, "{limit} fetches in total were started"),
            Self::StrangersAtHost(limit) => {
                write!(f, "{limit} fetches of new DIDs at this host were started")
            }
            Self::StrangersInAll(limit) => {
                write!(f, "{limit} fetches of new DIDs in total were started")
            }
            Self::Share => f.write_str("one sender, DID or host has used its share of the fetches"),
        }
    }
}

/// What a server took too long for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Phase {
    /// Its turn among the fetches that are under way.
    Turn,
    /// Name lookup, TCP and TLS.
    Connect,
    /// All of it, to the body's last byte.
    Answer,
    /// All of it and all that was fetched before it, where several fetches share a time.
    Whole,
}

impl std::fmt::Display for Phase {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Turn => "get its turn among the fetches in progress",
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
            Self::Size { .. } | Self::Flood { .. } => Code::NET_SIZE,
            Self::Time { .. } => Code::NET_TIME,
            Self::Tls { .. } => Code::NET_TLS,
            Self::Connect { .. } | Self::Broken { .. } | Self::Throttled { .. } => Code::NET_CONNECT,
        }
    }
}

/// Why a DID did not resolve: its document is not available, or is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ResolveError {
    /// The document could not be fetched.
    #[error(transparent)]
    Net(#[from] NetError),
    /// The document is refused.
    #[error(transparent)]
    Did(#[from] DidError),
}

impl ResolveError {
    /// Whether the DID itself is at fault: its host has no document for it, or one that is refused. Resolving it again soon does not help.
    ///
    /// False where the host was not reached, did not finish its answer or asks to come back later, and where a limit of this side is reached.
    #[must_use]
    pub fn is_permanent(&self) -> bool {
        match self {
            Self::Did(_) => true,
            Self::Net(NetError::Status { status, .. }) => {
                (400..500).contains(status) && !matches!(status, 408 | 425 | 429)
            }
            Self::Net(error) => matches!(
                error,
                NetError::Host { .. } | NetError::Redirect { .. } | NetError::Type { .. } | NetError::Size { .. }
            ),
        }
    }

    /// The error that W3C DID Resolution has for it; `None` for a deactivated DID, which is not an error there.
    #[must_use]
    pub fn resolution_error(&self) -> Option<ResolutionError> {
        match self {
            Self::Net(NetError::Status { status: 404 | 410, .. }) => Some(ResolutionError::NotFound),
            _ => ResolutionError::from_code(self.code()),
        }
    }
}

impl CodedError for ResolveError {
    fn code(&self) -> Code {
        match self {
            Self::Net(error) => error.code(),
            Self::Did(error) => error.code(),
        }
    }

    fn cause(&self) -> Option<&dyn CodedError> {
        match self {
            Self::Net(error) => Some(error),
            Self::Did(error) => Some(error),
        }
    }
}
