//! The verification of one input.

use super::{
    Args, Report,
    card::CardKeys,
    did_documents::DidDocuments,
    earlier::{Earlier, raw_sha256},
    elsewhere::Elsewhere,
    expected::Expected,
    hosts::Hosts,
    report::{self, Verdict},
    signers::Signers,
};
use crate::{
    failure::Failure,
    file,
    format::{FormatArgs, is_description},
    network::{Network, Resolver},
    source::{Input, Source},
    terminal::Terminal,
};
use adp_cards::signature::Kind;
use agent_description::{
    Code, Did, Document, Limits,
    description::AgentDescription,
    format::{Format, Options},
    jsonld::Contexts,
    proof::{Unverified, Verified, VerifyError},
    resolve::RedactedUrl,
};
use std::{num::NonZeroUsize, sync::Arc};
use tokio::runtime::Handle;
use tracing::{Instrument, debug_span};

/// How many fetches run at the same time for each thread that verifies.
const FETCHES_PER_JOB: usize = 16;

/// What every input of a run is verified with.
#[derive(Debug)]
pub struct Job {
    terminal: Terminal,
    pub(super) expected: Expected,
    /// What cards are verified by.
    pub(super) cards: CardKeys,
    /// The same as it stands in reports.
    expectations: Arc<report::Expected>,
    pub(super) did_documents: DidDocuments,
    earlier: Option<Earlier>,
    pub(super) network: Network,
    hosts: Arc<Hosts>,
    pub(super) signers: Signers<Elsewhere<Resolver>>,
    contexts: Contexts,
    pub(super) limits: Limits,
    format: FormatArgs,
    /// Whether a list names the inputs: then files are regular ones.
    listed: bool,
}

impl Job {
    /// Reads what the arguments name; nothing is fetched yet.
    pub fn new(args: &Args, jobs: NonZeroUsize, terminal: &Terminal) -> Result<Self, Failure> {
        let limits = Limits::default();
        let did_documents = DidDocuments::read(&args.expected.did_document, &limits, terminal)?;
        let expected = Expected::new(&args.expected)?;
        let network = Network::new(&args.network, terminal)?;
        let earlier = args.skip_verified.as_deref().map(|path| Earlier::read(path, args.skip_max_age, &limits));
        let hosts = Arc::new(Hosts::new(FETCHES_PER_JOB.saturating_mul(jobs.get())));
        let resolver = Elsewhere::new(network.resolver().clone(), None);
        Ok(Self {
            expectations: Arc::new(report::Expected::new(expected.to_json(&did_documents))),
            earlier: earlier.transpose()?,
            signers: Signers::new(resolver, network.options().clone(), Arc::clone(&hosts)),
            hosts,
            terminal: terminal.clone(),
            contexts: Contexts::embedded(),
            cards: CardKeys::read(&args.cards, terminal)?,
            expected,
            did_documents,
            network,
            limits,
            format: args.format.clone(),
            listed: args.batch.is_some(),
        })
    }

    /// The same, with DIDs resolved on this runtime.
    pub fn resolving_on(self, runtime: Handle) -> Self {
        let resolver = Elsewhere::new(self.network.resolver().clone(), Some(runtime));
        Self { signers: Signers::new(resolver, self.network.options().clone(), Arc::clone(&self.hosts)), ..self }
    }

    /// Reads or fetches an input and verifies it. Every way it can end is in the report.
    pub async fn verify(&self, input: &str) -> Report {
        let read = self.read(input).await;
        self.verify_read(input, read).await
    }

    /// Verifies an input that was [read](Self::read).
    pub async fn verify_read(&self, input: &str, read: Result<Input, Failure>) -> Report {
        let verify = async {
            let report = self.report_on(input, read).await;
            report.log();
            report
        };
        let span = match Source::of(input) {
            Source::Url(url) => debug_span!("verify", url = %RedactedUrl(url)),
            Source::File(path) => debug_span!("verify", file = ?path),
        };
        verify.instrument(span).await
    }

    async fn report_on(&self, input: &str, read: Result<Input, Failure>) -> Report {
        let (raw_sha256, verdict) = match read {
            Ok(Input { bytes, url }) => {
                let raw_sha256 = raw_sha256(&bytes);
                let earlier = self.earlier.as_ref();
                let verdict = match earlier
                    .and_then(|earlier| earlier.find(input, &raw_sha256, &self.expected, &self.expectations.json))
                {
                    Some(report) => Verdict::Skipped(report),
                    None => self.verify_bytes(&bytes, url.as_deref(), Source::of(input)).await,
                };
                (Some(raw_sha256), verdict)
            }
            Err(failure) => (None, Verdict::Refused(None, failure)),
        };
        Report { raw_sha256, ..self.report(input, verdict) }
    }

    /// A report of an input that was not looked at.
    pub fn failed(&self, input: &str, failure: Failure) -> Report {
        self.report(input, Verdict::Refused(None, failure))
    }

    fn report(&self, input: &str, verdict: Verdict) -> Report {
        Report { expectations: Some(Arc::clone(&self.expectations)), ..Report::new(input, verdict) }
    }

