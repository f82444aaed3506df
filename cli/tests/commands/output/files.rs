//! Every option that names an output file or folder: what is there is not lost.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
    process::{Command, Output},
    sync::Mutex,
};

const METHOD: &str = "did:wba:agent.example.com#key-1";

/// What happens where something of someone else is in the way.
#[derive(Clone, Copy, PartialEq)]
enum Way {
    /// `--force` replaces the file.
    File,
    /// `--force` replaces the file, whose bytes are those of a secret key: none is left over from another run.
    Key,
    /// A folder that the verb keeps: it has a table of its own in the tests of the verb.
    OwnFolder,
    /// A folder that has to be empty.
    EmptyFolder,
    /// A verb that needs a server: it refuses before it asks one, and its own tests replace the file.
    Network,
    /// What is verified is written: its own tests replace the file.
    OfVerified,
    /// A server, which does not end; its own tests replace the file.
    Server,
}

/// Verb, option, what it does with what is there, and the other arguments; the option comes last.
const OUTPUTS: &[(&str, &str, Way, &[&str])] = &[
    ("key generate", "--output", Way::Key, &[]),
    ("did create", "--output", Way::File, &["--host", "agent.example.com", "--key", "key.pem"]),
    ("did rotate", "--output", Way::File, &["did.json", "--new-key", "new.pem"]),
    ("init", "--output", Way::File, &[]),
    ("check", "--output", Way::File, &["ad.json", "--fix"]),
    ("sign", "--output", Way::File, &["ad.json", "--key", "key.pem", "--method", METHOD]),
    ("verify", "--save", Way::OfVerified, &["ad.json"]),
    ("convert", "--output", Way::File, &["--to", "a2a-1.0", "ad.json"]),
    ("lock", "--output", Way::File, &["ad.json"]),
    ("message sign", "--output", Way::File, &["message.json", "--key", "key.pem", "--method", METHOD]),
    ("call", "--output", Way::Network, &["https://agent.example.com/", "--key", "key.pem", "--keyid", METHOD]),
    ("discover", "--graph", Way::Network, &["agent.example.com"]),
    ("serve", "--self-signed-ca-out", Way::Server, &["site"]),
    ("doctor", "--fix", Way::EmptyFolder, &["site"]),
    ("did rotate", "--out-dir", Way::OwnFolder, &[]),
    ("publish", "--output", Way::OwnFolder, &[]),
    ("man", "--output", Way::OwnFolder, &[]),
];

/// Options that name a file or folder which is read.
const INPUTS: &[&str] = &[
    "add-key",
    "auth",
    "batch",
    "body",
    "bot-key",
    "cacert",
    "catalog-key",
    "cert",
    "context",
    "data",
    "did-document",
    "expand-context",
    "from",
    "jwks",
    "key",
    "key-agreement",
    "key-directory",
    "key-file",
    "lock",
    "new-key",
    "old-key",
    "page",
    "replay-store",
    "skip-verified",
    "source",
    "successor-document",
    "successor-key",
    "trusted-document",
    "zone",
];

pub fn adp(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_adp")).current_dir(folder).args(arguments).output().unwrap()
}

/// What a verb prints for `--help` or `-h`; each is asked for once.
pub fn help(verb: &[&str], option: &str) -> String {
    static HELPS: Mutex<BTreeMap<String, String>> = Mutex::new(BTreeMap::new());
    let arguments = [verb, &[option]].concat();
    let known = HELPS.lock().unwrap().get(&arguments.join(" ")).cloned();
    known.unwrap_or_else(|| {
        let help = String::from_utf8(adp(Path::new("."), &arguments).stdout).unwrap();
        HELPS.lock().unwrap().insert(arguments.join(" "), help.clone());
        help
    })
}

/// The verbs that do something, by their help.
pub fn verbs(above: &[&str], all: &mut Vec<String>) {
    let help = help(above, "--help");
    // the first level lists them by task
    let start = if above.is_empty() { "\nFirst steps:\n" } else { "\nCommands:\n" };
    let Some((_, commands)) = help.split_once(start) else {
        all.push(above.join(" "));
        return;
    };
    let is_end = |line: &str| if above.is_empty() { line.contains("--json") } else { line.is_empty() };
    for line in commands.lines().take_while(|line| !is_end(line)).filter(|line| !line.is_empty()) {
        let name = line.split_whitespace().next().unwrap();
        if name != "help" && line.starts_with("  ") && !line.starts_with("   ") {
            verbs(&[above, &[name]].concat(), all);
        }
    }
}

