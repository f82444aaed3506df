//! `adp check`: every rule a description breaks, with its place and a way out.

mod coverage;
mod follow;
mod human;
mod json;
mod rules;
pub mod sarif;
mod sarif_log;
mod skills;

use crate::{
    explain,
    failure::{Failure, Outcome},
    file, flow,
    format::FormatArgs,
    network::{Network, NetworkArgs},
    source::{Input, Source},
    terminal::Terminal,
};
use adp_cards::SKILLS_INDEX;
use adp_flows::{
    AGENTS_JSON, ARAZZO, OPENAPI,
    openapi::check_beside,
    workflow::{Supplied, wanted},
};
use agent_description::{
    Document, Timestamp,
    diagnostic::CheckReport,
    format::{Format as DocumentFormat, FormatError, Options},
};
use coverage::Report;
use follow::Links;
pub use human::to_failure;
pub use rules::{explain_rule, rule, rule_ids};
use std::{collections::HashSet, time::Duration};

const EXAMPLES: &str = "\
Examples:
  adp check ad.json
  adp check https://agent.example.com/ad.json --strict
  adp explain adp-5-name                               what a rule requires, and why
  adp check site/*.json --coverage                     which rules were met, broken or never exercised
  adp check ad.json --follow                           fetch the URLs that the description names
  adp check site/*.json --format sarif > ad.sarif      for code scanning
  adp check did.json                                   a DID document; its content says that it is one
  adp check agents.json                                flows, beside the OpenAPI documents that lie there too
  adp check f.arazzo.yaml --source shop=../shop.yaml   flows, with an OpenAPI document from elsewhere
  adp check agent-card.json --for registry             an A2A card, and whether a registry takes its size

Errors make verifiers refuse the description; warnings are what some reader will stumble
over. Exit code 1 means that there is an error.";

/// Check documents against the rules of their formats
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The documents: files or URLs; `-` is stdin
    #[arg(value_name = "FILE|URL", required_unless_present_any = ["rules", "explain"])]
    inputs: Vec<String>,

    /// Turn warnings that the specification's text supports into errors
    #[arg(long)]
    strict: bool,

    /// Check what a place asks of documents beyond their format: for a registry, their size
    #[arg(long = "for", value_name = "PLACE")]
    place: Option<PlaceFor>,

    /// How to show the findings; --json means `--format json`, with one object per line for several inputs
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    format: Format,

    /// Report which rules the inputs met, broke or never exercised
    #[arg(long)]
    coverage: bool,

    /// Fetch the URLs that the descriptions name, and warn about those that cannot be reached
    #[arg(long, conflicts_with = "offline")]
    follow: bool,

    /// The longest time to spend fetching them: 90s, 5m, 1h
    #[arg(long, value_name = "TIME", default_value = "1m", value_parser = crate::duration::parse, requires = "follow")]
    deadline: Duration,

    /// Read a source of flows from here, by its name; may be repeated
    #[arg(long = "source", value_name = "NAME=FILE|URL", value_parser = flow::pair, conflicts_with_all = ["rules", "explain"])]
    sources: Vec<(String, String)>,

    /// List the rules
    #[arg(long, conflicts_with_all = ["inputs", "explain", "coverage", "follow"])]
    rules: bool,

    /// The same as `adp explain ID`
    #[arg(long, value_name = "ID", conflicts_with_all = ["inputs", "coverage", "follow"])]
    explain: Option<String>,

    #[command(flatten)]
    format_of_input: FormatArgs,

    #[command(flatten)]
    network: NetworkArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    Human,
    Json,
    Sarif,
}

impl Format {
    /// Of a verb without `--format`.
    pub fn of(terminal: &Terminal) -> Self {
        if terminal.wants_json() { Self::Json } else { Self::Human }
    }
}

/// Where a document is to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum PlaceFor {
    Registry,
}

/// Everything that is known about an input after checking it.
#[derive(Debug)]
pub struct Findings {
    input: String,
    source: Vec<u8>,
    /// `None` when the input is not JSON, or of no format; `a+b` when it is of several.
    profile: Option<String>,
    formats: Vec<&'static dyn DocumentFormat>,
    report: CheckReport,
    /// Why the input could not be read.
    unreadable: Option<Failure>,
}

impl Findings {
    fn valid(&self) -> bool {
        self.unreadable.is_none() && self.report.is_valid()
    }

    fn outcome(&self) -> Outcome {
        match &self.unreadable {
            Some(failure) => failure.outcome(),
            None if self.valid() => Outcome::Done,
            None => Outcome::Refused,
        }
    }
}

/// What every input of a run is checked with.
struct Job<'a> {
    format_of_input: &'a FormatArgs,
    options: Options,
    network: Network,
    links: Option<Links>,
    /// Where the user says that sources of flows are.
    sources: &'a [(String, String)],
    /// The names of the sources of all inputs.
    source_names: HashSet<String>,
    terminal: &'a Terminal,
}

impl Job<'_> {
    /// Reads or fetches an input and checks it; `Err` if there are no bytes to check.
    fn check(&mut self, input: &str) -> Result<Findings, Failure> {
        let source = Source::of(input);
        let name = source.display_name();
        let most = self.format_of_input.most_bytes(&self.options.limits);
        let Input { bytes, url } = source.read(&self.network, most, self.terminal)?;
        let mut findings = Findings::unread(name);
        match self.format_of_input.read(input, &bytes, &self.options.limits) {
            Ok((document, formats)) => self.judge(&document, input, url.as_deref(), formats, &mut findings)?,
            Err(error) => findings.unreadable = Some(Failure::of(&error).in_input(&findings.input, &bytes)),
        }
        findings.source = bytes;
        Ok(findings)
    }

    /// Checks a document by each of the formats that it is of.
    fn judge(
        &mut self,
        document: &Document,
        input: &str,
        url: Option<&str>,
        formats: Vec<&'static dyn DocumentFormat>,
        findings: &mut Findings,
    ) -> Result<(), Failure> {
        let profiles: Vec<String> = formats.iter().map(|format| format.profile(document)).collect();
        findings.profile = Some(profiles.join("+"));
        let network = self.links.as_ref().map(|_| &self.network);
        let supplied = if is_of_flows(&formats) {
            self.source_names.extend(wanted(document).iter().map(|source| source.name.to_string()));
            let named = flow::Named { places: self.sources, network: &self.network };
            flow::supplied_or_named(document, url.unwrap_or(input), network, named, self.terminal)?
        } else {
            Vec::new()
        };
        findings.report = report_of(document, &formats, (input, url), supplied, &self.options);
        if let Some(links) = self.links.as_mut().filter(|_| formats.iter().any(|format| format.is_description())) {
            links.follow(document, &self.network, &mut findings.report);
        }
        if let Some(links) = self.links.as_mut().filter(|_| formats.iter().any(|it| it.name() == SKILLS_INDEX.name())) {
            skills::follow(document, url, &self.network, links.time(), &mut findings.report);
        }
        findings.formats = formats;
        Ok(())
    }

    /// That a source which the user named is one of an input.
    fn uses_all_sources(&self) -> Result<(), Failure> {
        match self.sources.iter().find(|(name, _)| !self.source_names.contains(name)) {
            Some((name, _)) => Err(Failure::usage(format!("--source {name}: no input has such a source"))),
            None => Ok(()),
        }
    }
}

impl Findings {
    /// What was found of a document elsewhere.
    pub fn of(input: String, source: Vec<u8>, formats: Vec<&'static dyn DocumentFormat>, report: CheckReport) -> Self {
        Self { source, formats, report, ..Self::unread(input) }
    }

    fn unread(input: String) -> Self {
        Self {
            input,
            source: Vec::new(),
            profile: None,
            formats: Vec::new(),
            report: CheckReport::default(),
            unreadable: None,
        }
    }
}

/// What a document breaks, by each of the formats that it is of and with the files beside it that it names.
fn report_of(
    document: &Document,
    formats: &[&'static dyn DocumentFormat],
    (input, url): (&str, Option<&str>),
    supplied: Vec<Supplied>,
    options: &Options,
) -> CheckReport {
    let mut reports = CheckReport::default();
    for (at, format) in formats.iter().enumerate() {
        let beside = (format.name() == OPENAPI.name()).then(|| flow::beside(input, url)).flatten();
        let report = match beside {
            Some(folder) => check_beside(document, &folder, options),
            None => format.check(document, options),
        };
        if at == 0 { reports = report } else { reports.merge(report) }
    }
    if is_of_flows(formats) {
        reports.merge(flow::fitted(document, supplied, options));
        reports.sort();
    }
    reports
}

fn is_of_flows(formats: &[&'static dyn DocumentFormat]) -> bool {
    formats.iter().any(|format| [AGENTS_JSON.name(), ARAZZO.name()].contains(&format.name()))
}

/// What `adp check FILE` finds in the bytes of a file, without a network.
pub fn of_file(name: &str, bytes: &[u8], options: &Options, terminal: &Terminal) -> Result<CheckReport, FormatError> {
    let (document, formats) = FormatArgs::default().read(name, bytes, &options.limits)?;
    let supplied = if is_of_flows(&formats) { flow::supplied_for(&document, name, None, terminal) } else { Vec::new() };
    Ok(report_of(&document, &formats, (name, None), supplied, options))
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    let format = format_of(args, terminal)?;
    if args.rules {
        return rules::list(args.format_of_input.forced(), format, terminal);
    }
    if let Some(id) = &args.explain {
        return explain::explain(id, explain::First::Rule, format, terminal);
    }
    if args.inputs.iter().filter(|input| *input == file::STDIN).count() > 1 {
        return Err(Failure::usage(Terminal::STDIN_TWICE));
    }
    let mut options = Options::at(Timestamp::now());
    options.strict = args.strict;
    options.for_registry = args.place == Some(PlaceFor::Registry);
    let mut job = Job {
        format_of_input: &args.format_of_input,
        options,
        network: Network::new(&args.network, terminal)?,
        links: args.follow.then(|| Links::within(args.deadline)),
        sources: &args.sources,
        source_names: HashSet::new(),
        terminal,
    };
    let outcome = match (args.inputs.as_slice(), args.coverage) {
        ([input], false) => single(&job.check(input)?, format, terminal),
        (inputs, false) => several(&mut job, inputs, format, terminal),
        (inputs, true) => covered(&mut job, inputs, format, terminal),
    }?;
    job.uses_all_sources().map(|()| outcome)
}

fn format_of(args: &Args, terminal: &Terminal) -> Result<Format, Failure> {
    let format = match args.format {
        Format::Human if terminal.wants_json() => Format::Json,
        Format::Sarif if terminal.wants_json() => {
            return Err(Failure::usage("--json and --format sarif cannot be combined"));
        }
        format => format,
    };
    let about_rules = args.rules || args.explain.is_some() || args.coverage;
    if format == Format::Sarif && about_rules {
        return Err(Failure::usage(
            "SARIF is only for findings; --rules, --explain and --coverage support human and json",
        ));
    }
    Ok(format)
}

fn single(findings: &Findings, format: Format, terminal: &Terminal) -> Result<Outcome, Failure> {
    if let Some(failure) = &findings.unreadable {
        terminal.explain(failure);
    }
    match format {
        Format::Human if findings.unreadable.is_some() => {}
        Format::Human => human::print(findings, terminal)?,
        Format::Json => terminal.print_json(&json::Checked::only(findings))?,
        Format::Sarif => terminal.print_json(&sarif::log_of(std::slice::from_ref(findings)))?,
    }
    Ok(findings.outcome())
}

/// Findings by input, in the order of the inputs.
fn several(job: &mut Job, inputs: &[String], format: Format, terminal: &Terminal) -> Result<Outcome, Failure> {
    let mut outcome = Outcome::Done;
    let mut all = Vec::new();
    let mut verdicts = human::Verdicts::default();
    for (at, input) in inputs.iter().enumerate() {
        let findings = checked(job, input);
        outcome = outcome.and(findings.outcome());
        verdicts.count(&findings);
        if at > 0 && format == Format::Human {
            terminal.note("");
        }
        if let Some(failure) = &findings.unreadable {
            terminal.explain(failure);
        }
        match format {
            Format::Human => human::print(&findings, terminal)?,
            Format::Json => terminal.print_json_line(&json::Checked::one_of_several(&findings))?,
            Format::Sarif => all.push(findings),
        }
    }
    match format {
        Format::Sarif => terminal.print_json(&sarif::log_of(&all))?,
        Format::Human | Format::Json => terminal.note(&verdicts.to_text()),
    }
    Ok(outcome)
}

/// Which rules were exercised; the findings themselves are not shown.
fn covered(job: &mut Job, inputs: &[String], format: Format, terminal: &Terminal) -> Result<Outcome, Failure> {
    let mut outcome = Outcome::Done;
    let mut report = Report::default();
    for input in inputs {
        let findings = checked(job, input);
        outcome = outcome.and(findings.outcome());
        if let Some(failure) = &findings.unreadable {
            terminal.explain(failure);
        }
        report.add(&findings);
    }
    match format {
        Format::Json => terminal.print_json(&report.for_programs())?,
        Format::Human | Format::Sarif => terminal.print(report.to_text())?,
    }
    Ok(outcome)
}

/// One of several inputs: that it cannot be read is a finding about it.
fn checked(job: &mut Job, input: &str) -> Findings {
    job.check(input).unwrap_or_else(|failure| Findings {
        unreadable: Some(failure),
        ..Findings::unread(Source::of(input).display_name())
    })
}
