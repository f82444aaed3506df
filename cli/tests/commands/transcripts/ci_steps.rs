//! The steps that the pages tell CI to take are taken: each `run` of their YAML, as CI's shell would, in the folder of the page's transcript.

use agent_description::hex::hex;
use sha2::{Digest, Sha256};
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
    bash.env("GITHUB_OUTPUT", folder.join("github-output"));
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

/// Patterns are those of the shell; what matches nothing or cannot be read is an error, and leaves no report to upload.
#[test]
fn the_action_takes_patterns() {
    let folder = tempfile::tempdir().unwrap();
    let example = fs::read(root().join("tests/cli/check.in/ad.json")).unwrap();
    for path in ["agents/one.json", "agents/more/two rooms.json", "agents/more/deep/three.json", "notes.json"] {
        fs::create_dir_all(folder.path().join(path).parent().unwrap()).unwrap();
        fs::write(folder.path().join(path), &example).unwrap();
    }
    let output = folder.path().join("github-output");
    // whether the exit code is 0, a report is to be uploaded, and there is one
    let check = |files: &str| {
        drop(fs::remove_file(&output));
        let is_valid = act("Check", folder.path(), &[("FILES", files), ("ARGUMENTS", "")]);
        let is_reported = fs::read_to_string(&output).is_ok_and(|text| text == "report=true\n");
        let log = fs::read(folder.path().join("adp.sarif")).unwrap_or_default();
        (is_valid, is_reported, !log.is_empty())
    };
    for files in ["agents/*.json", "agents/**/*.json", "agents", "agents/one.json\nagents/more/*.json", "a*s/more/two*"]
    {
        assert_eq!(check(files), (true, true, true), "{files}");
    }
    fs::remove_file(folder.path().join("adp.sarif")).unwrap();
    for files in ["sites/*.json", "agents/*.json sites/*.json", " ", "agents/other.json"] {
        let (is_valid, is_reported, has_report) = check(files);
        assert!(!is_valid && is_reported == has_report, "{files}");
    }
    // `**` reaches each folder
    fs::write(folder.path().join("agents/more/deep/three.json"), "{}").unwrap();
    assert!(!check("agents/**/*.json").0);
    assert!(check("agents/*.json agents/*/*.json").0);
}

/// The YAML blocks of a page that are not marked as not run.
fn recipes(page: &str) -> Vec<String> {
    let text = fs::read_to_string(root().join("docs").join(page)).unwrap();
    text.split("```yaml\n").skip(1).map(|block| block.split("\n```").next().unwrap().to_owned()).collect()
}

/// Each page with a recipe, and what runs it. A new one needs a test, or `norun` and a sentence that says so.
#[test]
fn every_recipe_is_run() {
    let run = [
        ("guides/catalogs.md", "a_catalog_is_published_in_ci"),
        ("guides/checking.md", "the_recipes_of_the_action_are_run"),
        ("guides/publishing.md", "descriptions_are_published_in_ci"),
        ("start/flow.md", "site::start_pages, as a file of the page"),
        ("start/publish.md", "the_recipes_of_the_action_are_run"),
        ("start/zh-CN/flow.md", "the same code as the English page"),
        ("start/zh-CN/publish.md", "the same code as the English page"),
    ];
    let (mut folders, mut pages) = (vec![root().join("docs")], Vec::new());
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "md")
                && fs::read_to_string(&path).unwrap().contains("```yaml\n")
            {
                pages.push(path.strip_prefix(root().join("docs")).unwrap().to_str().unwrap().to_owned());
            }
        }
    }
    pages.sort();
    assert_eq!(pages, run.map(|(page, _)| page));
}

/// The steps of the pages that use the action, with the inputs that they show.
#[test]
fn the_recipes_of_the_action_are_run() {
    let action = fs::read_to_string(root().join("action.yml")).unwrap();
    let inputs_of = |recipe: &str| -> Vec<(String, String)> {
        let after = recipe.split("uses: agent-description/agent-description@main\n").nth(1).unwrap();
        let with = after.trim_start().strip_prefix("with:").unwrap();
        let inline = with.trim_start().strip_prefix('{').map(|it| it.split('}').next().unwrap().to_owned());
        let lines = with.lines().skip(1).take_while(|line| line.starts_with("          "));
        let text = inline.unwrap_or_else(|| lines.collect::<Vec<_>>().join(","));
        let pair = |pair: &str| {
            let (name, value) = pair.split_once(':').unwrap();
            (name.trim().to_owned(), value.trim().trim_matches('"').to_owned())
        };
        let pairs: Vec<_> = text.split(',').map(pair).collect();
        for (name, _) in &pairs {
            assert!(action.contains(&format!("\n  {name}:\n    description: ")), "{name}");
        }
        pairs
    };
    let checking = recipes("guides/checking.md");
    assert_eq!(checking.len(), 1);
    let inputs = inputs_of(&checking[0]);
    assert_eq!(inputs[0], ("mode".to_owned(), "check".to_owned()));
    let folder = tempfile::tempdir().unwrap();
    copy(&root().join("tests/cli/publish.in/agents"), &folder.path().join("agents"));
    assert!(act("Check", folder.path(), &[("FILES", &inputs[1].1), ("ARGUMENTS", "")]));

    let publishing = recipes("start/publish.md");
    assert_eq!(publishing.len(), 1);
    let inputs = inputs_of(&publishing[0]);
    assert_eq!(inputs.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["mode", "key"]);
    let folder = tempfile::tempdir().unwrap();
    copy(&root().join("tests/cli/publish.in"), folder.path());
    let key = fs::read_to_string(folder.path().join("agent.pem")).unwrap();
    // the defaults of `folder`, `site` and `arguments`
    let given = [("FOLDER", "agents"), ("SITE", "site"), ("KEY", key.as_str()), ("ARGUMENTS", "")];
    assert!(act("Publish", folder.path(), &given));
    let script = publishing[0].split("- run: |\n").nth(1).unwrap();
    let script: Vec<&str> =
        script.lines().take_while(|line| line.starts_with("          ")).map(str::trim_start).collect();
    let temporary = tempfile::tempdir().unwrap();
    run(&script.join("\n"), folder.path(), &[("RUNNER_TEMP", temporary.path().to_str().unwrap())]);
    assert!(temporary.path().join("public/.well-known/agent-descriptions").is_file());
    assert!(!temporary.path().join("public/.adp-site.json").exists());
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
        // a hook gets the names of files
        run(&format!("{}/{entry} --help", root().display()), &root(), &[]);
    }
}

