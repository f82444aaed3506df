//! `adp publish`: generate a static web site from a folder of descriptions.

mod also;
mod catalog;
mod check;
pub mod failure;
mod report;
pub mod site_path;

use crate::{
    arguments::duration,
    failure::{Failure, Outcome},
    input::{file, format},
    key,
    output::terminal::Terminal,
};
use adp_publish::{
    CatalogMode, Draft, FolderError, KEY_DIRECTORY_PATH, PublishOptions, SiteChanges, SiteFolder, SourceFolder,
};
use agent_description::{
    Code, Did, Timestamp,
    diagnostic::Severity,
    format::ANP_07,
    key::{KeyType, SigningKey},
    secret::Redactor,
    suite::Suite,
};
use failure::{FileFailures, folder_failure};
use report::PublishReport;
use std::{
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

/// Environment variable with the path of a key file, for CI systems that provide secrets as files.
const KEY_FILE_VARIABLE: &str = "ADP_KEY_FILE";

const EXAMPLES: &str = "\
Examples:
  adp publish agents -o site --key agent.pem
  adp publish agents -o site --check   # is the site up to date and valid?
  adp publish agents -o site --catalog --catalog-key catalog.pem \\
      --catalog-key-id did:web:agent.example.com#key-1
  ADP_KEY_FILE=/run/secrets/agent.pem adp publish agents -o site --json

DIR has the layout of the site. DID documents and Handle documents (did.json,
*.did.json, handle.json) go to the paths of their DIDs and Handles, descriptions
to the path of their @id, signed for the site's host. Other files are copied,
except hidden ones. Private keys in *.pem files sign and are never copied; one
in another file is an error (see --allow-secret). A rerun keeps valid proofs
and removes unneeded files of earlier runs. If a check fails, nothing changes.";

/// Publish descriptions and DID documents as a static web site
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Source folder
    dir: PathBuf,

    /// Folder of the site
    #[arg(short, long, value_name = "SITE")]
    output: PathBuf,

    /// Private key in PEM; repeatable; the first key of a DID signs for it
    #[arg(long, value_name = "FILE")]
    key: Vec<PathBuf>,

    /// Host of the site (default: the host of the DIDs)
    #[arg(long, value_name = "HOST[:PORT]")]
    host: Option<String>,

    /// Only compare: exit with 1 if the site is not up to date
    #[arg(long)]
    check: bool,

    /// Lifetime of proofs
    #[arg(long, value_name = "DUR", default_value = "90d", value_parser = duration::parse)]
    expires_in: Duration,

    /// Renew proofs that expire within this time (default: a third of --expires-in)
    #[arg(long, value_name = "DUR", value_parser = duration::parse)]
    renew_before: Option<Duration>,

    /// Cryptosuite for P-256 keys
    #[arg(long, value_name = "NAME", default_value = "adp-ecdsa-p256", value_parser = ["adp-ecdsa-p256", "ecdsa-jcs-2019"])]
    suite: String,

    /// Maximum number of descriptions per discovery page
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u16).range(1..=1000))]
    page_size: u16,

    /// Path of a description to omit from discovery pages; repeatable
    #[arg(long, value_name = "PATH")]
    unlisted: Vec<String>,

    /// Publish the Handle NAME.HOST of the site's DID or of this DID; repeatable
    #[arg(long, value_name = "NAME[=DID]", value_parser = handle)]
    handle: Vec<(String, Option<Did>)>,

    /// Key of an agent that signs requests by Web Bot Auth; repeatable
    #[arg(long, value_name = "FILE")]
    bot_key: Vec<PathBuf>,

    /// Path of a file to copy although it contains a private key; repeatable
    #[arg(long, value_name = "PATH")]
    allow_secret: Vec<String>,

    /// Also publish each description in this format: anp-07, as NAME.anp-07.json
    #[arg(long, value_name = "FORMAT", value_parser = [ANP_07.name], hide_possible_values = true)]
    also: Option<String>,

    /// Time of publishing (default: now)
    #[arg(long, value_name = "RFC3339")]
    at: Option<Timestamp>,

    #[command(flatten)]
    catalog: catalog::CatalogArgs,
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    if args.output == Path::new(file::STDIN) || args.dir == Path::new(file::STDIN) {
        return Err(Failure::usage("DIR and SITE must be folders, not `-`"));
    }
    let mut options = options(args)?;
    options.bot_keys = bot_keys(args, terminal)?;
    let failed = |error| folder_failure(error, &args.output);
    let mut source = SourceFolder::read(&args.dir, &args.output, &args.allow_secret).map_err(failed)?;
    // a name may be a token, too
    source.files().iter().for_each(|name| Redactor::for_process().learn(name.as_bytes()));
    if args.also.is_some() {
        also::add(&mut source, &options, terminal)?;
    }
    let keys = keys(args, &source, terminal)?;
    let signer = args.catalog.signer(terminal)?;
    let site = SiteFolder::open(&args.output, args.check).map_err(failed)?;
    match publish(args, options, &source, (&keys, args.catalog.mode(signer.as_ref())), &site, terminal) {
        Ok(changes) => {
            let outcome = PublishReport { changes: &changes, site: &args.output, check: args.check }.print(terminal)?;
            args.catalog.links(&changes.host).iter().for_each(|line| terminal.note(line));
            Ok(outcome)
        }
        Err(refusal) => {
            site.abandon();
            match refusal {
                Refusal::One(failure) => Err(failure),
                Refusal::Several(failures) => report::print_refusals(failures, terminal),
            }
        }
    }
}

