//! An entry with its evidence in words and what the check found.

use super::{
    Excerpt, Remark, Shown, State, check,
    state::{evidence, in_words},
};
use crate::{Entry, Finding, Summary, SummaryTexts, search::Record};
use agent_description::{Timestamp, diagnostic::Severity, hex::hex};
use askama::Template;
use sha2::{Digest, Sha256};

/// The most skills and tools that are shown; the document has all.
const MOST_SKILLS: usize = 40;
/// The most tags of one that are shown.
const MOST_TAGS: usize = 12;

/// The page of an entry.
#[derive(Debug, Template)]
#[template(path = "entry.html")]
pub struct EntryPage {
    place: &'static str,
    /// The identifier, which has letters, digits and `-._:` alone.
    title: String,
    name: Shown,
    identifier: String,
    description: Option<Shown>,
    state: State,
    evidence: Vec<Shown>,
    facts: Vec<(&'static str, Shown)>,
    skills: Vec<Skill>,
    skills_left: usize,
    found: usize,
    found_in_words: String,
    excerpt: Excerpt,
    api: String,
}

/// A skill or a tool.
#[derive(Debug)]
struct Skill {
    name: Shown,
    description: Option<Shown>,
    tags: Vec<Shown>,
}

impl EntryPage {
    /// The page of an entry at a time, with what it is found by.
    #[must_use]
    pub fn of(entry: &Entry, record: Option<&Record>, now: Timestamp) -> Self {
        let mut summary = Summary::from(entry);
        summary.texts = record.map(SummaryTexts::from_record).or(summary.texts);
        let skills: Vec<Skill> = record.map(Skill::all).unwrap_or_default();
        let skills_left =
            record.map_or(0, |record| record.skills.len() + record.tools.len()).saturating_sub(skills.len());
        let number_of = |severity: Severity| {
            entry.findings.iter().filter(|finding| finding.severity == severity.to_string()).count()
        };
        let found = entry.findings.len() + entry.omitted;
        let mut found_in_words = check::in_words(number_of);
        if entry.omitted > 0 {
            found_in_words = format!("{found_in_words}, and {} more", entry.omitted);
        }
        Self {
            place: "",
            title: entry.identifier.to_string(),
            name: Shown::name(summary.title()),
            identifier: entry.identifier.to_string(),
            description: record.and_then(|record| record.description.as_deref()).map(Shown::prose),
            state: State::new(entry.evidence.status_at(now)),
            evidence: evidence(entry, now),
            facts: facts(entry),
            skills,
            skills_left,
            found,
            found_in_words,
            excerpt: Excerpt::of(&entry.document, entry.findings.iter().map(remark).collect()),
            api: format!("/agents/{}", entry.identifier),
        }
    }
}

impl Skill {
    fn all(record: &Record) -> Vec<Self> {
        let of_skills = record.skills.iter().map(|skill| Self {
            name: Shown::name(skill.name.as_deref().or(skill.id.as_deref()).unwrap_or("(without a name)")),
            description: skill.description.as_deref().map(|text| Shown::cut(text, 300)),
            tags: skill.tags.iter().take(MOST_TAGS).map(|tag| Shown::cut(tag, 40)).collect(),
        });
        let of_tools = record.tools.iter().map(|tool| Self {
            name: Shown::name(tool.name.as_deref().unwrap_or("(without a name)")),
            description: tool.description.as_deref().map(|text| Shown::cut(text, 300)),
            tags: Vec::new(),
        });
        of_skills.chain(of_tools).take(MOST_SKILLS).collect()
    }
}

fn facts(entry: &Entry) -> Vec<(&'static str, Shown)> {
    let digest = hex(&Sha256::digest(&entry.document));
    let mut facts = vec![
        ("Format", Shown::name(&entry.profile)),
        ("Host", Shown::name(entry.identifier.host())),
        ("Written by", Shown::name(&entry.written_by)),
        ("First added", Shown::name(&in_words(entry.added))),
        ("Last changed", Shown::name(&in_words(entry.updated))),
        ("SHA-256", Shown::name(&digest)),
    ];
    let passed = entry.evidence.checks.iter().filter(|check| check.result == "pass").count();
    if !entry.evidence.checks.is_empty() {
        facts.push(("Checks passed", Shown::name(&format!("{passed} of {}", entry.evidence.checks.len()))));
    }
    facts
}

/// A finding as it was kept.
fn remark(finding: &Finding) -> Remark {
    Remark {
        line: finding.line.unwrap_or_default(),
        column: finding.column.unwrap_or_default(),
        severity: match finding.severity.as_str() {
            "error" => "error",
            "warning" => "warning",
            _ => "note",
        },
        code: finding.code.clone().into(),
        rule: finding.rule.clone().into(),
        message: Shown::prose(&finding.message),
        help: finding.help.as_deref().map(Shown::prose),
        pointer: finding.pointer.as_deref().filter(|pointer| !pointer.is_empty()).map(Shown::name),
    }
}
