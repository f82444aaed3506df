//! The manifests: why each foreign package is there, which Rust it needs, and what is tested.

use crate::files_below;
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

/// A package's manifest: what it depends on, without what its tests add.
struct Manifest {
    name: String,
    uses: BTreeSet<String>,
}

/// The path of every manifest of the repository but that of a peer, `tests/interop/anp-rust`, which is no code of ours.
fn manifest_paths() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut paths: Vec<PathBuf> = [
        "Cargo.toml",
        "cli/Cargo.toml",
        "contexts/Cargo.toml",
        "demo/Cargo.toml",
        "python/Cargo.toml",
        "wasm/Cargo.toml",
        "ssi/Cargo.toml",
        "fuzz/Cargo.toml",
    ]
    .map(|path| root.join(path))
    .into();
    paths.extend(fs::read_dir(root.join("crates")).unwrap().map(|entry| entry.unwrap().path().join("Cargo.toml")));
    paths
}

fn manifests() -> Vec<Manifest> {
    manifest_paths().iter().map(|path| Manifest::read(&fs::read_to_string(path).unwrap())).collect()
}

/// `test = false` saves the compilation of a library that has no unit tests. Where there are some, they would not run.
#[test]
fn libraries_that_are_not_tested_have_no_tests() {
    let mut untested = 0;
    for path in manifest_paths() {
        let manifest = fs::read_to_string(&path).unwrap();
        let library = manifest.split_once("[lib]\n").map_or("", |(_, rest)| rest.split("\n[").next().unwrap());
        if library.lines().any(|line| line == "test = false") {
            untested += 1;
            for (file, text) in files_below(&path.parent().unwrap().join("src")) {
                let has_tests = text.contains("#[test]") || text.contains("#[cfg(test)]");
                assert!(!has_tests, "{}: {file} has tests that would not run", path.display());
            }
        }
    }
    assert!(untested >= 9, "{untested}");
}

impl Manifest {
    /// Tables of dependencies, those for one platform too, with one dependency a line.
    fn read(text: &str) -> Self {
        let mut manifest = Self { name: String::new(), uses: BTreeSet::new() };
        let mut table = "";
        for line in text.lines() {
            if let Some(header) = line.strip_prefix('[') {
                table = header.trim_start_matches('[').trim_end_matches(']');
            } else if let Some((name, value)) = line.split_once(" = ").filter(|(name, _)| !name.starts_with('#')) {
                if table == "package" && name == "name" {
                    manifest.name = value.trim_matches('"').to_owned();
                } else if table == "dependencies" || table.ends_with(".dependencies") || table == "build-dependencies" {
                    manifest.uses.insert(name.to_owned());
                }
            }
        }
        assert!(!manifest.name.is_empty(), "a manifest without a name");
        manifest
    }
}

#[test]
fn every_dependency_has_its_reason() {
    let changelog = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("CHANGELOG.md")).unwrap();
    let mut without = Vec::new();
    let manifests = manifests();
    let ours: BTreeSet<&str> = manifests.iter().map(|manifest| manifest.name.as_str()).collect();
    for Manifest { name, uses } in &manifests {
        let foreign = uses.iter().filter(|used| !ours.contains(used.as_str()));
        let missing = foreign.filter(|used| !changelog.contains(&format!("`{used}`")));
        without.extend(missing.map(|used| format!("{used} ({name})")));
    }
    assert!(without.is_empty(), "CHANGELOG.md, \"Why each dependency\", lacks {without:?}");
}

#[test]
fn manifests_are_read_table_by_table() {
    let manifest = Manifest::read(
        "[package]\nname = \"x\"\n[features]\nf = [\"dep:a\"]\n[dependencies]\na = \"1\"\n# b = \"1\"\n\n[target.'cfg(unix)'.dependencies]\nc = { version = \"1\" }\n\
         [dev-dependencies]\nd = \"1\"\n[[test]]\nname = \"e\"\n",
    );
    assert_eq!(manifest.name, "x");
    assert_eq!(manifest.uses, ["a", "c"].map(str::to_owned).into());
}

/// The newest Rust that a package or anything below it asks for, by `cargo metadata` for this machine's platform.
fn rust_needed(metadata: &serde_json::Value, root: &str) -> (u64, u64) {
    let version = |package: &serde_json::Value| {
        let text = package["rust_version"].as_str().unwrap_or("1.0");
        let mut parts = text.split('.').map(|part| part.parse().unwrap());
        (parts.next().unwrap(), parts.next().unwrap())
    };
    let packages: BTreeMap<&str, &serde_json::Value> = metadata["packages"]
        .as_array()
        .unwrap()
        .iter()
        .map(|package| (package["id"].as_str().unwrap(), package))
        .collect();
    let nodes: BTreeMap<&str, &serde_json::Value> = metadata["resolve"]["nodes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|node| (node["id"].as_str().unwrap(), node))
        .collect();
    let first = packages.iter().find(|(_, package)| package["name"] == root).unwrap().0;
    let (mut newest, mut seen, mut left) = ((1, 0), BTreeSet::new(), vec![*first]);
    while let Some(id) = left.pop() {
        if !seen.insert(id) {
            continue;
        }
        if id != *first {
            newest = newest.max(version(packages[id]));
        }
        let below = nodes[id]["deps"].as_array().unwrap().iter();
        let not_for_tests = |dependency: &&serde_json::Value| {
            dependency["dep_kinds"].as_array().unwrap().iter().any(|kind| kind["kind"] != "dev")
        };
        left.extend(below.filter(not_for_tests).map(|dependency| dependency["pkg"].as_str().unwrap()));
    }
    newest
}

#[test]
fn packages_say_the_rust_that_they_need() {
    let output = |command: &str, arguments: &[&str]| {
        let output = std::process::Command::new(command).args(arguments).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    let rustc = output("rustc", &["-vV"]);
    let host = rustc.lines().find_map(|line| line.strip_prefix("host: ")).unwrap();
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
    let metadata = output(
        env!("CARGO"),
        &[
            "metadata",
            "--format-version=1",
            "--locked",
            "--offline",
            "--filter-platform",
            host,
            "--manifest-path",
            manifest.to_str().unwrap(),
        ],
    );
    let metadata: serde_json::Value = serde_json::from_str(&metadata).unwrap();
    for name in ["adp-cli", "adp-server", "adp-vectors"] {
        let packages = metadata["packages"].as_array().unwrap();
        let said = &packages.iter().find(|package| package["name"] == name).unwrap()["rust_version"];
        let (major, minor) = rust_needed(&metadata, name);
        assert_eq!(said, &format!("{major}.{minor}"), "{name}");
    }
}