/// What `.ci/adp` downloads: an archive, whose program starts the one under test, and the checksums.
fn release(folder: &Path) -> PathBuf {
    let system = match env::consts::OS {
        "macos" => "apple-darwin",
        _ => "unknown-linux-musl",
    };
    let name = format!("adp-{}-{}-{system}", env!("CARGO_PKG_VERSION"), env::consts::ARCH);
    let program = folder.join(&name).join("adp");
    fs::create_dir_all(folder.join(&name)).unwrap();
    fs::write(&program, format!("#!/bin/sh\nexec '{}' \"$@\"\n", env!("CARGO_BIN_EXE_adp"))).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    let archive = folder.join(format!("{name}.tar.gz"));
    let mut tar = Command::new("tar");
    tar.arg("-czf").arg(&archive).arg("-C").arg(folder).arg(&name);
    assert!(tar.status().unwrap().success());
    let sum = hex(&Sha256::digest(fs::read(&archive).unwrap()));
    fs::write(folder.join("SHA256SUMS"), format!("{sum}  {name}.tar.gz\n")).unwrap();
    archive
}

/// The action downloads the release of its version and checks it; it compiles only where there is no release. A hook does the same.
#[test]
fn the_release_is_downloaded() {
    let folder = tempfile::tempdir().unwrap();
    let [downloads, none, bin] = ["downloads", "none", "bin"].map(|name| folder.path().join(name));
    for folder in [&downloads, &none, &bin] {
        fs::create_dir(folder).unwrap();
    }
    let archive = release(&downloads);
    // in place of compiling
    let cargo = bin.join("cargo");
    fs::write(&cargo, "#!/bin/sh\necho \"$@\" >\"$HOME/cargo\"\n").unwrap();
    fs::set_permissions(&cargo, fs::Permissions::from_mode(0o755)).unwrap();
    let start = |script: &str, home: &str, downloads: &Path| {
        let home = folder.path().join(home);
        fs::create_dir_all(&home).unwrap();
        let output = Command::new("bash")
            .args(["--noprofile", "--norc", "-e", "-o", "pipefail", "-c", script])
            .env_clear()
            .env("PATH", format!("{}:/usr/bin:/bin", bin.display()))
            .env("ACTION", root())
            .env("ADP_DOWNLOADS", format!("file://{}", downloads.display()))
            .env("GITHUB_PATH", home.join("path"))
            .env("HOME", &home)
            .output()
            .unwrap();
        let said = String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap();
        (output.status.code().unwrap(), said, home)
    };
    let action = fs::read_to_string(root().join("action.yml")).unwrap();
    let step = action.split("    - name: ").find(|text| text.starts_with("Install\n")).unwrap();
    let install = step.split("      run: |").nth(1).unwrap().split_once('\n').unwrap().1;

    let (code, said, home) = start(install, "action", &downloads);
    assert_eq!(code, 0, "{said}");
    let path = fs::read_to_string(home.join("path")).unwrap();
    let output = Command::new(Path::new(path.trim_end()).join("adp")).arg("--version").output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), concat!("adp ", env!("CARGO_PKG_VERSION"), "\n"));
    assert!(!home.join("cargo").exists());
    // a second run needs no download
    assert_eq!(start(install, "action", &none).0, 0);

    let hook = "\"$ACTION\"/.ci/adp --version";
    let (code, said, _) = start(hook, "hook", &downloads);
    assert_eq!((code, said.as_str()), (0, concat!("adp ", env!("CARGO_PKG_VERSION"), "\n")));

    let (code, said, home) = start(install, "unreleased", &none);
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("found no adp-"), "{said}");
    let arguments = fs::read_to_string(home.join("cargo")).unwrap();
    assert!(arguments.starts_with("install ") && arguments.contains("--locked"), "{arguments}");

    fs::write(&archive, [fs::read(&archive).unwrap(), vec![0]].concat()).unwrap();
    for script in [install, hook] {
        let (code, said, home) = start(script, "changed", &downloads);
        assert_eq!(code, 1, "{said}");
        assert!(said.contains("do not use this download"), "{said}");
        assert!(!home.join("cargo").exists() && !home.join("path").exists());
        let left = fs::read_dir(home.join(".cache/adp").join(env!("CARGO_PKG_VERSION"))).unwrap().count();
        assert_eq!(left, 0, "a file of the download is left");
    }
}
