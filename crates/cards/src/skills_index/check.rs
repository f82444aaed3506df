//! Every rule that an index breaks.

use super::{Version, artifact::hex_of, rules, version::SCHEMA};
use crate::{
    members::{Codes, Field, Shape, Table, list},
    text::TextRule,
};
use agent_description::{
    Code, Document, Json,
    diagnostic::{CheckReport, Findings, Remark, Wanted, shortened},
    format::Options,
    json::Object,
};
use std::collections::HashSet;
use url::Url;

type Found<'a> = Findings<'a, Remark>;

const CODES: Codes =
    Codes { missing: Code::MISSING, kind: Code::WRONG_TYPE, value: Code::INVALID_VALUE, unknown: None };
const TEXT: TextRule = TextRule { rule: &rules::TEXT, code: Code::HIDDEN_TEXT };
const LOOK_ALIKE: TextRule = TextRule { rule: &rules::LOOK_ALIKE, code: Code::LOOK_ALIKE };

const INDEX: Table =
    Table { what: "the index", rule: &rules::INDEX, fields: &[Field::required("skills", Shape::List(&Shape::Object))] };

const SKILL: Table = Table {
    what: "the skill",
    rule: &rules::SKILL,
    fields: &[
        Field::required("name", Shape::Text),
        Field::required("type", Shape::Text),
        Field::required("description", Shape::Text),
        Field::required("url", Shape::Text),
        Field::required("digest", Shape::Text),
    ],
};

const OLD_SKILL: Table = Table {
    what: "the skill",
    rule: &rules::SKILL,
    fields: &[
        Field::required("name", Shape::Text),
        Field::required("description", Shape::Text),
        Field::optional("files", Shape::List(&Shape::Text)),
    ],
};

/// The most characters of a description.
const DESCRIPTION: usize = 1024;

pub(super) fn check(document: &Document, options: &Options) -> CheckReport {
    let mut found = Findings::new(document, Wanted::Everything { strict: options.strict });
    let root = document.root();
    found.exercise(&rules::VERSION);
    let version = Version::of(root);
    match (version, root.get("$schema").filter(|value| !value.is_null())) {
        (Some(Version::V0_2_0), _) => {}
        (_, None) => found.add_missing(&rules::VERSION, document.json().offset(), || {
            Remark::new(
                Code::UNSUPPORTED_VERSION,
                "the index has no `$schema`: it is read as 0.1.0, which has no digests",
            )
            .with_help(format!("add `\"$schema\": \"{SCHEMA}\"`"))
        }),
        (_, Some(value)) => {
            found.add(&rules::VERSION, value.offset(), || {
                let said = value.as_str().map_or_else(|| value.kind().to_owned(), shortened);
                let remark =
                    Remark::new(Code::UNSUPPORTED_VERSION, format!("the schema is {said}, expected that of 0.2.0"));
                match value.as_str() {
                    Some(text) => remark.meant(text, SCHEMA),
                    None => remark,
                }
            });
        }
    }
    INDEX.check(&mut found, document.json(), CODES);
    let skills = list(root, "skills");
    for value in skills {
        let Some(skill) = value.as_object() else { continue };
        let table = if version == Some(Version::V0_1_0) { &OLD_SKILL } else { &SKILL };
        table.check(&mut found, value, CODES);
        one(&mut found, skill);
    }
    names(&mut found, skills);
    root.get("instructions").into_iter().for_each(|text| TEXT.lint(&mut found, text));
    found.into_report()
}

fn one(found: &mut Found<'_>, skill: &Object) {
    let text = |name: &str| skill.get(name).and_then(|value| Some((value, value.as_str()?)));
    if let Some((value, kind)) = text("type") {
        found.exercise(&rules::KIND);
        if !matches!(kind, "skill-md" | "archive") {
            found.add(&rules::KIND, value.offset(), || {
                let message = format!("the type is {}, expected \"skill-md\" or \"archive\"", shortened(kind));
                Remark::new(Code::INVALID_VALUE, message)
            });
        }
    }
    if let Some((value, description)) = text("description") {
        found.exercise(&rules::DESCRIPTION);
        let length = description.chars().take(DESCRIPTION + 1).count();
        if length == 0 || length > DESCRIPTION {
            found.add(&rules::DESCRIPTION, value.offset(), || {
                let has = if length == 0 { "no" } else { "more" };
                let message = format!("the description has {has} characters, expected 1 to {DESCRIPTION}");
                Remark::new(Code::INVALID_VALUE, message)
            });
        }
    }
    if let Some((value, url)) = text("url") {
        found.exercise(&rules::URL);
        let joined =
            Url::parse("https://index.example/.well-known/agent-skills/index.json").and_then(|base| base.join(url));
        if url.is_empty() || joined.is_err() || joined.is_ok_and(|url| url.scheme() != "https") {
            found.add(&rules::URL, value.offset(), || {
                let message =
                    format!("the URL is {}, expected an https URL, or one relative to the index", shortened(url));
                Remark::new(Code::INVALID_VALUE, message)
            });
        }
    }
    if let Some((value, digest)) = text("digest") {
        found.exercise(&rules::DIGEST);
        if hex_of(digest).is_none() {
            found.add(&rules::DIGEST, value.offset(), || {
                let message = format!(
                    "the digest is {}, expected `sha256:` and 64 lower-case hexadecimal digits",
                    shortened(digest)
                );
                Remark::new(Code::INVALID_VALUE, message)
            });
        }
    }
    for value in ["name", "description"].into_iter().filter_map(|name| skill.get(name)) {
        TEXT.lint(found, value);
    }
}

/// How names are formed, and that they differ.
fn names(found: &mut Found<'_>, skills: &[Json]) {
    let names: Vec<&Json> =
        skills.iter().filter_map(|skill| skill.get("name").filter(|name| name.as_str().is_some())).collect();
    let mut seen = HashSet::new();
    for (value, name) in names.iter().filter_map(|value| Some((*value, value.as_str()?))) {
        found.exercise(&rules::NAME);
        let is_part =
            |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
        if name.len() > 64 || !name.split('-').all(is_part) {
            found.add(&rules::NAME, value.offset(), || {
                let message = format!(
                    "the name is {}, expected 1 to 64 lower-case letters, digits and single hyphens between them",
                    shortened(name)
                );
                Remark::new(Code::INVALID_NAME, message)
            });
        } else if !seen.insert(name) {
            found.add(&rules::NAME, value.offset(), || {
                Remark::new(Code::DUPLICATE, format!("an earlier skill also has the name {}", shortened(name)))
            });
        }
    }
    LOOK_ALIKE.look_alikes(found, &names, "the skill");
}
