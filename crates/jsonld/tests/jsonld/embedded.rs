//! The embedded contexts are those of their index.

use adp_json::hex::hex;
use adp_jsonld::Contexts;
use sha2::{Digest, Sha256};

/// Parses the TOML subset of the index: tables, strings and arrays of strings on one line.
fn index() -> Vec<(String, String, Vec<String>)> {
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/contexts/index.toml")).unwrap();
    let strings = |value: &str| value.split('"').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>();
    text.split("[[context]]")
        .skip(1)
        .map(|table| {
            let value = |name: &str| {
                let line = table.lines().find(|line| line.starts_with(&format!("{name} = ")));
                line.map(strings).unwrap_or_default()
            };
            let mut iris = value("iri");
            iris.extend(value("aliases"));
            (value("file").concat(), value("sha256").concat(), iris)
        })
        .collect()
}

#[test]
fn the_embedded_files_are_those_of_the_index_and_have_their_hashes() {
    let (index, contexts) = (index(), Contexts::embedded());
    for (file, sha256, iris) in &index {
        let path = format!("{}/contexts/{file}", env!("CARGO_MANIFEST_DIR"));
        let bytes = std::fs::read(path).unwrap();
        assert_eq!(sha256, &hex(&Sha256::digest(&bytes)), "{file}: the index has another SHA-256 than the file");
        for iri in iris {
            let embedded = contexts.get(iri).expect(iri);
            assert_eq!((&hex(embedded.sha256()), embedded.bytes()), (sha256, bytes.as_slice()), "{file} {iri}");
        }
    }
    let iris = index.iter().map(|(.., iris)| iris.len()).sum::<usize>();
    assert_eq!(contexts.iter().count(), iris, "src/embedded.rs has contexts that contexts/index.toml does not list");
}
