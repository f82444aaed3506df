//! When a document says that it was signed, and which version it says to be: before anything of it is verified.

use adp_cards::{ai_catalog::is_catalog, signature::Kind};
use agent_description::{
    Document, Timestamp,
    format::{ADP, ANP_07, Format},
    json::{Json, Object},
};

/// What a document says of its own age.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Claims {
    /// When it was signed, where its format says that.
    pub issued: Option<Timestamp>,
    /// Its version, where its signature has no time: cards.
    pub version: Option<String>,
}

impl Claims {
    /// Those of a document of these formats.
    pub fn of(document: &Document, formats: &[&'static dyn Format]) -> Self {
        let root = document.root();
        let mut claims = Self::default();
        for format in formats {
            if is_description(*format) {
                claims.issued = time(root, "proof", "created").or(claims.issued);
            } else if is_catalog(*format) {
                claims.issued = time(root, "signature", "issuedAt").or(claims.issued);
            } else if Kind::of(format.name()).is_some() {
                let version = root.get("version").and_then(Json::as_str);
                claims.version = version.map(|version| version.chars().take(64).collect());
            }
        }
        claims
    }
}

fn is_description(format: &dyn Format) -> bool {
    [ADP, ANP_07].iter().any(|description| description.name() == format.name())
}

/// A time in an object of the root; the proof may stand in a list of one.
fn time(root: &Object, object: &str, member: &str) -> Option<Timestamp> {
    let value = root.get(object)?;
    let value = match value.as_array() {
        Some([one]) => one,
        _ => value,
    };
    value.as_object()?.get(member)?.as_str()?.parse().ok()
}
