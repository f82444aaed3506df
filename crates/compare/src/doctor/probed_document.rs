//! A published document and its inspection.

use super::{
    ProbeReason, ProbeTarget, SignatureResult,
    patch::{carries_signature, patch_of},
    probe_target::MAX_LINKS,
    rules,
};
use adp_catalogs::{
    ai_catalog::{ArtifactDigest, media_type::AI_CATALOG},
    dns_aid::HostedDocument,
};
use agent_description::{
    Code, Did, Document,
    diagnostic::{CheckReport, Diagnostic, Place, Rule},
    format::{Authenticity, Format},
    json::Json,
};

/// The document at a location.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct ProbedDocument<'f> {
    /// URL of the document.
    pub url: String,
    /// The reason for probing.
    pub reason: ProbeReason,
    /// The bytes, if they could not be parsed.
    pub(super) unread: Vec<u8>,
    /// The document, if it could be parsed.
    pub document: Option<Document>,
    /// Its formats, usually one. Empty for a listing page, and if it could not be parsed.
    pub formats: Vec<&'f Format>,
    /// The profile of each format, joined by `+`.
    pub profile: Option<String>,
    /// The findings by the rules of its formats and of [`rules`].
    pub report: CheckReport,
    /// Whether its signature is verified, or its DID refers to it. `None` without a signature, or if undecided.
    pub verified: Option<bool>,
    /// The documents on the same origin that it links to.
    pub links: Vec<ProbeTarget>,
    /// The documents that it links to on other origins, or without HTTPS.
    pub elsewhere: Vec<ProbeTarget>,
    /// The files and interfaces on the same origin that it links to. The caller may probe them.
    pub probes: Vec<ProbeTarget>,
    /// The header fields of the response.
    pub fields: Vec<(String, String)>,
    /// The DIDs that it names as the agent's.
    pub(super) named_dids: Vec<Did>,
    /// The DID that signed it, if that is verified.
    pub signer: Option<Did>,
    /// The digests of the content, by every algorithm.
    pub(super) digests: Vec<ArtifactDigest>,
    /// Whether the document exists.
    pub(super) shown: bool,
}

impl<'f> ProbedDocument<'f> {
    pub(super) fn new(reason: ProbeReason, url: &str) -> Self {
        Self { url: url.to_owned(), reason, ..Self::default() }
    }

    /// Whether the document exists: status 200, and not an HTML page.
    #[must_use]
    pub fn is_shown(&self) -> bool {
        self.shown
    }

    /// The text that positions of findings refer to.
    #[must_use]
    pub fn source(&self) -> &[u8] {
        self.document.as_ref().map_or(&self.unread, |document| document.source().as_bytes())
    }

    /// Whether there is no finding of severity error. `None` if there is none, but the format is unknown.
    #[must_use]
    pub fn is_valid(&self) -> Option<bool> {
        let valid = self.shown && self.report.is_valid();
        (!valid || self.format().is_some()).then_some(valid)
    }

    /// The name of the format; `listing` for a page of a listing.
    #[must_use]
    pub fn format(&self) -> Option<&'static str> {
        let is_listing = self.shown && self.reason.is_listing();
        self.formats.first().map(|format| format.name).or(is_listing.then_some("listing"))
    }

    /// Whether this is a catalog of any version.
    #[must_use]
    pub fn is_catalog(&self) -> bool {
        self.formats.first().is_some_and(|format| format.media_type == Some(AI_CATALOG))
    }

    /// The document for DNS records, if it is valid.
    #[must_use]
    pub fn hosted(&self) -> Option<HostedDocument<'_>> {
        let document = self.document.as_ref().filter(|_| self.is_valid() == Some(true))?;
        let is_index = self.is_catalog() && matches!(self.reason, ProbeReason::At(_));
        Some(HostedDocument { url: &self.url, document, formats: &self.formats, is_index })
    }

    /// Whether this is a DID document.
    #[must_use]
    pub fn is_did_document(&self) -> bool {
        self.formats.iter().any(|format| format.authenticity == Authenticity::Location)
    }

    /// Whether the format has signatures. The caller then verifies the document and calls
    /// [`record_verdict`](Self::record_verdict).
    #[must_use]
    pub fn is_to_be_verified(&self) -> bool {
        self.document.is_some() && self.formats.iter().any(|format| format.authenticity == Authenticity::Signature)
    }

    /// Records the verification result. An unsigned document breaks [`rules::SIGNED`], an invalid signature
    /// [`rules::VERIFIED`].
    pub fn record_verdict(&mut self, signed: SignatureResult) {
        let is_unsigned = self.document.as_ref().is_some_and(|document| !carries_signature(document));
        self.record(signed, is_unsigned);
    }

    /// The same for a document whose response carries the signature, in header fields.
    pub fn record_response_verdict(&mut self, signed: SignatureResult) {
        let is_unsigned = self.field("signature-input").is_none();
        self.record(signed, is_unsigned);
    }

    /// Takes the verdict on the `Content-Digest` of the response: why it is not that of the body, if it is not.
    pub fn record_content_digest(&mut self, fault: Option<&str>) {
        self.holds(&rules::CONTENT_DIGEST);
        if let Some(fault) = fault {
            self.breaks(&rules::CONTENT_DIGEST, Code::AUTH_DIGEST, fault);
        }
        self.report.sort();
    }

    /// A header field of the response, by its name in lower case.
    #[must_use]
    pub fn field(&self, name: &str) -> Option<&str> {
        self.fields.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    fn record(&mut self, signed: SignatureResult, is_unsigned: bool) {
        self.verified = match signed {
            SignatureResult::Unknown => return,
            SignatureResult::Verified => {
                self.holds(&rules::SIGNED);
                self.holds(&rules::VERIFIED);
                Some(true)
            }
            SignatureResult::Not { code, message } => {
                if !is_unsigned {
                    self.holds(&rules::SIGNED);
                }
                self.breaks(if is_unsigned { &rules::SIGNED } else { &rules::VERIFIED }, code, &message);
                Some(false)
            }
        };
        self.report.sort();
    }

    /// The patch for a finding (RFC 6902), if there is one.
    #[must_use]
    pub fn patch(&self, found: &Diagnostic) -> Option<Json> {
        patch_of(self.document.as_ref()?, found)
    }

    /// Adds a link, up to [`MAX_LINKS`] of documents and as many of files and interfaces.
    pub(super) fn add(&mut self, target: ProbeTarget) {
        let list = if target.reason == ProbeReason::Linked { &mut self.links } else { &mut self.probes };
        if list.len() < MAX_LINKS {
            list.push(target);
        }
    }

    /// Records that a rule applies, and the finding if the document does not keep it.
    pub(super) fn check(&mut self, rule: &'static Rule, is_kept: bool, code: Code, message: impl FnOnce() -> String) {
        if is_kept { self.holds(rule) } else { self.breaks(rule, code, &message()) }
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
