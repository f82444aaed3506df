//! The contexts of a DID document.
//!
//! DID documents are read as plain JSON, by member name. That is only right while no `@context` gives the names that are
//! read another meaning, or other names theirs: published contexts do not; inline ones are looked at here, wherever they
//! stand: at the root, in any object below it, in an array, in a term of another context. And the document must be JSON-LD,
//! as far as its contexts are embedded.

use super::{Did, DidError, error::MAX_SHOWN_CHARS, part::Part, rules};
use crate::diagnostic::Diagnostic;
use crate::{
    Code, CodedError, Limits,
    json::{Document, Json, Object},
    jsonld::{self, Contexts, ExpandOptions},
};
use adp_json::cut;

/// The terms of DID Core's context, with `serviceEndpoint`, which it scopes to `service`, and what they mean. They are the
/// published context's to define: an inline one has no entry for them.
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

/// What else is read, of methods and proofs: names that DID Core's context does not have, so that an inline one may say
/// what they mean, and nothing else (Data Integrity 1.0 and Controlled Identifiers 1.0, their contexts).
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

/// Refuses each `@context`, at the root and at any depth, that would make a JSON-LD reader see another document than a
/// reader of member names.
pub(super) fn check(part: &Part<'_>, did: &Did) -> Result<(), DidError> {
    if let Some(items) = part.items() {
        return items.filter(|item| has_context(item.json())).try_for_each(|item| check(&item, did));
    }
    let Some(object) = part.json().as_object() else { return Ok(()) };
    for member in object {
        let name = member.name().as_str();
        if name == "@context" {
            part.member(name).map_or(Ok(()), |context| check_context(&context, did))?;
        } else if has_context(member.value())
            && let Some(below) = part.member(name)
        {
            check(&below, did)?;
        }
    }
    Ok(())
}

/// Whether a context stands in the value, at any depth: most have none, and need no pointers on the way down.
fn has_context(json: &Json) -> bool {
    match (json.as_array(), json.as_object()) {
        (Some(items), _) => items.iter().any(has_context),
        (_, Some(object)) => {
            object.iter().any(|member| member.name().as_str() == "@context" || has_context(member.value()))
        }
        _ => false,
    }
}

/// Refuses a document that is not JSON-LD under its contexts. One whose contexts are not all embedded is not processed;
/// the answer names those.
pub(super) fn process(document: &Document, did: &Did, limits: &Limits) -> Result<Vec<Diagnostic>, DidError> {
    let root = Part::root(document);
    let Some(context) = root.member("@context") else { return Ok(Vec::new()) };
    let mut options = ExpandOptions::with_base(did.as_str());
    options.limits = limits.clone();
    match jsonld::expand(document.json(), &Contexts::embedded(), &options) {
        Err(error) if error.code() == Code::CONTEXT_NOT_EMBEDDED => Ok(not_embedded(&context)),
        Err(error) => Err(DidError::DocumentInvalid {
            place: context.place(),
            found: format!("a `@context` that the document cannot be processed with: {}", error.locate(document)),
            expected: "JSON-LD (DID Core section 6.3); correct the context, or leave it out",
        }),
        Ok(_) => Ok(Vec::new()),
    }
}

/// A warning for each context of the root that is not embedded, or one for all where they are further down.
fn not_embedded(context: &Part<'_>) -> Vec<Diagnostic> {
    let embedded = Contexts::embedded();
    let unknown = |part: &Part<'_>| match part.json().as_str() {
        Some(iri) if embedded.get(iri).is_none() => {
            let iri = cut(iri, MAX_SHOWN_CHARS);
            let message = format!(
                "the context {iri:?} is not embedded: the document was read by member name, not checked as JSON-LD"
            );
            Some(part.oddity(&rules::CONTEXT, Code::CONTEXT_NOT_EMBEDDED, &message))
        }
        _ => None,
    };
    let found: Vec<Diagnostic> = match context.items() {
        Some(items) => items.filter_map(|item| unknown(&item)).collect(),
        None => unknown(context).into_iter().collect(),
    };
    if !found.is_empty() {
        return found;
    }
    let message =
        "a context inside the document is not embedded: that part was read by member name, not checked as JSON-LD";
    vec![context.oddity(&rules::CONTEXT, Code::CONTEXT_NOT_EMBEDDED, message)]
}

/// A context: an IRI, an inline one, or an array of these. `null`, which would take every meaning away, is none of them, and
/// neither is an array in an array.
fn check_context(context: &Part<'_>, did: &Did) -> Result<(), DidError> {
    match context.items() {
        Some(mut items) => items.try_for_each(|item| check_one(&item, did)),
        None => check_one(context, did),
    }
}

fn check_one(context: &Part<'_>, did: &Did) -> Result<(), DidError> {
    if context.json().as_str().is_some() {
        return Ok(());
    }
    let inline = context.object("the IRI of a context, or an inline context")?;
    for member in inline {
        let name = member.name().as_str();
        check_entry(context, inline, name, member.value(), did)?;
        // a term may bring a context of its own, for what stands below it
        if let Some(scoped) = context.member(name).and_then(|definition| definition.member("@context")) {
            check_context(&scoped, did)?;
        }
    }
    Ok(())
}

fn check_entry(context: &Part<'_>, inline: &Object, name: &str, definition: &Json, did: &Did) -> Result<(), DidError> {
    let refused = |found, expected| Err(DidError::DocumentInvalid { place: context.place(), found, expected });
    let own_meaning = "DID Core's terms with their own meaning; remove the entry";
    let redefined = || format!("an inline context that redefines `{name}`");
    // relative references are resolved against the DID in any case
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
                // those that name parts of a value move nothing
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

/// What an entry makes of its name, as far as this context alone says: an IRI, a keyword, or another term's name.
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
