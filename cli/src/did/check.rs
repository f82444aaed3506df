//! `adp did check`: is this file a DID document that resolvers accept?

use super::document_facts;
use crate::{
    card::Card,
    failure::{Failure, Outcome},
    file, object,
    terminal::Terminal,
};
use agent_description::{
    Limits, Timestamp,
    did::{DidDocument, DidError, Purpose, VerificationMethod},
    format::{DID_DOCUMENT, read_as},
};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  adp did check did.json
  curl -s https://agent.example.com/.well-known/did.json | adp did check -

The document is checked by the rules of resolving, for the DID it says it is:
`id`, method ids, keys, relationships, its own proof, and the key that an e1_ or
k1_ DID is bound to. Whether it is published where that DID says, `adp did
resolve` tells. `adp check` finds the same, in the form that findings about
every format have.

A listed key speaks for the DID if it can be used now and, if the DID is bound
to a key, is that key or a key that it vouches for: for a k1_ document without a
proof, only the bound key speaks.";

/// Check a DID document
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The DID document; `-` is stdin
    file: PathBuf,
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    let (limits, now) = (Limits::default(), Timestamp::now());
    let bytes = file::read(&args.file, DID_DOCUMENT.read_limits(&limits).bytes(), terminal)?;
    let name = file::display_name(&args.file);
    let document =
        read_as(&bytes, DID_DOCUMENT, &limits).map_err(|error| Failure::of(&error).in_input(&name, &bytes))?;
    // what `adp check` finds, and beside it what the document says
    let resolved = DidDocument::parse_own_at(&document, now, &limits)
        .map_err(|error| refused(error).in_document(&name, &document))?;
    let checked = resolved.get();
    let diagnostics = checked.diagnostics_at(now);
    document_facts::warn(&diagnostics, &name, checked, terminal);

    if terminal.wants_json() {
        let model = checked.to_model_json(now);
        terminal.print_json(&object! {
            "valid": true,
            "did": model.get("did"),
            "url": model.get("url"),
            "binding": model.get("binding"),
            "proof": model.get("proof"),
            "verificationMethods": model.get("verificationMethods"),
            "diagnostics": document_facts::warnings(&diagnostics),
        })?;
    } else {
        let mut card = Card::titled(format!("valid: {name}"))
            .line("did", checked.id())
            .line_if("published at", checked.id().location())
            .line_if("bound to", document_facts::binding_line(checked))
            .line_if("own proof", document_facts::proof_line(checked));
        for method in checked.verification_methods() {
            card = card.line("method", describe(checked, method, now));
        }
        for service in checked.services() {
            let types = service.types().iter().map(|name| name.as_str()).collect::<Vec<_>>().join(", ");
            card =
                card.line("service", format!("{types}: {}", service.endpoint_url().unwrap_or("(several endpoints)")));
        }
        terminal.print(card)?;
    }
    Ok(Outcome::Done)
}

/// Why it is none that resolvers accept.
fn refused(error: DidError) -> Failure {
    let of_id = matches!(error, DidError::Syntax { .. } | DidError::MethodUnsupported { .. });
    let failure = Failure::from(error);
    if of_id { failure.at("/id") } else { failure }
}

/// `#key-1: P-256, assertionMethod, authentication`, and what it is listed under without speaking for the DID.
fn describe(document: &DidDocument, method: &VerificationMethod, now: Timestamp) -> String {
    let key = method.curve().unwrap_or("unusable key");
    let listed = document.purposes_listing(method);
    let speaks = document.purposes_spoken_for(method, now);
    // an unusable key is called so already, and nobody signs with one for key agreement
    let is_told = |purpose: &Purpose| method.key().is_err() || *purpose == Purpose::KeyAgreement;
    let (good, silent): (Vec<Purpose>, Vec<Purpose>) =
        listed.iter().partition(|&purpose| is_told(purpose) || speaks.contains(purpose));
    let mut parts = Vec::new();
    if listed.is_empty() {
        parts.push("listed under no relationship".to_owned());
    }
    if !good.is_empty() {
        parts.push(joined(&good));
    }
    if !silent.is_empty() {
        parts.push(format!("does not speak for {}", joined(&silent)));
    }
    format!("#{}: {key}, {}", method.id().fragment(), parts.join("; "))
}

fn joined(purposes: &[Purpose]) -> String {
    purposes.iter().map(|purpose| purpose.as_str()).collect::<Vec<_>>().join(", ")
}
