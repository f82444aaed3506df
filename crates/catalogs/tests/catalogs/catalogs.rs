//! The verdict on every catalog of the material, by hand.
//!
//! The tables were written from the catalogs' own text and the drafts (AI Catalog 634a09d9 and be6803f6, ARD 0.9 with its schema, ARD 0.91)
//! before they were compared with what the check says.

use crate::formats::formats;
use adp_catalogs::AI_CATALOG;
use adp_fixtures::samples::{files, options, parse};
use adp_fixtures::third_party;
use agent_description::{
    Json,
    diagnostic::{CheckReport, Severity},
    format::detect,
};
use std::collections::BTreeSet;

/// A catalog: its file, its profile (`-` for what is none), the rules that it breaks by an error, those by a warning, and why.
type Verdict = (&'static str, &'static str, &'static [&'static str], &'static [&'static str], &'static str);

const WILD: &[Verdict] = &[
    ("GoodGangLabs__AnimaSync.json", "-", &[], &[], "no entries, no specVersion: an invented shape"),
    (
        "Knowledge-Graph-Hub__kg-registry.json",
        "ard/0.9",
        &["ard-identifier"],
        &[],
        "urn:ai for urn:air in all eight entries",
    ),
    ("MiguelElGallo__iparq.json", "ard/0.9", &[], &[], "whole"),
    (
        "Search4Agents__Search4Agents.json",
        "ai-catalog/2026-04",
        &[],
        &["catalog-media-type"],
        "whole, of the first generation; agentskill+zip, which today is agent-skills+zip",
    ),
    (
        "UltravioletaDAO__x402-rs.json",
        "ard/0.91",
        &[],
        &[],
        "whole; it says a specVersion of its own, 0.91, which ARD ignores",
    ),
    ("audiencescore__audiencescore.json", "ard/0.9", &[], &[], "whole"),
    (
        "datarobot-oss__datarobot-agent-skills.json",
        "ard/0.9",
        &[],
        &[],
        "whole: thirteen entries of application/ai-skill",
    ),
    ("decibri__decibri-website.json", "ard/0.9", &[], &[], "whole, though its server card is a repository's page"),
    ("gofr-dev__website.json", "-", &[], &[], "`resources` for `entries`: an invented shape"),
    (
        "jasontally__mac-address-lookup.json",
        "ard/0.9",
        &[],
        &["catalog-generation"],
        "whole; `mediaType` beside `type`, which no reader of this generation looks at",
    ),
    ("koala73__worldmonitor.json", "ard/0.9", &[], &["ard-queries"], "whole; two of the three entries have no queries"),
    (
        "nosana-ci__nosana.com.json",
        "ard/0.91",
        &[],
        &["catalog-generation"],
        "whole; the trust manifest at the root is no reader's",
    ),
];

fn judged(file: &str, text: &str, (name, profile, errors, warnings, why): &Verdict) {
    assert_eq!(file, *name);
    let document = parse(text);
    let Ok(formats) = detect(document.root(), &formats()) else {
        assert_eq!(*profile, "-", "{name}: {why}");
        return;
    };
    let names: Vec<String> = formats.iter().map(|format| format.profile(&document)).collect();
    assert_eq!(names, [*profile], "{name}: {why}");
    let report = formats[0].check(&document, &options());
    assert_eq!(broken(&report, Severity::Error), errors.iter().copied().collect(), "{name}: {why}\n{report:#?}");
    assert_eq!(broken(&report, Severity::Warning), warnings.iter().copied().collect(), "{name}: {why}\n{report:#?}");
}

fn broken(report: &CheckReport, severity: Severity) -> BTreeSet<&'static str> {
    report.diagnostics.iter().filter(|found| found.severity == severity).map(|found| found.rule.id).collect()
}

#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn the_catalogs_of_public_repositories_are_judged_as_the_table_says() {
    let samples = files(&third_party::path("a2a/wild/catalogs"));
    assert_eq!(samples.len(), WILD.len());
    for ((file, text), verdict) in samples.iter().zip(WILD) {
        judged(file, text, verdict);
    }
    third_party::ran("catalogs-public", samples.len());
}

/// The whole catalogs of AI Catalog's own text.
const DRAFT: &[Verdict] = &[
    ("01-top-level-structure.json", "ai-catalog/1.0", &[], &[], "four entries by URL"),
    ("03-multi-version-entries.json", "ai-catalog/1.0", &[], &[], "one identifier in two versions"),
    ("10-nested-catalog-entries.json", "ai-catalog/1.0", &[], &[], "three catalogs by URL"),
    (
        "12-format-and-key-naming.json",
        "ai-catalog/1.0",
        &["catalog-content"],
        &[],
        "shows extensions, and leaves out both `url` and `data`, of which the text asks exactly one",
    ),
    (
        "14-example-multi-artifact-catalog-with-nested-catalog.json",
        "ai-catalog/1.0",
        &["catalog-digest", "catalog-signature"],
        &[],
        "whole but for its placeholders: the digests, and the JWS",
    ),
    ("15-example-hierarchical-catalog.json", "ai-catalog/1.0", &[], &[], "catalogs by URL beside an agent"),
];

#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn the_examples_of_the_draft_are_judged_as_the_table_says() {
    let samples = files(&third_party::path("ai-catalog/draft-be6803f6/examples"));
    let whole = samples.iter().filter(|(name, _)| DRAFT.iter().any(|verdict| verdict.0 == name));
    let mut cases = 0;
    for ((file, text), verdict) in whole.zip(DRAFT) {
        judged(file, text, verdict);
        cases += 1;
    }
    assert_eq!(cases, DRAFT.len());
    let old =
        std::fs::read_to_string(third_party::path("ai-catalog/draft-2026-04-30/examples/ai-catalog.json")).unwrap();
    judged(
        "ai-catalog.json",
        &old,
        &("ai-catalog.json", "ai-catalog/2026-04", &[], &[], "the first generation's own example"),
    );
    third_party::ran("catalogs-draft-examples", cases + 1);
}

