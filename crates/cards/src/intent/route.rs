//! Matches the intents of a message to skills, and computes their arguments.

use super::{declaration, fill::fill, loose, message, rules};
use adp_tools::{
    json_schema::{Compiler, Schema},
    lenient_members::text,
};
use agent_description::{
    Code, CodedError, Document, Json,
    diagnostic::{Diagnostic, Finding, FindingFilter, Findings, Severity, members::Conventions, shortened},
    json::Text,
};
use std::collections::HashMap;

/// Which type names are accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Typing {
    /// Those of JSON Schema.
    Strict,
    /// Also those of other languages: `int`, `str`, `dict`.
    Lenient,
}

/// An intent with the skill that it matches.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Routed {
    /// The ID in the message.
    pub intent: Option<Text>,
    /// The declared skill with this ID.
    pub skill: Option<Text>,
    /// The arguments that could be converted; `None` without a schema.
    pub arguments: Option<Json>,
    /// The findings, those about the card first.
    pub findings: Vec<IntentFinding>,
}

/// A finding and the document that it refers to.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct IntentFinding {
    /// The document.
    pub source: RouteSource,
    /// The finding.
    pub diagnostic: Diagnostic,
}

/// One of the two documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RouteSource {
    /// The card.
    Card,
    /// The message.
    Message,
}

/// The reason why there is nothing to match.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum IntentError {
    /// The card does not have the extension.
    #[error("the card does not declare intents, expected {uri:?} among its `capabilities.extensions`", uri = super::URI)]
    NotDeclared,
    /// The message has no list of intents.
    #[error("the message has no array `metadata.intentInfos`")]
    NoIntents,
}

impl CodedError for IntentError {
    fn code(&self) -> Code {
        Code::MISSING
    }
}

impl Routed {
    /// Whether the skill can be called, because there are no findings.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        self.findings.iter().all(|finding| finding.diagnostic.severity != Severity::Error)
    }
}

/// A declared skill with its compiled schema.
struct CompiledSkill<'a> {
    /// The schema.
    schema: Json,
    compiled: Option<Schema>,
    /// The findings about the declaration.
    findings: Vec<IntentFinding>,
    id: &'a Text,
}

/// Matches all intents of a message.
///
/// # Errors
///
/// [`IntentError`]: the card declares no intents, or the message has no list of them.
pub fn route(card: &Document, message: &Document, typing: Typing) -> Result<Vec<Routed>, IntentError> {
    let extension = declaration::extensions(card.root()).next().ok_or(IntentError::NotDeclared)?;
    let intents = message::intents(message).ok_or(IntentError::NoIntents)?;
    let mut declared: HashMap<&str, declaration::DeclaredSkill<'_>> = HashMap::new();
    for skill in declaration::skills(extension) {
        declared.entry(skill.id).or_insert(skill);
    }
    let faults = faults_of_skills(card);
    let mut compiler = Compiler::default();
    let mut known: HashMap<&str, CompiledSkill<'_>> = HashMap::new();
    let routed = intents.iter().map(|intent| {
        let name = intent.as_object().and_then(|intent| text(intent, "intent"));
        if let Some(skill) = name.as_ref().and_then(|name| declared.get(name.as_str()))
            && !known.contains_key(skill.id.as_str())
        {
            known.insert(skill.id, CompiledSkill::from_declaration(card, *skill, typing, &mut compiler, &faults));
        }
        let skill = name.as_ref().and_then(|name| known.get(name.as_str()));
        one(message, intent, name.clone(), skill)
    });
    Ok(routed.collect())
}

/// The findings about the declaration, except its schemas, by the rules of cards.
fn faults_of_skills(card: &Document) -> Vec<Diagnostic> {
    let mut found = Findings::new(card, FindingFilter::Everything { strict: false });
    declaration::check(&mut found, card.root());
    let of_schemas = |found: &Diagnostic| *found.rule == rules::SCHEMA;
    found.into_report().diagnostics.into_iter().filter(|found| !of_schemas(found)).collect()
}

impl<'a> CompiledSkill<'a> {
    fn from_declaration(
        card: &Document,
        skill: declaration::DeclaredSkill<'a>,
        typing: Typing,
        compiler: &mut Compiler,
        faults: &[Diagnostic],
    ) -> Self {
        let in_card = |diagnostic| IntentFinding { source: RouteSource::Card, diagnostic };
        let mut findings: Vec<IntentFinding> = faults.iter().cloned().map(in_card).collect();
        let mut read = Vec::new();
        let schema = match typing {
            Typing::Strict => skill.schema.clone(),
            Typing::Lenient => loose::tightened(skill.schema, &mut read),
        };
        for loose in &read {
            let message = format!("the type {} is read as {}", shortened(loose.written), loose.meant);
            let mut note = Diagnostic::found(&rules::SCHEMA, Code::INVALID_SCHEMA, &message, card, loose.offset);
            note.severity = Severity::Warning;
            note.help = Some(format!("write {:?}", loose.meant));
            note.replacement = Some(Json::from(loose.meant).to_compact());
            findings.push(in_card(note));
        }
        let mut found = Findings::new(card, FindingFilter::Everything { strict: false });
        let compiled = compiler.check(&mut found, &schema, [&rules::SCHEMA; 2]);
        findings.extend(found.into_report().diagnostics.into_iter().map(in_card));
        Self { schema, compiled, findings, id: skill.id }
    }
}

/// Matches one intent.
fn one(message: &Document, intent: &Json, name: Option<Text>, skill: Option<&CompiledSkill<'_>>) -> Routed {
    let mut found = Findings::new(message, FindingFilter::Everything { strict: false });
    message::INTENT.check(&mut found, intent, &Conventions::DEFAULT);
    let compiled = skill.and_then(|skill| Some((skill, skill.compiled.as_ref()?)));
    let arguments = compiled.map(|(skill, compiled)| fill(&mut found, &skill.schema, compiled, intent).into());
    if let (None, Some(name)) = (skill, &name) {
        let offset = intent.get("intent").map(Json::offset).unwrap_or_default();
        found.check(&rules::KNOWN, false, offset, || {
            Finding::new(Code::INVALID_REFERENCE, format!("the card declares no skill {}", shortened(name)))
        });
    }
    let mut findings = skill.map(|skill| skill.findings.clone()).unwrap_or_default();
    let of_message = found.into_report().diagnostics.into_iter();
    findings.extend(of_message.map(|diagnostic| IntentFinding { source: RouteSource::Message, diagnostic }));
    Routed { intent: name, skill: skill.map(|skill| skill.id.clone()), arguments, findings }
}
