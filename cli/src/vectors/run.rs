//! `adp vectors run`: every vector of a folder, through this library or another implementation's command.

use super::{
    answer::{Answer, answer},
    format::Vector,
};
use crate::{
    failure::{Failure, Outcome, count},
    file,
    terminal::Terminal,
};
use agent_description::{
    Limits,
    json::{self, Object},
};
use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// Vector files end so.
pub const EXTENSION: &str = "txt";

/// Larger vector files are refused: the largest input of ours is one byte over 1 MiB.
pub const FILE_BYTES: usize = 4 << 20;

const EXAMPLES: &str = "\
Examples:
  adp vectors run                                  the vectors in ./vectors, through this program
  adp vectors run vectors/verify                   one folder of them
  adp vectors run --against 'python3 answer.py'    through another implementation

A command for --against is run once a vector, with the vector's path as its last argument and the
file on its standard input. It prints one line of JSON: {\"result\": \"ok\"} or {\"result\": CODE},
with \"output\" where the vector has one. {\"result\": \"unknown\"} skips a vector. The command is
split at spaces; no shell is involved. Exit code 1 if any vector fails.";

/// Run test vectors here or through another implementation's command
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// A folder of vectors, or one vector file
    #[arg(default_value = "vectors")]
    dir: PathBuf,

    /// The command of another implementation, for example 'python3 answer.py'
    #[arg(long, value_name = "COMMAND")]
    against: Option<String>,
}

/// How one vector came out.
enum Verdict {
    Passed,
    Failed(String),
    /// The vector needs something that the implementation does not know.
    Skipped(String),
}

pub fn run(args: &Args, terminal: &mut Terminal) -> Result<Outcome, Failure> {
    let command: Option<Vec<&str>> = args.against.as_deref().map(|command| command.split_whitespace().collect());
    if command.as_ref().is_some_and(Vec::is_empty) {
        return Err(Failure::usage("--against needs a command, for example --against 'python3 answer.py'"));
    }
    let files = vector_files(&args.dir)?;
    if files.is_empty() {
        return Err(Failure::usage(format!("{} holds no vectors (*.{EXTENSION})", args.dir.display())));
    }
    let (mut passed, mut failed, mut skipped) = (0, 0, 0);
    let mut report = Vec::new();
    for path in &files {
        let verdict = judge(path, command.as_deref(), terminal)?;
        let name = path.strip_prefix(&args.dir).unwrap_or(path).display().to_string();
        let (word, reason) = match verdict {
            Verdict::Passed => {
                passed += 1;
                ("passed", None)
            }
            Verdict::Failed(reason) => {
                failed += 1;
                ("failed", Some(reason))
            }
            Verdict::Skipped(reason) => {
                skipped += 1;
                ("skipped", Some(reason))
            }
        };
        if let Some(reason) = &reason {
            terminal.note(&format!("{word}: {name}: {reason}"));
        }
        let mut entry: Object = [("vector", name.as_str()), ("verdict", word)].into_iter().collect();
        entry.insert("reason", reason);
        report.push(entry.into());
    }
    if terminal.wants_json() {
        let mut summary = Object::new();
        summary.insert("passed", count(passed));
        summary.insert("failed", count(failed));
        summary.insert("skipped", count(skipped));
        summary.insert("vectors", report);
        terminal.print_json(&summary.into())?;
    } else {
        terminal.print(format_args!("{passed} passed, {failed} failed, {skipped} skipped\n"))?;
    }
    Ok(if failed == 0 { Outcome::Done } else { Outcome::Refused })
}

fn judge(path: &Path, command: Option<&[&str]>, terminal: &mut Terminal) -> Result<Verdict, Failure> {
    let bytes = file::read(path, FILE_BYTES, terminal)?;
    let vector = match Vector::parse(&bytes) {
        Ok(vector) => vector,
        Err(error) => return Ok(Verdict::Failed(error.to_string())),
    };
    let answer = match command {
        None => match answer(&vector, path.parent().unwrap_or(Path::new("."))) {
            Ok(answer) => answer,
            Err(error) if error.is_unknown() => return Ok(Verdict::Skipped(error.to_string())),
            Err(error) => return Ok(Verdict::Failed(error.to_string())),
        },
        Some(command) => match ask(command, path)? {
            Ok(answer) => answer,
            Err(verdict) => return Ok(verdict),
        },
    };
    if answer.meets(&vector) {
        return Ok(Verdict::Passed);
    }
    let shown = |result: &str, output: Option<&str>| match output {
        Some(output) => format!("{result} with {}", shortened(output)),
        None => result.to_owned(),
    };
    let found = match &answer {
        Answer::Ok { output } => shown("ok", output.as_deref()),
        Answer::Refused { code, message: Some(message) } => format!("{code} ({})", shortened(message)),
        Answer::Refused { code, message: None } => code.clone(),
    };
    Ok(Verdict::Failed(format!("expected {}, found {found}", shown(vector.expect(), vector.output()))))
}

/// Asks another implementation's command about one vector.
fn ask(command: &[&str], path: &Path) -> Result<Result<Answer, Verdict>, Failure> {
    let [program, arguments @ ..] = command else {
        return Err(Failure::usage("--against needs a command"));
    };
    let input = fs::File::open(path).map_err(|error| Failure::io("read", path, &error))?;
    let output = Command::new(program)
        .args(arguments)
        .arg(path)
        .stdin(Stdio::from(input))
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| Failure::io("run", Path::new(program), &error))?;
    let line = output.stdout.trim_ascii();
    let answer = json::parse(line, &Limits::default()).ok().and_then(|json| Answer::from_json(&json));
    Ok(match answer {
        Some(Answer::Refused { code, message }) if code == "unknown" => {
            Err(Verdict::Skipped(message.unwrap_or_else(|| "unknown to the command".to_owned())))
        }
        Some(answer) => Ok(answer),
        None => Err(Verdict::Failed(format!(
            "the command printed {:?}, expected one line of JSON with a member `result`",
            shortened(&String::from_utf8_lossy(line))
        ))),
    })
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(200) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// The vector files at a path, sorted: the path itself, or what its folders hold.
pub fn vector_files(path: &Path) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    let mut left = vec![path.to_owned()];
    while let Some(path) = left.pop() {
        let metadata = fs::metadata(&path).map_err(|error| Failure::io("read", &path, &error))?;
        if !metadata.is_dir() {
            files.push(path);
            continue;
        }
        let entries = fs::read_dir(&path).map_err(|error| Failure::io("read", &path, &error))?;
        for entry in entries {
            let inner = entry.map_err(|error| Failure::io("read", &path, &error))?.path();
            if inner.is_dir() || inner.extension().is_some_and(|extension| extension == EXTENSION) {
                left.push(inner);
            }
        }
    }
    files.sort();
    Ok(files)
}
