//! `adp sign`: add a proof or signature to a document, as its format defines.

use crate::{
    arguments::{proof_binding, value_parser::one_of},
    failure::{Failure, InInput},
    input::{file, format::FormatArgs},
    key::{self, KeyArgs},
    output::{EditArgs, escape::escape_json, terminal::Terminal, write_or_print},
};
use adp_cards::signature::PayloadForm;
use agent_description::{
    Code, CodedError, Document, Limits, Timestamp,
    diagnostic::Severity,
    did::{DidError, DidUrl},
    format::{DATA_INTEGRITY, Format, FormatError, Options, SignedDocument},
    json::{Object, ReadError},
    proof::{KeySigner, SignError, SignOptions, Signer},
    suite::Suite,
};
use std::{
    error::Error,
    path::{Path, PathBuf},
};
use tracing::debug;

const EXAMPLES: &str = "\
Examples:
  adp sign ad.json --key agent.pem --key-id did:wba:agent.example.com#key-1 \\
      -o signed.json
  adp sign ad.json --key agent.pem --key-id did:wba:agent.example.com#key-1 \\
      --in-place --domain agent.example.com \\
      --challenge \"$(openssl rand -hex 16)\"
  adp sign ad.json --key agent.pem --key-id did:wba:agent.example.com#key-1 |
      adp verify - --did-document did.json
  adp sign agent-card.json --key agent.pem \\
      --key-id did:wba:agent.example.com#key-1 --in-place

--domain binds a description to the host that serves it, so that no other host
can serve it as its own. An A2A card gets another entry in `signatures`; it
takes --alg and --payload-form instead of the proof options. A catalog is signed
with did-web-v1, complete or, with --manifests, the signer's own entries. Of
several publishers, all but the last pass --force: verifiers refuse the catalog
until each entry is signed. Without --force, a document is not signed if `adp
check` finds an error in it, the signer is a wrong one or --expires is past. The
order of members is kept; `proof` comes last.";

/// Sign a description, card, DID document or other JSON object
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Document to sign; `-` is stdin
    file: PathBuf,

    #[command(flatten)]
    signer: KeyArgs,

    /// Cryptosuite or algorithm [default: adp-ecdsa-p256]
    #[arg(long, value_name = "NAME", value_parser = one_of::<Suite>(Suite::ALL.iter().map(|suite| suite.as_str())))]
    suite: Option<Suite>,

    /// Algorithm of the signature of a card or message [default: EdDSA for Ed25519 keys]
    #[arg(long, value_name = "NAME", value_parser = ["ES256", "ES256K", "EdDSA", "Ed25519"])]
    alg: Option<String>,

    /// Host or host:port that serves the document
    #[arg(long, value_name = "HOST", value_parser = proof_binding::domain, requires = "challenge")]
    domain: Option<String>,

    /// Challenge of the verifier, or a fresh random value
    #[arg(long, value_name = "TEXT", value_parser = proof_binding::text)]
    challenge: Option<String>,

    /// Creation time of the proof (default: now)
    #[arg(long, value_name = "RFC3339")]
    created: Option<Timestamp>,

    /// Expiry time of the proof
    #[arg(long, value_name = "RFC3339")]
    expires: Option<Timestamp>,

    /// Form of a card's payload [default: one that all forms share]
    #[arg(long, alias = "reading", value_name = "FORM", value_parser = crate::verify::allowances::payload_form())]
    payload_form: Option<PayloadForm>,

    /// Sign a trust manifest in each of the signer's entries, instead of the catalog
    #[arg(long)]
    manifests: bool,

    /// Replace an existing proof
    #[arg(long)]
    replace: bool,

    #[command(flatten)]
    output: EditArgs,

    #[command(flatten)]
    format: FormatArgs,
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<(), Failure> {
    let output = args.output.output(&args.file, &[("--key", &args.signer.key)])?;
    let unusable = |error: DidError| Failure::usage(format!("--key-id: {error}"));
    let method: DidUrl = args.signer.key_id.parse().map_err(unusable)?;
    let limits = Limits::default();
    let (name, bytes) = file::read_named(&args.file, args.format.most_bytes(&limits), terminal)?;
    let (document, formats) = read(&args.format, &bytes, &limits).in_input(&name, &bytes)?;
    let format = formats.first().copied();
    let created = args.created.unwrap_or_else(Timestamp::now).truncated_to_second();
    // invalid results are rejected below, where --force turns them into warnings
    let mut options = SignOptions::new(created).suite(args.suite.unwrap_or(Suite::AdpEcdsaP256));
    options.replace = args.replace;
    (options.unchecked, options.each_entry) = (true, args.manifests);
    options.alg.clone_from(&args.alg);
    options.payload_form = args.payload_form.map(|form| form.as_str().to_owned());
    if let Some(expires) = args.expires {
        options = options.expires(expires);
    }
    let bound = options.bound_to(args.domain.as_deref(), args.challenge.as_deref());
    let options = bound.map_err(|error| Failure::usage(error.to_string()))?;
    args.refuse_unused(&options, format)?;
    let signer = KeySigner::new(method, key::read_secret(&args.signer.key, terminal)?);
    let format = format.unwrap_or(DATA_INTEGRITY);
    let signed = format.sign(&document, &signer, &options, &Options::at(created));
    let signed = signed.map_err(|error| explain(error.as_ref(), &signer, &name, &document))?;
    let refuse = |failure: Failure, fix: &str| args.refuse(failure.in_input(&name, &[]), fix, terminal);
    let now = Timestamp::now().truncated_to_second();
    if let Some(expires) = args.expires.filter(|expires| *expires <= now) {
        let message =
            format!("--expires {expires} is not after the current time {now}: verifiers would refuse the signature");
        refuse(Failure::new(Code::PROOF_EXPIRED, message), "pass a later time, or omit --expires")?;
    }
    debug!(method = %signer.method(), by = signed.by, "signed");
    // a signature does not make a document valid, not even as another version of its format
    let source = signed.document.source().as_bytes();
    let (_, signed_formats) = args.format.read_signed("", source, &limits).in_input(&name, source)?;
    let changes = |format: &&Format| format.profile(&document) != format.profile(&signed.document);
    let before = formats.iter().copied().filter(changes).map(|format| (format, &document));
    let after = signed_formats.iter().map(|format| (*format, &signed.document));
    let mut found =
        before.chain(after).flat_map(|(format, document)| format.check(document, &Options::at(created)).diagnostics);
    if let Some(error) = found.find(|found| found.severity == Severity::Error) {
        let message = format!("the document is not valid: {}", error.message);
        let fix = format!("for all errors, run: adp check {}", args.file.display());
        refuse(Failure::new(error.code, message), &fix)?;
    }
    for format in signed_formats {
        if let Err(refused) = format.check_signer(&signed.document, signer.method().did()) {
            refuse(Failure::from_error(refused.error.as_ref()), &refused.fix)?;
        }
    }
    // the same JSON value and signature, but safe to print on a terminal
    let text = escape_json(signed.document.source());
    write_or_print(output.as_ref(), text.as_bytes(), terminal)?;
    let Some(output) = output else { return Ok(()) };
    report(args, signed, output.path, terminal)?;
    if format.is_description && args.domain.is_none() && !terminal.wants_json() {
        terminal.note("note: the proof names no host, so any host can serve the document; --domain HOST --challenge TEXT names one");
    }
    Ok(())
}

