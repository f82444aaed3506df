//! The vectors of the registry: searches, identifiers, and entries that are written.

use crate::registry::given::{Dids, Host, TestClock, time};
use adp_registry::{Administrators, Identifier, Registry, RegistrySettings, Writer, search::Query, store::RedbStore};
use adp_vectors::{Vector, vector_files};
use agent_description::{CodedError, did::Did};
use bytes::Bytes;
use std::{
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("vectors")
}

/// Every vector, with its file.
pub fn all() -> Vec<(PathBuf, Vector)> {
    let files = vector_files(&folder()).unwrap();
    files.into_iter().map(|path| (path.clone(), Vector::parse(&fs::read(path).unwrap()).unwrap())).collect()
}

/// `ok` or the code, and what else was found: the output, or what another header tells.
type Found = (String, Option<String>);

fn refused(fault: &dyn CodedError) -> String {
    fault.code().as_str().to_owned()
}

fn query(vector: &Vector) -> Found {
    let read = std::str::from_utf8(vector.body()).unwrap().parse::<Query>();
    match read {
        Ok(query) => ("ok".to_owned(), vector.output().map(|_| query.to_string())),
        Err(error) => (refused(&error), error.offset.map(|offset| offset.to_string())),
    }
}

fn identifier(vector: &Vector) -> Found {
    let read = std::str::from_utf8(vector.body()).unwrap().parse::<Identifier>();
    (read.map_or_else(|error| refused(&adp_registry::RegistryError::from(error)), |_| "ok".to_owned()), None)
}

async fn entry(vector: &Vector, folder: &Path) -> Found {
    let header = |name: &str| vector.header(name).unwrap_or_else(|| panic!("no header {name}"));
    let file = |name: &str| vector.header(name).map(|file| Bytes::from(fs::read(folder.join(file)).unwrap()));
    let dids = Dids::of(&[]);
    if let Some(document) = file("did-document") {
        // the DID that it is of
        let json: serde_json::Value = serde_json::from_slice(&document).unwrap();
        dids.publish_document(json["id"].as_str().unwrap().parse::<Did>().unwrap(), document.to_vec());
    }
    let mut settings = RegistrySettings::default();
    if let Some(most) = vector.header("most") {
        settings.document_bytes = most.parse().unwrap();
    }
    let clock = TestClock::at(header("at"));
    let store = Arc::new(RedbStore::in_memory().unwrap());
    let registry = Registry::new(store, dids, clock, Administrators::default(), settings);
    let identifier = header("identifier").parse().unwrap();
    if let Some(before) = file("before") {
        registry.put(&Writer::Operator, &identifier, before).await.unwrap();
    }
    let writer = Writer::Did(header("writer").parse().unwrap());
    match registry.put(&writer, &identifier, Bytes::copy_from_slice(vector.body())).await {
        Ok(added) => {
            let evidence = &added.entry.evidence;
            let verified = evidence.is_verified_at(time(header("at"))).then(|| "verified".to_owned());
            ("ok".to_owned(), verified.or_else(|| evidence.refusal.as_ref().map(|refusal| refusal.code.clone())))
        }
        Err(error) => (refused(&error), None),
    }
}

#[tokio::test]
async fn each_is_answered_as_it_expects() {
    let (mut counted, mut wrong) = ([0; 3], Vec::new());
    for (path, vector) in all() {
        let known: &[&str] = match vector.kind() {
            "registry-query" => &["offset"],
            "registry-identifier" => &[],
            _ => &["identifier", "writer", "at", "most", "before", "did-document", "evidence"],
        };
        for (name, _) in vector.headers() {
            assert!(
                ["expect", "kind", "comment", "output"].contains(&name.as_str()) || known.contains(&name.as_str()),
                "{path:?}: {name}"
            );
        }
        let (number, found, expected) = match vector.kind() {
            "registry-query" => (0, query(&vector), vector.output().or(vector.header("offset"))),
            "registry-identifier" => (1, identifier(&vector), None),
            "registry-entry" => (2, entry(&vector, path.parent().unwrap()).await, vector.header("evidence")),
            other => panic!("{path:?}: the kind {other}"),
        };
        let expected = (vector.expect().to_owned(), expected.map(str::to_owned));
        if found != expected {
            let comment = vector.header("comment").unwrap_or_default();
            wrong.push(format!("{}: found {found:?}, expected {expected:?} ({comment})", path.display()));
        }
        counted[number] += 1;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(counted, [23, 8, 16]);
}

/// The signed ones are what the fixtures sign: anybody can make them again.
#[test]
fn the_signed_documents_can_be_made_again() {
    let hotel = Host::wba("hotel.example", 1);
    let body =
        |name: &str| Vector::parse(&fs::read(folder().join("entry").join(name)).unwrap()).unwrap().body().to_vec();
    for (name, day) in [("signed.txt", "01"), ("signer-host.txt", "01"), ("older.txt", "01"), ("newer.txt", "03")] {
        assert_eq!(body(name), hotel.description("Rooms", &format!("2026-10-{day}T00:00:00Z"), None), "{name}");
    }
}
