//! Catalogs of what a host offers: AI Catalog and ARD, every generation of them.
//!
//! A [`Generation`] says how a catalog names things; [`CatalogEntry`] is one view of the entries of all. [`CatalogBuilder`] writes the two
//! files that hosts publish. Who stands behind a catalog is [`crate::trust_manifest`]'s.

mod check;
mod check_entry;
mod check_trust;
mod detect;
mod digest;
mod entry;
mod follow;
mod generation;
mod identifier;
pub mod media_type;
mod members;
mod model;
mod rule_examples;
pub mod rules;
mod spelling;
mod write;

pub use digest::{ArtifactDigest, NoDigest};
pub use entry::CatalogEntry;
pub(crate) use follow::{Following, NestedArtifact};
pub use generation::Generation;
pub use identifier::{AirIdentifier, NoAirIdentifier};
pub use media_type::{essence, media_type_of};
pub use spelling::check_names;
pub(crate) use spelling::misspelled;
pub use write::{CatalogBuilder, NewEntry};

use crate::{card_format::bounded, members::list, signature::boxed, trust_manifest};
use agent_description::{
    Document, Fault, Limits, ReadLimits,
    diagnostic::{Catalogue, CheckReport, members::Table},
    format::{Format, Likeness, Options},
    json::{Json, Object},
    proof::{Expectations, SignOptions, Signer},
    verification::{Pending, Verification},
};

/// AI Catalogs.
pub const AI_CATALOG: &dyn Format = &Catalog { ard: false };

/// Catalogs of Agentic Resource Discovery.
pub const ARD: &dyn Format = &Catalog { ard: true };

/// How large a catalog may be: 8 MiB, which ten thousand entries fit in.
#[must_use]
pub fn limits() -> ReadLimits {
    ReadLimits::new(8 << 20)
}

/// Whether a format is one of catalogs.
#[must_use]
pub fn is_catalog(format: &dyn Format) -> bool {
    [AI_CATALOG, ARD].iter().any(|catalog| catalog.name() == format.name())
}

#[derive(Debug)]
struct Catalog {
    ard: bool,
}

impl Format for Catalog {
    fn name(&self) -> &'static str {
        if self.ard { "ard" } else { "ai-catalog" }
    }

    fn title(&self) -> &'static str {
        if self.ard { "an ARD catalog" } else { "an AI Catalog" }
    }

    fn read_limits(&self, _: &Limits) -> ReadLimits {
        limits()
    }

    fn likeness(&self, root: &Object) -> Likeness {
        detect::likeness(root, self.ard)
    }

    /// `ai-catalog/1.0`, `ard/0.91`: see [`Generation::profile`].
    fn profile(&self, document: &Document) -> String {
        Generation::of(document.root()).profile().to_owned()
    }

    fn distinctive_members(&self) -> &'static [&'static str] {
        &["entries", "collections"]
    }

    fn file_names(&self) -> &'static [&'static str] {
        if self.ard { &["ard.json"] } else { &["ai-catalog.json"] }
    }

    fn catalogue(&self) -> Catalogue {
        rules::CATALOGUE
    }

    fn members(&self) -> Option<&'static Table> {
        Some(&members::CATALOG)
    }

    fn check(&self, document: &Document, options: &Options) -> CheckReport {
        check::check(document, options)
    }

    fn show(&self, document: &Document, _: &Options) -> Result<Json, Box<dyn Fault>> {
        bounded(list(document.root(), "entries").len())?;
        Ok(model::to_model_json(document.root()))
    }

    /// The catalog with a signature over all of it, issued at the options' time; of the options of proofs it has none.
    fn sign(
        &self,
        document: &Document,
        signer: &dyn Signer,
        _: SignOptions,
        options: &Options,
    ) -> Result<Document, Box<dyn Fault>> {
        let validity = trust_manifest::Validity::from(options.at);
        trust_manifest::sign_catalog(document, signer, validity, false, limits()).map_err(boxed)
    }

    /// By its operator's signature, or by the manifest of each entry's publisher. Artifacts are asked for where the caller allows it, and
    /// the catalogs that it names.
    fn begin(&self, document: Document, expectations: &Expectations) -> Result<Box<dyn Pending>, Box<Verification>> {
        trust_manifest::begin(self.name(), document, expectations)
    }
}
