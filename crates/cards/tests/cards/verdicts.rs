//! The verdict on every card of the material, by hand.
//!
//! The table was written from the cards' own text and the sources of the rules (`a2a.proto` with its marks, `a2a.json` of 0.2
//! and 0.3, sections 3.6, 5.5, 5.7 and 5.8), before it was compared with what the check says.

use adp_cards::A2A_CARD;
use adp_fixtures::samples::{files, options, parse};
use adp_fixtures::third_party;
use agent_description::diagnostic::Severity;
use std::collections::BTreeSet;

/// A card: its file, the version that it shows, the rules that it breaks by an error, those by a warning, and why.
type Verdict = (&'static str, &'static str, &'static [&'static str], &'static [&'static str], &'static str);

const SAMPLES: &[Verdict] = &[
    (
        "samples__samples_python_agents_a2a_mcp_agent_cards_air_ticketing_agent.json",
        "0.3",
        &["a2a-0-card"],
        &["a2a-https", "a2a-media-type"],
        OLD_SAMPLE,
    ),
    (
        "samples__samples_python_agents_a2a_mcp_agent_cards_car_rental_agent.json",
        "0.3",
        &["a2a-0-card"],
        &["a2a-https", "a2a-media-type"],
        OLD_SAMPLE,
    ),
    (
        "samples__samples_python_agents_a2a_mcp_agent_cards_hotel_booking_agent.json",
        "0.3",
        &["a2a-0-card"],
        &["a2a-https", "a2a-media-type"],
        OLD_SAMPLE,
    ),
    (
        "samples__samples_python_agents_a2a_mcp_agent_cards_orchestrator_agent.json",
        "0.3",
        &["a2a-0-card"],
        &["a2a-https", "a2a-media-type"],
        OLD_SAMPLE,
    ),
    (
        "samples__samples_python_agents_a2a_mcp_agent_cards_planner_agent.json",
        "0.3",
        &["a2a-0-card"],
        &["a2a-https", "a2a-media-type"],
        OLD_SAMPLE,
    ),
    (
        "samples__samples_python_agents_adk_currency_agent_src_currency_agent_agent_card.json",
        "0.3",
        &[],
        &["a2a-https", "a2a-media-type"],
        "whole; its URL is http on this machine, and \"text\" is no media type",
    ),
    (
        "samples__samples_python_agents_adk_skills_agent_src_skills_agent_agent_card.json",
        "1.0",
        &[],
        &["a2a-https", "a2a-media-type"],
        "whole: two interfaces of 1.0 and 0.3, no old members; http and \"text\" as above",
    ),
    ("spec-HEAD-1.json", "1.0", &["a2a-1-card"], &["a2a-1-list"], FRAGMENT),
    ("spec-HEAD-2.json", "1.0", &["a2a-1-card"], &["a2a-1-list"], FRAGMENT),
    ("spec-HEAD-3.json", "1.0", &[], &[], "the sample card of section 8.5, whole"),
    ("spec-v0.2.6-1.json", "0.2", &[], &[], "the sample card of 0.2.6, whole; it says 0.2.9, which is of 0.2"),
    (
        "spec-v0.3.0-1.json",
        "0.2",
        &[],
        &["a2a-0-since-3"],
        "the sample card of 0.3.0 says 0.2.9, and is signed, which 0.2 does not know",
    ),
    ("spec-v1.0.1-1.json", "1.0", &["a2a-1-card"], &["a2a-1-list"], FRAGMENT),
    ("spec-v1.0.1-2.json", "1.0", &["a2a-1-card"], &["a2a-1-list"], FRAGMENT),
    (
        "spec-v1.0.1-3.json",
        "1.0",
        &[],
        &["a2a-1-other-version"],
        "the sample card of 1.0.1 has `security`, which 1.0 calls `securityRequirements`",
    ),
];

const OLD_SAMPLE: &str =
    "no protocolVersion, which a2a.json requires since 0.2.5; http on this machine; \"text\" is no media type";
const FRAGMENT: &str = "a piece of a card: no version, interfaces and modes; `skills: []` against section 5.7";

