//! `adp did check`: check a DID document by the rules of resolvers.

use super::document_facts;
use crate::{
    failure::{Failure, InInput, Outcome},
    input::file,
    output::{object, summary_box::SummaryBox, terminal::Terminal},
};
use agent_description::{
    Code, CodedError, Document, Limits, Resolved, Timestamp,
    diagnostic::CheckReport,
    did::{Did, DidDocument, DidError, Purpose, Superseded, VerificationMethod},
    format::{DID_DOCUMENT, read_as},
    json::Object,
};
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  adp did check did.json
  curl -s https://agent.example.com/.well-known/did.json | adp did check -
  # a superseded DID and the next one
  adp did check old-did.json --successor-document did.json

Applies the rules that resolvers apply: `id`, method IDs, keys, relationships,
the document's own proof, and the key binding of an e1_ or k1_ DID. Also applies
rules on which no signature depends, such as those of contexts and services. To
check whether the document is published, use `adp did resolve`. `adp check
did.json` reports the same problems as findings; whether a recovery key may have
signed a transition remains open there (`--trusted-document` decides it here).

Lists which keys may sign for the DID. An e1_ or k1_ DID is bound to a key. The
other listed keys may sign only if that key signed the document.";

/// Check a DID document
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// DID document; `-` is stdin
    file: PathBuf,

    /// DID document of the successor, to check that no generation is skipped
    #[arg(long, value_name = "FILE")]
    successor_document: Option<PathBuf>,

    /// Trusted earlier document whose recovery keys may sign the transition
    #[arg(long, value_name = "FILE")]
    trusted_document: Option<PathBuf>,
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    let (limits, now) = (Limits::default(), Timestamp::now());
    let name = file::display_name(&args.file);
    let document = read_document(&args.file, terminal)?;
    // the findings of `adp check`, and the facts about a valid document
    let read = DidDocument::parse_own(&document, &limits);
    let resolved = match read.and_then(|read| read.get().check_time(now).map(|()| read)) {
        Err(DidError::Superseded(superseded)) => return check_superseded(args, &superseded, now, &name, terminal),
        read => read.map_err(|error| refused(error).in_document(&name, &document))?,
    };
    if args.successor_document.is_some() || args.trusted_document.is_some() {
        return Err(Failure::usage(format!(
            "{name}: the DID is not superseded; omit --successor-document and --trusted-document"
        )));
    }
    let checked = resolved.get();
    let found = document_facts::report(checked.findings_at(now, false), checked.document());
    document_facts::warn(&found, &name, checked.document(), terminal);
    report(&name, checked.id(), &checked.to_model_json(now), &found, terminal, |card| {
        let mut card = card
            .line_if("bound to", document_facts::binding_line(checked))
            .line_if("own proof", document_facts::proof_line(checked));
        for method in checked.verification_methods() {
            card = card.line("method", describe(checked, method, now));
        }
        for service in checked.services() {
            let types = service.types.iter().map(|name| name.as_str()).collect::<Vec<_>>().join(", ");
            let endpoint = service.endpoint.as_str().unwrap_or("(several endpoints)");
            card = card.line("service", format!("{types}: {endpoint}"));
        }
        card
    })
}

/// Prints the verdict on a document, with what is known of it; `facts` are members of the JSON form.
fn report(
    name: &str,
    did: &Did,
    facts: &Object,
    found: &CheckReport,
    terminal: &Terminal,
    with_facts: impl FnOnce(SummaryBox) -> SummaryBox,
) -> Result<Outcome, Failure> {
    let is_valid = found.is_valid();
    let card = SummaryBox::titled(format!("{}: {name}", if is_valid { "valid" } else { "not valid" }))
        .line("did", did)
        .line_if("published at", did.location());
    let mut json = object! {
        "valid": is_valid,
        "did": did,
        "url": did.location(),
        "binding": facts.get("binding"),
        "proof": facts.get("proof"),
        "verificationMethods": facts.get("verificationMethods"),
        "successor": facts.get("successor"),
        "assurance": facts.get("assurance"),
        "diagnostics": document_facts::warnings(found),
    };
    if found.omitted.total() > 0 {
        json.insert("omitted", object::json(found.omitted));
    }
    terminal.report(&json, with_facts(card))?;
    Ok(if is_valid { Outcome::Done } else { Outcome::Refused })
}

