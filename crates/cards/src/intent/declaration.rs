//! The declaration of intents in a card: schemas of its skills.

use super::{URI, URI_EN, rules};
use adp_tools::{
    json_schema::Compiler,
    lenient_members::{list, object},
};
use agent_description::{
    Code, Json,
    diagnostic::{
        Finding, Findings,
        members::{Conventions, Field, Others, Shape, Table},
        shortened,
    },
    json::{Object, Offset, Text},
};
use std::collections::HashSet;

static PARAMS: Table = Table::new(
    "the extension's `params`",
    &rules::DECLARATION,
    &[Field::optional("skills", Shape::List(&Shape::Of(&SKILL)))],
)
.others(Others::Unwanted(&rules::DECLARATION));

static SKILL: Table = Table::part(
    "the declared skill",
    &[Field::required("id", Shape::Text), Field::required("inputSchema", Shape::Object)],
);

/// The extensions of a card that declare intents, under either URI.
pub(super) fn extensions(root: &Object) -> impl Iterator<Item = &Json> {
    let all = object(root, "capabilities").map(|capabilities| list(capabilities, "extensions")).unwrap_or_default();
    all.iter()
        .filter(|extension| extension.get("uri").and_then(Json::as_str).is_some_and(|uri| uri == URI || uri == URI_EN))
}

/// A skill with a declared schema.
#[derive(Clone, Copy, Debug)]
pub(super) struct DeclaredSkill<'a> {
    pub id: &'a Text,
    /// Offset of the ID.
    pub offset: Offset,
    pub schema: &'a Json,
}

/// The skills that an extension declares.
pub(super) fn skills(extension: &Json) -> impl Iterator<Item = DeclaredSkill<'_>> {
    let params = extension.get("params").and_then(Json::as_object);
    let skills = params.map(|params| list(params, "skills")).unwrap_or_default();
    skills.iter().filter_map(|skill| {
        let id = skill.get("id")?;
        Some(DeclaredSkill { id: id.as_text()?, offset: id.offset(), schema: skill.get("inputSchema")? })
    })
}

/// Checks the declarations of a card. A card without the extension declares none.
pub(crate) fn check(found: &mut Findings<'_>, root: &Object) {
    let mut ids: Option<HashSet<&str>> = None;
    let mut declared = HashSet::new();
    let mut compiler = Compiler::default();
    for (at, extension) in extensions(root).enumerate() {
        found.check(&rules::DECLARATION, at == 0, extension.offset(), || {
            Finding::new(Code::DUPLICATE, "the card declares intents a second time, expected once")
        });
        if let Some(params) = extension.get("params") {
            PARAMS.check(found, params, &Conventions::DEFAULT);
        }
        for skill in skills(extension) {
            let ids = ids.get_or_insert_with(|| {
                list(root, "skills").iter().filter_map(|skill| skill.get("id")?.as_str()).collect()
            });
            found.exercise(&rules::SKILL);
            if !ids.contains(skill.id.as_str()) {
                found.report(&rules::SKILL, skill.offset, Code::INVALID_REFERENCE, || {
                    format!("the card has no skill {}", shortened(skill.id))
                });
            } else if !declared.insert(skill.id) {
                found.report(&rules::SKILL, skill.offset, Code::DUPLICATE, || {
                    format!("{} is declared already", shortened(skill.id))
                });
            }
            schema(found, skill.schema, &mut compiler);
        }
    }
}

fn schema(found: &mut Findings<'_>, schema: &Json, compiler: &mut Compiler) {
    let Some(root) = schema.as_object() else { return };
    found.exercise(&rules::SCHEMA);
    match root.get("type") {
        Some(kind) if kind.as_str() != Some("object") => found.add(&rules::SCHEMA, kind.offset(), || {
            Finding::new(Code::INVALID_SCHEMA, "the root of the schema has another type, expected \"object\"")
        }),
        Some(_) => {}
        None => found.add(&rules::SCHEMA, schema.offset(), || {
            Finding::new(Code::INVALID_SCHEMA, "the root of the schema has no `type`, expected \"object\"")
        }),
    }
    compiler.check(found, schema, [&rules::SCHEMA; 2]);
}
