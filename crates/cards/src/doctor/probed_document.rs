//! One document that is shown, and all that was found of it.

use super::{
    Link, ProbeReason, Signed,
    patch::{carries_signature, patch_of},
    rules,
    well_known::is_listing,
};
use crate::ai_catalog::{ArtifactDigest, media_type::AI_CATALOG};
use agent_description::{
    Code, Document,
    diagnostic::{CheckReport, Diagnostic, Place, Rule},
    format::{Authenticity, Format},
    json::Json,
};

/// What a place shows.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ProbedDocument<'f> {
    /// Its URL.
    pub url: String,
    /// Why it was looked at.
    pub asked: ProbeReason,
    /// The bytes that could not be read as a document of a format.
    pub(super) unread: Vec<u8>,
    /// The document, where it can be read as one of a format.
    pub document: Option<Document>,
    /// The formats that it is of: usually one; none where it is a page of a listing, or cannot be read.
    pub formats: Vec<&'f dyn Format>,
    /// The version of each, joined by `+`.
    pub profile: Option<String>,
    /// What is wrong with it, by the rules of its formats and of [`rules`].
    pub report: CheckReport,
    /// Whether its signature verifies, or its DID leads to it; `None` where there is none, or nobody could tell.
    pub verified: Option<bool>,
    /// What it leads to at the same origin.
    pub links: Vec<Link>,
    /// The files and interfaces that it names at the same origin, which are no documents: whoever looks may ask for them, too.
    pub probes: Vec<Link>,
    /// The digests of what was found, by every algorithm.
    pub(super) digests: Vec<ArtifactDigest>,
    /// Whether there is anything.
    pub(super) shown: bool,
}

impl<'f> ProbedDocument<'f> {
    pub(super) fn new(asked: ProbeReason, url: &str) -> Self {
        Self {
            url: url.to_owned(),
            asked,
            unread: Vec::new(),
            document: None,
            formats: Vec::new(),
            profile: None,
            report: CheckReport::default(),
            verified: None,
            links: Vec::new(),
            probes: Vec::new(),
            digests: Vec::new(),
            shown: false,
        }
    }

    /// Whether there is anything: an answer 200 that is no page for people.
    #[must_use]
    pub fn is_shown(&self) -> bool {
        self.shown
    }

    /// The text that places of findings are in.
    #[must_use]
    pub fn source(&self) -> &[u8] {
        self.document.as_ref().map_or(&self.unread, |document| document.source().as_bytes())
    }

    /// Whether nothing is wrong with it that makes its readers refuse it; `None` where nothing is wrong and nobody here knows
    /// its format.
    #[must_use]
    pub fn is_valid(&self) -> Option<bool> {
        let valid = self.shown && self.report.is_valid();
        (!valid || self.format().is_some()).then_some(valid)
    }

    /// The name of its format; `listing` for a page of the listing.
    #[must_use]
    pub fn format(&self) -> Option<&'static str> {
        let listing = match self.asked {
            ProbeReason::Page => true,
            ProbeReason::At(place) => is_listing(place),
            ProbeReason::Linked | ProbeReason::Artifact | ProbeReason::Interface => false,
        };
        self.formats.first().map(|format| format.name()).or((listing && self.shown).then_some("listing"))
    }

    /// Whether it is a catalog, of whichever generation.
    #[must_use]
    pub fn is_catalog(&self) -> bool {
        self.formats.first().is_some_and(|format| format.media_type() == Some(AI_CATALOG))
    }

    /// Whether it is a DID document: published where its DID says.
    #[must_use]
    pub fn is_did_document(&self) -> bool {
        self.formats.iter().any(|format| format.authenticity() == Authenticity::Location)
    }

    /// Whether it is of a format that has signatures: a verdict is then recorded with [`record_verdict`](Self::record_verdict).
    #[must_use]
    pub fn is_to_be_verified(&self) -> bool {
        self.document.is_some() && self.formats.iter().any(|format| format.authenticity() == Authenticity::Signature)
    }

    /// Takes the verdict on its signature. A document that carries none breaks [`rules::SIGNED`], one that carries a bad one
    /// [`rules::VERIFIED`].
    pub fn record_verdict(&mut self, signed: Signed) {
        let is_unsigned = self.document.as_ref().is_some_and(|document| !carries_signature(document));
        match signed {
            Signed::Unknown => return,
            Signed::Verified => {
                self.holds(&rules::SIGNED);
                self.holds(&rules::VERIFIED);
                self.verified = Some(true);
            }
            Signed::Not { code, message } if is_unsigned => {
                self.breaks(&rules::SIGNED, code, &message);
                self.verified = Some(false);
            }
            Signed::Not { code, message } => {
                self.holds(&rules::SIGNED);
                self.breaks(&rules::VERIFIED, code, &message);
                self.verified = Some(false);
            }
        }
        self.report.sort();
    }

    /// The patch that puts one of its findings right (RFC 6902), where there is one.
    #[must_use]
    pub fn patch(&self, found: &Diagnostic) -> Option<Json> {
        patch_of(self.document.as_ref()?, found)
    }

    pub(super) fn holds(&mut self, rule: &Rule) {
        self.report.coverage.exercise(rule);
    }

    pub(super) fn breaks(&mut self, rule: &'static Rule, code: Code, message: &str) {
        self.breaks_at(rule, code, message, Place::default());
    }

    pub(super) fn breaks_at(&mut self, rule: &'static Rule, code: Code, message: &str, place: Place) {
        self.report.coverage.exercise(rule);
        self.report.coverage.broken(rule);
        self.report.add(Diagnostic::at(rule, code, message, place));
    }
}
