//! `adp publish`: from a folder of descriptions to the files of a static web site.

mod catalog;
mod changes;
mod check;
mod commit;
mod folder;
pub mod manifest;
mod open_folder;
mod report;
mod stage;
mod tree;

use crate::{
    duration,
    failure::{Failure, Outcome},
    file, format, key,
    terminal::Terminal,
};
use agent_description::{
    Code, Timestamp,
    discovery::publish::{Draft, PublishError, PublishOptions},
    format::Options,
    hex::hex,
    key::SigningKey,
    suite::Suite,
};
use catalog::CatalogSigner;
use changes::Changes;
use folder::Folder;
use report::Report;
use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    time::Duration,
};
use tree::Tree;

/// The variable that names a file with a key, for machines that hand out secrets as files.
const KEY_FILE_VARIABLE: &str = "ADP_KEY_FILE";

const EXAMPLES: &str = "\
Examples:
  adp publish agents -o site --key agent.pem
  adp publish agents -o site --check   # is it up to date, and does it verify?
  adp publish agents -o site --expires-in 30d --renew-before 10d
  adp publish agents -o site --catalog --catalog-key catalog.pem \\
      --catalog-key-id did:web:agent.example.com#key-1
  ADP_KEY_FILE=/run/secrets/agent.pem adp publish agents -o site --json

DIR has the layout of the site. did.json and *.did.json go where their DIDs say.
Descriptions go where their @id says, else to the same path, and are signed for
the site's host; the rest is copied. *.pem files are keys: never copied, and
used to sign if they are secret. A secret key in any other file is refused
(--allow-secret). Hidden files are left out. A second run keeps what is still
valid and removes what an earlier run made and is no longer needed; other files
in SITE stay as they are. SITE and DIR may not be inside one another. If `adp
check` reports an error in any file, or anything else is wrong, nothing is
changed. JSON of no known format is copied with a warning. --check exits with 1
if SITE is not up to date.";

/// Publish descriptions and DID documents as a static web site
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The publisher's folder
    dir: PathBuf,

    /// The site's folder
    #[arg(short, long, value_name = "SITE")]
    output: PathBuf,

    /// A secret key in PEM; may be repeated: the first key that belongs to a DID signs for it
    #[arg(long, value_name = "FILE")]
    key: Vec<PathBuf>,

    /// The site's host; by default the host of the DIDs
    #[arg(long, value_name = "HOST[:PORT]")]
    host: Option<String>,

    /// Change nothing: exit with 1 if the site is not up to date, and say why
    #[arg(long)]
    check: bool,

    /// How long proofs are valid
    #[arg(long, value_name = "DUR", default_value = "90d", value_parser = duration::parse)]
    expires_in: Duration,

    /// Sign again what expires within this time; by default a third of --expires-in
    #[arg(long, value_name = "DUR", value_parser = duration::parse)]
    renew_before: Option<Duration>,

    /// The suite that P-256 keys sign with
    #[arg(long, value_name = "NAME", default_value = "adp-ecdsa-p256", value_parser = ["adp-ecdsa-p256", "ecdsa-jcs-2019"])]
    suite: String,

    /// The largest number of descriptions on a discovery page
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u16).range(1..=1000))]
    page_size: u16,

    /// Leave the description at this path out of the discovery pages; may be repeated
    #[arg(long, value_name = "PATH")]
    unlisted: Vec<String>,

    /// Copy the file at this path below DIR although it contains a secret key, as documentation may; may be repeated
    #[arg(long, value_name = "PATH")]
    allow_secret: Vec<String>,

    /// Publish as of this time instead of now
    #[arg(long, value_name = "TIME")]
    at: Option<Timestamp>,

    #[command(flatten)]
    catalog: catalog::CatalogArgs,
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    if args.output == Path::new(file::STDIN) || args.dir == Path::new(file::STDIN) {
        return Err(Failure::usage("DIR and SITE must be folders, not `-`"));
    }
    let options = options(args)?;
    let folder = Folder::read(&args.dir, &args.output, &args.allow_secret)?;
    let keys = keys(args, &folder, terminal)?;
    let signer = args.catalog.signer(terminal)?;
    let tree = Tree::open(&args.output, args.check)?;
    let refused = match changes(args, options, &folder, (&keys, signer.as_ref()), &tree, terminal) {
        Ok(changes) => {
            if !args.check {
                commit::commit(&tree, &changes, &folder)?;
            }
            let outcome = Report { changes: &changes, site: &args.output, check: args.check }.print(terminal)?;
            if !args.catalog.looks_at().is_empty() {
                catalog::lines(&changes.host).iter().for_each(|line| terminal.note(line));
            }
            return Ok(outcome);
        }
        Err(refusal) => refusal,
    };
    tree.abandon();
    match refused {
        Refusal::One(failure) => Err(failure),
        Refusal::Files(errors) => {
            report::print_refusals(errors.iter().map(|error| folder.failure(error)).collect(), terminal)
        }
        Refusal::Checked(failures) => report::print_refusals(failures, terminal),
    }
}

