//! Authorization of writers.

use crate::{Identifier, RegistryError};
use agent_description::{Code, did::Did};
use std::{collections::HashSet, fmt};

/// A writer.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Writer {
    /// An authenticated DID (`adp_server::AuthenticatedDid`).
    Did(Did),
    /// The operator with access to the store: the command line or a crawl.
    Operator,
}

impl fmt::Display for Writer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Did(did) => did.fmt(f),
            Self::Operator => f.write_str("operator"),
        }
    }
}

/// DIDs that may write all entries, given at startup.
#[derive(Clone, Debug, Default)]
pub struct Administrators {
    dids: HashSet<Did>,
}

/// Proof of authorization. It can only be obtained from [`Administrators::permit`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Right {
    /// A DID of the entry's host.
    Host,
    /// An administrator or the operator, without rate limit.
    Administration,
}

impl Administrators {
    /// Creates the list.
    pub fn new(dids: impl IntoIterator<Item = Did>) -> Self {
        Self { dids: dids.into_iter().collect() }
    }

    /// Authorizes a writer for an entry: a DID of the identifier's host, or an administrator.
    ///
    /// # Errors
    /// `auth-forbidden`
    pub fn permit(&self, writer: &Writer, identifier: &Identifier) -> Result<Right, RegistryError> {
        match writer {
            Writer::Operator => Ok(Right::Administration),
            Writer::Did(did) if self.dids.contains(did) => Ok(Right::Administration),
            Writer::Did(did) if speaks_for_host(did, identifier.host()) => Ok(Right::Host),
            Writer::Did(did) => {
                let host = identifier.host();
                let expected = format!("expected a DID of {host} without a port, or an administrator");
                let message = format!("{did} may not write {identifier}, {expected}");
                Err(RegistryError::refused(Code::AUTH_FORBIDDEN, message))
            }
        }
    }
}

/// Whether a DID represents a host: a did:wba or did:web of exactly this host on the default port. Other ports and
/// subdomains may belong to others.
#[must_use]
pub fn speaks_for_host(did: &Did, host: &str) -> bool {
    did.host() == Some(host) && did.port().is_none()
}
