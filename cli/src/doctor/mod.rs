//! `adp doctor`: find, check and verify all agent documents of a host or site folder, and suggest fixes.

mod fix;
mod folder;
mod host;
mod report;
mod verification;

use crate::{
    arguments::secret_arg::{SecretArg, bearer_token},
    check::OutputFormat,
    failure::{Failure, Outcome},
    input::format,
    network::{Network, NetworkArgs, probe::origin_of},
    output::terminal::Terminal,
    verify::VerifyRun,
};
use adp_catalogs::well_known::rules::PRIVATE;
use adp_compare::doctor::{Inspector, ProbeReason, ProbedDocument, Score, rules::ANSWERS};
use agent_description::{
    Origin, Timestamp, diagnostic::Diagnostic, did::rules::PRIVATE_KEY, discovery::TimeLimit, format::Options,
};
use folder::Folder;
use http::HeaderValue;
use report::DoctorReport;
use std::{
    collections::BTreeMap,
    num::NonZeroUsize,
    path::{Path, PathBuf},
    time::Duration,
};
use url::Url;

/// Maximum total size of all documents, in bytes.
const MAX_TOTAL_BYTES: usize = 16 << 20;

/// Time limit for an inspection without verification.
const INSPECTION_TIMEOUT: Duration = Duration::from_secs(60);

const EXAMPLES: &str = "\
Examples:
  # documents, problems and a score
  adp doctor agent.example.com
  # an agent below a path, whose documents need a token
  adp doctor gateway.example.com/agents/rooms --token-env AGENT_TOKEN
  # in CI, before publishing
  adp doctor site --min 90
  # write a JSON Patch (RFC 6902) for each finding that has one
  adp doctor agent.example.com --fix patches
  # for code scanning
  adp doctor site --format sarif > doctor.sarif

Reads the documents at well-known URLs: agent descriptions, DID document, A2A
card, catalogs, skills, MCP, agents.json, API catalog, OAuth resource, ERC-8004,
x402, UCP, key sets. Reads what these and the home page's `Link` fields
link to on the same host. Checks and verifies each document, compares files and
responses with their digests, and tests whether the host's interfaces respond.
HOST/PATH reads /PATH/.well-known/... instead. A folder's `_headers` is read for
the digest and signatures of its key directory.
The score is the percentage of applicable rules that pass; an error weighs 3, a
warning 1; each rule that costs points is listed. It is 0 if there is no
document of a known format. Exit code 1 means a score below --min or a published
private key; 4 means that the host did not respond.";

/// Check all agent documents of a host or a site folder
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// HOST, HOST:PORT, HOST/PATH or the folder of a site
    #[arg(value_name = "HOST|FOLDER")]
    target: String,

    /// Exit with 1 if the score is lower
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=100))]
    min: Option<u8>,

    /// Write JSON Patches to this folder, which must be empty or not exist
    #[arg(long, value_name = "DIR")]
    fix: Option<PathBuf>,

    /// Output format; --json is short for `--format json`
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    format: OutputFormat,

    /// Host that a folder will be published on (default: the host of its DIDs)
    #[arg(long, value_name = "HOST[:PORT]")]
    host: Option<String>,

    /// Environment variable with a bearer token for the documents of HOST
    #[arg(long, hide_short_help = true, value_name = "NAME")]
    token_env: Option<SecretArg>,

    /// Time of verification (default: now)
    #[arg(long, value_name = "RFC3339")]
    at: Option<Timestamp>,

    /// Maximum number of linked documents to read
    #[arg(long, value_name = "N", default_value = "64")]
    max_documents: NonZeroUsize,

    /// Time limit for everything, such as 90s, 5m or 1h
    #[arg(long, value_name = "DUR", default_value = "1m", value_parser = crate::arguments::duration::parse)]
    deadline: Duration,

    #[command(flatten)]
    network: NetworkArgs,
}

