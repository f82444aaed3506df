//! Runs that end before any one of their changes to the disk, as if they were killed there.
#![allow(clippy::unwrap_used)]

use super::{CatalogMode, SiteChanges, SiteFolder, SourceFolder};
use crate::PublishOptions;
use agent_description::{
    Code, CodedError, Did, DidDocument, Document, KeyType, Limits, SigningKey, Timestamp,
    description::AgentDescription,
    did::{DidDocumentBuilder, Purpose},
    jsonld::Contexts,
    proof::{Expectations, Unverified},
};
use std::{cell::Cell, collections::BTreeMap, fs, io, path::Path, thread};

/// Runs that end at the same time, each in a folder of its own.
const AT_ONCE: usize = 4;

thread_local! {
    static CHANGES_LEFT: Cell<usize> = const { Cell::new(usize::MAX) };
}

/// Fails once no change is left, and from then on.
pub(super) fn before_change() -> io::Result<()> {
    CHANGES_LEFT.with(|left| {
        let rest = left.get().checked_sub(1).ok_or_else(|| io::Error::other("killed"))?;
        left.set(rest);
        Ok(())
    })
}

type Files = BTreeMap<String, Vec<u8>>;

fn files(root: &Path) -> Files {
    let mut found = Files::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
            if entry.file_type().unwrap().is_dir() {
                folders.push(entry.path());
            } else {
                let path = entry.path().strip_prefix(root).unwrap().to_str().unwrap().to_owned();
                found.insert(path, fs::read(entry.path()).unwrap());
            }
        }
    }
    found
}