/// The options of a verb that take a file or folder: their long names.
fn paths(verb: &str) -> BTreeSet<String> {
    let help = help(&verb.split(' ').collect::<Vec<_>>(), "--help");
    let of_line = |line: &str| {
        let (name, value) = line.trim_start().split_once("--")?.1.split_once(' ')?;
        let mut words = value.split('>').next()?.split(|letter: char| !letter.is_ascii_alphabetic());
        let is_path = words.any(|word| ["FILE", "DIR", "LIST", "SITE", "STORE", "FOLDER"].contains(&word));
        (line.trim_start().starts_with('-') && value.starts_with('<') && is_path).then(|| format!("--{name}"))
    };
    help.lines().filter_map(of_line).collect()
}

#[test]
fn every_option_that_names_a_file_is_known_here() {
    let mut all = Vec::new();
    verbs(&[], &mut all);
    assert!(all.len() > 25, "{all:?}");
    for verb in all {
        for option in paths(&verb) {
            let is_output = OUTPUTS.iter().any(|(of, name, ..)| (*of, *name) == (verb.as_str(), option.as_str()));
            let is_input = INPUTS.contains(&option.trim_start_matches('-'));
            assert!(is_output != is_input, "adp {verb} {option}: expected in one of OUTPUTS and INPUTS");
        }
    }
    for (verb, option, way, _) in OUTPUTS {
        assert!(paths(verb).contains(*option), "adp {verb} {option}");
        let has_force = help(&verb.split(' ').collect::<Vec<_>>(), "--help").contains("--force");
        assert_eq!(has_force, *way != Way::EmptyFolder && *verb != "publish", "adp {verb}");
    }
}

/// A folder with what the verbs read.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for key in ["key.pem", "new.pem"] {
        assert!(adp(folder.path(), &["key", "generate", "-o", key]).status.success());
    }
    let create = ["did", "create", "--host", "agent.example.com", "--key", "key.pem", "-o", "did.json"];
    assert!(adp(folder.path(), &create).status.success());
    assert!(adp(folder.path(), &["init", "--did", "did:wba:agent.example.com", "-o", "ad.json"]).status.success());
    let message = r#"{"version": "1.0", "messageId": "5f0d9f2e-6a3c-4b7e-9b7d-2f1c0a9e8d7c",
        "timestamp": "2026-11-01T10:00:00Z", "message": {"type": "REQUEST"},
        "source": {"agentId": "did:wba:agent.example.com", "agentType": "customer-service"},
        "target": {"agentId": "did:wba:kb.example", "agentType": "knowledge-base"},
        "payload": {"action": "search", "parameters": {"query": "refunds"}}}"#;
    fs::write(folder.path().join("message.json"), message).unwrap();
    fs::create_dir(folder.path().join("site")).unwrap();
    folder
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn a_file_that_is_in_the_way_is_kept_without_force() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    for (verb, option, way, arguments) in OUTPUTS {
        let verb: Vec<&str> = verb.split(' ').collect();
        let name = if *option == "--graph" { "out.svg" } else { "out" };
        if matches!(way, Way::EmptyFolder | Way::OwnFolder) {
            continue;
        }
        let line = [&verb, *arguments, &[option, name]].concat();
        let forced = [&line[..], &["--force"]].concat();
        let refused = |line: &[&str], said: &str| {
            let output = adp(folder.path(), line);
            assert_eq!(output.status.code(), Some(3), "{line:?}: {}", stderr(&output));
            assert!(stderr(&output).starts_with("error[io-exists]: out"), "{line:?}: {}", stderr(&output));
            assert!(stderr(&output).contains(said), "{line:?}: {}", stderr(&output));
            assert_eq!(output.stdout, b"", "{line:?}");
        };
        let before = fs::read_dir(folder.path()).unwrap().count();
        fs::write(path(name), "mine").unwrap();
        refused(&line, "--force");
        assert_eq!(fs::read_to_string(path(name)).unwrap(), "mine", "{line:?}");
        if matches!(way, Way::File | Way::Key) {
            let output = adp(folder.path(), &forced);
            assert!(output.status.success(), "{forced:?}: {}", stderr(&output));
            assert!(fs::read(path(name)).unwrap().len() > 4, "{forced:?}");
        }
        // a secret key stays, whatever is asked
        fs::copy(path("key.pem"), path(name)).unwrap();
        refused(&line, "keys are never overwritten");
        refused(&forced, "keys are never overwritten");
        assert_eq!(fs::read(path(name)).unwrap(), fs::read(path("key.pem")).unwrap(), "{line:?}");
        fs::remove_file(path(name)).unwrap();
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink("nowhere", path(name)).unwrap();
            refused(&line, "--force");
            assert!(fs::symlink_metadata(path(name)).unwrap().is_symlink(), "{line:?}");
            fs::remove_file(path(name)).unwrap();
        }
        fs::create_dir(path(name)).unwrap();
        for line in [&line, &forced] {
            let output = adp(folder.path(), line);
            assert_eq!(output.status.code(), Some(3), "{line:?}");
            assert!(stderr(&output).contains("it is a folder"), "{line:?}: {}", stderr(&output));
        }
        fs::remove_dir(path(name)).unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), before, "{line:?}: nothing is left behind");
    }
}

