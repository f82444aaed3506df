//! Compares the subject of a manifest with the entry that contains it.

use super::signature_object::malformed;
use crate::{ai_catalog::CatalogEntry, codes};
use adp_cards::signature::SignatureError;
use agent_description::{
    diagnostic::shortened,
    json::{Json, Object},
    verification::SignedValues,
};
use url::Url;

/// The members of a subject, all strings (AI Catalog, Subject Object).
const MEMBERS: [&str; 5] = ["identifier", "type", "version", "digest", "url"];

/// The subject of a manifest.
#[derive(Clone, Copy, Debug)]
pub(super) struct Subject<'a> {
    object: &'a Object,
}

impl<'a> Subject<'a> {
    /// Parses the subject of a manifest.
    pub fn read(manifest: &'a Object) -> Result<Self, SignatureError> {
        let value = manifest.get("subject");
        let value = value.ok_or_else(|| malformed("the trust manifest has a signature but no `subject`"))?;
        let object = value.as_object().ok_or_else(|| {
            malformed(format!("the trust manifest's `subject` is {}, expected an object", value.kind()))
        })?;
        for member in MEMBERS {
            if let Some(value) = object.get(member).filter(|value| value.as_str().is_none()) {
                return Err(subject_error(member, &format!("is {}, expected a string", value.kind())));
            }
        }
        for member in ["identifier", "type"] {
            if !object.contains(member) {
                return Err(subject_error(member, "is missing"));
            }
        }
        if !object.contains("digest") && !object.contains("url") {
            let found = "is missing, and so is `url`: the manifest covers no artifact";
            return Err(subject_error("digest", found));
        }
        Ok(Self { object })
    }

    fn text(&self, member: &str) -> Option<&'a str> {
        self.object.get(member).and_then(Json::as_str)
    }

    /// Rejects a subject that differs from the entry's release. Compares decoded strings (AI Catalog, Entry Release
    /// Coverage).
    pub fn check(&self, entry: CatalogEntry<'_>) -> Result<(), SignatureError> {
        let differs = |member, found: String, expected: String| {
            subject_error(member, &format!("is {found}, expected {expected}"))
        };
        for member in ["identifier", "type", "version", "digest"] {
            let (own, entrys) = (self.text(member), entry.object().get(member));
            if own != entrys.and_then(Json::as_str) || own.is_none() && entrys.is_some() {
                let told = |value: Option<&str>| value.map_or_else(|| "absent".to_owned(), shortened);
                let expected = format!("{}, as in the entry", told(entrys.and_then(Json::as_str)));
                return Err(differs(member, told(own), expected));
            }
        }
        let Some(url) = self.text("url") else { return Ok(()) };
        if !is_https(url) {
            return Err(differs("url", shortened(url), "an absolute https URL".to_owned()));
        }
        if entry.url() != Some(url) {
            let expected = entry.url().map_or_else(|| "no URL".to_owned(), shortened);
            return Err(differs("url", shortened(url), format!("{expected}, as in the entry")));
        }
        Ok(())
    }

    /// Adds to what a manifest covers the members of the entry that its subject repeats, and an inline artifact with the
    /// subject's digest.
    pub fn add_covered(self, entry: CatalogEntry<'_>, signed: &mut SignedValues) {
        for (own, entrys) in MEMBERS.iter().filter_map(|name| self.object.get(name).zip(entry.object().get(name))) {
            signed.add_repeated(own, entrys);
        }
        if let Some((digest, data)) = self.object.get("digest").zip(entry.data()) {
            signed.add_content(digest, data);
        }
    }

    /// The members of the subject, for reports.
    pub fn to_json(self) -> Json {
        let known = MEMBERS.into_iter().filter_map(|member| Some((member, self.text(member)?)));
        known.collect::<Object>().into()
    }
}

/// Whether a text is an absolute https URL without user name.
pub(super) fn is_https(text: &str) -> bool {
    // URL parsers accept white space and missing slashes; signed URLs must be exact
    let spelled =
        text.starts_with("https://") && !text.contains(|c: char| c.is_whitespace() || c.is_control() || c == '\\');
    spelled && Url::parse(text).is_ok_and(|url| url.has_host() && url.username().is_empty() && url.password().is_none())
}

/// The subject of a trust manifest is another entry or another release. `found` states what the `member` is and
/// what is expected.
pub(super) fn subject_error(member: &'static str, found: &str) -> SignatureError {
    let message = format!("the manifest's `subject.{member}` {found}");
    SignatureError::new(codes::CATALOG_SUBJECT, message).with_member(member)
}