fn write(root: &Path, files: &Files) {
    for (path, bytes) in files {
        let path = root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
}

fn at() -> Timestamp {
    "2026-06-01T00:00:00Z".parse().unwrap()
}

fn key(seed: u8) -> SigningKey {
    SigningKey::from_secret_bytes(KeyType::P256, &[seed; 32]).unwrap()
}

/// Compares a publisher's folder with a site.
fn compare(site: &Path, sources: &Path, keys: &[SigningKey]) -> (SiteFolder, SiteChanges, SourceFolder) {
    let source = SourceFolder::read(sources, site, &[]).unwrap();
    let mut options = PublishOptions::new(at());
    options.host = Some("hotel.example".to_owned());
    let draft = source.draft(options).unwrap();
    let tree = SiteFolder::open(site, false).unwrap();
    let changes = tree.changes((&source, draft), keys, CatalogMode::Unsigned, Some(&[7; 32])).unwrap();
    (tree, changes, source)
}

fn publish(site: &Path, sources: &Path, keys: &[SigningKey]) {
    let (tree, changes, source) = compare(site, sources, keys);
    tree.commit(&changes, &source).unwrap();
}

fn verifies(site: &Files) -> bool {
    let limits = Limits::default();
    let document = Document::parse(&site[".well-known/did.json"], limits.for_did_document()).unwrap();
    let did_document = DidDocument::parse_own(&document, &limits).unwrap();
    let description = Document::parse(&site["ad.json"], &limits).unwrap();
    let contexts = Contexts::default();
    let expectations = Expectations::for_purpose(Purpose::AssertionMethod)
        .domain("hotel.example")
        .any_challenge()
        .at(at())
        .signer_is_subject();
    Unverified::<AgentDescription>::new(description, &contexts).verify(&did_document, expectations).is_ok()
}

fn description(name: &str) -> Vec<u8> {
    format!(
        r#"{{"@context": ["https://agent-network-protocol.com/ad#", {{"@language": "en"}}], "@type": "AgentDescription", "@id": "https://hotel.example/ad.json", "name": "{name}", "did": "did:wba:hotel.example", "securityDefinitions": {{"didwba_sc": {{"scheme": "didwba", "in": "header", "name": "Authorization"}}}}, "security": "didwba_sc"}}"#
    )
    .into_bytes()
}

/// A DID document with the first key, both, or the second.
fn did_documents() -> [Vec<u8>; 3] {
    let did: Did = "did:wba:hotel.example".parse().unwrap();
    let text = |keys: &[SigningKey]| {
        let mut builder = DidDocumentBuilder::new(did.clone(), keys[0].verifying_key());
        builder.keys.extend(keys[1..].iter().map(|key| key.verifying_key().clone()));
        builder.build().unwrap().source().as_bytes().to_vec()
    };
    let both = text(&[key(1), key(2)]);
    let mut without: serde_json::Value = serde_json::from_slice(&both).unwrap();
    for member in without.as_object_mut().unwrap().values_mut().filter_map(serde_json::Value::as_array_mut) {
        member.retain(|item| item["id"].as_str().or(item.as_str()).is_none_or(|id| !id.ends_with("#key-1")));
    }
    [text(&[key(1)]), both, serde_json::to_vec(&without).unwrap()]
}

fn of<const N: usize>(files: [(&str, &[u8]); N]) -> Files {
    files.into_iter().map(|(path, bytes)| (path.to_owned(), bytes.to_vec())).collect()
}

/// A run that ends before its change of this number, and the next one. The completed site if the first run did not end before its last change.
fn ended_and_completed(
    changes_left: usize,
    root: &Path,
    site: &Files,
    (agents, sources, keys): (&Path, &Files, &[SigningKey]),
) -> Option<Files> {
    write(root, site);
    let (tree, changes, source) = compare(root, agents, keys);
    let after: Files = changes
        .wanted
        .iter()
        .map(|change| (&change.file.path, change.file.bytes().unwrap_or_else(|| &sources[&change.file.path])))
        .map(|(path, bytes)| (path.clone(), bytes.to_vec()))
        .collect();
    CHANGES_LEFT.set(changes_left);
    let committed = tree.commit(&changes, &source);
    CHANGES_LEFT.set(usize::MAX);
    drop(tree);

    let mut found = files(root);
    found.retain(|path, _| !path.starts_with(".adp-"));
    for (path, bytes) in &found {
        let whole = [site, &after].iter().any(|state| state.get(path) == Some(bytes));
        assert!(whole, "{path} after {changes_left} changes: {}", String::from_utf8_lossy(bytes));
    }
    for path in site.keys().filter(|path| !path.starts_with(".adp-") && after.contains_key(*path)) {
        assert!(found.contains_key(path), "{path} is missing after {changes_left} changes");
    }
    if found.contains_key("ad.json") {
        assert!(verifies(&found), "after {changes_left} changes");
    }
    publish(root, agents, keys);
    let completed = files(root);
    assert_eq!(
        completed.keys().collect::<Vec<_>>(),
        after
            .keys()
            .chain([&".adp-site.json".to_owned(), &"theirs.txt".to_owned()])
            .collect::<std::collections::BTreeSet<_>>()
            .into_iter()
            .collect::<Vec<_>>(),
        "after {changes_left} changes"
    );
    assert!(verifies(&completed) && completed["theirs.txt"] == b"theirs");
    let (_, again, _) = compare(root, agents, keys);
    assert_eq!((again.count(super::FileAction::Written), again.removed.len()), (0, 0));
    committed.is_ok().then(|| {
        assert!(changes_left > 10, "{changes_left} changes");
        completed
    })
}

/// A first run, one that adds a key, one that signs with the old key again, and one that drops it, each ended before each of its changes. Every
/// file is as before or as after, and the description verifies with the DID document. The next run completes the site. A file of somebody else stays.
#[test]
fn a_run_that_ends_anywhere_leaves_whole_files_and_is_completed() {
    let [first, both, second] = did_documents();
    let (old, new) = (description("Old"), description("New"));
    let runs = [
        (
            vec![key(1)],
            of([
                ("did.json", &first),
                ("ad.json", &old),
                ("gone/a.txt", b"a"),
                ("b.txt", b"old"),
                ("turn", b"t"),
                ("back/a/b", b"t"),
            ]),
        ),
        (
            vec![key(2)],
            of([("did.json", &both), ("ad.json", &new), ("new/a.txt", b"a"), ("turn/a/b", b"t"), ("back", b"t")]),
        ),
        (vec![key(1)], of([("did.json", &both), ("ad.json", &new), ("new/a.txt", b"a"), ("b.txt", b"new")])),
        (vec![key(2)], of([("did.json", &second), ("ad.json", &new), ("new/a.txt", b"a")])),
    ];
    let mut site = of([("theirs.txt", b"theirs")]);
    let mut ends = 0;
    for (keys, sources) in runs {
        let base = tempfile::tempdir().unwrap();
        let agents = base.path().join("agents");
        write(&agents, &sources);
        // several at a time: each mostly waits for the disk
        let mut ended = (0..).step_by(AT_ONCE).map(|first| {
            thread::scope(|scope| {
                let end = |changes_left| {
                    let root = base.path().join(format!("site-{changes_left}"));
                    let (site, agents, keys, sources) = (&site, &agents, &keys, &sources);
                    scope.spawn(move || ended_and_completed(changes_left, &root, site, (agents, sources, keys)))
                };
                let running: Vec<_> = (first..first + AT_ONCE).map(end).collect();
                let results: Vec<_> = running.into_iter().map(|end| end.join().unwrap()).collect();
                results.into_iter().flatten().next()
            })
        });
        site = ended.find_map(|completed| completed).unwrap();
        ends += 1;
    }
    assert_eq!(ends, 4);
}

/// A run that makes a folder of a file ends before any of its changes, and the next one, which makes a file again, too. The third one completes
/// the site, and no empty folder stays.
#[test]
fn a_file_that_becomes_a_folder_and_a_file_again_is_completed() {
    let base = tempfile::tempdir().unwrap();
    let [file, folder] = ["file", "folder"].map(|name| base.path().join(name));
    write(&file, &of([("turn", b"file")]));
    write(&folder, &of([("turn/a/b.txt", b"in folders")]));
    let ends = |root: &Path, sources: &Path, changes_left: usize| {
        let (tree, changes, source) = compare(root, sources, &[]);
        CHANGES_LEFT.set(changes_left);
        let is_ended = tree.commit(&changes, &source).is_err();
        CHANGES_LEFT.set(usize::MAX);
        is_ended
    };
    let all_ends = |first: usize| {
        let mut is_first_ended = false;
        for second in 0.. {
            let root = base.path().join(format!("site-{first}-{second}"));
            publish(&root, &file, &[]);
            is_first_ended = ends(&root, &folder, first);
            let is_second_ended = ends(&root, &file, second);
            publish(&root, &file, &[]);
            assert_eq!(files(&root)["turn"], b"file", "after {first} and {second} changes");
            publish(&root, &folder, &[]);
            assert_eq!(files(&root)["turn/a/b.txt"], b"in folders", "after {first} and {second} changes");
            fs::remove_dir_all(&root).unwrap();
            if !is_second_ended {
                break;
            }
        }
        is_first_ended
    };
    let mut ended = (0..).step_by(AT_ONCE).map(|first| {
        thread::scope(|scope| {
            let all_ends = &all_ends;
            let running: Vec<_> = (first..first + AT_ONCE).map(|first| scope.spawn(move || all_ends(first))).collect();
            running.into_iter().map(|end| end.join().unwrap()).filter(|is_ended| *is_ended).count()
        })
    });
    assert!(ended.next() == Some(AT_ONCE) && ended.any(|ended| ended < AT_ONCE));
}

/// Another program writes a file after the comparison, and the run ends before any of its changes. The file is at its path, or where the
/// next run finds it and refuses to go on.
#[test]
fn a_run_that_ends_anywhere_loses_nothing_of_others() {
    let before = of([("a.txt", b"old"), ("gone.txt", b"old")]);
    let wanted = of([("a.txt", b"new"), ("b.txt", b"new")]);
    for path in ["a.txt", "b.txt", "gone.txt"] {
        for changes_left in 0.. {
            let base = tempfile::tempdir().unwrap();
            let [root, first, second] = ["site", "first", "second"].map(|name| base.path().join(name));
            write(&first, &before);
            write(&second, &wanted);
            publish(&root, &first, &[]);
            let (tree, changes, source) = compare(&root, &second, &[]);
            fs::write(root.join(path), "theirs").unwrap();
            CHANGES_LEFT.set(changes_left);
            let failed = tree.commit(&changes, &source).unwrap_err();
            let was_killed = CHANGES_LEFT.replace(usize::MAX) == 0;
            drop((tree, changes));

            let site = files(&root);
            let place = site.iter().find(|(_, bytes)| *bytes == b"theirs").map(|(path, _)| path.clone()).unwrap();
            if place != path {
                assert_eq!(place, ".adp-publish.old", "{path}");
                let (tree, changes, source) = compare(&root, &second, &[]);
                let refused = tree.commit(&changes, &source).unwrap_err();
                assert_eq!(refused.code(), Code::IO_EXISTS, "{refused}");
                assert_eq!(files(&root)[&place], b"theirs");
            } else if path == "b.txt" {
                let source = SourceFolder::read(&second, &root, &[]).unwrap();
                let mut options = PublishOptions::new(at());
                options.host = Some("hotel.example".to_owned());
                let tree = SiteFolder::open(&root, false).unwrap();
                let draft = source.draft(options).unwrap();
                let refused = tree.changes((&source, draft), &[], CatalogMode::None, Some(&[7; 32])).unwrap_err();
                assert_eq!(refused.code(), Code::IO_EXISTS, "{refused}");
            }
            if !was_killed {
                assert_eq!(failed.code(), Code::IO_EXISTS, "{failed}");
                break;
            }
        }
    }
}
