//! The verification of one input.

use super::{
    Args, Report,
    card::{CardArgs, CardKeys},
    catalog::CatalogArgs,
    did_documents::DidDocuments,
    expectations::{ExpectationArgs, RunExpectations},
    hosts::Hosts,
    message::is_message,
    on_runtime::OnRuntime,
    report::{Verdict, VerifiedData},
    verified_before::{VerifiedBefore, raw_sha256},
};
use crate::{
    failure::Failure,
    file,
    format::{FormatArgs, is_description},
    network::{Network, Resolver},
    redaction,
    source::{Input, Source},
    terminal::Terminal,
};
use adp_cards::{ai_catalog::is_catalog, signature::Kind};
use agent_description::{
    Code, Did, Document, Limits, Timestamp,
    description::AgentDescription,
    format::{Format, Options, one_signer},
    json::Json,
    jsonld::Contexts,
    proof::{Unverified, Verified},
    resolve::{RedactedUrl, Resolve},
};
use std::{collections::HashMap, num::NonZeroUsize, sync::Arc};
use tokio::runtime::Handle;
use tracing::{Instrument, debug, debug_span};

/// How many fetches run at the same time for each thread that verifies.
const FETCHES_PER_JOB: usize = 16;

/// What every input of a run is verified with.
#[derive(Debug)]
pub struct Job {
    pub(super) terminal: Terminal,
    pub(super) expected: RunExpectations,
    /// What cards are verified by.
    pub(super) cards: CardKeys,
    /// What catalogs are verified by.
    pub(super) catalogs: CatalogArgs,
    /// What catalogs name and need not be fetched, by URL.
    pub(super) artifacts: HashMap<String, Vec<u8>>,
    /// Whether lines are for people.
    for_people: bool,
    /// Whether reports have the verified documents.
    shows_data: bool,
    /// The same as it stands in reports.
    expectations: Arc<Json>,
    pub(super) did_documents: DidDocuments,
    verified_before: Option<VerifiedBefore>,
    pub(super) network: Network,
    hosts: Hosts,
    pub(super) resolver: OnRuntime<Resolver>,
    pub(super) limits: Limits,
    format: FormatArgs,
    /// Whether a list names the inputs: then files are regular ones.
    listed: bool,
}

/// What a job is made of, from arguments or without.
struct Given<'a> {
    did_documents: DidDocuments,
    expected: &'a ExpectationArgs,
    cards: &'a CardArgs,
    catalogs: CatalogArgs,
    format: FormatArgs,
}

impl Job {
    /// Reads what the arguments name; nothing is fetched yet.
    pub fn new(args: &Args, jobs: NonZeroUsize, terminal: &Terminal) -> Result<Self, Failure> {
        let limits = Limits::default();
        let did_documents = DidDocuments::read(&args.expected.did_document, &limits, terminal)?;
        let network = Network::new(&args.network, terminal)?;
        let given = Given {
            did_documents,
            expected: &args.expected,
            cards: &args.cards,
            catalogs: args.catalogs,
            format: args.format.clone(),
        };
        let verified_before = args.skip_verified.as_deref().map(|path| VerifiedBefore::read(path, args.skip_max_age));
        Ok(Self {
            verified_before: verified_before.transpose()?,
            listed: args.batch.is_some(),
            shows_data: terminal.wants_json(),
            ..Self::with(given, network, jobs, terminal)?
        })
    }

    /// A job of a verb that has no flags for it: what a site shows at a time, with these DID documents at hand.
    pub fn of_site(
        network: Network,
        did_documents: Vec<(String, Vec<u8>)>,
        at: Timestamp,
        terminal: &Terminal,
    ) -> Result<Self, Failure> {
        let did_documents = DidDocuments::at_hand(did_documents, &Limits::default());
        let (expected, cards) = (ExpectationArgs::usual(at), CardArgs::default());
        let given = Given {
            did_documents,
            expected: &expected,
            cards: &cards,
            catalogs: CatalogArgs::following(),
            format: FormatArgs::default(),
        };
        Self::with(given, network, NonZeroUsize::MIN, terminal)
    }

