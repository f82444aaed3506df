//! Catalogs of a host's agents and tools: AI Catalog and ARD, in all versions.
//!
//! [`Generation`] is the version of a catalog, and [`CatalogEntry`] a view of its entries for all versions.
//! [`CatalogBuilder`] writes the two files that hosts publish. [`crate::trust_manifest`] verifies signatures.

mod check;
mod check_entry;
mod check_members;
mod check_trust;
mod detect;
mod entry;
mod follow;
mod generation;
mod identifier;
pub mod media_type;
mod members;
pub mod rules;
mod spelling;
mod write;

pub use agent_description::ArtifactDigest;
pub use entry::CatalogEntry;
pub(crate) use entry::entries;
pub(crate) use follow::{Following, NestedArtifact};
pub use generation::Generation;
pub use identifier::AirIdentifier;
pub use media_type::media_type_of;
pub use spelling::check_names;
pub use write::{CatalogBuilder, NewEntry};

use crate::trust_manifest;
use adp_tools::lenient_members::{list, object, other, parts};
use agent_description::{
    CodedError, Did, Document, ReadLimits,
    format::{
        Authenticity, DocumentSignatures, Format, Options, Release, SignedDocument, SignerRefused, Summary, WellKnown,
        boxed,
    },
    json::{Json, Object, object},
    proof::{Expectations, SignOptions, Signer},
    verification::{Pending, Verification},
};
use std::sync::Arc;

/// The format AI Catalog.
pub const AI_CATALOG: &Format = &Format {
    name: "ai-catalog",
    title: "an AI Catalog",
    file_names: &["ai-catalog.json"],
    match_confidence: |root| detect::match_confidence(root, false),
    ..CATALOG
};

/// The format Agentic Resource Discovery (ARD).
pub const ARD: &Format = &Format {
    name: "ard",
    title: "an ARD catalog",
    file_names: &["ard.json"],
    match_confidence: |root| detect::match_confidence(root, true),
    ..CATALOG
};

const CATALOG: Format = Format {
    distinctive_members: &["entries", "collections"],
    media_type: Some(media_type::AI_CATALOG),
    // both paths, because either format may be at either path
    well_known: &[
        WellKnown {
            alternate: Some(WELL_KNOWN[1]),
            relation: Some("ai-catalog"),
            ..WellKnown::new(WELL_KNOWN[0], "the AI Catalog")
        },
        WellKnown {
            alternate: Some(WELL_KNOWN[0]),
            relation: Some("ard"),
            ..WellKnown::new(WELL_KNOWN[1], "the ARD manifest")
        },
    ],
    authenticity: Authenticity::Signature,
    rules: rules::RULES,
    members: Some(&members::CATALOG),
    sign_options: &["created", "expires", "manifests", "replace"],
    verify_options: &["follow"],
    read_limits: |_| limits().unsigned(),
    profile: |document| Some(Generation::from_root(document.root()).profile().to_owned()),
    check: check::check,
    parts: parts_of,
    model: Some(|document, _| Ok(model_json(Generation::from_root(document.root()), document.root()))),
    summary,
    links: |root| entries(root).filter_map(CatalogEntry::to_link).take(Format::MAX_MODEL_PARTS).collect(),
    release: |root| Release::issued(root, "signature", "issuedAt"),
    signatures: Some(&CatalogSignatures),
    ..Format::DEFAULT
};

/// 8 MiB, enough for ten thousand entries.
const MAX_BYTES: usize = 8 << 20;

/// The limits for catalogs.
#[must_use]
pub fn limits() -> ReadLimits {
    ReadLimits::new(MAX_BYTES)
}

/// The well-known paths of AI Catalog and of ARD 0.91.
const WELL_KNOWN: [&str; 2] = ["/.well-known/ai-catalog.json", "/.well-known/ard.json"];

/// The name of the host, and the texts of the entries.
fn summary(document: &Document) -> Summary {
    let root = document.root();
    let of_host = |name: &str| object(root, "host")?.get(name)?.as_str();
    let version = root.get("specVersion").and_then(Json::as_str);
    Summary {
        agent_ids: of_host("identifier").map(str::to_owned).into_iter().collect(),
        skills: entries(root).take(Summary::MAX_PARTS).map(CatalogEntry::to_skill).collect(),
        ..Summary::new(of_host("displayName"), None::<&str>, version)
    }
}

struct CatalogSignatures;

impl DocumentSignatures for CatalogSignatures {
    /// Signs the catalog, or a manifest in each of the signer's own entries.
    fn sign(
        &self,
        format: &Format,
        document: &Document,
        signer: &dyn Signer,
        proof: &SignOptions,
        _: &Options,
    ) -> Result<SignedDocument, Box<dyn CodedError>> {
        let mut validity = trust_manifest::Validity::from(proof.created);
        if let Some(expires_at) = proof.expires {
            validity = validity.until(expires_at);
        }
        let manifests = proof.each_entry;
        let sign = if manifests { trust_manifest::sign_entries } else { trust_manifest::sign_catalog };
        let document = sign(document, signer, validity, proof.replace, limits()).map_err(boxed)?;
        let mut report = Object::with_capacity(6);
        report.insert("format", format.name);
        report.insert("verificationMethod", signer.method().as_str());
        report.insert("profile", trust_manifest::PROFILE);
        report.insert("manifests", manifests);
        report.insert("issuedAt", validity.issued_at.to_string());
        report.insert("expiresAt", validity.expires_at.map(|expires_at| expires_at.to_string()));
        let what = if manifests { "its entries signed" } else { "signed" };
        Ok(SignedDocument { document, what, by: trust_manifest::PROFILE.to_owned(), report })
    }

    /// Refuses a catalog that no operator signed, unless each entry is signed by its publisher.
    fn check_signer(&self, document: &Document, _: &Did) -> Result<(), SignerRefused> {
        let Some(error) = trust_manifest::unsigned_entry(document) else { return Ok(()) };
        let fix =
            "have the publisher sign the entry, or sign the catalog after its entries (without the option `manifests`)";
        Err(SignerRefused { error: boxed(error), fix: fix.to_owned() })
    }

    /// Verifies the operator's signature, or the manifest of each entry's publisher. Requests artifacts and nested
    /// catalogs if the caller allows it.
    fn begin(
        &self,
        format: &Format,
        document: Document,
        expectations: &Expectations,
    ) -> Result<Box<dyn Pending>, Box<Verification>> {
        match Format::check_part_count(parts_of(document.root())) {
            Ok(()) => trust_manifest::begin(format.name, document, expectations),
            Err(error) => Err(Box::new(Verification::refused(format.name, Arc::new(error)))),
        }
    }
}

/// Number of entries and their trust manifests.
fn parts_of(root: &Object) -> usize {
    parts(list(root, "entries"), "trustManifests")
}

/// The model of the members of a catalog.
fn model_json(generation: Generation, root: &Object) -> Json {
    object! {
        "generation": generation.profile(),
        "specVersion": root.get("specVersion").and_then(Json::as_str),
        "host": object(root, "host").cloned(),
        "entries": entries(root).map(CatalogEntry::to_model_json).collect::<Vec<_>>(),
        "other": other(root, &["specVersion", "host", "entries"]),
    }
    .into()
}