/// The object of an inspection.
pub enum DoctorTarget {
    Folder(Folder),
    /// `https://HOST[:PORT]` or `https://HOST[:PORT]/PATH`
    Host(String),
}

/// The results of an inspection.
pub struct Diagnosis {
    pub documents: Vec<ProbedDocument<'static>>,
    /// Number of linked documents that were not read.
    left: usize,
    /// Whether the host answered 401 or 403.
    asks_for_credentials: bool,
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    let format = args.format.with_option(terminal)?;
    let target = target(&args.target, args.host.as_deref())?;
    // report an unwritable output folder before anything is fetched
    let patches = args.fix.as_deref().map(fix::Patches::new).transpose()?;
    let time = TimeLimit::start(args.deadline);
    let at = args.at.unwrap_or_else(Timestamp::now);
    let inspector = Inspector::new(format::all(), Options::at(at));
    let network = Network::new(&args.network, terminal)?;
    let credentials = args.token_env.as_ref().map(bearer_token).transpose()?;
    if credentials.is_some() && matches!(target, DoctorTarget::Folder(_)) {
        return Err(Failure::usage(format!("--token-env applies to hosts; {} is a folder", args.target)));
    }
    let inspection = Inspection { inspector: &inspector, most: args.max_documents.get(), credentials, time };
    let mut diagnosis = target.inspect(&network, &inspection);
    let runtime = network.runtime.clone();
    let (did_documents, is_known) = match &target {
        DoctorTarget::Folder(folder) => (folder.did_documents(&diagnosis.documents), folder.has_host()),
        DoctorTarget::Host(_) => (Vec::new(), true),
    };
    let job = VerifyRun::for_site(network, did_documents, at, terminal);
    let artifacts = diagnosis.documents.iter().filter(|probed| probed.is_shown());
    let job = job.with_artifacts(artifacts.map(|probed| (probed.url.clone(), probed.source().into())));
    if is_known {
        runtime.block_on(verification::verify_documents(&job, &mut diagnosis.documents, time));
    }
    verification::check_fields(&mut diagnosis.documents, at);
    Inspector::compare(&mut diagnosis.documents);
    let score = Score::from_documents(&diagnosis.documents);
    let is_silent = diagnosis.is_silent();
    diagnosis.merge_failed_fetches();
    let mut report = DoctorReport::new(&args.target, &target, &diagnosis, score, patches.as_ref());
    report.is_answered = !is_silent;
    if let Some(patches) = &patches {
        report.patches().try_for_each(|(name, patch)| patches.write(name, patch))?;
    }
    match format {
        OutputFormat::Human => report.print(terminal)?,
        OutputFormat::Json => terminal.print_json(&report.as_json())?,
        OutputFormat::Sarif => terminal.print_json(&report.as_sarif())?,
    }
    if diagnosis.asks_for_credentials {
        let fix =
            if args.token_env.is_some() { "the token was refused" } else { "pass a bearer token by --token-env NAME" };
        terminal.note(&format!("the host answered 401 or 403; {fix}"));
    }
    let findings = || diagnosis.documents.iter().flat_map(|probed| &probed.report.diagnostics);
    Ok(match args.min {
        _ if is_silent => Outcome::Undecided,
        Some(min) if score.points() < min => Outcome::Refused,
        // with a published private key, anyone can sign as this agent
        _ if findings().any(|found| [&PRIVATE_KEY, &PRIVATE].contains(&found.rule)) => Outcome::Refused,
        Some(_) if !is_known => {
            terminal.note("nothing was verified: no DID in the folder names the host; pass --host HOST");
            Outcome::Undecided
        }
        _ => Outcome::Done,
    })
}

