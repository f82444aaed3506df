//! Requirements of did:wba and DID Core that verification does not need: findings, not errors.
//!
//! Verifiers accept a document that breaks one of these rules, because no signature depends on it.

use super::device_manifest;
use crate::{
    Binding, Did, DidDocument, DidMethod, DidService, DocumentProof, Purpose,
    document::{document_part::Part, service::is_https},
    identifier::is_did,
    keys::verification_method::expand,
    rules,
};
use adp_crypto::suite::Suite;
use adp_json::{Code, Json};
use adp_jsonld::iri;
use adp_report::{Diagnostic, Rule, Severity, shortened};

/// The contexts that define the members of a DID document.
const DID_CONTEXTS: [&str; 2] = ["https://www.w3.org/ns/did/v1", DID_1_1];
const DID_1_1: &str = "https://www.w3.org/ns/did/v1.1";
const MULTIKEY: &str = "https://w3id.org/security/multikey/v1";
/// Additional contexts of an `e1_` document (did:wba section 2.5).
const E1_CONTEXTS: [&str; 2] = ["https://w3id.org/security/data-integrity/v2", MULTIKEY];

/// Findings of one document.
struct Requirements<'a> {
    document: &'a DidDocument,
    root: Part<'a>,
    found: Vec<Diagnostic>,
}

impl DidDocument {
    /// Findings by did:wba 1.2 and DID Core that do not affect readers. With `strict`, also the requirements of
    /// did:wba's strict mode for `k1_` documents.
    #[must_use]
    #[doc(hidden)]
    pub fn requirements(&self, strict: bool) -> Vec<Diagnostic> {
        let mut requirements = Requirements { document: self, root: Part::root(self.document()), found: Vec::new() };
        requirements.contexts();
        requirements.members();
        requirements.also_known_as();
        requirements.services();
        requirements.method_ids();
        requirements.relationships();
        requirements.binding_key();
        requirements.proof(strict);
        let manifest = device_manifest::faults(requirements.root, self);
        requirements.found.extend(manifest);
        requirements.found
    }
}