/// Checks a superseded DID document against its successor.
fn check_superseded(
    args: &Args,
    superseded: &Superseded,
    now: Timestamp,
    name: &str,
    terminal: &Terminal,
) -> Result<Outcome, Failure> {
    let trusted = args.trusted_document.as_deref().map(|path| trusted_document(path, terminal)).transpose()?;
    let trusted = trusted.as_ref().map(|trusted| trusted.get());
    let in_place = |error: DidError| {
        let failure = Failure::from_error(&error).in_document(name, superseded.document());
        let is_of_proof = error.code() == Code::DID_DOCUMENT_PROOF && superseded.signed_with().is_some();
        let help = "for a recovery key, pass an earlier document of this DID with --trusted-document";
        failure.with_help_if((is_of_proof && trusted.is_none()).then_some(help))
    };
    if let Some(path) = &args.successor_document {
        let successor = read_document(path, terminal)?;
        superseded.check_successor(&successor).map_err(in_place)?;
        let read = DidDocument::parse_own(&successor, &Limits::default());
        match read.and_then(|read| read.get().check_time(now)) {
            // the successor can be superseded too
            Ok(_) | Err(DidError::Superseded(_)) => {}
            Err(error) => return Err(refused(error).in_document(&file::display_name(path), &successor)),
        }
    }
    let found = document_facts::report(superseded.check(now, trusted).map_err(in_place)?, superseded.document());
    let assurance = superseded.assurance(trusted).map_err(in_place)?;
    document_facts::warn(&found, name, superseded.document(), terminal);
    let successor = superseded.successor();
    let signed = superseded.signed_with().map(|method| {
        let created = superseded.created().map_or_else(String::new, |created| format!(", created {created}"));
        format!("{assurance}, signed with #{}{created}", method.fragment())
    });
    let transition = signed.unwrap_or_else(|| format!("{assurance}, not signed"));
    let facts = object! { "successor": successor, "assurance": assurance.as_str() };
    report(name, superseded.did(), &facts, &found, terminal, |card| {
        card.line("superseded by", successor).line("transition", transition)
    })
}

fn read_document(path: &Path, terminal: &Terminal) -> Result<Document, Failure> {
    let limits = Limits::default();
    let (name, bytes) = file::read_named(path, DID_DOCUMENT.read_limits(&limits).bytes(), terminal)?;
    read_as(&bytes, DID_DOCUMENT, &limits).in_input(&name, &bytes)
}

/// Reads a DID document from before the DID was superseded.
pub fn trusted_document(path: &Path, terminal: &Terminal) -> Result<Resolved<DidDocument>, Failure> {
    let document = read_document(path, terminal)?;
    DidDocument::parse_own(&document, &Limits::default())
        .map_err(|error| refused(error).in_document(&file::display_name(path), &document))
}

/// The failure for an unacceptable DID document.
fn refused(error: DidError) -> Failure {
    let of_id = matches!(error, DidError::Syntax { .. } | DidError::MethodUnsupported { .. });
    let failure = Failure::from(error);
    if of_id { failure.at("/id") } else { failure }
}

/// Describes a key, such as `#key-1: P-256, assertionMethod, authentication`, and lists the relationships that it may
/// not sign for.
fn describe(document: &DidDocument, method: &VerificationMethod, now: Timestamp) -> String {
    let key = method.curve().unwrap_or("unusable key");
    let listed = document.listed_purposes(method);
    let signs_for = document.signing_purposes(method, now);
    // unusable keys are reported separately, and keyAgreement keys do not sign
    let is_told = |purpose: &Purpose| method.key().is_err() || *purpose == Purpose::KeyAgreement;
    let (good, silent): (Vec<Purpose>, Vec<Purpose>) =
        listed.iter().partition(|&purpose| is_told(purpose) || signs_for.contains(purpose));
    let mut parts = Vec::new();
    if listed.is_empty() {
        parts.push("in no verification relationship".to_owned());
    }
    if !good.is_empty() {
        parts.push(joined(&good));
    }
    if !silent.is_empty() {
        parts.push(format!("may not sign for {}", joined(&silent)));
    }
    format!("#{}: {key}, {}", method.id.fragment(), parts.join("; "))
}

fn joined(purposes: &[Purpose]) -> String {
    purposes.iter().map(|purpose| purpose.as_str()).collect::<Vec<_>>().join(", ")
}