    fn with(given: Given<'_>, network: Network, jobs: NonZeroUsize, terminal: &Terminal) -> Result<Self, Failure> {
        let limits = Limits::default();
        let expected = RunExpectations::new(given.expected);
        let resolver = resolver(&network, None);
        let (did_documents, format) = (given.did_documents, given.format);
        Ok(Self {
            expectations: Arc::new(expected.to_json(&did_documents, format.forced(), network.trusted())?),
            verified_before: None,
            resolver,
            hosts: Hosts::new(FETCHES_PER_JOB.saturating_mul(jobs.get())),
            terminal: terminal.clone(),
            cards: CardKeys::read(given.cards, terminal)?,
            catalogs: given.catalogs,
            artifacts: HashMap::new(),
            for_people: false,
            shows_data: false,
            expected,
            did_documents,
            network,
            limits,
            format,
            listed: false,
        })
    }

    /// The same with what catalogs name at hand, by URL: it is not fetched.
    pub fn with_artifacts(self, artifacts: HashMap<String, Vec<u8>>) -> Self {
        Self { artifacts, ..self }
    }

    /// The same for all that a host shows: catalogs are followed, and lines are for people where they are not asked for as JSON.
    pub fn of_host(self) -> Self {
        Self { catalogs: CatalogArgs::following(), ..self }.for_people()
    }

    /// The same with lines for people, unless JSON was asked for.
    pub fn for_people(self) -> Self {
        let for_people = !self.terminal.wants_json();
        Self { for_people, ..self }
    }

    /// The verdict on a document that was had from a URL.
    pub async fn verdict_on(&self, bytes: &[u8], url: &str) -> Verdict {
        self.verify_bytes(bytes, Some(url), Source::Url(url)).await.0
    }

    /// The same, with DIDs resolved on this runtime.
    pub fn resolving_on(self, runtime: Handle) -> Self {
        let resolver = resolver(&self.network, Some(runtime));
        Self { resolver, ..self }
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
        let (raw_sha256, (verdict, data)) = match read {
            Ok(Input { bytes, url }) => {
                let raw_sha256 = raw_sha256(&bytes);
                let before = self.verified_before.as_ref();
                let (mut verdict, data) = match before
                    .and_then(|before| before.find(input, &raw_sha256, &self.expected, &self.expectations))
                {
                    Some(report) => (Verdict::Skipped(report), None),
                    None => self.verify_bytes(&bytes, url.as_deref(), Source::of(input)).await,
                };
                // of a long list, most are never quoted
                if self.listed
                    && let Verdict::Refused(claims, failure) = verdict
                {
                    redaction::learn(&bytes);
                    verdict = Verdict::Refused(claims, failure.redacted());
                }
                (Some(raw_sha256), (verdict, data))
            }
            Err(failure) => (None, (Verdict::Refused(None, failure), None)),
        };
        Report { raw_sha256, data, ..self.report(input, verdict) }
    }

    /// A report of an input that was not looked at.
    pub fn failed(&self, input: &str, failure: Failure) -> Report {
        self.report(input, Verdict::Refused(None, failure))
    }

    fn report(&self, input: &str, verdict: Verdict) -> Report {
        let expectations = Some(Arc::clone(&self.expectations));
        let (for_people, shows_data) = (self.for_people, self.shows_data);
        Report { expectations, for_people, shows_data, ..Report::new(input, verdict) }
    }

    /// Reads or fetches an input.
    pub async fn read(&self, input: &str) -> Result<Input, Failure> {
        let most = self.format.most_bytes(&self.limits);
        match Source::of(input) {
            Source::File(path) => {
                let read = if self.listed { file::read_listed } else { file::read };
                Ok(Input { bytes: read(path, most, &self.terminal)?, url: None })
            }
            Source::Url(url) => {
                let _room = self.hosts.room(url).await;
                let fetched = self.network.fetch(url, most).await?;
                Ok(Input { bytes: fetched.body, url: Some(fetched.url) })
            }
        }
    }

