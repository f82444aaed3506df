//! Verifies inputs with the settings of a run.

use super::{
    Args, InputVerdict, VerifyReport,
    allowances::AllowanceArgs,
    did_documents::GivenDidDocuments,
    expectations::ExpectationArgs,
    handle::AcceptArgs,
    parallel_fetches::ParallelFetches,
    resolving::RunResolver,
    verified_before::{VerifiedBefore, raw_sha256},
};
use crate::{
    did,
    failure::Failure,
    input::{
        file,
        format::FormatArgs,
        source::{Input, InputSource},
    },
    network::{Network, throttle_wait::THROTTLE_TIMEOUT},
    output::terminal::Terminal,
};
use agent_description::{
    Code, CodedError, DidUrl, Document, Limits, Timestamp,
    discovery::{Sources, verify},
    format::{DISCOVERY_LISTING, Options, detect},
    handle::Handle,
    json::Json,
    proof::Allowances,
    secret::{RedactedUrl, Redactor},
    verification::{SUPPLY_TIMEOUT, Verification},
};
use std::{num::NonZeroUsize, sync::Arc};
use tokio::runtime::Handle as RuntimeHandle;
use tracing::{Instrument, debug, debug_span};

/// Maximum number of parallel fetches per verifying thread.
const FETCHES_PER_JOB: usize = 16;

/// The settings of a run.
#[derive(Debug)]
pub struct VerifyRun {
    pub(super) terminal: Terminal,
    pub(super) expected: ExpectationArgs,
    /// The flags that only some formats support.
    pub(super) flags: AllowanceArgs,
    /// The accepted results for Handles.
    pub(super) accepted: AcceptArgs,
    /// The allowances, from options or from the verb.
    allowances: Allowances,
    /// Whether lines are text instead of JSON.
    for_people: bool,
    /// Whether reports include the verified documents.
    shows_document: bool,
    /// Whether reports include the models of verified documents.
    pub(super) shows_model: bool,
    /// The expectations in the form of reports, if options set them.
    expectations: Option<Arc<Json>>,
    did_documents: Arc<GivenDidDocuments>,
    verified_before: Option<VerifiedBefore>,
    pub(super) network: Network,
    fetches: ParallelFetches,
    pub(super) sources: Sources<RunResolver>,
    limits: Limits,
    format: FormatArgs,
    /// Whether the inputs are from a list: files must be regular files then.
    listed: bool,
}

impl VerifyRun {
    /// Reads the files that the options name, without fetching.
    pub fn new(args: &Args, jobs: NonZeroUsize, terminal: &Terminal) -> Result<Self, Failure> {
        let flags = args.allowances.clone();
        let did_documents = GivenDidDocuments::read(&args.expected.did_document, &Limits::default(), terminal)?
            .following_successors(flags.follow_successor);
        let network = Network::new(&args.network, terminal)?;
        let following = did::following(&flags.trusted_document, terminal)?;
        let (format, superseded) = (args.format.clone(), flags.superseded(&following));
        let trusted = network.trusted.as_deref();
        let expectations = args.expected.to_json(&did_documents, format.forced(), trusted, superseded);
        let verified_before = args.skip_verified.as_deref().map(|path| VerifiedBefore::read(path, args.skip_max_age));
        let mut run = Self::with(network, did_documents, args.expected.clone(), jobs, terminal);
        run.sources.following = following;
        Ok(Self {
            expectations: Some(Arc::new(expectations)),
            allowances: flags.to_allowances(terminal)?,
            flags,
            format,
            verified_before: verified_before.transpose()?,
            listed: args.batch.is_some(),
            accepted: args.handles.clone(),
            shows_document: terminal.wants_json(),
            shows_model: terminal.wants_json() || args.batch.is_some(),
            ..run
        })
    }

    /// A run for verbs without these options: for a site at a given time, with these DID documents.
    pub fn for_site(
        network: Network,
        did_documents: Vec<(String, Vec<u8>)>,
        at: Timestamp,
        terminal: &Terminal,
    ) -> Self {
        let did_documents = GivenDidDocuments::at_hand(did_documents, &Limits::default());
        Self::with(network, did_documents, ExpectationArgs::usual(at), NonZeroUsize::MIN, terminal).following()
    }

