//! `adp check`: every rule a description breaks, with its place and a way out.

mod sarif;

use crate::{
    failure::{Failure, Outcome, count},
    network::{Network, NetworkArgs},
    source::Source,
    terminal::Terminal,
};
use agent_description::{
    Document, Limits,
    description::{self, CheckOptions, Diagnostic, Profile, Severity},
    json::{Json, Lines, Object, Position},
};

const EXAMPLES: &str = "\
Examples:
  adp check ad.json
  adp check https://agent.example.com/ad.json --strict
  adp check ad.json --format sarif > ad.sarif          for code scanning

Errors are what makes verifiers refuse the description; warnings are what somebody will
stumble over. Exit code 1 says there is an error.";

/// Check a description by the rules of the specification
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The description: a file or URL; `-` is stdin
    #[arg(value_name = "FILE|URL")]
    input: String,

    /// Make errors of the warnings that the specification's text supports
    #[arg(long)]
    strict: bool,

    /// How to show the findings; --json is `--format json`
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    format: Format,

    #[command(flatten)]
    network: NetworkArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    Human,
    Json,
    Sarif,
}

/// Everything that is known about an input after checking it.
struct Findings<'a> {
    input: &'a str,
    /// `None` when the input is not JSON.
    profile: Option<Profile>,
    diagnostics: Vec<Diagnostic>,
    /// Why the input could not be read.
    unreadable: Option<Failure>,
}

impl Findings<'_> {
    fn number_of(&self, severity: Severity) -> usize {
        self.diagnostics.iter().filter(|diagnostic| diagnostic.severity == severity).count()
    }

    fn valid(&self) -> bool {
        self.unreadable.is_none() && self.number_of(Severity::Error) == 0
    }

    fn outcome(&self) -> Outcome {
        match &self.unreadable {
            Some(failure) => failure.outcome(),
            None if self.valid() => Outcome::Done,
            None => Outcome::Refused,
        }
    }
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    let format = match args.format {
        Format::Human if terminal.wants_json() => Format::Json,
        Format::Sarif if terminal.wants_json() => {
            return Err(Failure::usage("--json and --format sarif cannot be had together"));
        }
        format => format,
    };
    let limits = Limits::default();
    let source = Source::of(&args.input);
    let name = source.display_name();
    let network = Network::new(&args.network, terminal)?;
    let bytes = source.read(&network, limits.document_bytes, terminal)?.bytes;

    let mut findings = Findings { input: &name, profile: None, diagnostics: Vec::new(), unreadable: None };
    match Document::parse(&bytes, &limits) {
        Ok(document) => {
            findings.profile = Some(Profile::of(&document));
            findings.diagnostics =
                description::check(&document, &CheckOptions { strict: args.strict, ..CheckOptions::default() });
        }
        Err(error) => findings.unreadable = Some(Failure::from(error).in_input(&name, &bytes)),
    }
    if let Some(failure) = &findings.unreadable {
        terminal.explain(failure);
    }
    match format {
        Format::Human if findings.unreadable.is_some() => {}
        Format::Human => print(&findings, &bytes, terminal)?,
        Format::Json => terminal.print_json(&to_json(&findings))?,
        Format::Sarif => terminal.print_json(&sarif::to_json(&findings))?,
    }
    Ok(findings.outcome())
}

/// Findings with their lines on stderr, the verdict on stdout.
fn print(findings: &Findings, source: &[u8], terminal: &Terminal) -> Result<(), Failure> {
    let lines = Lines::new(source);
    for (at, diagnostic) in findings.diagnostics.iter().enumerate() {
        if at > 0 {
            terminal.note("");
        }
        terminal.show(diagnostic.severity, &to_failure(diagnostic).in_lines(findings.input, source, Some(&lines)));
    }
    let counted = [(Severity::Error, "error"), (Severity::Warning, "warning"), (Severity::Note, "note")]
        .into_iter()
        .filter_map(|(severity, word)| match findings.number_of(severity) {
            0 => None,
            1 => Some(format!("1 {word}")),
            n => Some(format!("{n} {word}s")),
        })
        .collect::<Vec<_>>();
    let verdict = if findings.valid() { "valid" } else { "not valid" };
    let counted = if counted.is_empty() { String::new() } else { format!(": {}", counted.join(", ")) };
    let profile = findings.profile.map_or("", Profile::as_str);
    terminal.print(format_args!("{}: {verdict} ({profile}){counted}\n", crate::escape::escape(findings.input)))
}

fn to_failure(diagnostic: &Diagnostic) -> Failure {
    let failure = Failure::new(diagnostic.code, diagnostic.message.as_str())
        .at_position(position(diagnostic))
        .by_rule(diagnostic.rule.id)
        .with_replacement(diagnostic.replacement.as_deref());
    match &diagnostic.help {
        Some(help) => failure.with_help(help),
        None => failure,
    }
}

fn position(diagnostic: &Diagnostic) -> Option<Position> {
    diagnostic.line.zip(diagnostic.column).map(|(line, column)| Position { line, column })
}

/// `{valid, profile, diagnostics}`, and `error` beside them where the input could not be read.
fn to_json(findings: &Findings) -> Json {
    let mut object = Object::new();
    object.insert("valid", findings.valid());
    object.insert("profile", findings.profile.map(Profile::as_str));
    let mut diagnostics: Vec<Json> = findings.diagnostics.iter().map(diagnostic_to_json).collect();
    if let Some(failure) = &findings.unreadable {
        diagnostics.push(unreadable_to_json(failure));
    }
    object.insert("diagnostics", diagnostics);
    if let Some(error) = findings.unreadable.as_ref().and_then(|failure| failure.to_json().get("error").cloned()) {
        object.insert("error", error);
    }
    object.into()
}

fn diagnostic_to_json(diagnostic: &Diagnostic) -> Json {
    let mut object = Object::with_capacity(7);
    object.insert("code", diagnostic.code.as_str());
    object.insert("severity", diagnostic.severity.as_str());
    object.insert("message", diagnostic.message.as_str());
    object.insert("pointer", diagnostic.pointer.as_deref());
    object.insert("line", diagnostic.line.map(count));
    object.insert("column", diagnostic.column.map(count));
    object.insert("help", diagnostic.help.as_deref());
    object.into()
}

/// What could not be read is a finding too.
fn unreadable_to_json(failure: &Failure) -> Json {
    let mut object = Object::with_capacity(7);
    object.insert("code", failure.code());
    object.insert("severity", Severity::Error.as_str());
    object.insert("message", failure.message());
    object.insert("pointer", None::<&str>);
    object.insert("line", failure.position().map(|position| count(position.line)));
    object.insert("column", failure.position().map(|position| count(position.column)));
    object.insert("help", None::<&str>);
    object.into()
}