    /// The verdict, and what the verified document says if reports are to have that.
    async fn verify_bytes(
        &self,
        bytes: &[u8],
        url: Option<&str>,
        source: Source<'_>,
    ) -> (Verdict, Option<VerifiedData>) {
        let name = source.display_name();
        let (document, formats) = match self.format.read(url.unwrap_or(&name), bytes, &self.limits) {
            Ok(read) => read,
            Err(error) => return (Verdict::Refused(None, Failure::of(&error).in_input(&name, bytes)), None),
        };
        let format = formats.first().copied();
        let mut model = None;
        let verdict = self.verify_formats(&document, formats, url, &name, &mut model).await;
        if !self.shows_data || verdict.failure().is_some() {
            return (verdict, None);
        }
        let show = |format: &dyn Format| format.show(&document, &Options::at(self.expected.at)).ok();
        let model = model.or_else(|| format.and_then(show));
        (verdict, Some(VerifiedData { document, model }))
    }

    /// The verdict by the document's formats. Also gives the model of a verified description, if reports are to have that.
    async fn verify_formats(
        &self,
        document: &Document,
        formats: Vec<&'static dyn Format>,
        url: Option<&str>,
        name: &str,
        model: &mut Option<Json>,
    ) -> Verdict {
        let (descriptions, others): (Vec<_>, Vec<_>) = formats.into_iter().partition(|format| is_description(*format));
        if let ([format], []) = (others.as_slice(), descriptions.as_slice())
            && is_catalog(*format)
        {
            return match self.expected.not_asked_of(*format).or(self.cards.asked()) {
                Some(flag) => Verdict::Refused(None, not_asked(flag, *format, name)),
                None => self.verify_catalog(*format, document, name).await,
            };
        }
        if let (Some(flag), Some(format)) = (self.catalogs.asked(), descriptions.first().or(others.first())) {
            return Verdict::Refused(None, not_asked(flag, *format, name));
        }
        let kind = others.first().and_then(|format| Kind::of(format.name()));
        if let (Some(kind), [format], []) = (kind, others.as_slice(), descriptions.as_slice()) {
            return match self.expected.not_asked_of(*format) {
                Some(flag) => Verdict::Refused(None, not_asked(flag, *format, name)),
                None => self.verify_card(kind, *format, document, url, name).await,
            };
        }
        if let (Some(flag), Some(format)) = (self.cards.asked(), descriptions.first().or(others.first())) {
            return Verdict::Refused(None, not_asked(flag, *format, name));
        }
        if let ([format], []) = (others.as_slice(), descriptions.as_slice())
            && is_message(*format)
        {
            return match self.expected.not_asked_of(*format) {
                Some(flag) => Verdict::Refused(None, not_asked(flag, *format, name)),
                None => Verdict::OfFormat(format.name(), self.verify_message(document, name).await),
            };
        }
        if descriptions.is_empty() {
            return verify_as_all(None, &others, |format| self.verify_of_format(format, document, url, name));
        }
        let verified = match self.verify_document(document, url, name).await {
            Ok(verified) => {
                *model = self.shows_data.then(|| verified.get().to_model_json());
                verified.into_evidence()
            }
            Err(refused) => return refused,
        };
        if others.is_empty() {
            return Verdict::Verified(verified);
        }
        let signer = descriptions.first().map(|format| format.name()).zip(verified.signer.clone());
        match verify_as_all(signer, &others, |format| self.verify_of_format(format, document, url, name)) {
            Verdict::OfFormat(_, Err(failure)) => {
                debug!(code = failure.code(), "refused");
                Verdict::Refused(Some(verified), failure)
            }
            _ => Verdict::Verified(verified),
        }
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
        self.as_expected(did, name)
    }

    /// Who signed, if it is the signer who was named.
    pub(super) fn as_expected(&self, did: Did, name: &str) -> Result<Did, Failure> {
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
        document: &Document,
        url: Option<&str>,
        name: &str,
    ) -> Result<Verified<AgentDescription>, Verdict> {
        // a reason that is a line of a DID document that was given is shown there
        let mut of_did_document = None;
        let mut at_hand = |signer: &Did| {
            Some(self.did_documents.find(signer, &self.limits)?.map_err(|refused| {
                of_did_document = Some(refused.to_failure());
                refused.error
            }))
        };
        let unverified = Unverified::<AgentDescription>::read(document.clone(), &Contexts::embedded(), &self.limits);
        let verified = match unverified.prepare(self.expected.expectations(url)) {
            Err(error) => Err(error),
            Ok(pending) => match (at_hand(pending.signer()), pending) {
                (Some(Ok(given)), pending) => pending.finish(Ok(&given)),
                (Some(Err(error)), pending) => pending.finish(Err(Box::new(error))),
                (None, pending) => match pending.check_before_resolving() {
                    Err(error) => Err(error),
                    Ok(pending) => match self.resolver.resolve(pending.signer()).await {
                        Ok(resolved) => pending.finish(Ok(&resolved)),
                        Err(error) => pending.finish(Err(Box::new(error))),
                    },
                },
            },
        };
        verified.map_err(|error| {
            let evidence = Box::new(error.evidence().clone());
            let failure = of_did_document.unwrap_or_else(|| Failure::from(error).in_document(name, document));
            Verdict::Refused(Some(evidence), failure)
        })
    }
}

