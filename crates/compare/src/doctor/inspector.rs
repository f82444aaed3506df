//! Inspects documents one by one, and then all of them together.

use super::{
    ProbeReason, ProbeResponse, ProbedDocument, STATUS_FIELD, answer::is_place_of, home, links, named_did, rules,
};
use adp_catalogs::{
    ai_catalog::{ArtifactDigest, rules::SUBJECT},
    codes::CATALOG_ARTIFACT,
};
use agent_description::{
    Code, CodedError, Document, ReadLimits,
    diagnostic::{Diagnostic, Place, Severity, shortened},
    did::DidDocument,
    discovery::{self, CollectionPage},
    format::{self, Format, FormatError, Options, WellKnown},
    header_field::essence,
};

/// The largest document of an unknown shape whose members are named, in bytes.
const MAX_SHAPE_BYTES: usize = 1 << 20;
/// The most members that are named.
const MAX_SHAPE_NAMES: usize = 12;

/// Inspects documents by the rules of the known formats.
#[derive(Debug)]
pub struct Inspector<'f> {
    formats: Vec<&'f Format>,
    options: Options,
}

impl<'f> Inspector<'f> {
    /// Creates an inspector for these formats.
    #[must_use]
    pub fn new(formats: Vec<&'f Format>, options: Options) -> Self {
        Self { formats, options }
    }