    /// Reads or fetches an input.
    pub async fn read(&self, input: &str) -> Result<Input, Failure> {
        match Source::of(input) {
            Source::File(path) => {
                let read = if self.listed { file::read_listed } else { file::read };
                Ok(Input { bytes: read(path, self.limits.document_bytes, &self.terminal)?, url: None })
            }
            Source::Url(url) => {
                let _room = self.hosts.room(url).await;
                let fetched = self.network.fetch(url).await?;
                Ok(Input { bytes: fetched.body, url: Some(fetched.url) })
            }
        }
    }

    async fn verify_bytes(&self, bytes: &[u8], url: Option<&str>, source: Source<'_>) -> Verdict {
        let document = match Document::parse(bytes, &self.limits) {
            Ok(document) => document,
            Err(error) => {
                return Verdict::Refused(None, Failure::from(error).in_input(&source.display_name(), bytes));
            }
        };
        let name = source.display_name();
        let formats = match self.format.of(document.root()) {
            Ok(formats) => formats,
            Err(unknown) => return Verdict::Refused(None, unknown.in_input(&name, bytes)),
        };
        let (descriptions, others): (Vec<_>, Vec<_>) = formats.into_iter().partition(|format| is_description(*format));
        let kind = others.first().and_then(|format| Kind::of(format.name()));
        if let (Some(kind), [format], []) = (kind, others.as_slice(), descriptions.as_slice()) {
            return match self.expected.not_asked_of(*format) {
                Some(flag) => Verdict::Refused(None, not_asked(flag, *format, &name)),
                None => self.verify_card(kind, *format, &document, url, &name).await,
            };
        }
        if let (Some(flag), Some(format)) = (self.cards.asked(), descriptions.first().or(others.first())) {
            return Verdict::Refused(None, not_asked(flag, *format, &name));
        }
        if descriptions.is_empty() {
            return self.verify_as_all(&others, &document, url, &name);
        }
        let kept = (!others.is_empty()).then(|| document.clone());
        let verified = match self.verify_document(document, url).await {
            Ok(verified) => verified,
            Err(refusal) => {
                let evidence = Box::new(refusal.error.evidence().clone());
                return Verdict::Refused(Some(evidence), self.explain(refusal, &name, bytes));
            }
        };
        // what is of several formats is verified by each of them, or not at all
        match kept.map(|document| self.verify_as_all(&others, &document, url, &name)) {
            Some(Verdict::OfFormat(_, Err(failure))) => Verdict::Refused(Some(verified.into_evidence()), failure),
            _ => Verdict::Verified(verified.into_evidence()),
        }
    }

    /// A document of other formats than agent descriptions: the first that refuses it, or the first of them.
    fn verify_as_all(&self, formats: &[&dyn Format], document: &Document, url: Option<&str>, name: &str) -> Verdict {
        let mut first = None;
        for format in formats {
            let verified = self.verify_of_format(*format, document, url, name);
            if verified.is_err() {
                return Verdict::OfFormat(format.name(), verified);
            }
            first.get_or_insert(Verdict::OfFormat(format.name(), verified));
        }
        first.unwrap_or_else(|| Verdict::Refused(None, Failure::internal("the document is of no format")))
    }

    /// A document of another format than agent descriptions, by what it says itself.
    fn verify_of_format(
        &self,
        format: &dyn Format,
        document: &Document,
        url: Option<&str>,
        name: &str,
    ) -> Result<Did, Failure> {
        if let Some(flag) = self.expected.not_asked_of(format) {
            return Err(not_asked(flag, format, name));
        }
        let mut options = Options::at(self.expected.at).expecting(self.expected.expectations(url));
        options.limits = self.limits.clone();
        let did = format
            .verify(document, &options)
            .map_err(|error| Failure::of(error.as_ref()).in_document(name, document))?;
        match self.expected.signer().filter(|signer| **signer != did) {
            Some(signer) => {
                let message = format!("the document is signed by {did}, expected {signer}");
                Err(Failure::new(Code::PROOF_SIGNER_NOT_SUBJECT, message).in_input(name, &[]))
            }
            None => Ok(did),
        }
    }

    async fn verify_document(
        &self,
        document: Document,
        url: Option<&str>,
    ) -> Result<Verified<AgentDescription>, Refusal> {
        let unverified = Unverified::<AgentDescription>::read(document, &self.contexts, &self.limits);
        let pending = unverified.prepare(self.expected.expectations(url))?;
        let signer = pending.signer().clone();
        match self.did_documents.find(&signer, &self.limits) {
            Some(Ok(did_document)) => Ok(pending.finish(Ok(&did_document))?),
            Some(Err(given)) => pending
                .finish(Err(Box::new(given.error.clone())))
                .map_err(|error| Refusal { error, did_document: Some(given.to_failure()) }),
            None => {
                let pending = pending.check_before_resolving()?;
                match self.signers.resolve(&signer).await {
                    Ok(did_document) => Ok(pending.finish(Ok(&did_document))?),
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
}

/// A flag that documents of a format have no answer to.
fn not_asked(flag: &str, format: &dyn Format, name: &str) -> Failure {
    let message = format!("{flag} is not asked of {}", format.title());
    Failure::new(Code::DOCUMENT_SHAPE, message).in_input(name, &[])
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