#[test]
fn a_dash_is_stdout_where_it_can_be() {
    let folder = folder();
    for (verb, option, way, arguments) in OUTPUTS {
        let verb: Vec<&str> = verb.split(' ').collect();
        let output = adp(folder.path(), &[&verb, *arguments, &[option, "-"]].concat());
        let is_printed = *way == Way::File && verb != ["lock"] && verb != ["check"];
        match output.status.code() {
            Some(0) => assert!(is_printed && output.stdout.starts_with(b"{"), "{verb:?}"),
            // there is no server
            Some(4) => assert_eq!(verb, ["call"]),
            code => {
                assert!(code == Some(2) && !is_printed, "{verb:?}: {}", stderr(&output));
                assert!(stderr(&output).starts_with("error[usage]: "), "{verb:?}: {}", stderr(&output));
            }
        }
        assert!(!folder.path().join("-").exists(), "{verb:?}");
    }
}

/// A reader may come late; without one the command ends.
#[cfg(unix)]
#[test]
fn a_fifo_without_a_reader_is_not_waited_for_without_end() {
    use std::{thread, time::Duration};
    let folder = tempfile::tempdir().unwrap();
    let fifo = folder.path().join("fifo");
    assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    let output = adp(folder.path(), &["init", "-o", "fifo"]);
    assert_eq!(output.status.code(), Some(3));
    let expected = "error[io-read]: cannot write fifo: no process reads from it; start the reader first\n";
    assert_eq!(stderr(&output), expected);
    let reader = thread::spawn(move || {
        thread::sleep(Duration::from_millis(500));
        fs::read_to_string(fifo).unwrap()
    });
    assert!(adp(folder.path(), &["init", "-o", "fifo"]).status.success());
    assert!(reader.join().unwrap().starts_with("{\n"));
}

#[test]
fn the_input_is_overwritten_in_place_or_with_force() {
    for (arguments, file) in [
        (&["sign", "ad.json", "--key", "key.pem", "--method", METHOD][..], "ad.json"),
        (&["message", "sign", "message.json", "--key", "key.pem", "--method", METHOD], "message.json"),
        (&["did", "rotate", "did.json", "--new-key", "new.pem"], "did.json"),
    ] {
        for replace in [&["--in-place"][..], &["--force", "-o", file]] {
            let folder = folder();
            let read = || fs::read(folder.path().join(file)).unwrap();
            let before = read();
            let output = adp(folder.path(), &[arguments, &["-o", &format!("./{file}")]].concat());
            assert_eq!(output.status.code(), Some(3), "{arguments:?}");
            assert!(stderr(&output).contains("--in-place") && stderr(&output).contains("--force"), "{arguments:?}");
            assert_eq!(read(), before);
            let output = adp(folder.path(), &[arguments, replace].concat());
            assert!(output.status.success(), "{arguments:?} {replace:?}: {}", stderr(&output));
            assert!(read() != before && read().starts_with(b"{"), "{arguments:?} {replace:?}");
        }
    }
}

