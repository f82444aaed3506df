//! The steps that the pages tell CI to take are taken: each `run` of their YAML, as CI's shell would, in the folder of the page's transcript.

use std::{
    env, fs, iter,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::Command,
};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The scripts of the page's YAML blocks: what follows `run:`, on its line or, after `|`, below it.
fn scripts(page: &str) -> Vec<String> {
    let text = fs::read_to_string(root().join("docs/guides").join(page)).unwrap();
    let mut found = Vec::new();
    for block in text.split("```yaml\n").skip(1) {
        let mut lines = block.split("\n```").next().unwrap().lines().peekable();
        while let Some(line) = lines.next() {
            let Some((before, script)) = line.split_once("run: ") else { continue };
            let deeper = |line: &&str| line.starts_with(&" ".repeat(before.trim_end_matches("- ").len() + 1));
            found.push(match script {
                "|" => iter::from_fn(|| lines.next_if(deeper)).collect::<Vec<_>>().join("\n"),
                _ => script.to_owned(),
            });
        }
    }
    found
}

/// A copy of a transcript's folder.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let to = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &to);
        } else {
            fs::copy(entry.path(), &to).unwrap();
            // keys of which the checkout does not say that they are secret
            if to.extension().is_some_and(|extension| extension == "pem") {
                fs::set_permissions(&to, fs::Permissions::from_mode(0o600)).unwrap();
            }
        }
    }
}

/// Bash with `adp` on its path, ending with the first failure, as CI runs a step.
fn run(script: &str, folder: &Path, environment: &[(&str, &str)]) {
    let adp = Path::new(env!("CARGO_BIN_EXE_adp")).parent().unwrap();
    let path =
        env::join_paths(iter::once(adp.to_owned()).chain(env::split_paths(&env::var_os("PATH").unwrap()))).unwrap();
    let mut bash = Command::new("bash");
    let output = bash
        .args(["-e", "-u", "-c", script])
        .current_dir(folder)
        .env("PATH", path)
        .envs(environment.iter().copied())
        .output()
        .unwrap();
    let said = [output.stdout, output.stderr].map(|said| String::from_utf8_lossy(&said).into_owned()).concat();
    assert!(output.status.success(), "{script}\n{said}");
}

#[test]
fn a_catalog_is_published_in_ci() {
    let folder = tempfile::tempdir().unwrap();
    copy(&root().join("tests/cli/catalogs.in"), folder.path());
    let steps = scripts("catalogs.md");
    assert_eq!(steps.len(), 1);
    let sign = "adp sign agents/.well-known/agent-card.json --key agent.pem --method did:wba:hotel.example.com:agent#key-1 --in-place";
    let key = |name| fs::read_to_string(folder.path().join(name)).unwrap();
    let (agent, catalog) = (key("agent.pem"), key("catalog.pem"));
    let temporary = tempfile::tempdir().unwrap();
    let environment =
        [("AGENT_KEY", agent.as_str()), ("CATALOG_KEY", &catalog), ("RUNNER_TEMP", temporary.path().to_str().unwrap())];
    run(sign, folder.path(), &[]);
    // once for the push, once more a week later
    for _ in 0..2 {
        run(&steps[0], folder.path(), &environment);
    }
    let log: serde_json::Value =
        serde_json::from_slice(&fs::read(folder.path().join("doctor.sarif")).unwrap()).unwrap();
    assert_eq!(log["version"], "2.1.0");
    assert!(folder.path().join("site/.well-known/ai-catalog.json").is_file());
}

#[test]
fn descriptions_are_published_in_ci() {
    let folder = tempfile::tempdir().unwrap();
    copy(&root().join("tests/cli/publish.in"), folder.path());
    let steps = scripts("publishing.md");
    assert_eq!(steps.len(), 2);
    for step in &steps {
        run(step, folder.path(), &[("KEY_FILE", "agent.pem")]);
    }
    assert!(
        folder.path().join("published.json").is_file()
            && folder.path().join("site/.well-known/agent-descriptions").is_file()
    );
}