/// Resolves DIDs as the command line says.
fn resolver(network: &Network, runtime: Option<Handle>) -> OnRuntime<Resolver> {
    OnRuntime::new(network.resolver().clone(), network.options().clone(), runtime)
}

/// A flag that documents of a format have no answer to.
fn not_asked(flag: &str, format: &dyn Format, name: &str) -> Failure {
    Failure::usage(format!("{flag} does not apply to {}", format.title())).in_input(name, &[])
}

/// What is of several formats is verified by each of them, as signed by one DID, or not at all: the first format that refuses
/// it, or the first of them. `known` is a format by which it was verified already, and the signer.
fn verify_as_all(
    known: Option<(&'static str, Did)>,
    formats: &[&dyn Format],
    verify: impl Fn(&dyn Format) -> Result<Did, Failure>,
) -> Verdict {
    let mut signers: Vec<(&'static str, Did)> = known.into_iter().collect();
    for format in formats {
        match verify(*format) {
            Ok(did) => signers.push((format.name(), did)),
            Err(failure) => return Verdict::OfFormat(format.name(), Err(failure)),
        }
        if let Err(error) = one_signer(&signers) {
            return Verdict::OfFormat(format.name(), Err(Failure::of(&error)));
        }
    }
    match signers.into_iter().next() {
        Some((format, did)) => Verdict::OfFormat(format, Ok(did)),
        None => Verdict::Refused(None, Failure::internal("the document is of no format")),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic)]
mod tests {
    use super::verify_as_all;
    use crate::{failure::Failure, verify::report::Verdict};
    use agent_description::{
        Code, Did,
        format::{ADP, ANP_07, DID_DOCUMENT, Format},
    };

    const ALICE: &str = "did:wba:hotel.example:alice";
    const MALLORY: &str = "did:wba:hotel.example:mallory";

    /// The verdict's format, and the signer or the code.
    fn verdict(known: Option<&str>, by: [Result<&str, Code>; 2]) -> (&'static str, String) {
        let did = |did: &str| did.parse::<Did>().unwrap();
        let formats: [&dyn Format; 2] = [ANP_07, DID_DOCUMENT];
        let verify = |format: &dyn Format| {
            let found = if format.name() == ANP_07.name() { by[0] } else { by[1] };
            found.map(did).map_err(|code| Failure::new(code, "no"))
        };
        match verify_as_all(known.map(|signer| (ADP.name(), did(signer))), &formats, verify) {
            Verdict::OfFormat(format, Ok(did)) => (format, did.to_string()),
            Verdict::OfFormat(format, Err(failure)) => (format, failure.code().to_owned()),
            _ => panic!("no format"),
        }
    }

    #[test]
    fn a_document_of_several_formats_has_one_signer() {
        let of = |format: &'static str, found: &str| (format, found.to_owned());
        assert_eq!(verdict(None, [Ok(ALICE), Ok(ALICE)]), of("anp-07", ALICE));
        assert_eq!(verdict(Some(ALICE), [Ok(ALICE), Ok(ALICE)]), of("adp", ALICE));
        assert_eq!(verdict(None, [Ok(ALICE), Ok(MALLORY)]), of("did-document", "format-signers"));
        assert_eq!(verdict(Some(ALICE), [Ok(MALLORY), Ok(ALICE)]), of("anp-07", "format-signers"));
        assert_eq!(verdict(Some(ALICE), [Ok(ALICE), Ok(MALLORY)]), of("did-document", "format-signers"));
        let refused = Err(Code::PROOF_SIGNATURE);
        assert_eq!(verdict(Some(ALICE), [Ok(ALICE), refused]), of("did-document", "proof-signature"));
    }
}