#[test]
fn what_was_read_from_a_file_goes_back_though_it_holds_a_key() {
    let folder = folder();
    let (path, secret) = (folder.path().join("jwk.json"), "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A");
    fs::write(&path, format!(r#"{{"kty": "OKP", "d": "{secret}"}}"#)).unwrap();
    let sign = ["sign", "jwk.json", "--key", "key.pem", "--key-id", METHOD];
    let output = adp(folder.path(), &[&sign[..], &["-o", "jwk.json", "--force"]].concat());
    assert!(stderr(&output).contains("keys are never overwritten"), "{}", stderr(&output));
    let output = adp(folder.path(), &[&sign[..], &["--in-place"]].concat());
    assert!(output.status.success(), "{}", stderr(&output));
    let text = fs::read_to_string(path).unwrap();
    assert!(text.contains("proofValue") && text.contains(secret), "{text}");
}

#[cfg(unix)]
#[test]
fn permissions_and_links_survive_a_replacement() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    assert!(adp(folder.path(), &["init", "-o", "ad.json"]).status.success());
    fs::set_permissions(path("ad.json"), fs::Permissions::from_mode(0o640)).unwrap();
    symlink("ad.json", path("link")).unwrap();
    assert!(adp(folder.path(), &["init", "--name", "Another", "-o", "link", "--force"]).status.success());
    assert!(fs::symlink_metadata(path("link")).unwrap().is_symlink());
    assert!(fs::read_to_string(path("ad.json")).unwrap().contains("Another"));
    assert_eq!(fs::metadata(path("ad.json")).unwrap().permissions().mode() & 0o777, 0o640);
}

#[test]
fn what_a_killed_process_left_of_this_file_is_removed_and_what_another_writes_is_not() {
    let folder = tempfile::tempdir().unwrap();
    let left = |name: &str| {
        let path = folder.path().join(name);
        fs::write(&path, "half").unwrap();
        path
    };
    // the start of the digest of a name: printf ad.json | sha256sum, and of did.json
    let (killed, alive) = (left(".adp-d108f162e776fb66-a"), left(".adp-d108f162e776fb66-b"));
    let other = left(".adp-440dc987e0050666-c");
    let writer = fs::File::open(&alive).unwrap();
    writer.lock().unwrap();
    assert!(adp(folder.path(), &["init", "-o", "ad.json"]).status.success());
    assert_eq!((killed.exists(), alive.exists(), other.exists()), (false, true, true));
    drop(writer);
    assert!(adp(folder.path(), &["init", "-o", "ad.json", "--force"]).status.success());
    assert_eq!((alive.exists(), other.exists()), (false, true));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
}

/// A lock file has at most 16 MiB, whoever reads or writes it: four files of 30,000 tools each are more than that.
#[test]
fn a_lock_file_that_could_not_be_read_is_not_written() {
    let folder = tempfile::tempdir().unwrap();
    let adp = |arguments: &[&str]| {
        Command::new(env!("CARGO_BIN_EXE_adp")).args(arguments).current_dir(folder.path()).output().unwrap()
    };
    let tools = format!(r#"{{"tools": [{}]}}"#, vec!["{}"; 30_000].join(","));
    // a part takes 166 bytes, so that three files are below 16 MiB, and four above
    let names = ["a.json", "b.json", "c.json", "d.json"];
    for name in names {
        fs::write(folder.path().join(name), &tools).unwrap();
    }
    let lock = folder.path().join("lock.json");
    let refused = adp(&[&["lock", "-o", "lock.json"], &names[..]].concat());
    let told = String::from_utf8(refused.stderr).unwrap();
    assert!(told.starts_with("error[too-large]: the lock file would have "), "{told}");
    assert!(refused.status.code() == Some(1) && !lock.exists());
    // what is written can be read again
    assert!(adp(&["lock", "-o", "lock.json", "a.json", "b.json", "c.json"]).status.success());
    assert!(fs::metadata(&lock).unwrap().len() > 8 << 20);
    assert!(adp(&["diff", "--lock", "lock.json"]).status.success());
}
