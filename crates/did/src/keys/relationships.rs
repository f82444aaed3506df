//! Verification methods and their relationships (DID Core section 5.3).

use super::verification_method::{DID_URL, expand};
use crate::{
    Did, DidError, DidUrl, Purpose, VerificationMethod, document::document_part::Part, error::MAX_SHOWN_CHARS, rules,
};
use adp_json::{Code, Limits, cut};

/// The methods of a document and the relationships that list them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Relationships {
    pub(crate) methods: Vec<VerificationMethod>,
    /// Number of methods under `verificationMethod`, which come first.
    in_list: usize,
    /// One list for each entry of [`Purpose::ALL`]: expanded IDs.
    listed: [Vec<String>; Purpose::ALL.len()],
}

/// Parses methods, limits their number and requires unique IDs.
struct Methods<'a> {
    did: &'a Did,
    limit: usize,
    ids: Vec<String>,
    methods: Vec<VerificationMethod>,
}

impl Methods<'_> {
    fn read(&mut self, part: &Part<'_>) -> Result<String, DidError> {
        if self.ids.len() >= self.limit {
            let found = format!("more than {} verification methods", self.limit);
            return Err(DidError::invalid(part.place(), found, "fewer; or raise `Limits::verification_methods`"));
        }
        let (id, method) = VerificationMethod::read(part, self.did)?;
        if self.ids.contains(&id) {
            let message = format!(
                "a verification method {} already appears in this document; give each method its own id",
                cut(&id, MAX_SHOWN_CHARS)
            );
            return Err(DidError::refused(&rules::METHOD_ID, Code::DID_METHOD_AMBIGUOUS, part.place(), message));
        }
        self.methods.extend(method);
        self.ids.push(id.clone());
        Ok(id)
    }
}

impl Relationships {
    pub(crate) fn read(root: &Part<'_>, did: &Did, limits: &Limits) -> Result<Self, DidError> {
        let mut methods = Methods { did, limit: limits.verification_methods, ids: Vec::new(), methods: Vec::new() };
        if let Some(listed) = root.member("verificationMethod") {
            for part in listed.array("an array of verification methods")? {
                methods.read(&part)?;
            }
        }
        let in_list = methods.methods.len();
        let mut listed: [Vec<String>; Purpose::ALL.len()] = Default::default();
        for (purpose, ids) in Purpose::ALL.iter().zip(&mut listed) {
            let Some(relationship) = root.member(purpose.as_str()) else { continue };
            for part in relationship.array("an array of DID URLs and verification methods")? {
                ids.push(match part.json().as_str() {
                    Some(reference) => expand(reference, did).ok_or_else(|| part.invalid(DID_URL))?,
                    // an embedded method is listed only here
                    None => methods.read(&part)?,
                });
            }
        }
        Ok(Self { methods: methods.methods, in_list, listed })
    }

    /// The methods under `verificationMethod`, without those that a relationship embeds.
    pub(crate) fn listed_methods(&self) -> &[VerificationMethod] {
        self.methods.get(..self.in_list).unwrap_or_default()
    }

    /// The method with this ID.
    pub(crate) fn method(&self, id: &DidUrl) -> Option<&VerificationMethod> {
        self.methods.iter().find(|method| method.id == *id)
    }

    /// Whether the method with this ID is listed under a purpose.
    pub(crate) fn lists(&self, id: &DidUrl, purpose: Purpose) -> bool {
        self.under(purpose).iter().any(|listed| listed == id.as_str())
    }

    /// The IDs listed under a purpose.
    pub(crate) fn under(&self, purpose: Purpose) -> &[String] {
        let at = Purpose::ALL.iter().position(|known| *known == purpose);
        at.and_then(|at| self.listed.get(at)).map_or(&[], Vec::as_slice)
    }
}
