//! A publisher for tests: a folder, a key beside it, a site, and `adp` to bring them together.

use serde_json::Value;
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

pub const HOST: &str = "agent.example.com";
pub const DID: &str = "did:wba:agent.example.com";
pub const NOW: [&str; 2] = ["--at", "2026-06-01T00:00:00Z"];

/// A publisher: a folder with a DID document, a description and a product, a key beside it, a site.
pub struct Publisher {
    pub folder: tempfile::TempDir,
}

pub fn adp(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_adp"));
    command.args(arguments).env_remove("ADP_KEY_FILE");
    command
}

pub fn done(command: &mut Command) -> String {
    let output = command.output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", text(output.stderr));
    format!("{}{}", text(output.stdout), text(output.stderr))
}

impl Publisher {
    pub fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let publisher = Self { folder };
        let at = |name: &str| publisher.path(name).display().to_string();
        fs::create_dir(publisher.path("agents")).unwrap();
        done(&mut adp(&["key", "generate", "-o", &at("agent.pem")]));
        done(&mut adp(&["did", "create", "--host", HOST, "--key", &at("agent.pem"), "-o", &at("agents/did.json")]));
        publisher.describe("ad.json", "Hotel");
        publisher.write(
            "agents/room.json",
            r#"{"@context": {"@vocab": "https://schema.org/"}, "@type": "Product", "name": "Room"}"#,
        );
        publisher
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    pub fn describe(&self, path: &str, name: &str) {
        let file = self.path("agents").join(path);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        let id = format!("https://{HOST}/{path}");
        done(&mut adp(&["init", "--name", name, "--did", DID, "--id", &id, "--force", "-o", file.to_str().unwrap()]));
    }

    /// Publishes with the key, at the time of the tests unless `--at` is given.
    pub fn run(&self, arguments: &[&str]) -> Output {
        let key = self.path("agent.pem");
        self.run_without_key(&[&["--key", key.to_str().unwrap()], arguments].concat())
    }

    pub fn run_without_key(&self, arguments: &[&str]) -> Output {
        let (agents, site) = (self.path("agents"), self.path("site"));
        let mut command = adp(&["publish", agents.to_str().unwrap(), "-o", site.to_str().unwrap()]);
        if !arguments.contains(&"--at") {
            command.args(NOW);
        }
        command.args(arguments).output().unwrap()
    }

    pub fn publish(&self) {
        let output = self.run(&[]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    }

    pub fn site(&self) -> BTreeMap<String, Vec<u8>> {
        files(&self.path("site"))
    }
}

/// Every file below a folder, hidden ones included.
pub fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    fn walk(folder: &Path, root: &Path, found: &mut BTreeMap<String, Vec<u8>>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                walk(&path, root, found);
            } else {
                let name = path.strip_prefix(root).unwrap().to_str().unwrap().replace('\\', "/");
                found.insert(name, fs::read(&path).unwrap());
            }
        }
    }
    let mut found = BTreeMap::new();
    walk(folder, folder, &mut found);
    found
}

pub fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

pub fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

pub fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}\n{}{}", stdout(output), stderr(output)))
}

pub fn exit_and_error(output: &Output) -> (Option<i32>, String) {
    let stderr = stderr(output);
    let code = stderr.split_once("error[").and_then(|(_, rest)| rest.split_once(']')).map_or("", |(code, _)| code);
    (output.status.code(), code.to_owned())
}
