//! Indexes of agent skills.

use crate::formats::formats;
use adp_catalogs::{
    SKILLS_INDEX,
    skills_index::{SkillsIndex, SkillsIndexVersion, artifacts},
};
use adp_fixtures::samples::{files, options, parse};
use adp_fixtures::third_party;
use agent_description::{CodedError, Limits, format::read};

fn found(text: &str) -> Vec<String> {
    let report = SKILLS_INDEX.check(&parse(text), &options());
    let place = |pointer: &Option<String>| pointer.clone().unwrap_or_default();
    report.diagnostics.iter().map(|it| format!("{} {} {}", it.severity, it.rule.id, place(&it.pointer))).collect()
}

/// What is found in the indexes of public repositories, judged by hand.
const WILD: &[(&str, &[&str])] = &[
    ("110kc3__seo.json", &[]),
    ("Adafede__adafede.github.io.json", &["warning skills-index-version ", "error skills-index-name /skills/0/name"]),
    (
        "CPT-Dawn__CPT-Dawn.json",
        &[
            "warning skills-index-version /$schema",
            "error skills-index-skill /skills/0",
            "error skills-index-name /skills/0/name",
            "error skills-index-type /skills/0/type",
        ],
    ),
    ("JSONbored__metagraphed.json", &["warning skills-index-version /$schema"]),
    ("a2uicatalog__a2ui.json", &[]),
    ("koala73__worldmonitor.json", &[]),
];

#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn the_indexes_of_public_repositories_are_judged_as_the_table_says() {
    let mut cases = 0;
    for (name, text) in files(&third_party::path("a2a/wild/agent-skills")) {
        let (_, expected) = WILD.iter().find(|(index, _)| *index == name).unwrap();
        let (mut found, mut expected) = (found(&text), expected.to_vec());
        found.sort();
        expected.sort_unstable();
        assert_eq!(found, expected, "{name}");
        let index = SkillsIndex::read(&parse(&text));
        assert!(!index.skills.is_empty(), "{name}");
        cases += 1;
    }
    third_party::ran("skills-indexes", cases);
}

#[test]
fn artifacts_are_compared_with_their_digests() {
    let text = r#"{"$schema": "https://schemas.agentskills.io/discovery/0.2.0/schema.json", "skills": [
        {"name": "a", "type": "skill-md", "description": "A.", "url": "a/SKILL.md",
         "digest": "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
        {"name": "b", "type": "archive", "description": "B.", "url": "http://a.example/b",
         "digest": "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
        {"name": "c", "type": "archive", "description": "C.", "url": "https://a.example/c", "digest": "sha256:BA"}]}"#;
    let base = "https://hotel.example/.well-known/agent-skills/index.json";
    let document = parse(text);
    let all = artifacts(&document, Some(base));
    assert_eq!(all.len(), 1, "the others have no https URL, or no digest");
    assert_eq!(all[0].url.as_str(), "https://hotel.example/.well-known/agent-skills/a/SKILL.md");
    // FIPS 180-2, appendix B.1
    all[0].compare(b"abc").unwrap();
    let refused = all[0].compare(b"abd").unwrap_err();
    assert_eq!(refused.code().as_str(), "catalog-artifact");
    let told = all[0].finding(&document, &refused);
    assert_eq!((told.rule.id, told.pointer.as_deref()), ("skills-index-served", Some("/skills/0/digest")));
    // without the index's URL, a relative one leads nowhere
    assert_eq!(artifacts(&document, None).len(), 0);
    assert_eq!(found(text).len(), 2);
}

/// An index in YAML is the same index, its places those of the YAML.
#[test]
fn an_index_in_yaml_is_read() {
    let yaml = "$schema: https://schemas.agentskills.io/discovery/0.2.0/schema.json\nskills:\n  - name: book\n    type: archive\n    description: Books.\n    url: book.zip\n    digest: sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad\n  - name: Cancel\n    type: skill-md\n    description: Cancels.\n    url: SKILL.md\n    digest: sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad\n";
    let (document, found) = read(yaml.as_bytes(), &formats(), &Limits::default()).unwrap();
    assert_eq!(found.iter().map(|format| format.name).collect::<Vec<_>>(), ["skills-index"]);
    let report = SKILLS_INDEX.check(&document, &options());
    let told: Vec<_> = report.diagnostics.iter().map(|told| (told.rule.id, told.line, told.column)).collect();
    assert_eq!(told, [("skills-index-name", Some(8), Some(11))]);
    let base = Some("https://hotel.example/.well-known/agent-skills/index.json");
    let all = artifacts(&document, base);
    all[0].compare(b"abc").unwrap();
    // a card in YAML is none
    let card = "name: Rooms\nskills:\n  - id: book\ncapabilities: {}\n";
    assert_eq!(read(card.as_bytes(), &formats(), &Limits::default()).unwrap_err().code().as_str(), "format-unknown");
}

#[test]
fn versions_are_compared_letter_by_letter() {
    let index = |schema: &str| {
        format!(r#"{{{schema}"skills": [{{"name": "a", "description": "A.", "files": ["SKILL.md"]}}]}}"#)
    };
    assert_eq!(SkillsIndex::read(&parse(&index(""))).version, Some(SkillsIndexVersion::V0_1_0));
    assert_eq!(found(&index("")), ["warning skills-index-version "]);
    for schema in [
        "https://schemas.agentskills.io/discovery/0.2.0/schema.json#",
        "HTTPS://schemas.agentskills.io/discovery/0.2.0/schema.json",
        "",
    ] {
        let text = index(&format!(r#""$schema": "{schema}", "#));
        assert_eq!(SkillsIndex::read(&parse(&text)).version, None);
        assert_eq!(SKILLS_INDEX.profile(&parse(&text)), "skills-index/unknown");
    }
}

#[test]
fn names_of_skills_are_names_of_folders() {
    for (name, fits) in [
        ("a", true),
        ("a-b-2", true),
        ("0", true),
        ("-a", false),
        ("a-", false),
        ("a--b", false),
        ("A", false),
        ("a/b", false),
        ("..", false),
        ("", false),
        ("é", false),
    ] {
        let text = format!(
            r#"{{"$schema": "https://schemas.agentskills.io/discovery/0.2.0/schema.json", "skills": [{{"name": "{name}", "type": "archive", "description": "A.",
            "url": "a.zip", "digest": "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"}}]}}"#
        );
        let expected: &[&str] = if fits { &[] } else { &["error skills-index-name /skills/0/name"] };
        assert_eq!(found(&text), expected, "{name}");
    }
}

/// An index without `$schema` is read as 0.1.0; what it says beyond that is checked all the same, as readers use it.
#[test]
fn members_of_a_later_version_are_checked_where_they_are_written() {
    let index = r#"{"skills": [{"name": "a", "description": "b", "type": "x", "url": "http://a.example/", "digest": "md5:1"}]}"#;
    let report = SKILLS_INDEX.check(&parse(index), &options());
    let found: Vec<&str> = report.diagnostics.iter().filter_map(|found| found.pointer.as_deref()).collect();
    assert_eq!(found, ["", "/skills/0/type", "/skills/0/url", "/skills/0/digest"]);
}
