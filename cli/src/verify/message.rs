//! Messages: verified by their sender's DID document, given or resolved.

use super::job::Job;
use crate::failure::Failure;
use adp_messages::{
    ENVELOPE,
    signature::{MessageExpectations, UnverifiedMessage},
};
use agent_description::{Did, Document, format::Format, resolve::Resolve};

/// Whether a format is that of messages.
pub fn is_message(format: &dyn Format) -> bool {
    format.name() == ENVELOPE.name()
}

impl Job {
    /// Who signed a message, whoever receives it.
    pub(super) async fn verify_message(&self, document: &Document, name: &str) -> Result<Did, Failure> {
        let unverified =
            UnverifiedMessage::read(document).map_err(|error| Failure::of(&error).in_document(name, document))?;
        let did = unverified.did().clone();
        let expectations = MessageExpectations::at(self.expected.at);
        let verified = match self.did_documents.find(&did, &self.limits) {
            Some(Ok(given)) => unverified.verify(&given, &expectations),
            Some(Err(refused)) => return Err(refused.to_failure()),
            None => unverified.verify(&self.resolver.resolve(&did).await?, &expectations),
        };
        verified.map_err(|error| Failure::of(&error).in_input(name, &[]))?;
        self.as_expected(did, name)
    }
}
