//! Authorization of writers.

use crate::{Identifier, RegistryError};
use agent_description::did::Did;
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
            Writer::Did(_) => Err(RegistryError::Writer {
                writer: writer.to_string(),
                identifier: identifier.to_string(),
                host: identifier.host().to_owned(),
            }),
        }
    }
}

/// Whether a DID represents a host: a did:wba or did:web of exactly this host on the default port. Other ports and
/// subdomains may belong to others.
#[must_use]
pub fn speaks_for_host(did: &Did, host: &str) -> bool {
    did.host() == Some(host) && did.port().is_none()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{Administrators, Right, Writer};
    use agent_description::{Code, CodedError};

    #[test]
    fn a_did_of_the_host_or_an_administrator() {
        let administrators = Administrators::new(["did:wba:registry.example:root".parse().unwrap()]);
        let identifier = "urn:air:hotel.example:agent:rooms".parse().unwrap();
        let may = |did: &str| administrators.permit(&Writer::Did(did.parse().unwrap()), &identifier);
        assert_eq!(may("did:wba:hotel.example").unwrap(), Right::Host);
        assert_eq!(may("did:wba:hotel.example:user:alice").unwrap(), Right::Host);
        assert_eq!(may("did:web:hotel.example").unwrap(), Right::Host);
        assert_eq!(may("did:wba:registry.example:root").unwrap(), Right::Administration);
        assert_eq!(administrators.permit(&Writer::Operator, &identifier).unwrap(), Right::Administration);
        for stranger in [
            "did:wba:mallory.example",
            "did:wba:www.hotel.example",
            "did:wba:hotel.example.mallory.example",
            "did:wba:hotel.example%3A8443",
            "did:wba:registry.example",
            "did:wba:registry.example:root:more",
            "did:key:zDnaerx9CtbPJ1q36T5Ln5wYt3MQYeGRG5ehnPAmxcf5mDZpv",
        ] {
            assert_eq!(may(stranger).unwrap_err().code(), Code::AUTH_FORBIDDEN, "{stranger}");
        }
    }
}
