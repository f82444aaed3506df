//! The page of an entry: purpose, prices, endpoints and signer first, then details.

use super::{
    DocumentLink, Evidence, Excerpt, Remark, SearchAddress, Shown, State,
    check::in_words as findings_in_words,
    search::amount,
    state::in_words,
    texts::{Language, Texts},
};
use crate::{
    Entry, EntrySummary, SummaryTexts,
    search::{EndpointSummary, OfferPrice, Record},
};
use agent_description::{Timestamp, diagnostic::Severity, hex::hex};
use askama::Template;
use sha2::{Digest, Sha256};

/// Maximum number of shown skills and tools.
const MAX_SKILLS: usize = 40;
/// Maximum number of shown tags per skill.
const MAX_TAGS: usize = 12;

/// The page of an entry.
#[derive(Debug, Template)]
#[template(path = "entry.html")]
pub(crate) struct EntryPage {
    t: &'static Texts,
    place: &'static str,
    title: String,
    name: Shown,
    short_name: Shown,
    format: Shown,
    host: Shown,
    results: String,
    description: Option<Shown>,
    state: State,
    evidence: Evidence,
    hidden: Option<Shown>,
    prices: Vec<(Shown, Shown)>,
    endpoints: Vec<(Shown, Shown)>,
    skills: Vec<Skill>,
    skills_left: Option<Shown>,
    documents: Vec<DocumentLink>,
    documents_left: Option<Shown>,
    /// Terms and values, and whether a click selects the value.
    facts: Vec<(&'static str, Shown, bool)>,
    has_findings: bool,
    found: Shown,
    excerpt: Excerpt,
    api: String,
}

/// A skill or tool.
#[derive(Debug)]
struct Skill {
    name: Shown,
    description: Option<Shown>,
    tags: Vec<Shown>,
}

/// The data of an entry page.
#[derive(Debug)]
pub(crate) struct EntryView<'a> {
    pub entry: &'a Entry,
    /// The index record; `None` if the document can no longer be parsed.
    pub record: Option<&'a Record>,
    /// The summaries of the same agent's entries, and their number.
    pub same_agent: (&'a [EntrySummary], u64),
    /// The search that linked here.
    pub search: &'a SearchAddress,
}

impl EntryPage {
    /// Creates the page as of a time.
    pub(crate) fn new(language: Language, view: &EntryView<'_>, now: Timestamp) -> Self {
        let t = language.texts();
        let EntryView { entry, record, same_agent: (summaries, total), search } = *view;
        let mut summary = EntrySummary::from(entry);
        summary.texts = record.map(SummaryTexts::from_record).or(summary.texts);
        let texts = summary.texts.clone().unwrap_or_default();
        let skills: Vec<Skill> = record.map(|record| Skill::all(t, record)).unwrap_or_default();
        let parts = record.map_or(0, |record| record.texts.skills.len() + record.texts.tools.len());
        let left = |left: usize, text: &str| (left > 0).then(|| Shown::sentence(text, &[&left]));
        let state = State::new(t, entry.evidence.status_at(now), entry.identifier.host());
        let query = search.query();
        let documents = summaries.iter().map(|summary| DocumentLink {
            is_current: summary.identifier == entry.identifier,
            ..DocumentLink::new(t, summary, now, &query)
        });
        let price = |it: &OfferPrice| {
            (it.name.as_deref().map_or_else(|| Shown::sentence(t.unnamed, &[]), Shown::name), amount(t, it))
        };
        let endpoint = |it: &EndpointSummary| {
            let protocol = it.protocol.as_deref().map(|name| Shown::name(Texts::protocol(name)));
            (protocol.unwrap_or_else(|| Shown::sentence(t.unknown_protocol, &[])), Shown::cut(&it.url, 500))
        };
        let name = Shown::cut(summary.title(), 100);
        let description = record.and_then(|record| record.texts.description.as_deref()).map(Shown::prose);
        let has_marks = name.has_marks()
            || description.as_ref().is_some_and(Shown::has_marks)
            || skills.iter().any(Skill::has_marks);
        let format = t.format(&entry.format);
        let remarks = entry.findings.iter().map(|it| Remark::from_finding(t, it));
        let documents_left = usize::try_from(total).unwrap_or(usize::MAX).saturating_sub(summaries.len().max(1));
        Self {
            t,
            place: "",
            title: format!("{} – {format}", Shown::plain(summary.title())),
            name,
            short_name: Shown::cut(summary.title(), 40),
            format: Shown::name(&format),
            host: Shown::name(entry.identifier.host()),
            results: search.path(),
            description,
            evidence: Evidence::new(t, entry, &state, now),
            state,
            hidden: has_marks.then(|| Shown::sentence(t.hidden_text, &[&Shown::cut("\u{202e}", 1)])),
            prices: texts.prices.iter().map(price).collect(),
            endpoints: texts.endpoints.iter().map(endpoint).collect(),
            skills_left: left(parts.saturating_sub(skills.len()), t.skills_left),
            skills,
            documents: documents.collect(),
            documents_left: left(documents_left, t.more_documents),
            facts: facts(t, entry, &format),
            has_findings: !entry.findings.is_empty(),
            found: found(t, entry),
            excerpt: Excerpt::new(t, &entry.document, remarks.collect()),
            api: format!("/agents/{}", entry.identifier),
        }
    }
}

impl Skill {
    fn all(t: &Texts, record: &Record) -> Vec<Self> {
        let name =
            |name: Option<&String>| name.map_or_else(|| Shown::sentence(t.unnamed, &[]), |name| Shown::name(name));
        let of_skills = record.texts.skills.iter().map(|skill| Self {
            name: name(skill.name.as_ref().or(skill.id.as_ref())),
            description: skill.description.as_deref().map(|text| Shown::cut(text, 300)),
            tags: skill.tags.iter().take(MAX_TAGS).map(|tag| Shown::cut(tag, 40)).collect(),
        });
        let of_tools = record.texts.tools.iter().map(|tool| Self {
            name: name(tool.name.as_ref()),
            description: tool.description.as_deref().map(|text| Shown::cut(text, 300)),
            tags: Vec::new(),
        });
        of_skills.chain(of_tools).take(MAX_SKILLS).collect()
    }

