//! Inspects documents one by one, and then all of them together.

use super::{
    Answer, ProbeReason, ProbedDocument, home, links, named_did, rules,
    well_known::{is_listing, is_place_of, places},
};
use crate::{
    ai_catalog::{ArtifactDigest, essence, rules::SUBJECT},
    codes::CATALOG_ARTIFACT,
};
use agent_description::{
    Code, CodedError, Did, Document, ReadLimits,
    diagnostic::{Diagnostic, Place, Severity, shortened},
    did::DidDocument,
    discovery::{PageError, ReadPage},
    format::{self, Format, FormatError, LinkTarget, Options, WellKnown},
};

/// The largest document of an unknown shape whose members are named, in bytes.
const MAX_SHAPE_BYTES: usize = 1 << 20;
/// The most members that are named.
const MAX_SHAPE_NAMES: usize = 12;

/// Inspects documents by the rules of the known formats.
#[derive(Debug)]
pub struct Inspector<'f> {
    formats: Vec<&'f dyn Format>,
    options: Options,
}

impl<'f> Inspector<'f> {
    /// Creates an inspector for these formats.
    #[must_use]
    pub fn new(formats: Vec<&'f dyn Format>, options: Options) -> Self {
        Self { formats, options }
    }

    /// The well-known locations to probe, in order.
    #[must_use]
    pub fn places(&self) -> Vec<&'static WellKnown> {
        places(&self.formats)
    }

    /// Sorts documents: well-known locations in order, then linked ones by URL.
    pub fn sort(&self, exhibits: &mut [ProbedDocument<'_>]) {
        let places = self.places();
        exhibits.sort_by_cached_key(|exhibit| {
            let place = places.iter().position(|place| exhibit.asked == ProbeReason::At(place));
            (place.unwrap_or(places.len()), exhibit.url.clone())
        });
    }

    /// The largest document size that any of the formats allows, in bytes.
    #[must_use]
    pub fn most_bytes(&self) -> usize {
        format::read_limits(&self.formats, &self.options.limits).bytes()
    }

    /// Inspects the response for `url`.
    #[must_use]
    pub fn look(&self, asked: ProbeReason, url: &str, answer: Answer) -> ProbedDocument<'f> {
        let mut exhibit = ProbedDocument::new(asked, url);
        match asked {
            ProbeReason::Interface => {
                look_at_interface(&mut exhibit, &answer);
                return exhibit;
            }
            ProbeReason::Home => {
                home::look_at_home(&mut exhibit, &self.formats, answer);
                return exhibit;
            }
            _ => {}
        }
        match answer {
            Answer::Nothing => {
                if matches!(asked, ProbeReason::Linked | ProbeReason::Page | ProbeReason::Artifact) {
                    let message = format!("{url} is linked by another document of the host, but does not exist");
                    exhibit.breaks(&rules::LINKED, Code::NET_STATUS, &message);
                }
            }
            Answer::Status { status, location } => {
                let to = location.map(|to| format!(", a redirect to {to:?}")).unwrap_or_default();
                let code = if to.is_empty() { Code::NET_STATUS } else { Code::NET_REDIRECT };
                exhibit.breaks(&rules::STATUS, code, &format!("found the status {status}{to}, expected 200 or 404"));
            }
            Answer::Failed { code: code @ (Code::NET_SIZE | Code::JSON_SIZE), message } => {
                exhibit.shown = asked != ProbeReason::Artifact;
                exhibit.breaks(&rules::READABLE, code, &message);
            }
            Answer::Failed { code, message } => exhibit.breaks(&rules::ANSWERS, code, &message),
            Answer::Body { media_type, bytes, fields } => {
                exhibit.fields = fields;
                exhibit.holds(&rules::ANSWERS);
                exhibit.digests = ArtifactDigest::by_all(&bytes);
                if asked == ProbeReason::Artifact {
                    return exhibit;
                }
                if is_page(&bytes) {
                    self.page_for_people(&mut exhibit, media_type.as_deref());
                } else {
                    exhibit.shown = true;
                    exhibit.holds(&rules::STATUS);
                    self.served_as(&mut exhibit, media_type.as_deref());
                    own_type(&mut exhibit, media_type.as_deref());
                    exhibit.unread = bytes;
                    self.read(&mut exhibit);
                    if exhibit.document.is_some() {
                        exhibit.unread = Vec::new();
                    }
                    exhibit.links = links::within(url, std::mem::take(&mut exhibit.links));
                    exhibit.probes = links::within(url, std::mem::take(&mut exhibit.probes));
                }
            }
        }
        exhibit.report.sort();
        exhibit
    }

    /// Inspects all documents together: whether each is where readers look for it, and matches the digests in links to
    /// it.
    pub fn compare(exhibits: &mut [ProbedDocument<'_>]) {
        compare_digests(exhibits);
        home::compare(exhibits);
        named_did::compare(exhibits);
        without_cors(exhibits);
        let shown: Vec<&'static str> = exhibits.iter().filter(|exhibit| exhibit.shown).filter_map(path_of).collect();
        let named_elsewhere = |place: &WellKnown| {
            let is_linked = |exhibit: &&ProbedDocument<'_>| exhibit.asked == ProbeReason::Linked && exhibit.shown;
            let is_of_place =
                |exhibit: &ProbedDocument<'_>| exhibit.formats.first().is_some_and(|it| is_place_of(place, *it));
            exhibits.iter().filter(is_linked).any(is_of_place)
        };
        let elsewhere: Vec<bool> = exhibits
            .iter()
            .map(|exhibit| matches!(exhibit.asked, ProbeReason::At(place) if named_elsewhere(place)))
            .collect();
        for (exhibit, is_elsewhere) in exhibits.iter_mut().zip(elsewhere).filter(|(exhibit, _)| exhibit.shown) {
            let ProbeReason::At(place) = exhibit.asked else { continue };
            if let Some(instead) = place.instead {
                if is_elsewhere || shown.contains(&instead) {
                    exhibit.holds(&rules::PLACE);
                } else {
                    let message =
                        format!("{} is shown at {} alone; its readers look at {instead}", place.title, place.path);
                    exhibit.breaks(&rules::PLACE, Code::MISSING, &message);
                }
            }
            if let Some(other) = place.alternate {
                if shown.contains(&other) {
                    exhibit.holds(&rules::CATALOGS);
                } else {
                    let message = format!("the catalog is only at {}; publish it at {other} too", place.path);
                    exhibit.breaks(&rules::CATALOGS, Code::MISSING, &message);
                }
            }
            exhibit.report.sort();
        }
    }

    /// Detects an HTML page instead of a document, as from servers without status 404.
    fn page_for_people(&self, exhibit: &mut ProbedDocument<'f>, media_type: Option<&str>) {
        if media_type.is_some_and(is_json) {
            let message =
                format!("found an HTML page that is served as {:?}, expected JSON", media_type.unwrap_or_default());
            exhibit.breaks(&rules::MEDIA_TYPE, Code::NET_TYPE, &message);
        }
        let message = "found an HTML page with the status 200, expected a document or 404";
        exhibit.breaks(&rules::STATUS, Code::NET_TYPE, message);
    }

    fn served_as(&self, exhibit: &mut ProbedDocument<'f>, media_type: Option<&str>) {
        // a local file has no media type
        let Some(media_type) = media_type else { return };
        if is_json(media_type) {
            return exhibit.holds(&rules::MEDIA_TYPE);
        }
        let expected = "expected `application/json` or a type that ends with `+json`";
        exhibit.breaks(&rules::MEDIA_TYPE, Code::NET_TYPE, &format!("found the media type {media_type:?}, {expected}"));
    }

    fn read(&self, exhibit: &mut ProbedDocument<'f>) {
        match exhibit.asked {
            ProbeReason::Page => self.read_page(exhibit),
            ProbeReason::At(place) if is_listing(place) => self.read_page(exhibit),
            ProbeReason::At(place) => {
                let known: Vec<_> = self.formats.iter().copied().filter(|format| is_place_of(place, *format)).collect();
                if !known.is_empty() {
                    self.read_of(exhibit, &known, Some(place));
                }
            }
            ProbeReason::Linked => self.read_of(exhibit, &self.formats, None),
            ProbeReason::Artifact | ProbeReason::Interface | ProbeReason::Home => {}
        }
    }

    fn read_page(&self, exhibit: &mut ProbedDocument<'f>) {
        match ReadPage::parse(&exhibit.unread, &exhibit.url, &self.options.contexts, &self.options.limits) {
            Err(PageError::Read(error)) => unreadable(exhibit, &error),
            Err(error) => {
                exhibit.holds(&rules::READABLE);
                exhibit.breaks_at(&rules::LISTING, error.code(), &error.to_string(), error.place());
            }
            Ok(page) => {
                exhibit.holds(&rules::READABLE);
                exhibit.holds(&rules::LISTING);
                for found in page.findings.iter().filter(|found| found.severity == Severity::Error) {
                    let mut place = Place::at(found.position);
                    place.pointer.clone_from(&found.pointer);
                    exhibit.breaks_at(&rules::LISTING, found.code, &found.message, place);
                }
                exhibit.links = links::links_of_page(&page);
            }
        }
    }

    /// Parses a document as one of these formats. A well-known location restricts the formats; a link does not.
    fn read_of(&self, exhibit: &mut ProbedDocument<'f>, formats: &[&'f dyn Format], place: Option<&WellKnown>) {
        let (document, found) = match format::read(&exhibit.unread, formats, &self.options.limits) {
            Ok(read) => read,
            Err(FormatError::Unknown(unknown)) => {
                exhibit.holds(&rules::READABLE);
                if let Some(place) = place.filter(|place| place.is_open) {
                    unknown_shape(exhibit, place);
                    return;
                }
                if let Some(place) = place {
                    exhibit.holds(&rules::FORMAT);
                    let message = format!("found a document that is not {}: {unknown}", place.title);
                    exhibit.breaks(&rules::FORMAT, unknown.code(), &message);
                }
                return;
            }
            Err(error) => return unreadable(exhibit, &error),
        };
        exhibit.holds(&rules::READABLE);
        exhibit.holds(&rules::FORMAT);
        let profiles: Vec<String> = found.iter().map(|format| format.profile(&document)).collect();
        exhibit.profile = Some(profiles.join("+"));
        for format in &found {
            let report = format.check(&document, &self.options);
            exhibit.report.merge(report);
            let (documents, probes) = links::links_of_document(&document, *format, &exhibit.url, &self.formats);
            let dids = format.links(&document).into_iter().filter(|link| link.target == LinkTarget::Did);
            exhibit.named_dids.extend(dids.filter_map(|link| link.url.parse::<Did>().ok()));
            exhibit.links.extend(documents);
            exhibit.probes.extend(probes);
        }
        exhibit.formats = found;
        if exhibit.is_did_document() {
            self.is_where_its_did_leads(exhibit, &document);
        }
        exhibit.document = Some(document);
    }

    /// Checks that a DID document is at the URL of its DID.
    fn is_where_its_did_leads(&self, exhibit: &mut ProbedDocument<'f>, document: &Document) {
        let Ok(read) = DidDocument::parse_own_at(document, self.options.at, &self.options.limits) else {
            // the rules of DID documents report the reason
            exhibit.verified = Some(false);
            return;
        };
        let did = read.get().id();
        let is_there = did.location().as_deref() == Some(&*exhibit.url);
        exhibit.verified = Some(is_there);
        exhibit.holds(&rules::DID);
        if !is_there {
            let leads = did.location().unwrap_or_else(|| "no URL".to_owned());
            let message = format!("the document of {did} belongs to {leads}, but is at {}", exhibit.url);
            exhibit.breaks_at(&rules::DID, Code::DID_ID_MISMATCH, &message, Place::pointing("/id"));
        }
    }
}

