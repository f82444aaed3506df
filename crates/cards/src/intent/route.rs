//! From a message to a skill and its arguments.

use super::{declaration, fill::fill, loose, message, rules};
use crate::{
    json_schema::{Compiler, Schema},
    members::text,
};
use agent_description::{
    Code, CodedError, Document, Json,
    diagnostic::{Diagnostic, Finding, FindingFilter, Findings, Severity, shortened},
    json::Text,
};
use std::collections::HashMap;

/// How types are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Typing {
    /// In the words of JSON Schema.
    Strict,
    /// Also in those of other languages: `int`, `str`, `dict`.
    Lenient,
}

/// An intent of a message, and what it asks of which skill.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Routed {
    /// The id that the message names, if it names one.
    pub intent: Option<Text>,
    /// The skill of that id, if the card declares it.
    pub skill: Option<Text>,
    /// The typed values, as far as they could be typed; `None` where there is no schema to type them by.
    pub arguments: Option<Json>,
    /// What is wrong, of the card first.
    pub findings: Vec<IntentFinding>,
}

/// What is wrong, and where.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct IntentFinding {
    /// In which of both documents its place is.
    pub source: Source,
    /// What it is.
    pub diagnostic: Diagnostic,
}

/// One of the two documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The card.
    Card,
    /// The message.
    Message,
}

/// Why there is nothing to route.
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
        match self {
            Self::NotDeclared => Code::MISSING,
            Self::NoIntents => Code::MISSING,
        }
    }
}

impl Routed {
    /// Whether the skill can be called: nothing is wrong.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        self.findings.iter().all(|finding| finding.diagnostic.severity != Severity::Error)
    }
}

/// A skill that the card declares.
struct CompiledSkill<'a> {
    /// Its schema, as it is read.
    schema: Json,
    compiled: Option<Schema>,
    /// What is wrong with the declaration.
    findings: Vec<IntentFinding>,
    id: &'a Text,
}

/// Routes every intent of a message.
///
/// # Errors
/// [`IntentError`]: the card declares none, or the message has no list of them.
pub fn route(card: &Document, message: &Document, typing: Typing) -> Result<Vec<Routed>, IntentError> {
    let extension = declaration::extensions(card.root()).next().ok_or(IntentError::NotDeclared)?;
    let intents = message::intents(message).ok_or(IntentError::NoIntents)?;
    let mut declared: HashMap<&str, declaration::DeclaredSkill<'_>> = HashMap::new();
    for skill in declaration::skills(extension) {
        declared.entry(skill.id).or_insert(skill);
    }
    let faults = faults_of_skills(card);
    let mut compiler = Compiler::new();
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

/// What is wrong with the declaration but for its schemas, by the rules that checks of cards have.
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
        let in_card = |diagnostic| IntentFinding { source: Source::Card, diagnostic };
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
        let compiled = match compiler.compile(&schema) {
            Ok(compiled) => Some(compiled),
            Err(faults) => {
                let mut found = Findings::new(card, FindingFilter::Everything { strict: false });
                for fault in faults {
                    found.add(&rules::SCHEMA, fault.offset, || declaration::remark(fault));
                }
                findings.extend(found.into_report().diagnostics.into_iter().map(in_card));
                None
            }
        };
        Self { schema, compiled, findings, id: skill.id }
    }
}

/// One intent.
fn one(message: &Document, intent: &Json, name: Option<Text>, skill: Option<&CompiledSkill<'_>>) -> Routed {
    let mut found = Findings::new(message, FindingFilter::Everything { strict: false });
    message::check(&mut found, intent);
    let mut arguments = None;
    match (skill, &name) {
        (Some(skill), _) => {
            if let Some(compiled) = &skill.compiled {
                arguments = Some(fill(&mut found, &skill.schema, compiled, intent).into());
            }
        }
        (None, Some(name)) => {
            found.exercise(&rules::KNOWN);
            let offset = intent.get("intent").map(Json::offset).unwrap_or_default();
            found.add(&rules::KNOWN, offset, || {
                let message = format!("the card declares no skill {}", shortened(name));
                Finding::new(Code::INVALID_REFERENCE, message)
            });
        }
        (None, None) => {}
    }
    let mut findings = skill.map(|skill| skill.findings.clone()).unwrap_or_default();
    let of_message = found.into_report().diagnostics.into_iter();
    findings.extend(of_message.map(|diagnostic| IntentFinding { source: Source::Message, diagnostic }));
    Routed { intent: name, skill: skill.map(|skill| skill.id.clone()), arguments, findings }
}