/// The reason why nothing was published.
enum Refusal {
    One(Failure),
    Several(Vec<Failure>),
}

impl From<Failure> for Refusal {
    fn from(failure: Failure) -> Self {
        Self::One(failure)
    }
}

/// Publishes the changes, or only reports them for `--check`.
fn publish(
    args: &Args,
    options: PublishOptions,
    source: &SourceFolder,
    (keys, catalog): (&[SigningKey], CatalogMode<'_>),
    site: &SiteFolder,
    terminal: &Terminal,
) -> Result<SiteChanges, Refusal> {
    let refused = |error| match error {
        FolderError::Files(errors) => {
            let mut failures = FileFailures::new(source);
            Refusal::Several(errors.iter().map(|error| failures.failure(error)).collect())
        }
        error => Refusal::One(folder_failure(error, &args.output)),
    };
    let draft = draft(args, options, source, terminal)?;
    let mut failures = FileFailures::new(source);
    for warning in &draft.warnings {
        terminal.show(Severity::Warning, &failures.failure(warning));
    }
    if args.check {
        let changes = site.changes((source, draft), keys, catalog, None).map_err(refused)?;
        refuse_loss(args, &changes)?;
        return Ok(changes);
    }
    // get random numbers early, so that a failure is reported before any change
    let mut random = [0_u8; 32];
    getrandom::fill(&mut random).map_err(|error| Failure::new(Code::IO_READ, format!("no random numbers: {error}")))?;
    let changes = site.changes((source, draft), keys, catalog, Some(&random)).map_err(refused)?;
    refuse_loss(args, &changes)?;
    site.commit(&changes, source).map_err(refused)?;
    Ok(changes)
}

/// Refuses to remove what an earlier run made with an option that this one does not have.
fn refuse_loss(args: &Args, changes: &SiteChanges) -> Result<(), Failure> {
    if args.bot_key.is_empty() && changes.removed.iter().any(|(path, _)| path == KEY_DIRECTORY_PATH) {
        let message = format!(
            "the site has a key directory at /{KEY_DIRECTORY_PATH}, which a run without --bot-key would remove"
        );
        return Err(Failure::usage(message).with_help("pass --bot-key to update it, or delete the file from the site"));
    }
    args.catalog.refuse_loss(changes)
}

/// Prepares the files to publish, unless a file or option is invalid.
fn draft(args: &Args, options: PublishOptions, source: &SourceFolder, terminal: &Terminal) -> Result<Draft, Refusal> {
    let (draft, errors) = match source.draft(options.clone()) {
        Ok(draft) => (Some(draft), Vec::new()),
        Err(FolderError::Files(errors)) => (None, errors),
        Err(error) => return Err(folder_failure(error, &args.output).into()),
    };
    let files = errors.iter().map(|error| error.file.as_str()).collect();
    let wrong = check::errors(source, &files, &options, terminal)?;
    let draft = match draft {
        Some(draft) if wrong.is_empty() => draft,
        _ => {
            let mut failures = FileFailures::new(source);
            let refused = errors.iter().map(|error| failures.failure(error));
            return Err(Refusal::Several(refused.chain(wrong).collect()));
        }
    };
    for path in &args.allow_secret {
        if let Some(why) = source.useless_allowance(path, &draft) {
            return Err(Failure::usage(format!("--allow-secret {path}: {why}")).into());
        }
    }
    if let Some(path) = args.unlisted.iter().find(|path| !draft.descriptions().any(|known| known == **path)) {
        let known = draft.descriptions().collect::<Vec<_>>().join(", ");
        let message = format!("--unlisted {path}: no description is published there; known paths: {known}");
        return Err(Failure::usage(message).into());
    }
    Ok(draft)
}

/// Parses the value of `--handle`.
fn handle(text: &str) -> Result<(String, Option<Did>), String> {
    let (name, did) = text.split_once('=').map_or((text, None), |(name, did)| (name, Some(did)));
    let did = did.map(str::parse::<Did>).transpose().map_err(|error| error.to_string())?;
    if name.contains('.') {
        return Err("expected the part of the Handle before its first dot; the site's host is added".to_owned());
    }
    Ok((name.to_ascii_lowercase(), did))
}

fn options(args: &Args) -> Result<PublishOptions, Failure> {
    let mut options = PublishOptions::new(args.at.unwrap_or_else(Timestamp::now));
    options.host.clone_from(&args.host);
    options.expires_in = args.expires_in;
    options.renew_before = args.renew_before;
    options.page_size = args.page_size.into();
    options.unlisted = args.unlisted.iter().cloned().collect();
    options.handles = args.handle.iter().cloned().collect();
    options.formats = format::all();
    options.allow_secrets = args.allow_secret.iter().cloned().collect();
    options.p256_suite = if args.suite == "ecdsa-jcs-2019" { Suite::EcdsaJcs2019 } else { Suite::AdpEcdsaP256 };
    if args.expires_in.is_zero() {
        return Err(Failure::usage("found --expires-in 0s, expected the time for which a proof is valid, such as 90d"));
    }
    if options.renew_before() >= args.expires_in {
        return Err(Failure::usage("--renew-before must be less than --expires-in, or every run would sign again"));
    }
    Ok(options)
}

/// The keys of --bot-key, each once.
fn bot_keys(args: &Args, terminal: &Terminal) -> Result<Arc<[SigningKey]>, Failure> {
    let mut keys = Vec::<SigningKey>::new();
    for path in &args.bot_key {
        let key = key::read_secret(path, terminal)?;
        if key.key_type() == KeyType::Secp256k1 {
            let message = format!("--bot-key {}: HTTP signatures have no algorithm for secp256k1", path.display());
            return Err(Failure::usage(message).with_help("use an Ed25519 key: adp key generate --type ed25519"));
        }
        if !keys.iter().any(|known| known.verifying_key() == key.verifying_key()) {
            keys.push(key);
        }
    }
    Ok(keys.into())
}

/// The keys in order of preference: --key, the environment variable, the source folder.
fn keys(args: &Args, source: &SourceFolder, terminal: &Terminal) -> Result<Vec<SigningKey>, Failure> {
    let from_variable = std::env::var_os(KEY_FILE_VARIABLE).filter(|name| !name.is_empty()).map(PathBuf::from);
    let named = args.key.iter().chain(&from_variable).chain(&source.secret_keys);
    let mut keys = Vec::<SigningKey>::new();
    for path in named {
        let key = key::read_secret(path, terminal)?;
        if !keys.iter().any(|known| known.verifying_key() == key.verifying_key()) {
            keys.push(key);
        }
    }
    Ok(keys)
}
