//! Vectors for verifying catalogs.

use super::{
    Answered, Path, Vector, optional, value,
    verification::{expectations, verify},
};
use adp_catalogs::{AI_CATALOG, ai_catalog::limits};
use agent_description::Document;

/// Output: the signer of the catalog, or `-` if the entries have different publishers.
pub(super) fn catalog_verify(vector: &Vector, folder: &Path) -> Answered {
    let document = Document::parse(vector.body(), limits())?;
    let expectations = expectations(value(vector, "at")?, optional(vector, "signer")?);
    verify(vector, folder, document, AI_CATALOG, &expectations)
}
