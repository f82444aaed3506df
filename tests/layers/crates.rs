//! The house around the core, read off the manifests: which package may use which other one, and why each foreign one is there.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

/// Each package, and the packages of this repository that it may depend on. Arrows point down: a satellite knows the core and what stands below
/// it, the core knows nobody.
const CRATES: &[(&str, &[&str])] = &[
    ("adp-json", &[]),
    ("adp-jsonld", &["adp-json"]),
    ("agent-description", &["adp-json", "adp-jsonld"]),
    ("adp-demo", &["agent-description"]),
    ("adp-server", &["agent-description"]),
    ("adp-cards", &["agent-description"]),
    ("adp-publish", &["agent-description", "adp-cards"]),
    ("adp-flows", &["agent-description", "adp-cards"]),
    ("adp-messages", &["agent-description", "adp-cards"]),
    ("adp-registry", &["agent-description", "adp-cards", "adp-flows", "adp-server"]),
    ("adp-vectors", &["agent-description", "adp-cards", "adp-flows", "adp-messages"]),
    ("adp-vectors-maker", &["agent-description", "adp-vectors"]),
    (
        "adp-cli",
        &[
            "agent-description",
            "adp-demo",
            "adp-server",
            "adp-cards",
            "adp-flows",
            "adp-messages",
            "adp-publish",
            "adp-vectors",
        ],
    ),
    ("adp-python", &["agent-description", "adp-cards", "adp-flows", "adp-messages"]),
    ("adp-wasm", &["agent-description", "adp-cards", "adp-messages"]),
    ("agent-description-ssi", &["agent-description"]),
    // what tests share: it knows the core alone, so that every package's tests can use it
    ("adp-fixtures", &["agent-description"]),
    ("agent-description-fuzz", &["agent-description", "adp-cards", "adp-flows", "adp-messages", "adp-fixtures"]),
];

/// What tests, benches and examples may use beyond that. The core's tests reach the core itself through the fixtures.
const FOR_TESTS: &[(&str, &[&str])] = &[
    ("adp-json", &["adp-fixtures"]),
    // itself, with all its features
    ("adp-jsonld", &["adp-fixtures", "adp-jsonld"]),
    ("agent-description", &["agent-description", "adp-fixtures"]),
    // agents are admitted by their cards
    ("adp-server", &["adp-cards", "adp-fixtures"]),
    // documents of every format are compared
    ("adp-cards", &["adp-fixtures", "adp-flows", "adp-messages"]),
    // itself, with what runs flows
    ("adp-flows", &["adp-fixtures", "adp-flows"]),
    // itself, with all its features
    ("adp-messages", &["adp-fixtures", "adp-messages"]),
    ("adp-registry", &["adp-fixtures", "adp-vectors"]),
    // the registry that it registers with
    ("adp-cli", &["adp-fixtures", "adp-registry"]),
    ("agent-description-ssi", &["adp-fixtures", "adp-vectors"]),
];

/// A package's manifest: what it depends on, what its tests add.
struct Manifest {
    name: String,
    uses: BTreeSet<String>,
    tests_use: BTreeSet<String>,
}

/// Every manifest of the repository but that of a peer, `tests/interop/anp-rust`, which is no code of ours.
fn manifests() -> Vec<Manifest> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut paths: Vec<PathBuf> = [
        "Cargo.toml",
        "cli/Cargo.toml",
        "demo/Cargo.toml",
        "python/Cargo.toml",
        "wasm/Cargo.toml",
        "ssi/Cargo.toml",
        "fuzz/Cargo.toml",
    ]
    .map(|path| root.join(path))
    .into();
    paths.extend(fs::read_dir(root.join("crates")).unwrap().map(|entry| entry.unwrap().path().join("Cargo.toml")));
    paths.iter().map(|path| Manifest::read(&fs::read_to_string(path).unwrap())).collect()
}

impl Manifest {
    /// Tables of dependencies, those for one platform too, with one dependency a line.
    fn read(text: &str) -> Self {
        let mut manifest = Self { name: String::new(), uses: BTreeSet::new(), tests_use: BTreeSet::new() };
        let mut table = "";
        for line in text.lines() {
            if let Some(header) = line.strip_prefix('[') {
                table = header.trim_start_matches('[').trim_end_matches(']');
            } else if let Some((name, value)) = line.split_once(" = ").filter(|(name, _)| !name.starts_with('#')) {
                if table == "package" && name == "name" {
                    manifest.name = value.trim_matches('"').to_owned();
                } else if table.ends_with("dev-dependencies") {
                    manifest.tests_use.insert(name.to_owned());
                } else if table == "dependencies"
                    || table.ends_with(".dependencies")
                    || table.ends_with("build-dependencies")
                {
                    manifest.uses.insert(name.to_owned());
                }
            }
        }
        assert!(!manifest.name.is_empty(), "a manifest without a name");
        manifest
    }
}

fn row(table: &[(&str, &[&'static str])], name: &str) -> Option<BTreeSet<&'static str>> {
    table.iter().find(|(named, _)| *named == name).map(|(_, uses)| uses.iter().copied().collect())
}

#[test]
fn packages_use_what_they_may() {
    let manifests = manifests();
    let ours: BTreeSet<&str> = manifests.iter().map(|manifest| manifest.name.as_str()).collect();
    let mut wrong = Vec::new();
    for manifest in &manifests {
        let name = &manifest.name;
        let Some(may) = row(CRATES, name) else {
            wrong.push(format!("{name} has no row in CRATES: what may it depend on?"));
            continue;
        };
        let tests_may = &may | &row(FOR_TESTS, name).unwrap_or_default();
        for (uses, may) in [(&manifest.uses, &may), (&manifest.tests_use, &tests_may)] {
            let wrongly = uses.iter().filter(|used| ours.contains(used.as_str()) && !may.contains(used.as_str()));
            wrong.extend(wrongly.map(|used| format!("{name} depends on {used}")));
        }
    }
    let rows = CRATES.iter().chain(FOR_TESTS).filter(|(name, _)| !ours.contains(name));
    wrong.extend(rows.map(|(name, _)| format!("there is no package {name}")));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn no_package_is_above_itself() {
    let below: BTreeMap<&str, &[&str]> = CRATES.iter().copied().collect();
    for (name, _) in CRATES {
        let (mut reached, mut left) = (BTreeSet::new(), vec![*name]);
        while let Some(next) = left.pop() {
            for used in below[next] {
                assert_ne!(used, name, "{name} would depend on itself");
                if reached.insert(*used) {
                    left.push(used);
                }
            }
        }
    }
}

#[test]
fn every_dependency_has_its_reason() {
    let changelog = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("CHANGELOG.md")).unwrap();
    let mut without = Vec::new();
    for Manifest { name, uses, .. } in manifests() {
        let foreign = uses.iter().filter(|used| row(CRATES, used).is_none());
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
    assert_eq!(manifest.tests_use, ["d".to_owned()].into());
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
