//! Checks the structure of trust manifests and signatures, without verifying them.

use super::{
    AirIdentifier, CatalogEntry, Generation,
    check_entry::extensions,
    check_members::{CONVENTIONS, closed, objects, present, stranger},
    members::{ARD_MANIFEST, MANIFEST, OLD_MANIFEST},
    rules,
};
use crate::{
    codes,
    trust_manifest::{self, Container},
};
use agent_description::{
    Code, CodedError,
    diagnostic::{Finding, Findings, shortened},
    json::{Json, Object},
};
use url::Url;

/// Checks the manifests of an entry.
pub(super) fn manifests(found: &mut Findings<'_>, entry: &Object, generation: Generation) {
    // ARD does not define the content of trust manifests; an entry may also have those of AI Catalog
    if generation != Generation::AiCatalogMediaType {
        if let Some(value) = present(entry, "trustManifests").filter(|value| value.as_array().is_none()) {
            found.report(&rules::MANIFEST, value.offset(), Code::WRONG_TYPE, || {
                format!("`trustManifests` is {}, expected an array", value.kind())
            });
        }
        for (at, manifest) in objects(entry, "trustManifests") {
            check_contributor_manifest(found, at, manifest, CatalogEntry::from_object(entry));
        }
    }
    if generation == Generation::AiCatalog1 {
        return;
    }
    if let Some(manifest) = manifest_of_identity(found, entry, generation) {
        identity(found, manifest, CatalogEntry::from_object(entry), generation);
    }
}

/// Checks the manifest of a host, in ARD 0.9 and in AI Catalog before `trustManifests`.
pub(super) fn hosts(found: &mut Findings<'_>, host: &Object, generation: Generation) {
    match generation {
        Generation::AiCatalog1 => {
            let instead = "write trust manifests as `trustManifests` of the entries";
            stranger(found, host, "trustManifest", instead, generation);
        }
        Generation::AiCatalogMediaType | Generation::Ard09 => {
            manifest_of_identity(found, host, generation);
        }
        Generation::Ard091 => {}
    }
    if generation == Generation::Ard09 {
        closed(found, host, &["displayName", "identifier", "documentationUrl", "logoUrl", "trustManifest"]);
    }
}

/// Checks a manifest of AI Catalog 1.0.
fn check_contributor_manifest(found: &mut Findings<'_>, at: &Json, manifest: &Object, entry: CatalogEntry<'_>) {
    MANIFEST.check(found, at, &CONVENTIONS);
    let is_filled = |name: &str| {
        let value = manifest.get(name);
        let items = value.and_then(Json::as_array).map(<[Json]>::len);
        items.or_else(|| value.and_then(Json::as_object).map(Object::len)).is_some_and(|count| count > 0)
    };
    let claims = manifest.contains("signature") || manifest.contains("trustSchema");
    if !claims && !["attestations", "provenance", "extensions"].into_iter().any(is_filled) {
        found.add(&rules::MANIFEST, at.offset(), || {
            Finding::new(codes::CATALOG_TRUST, "the trust manifest contains no claims; remove it")
        });
    }
    extensions(found, manifest, Generation::AiCatalog1);
    if manifest.contains("signature") {
        signature(found, manifest, Some(entry));
    }
}

/// Checks the manifest of an entry or host in earlier versions.
fn manifest_of_identity<'a>(
    found: &mut Findings<'_>,
    holder: &'a Object,
    generation: Generation,
) -> Option<&'a Object> {
    let value = present(holder, "trustManifest")?;
    // ARD 0.91 requires nothing more; frameworks define their own members
    let table = if generation == Generation::Ard091 { &ARD_MANIFEST } else { &OLD_MANIFEST };
    table.check(found, value, &CONVENTIONS);
    let manifest = value.as_object()?;
    match generation {
        Generation::Ard091 => {}
        Generation::Ard09 => closed(
            found,
            manifest,
            &["identity", "identityType", "trustSchema", "attestations", "provenance", "signature"],
        ),
        _ => extensions(found, manifest, generation),
    }
    Some(manifest)
}

/// Checks the owner of an identity (ARD, section 4.5.1), or its equality with the identifier (AI Catalog 634a09d9).
fn identity(found: &mut Findings<'_>, manifest: &Object, entry: CatalogEntry<'_>, generation: Generation) {
    let (Some(value), Some(identifier)) = (manifest.get("identity"), entry.identifier()) else { return };
    let Some(identity) = value.as_str() else { return };
    found.exercise(&rules::IDENTITY);
    let expected = match generation {
        Generation::AiCatalogMediaType if identity != identifier => shortened(identifier),
        Generation::AiCatalogMediaType => return,
        _ => {
            let publisher = identifier.parse::<AirIdentifier>();
            let Ok(publisher) = publisher.as_ref().map(AirIdentifier::publisher) else { return };
            match domain(identity) {
                Some(domain) if !is_theirs(&domain, &publisher.to_ascii_lowercase()) => {
                    format!("an identity of {publisher}")
                }
                _ => return,
            }
        }
    };
    found.report(&rules::IDENTITY, value.offset(), codes::CATALOG_PUBLISHER, || {
        format!("`identity` is {}, expected {expected}", shortened(identity))
    });
}

/// Whether a domain belongs to a publisher, whose name is the host or a part of it. A name without dots belongs to a
/// registry.
fn is_theirs(domain: &str, publisher: &str) -> bool {
    is_of(domain, publisher) || domain.contains('.') && is_of(publisher, domain)
}

/// The domain of an identity, from a DID with a host or from a URL.
fn domain(identity: &str) -> Option<String> {
    let did = ["did:web:", "did:wba:"].into_iter().find_map(|method| identity.strip_prefix(method));
    match did {
        Some(rest) => Some(rest.split([':', '%', '#', '/', '?']).next()?.to_ascii_lowercase()),
        None => Some(Url::parse(identity).ok()?.host_str()?.to_ascii_lowercase()),
    }
}

/// Whether a host is a domain or a subdomain of it.
fn is_of(host: &str, domain: &str) -> bool {
    host.strip_suffix(domain).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
}

/// Checks the signature of a catalog, or of a manifest in an entry.
pub(super) fn signature(found: &mut Findings<'_>, container: &Object, entry: Option<CatalogEntry<'_>>) {
    let Some(value) = present(container, "signature") else { return };
    found.exercise(&rules::SIGNATURE);
    let kind = if entry.is_some() { Container::TrustManifest } else { Container::Catalog };
    // other signature profiles, which URLs name, may be valid
    let is_of_other_profile = value.get("profile").and_then(Json::as_str).is_some_and(|name| Url::parse(name).is_ok());
    if let Some(error) = trust_manifest::signature_fault(container, kind).filter(|_| !is_of_other_profile) {
        found.report(&rules::SIGNATURE, value.offset(), error.code(), || error.to_string());
    }
    let Some(entry) = entry else { return };
    found.exercise(&rules::SUBJECT);
    if let Some(error) = trust_manifest::subject_fault(container, entry) {
        let subject = container.get("subject").unwrap_or(value);
        let at = error.member().and_then(|member| subject.get(member)).unwrap_or(subject);
        found.report(&rules::SUBJECT, at.offset(), error.code(), || error.to_string());
    }
}
