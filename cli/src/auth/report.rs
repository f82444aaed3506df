//! What is said about a request: who sent it, and each check with what was compared.

use crate::{
    check_list::{CheckLine, NOT_REACHED, write_checks},
    failure::Failure,
    object,
    summary_box::SummaryBox,
};
use agent_description::{
    Timestamp,
    auth::{Claims, CredentialForm},
    json::Object,
};
use std::fmt::Write;

/// The checks, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Step {
    /// The credentials have their form, and it is one that is accepted.
    Credentials,
    /// The body has the digest that is signed.
    Digest,
    /// What must be covered is covered.
    Coverage,
    /// They are for this service.
    Audience,
    /// They are valid now.
    Time,
    /// The DID has a document.
    Resolve,
    /// The document lets the method authenticate.
    Method,
    /// The signature verifies.
    Signature,
    /// They were not used before.
    Replay,
}

impl Step {
    const ALL: [(Self, &'static str); 9] = [
        (Self::Credentials, "credentials"),
        (Self::Digest, "digest"),
        (Self::Coverage, "coverage"),
        (Self::Audience, "audience"),
        (Self::Time, "time"),
        (Self::Resolve, "resolve"),
        (Self::Method, "method"),
        (Self::Signature, "signature"),
        (Self::Replay, "replay"),
    ];

    /// The step that refuses with this code, while the credentials are read.
    pub fn from_reading(code: &str) -> Self {
        match code {
            "auth-digest" => Self::Digest,
            "auth-uncovered" => Self::Coverage,
            "auth-audience" => Self::Audience,
            "auth-expired" | "auth-not-yet-valid" => Self::Time,
            _ => Self::Credentials,
        }
    }

    /// The same, while they are verified with the DID document.
    pub fn from_verifying(code: &str) -> Self {
        match code {
            "auth-signature" => Self::Signature,
            code if code.starts_with("did-") => Self::Resolve,
            _ => Self::Method,
        }
    }
}

/// A request's verdict, with what was found.
#[derive(Debug)]
pub struct Report {
    /// The request, as the user named it.
    pub input: String,
    /// The time it was verified for.
    pub at: Timestamp,
    /// What the credentials say, once they were read.
    pub claims: Option<Claims>,
    /// Where the DID document is from, once it was there.
    pub resolved_from: Option<String>,
    /// Whether uses are remembered.
    pub remembered: bool,
    /// The check that failed, and why; none if it is verified. No check, if the input is not a request.
    pub refused: Option<(Option<Step>, Failure)>,
}

impl Report {
    /// The report as it is printed for programs: all keys always present, `null` where unknown.
    pub fn to_json(&self) -> Object {
        let claims = self.claims.as_ref();
        object! {
            "verified": self.refused.is_none(),
            "did": claims.map(|claims| claims.did().as_str()),
            "keyid": claims.map(|claims| claims.key_id.as_str()),
            "profile": claims.map(|claims| claims.form.as_str()),
            "covered": claims.map(|claims| claims.covered.as_slice()),
            "created": claims.and_then(|claims| claims.created),
            "nonce": claims.and_then(|claims| claims.nonce.as_deref()),
            "error": self.refused.as_ref().map(|(_, failure)| failure.code_and_message()),
        }
    }

    /// The facts of a verified request and its checks; of a refused one the checks, its reason is told elsewhere.
    pub fn render(&self) -> String {
        let mut text = String::new();
        if let (None, Some(claims)) = (&self.refused, &self.claims) {
            let card = SummaryBox::titled(format!("verified: {}", self.input))
                .line("did", claims.did())
                .line("keyid", &claims.key_id)
                .line("profile", claims.form)
                .line_if("created", claims.created)
                .line_if("expires", claims.expires)
                .line_if("nonce", claims.nonce.as_deref());
            // writing to a String cannot fail
            let _ = write!(text, "{card}");
        }
        let failed = match &self.refused {
            Some((None, _)) => return text,
            Some((Some(step), failure)) => Some((*step, failure)),
            None => None,
        };
        // of credentials that were refused while they were read nothing is told but the reason
        let checks: Vec<CheckLine<'_>> = Step::ALL
            .iter()
            .filter_map(|(step, name)| match failed {
                Some((failed, failure)) if failed == *step => Some((*name, "fail", failure.message().into())),
                Some((failed, _)) if failed < *step => Some((*name, NOT_REACHED, "".into())),
                _ => {
                    let (result, detail) = self.passed(*step, self.claims.as_ref()?);
                    Some((*name, result, detail.into()))
                }
            })
            .collect();
        let _ = write_checks(&mut text, &checks);
        text
    }

    /// What a check found that did not fail.
    fn passed(&self, step: Step, claims: &Claims) -> (&'static str, String) {
        let legacy = claims.form.is_legacy();
        let has_digest = claims.covered.iter().any(|name| name == "content-digest");
        match step {
            Step::Credentials => ("pass", format!("{}, of {}", claims.form, claims.key_id)),
            Step::Digest if legacy => ("unchecked", "this signature has no digest of the body".to_owned()),
            Step::Digest if has_digest => ("pass", "matches the signed digest".to_owned()),
            Step::Digest if claims.form == CredentialForm::HttpSignatureJson => {
                ("unchecked", "there is no payload".to_owned())
            }
            Step::Digest => ("unchecked", "the request has no body".to_owned()),
            Step::Coverage if legacy => {
                ("unchecked", "this signature does not cover the method, path or body".to_owned())
            }
            Step::Coverage => ("pass", claims.covered.join(" ")),
            Step::Audience if legacy => ("pass", format!("{}, by the signature", claims.audience.host())),
            Step::Audience => ("pass", claims.audience.to_string()),
            Step::Time => {
                let created = claims.created.map_or_else(|| "without a time".to_owned(), |time| time.to_string());
                let expires = claims.expires.map_or_else(|| "no expiry".to_owned(), |time| format!("expires {time}"));
                ("pass", format!("created {created}, {expires}, checked for {}", self.at))
            }
            Step::Resolve => ("pass", self.resolved_from.clone().unwrap_or_default()),
            Step::Method => ("pass", "listed under authentication".to_owned()),
            Step::Signature => ("pass", format!("verifies with {}", claims.key_id)),
            Step::Replay if self.remembered => ("pass", "not used before".to_owned()),
            Step::Replay => ("unchecked", "no --replay-store remembers used nonces".to_owned()),
        }
    }
}