    fn with(
        network: Network,
        did_documents: GivenDidDocuments,
        expected: ExpectationArgs,
        jobs: NonZeroUsize,
        terminal: &Terminal,
    ) -> Self {
        let did_documents = Arc::new(did_documents);
        let mut sources = sources(&network, &did_documents);
        sources.given = did_documents.supplied();
        Self {
            expectations: None,
            verified_before: None,
            sources,
            fetches: ParallelFetches::new(FETCHES_PER_JOB.saturating_mul(jobs.get())),
            terminal: terminal.clone(),
            allowances: Allowances::default(),
            flags: AllowanceArgs::default(),
            accepted: AcceptArgs::default(),
            for_people: false,
            shows_document: false,
            shows_model: false,
            expected,
            did_documents,
            network,
            limits: Limits::default(),
            format: FormatArgs::default(),
            listed: false,
        }
    }

    /// Adds artifacts by URL, which are not fetched then.
    pub fn with_artifacts(mut self, artifacts: impl Iterator<Item = (String, Arc<[u8]>)>) -> Self {
        self.sources.given.artifacts = artifacts.map(|(url, bytes)| (url, Ok(bytes))).collect();
        self
    }

    /// Follows catalogs without `--follow`.
    fn following(mut self) -> Self {
        self.allowances.artifacts = true;
        self.flags.follow = false;
        self
    }

    /// For all documents of a host: follows catalogs, and prints text unless JSON is requested.
    pub fn for_host(self) -> Self {
        self.following().for_people()
    }

    /// Prints text unless JSON is requested.
    pub fn for_people(self) -> Self {
        let for_people = !self.terminal.wants_json();
        Self { for_people, ..self }
    }

    /// The verdict on a document that was fetched from a URL.
    pub async fn verdict_on(&self, bytes: &[u8], url: &str) -> InputVerdict {
        self.verify_bytes(bytes, Some(url), InputSource::Url(url)).await.0
    }

    /// Resolves DIDs on this runtime.
    pub fn resolving_on(mut self, runtime: RuntimeHandle) -> Self {
        self.sources.resolver.runtime = Some(runtime);
        self
    }

    /// Reads or fetches an input and verifies it. All errors are in the report.
    pub async fn verify(&self, input: &str) -> VerifyReport {
        if Handle::is_uri(input) {
            return self.verify_handle(input).await;
        }
        let read = self.read(input).await;
        self.verify_read(input, read).await
    }

    /// Verifies an input after [`Self::read`].
    pub async fn verify_read(&self, input: &str, read: Result<Input, Failure>) -> VerifyReport {
        let verify = async {
            let report = self.report_on(input, read).await;
            // the library logs its own results
            match &report.verdict {
                InputVerdict::Found(..) => {}
                InputVerdict::Unread(failure) => debug!(code = failure.code(), "refused"),
                InputVerdict::Skipped(_) => debug!("skipped"),
            }
            report
        };
        let span = match InputSource::from_name(input) {
            InputSource::Url(url) => debug_span!("verify", url = %RedactedUrl(url)),
            InputSource::File(path) => debug_span!("verify", file = ?path),
        };
        verify.instrument(span).await
    }

    async fn report_on(&self, input: &str, read: Result<Input, Failure>) -> VerifyReport {
        let (raw_sha256, (verdict, model)) = match read {
            Ok(Input { bytes, url }) => {
                let raw_sha256 = raw_sha256(&bytes);
                let before = self.verified_before.as_ref().zip(self.expectations.as_deref());
                let before = before
                    .and_then(|(before, expectations)| before.find(input, &raw_sha256, &self.expected, expectations));
                let (mut verdict, model) = match before {
                    Some(report) => (InputVerdict::Skipped(report), None),
                    None => self.verify_bytes(&bytes, url.as_deref(), InputSource::from_name(input)).await,
                };
                if self.listed {
                    Redactor::for_process().learn(&bytes);
                    // drop details of failures in long lists, because most are never printed
                    if verdict.failure().is_some() {
                        verdict = verdict.redacted();
                    }
                }
                (Some(raw_sha256), (verdict, model))
            }
            Err(failure) => (None, (InputVerdict::Unread(failure), None)),
        };
        VerifyReport { raw_sha256, model, ..self.report(input, verdict) }
    }

    /// A report for an input that was not read.
    pub fn failed(&self, input: &str, failure: Failure) -> VerifyReport {
        self.report(input, InputVerdict::Unread(failure))
    }

