//! Checks a skills index.

use super::{SkillsIndexVersion, artifact::sha256_of, model::SCHEMA, rules};
use adp_tools::{
    lenient_members::list,
    text::{ItemNames, TextRules},
};
use agent_description::{
    Code, Document,
    diagnostic::{
        Finding, Findings, change,
        members::{Conventions, Field, Form, Items, Meaning, Shape, Table},
        shortened,
    },
    format::Options,
};
use url::Url;

const TEXT: TextRules = TextRules::both(&rules::TEXT);

/// The members of an index.
pub(super) static INDEX: Table = Table::new(
    "the index",
    &rules::INDEX,
    &[Field::required("skills", Shape::List(&Shape::Of(&ENTRY)))
        .means(Meaning::Items(&Items::parts("the skill", &["name"])))],
);

/// The members of a skill, which depend on the index's version.
static ENTRY: Table = Table::part("the skill", &[]).earlier(&SKILL);

static SKILL: Table = Table::new(
    "the skill",
    &rules::SKILL,
    &[
        Field::required("name", Shape::Form(&NAME)),
        Field::required("type", Shape::Word(&["skill-md", "archive"])).by(&rules::KIND).means(Meaning::Protocol(None)),
        Field::required("description", Shape::Form(&DESCRIPTION)).means(Meaning::Text),
        Field::required("url", Shape::Form(&URL)).means(Meaning::Endpoint),
        // models read the artifact of the digest
        Field::required("digest", Shape::Form(&DIGEST)).means(Meaning::Any(&change::TEXT)),
    ],
);

static OLD_SKILL: Table = Table::new(
    "the skill",
    &rules::SKILL,
    &[
        Field::required("name", Shape::Form(&NAME)),
        Field::required("description", Shape::Form(&DESCRIPTION)),
        Field::optional("files", Shape::List(&Shape::Text)),
        // members of 0.2.0, checked in every version because clients use them
        Field::optional("type", Shape::Word(&["skill-md", "archive"])).by(&rules::KIND),
        Field::optional("url", Shape::Form(&URL)),
        Field::optional("digest", Shape::Form(&DIGEST)),
    ],
);

static NAME: Form = Form {
    rule: Some(&rules::NAME),
    code: Code::INVALID_NAME,
    fits: |name| {
        let is_part =
            |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
        name.len() <= 64 && name.split('-').all(is_part)
    },
    expected: "1 to 64 lower-case letters, digits and single hyphens between them",
    sample: "book-a-room",
};

static DESCRIPTION: Form = Form {
    rule: Some(&rules::DESCRIPTION),
    code: Code::INVALID_VALUE,
    fits: |text| (1..=MAX_DESCRIPTION_CHARACTERS).contains(&text.chars().take(MAX_DESCRIPTION_CHARACTERS + 1).count()),
    expected: "1 to 1024 characters",
    sample: "…",
};

static URL: Form = Form {
    rule: Some(&rules::URL),
    code: Code::INVALID_VALUE,
    fits: |url| {
        let base = Url::parse("https://index.example/.well-known/agent-skills/index.json");
        !url.is_empty() && base.and_then(|base| base.join(url)).is_ok_and(|url| url.scheme() == "https")
    },
    expected: "an https URL, or one relative to the index",
    sample: "NAME/SKILL.md",
};

static DIGEST: Form = Form {
    rule: Some(&rules::DIGEST),
    code: Code::INVALID_VALUE,
    fits: |digest| sha256_of(digest).is_some(),
    expected: "`sha256:` and 64 lower-case hexadecimal digits",
    sample: "sha256:…",
};

/// Maximum length of a description, in characters.
const MAX_DESCRIPTION_CHARACTERS: usize = 1024;

pub(super) fn check(found: &mut Findings<'_>, document: &Document, _: &Options) {
    let root = document.root();
    found.exercise(&rules::VERSION);
    let version = SkillsIndexVersion::from_root(root);
    match (version, root.get("$schema").filter(|value| !value.is_null())) {
        (Some(SkillsIndexVersion::V0_2_0), _) => {}
        (_, None) => found.add_missing(&rules::VERSION, document.json().offset(), || {
            Finding::new(
                Code::UNSUPPORTED_VERSION,
                "the index has no `$schema`: it is read as 0.1.0, which has no digests",
            )
            .with_help(format!("add `\"$schema\": \"{SCHEMA}\"`"))
        }),
        (_, Some(value)) => {
            found.add(&rules::VERSION, value.offset(), || {
                let said = value.as_str().map_or_else(|| value.kind().to_owned(), shortened);
                let remark =
                    Finding::new(Code::UNSUPPORTED_VERSION, format!("the schema is {said}, expected that of 0.2.0"));
                // no replacement: the document may have a version newer than this program
                remark.with_help(format!("if the index has version 0.2.0, write \"$schema\": {SCHEMA:?}"))
            });
        }
    }
    INDEX.check(found, document.json(), &Conventions::DEFAULT);
    let skills = list(root, "skills");
    for (skill, object) in skills.iter().filter_map(|skill| Some((skill, skill.as_object()?))) {
        let table = if version == Some(SkillsIndexVersion::V0_1_0) { &OLD_SKILL } else { &SKILL };
        table.check(found, skill, &Conventions::DEFAULT);
        TEXT.lint_members(found, object, &["name", "description"]);
    }
    let names = ItemNames::new(skills, "skill", "name");
    names.unique(found, &rules::NAME);
    names.look_alikes(found, &rules::LOOK_ALIKE);
    TEXT.lint_members(found, root, &["instructions"]);
}
