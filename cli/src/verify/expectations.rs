//! Expectations of proofs, from the options.

use super::did_documents::GivenDidDocuments;
use crate::{
    arguments::{duration, proof_binding},
    output::object,
};
use agent_description::{
    CLOCK_SKEW, Timestamp,
    did::{Did, Purpose},
    format::Format,
    hex::hex,
    json::Json,
    proof::{Challenge, Expectations},
};
use std::{path::PathBuf, time::Duration};

/// The options for expectations.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Expectations")]
pub struct ExpectationArgs {
    /// DID document of the signer, used instead of resolving the DID; repeatable
    #[arg(long, value_name = "FILE")]
    pub did_document: Vec<PathBuf>,

    /// Require this domain in the proof: a host or host:port
    #[arg(long, value_name = "HOST", value_parser = proof_binding::domain, conflicts_with = "any_domain")]
    domain: Option<String>,

    /// Accept any domain, or none
    #[arg(long)]
    any_domain: bool,

    /// Refuse proofs without a domain
    #[arg(long)]
    require_domain: bool,

    /// Require this challenge in the proof
    #[arg(long, value_name = "TEXT", value_parser = proof_binding::text)]
    challenge: Option<String>,

    /// Require this DID as the signer (default: the subject of the description)
    #[arg(long, value_name = "DID", value_parser = proof_binding::did)]
    signer: Option<Did>,

    /// Refuse older proofs: 90s, 15m, 24h, 7d
    #[arg(long, value_name = "DUR", value_parser = duration::parse)]
    max_age: Option<Duration>,

    /// Refuse proofs created before this time
    #[arg(long, value_name = "RFC3339")]
    not_before: Option<Timestamp>,

    /// Purpose that the proof must have, such as authentication
    #[arg(long, default_value = "assertionMethod")]
    purpose: Purpose,

    /// Time of verification (default: now)
    #[arg(long, value_name = "RFC3339", default_value_t = Timestamp::now(), hide_default_value = true)]
    pub at: Timestamp,
}

impl ExpectationArgs {
    /// The default expectations, for verbs without these options.
    pub fn usual(at: Timestamp) -> Self {
        Self {
            did_document: Vec::new(),
            domain: None,
            any_domain: false,
            require_domain: false,
            challenge: None,
            signer: None,
            max_age: None,
            not_before: None,
            purpose: Purpose::AssertionMethod,
            at,
        }
    }

    /// The expectations for a document from this URL, or from a file.
    pub fn expectations(&self, url: Option<&str>) -> Expectations {
        let purpose = Expectations::for_purpose(self.purpose);
        let domain = match (&self.domain, url) {
            (Some(domain), _) => purpose.domain(domain),
            (None, _) if self.any_domain => purpose.any_domain(),
            (None, Some(_)) => purpose.domain_as_fetched(),
            (None, None) => purpose.no_domain(),
        };
        let challenge = match &self.challenge {
            Some(challenge) => domain.challenge(Challenge::new(challenge)),
            None => domain.any_challenge(),
        };
        let time = challenge.at(self.at);
        let mut expectations = match &self.signer {
            Some(signer) => time.signer(signer.clone()),
            None => time.signer_is_subject(),
        };
        expectations.require_domain = self.require_domain;
        (expectations.max_age, expectations.not_before) = (self.max_age, self.not_before);
        expectations.fetched_from = url.map(Into::into);
        expectations
    }

    /// The value of `--challenge`.
    pub fn challenge(&self) -> Option<&str> {
        self.challenge.as_deref()
    }

    /// The flags that only some formats support, and whether each was given.
    pub fn given(&self) -> impl Iterator<Item = (bool, &'static str)> {
        [
            (self.domain.is_some(), "domain"),
            (self.require_domain, "require-domain"),
            (self.challenge.is_some(), "challenge"),
            (self.max_age.is_some(), "max-age"),
            (self.not_before.is_some(), "not-before"),
            (self.purpose != Purpose::AssertionMethod, "purpose"),
        ]
        .into_iter()
    }

    /// Whether a proof with these times would still pass the time check.
    pub fn holds_for(&self, created: Option<Timestamp>, expires: Option<Timestamp>) -> bool {
        let oldest = self.max_age.map(|age| self.at.saturating_sub(age)).max(self.not_before);
        created.is_none_or(|created| created <= self.at.saturating_add(CLOCK_SKEW))
            && expires.is_none_or(|expires| self.at < expires)
            && oldest.is_none_or(|oldest| created.is_some_and(|created| created >= oldest))
    }

    /// The expectations for the report. Two runs with equal objects have the same expectations.
    ///
    /// `--as` and additional network trust are present only if given, so that the lines of earlier versions remain
    /// comparable.
    pub fn to_json(
        &self,
        did_documents: &GivenDidDocuments,
        format: Option<&Format>,
        trusted: Option<&str>,
        trusted_documents: Option<Vec<String>>,
    ) -> Json {
        let mut expectations = object! {
            "purpose": self.purpose.as_str(),
            "domain": self.domain.as_deref(),
            "anyDomain": self.any_domain,
            "requireDomain": self.require_domain,
            "challenge": self.challenge.as_deref(),
            "signer": self.signer.as_ref(),
            "maxAge": self.max_age.map(|age| age.as_secs()),
            "notBefore": self.not_before,
            "didDocuments": did_documents.sha256().map(|hash| hex(hash)).collect::<Vec<_>>(),
        };
        let if_given = [
            ("as", format.map(|format| Json::from(format.name))),
            ("trusted", trusted.map(Json::from)),
            ("followSuccessor", trusted_documents.as_ref().map(|_| true.into())),
            ("trustedDocuments", trusted_documents.filter(|documents| !documents.is_empty()).map(object::json)),
        ];
        for (name, value) in if_given {
            if let Some(value) = value {
                expectations.insert(name, value);
            }
        }
        expectations.insert("verifier", concat!("adp ", env!("CARGO_PKG_VERSION")));
        expectations.into()
    }
}
