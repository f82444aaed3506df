//! What is said about a request: who sent it, and each check with what was compared.

use crate::{
    check_list::{CheckLine, NOT_REACHED, write_checks},
    failure::Failure,
    object,
    summary_box::SummaryBox,
};
use agent_description::{
    Timestamp,
    auth::{BotClaims, Claims, CredentialForm},
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

/// What a request's credentials say, by whichever profile.
#[derive(Debug)]
pub struct Facts {
    form: CredentialForm,
    /// The DID that signed.
    did: Option<String>,
    /// The origin whose key directory has the key.
    agent: Option<String>,
    key_id: String,
    audience: String,
    host: String,
    covered: Vec<String>,
    created: Option<Timestamp>,
    expires: Option<Timestamp>,
    nonce: Option<String>,
}

impl Facts {
    pub fn from_claims(claims: &Claims) -> Self {
        Self {
            form: claims.form,
            did: Some(claims.did().to_string()),
            agent: None,
            key_id: claims.key_id.to_string(),
            audience: claims.audience.to_string(),
            host: claims.audience.host().to_owned(),
            covered: claims.covered.clone(),
            created: claims.created,
            expires: claims.expires,
            nonce: claims.nonce.clone(),
        }
    }

    pub fn from_bot(claims: &BotClaims) -> Self {
        Self {
            form: CredentialForm::WebBotAuth,
            did: None,
            agent: Some(claims.agent.to_string()),
            key_id: claims.key_id.clone(),
            audience: claims.audience.to_string(),
            host: claims.audience.host().to_owned(),
            covered: claims.covered.clone(),
            created: Some(claims.created),
            expires: Some(claims.expires),
            nonce: claims.nonce.clone(),
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
    pub facts: Option<Facts>,
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
        let facts = self.facts.as_ref();
        let mut report = object! {
            "verified": self.refused.is_none(),
            "did": facts.and_then(|facts| facts.did.as_deref()),
            "keyid": facts.map(|facts| facts.key_id.as_str()),
            "profile": facts.map(|facts| facts.form.as_str()),
            "covered": facts.map(|facts| facts.covered.as_slice()),
            "created": facts.and_then(|facts| facts.created),
            "nonce": facts.and_then(|facts| facts.nonce.as_deref()),
            "error": self.refused.as_ref().map(|(_, failure)| failure.code_and_message()),
        };
        if let Some(agent) = facts.and_then(|facts| facts.agent.as_deref()) {
            report.insert("signatureAgent", agent);
        }
        report
    }

    /// The facts of a verified request and its checks; of a refused one the checks, its reason is told elsewhere.
    pub fn render(&self) -> String {
        let mut text = String::new();
        if let (None, Some(facts)) = (&self.refused, &self.facts) {
            let card = SummaryBox::titled(format!("verified: {}", self.input))
                .line_if("did", facts.did.as_deref())
                .line_if("signature agent", facts.agent.as_deref())
                .line("keyid", &facts.key_id)
                .line("profile", facts.form)
                .line_if("created", facts.created)
                .line_if("expires", facts.expires)
                .line_if("nonce", facts.nonce.as_deref());
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
                    let (result, detail) = self.passed(*step, self.facts.as_ref()?);
                    Some((*name, result, detail.into()))
                }
            })
            .collect();
        let _ = write_checks(&mut text, &checks);
        text
    }

    /// What a check found that did not fail.
    fn passed(&self, step: Step, claims: &Facts) -> (&'static str, String) {
        let legacy = claims.form.is_legacy();
        let has_digest = claims.covered.iter().any(|name| name == "content-digest");
        match step {
            Step::Credentials => ("pass", format!("{}, of {}", claims.form, claims.key_id)),
            Step::Digest if legacy => ("unchecked", "this form has no digest of the body".to_owned()),
            Step::Digest if claims.agent.is_some() && !has_digest => {
                ("unchecked", "the signature does not cover the body".to_owned())
            }
            Step::Digest if has_digest => ("pass", "the body has the signed digest".to_owned()),
            Step::Digest if claims.form == CredentialForm::HttpSignatureJson => {
                ("unchecked", "there is no payload".to_owned())
            }
            Step::Digest => ("unchecked", "there is no body".to_owned()),
            Step::Coverage if legacy => ("unchecked", "this form does not cover the method, path or body".to_owned()),
            Step::Coverage => ("pass", claims.covered.join(" ")),
            Step::Audience if legacy => ("pass", format!("{}, by the signature", claims.host)),
            Step::Audience => ("pass", claims.audience.clone()),
            Step::Time => {
                let created = claims.created.map_or_else(|| "at no time".to_owned(), |time| time.to_string());
                let expires = claims.expires.map_or_else(|| "no expiry".to_owned(), |time| format!("expires {time}"));
                ("pass", format!("created {created}, {expires}, checked for {}", self.at))
            }
            Step::Resolve => ("pass", self.resolved_from.clone().unwrap_or_default()),
            Step::Method if claims.agent.is_some() => ("pass", "listed in the key directory".to_owned()),
            Step::Method => ("pass", "listed under authentication".to_owned()),
            Step::Signature => ("pass", format!("verifies with {}", claims.key_id)),
            Step::Replay if self.remembered => ("pass", "used for the first time".to_owned()),
            Step::Replay => ("unchecked", "no --replay-store remembers used nonces".to_owned()),
        }
    }
}
