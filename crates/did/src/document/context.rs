//! The contexts of a DID document.
//!
//! DID documents are read as plain JSON, by member name. This is correct only if no `@context` changes the meaning of
//! the names, or gives other names their meaning. Published contexts do neither. This module checks inline contexts
//! everywhere: at the root, in nested objects, in arrays, and in terms of other contexts. If all contexts are embedded,
//! the document must also be valid JSON-LD.

use super::document_part::Part;
use crate::{Did, DidError, error::MAX_SHOWN_CHARS, rules};
use adp_json::{Code, CodedError, Document, Json, Limits, Object, cut};
use adp_jsonld::{self as jsonld, Contexts, ExpandOptions};
use adp_report::Diagnostic;

/// The terms of DID Core's context and their meanings, with `serviceEndpoint`, which it scopes to `service`. Inline
/// contexts must not define them.
const CORE_TERMS: [(&str, &str); 13] = [
    ("id", "@id"),
    ("type", "@type"),
    ("alsoKnownAs", "https://www.w3.org/ns/activitystreams#alsoKnownAs"),
    ("assertionMethod", "https://w3id.org/security#assertionMethod"),
    ("authentication", "https://w3id.org/security#authenticationMethod"),
    ("capabilityDelegation", "https://w3id.org/security#capabilityDelegationMethod"),
    ("capabilityInvocation", "https://w3id.org/security#capabilityInvocationMethod"),
    ("controller", "https://w3id.org/security#controller"),
    ("keyAgreement", "https://w3id.org/security#keyAgreementMethod"),
    ("proof", "https://w3id.org/security#proof"),
    ("service", "https://www.w3.org/ns/did#service"),
    ("serviceEndpoint", "https://www.w3.org/ns/did#serviceEndpoint"),
    ("verificationMethod", "https://w3id.org/security#verificationMethod"),
];

/// Other names that this crate reads, in methods and proofs. DID Core's context does not define them, so an inline
/// context may, but only with this meaning (contexts of Data Integrity 1.0 and Controlled Identifiers 1.0).
const READ_TERMS: [(&str, &str); 20] = [
    ("publicKeyJwk", "https://w3id.org/security#publicKeyJwk"),
    ("publicKeyMultibase", "https://w3id.org/security#publicKeyMultibase"),
    ("publicKeyBase58", "https://w3id.org/security#publicKeyBase58"),
    ("expires", "https://w3id.org/security#expiration"),
    ("revoked", "https://w3id.org/security#revoked"),
    ("deactivated", "https://www.w3.org/ns/did#deactivated"),
    ("created", "http://purl.org/dc/terms/created"),
    ("cryptosuite", "https://w3id.org/security#cryptosuite"),
    ("proofPurpose", "https://w3id.org/security#proofPurpose"),
    ("proofValue", "https://w3id.org/security#proofValue"),
    ("previousProof", "https://w3id.org/security#previousProof"),
    ("DataIntegrityProof", "https://w3id.org/security#DataIntegrityProof"),
    ("EcdsaSecp256r1Signature2019", "https://w3id.org/security#EcdsaSecp256r1Signature2019"),
    ("Multikey", "https://w3id.org/security#Multikey"),
    ("JsonWebKey", "https://w3id.org/security#JsonWebKey"),
    ("JsonWebKey2020", "https://w3id.org/security#JsonWebKey2020"),
    ("EcdsaSecp256r1VerificationKey2019", "https://w3id.org/security#EcdsaSecp256r1VerificationKey2019"),
    ("EcdsaSecp256k1VerificationKey2019", "https://w3id.org/security#EcdsaSecp256k1VerificationKey2019"),
    ("Ed25519VerificationKey2018", "https://w3id.org/security#Ed25519VerificationKey2018"),
    ("Ed25519VerificationKey2020", "https://w3id.org/security#Ed25519VerificationKey2020"),
];

/// Refuses each `@context`, at any depth, with which JSON-LD processors would read a different document than plain JSON
/// parsers.
pub(crate) fn check(part: Part<'_>, did: &Did) -> Result<(), DidError> {
    part.items().into_iter().flatten().try_for_each(|item| check(item, did))?;
    part.json().as_object().into_iter().flatten().try_for_each(|member| match member.name().as_str() {
        "@context" => check_context(part.with(member.value()), did),
        _ => check(part.with(member.value()), did),
    })
}

/// Refuses a document that is not valid JSON-LD. If a context is not embedded, the document is not processed and the
/// result names the context.
pub(crate) fn process(document: &Document, did: &Did, limits: &Limits) -> Result<Vec<Diagnostic>, DidError> {
    let root = Part::root(document);
    let Some(context) = root.member("@context") else { return Ok(Vec::new()) };
    let mut options = ExpandOptions::with_base(did.as_str());
    options.limits = limits.clone();
    match jsonld::expand(document.json(), &Contexts::embedded(), &options) {
        Err(error) if error.code() == Code::CONTEXT_NOT_EMBEDDED => Ok(not_embedded(&context)),
        Err(error) => Err(DidError::invalid(
            context.place(),
            format!("a `@context` that the document cannot be processed with: {}", error.locate(document)),
            "JSON-LD (DID Core section 6.3); correct the context, or remove it",
        )),
        Ok(_) => Ok(Vec::new()),
    }
}

