//! The two generations of agent descriptions.

use crate::json::Document;

adp_json::words! {
    /// The specification that a document follows.
    #[derive(Default)]
    #[non_exhaustive]
    pub enum DescriptionProfile {
        /// The JSON-LD of the Agent Description Protocol: the document has a `@context`.
        #[default]
        Adp = "adp",
        /// The plain JSON of ANP-07: the document has a `protocolType` and no `@context`.
        Anp07 = "anp-07",
    }
}

impl DescriptionProfile {
    /// The profile of a document.
    #[must_use]
    pub fn for_document(document: &Document) -> Self {
        let root = document.root();
        if !root.contains("@context") && root.contains("protocolType") { Self::Anp07 } else { Self::Adp }
    }
}