/// Tests whether an interface responds. An error for a request outside its protocol proves nothing.
fn look_at_interface(exhibit: &mut ProbedDocument<'_>, answer: &Answer) {
    let is_broken = answer.is_of_broken_interface();
    let (code, found) = match answer {
        Answer::Failed { code, message } if is_broken => (*code, format!("does not answer: {message}")),
        // not asked, by the settings
        Answer::Failed { .. } => return,
        Answer::Nothing => (Code::NET_STATUS, "answers 404 or 410 to GET and OPTIONS".to_owned()),
        Answer::Status { status, .. } if is_broken => {
            (Code::NET_STATUS, format!("answers {status} to GET and OPTIONS"))
        }
        Answer::Body { .. } | Answer::Status { .. } => return exhibit.holds(&rules::INTERFACE),
    };
    let message = format!("{} is named as an interface by a document of the host, and {found}", exhibit.url);
    exhibit.breaks(&rules::INTERFACE, code, &message);
}

/// Compares linked artifacts with their digests, if they were fetched. A mismatch is reported once, at the digest, not
/// again for the verification result or the manifest.
fn compare_digests(exhibits: &mut [ProbedDocument<'_>]) {
    let mut verdicts = Vec::new();
    for (at, exhibit) in exhibits.iter().enumerate() {
        let Some(document) = &exhibit.document else { continue };
        for link in exhibit.links.iter().chain(&exhibit.probes) {
            let Some((expected, offset)) = &link.digest else { continue };
            let named = exhibits.iter().find(|named| named.url == link.url);
            let Some(found) = named.and_then(|named| expected.among(&named.digests)) else { continue };
            let differs = (found != expected).then(|| {
                let message = format!("the digest is {expected}, but the file at the URL has {found}");
                (message, Place::from_offset(document, *offset))
            });
            verdicts.push((at, differs));
        }
    }
    for (at, differs) in verdicts {
        let Some(exhibit) = exhibits.get_mut(at) else { continue };
        match differs {
            Some((message, place)) => {
                let entry = place.pointer.as_deref().and_then(|pointer| pointer.strip_suffix("digest"));
                let of_entry = entry.unwrap_or_default().to_owned();
                exhibit.report.diagnostics.retain(|found| !follows(found, &of_entry));
                exhibit.breaks_at(&rules::DIGEST, CATALOG_ARTIFACT, &message, place);
            }
            None => exhibit.holds(&rules::DIGEST),
        }
        exhibit.report.sort();
    }
}

/// Whether a finding repeats that the digest of an entry is wrong.
fn follows(found: &Diagnostic, entry: &str) -> bool {
    let at = found.pointer.as_deref().and_then(|pointer| pointer.strip_prefix(entry));
    (found.rule == &rules::VERIFIED && found.code == CATALOG_ARTIFACT)
        || (found.rule == &SUBJECT && at.is_some_and(|at| at.ends_with("/subject/digest")))
}

/// The media type that the protocol of a place asks for.
fn own_type(exhibit: &mut ProbedDocument<'_>, media_type: Option<&str>) {
    let (ProbeReason::At(place), Some(media_type)) = (exhibit.asked, media_type) else { return };
    if place.media_types.is_empty() {
        return;
    }
    exhibit.holds(&rules::OWN_TYPE);
    if !place.media_types.contains(&&*essence(media_type)) {
        let expected = place.media_types.join("` or `");
        let message = format!("found the media type {media_type:?}, expected `{expected}`");
        exhibit.breaks(&rules::OWN_TYPE, Code::NET_TYPE, &message);
    }
}

/// A document of a shape that is not known, at a place without one standard: its members are named, and nothing is scored.
fn unknown_shape(exhibit: &mut ProbedDocument<'_>, place: &WellKnown) {
    let limits = ReadLimits::new(MAX_SHAPE_BYTES);
    let Ok(document) = Document::parse(&exhibit.unread, limits) else { return };
    let names: Vec<String> =
        document.root().iter().take(MAX_SHAPE_NAMES).map(|member| shortened(member.name().as_str())).collect();
    let message = format!("{} has an unknown shape, with the members {}", place.title, names.join(", "));
    exhibit.breaks(&rules::SHAPE, Code::FORMAT_UNKNOWN, &message);
}

/// Documents that pages of other sites cannot read, told once.
fn without_cors(exhibits: &mut [ProbedDocument<'_>]) {
    let is_open = |exhibit: &ProbedDocument<'_>| exhibit.field("access-control-allow-origin") == Some("*");
    let mut closed: Vec<&mut ProbedDocument<'_>> = exhibits
        .iter_mut()
        .filter(|exhibit| exhibit.shown && matches!(exhibit.asked, ProbeReason::At(_)))
        .filter(|exhibit| !exhibit.fields.is_empty() && !is_open(exhibit))
        .collect();
    let count = closed.len();
    if let Some(first) = closed.first_mut() {
        let others = if count > 1 { format!("; the same at {} other places", count - 1) } else { String::new() };
        let message = format!("the response has no `Access-Control-Allow-Origin: *`{others}");
        first.breaks(&rules::CORS, Code::MISSING, &message);
        first.report.sort();
    }
}

fn unreadable(exhibit: &mut ProbedDocument<'_>, error: &dyn CodedError) {
    exhibit.breaks_at(&rules::READABLE, error.code(), &error.to_string(), error.place());
}

fn path_of(exhibit: &ProbedDocument<'_>) -> Option<&'static str> {
    match exhibit.asked {
        ProbeReason::At(place) => Some(place.path),
        _ => None,
    }
}

/// Whether a text is markup, by its first character after white space.
fn is_page(bytes: &[u8]) -> bool {
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    text.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b'<')
}

/// Whether a media type is JSON, by the rules of the resolver.
fn is_json(media_type: &str) -> bool {
    let essence = essence(media_type);
    essence == "application/json" || essence == "application/did" || essence.ends_with("+json")
}