    pub(super) fn report(&self, input: &str, verdict: InputVerdict) -> VerifyReport {
        let expectations = self.expectations.clone();
        let (for_people, at) = (self.for_people, Some(self.expected.at));
        let (shows_document, shows_model) = (self.shows_document, self.shows_model);
        VerifyReport { expectations, at, for_people, shows_document, shows_model, ..VerifyReport::new(input, verdict) }
    }

    /// Reads or fetches an input.
    pub async fn read(&self, input: &str) -> Result<Input, Failure> {
        let most = self.format.most_bytes(&self.limits);
        match InputSource::from_name(input) {
            InputSource::File(path) => {
                let read = if self.listed { file::read_listed } else { file::read };
                let folder = |failure: Failure| {
                    if !path.is_dir() {
                        return failure;
                    }
                    let folder = path.display();
                    let help = format!("the folder of a site: adp doctor '{folder}'; some files: name them");
                    Failure::new(Code::IO_READ, format!("{folder} is a folder")).with_help(help)
                };
                Ok(Input { bytes: read(path, most, &self.terminal).map_err(folder)?, url: None })
            }
            InputSource::Url(url) => {
                let _room = self.fetches.room(url).await;
                let fetched = self.network.fetch(url, most).await?;
                Ok(Input { bytes: fetched.body, url: Some(fetched.url) })
            }
        }
    }

    /// Verifies bytes, and adds the model if reports include it.
    async fn verify_bytes(
        &self,
        bytes: &[u8],
        url: Option<&str>,
        source: InputSource<'_>,
    ) -> (InputVerdict, Option<Json>) {
        let name = source.display_name();
        let (document, formats) = match self.format.read_signed(url.unwrap_or(&name), bytes, &self.limits) {
            Ok(read) => read,
            Err(error) => return (InputVerdict::Unread(Failure::from_error(&error).in_input(&name, bytes)), None),
        };
        for format in &formats {
            let of_handles = self.accepted.first_given().map(|flag| (true, flag));
            let mut given = self.flags.given().chain(self.expected.given()).chain(of_handles);
            if let Some((_, flag)) = given.find(|(given, flag)| *given && !format.verify_options.contains(flag)) {
                let misused = Failure::usage(format!("--{flag} does not apply to {}", format.title));
                return (InputVerdict::Unread(misused.in_input(&name, &[])), None);
            }
        }
        let mut expectations = self.expected.expectations(url);
        expectations.allowances = self.allowances.clone();
        let found = verify(&document, &formats, &expectations, &self.sources).await;
        let model = || formats.first()?.verified_model(&found, &Options::at(self.expected.at));
        let model = if self.shows_model { model() } else { None };
        let failure = found.error.as_deref().map(|error| self.failure_of(error, &found, &name, &document));
        (InputVerdict::Found(Box::new(found), failure), model)
    }

    /// The failure of a verification, with its position, which can be in a given DID document.
    fn failure_of(&self, error: &dyn CodedError, found: &Verification, name: &str, document: &Document) -> Failure {
        let methods = found.signatures.iter().filter_map(|signature| signature.key_id.as_deref()?.parse().ok());
        let refused = |method: DidUrl| self.did_documents.failure_of(method.did(), error);
        let failure = methods.into_iter().find_map(refused);
        let failure = failure.unwrap_or_else(|| Failure::from_error(error).in_document(name, document));
        if error.code() == Code::PROOF_MISSING && detect(document.root(), &[DISCOVERY_LISTING]).is_ok() {
            let message = "found a discovery document, which has no proof, expected a signed document";
            let help = "`adp verify HOST` verifies the descriptions that it lists; `adp discover HOST` prints them";
            return Failure::new(error.code(), message).with_help(help).in_document(name, document);
        }
        match self.expected.challenge() {
            Some(expected) if error.code() == Code::PROOF_CHALLENGE => {
                failure.with_help(format!("`--challenge` is {expected:?}; ask the signer to sign with that challenge"))
            }
            _ => failure,
        }
    }
}

/// The sources of DID documents and artifacts. Their time limit includes the waiting time of the throttle.
pub fn sources(network: &Network, did_documents: &Arc<GivenDidDocuments>) -> Sources<RunResolver> {
    let resolver = RunResolver { given: Arc::clone(did_documents), resolver: network.clone(), runtime: None };
    let mut sources = Sources::new(resolver, network.https.clone());
    sources.timeout = THROTTLE_TIMEOUT.saturating_add(SUPPLY_TIMEOUT);
    sources
}