impl Requirements<'_> {
    fn add(&mut self, part: Part<'_>, rule: &'static Rule, severity: Severity, message: &str) {
        self.found.push(part.finding(rule, severity, Code::DID_DOCUMENT_INVALID, message));
    }

    fn did(&self) -> &Did {
        self.document.id()
    }

    fn contexts(&mut self) {
        let is_e1 = self.did().binding() == Some(Binding::E1);
        let Some(context) = self.root.member("@context") else {
            // DID Core's plain JSON representation has no context
            if self.did().method() != DidMethod::Wba {
                return;
            }
            let message = "`@context` is missing; add \"https://www.w3.org/ns/did/v1\"";
            let severity = if is_e1 { Severity::Error } else { Severity::Warning };
            return self.add(self.root, &rules::CONTEXTS, severity, message);
        };
        let names: Vec<&str> = context.one_or_more().filter_map(|name| name.json().as_str()).collect();
        if !DID_CONTEXTS.iter().any(|known| names.contains(known)) {
            let message = "`@context` lacks \"https://www.w3.org/ns/did/v1\"; add it as the first one";
            self.add(context, &rules::CONTEXTS, Severity::Error, message);
        }
        // DID 1.1's context defines the terms of Multikeys and protects them
        let has_multikey = names.contains(&DID_1_1);
        let missing = E1_CONTEXTS.iter().filter(|known| is_e1 && !names.contains(known));
        for missing in missing.filter(|known| !has_multikey || **known != MULTIKEY) {
            let message = format!("`@context` lacks {missing:?}, which an `e1_` DID needs; add it");
            self.add(context, &rules::CONTEXTS, Severity::Error, &message);
        }
    }

    fn members(&mut self) {
        if self.did().method() == DidMethod::Key {
            return;
        }
        let root = self.root;
        let is_wba = self.did().method() == DidMethod::Wba;
        for name in ["verificationMethod", "authentication"] {
            if is_wba && root.member(name).is_none() {
                let message = format!("`{name}` is missing, so no key can authenticate as {}; add it", self.did());
                self.add(root, &rules::MEMBERS, Severity::Warning, &message);
            }
        }
        if let Some(removed) = root.member("humanAuthorization") {
            let message = "`humanAuthorization` is no longer a member of DID documents (did:wba 1.1); remove it";
            self.add(removed, &rules::MEMBERS, Severity::Warning, message);
        }
        if let Some(successor) = root.member("successorDid").filter(|_| !is_deactivated(root)) {
            let message = "`successorDid` has no effect in a document that is not deactivated; remove it";
            self.add(successor, &rules::MEMBERS, Severity::Warning, message);
        }
        if let Some(controller) = root.member("controller") {
            let is_no_did = |controller: &Part<'_>| !controller.json().as_str().is_some_and(is_did);
            for controller in controller.one_or_more().filter(is_no_did) {
                let found = controller.json().as_str().map_or_else(|| controller.json().kind().into(), shortened);
                let message = format!("`controller` is {found}, expected a DID or a list of DIDs");
                self.add(controller, &rules::CONTROLLER, Severity::Error, &message);
            }
        }
    }

    fn also_known_as(&mut self) {
        let Some(names) = self.root.member("alsoKnownAs") else { return };
        let Some(items) = names.items() else {
            let message = "`alsoKnownAs` is not a list; write a list of URIs";
            return self.add(names, &rules::ALSO_KNOWN_AS, Severity::Error, message);
        };
        for item in items.filter(|item| !item.json().as_str().is_some_and(is_uri)) {
            self.add(item, &rules::ALSO_KNOWN_AS, Severity::Error, "an entry of `alsoKnownAs` is not an absolute URI");
        }
    }

    fn services(&mut self) {
        let Some(services) = self.root.member("service").and_then(|services| services.items()) else { return };
        for service in services {
            let is_of_type = |name: &str| {
                service.json().get("type").is_some_and(|types| match types.as_array() {
                    Some(types) => types.iter().any(|found| found.as_str() == Some(name)),
                    None => types.as_str() == Some(name),
                })
            };
            let is_handle = is_of_type(DidService::HANDLE);
            if self.did().method() == DidMethod::Wba
                && is_of_type(DidService::MESSAGES)
                && service.member("serviceDid").is_none()
            {
                let message =
                    "an ANPMessageService has no `serviceDid`; add the DID that signs its requests to other services";
                self.add(service, &rules::SERVICE_DID, Severity::Warning, message);
            }
            let Some(endpoint) = service.member("serviceEndpoint") else { continue };
            for endpoint in endpoint.one_or_more() {
                let Some(text) = endpoint.json().as_str() else { continue };
                if !is_uri(text) {
                    let message =
                        format!("found {text:?}, expected an absolute URI; write the absolute URL of the service");
                    self.add(endpoint, &rules::SERVICE_ENDPOINT, Severity::Error, &message);
                } else if is_handle && !is_https(text) {
                    let message =
                        format!("found {text:?}, expected an absolute https URL for an {}", DidService::HANDLE);
                    self.add(endpoint, &rules::SERVICE_ENDPOINT, Severity::Error, &message);
                }
            }
            if let Some(service_did) =
                service.member("serviceDid").filter(|did| !did.json().as_str().is_some_and(is_did))
            {
                let message =
                    "`serviceDid` is not a DID; write the DID that signs the service's requests, without a fragment";
                self.add(service_did, &rules::SERVICE_DID, Severity::Warning, message);
            }
        }
    }

    /// IDs of this DID without a fragment: proofs name a method by its fragment.
    fn method_ids(&mut self) {
        let members = Purpose::ALL.iter().map(|purpose| purpose.as_str()).chain(["verificationMethod"]);
        let methods = members.filter_map(|name| self.root.member(name)?.items()).flatten();
        let ids: Vec<Part<'_>> = methods.filter_map(|method| method.member("id")).collect();
        for part in ids {
            let id = part.json().as_str().unwrap_or_default();
            let rest = id.strip_prefix(self.did().as_str()).filter(|rest| !rest.contains('#'));
            if rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['?', '/'])) {
                let message = format!(
                    "`id` is {}, so no proof can name the key; add a fragment, such as `#key-1`",
                    shortened(id)
                );
                self.add(part, &rules::METHOD_ID, Severity::Warning, &message);
            }
        }
    }

    /// References to methods that are not in the document, and keys that are unsuitable for their relationship.
    fn relationships(&mut self) {
        let did = self.did().clone();
        for &purpose in Purpose::ALL {
            let Some(listed) = self.root.member(purpose.as_str()).and_then(|listed| listed.items()) else { continue };
            for part in listed {
                let reference = part.json().as_str().or_else(|| part.json().get("id").and_then(Json::as_str));
                let Some(id) = reference.and_then(|reference| expand(reference, &did)) else { continue };
                let methods = self.document.verification_methods();
                let Some(method) = methods.iter().find(|method| method.id.as_str() == id) else {
                    let is_reference = part.json().as_str().is_some();
                    if is_reference && id.split('#').next() == Some(did.as_str()) {
                        let fix = if id.contains('#') {
                            "add it, or remove the reference"
                        } else {
                            "name it with its fragment"
                        };
                        let message = format!("unknown verification method {id}; {fix}");
                        self.add(part, &rules::RELATIONSHIP, Severity::Warning, &message);
                    }
                    continue;
                };
                let agrees = matches!(method.agreement_key(), Ok(Some(_)));
                let wrong = match purpose {
                    Purpose::KeyAgreement => {
                        method.key().is_ok().then_some("a signing key, but keyAgreement is for X25519 keys")
                    }
                    _ => agrees.then_some("an X25519 key, which cannot sign"),
                };
                if let Some(wrong) = wrong {
                    let message = format!("{id} is {wrong}; list it under another relationship");
                    self.add(part, &rules::RELATIONSHIP, Severity::Warning, &message);
                }
            }
        }
    }

    /// Findings about the representation of the binding key.
    fn binding_key(&mut self) {
        let (Some(binding), Some(key_id)) = (self.did().binding(), self.document.binding_method()) else { return };
        let listed = self.document.relationships.listed_methods();
        let Some(method) = listed.iter().find(|method| method.id == *key_id) else {
            let message = format!("the binding key {key_id} is not under `verificationMethod`; move it there");
            return self.add(self.root, &rules::BINDING, Severity::Error, &message);
        };
        let (member, severity) = match binding {
            Binding::E1 => ("publicKeyMultibase", Severity::Warning),
            Binding::K1 => ("publicKeyJwk", Severity::Error),
        };
        let is_multikey = binding == Binding::K1 || method.method_type == "Multikey";
        if !method.object.contains(member) || !is_multikey {
            let form = if binding == Binding::E1 { "a Multikey with `publicKeyMultibase`" } else { "a `publicKeyJwk`" };
            let message = format!("the binding key {key_id} is not written as {form}");
            let mut finding =
                Diagnostic::at(&rules::KEY_FORM, Code::DID_DOCUMENT_INVALID, &message, method.place().clone());
            finding.severity = severity;
            self.found.push(finding);
        }
    }

    fn proof(&mut self, strict: bool) {
        let proof = self.root.member("proof");
        let is_known = matches!(self.document.proof(), Some(DocumentProof::Verified { .. }));
        if let Some(proof) = proof.filter(|proof| is_known && proof.member("created").is_none()) {
            self.add(
                proof,
                &rules::PROOF,
                Severity::Warning,
                "the document's own proof has no `created`; sign it again",
            );
        }
        if !strict || self.did().binding() != Some(Binding::K1) {
            return;
        }
        let (message, part) = match (self.document.proof(), proof) {
            (Some(DocumentProof::Verified { suite: Suite::DidWbaEcdsaK1, method, .. }), Some(proof)) => {
                let found = self.document.verification_method(method).map_or("", |method| method.method_type.as_str());
                if found == "EcdsaSecp256k1VerificationKey2019" {
                    return;
                }
                let message = format!(
                    "{method}, which signs the document, is a {found}; strict mode expects an EcdsaSecp256k1VerificationKey2019"
                );
                (message, proof)
            }
            (_, proof) => {
                let message = "strict mode requires a proof for a `k1_` DID; sign the document with the binding key";
                (message.to_owned(), proof.unwrap_or(self.root))
            }
        };
        self.add(part, &rules::PROOF, Severity::Error, &message);
    }
}

fn is_deactivated(root: Part<'_>) -> bool {
    root.member("deactivated").is_some_and(|member| member.json().as_bool() == Some(true))
}

fn is_uri(text: &str) -> bool {
    iri::is_absolute(text) && iri::is_well_formed(text)
}