    /// The well-known locations of the formats to probe, in order, without duplicates.
    #[must_use]
    pub fn places(&self) -> Vec<&'static WellKnown> {
        let mut places = Vec::<&'static WellKnown>::new();
        for place in self.formats.iter().flat_map(|format| format.well_known) {
            if places.iter().all(|known| known.path != place.path) {
                places.push(place);
            }
        }
        places
    }

    /// Sorts documents: well-known locations in order, then linked ones by URL.
    pub fn sort(&self, documents: &mut [ProbedDocument<'_>]) {
        let places = self.places();
        documents.sort_by_cached_key(|probed| {
            let place = places.iter().position(|place| probed.reason == ProbeReason::At(place));
            (place.unwrap_or(places.len()), probed.url.clone())
        });
    }

    /// The largest document size that any of the formats allows, in bytes.
    #[must_use]
    pub fn most_bytes(&self) -> usize {
        format::read_limits(&self.formats, &self.options.limits).bytes()
    }

    /// Inspects the response for `url`.
    #[must_use]
    pub fn inspect(&self, reason: ProbeReason, url: &str, answer: ProbeResponse) -> ProbedDocument<'f> {
        let mut probed = ProbedDocument::new(reason, url);
        match answer {
            _ if reason == ProbeReason::Interface => inspect_interface(&mut probed, &answer),
            _ if reason == ProbeReason::Home => home::inspect_home(&mut probed, &self.formats, answer),
            ProbeResponse::Nothing => {
                if matches!(reason, ProbeReason::Linked | ProbeReason::Page | ProbeReason::Artifact) {
                    let message = format!("{url} is linked by another document of the host, but does not exist");
                    probed.breaks(&rules::LINKED, Code::NET_STATUS, &message);
                }
            }
            ProbeResponse::Status { status, location } => {
                let to = location.map(|to| format!(", a redirect to {to:?}")).unwrap_or_default();
                let code = if to.is_empty() { Code::NET_STATUS } else { Code::NET_REDIRECT };
                probed.breaks(&rules::STATUS, code, &format!("found the status {status}{to}, expected 200 or 404"));
            }
            ProbeResponse::Failed { code: code @ (Code::NET_SIZE | Code::JSON_SIZE), message } => {
                probed.shown = reason != ProbeReason::Artifact;
                probed.breaks(&rules::READABLE, code, &message);
            }
            ProbeResponse::Failed { code, message } => probed.breaks(&rules::ANSWERS, code, &message),
            ProbeResponse::Body { media_type, bytes, fields } => {
                probed.fields = fields;
                probed.holds(&rules::ANSWERS);
                probed.digests = ArtifactDigest::by_all(&bytes);
                if reason == ProbeReason::Artifact {
                    return probed;
                }
                if is_page(&bytes) {
                    html_page(&mut probed, media_type.as_deref());
                } else {
                    probed.shown = true;
                    probed.holds(&rules::STATUS);
                    if let Some(media_type) = media_type.as_deref() {
                        check_media_type(&mut probed, media_type);
                    }
                    probed.unread = bytes;
                    self.read(&mut probed);
                    if probed.document.is_some() {
                        probed.unread = Vec::new();
                    }
                    links::keep_own(&mut probed);
                }
            }
        }
        probed.report.sort();
        probed
    }

    /// Inspects all documents together: whether each is where readers look for it, and matches the digests in links to
    /// it.
    pub fn compare(documents: &mut [ProbedDocument<'_>]) {
        compare_digests(documents);
        home::compare(documents);
        named_did::compare(documents);
        without_cors(documents);
        let path_of = |probed: &ProbedDocument<'_>| match probed.reason {
            ProbeReason::At(place) => Some(place.path),
            _ => None,
        };
        let shown: Vec<&str> = documents.iter().filter(|probed| probed.shown).filter_map(path_of).collect();
        let named_elsewhere = |place: &WellKnown| {
            let is_linked = |probed: &&ProbedDocument<'_>| probed.reason == ProbeReason::Linked && probed.shown;
            let is_of_place =
                |probed: &ProbedDocument<'_>| probed.formats.first().is_some_and(|it| is_place_of(place, it));
            documents.iter().filter(is_linked).any(is_of_place)
        };
        let elsewhere: Vec<bool> = documents
            .iter()
            .map(|probed| matches!(probed.reason, ProbeReason::At(place) if named_elsewhere(place)))
            .collect();
        for (probed, is_elsewhere) in documents.iter_mut().zip(elsewhere).filter(|(probed, _)| probed.shown) {
            let ProbeReason::At(place) = probed.reason else { continue };
            if let Some(instead) = place.instead {
                probed.check(&rules::PLACE, is_elsewhere || shown.contains(&instead), Code::MISSING, || {
                    format!("{} is shown at {} alone; its readers look at {instead}", place.title, place.path)
                });
            }
            if let Some(other) = place.alternate {
                probed.check(&rules::CATALOGS, shown.contains(&other), Code::MISSING, || {
                    format!("the catalog is only at {}; publish it at {other} too", place.path)
                });
            }
            probed.report.sort();
        }
    }

    fn read(&self, probed: &mut ProbedDocument<'f>) {
        match probed.reason {
            reason if reason.is_listing() => self.read_page(probed),
            ProbeReason::At(place) => {
                let known: Vec<_> = self.formats.iter().copied().filter(|format| is_place_of(place, format)).collect();
                if !known.is_empty() {
                    self.read_of(probed, &known, Some(place));
                }
            }
            ProbeReason::Linked => self.read_of(probed, &self.formats, None),
            _ => {}
        }
    }

    fn read_page(&self, probed: &mut ProbedDocument<'f>) {
        match CollectionPage::parse(&probed.unread, &probed.url, &self.options.contexts, &self.options.limits) {
            Err(discovery::Error::Read(error)) => unreadable(probed, &error),
            Err(error) => {
                probed.holds(&rules::READABLE);
                probed.breaks_at(&rules::LISTING, error.code(), &error.to_string(), error.place());
            }
            Ok(page) => {
                probed.holds(&rules::READABLE);
                probed.holds(&rules::LISTING);
                for found in page.findings.iter().filter(|found| found.severity == Severity::Error) {
                    let mut place = Place::at(found.position);
                    place.pointer.clone_from(&found.pointer);
                    probed.breaks_at(&rules::LISTING, found.code, &found.message, place);
                }
                probed.links = links::links_of_page(&page);
            }
        }
    }

    /// Parses a document as one of these formats. A well-known location restricts the formats; a link does not.
    fn read_of(&self, probed: &mut ProbedDocument<'f>, formats: &[&'f Format], place: Option<&WellKnown>) {
        let (document, found) = match format::read(&probed.unread, formats, &self.options.limits) {
            Ok(read) => read,
            Err(FormatError::Unknown(unknown)) => {
                probed.holds(&rules::READABLE);
                return match place {
                    Some(place) if place.is_open => unknown_shape(probed, place),
                    Some(place) => {
                        let message = format!("found a document that is not {}: {unknown}", place.title);
                        probed.breaks(&rules::FORMAT, unknown.code(), &message);
                    }
                    None => {}
                };
            }
            Err(error) => return unreadable(probed, &error),
        };
        probed.holds(&rules::READABLE);
        probed.holds(&rules::FORMAT);
        let profiles: Vec<String> = found.iter().map(|format| format.profile(&document)).collect();
        probed.profile = Some(profiles.join("+"));
        for format in &found {
            probed.report.merge(format.check(&document, &self.options));
            links::add(probed, format.links(&document), &self.formats);
        }
        probed.formats = found;
        if probed.is_did_document() {
            self.is_where_its_did_leads(probed, &document);
        }
        probed.document = Some(document);
    }

    /// Checks that a DID document is at the URL of its DID.
    fn is_where_its_did_leads(&self, probed: &mut ProbedDocument<'f>, document: &Document) {
        let read = DidDocument::parse_own(document, &self.options.limits);
        let Some(read) = read.ok().filter(|read| read.get().check_time(self.options.at).is_ok()) else {
            // the rules of DID documents report the reason
            probed.verified = Some(false);
            return;
        };
        let did = read.get().id();
        let is_there = did.location().as_deref() == Some(&*probed.url);
        probed.verified = Some(is_there);
        probed.holds(&rules::DID);
        if !is_there {
            let leads = did.location().unwrap_or_else(|| "no URL".to_owned());
            let message = format!("the document of {did} belongs to {leads}, but is at {}", probed.url);
            probed.breaks_at(&rules::DID, Code::DID_ID_MISMATCH, &message, Place::pointing("/id"));
        }
    }
}

