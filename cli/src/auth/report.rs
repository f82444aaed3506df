//! The report of a verified or refused request: its sender, and the result of each check.

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

/// The checks, in the order in which they run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Step {
    /// The credentials are well-formed and of an accepted type.
    Credentials,
    /// The body matches the signed digest.
    Digest,
    /// The signature covers all required components.
    Coverage,
    /// The signature is for this service.
    Audience,
    /// The signature is valid at the time of verification.
    Time,
    /// The DID was resolved to a document.
    Resolve,
    /// The DID document authorizes the verification method for authentication.
    Method,
    /// The signature is cryptographically valid.
    Signature,
    /// The nonce was not used before.
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

    /// The step that fails with this code while the credentials are parsed.
    pub fn from_reading(code: &str) -> Self {
        match code {
            "auth-digest" => Self::Digest,
            "auth-uncovered" => Self::Coverage,
            "auth-audience" => Self::Audience,
            "auth-expired" | "auth-not-yet-valid" => Self::Time,
            _ => Self::Credentials,
        }
    }

    /// The step that fails with this code while the signature is verified with the DID document.
    pub fn from_verifying(code: &str) -> Self {
        match code {
            "auth-signature" => Self::Signature,
            code if code.starts_with("did-") => Self::Resolve,
            _ => Self::Method,
        }
    }
}

/// The verdict on a request.
#[derive(Debug)]
pub struct Report {
    /// The name of the input, as given on the command line.
    pub input: String,
    /// Time of verification.
    pub at: Timestamp,
    /// The claims of the credentials, if they could be parsed.
    pub claims: Option<Claims>,
    /// The source of the DID document, if it was resolved.
    pub resolved_from: Option<String>,
    /// Whether a store remembers used nonces.
    pub remembered: bool,
    /// The failed check and its error. `None` if the request is verified; no step if the input is not a request.
    pub refused: Option<(Option<Step>, Failure)>,
}

impl Report {
    /// The JSON form of the report. All keys are present, `null` where unknown.
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

    /// The text form of the report. The error of a refused request is printed separately.
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
        // unparsed credentials have no checks to list
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

    /// The result and detail of a check that did not fail.
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
