//! The objects that a catalog's signatures cover.

use agent_description::json::{Object, jcs};

/// The supported signature profile.
pub const PROFILE: &str = "did-web-v1";

/// The objects that can contain a signature (AI Catalog, Signed Payload and JWS Construction).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Container {
    /// A trust manifest of an entry.
    TrustManifest,
    /// The root of a catalog.
    Catalog,
}

impl Container {
    /// The protected header's `typ`, which distinguishes the two kinds of signatures.
    #[must_use]
    pub const fn typ(self) -> &'static str {
        match self {
            Self::TrustManifest => "ai-catalog-trust-manifest+jws",
            Self::Catalog => "ai-catalog+jws",
        }
    }

    /// The name in messages, such as `the trust manifest`.
    pub(super) const fn title(self) -> &'static str {
        match self {
            Self::TrustManifest => "the trust manifest",
            Self::Catalog => "the catalog",
        }
    }
}

/// The payload of a signature: the canonical form of the container without the signature's `jws` and the container's
/// `additionalSignatures`. Members of these names elsewhere are kept.
#[must_use]
pub fn payload(container: &Object) -> Vec<u8> {
    const ADDITIONAL: &str = "additionalSignatures";
    if !container.contains(ADDITIONAL) {
        return jcs::canonicalize_omitting(container, &["signature", "jws"]);
    }
    let mut covered = container.clone();
    covered.remove(ADDITIONAL);
    jcs::canonicalize_omitting(&covered, &["signature", "jws"])
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::payload;
    use agent_description::{Document, Limits};

    #[test]
    fn two_members_are_left_out_and_only_where_they_are_the_containers_own() {
        for (text, covered) in [
            (
                r#"{"signature": {"signer": "s", "jws": "x", "more": 1}, "additionalSignatures": [1], "a": 1}"#,
                r#"{"a":1,"signature":{"more":1,"signer":"s"}}"#,
            ),
            (
                r#"{"signature": {"jws": "x", "signature": {"jws": "y"}, "additionalSignatures": 2}, "jws": "z"}"#,
                r#"{"jws":"z","signature":{"additionalSignatures":2,"signature":{"jws":"y"}}}"#,
            ),
            (
                r#"{"entries": [{"trustManifests": [{"signature": {"jws": "y"}, "additionalSignatures": 1}]}]}"#,
                r#"{"entries":[{"trustManifests":[{"additionalSignatures":1,"signature":{"jws":"y"}}]}]}"#,
            ),
            (r#"{"signature": [{"jws": "x"}]}"#, r#"{"signature":[{"jws":"x"}]}"#),
        ] {
            let document = Document::parse(text.as_bytes(), &Limits::default()).unwrap();
            assert_eq!(String::from_utf8(payload(document.root())).unwrap(), covered);
        }
    }
}