/// A warning for each root context that is not embedded, or one warning for all nested ones.
fn not_embedded(context: &Part<'_>) -> Vec<Diagnostic> {
    let embedded = Contexts::embedded();
    let unknown = |part: Part<'_>| match part.json().as_str() {
        Some(iri) if embedded.get(iri).is_none() => {
            let iri = cut(iri, MAX_SHOWN_CHARS);
            let message = format!(
                "the context {iri:?} is not embedded: the document was read by member name, not checked as JSON-LD"
            );
            Some(part.oddity(&rules::CONTEXT, Code::CONTEXT_NOT_EMBEDDED, &message))
        }
        _ => None,
    };
    let found: Vec<Diagnostic> = context.one_or_more().filter_map(unknown).collect();
    if !found.is_empty() {
        return found;
    }
    let message =
        "a context inside the document is not embedded: that part was read by member name, not checked as JSON-LD";
    vec![context.oddity(&rules::CONTEXT, Code::CONTEXT_NOT_EMBEDDED, message)]
}

/// Checks a context: an IRI, an inline context, or an array of these. `null`, which removes all meanings, and nested
/// arrays are refused.
fn check_context(context: Part<'_>, did: &Did) -> Result<(), DidError> {
    context.one_or_more().try_for_each(|item| check_one(item, did))
}

fn check_one(context: Part<'_>, did: &Did) -> Result<(), DidError> {
    if context.json().as_str().is_some() {
        return Ok(());
    }
    let inline = context.object("the IRI of a context, or an inline context")?;
    for member in inline {
        check_entry(context, inline, member.name(), member.value(), did)?;
        // a term may have a scoped context
        if let Some(scoped) = member.value().get("@context") {
            check_context(context.with(scoped), did)?;
        }
    }
    Ok(())
}

fn check_entry(context: Part<'_>, inline: &Object, name: &str, definition: &Json, did: &Did) -> Result<(), DidError> {
    let refused = |found: String, expected| Err(DidError::invalid(context.place(), found, expected));
    let own_meaning = "DID Core's terms with their own meaning; remove the entry";
    let redefined = || format!("an inline context that redefines `{name}`");
    // relative references are always resolved against the DID
    if name == "@base" && definition.as_str() == Some(did.as_str()) {
        return Ok(());
    }
    if matches!(name, "@base" | "@import") || CORE_TERMS.iter().any(|(term, _)| *term == name) {
        return refused(redefined(), own_meaning);
    }
    if name.starts_with('@') {
        return Ok(());
    }
    let meaning = meaning(inline, definition);
    match READ_TERMS.iter().find(|(term, _)| *term == name) {
        Some((_, own)) if meaning.as_deref() == Some(*own) => Ok(()),
        Some(_) => refused(redefined(), "the terms of methods and proofs with their own meaning; remove the entry"),
        None => {
            let is_read = |(term, iri): &&(&str, &str)| meaning.as_deref().is_some_and(|it| it == *term || it == *iri);
            match (CORE_TERMS.iter().chain(&READ_TERMS).find(is_read), meaning.as_deref()) {
                (Some((term, _)), _) => refused(
                    format!("an inline context that gives `{}` the meaning of `{term}`", cut(name, MAX_SHOWN_CHARS)),
                    "a single name for each member; remove the entry",
                ),
                // keywords that only name parts of a value do not change the structure
                (None, Some("@value" | "@language" | "@direction" | "@index" | "@none")) => Ok(()),
                (None, Some(keyword)) if keyword.starts_with('@') => refused(
                    format!(
                        "an inline context that makes `{}` an alias of {}",
                        cut(name, MAX_SHOWN_CHARS),
                        cut(keyword, MAX_SHOWN_CHARS)
                    ),
                    "keywords under their own names; remove the entry",
                ),
                _ => Ok(()),
            }
        }
    }
}

/// The meaning that an entry gives its name in this context alone: an IRI, a keyword, or the name of another term.
fn meaning(inline: &Object, definition: &Json) -> Option<String> {
    let written = |json: &Json| {
        let id = || json.get("@id").or_else(|| json.get("@reverse")).and_then(Json::as_str);
        json.as_str().or_else(id).map(str::to_owned)
    };
    let text = written(definition)?;
    let Some((prefix, rest)) = text.split_once(':') else { return Some(text) };
    match inline.get(prefix).and_then(written) {
        Some(namespace) if !rest.starts_with("//") => Some(namespace + rest),
        _ => Some(text),
    }
}