/// The one case whose verdict here is not the suite's.
const NOT_SHARED: &[(&str, &str)] = &[
    // `{"input": …}` is a marketplace in Claude's form, which is converted, not read
    ("marketplace-input.json", "not a catalog"),
];

#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn the_cases_of_the_first_generation_have_their_verdicts() {
    let mut cases = 0;
    for (folder, is_valid) in
        [("ai-catalog/spec-works-testcases", true), ("ai-catalog/spec-works-testcases/negative", false)]
    {
        for (name, text) in files(&third_party::path(folder)) {
            if NOT_SHARED.iter().any(|(left, _)| *left == name) {
                continue;
            }
            let case = parse(&text);
            let Some(input) = case.root().get("input") else { panic!("{name} has no input") };
            let errors = match input.as_object() {
                // an array at the root is not read at all
                None => 1,
                Some(_) => {
                    let report = AI_CATALOG.check(&parse(&input.to_compact()), &options());
                    report.number_of(Severity::Error)
                }
            };
            let told = case.root().get("expected_error").and_then(Json::as_str).unwrap_or("valid");
            assert_eq!(errors == 0, is_valid, "{name}: {told}");
            cases += 1;
        }
    }
    third_party::ran("catalogs-spec-works", cases);
}

#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn the_examples_of_ard_pass_as_its_conformance_program_says() {
    let mut cases = 0;
    for folder in ["basic", "fda-ndc", "local-business", "noaa-weather"] {
        for (name, text) in files(&third_party::path(&format!("ard/v0.9/conformance/examples/{folder}"))) {
            let document = parse(&text);
            let formats = detect(document.root(), &formats()).unwrap();
            assert_eq!(formats[0].profile(&document), "ard/0.9", "{name}");
            assert!(formats[0].check(&document, &options()).is_valid(), "{name}");
            cases += 1;
        }
    }
    // the program of 0.91 warns of the last six; the types of the fixture are anyone's, and two are misspelled
    let text =
        std::fs::read_to_string(third_party::path("ard/v0.91/conformance/tests/fixtures/extension-media-types.json"));
    let document = parse(&text.unwrap());
    let report = detect(document.root(), &formats()).unwrap()[0].check(&document, &options());
    assert!(report.is_valid(), "{report:#?}");
    third_party::ran("catalogs-ard-examples", cases + 1);
}

#[test]
fn a_catalog_in_a_catalog_is_checked_as_one_and_no_deeper_than_four() {
    let leaf = r#"{"identifier": "urn:air:a.example:x:y", "type": "application/json", "url": "https://a.example/"}"#;
    let around = |inner: &str| {
        format!(
            r#"{{"identifier": "urn:air:a.example:c:d", "type": "application/AI-catalog+json; v=1", "data": {{"specVersion": "1.0", "entries": [{inner}]}}}}"#
        )
    };
    let mut entry = leaf.to_owned();
    for depth in 0..=5 {
        let text = format!(r#"{{"specVersion": "1.0", "entries": [{entry}]}}"#);
        let report = AI_CATALOG.check(&parse(&text), &options());
        let expected: BTreeSet<&str> = if depth > 4 { ["catalog-nested"].into() } else { BTreeSet::new() };
        assert_eq!(broken(&report, Severity::Error), expected, "{depth}");
        entry = around(&entry);
    }
    let text = format!(r#"{{"specVersion": "1.0", "entries": [{}]}}"#, around(&leaf.replace("https", "http")));
    let report = AI_CATALOG.check(&parse(&text), &options());
    assert_eq!(report.diagnostics[0].pointer.as_deref(), Some("/entries/0/data/entries/0/url"));
}

#[test]
fn ten_thousand_entries_are_checked_and_hostile_shapes_too() {
    let entry = |n: usize| {
        format!(
            r#"{{"identifier": "urn:air:a.example:x:n{n}", "type": "application/json", "url": "https://a.example/{n}"}}"#
        )
    };
    let entries: Vec<String> = (0..10_000).map(entry).collect();
    let text = format!(r#"{{"specVersion": "1.0", "entries": [{}]}}"#, entries.join(","));
    assert!(AI_CATALOG.check(&parse(&text), &options()).is_valid());
    for value in ["null", "[]", "{}", "0", "\"\"", "[null]", "[[]]", "[{}]", "true"] {
        for member in
            ["specVersion", "host", "signature", "entries", "extensions", "metadata", "collections", "trustManifest"]
        {
            let text = format!(r#"{{"specVersion": "1.0", "entries": [], "{member}": {value}}}"#)
                .replace(r#""entries": [], "entries""#, r#""entries""#)
                .replace(r#""specVersion": "1.0", "entries": [], "specVersion""#, r#""entries": [], "specVersion""#);
            let _ = AI_CATALOG.check(&parse(&text), &options());
        }
        for member in [
            "identifier",
            "type",
            "url",
            "data",
            "digest",
            "version",
            "publisher",
            "tags",
            "trustManifests",
            "trustManifest",
        ] {
            let text = format!(r#"{{"specVersion": "1.0", "entries": [{{"{member}": {value}}}]}}"#);
            assert!(!AI_CATALOG.check(&parse(&text), &options()).is_valid(), "{text}");
            let text = format!(
                r#"{{"specVersion": "1.0", "entries": [{{"trustManifests": [{{"{member}": {value}, "signature": {value}}}]}}]}}"#
            );
            assert!(!AI_CATALOG.check(&parse(&text), &options()).is_valid(), "{text}");
        }
    }
}