    fn has_marks(&self) -> bool {
        [&self.name].into_iter().chain(&self.description).chain(&self.tags).any(Shown::has_marks)
    }
}

/// The result of the check, as a sentence.
fn found(t: &Texts, entry: &Entry) -> Shown {
    if entry.findings.is_empty() && entry.omitted == 0 {
        return Shown::sentence(t.no_findings, &[&Shown::name(&entry.profile)]);
    }
    let number_of =
        |severity: Severity| entry.findings.iter().filter(|finding| finding.severity == severity.to_string()).count();
    Shown::sentence(t.findings_listed, &[&findings_in_words(t, number_of, entry.omitted)])
}

fn facts(t: &'static Texts, entry: &Entry, format: &str) -> Vec<(&'static str, Shown, bool)> {
    let digest = hex(&Sha256::digest(&entry.document));
    let writer = if entry.written_by == "operator" { t.operator } else { entry.written_by.as_str() };
    let mut facts = vec![
        (t.facet_format, Shown::name(&format!("{format} ({})", entry.profile)), false),
        (t.publisher, Shown::name(entry.identifier.host()), false),
        (t.added_by, Shown::name(writer), false),
        (t.first_added, Shown::name(&in_words(entry.added)), false),
        (t.last_changed, Shown::name(&in_words(entry.updated)), false),
        (t.identifier, Shown::name(entry.identifier.as_str()), true),
        ("SHA-256", Shown::name(&digest), true),
    ];
    if let Some(did) = &entry.evidence.identity {
        facts.push(("DID", Shown::name(did), true));
    }
    facts
}
