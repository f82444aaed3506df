//! Who may write what: one rule.

use crate::{Identifier, RegistryError};
use agent_description::did::Did;
use std::{collections::HashSet, fmt};

/// Who writes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Writer {
    /// Whoever authenticated as this DID (`adp_server::AuthenticatedDid`).
    Did(Did),
    /// Whoever runs the registry and has its store at hand: the command line, a crawl.
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

/// The DIDs that may write every entry, named when the registry starts.
#[derive(Clone, Debug, Default)]
pub struct Administrators {
    dids: HashSet<Did>,
}

/// By what right somebody writes an entry. There is no other way to get one than [`Administrators::permit`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Right {
    /// A DID of the entry's host.
    Host,
    /// An administrator, or the operator: bound by no rate.
    Administration,
}

impl Administrators {
    /// These.
    pub fn new(dids: impl IntoIterator<Item = Did>) -> Self {
        Self { dids: dids.into_iter().collect() }
    }

    /// Whether and why somebody may write or remove an entry (section 6 of this software's design): a DID whose host is the identifier's, or an
    /// administrator.
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

/// Whether a DID speaks for a host: it is a did:wba or did:web of that very host, on the web's own port. Another port may be anybody's who has an
/// account on the machine; a subdomain may be another's.
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