/// The folder or host of a name.
pub fn target(name: &str, host: Option<&str>) -> Result<DoctorTarget, Failure> {
    let path = Path::new(name);
    if path.is_dir() {
        return Ok(DoctorTarget::Folder(Folder::new(path, host)?));
    }
    if path.exists() {
        let message = format!("{} is a file, expected a host or the folder of a site", path.display());
        return Err(Failure::usage(message).with_help(format!("adp check {}", path.display())));
    }
    if host.is_some() {
        return Err(Failure::usage(format!("--host applies to folders; {name} is not a folder")));
    }
    let help = "pass a host such as agent.example.com, or an existing folder";
    let name = name.strip_prefix("https://").unwrap_or(name);
    let (host, path) = name.split_once('/').unwrap_or((name, ""));
    let origin = origin_of(host).map_err(|failure| failure.with_help(help))?;
    let base = format!("{origin}/{}", path.trim_end_matches('/'));
    // what a URL parser would change, such as `..`, leads elsewhere
    if Url::parse(&base).is_ok_and(|url| url.path() == &base[origin.len()..]) {
        return Ok(DoctorTarget::Host(base.trim_end_matches('/').to_owned()));
    }
    let message = format!("/{path} is not the path of a URL, expected one without query, fragment and `..`");
    Err(Failure::usage(message).with_help("write other characters as %XX"))
}

/// How a host or folder is inspected.
pub struct Inspection<'i> {
    inspector: &'i Inspector<'static>,
    /// Maximum number of linked documents.
    most: usize,
    /// The value of `Authorization` for the target's own documents.
    credentials: Option<HeaderValue>,
    time: TimeLimit,
}

impl DoctorTarget {
    /// The origin, if it is known.
    pub fn origin(&self) -> Option<Origin> {
        Origin::from_https(match self {
            Self::Folder(folder) => folder.has_host().then(|| folder.origin())?,
            Self::Host(origin) => origin,
        })
    }

    /// Inspects the well-known URLs, without links and signatures.
    pub fn inspect_well_known(&self, network: &NetworkArgs, terminal: &Terminal) -> Result<Diagnosis, Failure> {
        let inspector = Inspector::new(format::all(), Options::at(Timestamp::now()));
        let network = Network::new(network, terminal)?;
        let time = TimeLimit::start(INSPECTION_TIMEOUT);
        Ok(self.inspect(&network, &Inspection { inspector: &inspector, most: 0, credentials: None, time }))
    }

    /// Inspects all well-known locations, and linked documents on the same host.
    fn inspect(&self, network: &Network, inspection: &Inspection<'_>) -> Diagnosis {
        match self {
            Self::Folder(folder) => folder.inspect(inspection),
            Self::Host(base) => network.runtime.block_on(host::inspect(network, inspection, base)),
        }
    }
}

impl Diagnosis {
    /// Keeps one of several findings with the same reason for failed fetches, such as an unknown host name.
    fn merge_failed_fetches(&mut self) {
        let reason = |url: &str, found: &Diagnostic| (found.code, found.message.replace(url, ""));
        let mut places = BTreeMap::new();
        for probed in &self.documents {
            for found in probed.report.diagnostics.iter().filter(|found| found.rule == &ANSWERS) {
                *places.entry(reason(&probed.url, found)).or_insert(0_usize) += 1;
            }
        }
        for probed in &mut self.documents {
            probed.report.diagnostics.retain_mut(|found| {
                if found.rule != &ANSWERS {
                    return true;
                }
                let Some(count) = places.remove(&reason(&probed.url, found)) else { return false };
                if count > 1 {
                    found.message.push_str(&format!("; same problem at {} other URLs", count - 1));
                }
                true
            });
        }
    }

    /// Whether no request was answered.
    pub fn is_silent(&self) -> bool {
        let is_silent =
            |probed: &ProbedDocument<'_>| probed.report.diagnostics.iter().any(|found| found.rule == &ANSWERS);
        // a home page that does not respond is no finding
        let mut documents = self.documents.iter().filter(|probed| probed.reason != ProbeReason::Home).peekable();
        documents.peek().is_some() && documents.all(is_silent)
    }
}