/// Why nothing is published.
enum Refusal {
    One(Failure),
    Files(Vec<PublishError>),
    Checked(Vec<Failure>),
}

impl From<Failure> for Refusal {
    fn from(failure: Failure) -> Self {
        Self::One(failure)
    }
}

impl From<Vec<PublishError>> for Refusal {
    fn from(errors: Vec<PublishError>) -> Self {
        Self::Files(errors)
    }
}

/// What would change, with nothing changed yet.
fn changes(
    args: &Args,
    options: PublishOptions,
    folder: &Folder,
    (keys, signer): (&[SigningKey], Option<&CatalogSigner>),
    tree: &Tree,
    terminal: &Terminal,
) -> Result<Changes, Refusal> {
    let (limit, mut room) = (options.limits.description_bytes, options.documents_bytes.saturating_mul(2));
    let draft = draft(&options, folder, terminal)?;
    args.allow_secret.iter().try_for_each(|path| folder.refuse_useless_allowance(path, &draft))?;
    if let Some(path) = args.unlisted.iter().find(|path| !draft.descriptions().any(|known| known == **path)) {
        let known = draft.descriptions().collect::<Vec<_>>().join(", ");
        return Err(Failure::usage(format!(
            "--unlisted {path}: no description is published there; known paths: {known}"
        ))
        .into());
    }
    for warning in draft.warnings() {
        terminal.warn(&folder.failure(warning));
    }
    // what others made larger than ours can be is read in part, and so made again
    let mut published = BTreeMap::new();
    for path in draft.looks_at() {
        if let Some(bytes) = tree.read(&path, limit.min(room))? {
            room = room.saturating_sub(bytes.len());
            published.insert(path, bytes);
        }
    }
    let with_catalog = options.clone();
    let with_catalog = |site| catalog::add(args, &with_catalog, site, folder, tree, signer);
    let plan = draft.plan(keys, &published)?;
    if args.check {
        return Ok(Changes::new(with_catalog(plan.preview()?)?, tree)?);
    }
    // the random numbers are had before they are needed, so that a failure ends in a message
    let mut seed = [0_u8; 32];
    getrandom::fill(&mut seed).map_err(|error| Failure::new(Code::IO_READ, format!("no random numbers: {error}")))?;
    let mut count = 0_u64;
    let site = plan.sign(&mut || {
        count += 1;
        challenge(&seed, count)
    })?;
    Ok(Changes::new(with_catalog(site)?, tree)?)
}

/// The files that are to be published, if nothing is wrong with any of them.
fn draft(options: &PublishOptions, folder: &Folder, terminal: &Terminal) -> Result<Draft, Refusal> {
    let draft = folder.draft(options.clone())?;
    let refused = draft.as_ref().err().into_iter().flatten().map(|error| error.file.as_str()).collect();
    let wrong = check::errors(folder, &refused, &Options::at(options.at), terminal)?;
    match draft {
        Ok(draft) if wrong.is_empty() => Ok(draft),
        draft => {
            let refused = draft.err().unwrap_or_default();
            Err(Refusal::Checked(refused.iter().map(|error| folder.failure(error)).chain(wrong).collect()))
        }
    }
}

/// A text that nobody could guess and no other proof has: 128 bits of SHA-256(seed, count).
fn challenge(seed: &[u8; 32], count: u64) -> String {
    use sha2::{Digest, Sha256};
    let digest = Sha256::new().chain_update(seed).chain_update(count.to_be_bytes()).finalize();
    hex(&digest[..16])
}

fn options(args: &Args) -> Result<PublishOptions, Failure> {
    let mut options = PublishOptions::new(args.at.unwrap_or_else(Timestamp::now));
    options.host.clone_from(&args.host);
    options.expires_in = args.expires_in;
    options.renew_before = args.renew_before;
    options.page_size = args.page_size.into();
    options.unlisted = args.unlisted.iter().cloned().collect();
    options.formats = format::all();
    options.allow_secrets = args.allow_secret.iter().cloned().collect();
    options.p256_suite = if args.suite == "ecdsa-jcs-2019" { Suite::EcdsaJcs2019 } else { Suite::AdpEcdsaP256 };
    if args.expires_in.is_zero() || options.renew_before() >= args.expires_in {
        return Err(Failure::usage("--renew-before must be less than --expires-in, or every run would sign again"));
    }
    Ok(options)
}

/// The keys in the order of preference: --key, the variable's, those that lie in the folder.
fn keys(args: &Args, folder: &Folder, terminal: &Terminal) -> Result<Vec<SigningKey>, Failure> {
    let from_variable = std::env::var_os(KEY_FILE_VARIABLE).filter(|name| !name.is_empty()).map(PathBuf::from);
    let named = args.key.iter().chain(&from_variable).chain(&folder.secret_keys);
    let mut keys = Vec::<SigningKey>::new();
    for path in named {
        let key = key::read_secret(path, terminal)?;
        if !keys.iter().any(|known| known.verifying_key() == key.verifying_key()) {
            keys.push(key);
        }
    }
    Ok(keys)
}
