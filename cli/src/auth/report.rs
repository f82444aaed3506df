//! The report of a verified or refused request: its sender, and the result of each check.

use crate::{
    failure::Failure,
    output::{
        check_list::{CheckLine, NOT_REACHED, write_checks},
        object,
        summary_box::SummaryBox,
    },
};
use agent_description::{
    Origin, Timestamp,
    auth::{BotClaims, Claims, CredentialForm},
    json::Object,
    words,
};
use std::fmt::Write;

words! {
    /// The checks, in the order in which they run.
    #[derive(PartialOrd, Ord)]
    pub enum AuthStep {
        /// The credentials are well-formed and of an accepted type.
        Credentials = "credentials",
        /// The body matches the signed digest.
        Digest = "digest",
        /// The signature covers all required components.
        Coverage = "coverage",
        /// The signature is for this service.
        Audience = "audience",
        /// The signature is valid at the time of verification.
        Time = "time",
        /// The DID was resolved to a document.
        Resolve = "resolve",
        /// The DID document authorizes the verification method for authentication.
        Method = "method",
        /// The signature is cryptographically valid.
        Signature = "signature",
        /// The nonce was not used before.
        Replay = "replay",
    }
    impl meaning;
}

impl AuthStep {
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

/// The claims of a request's credentials, in any profile.
#[derive(Debug)]
pub struct Facts {
    form: CredentialForm,
    did: Option<String>,
    /// The origin whose key directory has the key.
    agent: Option<String>,
    key_id: String,
    audience: Origin,
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
            audience: claims.audience.clone(),
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
            audience: claims.audience.clone(),
            covered: claims.covered.clone(),
            created: Some(claims.created),
            expires: Some(claims.expires),
            nonce: claims.nonce.clone(),
        }
    }
}

/// The verdict on a request.
#[derive(Debug)]
pub struct RequestReport {
    /// The name of the input, as given on the command line.
    pub input: String,
    /// Time of verification.
    pub at: Timestamp,
    /// The claims of the credentials, if they could be parsed.
    pub facts: Option<Facts>,
    /// The source of the DID document or key directory, if there was one.
    pub resolved_from: Option<String>,
    /// Whether a store remembers used nonces.
    pub remembered: bool,
    /// The failed check and its error. `None` if the request is verified; no step if the input is not a request.
    pub refused: Option<(Option<AuthStep>, Failure)>,
}

impl RequestReport {
    /// The JSON form of the report. All keys are present, `null` where unknown.
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

    /// The text form of the report. The error of a refused request is printed separately.
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
        // unparsed credentials have no checks to list
        let checks: Vec<CheckLine<'_>> = AuthStep::ALL
            .iter()
            .filter_map(|step| match failed {
                Some((failed, failure)) if failed == *step => Some((step.as_str(), "fail", failure.message().into())),
                Some((failed, _)) if failed < *step => Some((step.as_str(), NOT_REACHED, "".into())),
                _ => {
                    let (result, detail) = self.passed(*step, self.facts.as_ref()?);
                    Some((step.as_str(), result, detail.into()))
                }
            })
            .collect();
        let _ = write_checks(&mut text, &checks);
        text
    }

    /// Whether a check failed up to this one.
    fn fails_until(&self, last: AuthStep) -> bool {
        matches!(&self.refused, Some((Some(step), _)) if *step <= last)
    }

    /// The result and detail of a check that did not fail.
    fn passed(&self, step: AuthStep, claims: &Facts) -> (&'static str, String) {
        let legacy = claims.form.is_legacy();
        let has_digest = claims.covered.iter().any(|name| name == "content-digest");
        match step {
            AuthStep::Credentials => ("pass", format!("{}, of {}", claims.form, claims.key_id)),
            AuthStep::Digest if legacy => ("unchecked", "this signature has no digest of the body".to_owned()),
            AuthStep::Digest if claims.agent.is_some() && !has_digest => {
                ("unchecked", "the signature does not cover the body".to_owned())
            }
            AuthStep::Digest if has_digest => ("pass", "matches the signed digest".to_owned()),
            AuthStep::Digest if claims.form == CredentialForm::HttpSignatureJson => {
                ("unchecked", "there is no payload".to_owned())
            }
            AuthStep::Digest => ("unchecked", "the request has no body".to_owned()),
            AuthStep::Coverage if legacy => {
                ("unchecked", "this signature does not cover the method, path or body".to_owned())
            }
            AuthStep::Coverage => ("pass", claims.covered.join(" ")),
            // until the signature verifies, the audience is only what was expected
            AuthStep::Audience if !legacy && self.fails_until(AuthStep::Signature) => {
                ("unchecked", format!("{}, if the signature verifies", claims.audience))
            }
            AuthStep::Audience if legacy => ("pass", format!("{}, by the signature", claims.audience.host())),
            AuthStep::Audience => ("pass", claims.audience.to_string()),
            AuthStep::Time => {
                let created = claims.created.map_or_else(|| "without a time".to_owned(), |time| time.to_string());
                let expires = claims.expires.map_or_else(|| "no expiry".to_owned(), |time| format!("expires {time}"));
                ("pass", format!("created {created}, {expires}, checked for {}", self.at))
            }
            AuthStep::Resolve => ("pass", self.resolved_from.clone().unwrap_or_default()),
            AuthStep::Method if claims.agent.is_some() => ("pass", "listed in the key directory".to_owned()),
            AuthStep::Method => ("pass", "listed under authentication".to_owned()),
            AuthStep::Signature => ("pass", format!("verifies with {}", claims.key_id)),
            AuthStep::Replay if self.remembered => ("pass", "not used before".to_owned()),
            AuthStep::Replay => ("unchecked", "no --replay-store remembers used nonces".to_owned()),
        }
    }
}