/// Reads the document to sign, as the first matching format. An object of unknown format is signed as it is.
fn read(format: &FormatArgs, bytes: &[u8], limits: &Limits) -> Result<(Document, Vec<&'static Format>), FormatError> {
    // an empty name suppresses suggestions for unknown formats
    match format.read("", bytes, limits) {
        Err(FormatError::Unknown(_)) => Ok((Document::parse(bytes, limits)?, Vec::new())),
        read => read,
    }
}

impl Args {
    /// Rejects options that the format does not have. A format without signatures has its own error.
    fn refuse_unused(&self, options: &SignOptions, format: Option<&Format>) -> Result<(), Failure> {
        let used = format.unwrap_or(DATA_INTEGRITY).sign_options;
        let unused = options.unused(used, self.suite.is_some(), self.created.is_some());
        let Some(unused) = unused.filter(|_| !used.is_empty()) else { return Ok(()) };
        let title = format.map_or("an object of unknown format", |format| format.title);
        let taken = used.iter().map(|option| format!("--{option}")).collect::<Vec<_>>().join(", ");
        Err(Failure::usage(format!("--{unused} does not apply to {title}"))
            .with_help(format!("omit it; options for {title}: {taken}")))
    }

    /// Rejects what should not be signed, with a fix. With `--force`, prints a warning instead.
    fn refuse(&self, failure: Failure, fix: &str, terminal: &Terminal) -> Result<(), Failure> {
        if self.output.force.force {
            terminal.show(Severity::Warning, &failure.with_help(fix));
            return Ok(());
        }
        Err(failure.with_help(format!("{fix}; to sign anyway, pass --force")))
    }
}

/// The failure to sign. For an unsuitable key, it lists the suites that the key supports.
fn explain(error: &dyn CodedError, signer: &KeySigner, name: &str, document: &Document) -> Failure {
    let source: &(dyn Error + 'static) = error;
    if let Some(FormatError::OptionRefused { option, value, title }) = source.downcast_ref() {
        return Failure::usage(format!("--{option} {value} does not apply to {title}"));
    }
    let failure = match source.downcast_ref::<SignError>() {
        Some(error) => explain_proof(error, signer),
        None => Failure::from_error(error),
    };
    failure.in_document(name, document)
}

fn explain_proof(error: &SignError, signer: &KeySigner) -> Failure {
    if let SignError::Read(ReadError::Size { size, limit, .. }) = error {
        let message = format!("the signed document would have {size} bytes, more than the limit of {limit}");
        return Failure::new(Code::JSON_SIZE, message);
    }
    let failure = Failure::from_error(error);
    if !matches!(error, SignError::KeyType { .. }) {
        return failure;
    }
    let key_type = signer.verifying_key().key_type();
    let suites: Vec<_> =
        Suite::ALL.iter().filter(|suite| suite.key_type() == key_type).map(|suite| suite.as_str()).collect();
    failure.with_help(format!("{key_type} keys sign with --suite {}", suites.join(" or --suite ")))
}

/// Reports the signature and the output file.
fn report(args: &Args, signed: SignedDocument, output: &Path, terminal: &Terminal) -> Result<(), Failure> {
    if !terminal.wants_json() {
        terminal.note(&format!("{}: {} as {} by {}", output.display(), signed.what, args.signer.key_id, signed.by));
        return Ok(());
    }
    let mut report = Object::with_capacity(signed.report.len() + 1);
    report.insert("file", output.display().to_string());
    for member in &signed.report {
        report.insert(member.name().as_str(), member.value().clone());
    }
    terminal.print_json(&report)
}
