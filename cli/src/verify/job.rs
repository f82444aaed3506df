//! The verification of one input.

use super::{Args, ExpectedArgs, Report, did_documents::DidDocuments};
use crate::{
    failure::Failure,
    network::Network,
    source::{Input, Source},
    terminal::Terminal,
};
use agent_description::{
    Document, Limits, Timestamp,
    description::AgentDescription,
    did::Did,
    jsonld::Contexts,
    proof::{Challenge, Expectations, Unverified, Verified, VerifyError},
};

/// What every input of a run is verified with.
#[derive(Debug)]
pub struct Job<'a> {
    args: &'a ExpectedArgs,
    terminal: &'a Terminal,
    at: Timestamp,
    signer: Option<Did>,
    did_documents: DidDocuments,
    network: Network,
    contexts: Contexts,
    limits: Limits,
}

impl<'a> Job<'a> {
    /// Reads what the arguments name; nothing is fetched yet.
    pub fn new(args: &'a Args, terminal: &'a Terminal) -> Result<Self, Failure> {
        let limits = Limits::default();
        Ok(Self {
            at: args.expected.at.unwrap_or_else(Timestamp::now),
            signer: args.expected.signer.as_deref().map(str::parse).transpose()?,
            did_documents: DidDocuments::read(&args.expected.did_document, &limits, terminal)?,
            network: Network::new(&args.network, terminal)?,
            contexts: Contexts::embedded(),
            args: &args.expected,
            terminal,
            limits,
        })
    }

    /// Reads or fetches an input and verifies it. Every way it can end is in the report.
    pub fn verify(&self, input: &str) -> Report {
        let report = |evidence, failure| Report { input: input.to_owned(), evidence, failure };
        let source = Source::of(input);
        let Input { bytes, url } = match source.read(&self.network, self.limits.document_bytes, self.terminal) {
            Ok(input) => input,
            Err(failure) => return report(None, Some(failure)),
        };
        let document = match Document::parse(&bytes, &self.limits) {
            Ok(document) => document,
            Err(error) => return report(None, Some(Failure::from(error).in_input(&source.display_name(), &bytes))),
        };
        match self.verify_document(document, url.as_deref()) {
            Ok(verified) => report(Some(Box::new(verified.evidence().clone())), None),
            Err(refusal) => {
                let evidence = Box::new(refusal.error.evidence().clone());
                report(Some(evidence), Some(self.explain(refusal, &source.display_name(), &bytes)))
            }
        }
    }

    fn verify_document(&self, document: Document, url: Option<&str>) -> Result<Verified<AgentDescription>, Refusal> {
        let unverified = Unverified::<AgentDescription>::read(document, &self.contexts, &self.limits);
        let pending = unverified.prepare(self.expectations(url))?;
        let signer = pending.signer().clone();
        match self.did_documents.find(&signer, &self.limits) {
            Some(Ok(did_document)) => Ok(pending.finish(Ok(&did_document))?),
            Some(Err(given)) => pending
                .finish(Err(Box::new(given.error.clone())))
                .map_err(|error| Refusal { error, did_document: Some(given.to_failure()) }),
            None => {
                let pending = pending.check_before_resolving()?;
                match self.network.resolve(&signer) {
                    Ok(resolution) => Ok(pending.finish(Ok(&resolution.document))?),
                    Err(error) => Ok(pending.finish(Err(Box::new(error)))?),
                }
            }
        }
    }

    fn explain(&self, refusal: Refusal, name: &str, bytes: &[u8]) -> Failure {
        if let Some(failure) = refusal.did_document {
            return failure;
        }
        let failure = Failure::from(refusal.error);
        // the verification took the tree, so it is read once more to find the line
        match Document::parse(bytes, &self.limits) {
            Ok(document) => failure.in_document(name, &document),
            Err(_) => failure.in_input(name, bytes),
        }
    }

    fn expectations(&self, url: Option<&str>) -> Expectations {
        let args = self.args;
        let purpose = Expectations::for_purpose(args.purpose);
        let domain = match (&args.domain, url) {
            (Some(domain), _) => purpose.domain(domain),
            (None, _) if args.any_domain => purpose.any_domain(),
            (None, Some(_)) => purpose.domain_as_fetched(),
            (None, None) => purpose.no_domain(),
        };
        let challenge = match &args.challenge {
            Some(challenge) => domain.challenge(Challenge::new(challenge)),
            None => domain.any_challenge(),
        };
        let time = challenge.at(self.at);
        let mut expectations = match &self.signer {
            Some(signer) => time.signer(signer.clone()),
            None => time.signer_is_subject(),
        };
        if args.require_domain {
            expectations = expectations.require_domain();
        }
        if let Some(age) = args.max_age {
            expectations = expectations.max_age(age);
        }
        if let Some(time) = args.not_before {
            expectations = expectations.not_before(time);
        }
        if let Some(url) = url {
            expectations = expectations.fetched_from(url);
        }
        expectations
    }
}

/// Why a document is not verified.
struct Refusal {
    error: VerifyError,
    /// What explains it better where the reason is a line of a DID document that was given.
    did_document: Option<Failure>,
}

impl From<VerifyError> for Refusal {
    fn from(error: VerifyError) -> Self {
        Self { error, did_document: None }
    }
}