/// Tests whether an interface responds. An error for a request outside its protocol proves nothing.
fn inspect_interface(probed: &mut ProbedDocument<'_>, answer: &ProbeResponse) {
    let is_broken = answer.is_of_broken_interface();
    let (code, found) = match answer {
        ProbeResponse::Failed { code, message } if is_broken => (*code, format!("does not answer: {message}")),
        // not probed, by the settings
        ProbeResponse::Failed { .. } => return,
        ProbeResponse::Nothing => {
            (Code::NET_STATUS, "answers 404 or 410 to GET, and OPTIONS shows no interface either".to_owned())
        }
        ProbeResponse::Status { status, .. } if is_broken => {
            (Code::NET_STATUS, format!("answers {status} to GET, and to OPTIONS nothing better"))
        }
        ProbeResponse::Body { .. } | ProbeResponse::Status { .. } => return probed.holds(&rules::INTERFACE),
    };
    let message = format!("{} is named as an interface by a document of the host, and {found}", probed.url);
    probed.breaks(&rules::INTERFACE, code, &message);
}

/// Compares linked artifacts with their digests, if they were fetched. A mismatch is reported once, at the digest, not
/// again for the verification result or the manifest.
fn compare_digests(documents: &mut [ProbedDocument<'_>]) {
    for at in 0..documents.len() {
        let probed = &documents[at];
        let Some(document) = &probed.document else { continue };
        let (mut is_compared, mut differing) = (false, Vec::new());
        for link in probed.links.iter().chain(&probed.probes) {
            let Some((expected, offset)) = &link.digest else { continue };
            let named = documents.iter().find(|named| named.url == link.url);
            let Some(found) = named.and_then(|named| expected.among(&named.digests)) else { continue };
            is_compared = true;
            if found != expected {
                let message = format!("the digest is {expected}, but the file at the URL has {found}");
                differing.push((message, Place::from_offset(document, *offset)));
            }
        }
        let probed = &mut documents[at];
        if is_compared {
            probed.holds(&rules::DIGEST);
        }
        for (message, place) in differing {
            let entry = place.pointer.as_deref().and_then(|pointer| pointer.strip_suffix("digest")).unwrap_or_default();
            probed.report.diagnostics.retain(|found| !follows(found, entry));
            probed.breaks_at(&rules::DIGEST, CATALOG_ARTIFACT, &message, place);
        }
        probed.report.sort();
    }
}

/// Whether a finding repeats that the digest of an entry is wrong.
fn follows(found: &Diagnostic, entry: &str) -> bool {
    let at = found.pointer.as_deref().and_then(|pointer| pointer.strip_prefix(entry));
    (found.rule == &rules::VERIFIED && found.code == CATALOG_ARTIFACT)
        || (found.rule == &SUBJECT && at.is_some_and(|at| at.ends_with("/subject/digest")))
}

/// Reports an HTML page instead of a document, as from servers without status 404.
fn html_page(probed: &mut ProbedDocument<'_>, media_type: Option<&str>) {
    if let Some(media_type) = media_type.filter(|media_type| is_json(media_type)) {
        let message = format!("found an HTML page that is served as {media_type:?}, expected JSON");
        probed.breaks(&rules::MEDIA_TYPE, Code::NET_TYPE, &message);
    }
    let message = "found an HTML page with the status 200, expected a document or 404";
    probed.breaks(&rules::STATUS, Code::NET_TYPE, message);
}

/// Checks that a document is served as JSON, and as the type that the protocol of its place requires.
fn check_media_type(probed: &mut ProbedDocument<'_>, media_type: &str) {
    let found = |expected: &str| format!("found the media type {media_type:?}, expected `{expected}");
    probed.check(&rules::MEDIA_TYPE, is_json(media_type), Code::NET_TYPE, || {
        found("application/json` or a type that ends with `+json`")
    });
    if let ProbeReason::At(WellKnown { media_types: types @ [_, ..], .. }) = probed.reason {
        let is_own = types.contains(&&*essence(media_type));
        probed.check(&rules::OWN_TYPE, is_own, Code::NET_TYPE, || found(&format!("{}`", types.join("` or `"))));
    }
}

/// A document of a shape that is not known, at a place without one standard: its members are named, and nothing is scored.
fn unknown_shape(probed: &mut ProbedDocument<'_>, place: &WellKnown) {
    let limits = ReadLimits::new(MAX_SHAPE_BYTES);
    let Ok(document) = Document::parse(&probed.unread, limits) else { return };
    let names: Vec<String> =
        document.root().iter().take(MAX_SHAPE_NAMES).map(|member| shortened(member.name().as_str())).collect();
    let message = format!("{} has an unknown shape, with the members {}", place.title, names.join(", "));
    probed.breaks(&rules::SHAPE, Code::FORMAT_UNKNOWN, &message);
}

/// Documents that pages of other sites cannot read, told once.
fn without_cors(documents: &mut [ProbedDocument<'_>]) {
    let is_open = |probed: &ProbedDocument<'_>| probed.field("access-control-allow-origin") == Some("*");
    let mut closed: Vec<&mut ProbedDocument<'_>> = documents
        .iter_mut()
        .filter(|probed| probed.shown && matches!(probed.reason, ProbeReason::At(_)))
        .filter(|probed| probed.field(STATUS_FIELD).is_some() && !is_open(probed))
        .collect();
    let count = closed.len();
    if let Some(first) = closed.first_mut() {
        let others = if count > 1 { format!("; the same at {} other places", count - 1) } else { String::new() };
        let message = format!("the response has no `Access-Control-Allow-Origin: *`{others}");
        first.breaks(&rules::CORS, Code::MISSING, &message);
        first.report.sort();
    }
}

fn unreadable(probed: &mut ProbedDocument<'_>, error: &dyn CodedError) {
    probed.breaks_at(&rules::READABLE, error.code(), &error.to_string(), error.place());
}

/// Whether a text is markup, by its first character after white space.
fn is_page(bytes: &[u8]) -> bool {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start().starts_with(b"<")
}

/// Whether a media type is JSON, by the rules of the resolver.
fn is_json(media_type: &str) -> bool {
    let essence = essence(media_type);
    essence == "application/json" || essence == "application/did" || essence.ends_with("+json")
}
