//! Services of a DID document (DID Core section 5.4).

use super::document_part::Part;
use crate::{Did, DidError, error::MAX_SHOWN_CHARS};
use adp_json::{Json, Text, cut};

/// A service: its type and endpoint.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct DidService {
    /// The service's ID; `#fragment` is expanded against the document's DID.
    pub id: String,
    /// The service's types.
    pub types: Vec<Text>,
    /// The endpoint: a string, an object, or an array of these.
    pub endpoint: Json,
}

impl DidService {
    /// The type of the service with the DID's agent description (did:wba section 2.5).
    pub const AGENT_DESCRIPTION: &'static str = "AgentDescription";
    /// The type of the service that confirms the DID's Handle (ANP-04).
    pub const HANDLE: &'static str = "ANPHandleService";
    /// The type of the service that receives the DID's messages.
    pub const MESSAGES: &'static str = "ANPMessageService";

    /// Whether the service has this type.
    #[must_use]
    pub fn has_type(&self, name: &str) -> bool {
        self.types.iter().any(|known| known == name)
    }

    pub(crate) fn read_all(root: &Part<'_>, did: &Did) -> Result<Vec<Self>, DidError> {
        let Some(listed) = root.member("service") else { return Ok(Vec::new()) };
        let mut services = Vec::<Self>::new();
        let mut ids = std::collections::BTreeSet::new();
        for part in listed.array("an array of services")? {
            let service = Self::read(&part, did)?;
            if !ids.insert(service.id.clone()) {
                let found = format!("a second service with the id {:?}", cut(&service.id, MAX_SHOWN_CHARS));
                let expected = "an id of its own for each service (DID Core section 5.4)";
                return Err(DidError::invalid(part.place(), found, expected));
            }
            services.push(service);
        }
        Ok(services)
    }

    fn read(part: &Part<'_>, did: &Did) -> Result<Self, DidError> {
        part.object("a service: an object")?;
        let id = part.required("id", "the service's URI")?.string("the service's URI: a string")?;
        let id = if id.starts_with('#') { format!("{did}{id}") } else { id.to_string() };
        const TYPE: &str = "the service's type: a string or an array of strings";
        let service_type = part.required("type", TYPE)?;
        let types = match service_type.items() {
            Some(items) => items.map(|item| item.string(TYPE).cloned()).collect::<Result<_, _>>()?,
            None => vec![service_type.string(TYPE)?.clone()],
        };
        const ENDPOINT: &str = "the service's endpoint: a URI, an object, or an array of these";
        let endpoint = part.required("serviceEndpoint", ENDPOINT)?;
        let is_endpoint = |json: &Json| json.as_str().is_some() || json.as_object().is_some();
        let fits = match endpoint.json().as_array() {
            Some(items) => items.iter().all(is_endpoint),
            None => is_endpoint(endpoint.json()),
        };
        if !fits {
            return Err(endpoint.invalid(ENDPOINT));
        }
        Ok(Self { id, types, endpoint: endpoint.json().clone() })
    }
}

/// Whether the text is an absolute https URL, which the endpoints of descriptions and Handles are.
pub(crate) fn is_https(text: &str) -> bool {
    url::Url::parse(text).is_ok_and(|url| url.scheme() == "https" && url.has_host())
}
