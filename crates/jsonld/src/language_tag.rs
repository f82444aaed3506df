//! Language tags.

/// Whether the text is a language tag by the grammar of BCP 47 (RFC 5646 section 2.2.9: well-formed), without its
/// registry.
#[must_use]
pub fn is_well_formed(tag: &str) -> bool {
    oxilangtag::LanguageTag::parse(tag).is_ok()
}
