//! Agents by a folder of cards: hostile ones are told and left out.

use super::agents::{ALL, card, did, parse, peers, signer};
use adp_cards::{
    seed_card::SEED,
    signature::{PayloadForm, sign},
};
use adp_messages::directory::{AgentQuery, Directory, FolderDirectory, ListedAgent};
use agent_description::{CodedError, Limits, Timestamp};
use std::{fs, path::Path};
use tempfile::TempDir;

const SEARCH: &str = r#"{"name": "search"}"#;

async fn read(folder: &Path) -> FolderDirectory {
    FolderDirectory::read(folder, &peers(&ALL), Timestamp::now()).await.unwrap()
}

async fn names(folder: &FolderDirectory, wanted: &AgentQuery) -> Vec<String> {
    folder.find(wanted).await.unwrap().iter().map(|agent| agent.did.to_string()).collect()
}

fn signed(card: &str, by: &str) -> String {
    sign(&parse(card), SEED, &signer(by), Some(PayloadForm::Served), None, &Limits::default())
        .unwrap()
        .source()
        .to_owned()
}

#[tokio::test]
async fn agents_are_found_by_capability_and_type() {
    let folder = TempDir::new().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("1.json", &card("kb", "knowledge-base", SEARCH, ""));
    write("2.json", &signed(&card("a", "knowledge-base", r#"{"name": "search"}, {"name": "ask"}"#, ""), "a"));
    write("3.json", &card("b", "search-engine", SEARCH, ""));
    write("notes.txt", "no card");
    let read = read(folder.path()).await;
    assert_eq!((read.agents.len(), read.refused.len()), (3, 0));
    // ordered by DID, whatever the files are called
    let all = ["did:wba:a.example", "did:wba:b.example", "did:wba:kb.example"];
    assert_eq!(names(&read, &AgentQuery::capability("search")).await, all);
    assert_eq!(names(&read, &AgentQuery::capability("search").with_type("knowledge-base")).await, [all[0], all[2]]);
    assert_eq!(names(&read, &AgentQuery::capability("search").only_signed()).await, [all[0]]);
    assert_eq!(names(&read, &AgentQuery::capability("ask")).await, [all[0]]);
    assert!(names(&read, &AgentQuery::capability("Search")).await.is_empty());
    let agent: &ListedAgent = &read.agents[0];
    assert_eq!(agent.endpoint("primary"), Some("https://kb.example/messages"));
    assert_eq!((agent.endpoint("backup"), agent.is_signed), (None, false));
}

#[tokio::test]
async fn hostile_cards_are_told_and_left_out() {
    let folder = TempDir::new().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    let own = card("kb", "knowledge-base", SEARCH, "");
    write("altered.json", &signed(&own, "kb").replace("https://kb.example", "https://mallory.example"));
    write("deep.json", &"[".repeat(100_000));
    write("large.json", &own.replace("\"kb\"", &format!("\"{}\"", "k".repeat(1 << 20))));
    write("nameless.json", &own.replace("did:wba:kb.example", "knowledge-base-01"));
    write("not-its-own.json", &signed(&own, "mallory"));
    write("schema.json", &card("kb", "knowledge-base", r#"{"name": "search", "inputSchema": {"type": "int"}}"#, ""));
    write("twice.json", &own.replace("\"endpoints\"", "\"agentInfo\": 1, \"endpoints\""));
    fs::create_dir(folder.path().join("folder.json")).unwrap();
    #[cfg(unix)]
    {
        let outside = TempDir::new().unwrap();
        let outside = outside.keep().join("card.json");
        fs::write(&outside, &own).unwrap();
        std::os::unix::fs::symlink(outside, folder.path().join("link.json")).unwrap();
    }
    let read = read(folder.path()).await;
    assert!(read.agents.is_empty(), "{:?}", read.agents);
    let told: Vec<(&str, &str)> =
        read.refused.iter().map(|(name, why)| (name.trim_matches('"'), why.code().as_str())).collect();
    assert_eq!(
        told,
        [
            ("altered.json", "jws-signature"),
            ("deep.json", "json-depth"),
            ("large.json", "too-large"),
            ("nameless.json", "invalid-value"),
            ("not-its-own.json", "card-signer-unbound"),
            ("schema.json", "invalid-schema"),
            ("twice.json", "json-duplicate-key"),
        ]
    );
}

/// A card that its agent signed goes before one that says the same DID and is not signed, whichever was read first.
#[tokio::test]
async fn of_two_cards_of_one_agent_the_signed_one_counts() {
    let folder = TempDir::new().unwrap();
    let own = card("kb", "knowledge-base", SEARCH, "");
    fs::write(folder.path().join("1.json"), own.replace("https://kb.example", "https://mallory.example")).unwrap();
    fs::write(folder.path().join("2.json"), signed(&own, "kb")).unwrap();
    let found = read(folder.path()).await.find(&AgentQuery::capability("search")).await.unwrap();
    assert_eq!((found.len(), found[0].is_signed, &found[0].did), (1, true, &did("kb")));
    assert_eq!(found[0].endpoint("primary"), Some("https://kb.example/messages"));
}

#[tokio::test]
async fn a_folder_that_cannot_be_read_is_an_error() {
    let missing = TempDir::new().unwrap().path().join("missing");
    let error = FolderDirectory::read(&missing, &peers(&[]), Timestamp::now()).await.unwrap_err();
    assert_eq!(error.code().as_str(), "io-read");
}