const WILD: &[Verdict] = &[
    ("0xsl1m__cerebrus-pulse-docs.json", "0.3", &[], &[], "whole; `extensions` at the root is a member of no version"),
    ("110kc3__seo.json", "0.3", &[], &[], "whole; `interfaces` at the root is a member of no version"),
    (
        "Adewale-tech__telex-dictionary-agent.json",
        "1.0",
        &["a2a-1-capabilities", "a2a-1-card"],
        &[],
        "neither URL nor interfaces, no skills, no modes; `capabilities` is an array",
    ),
    (
        "CPT-Dawn__CPT-Dawn.json",
        "1.0",
        &["a2a-1-skill"],
        &["a2a-1-other-version"],
        "two skills without tags; it kept `url`, which 1.0 does not have",
    ),
    ("CSOAI-ORG__agent-audit-logger-mcp.json", "0.2", &[], &["a2a-media-type"], "whole; \"text\" is no media type"),
    (
        "ChrisMeniw__chris-meniw-ai-governance.json",
        "1.0",
        &["a2a-1-card"],
        &["a2a-1-other-version"],
        "says 1.0, but has no interfaces and no version; `url`, `preferredTransport` and `protocolVersion` are of 0.3",
    ),
    (
        "Coolock-Village__meitheal.json",
        "1.0",
        &["a2a-url"],
        &[],
        "its one interface is \"/api/a2a\", which is no absolute URL",
    ),
    ("Dan-Cleary__convalytics.json", "0.3", &["a2a-0-card"], &[], "no protocolVersion"),
    ("GoodGangLabs__AnimaSync.json", "0.2", &[], &[], "whole"),
    (
        "a2uicatalog__a2ui.json",
        "1.0",
        &[],
        &["a2a-1-interface-version", "a2a-1-other-version"],
        "it kept `url`, which 1.0 does not have; the interface's 2024-11-05 is a version of MCP",
    ),
    (
        "hypeprinter007-stack__anchor-x402.json",
        "0.3",
        &[],
        &[],
        "whole, its security declared; the signature has both parts",
    ),
    ("koala73__worldmonitor.json", "0.3", &[], &[], "whole"),
];

fn judge(folder: &str, verdicts: &[Verdict]) -> usize {
    let samples = files(&third_party::path(folder));
    assert_eq!(samples.len(), verdicts.len(), "{folder}");
    for ((file, text), (name, version, errors, warnings, why)) in samples.iter().zip(verdicts) {
        assert_eq!(file, name);
        let document = parse(text);
        assert_eq!(A2A_CARD.profile(&document), format!("a2a-card/{version}"), "{name}");
        let report = A2A_CARD.check(&document, &options());
        for (severity, expected) in [(Severity::Error, errors), (Severity::Warning, warnings)] {
            let found = report.diagnostics.iter().filter(|found| found.severity == severity).map(|found| found.rule.id);
            let found: BTreeSet<&str> = found.collect();
            let expected: BTreeSet<&str> = expected.iter().copied().collect();
            assert_eq!(found, expected, "{name}, {severity}s: {why}\n{:#?}", report.diagnostics);
        }
        assert_eq!(report.is_valid(), errors.is_empty(), "{name}");
    }
    samples.len()
}

#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn the_cards_of_the_samples_are_judged_as_the_table_says() {
    third_party::ran("a2a-sample-cards", judge("interop/a2a-cards", SAMPLES));
}

#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn the_cards_of_public_repositories_are_judged_as_the_table_says() {
    third_party::ran("a2a-public-cards", judge("a2a/wild/agent-cards", WILD));
    // one of them is too large to be registered: 19,421 bytes
    let mut options = options();
    options.for_registry = true;
    let large = files(&third_party::path("a2a/wild/agent-cards"))
        .into_iter()
        .filter(|(_, text)| {
            A2A_CARD.check(&parse(text), &options).diagnostics.iter().any(|found| found.code.as_str() == "too-large")
        })
        .map(|(name, _)| name);
    assert_eq!(large.collect::<Vec<_>>(), ["hypeprinter007-stack__anchor-x402.json"]);
}