/// A step of `action.yml`, run with these inputs by the shell of the action.
fn act(step: &str, folder: &Path, inputs: &[(&str, &str)]) -> bool {
    let action = fs::read_to_string(root().join("action.yml")).unwrap();
    let text = action.split("    - name: ").find(|text| text.starts_with(&format!("{step}\n"))).unwrap();
    let script = text.split("      run: |\n").nth(1).unwrap();
    let script: String = script.lines().map(|line| format!("{}\n", line.trim_start())).collect();
    // each input of the step is one that the action has, and the test gives all of them
    for input in text.split("${{ inputs.").skip(1).map(|rest| rest.split(' ').next().unwrap()) {
        assert!(action.contains(&format!("\n  {input}:\n    description: ")), "{input}");
        let is_given = inputs.iter().any(|(name, _)| name.eq_ignore_ascii_case(input));
        assert!(is_given, "{step} needs {input}");
    }
    let adp = Path::new(env!("CARGO_BIN_EXE_adp")).parent().unwrap();
    let others = env::var_os("PATH").unwrap();
    let path = iter::once(adp.to_owned()).chain(env::split_paths(&others));
    let mut bash = Command::new("bash");
    bash.args(["--noprofile", "--norc", "-e", "-o", "pipefail", "-c", &script]).current_dir(folder);
    bash.env("PATH", env::join_paths(path).unwrap()).env("RUNNER_TEMP", folder).envs(inputs.iter().copied());
    bash.output().unwrap().status.success()
}

#[test]
fn the_action_checks_and_leaves_sarif() {
    let folder = tempfile::tempdir().unwrap();
    copy(&root().join("tests/cli/check.in"), folder.path());
    let check = |files: &str, arguments: &str| {
        let is_valid = act("Check", folder.path(), &[("FILES", files), ("ARGUMENTS", arguments)]);
        let log = fs::read(folder.path().join("adp.sarif")).unwrap();
        let log: serde_json::Value = serde_json::from_slice(&log).unwrap();
        assert_eq!(log["version"], "2.1.0");
        (is_valid, log["runs"][0]["results"].as_array().unwrap().len())
    };
    assert_eq!(check("ad.json", ""), (true, 0));
    let (is_valid, count) = check("ad.json faults.json", "--strict");
    assert!(!is_valid && count > 0, "{count}");
}

#[test]
fn the_action_publishes_with_a_key_and_verifies() {
    let folder = tempfile::tempdir().unwrap();
    copy(&root().join("tests/cli/publish.in"), folder.path());
    let key = fs::read_to_string(folder.path().join("agent.pem")).unwrap();
    let inputs = [("FOLDER", "agents"), ("SITE", "new-site"), ("KEY", key.as_str()), ("ARGUMENTS", "--expires-in 30d")];
    assert!(act("Publish", folder.path(), &inputs));
    assert!(!folder.path().join("adp-key.pem").exists());
    let expected = "--did-document new-site/.well-known/did.json --domain agent.example.com";
    assert!(act("Verify", folder.path(), &[("TARGET", "new-site/ad.json"), ("ARGUMENTS", expected)]));
    let other = "--did-document new-site/.well-known/did.json --domain other.example.com";
    assert!(!act("Verify", folder.path(), &[("TARGET", "new-site/ad.json"), ("ARGUMENTS", other)]));
}

#[test]
fn the_hooks_are_commands() {
    let hooks = fs::read_to_string(root().join(".pre-commit-hooks.yaml")).unwrap();
    let entries: Vec<&str> = hooks.lines().filter_map(|line| line.strip_prefix("  entry: ")).collect();
    assert_eq!(entries.len(), 3);
    for entry in entries {
        let words: Vec<&str> = entry.split(' ').collect();
        assert_eq!(words[0], "adp");
        // a hook gets the names of files
        let output = Command::new(env!("CARGO_BIN_EXE_adp")).args(&words[1..]).arg("--help").output().unwrap();
        assert!(output.status.success(), "{entry}");
    }
}
