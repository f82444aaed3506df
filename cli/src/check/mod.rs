//! `adp check`: check documents against the rules of their formats.

mod coverage;
mod fix;
mod folder;
mod follow;
mod human;
mod json;
pub mod rules;
pub mod sarif;
mod skills;
mod tools;

#[cfg(any(feature = "flows", feature = "mcp"))]
pub use tools::tool_format;

use crate::{
    explain,
    failure::{Failure, Outcome},
    input::{
        file, flow_sources,
        format::FormatArgs,
        source::{Input, InputSource},
    },
    network::{Network, NetworkArgs},
    output::terminal::Terminal,
};
use adp_catalogs::SKILLS_INDEX;
use adp_compare::doctor::carries_signature;
use adp_flows::workflow::{CompileError, Compiled, compile, wanted};
use adp_tools::tool_api::{ToolFormat, list_form};
use agent_description::{
    Document, Timestamp,
    diagnostic::{self, CheckReport},
    format::{Format, FormatError, MatchConfidence, Options},
    json::Json,
};
use coverage::CoverageReport;
use fix::{FixArgs, Fixed, Fixes};
use folder::InputName;
use follow::Links;
use std::{cell::Cell, collections::HashSet, time::Duration};
use tools::Destination;

const EXAMPLES: &str = "\
Examples:
  adp check ad.json
  # every document below a folder
  adp check agents
  adp check https://agent.example.com/ad.json --strict
  # what a rule requires, and why
  adp explain adp-5-name
  # which rules passed, failed or did not apply
  adp check site/*.json --coverage
  # also fetch the URLs in the description
  adp check ad.json --follow
  # apply the fixes that findings suggest; -n shows them without writing
  adp check agent-card.json --fix
  # for code scanning
  adp check site/*.json --format sarif > ad.sarif
  # flows; OpenAPI documents are read from the same folder
  adp check agents.json
  # flows, with an OpenAPI document from elsewhere
  adp check f.arazzo.yaml --source shop=../shop.yaml
  # an A2A card, and whether it is too large for a registry
  adp check agent-card.json --for registry
  # tools, and whether a model API accepts them
  adp check tools.json --for anthropic

Verifiers refuse documents with errors. Warnings name things that some readers
misinterpret or ignore. Exit code 1 means that there is an error.";

/// Check documents against the rules of their formats
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Documents to check: files, folders or URLs; `-` is stdin
    #[arg(value_name = "FILE|DIR|URL", required_unless_present_any = ["rules", "explain"])]
    inputs: Vec<String>,

    /// Report warnings that the specification supports as errors; notes stay notes
    #[arg(long)]
    strict: bool,

    /// Also check the rules of a destination, or of several: registry, mcp-registry, openai, anthropic, gemini, …
    #[arg(long = "for", value_name = "PLACE,…", value_delimiter = ',', value_parser = tools::destination, long_help = tools::long_help())]
    places: Vec<Destination>,

    /// Output format; --json is short for `--format json`
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    format: OutputFormat,

    /// Report which rules passed, failed or did not apply
    #[arg(long)]
    coverage: bool,

    /// Fetch the URLs in the documents, and warn about unreachable ones
    #[arg(long, conflicts_with = "offline")]
    follow: bool,

    /// Time limit for these fetches, such as 90s, 5m or 1h
    #[arg(long, hide_short_help = true, value_name = "DUR", default_value = "1m", value_parser = crate::arguments::duration::parse, requires = "follow")]
    deadline: Duration,

    /// Location of the OpenAPI document that flows call NAME; repeatable
    #[arg(long = "source", hide_short_help = true, value_name = "NAME=FILE|URL", value_parser = flow_sources::pair, conflicts_with_all = ["rules", "explain"])]
    sources: Vec<(String, String)>,

    /// List all rules
    #[arg(long, hide_short_help = true, conflicts_with_all = ["inputs", "explain", "coverage", "follow"])]
    rules: bool,

    /// Same as `adp explain ID`
    #[arg(long, hide_short_help = true, value_name = "ID", conflicts_with_all = ["inputs", "coverage", "follow"])]
    explain: Option<String>,

    #[command(flatten)]
    format_of_input: FormatArgs,

    #[command(flatten)]
    fix: FixArgs,

    #[command(flatten)]
    network: NetworkArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum OutputFormat {
    Human,
    Json,
    Sarif,
}

impl OutputFormat {
    /// The format of `--format`, whose value `json` can be written as `--json`.
    pub fn with_option(self, terminal: &Terminal) -> Result<Self, Failure> {
        match self {
            Self::Human => Ok(Self::for_terminal(terminal)),
            Self::Sarif if terminal.wants_json() => Err(Failure::usage("--json and --format sarif cannot be combined")),
            format => Ok(format),
        }
    }

    /// The output format of verbs without `--format`.
    pub fn for_terminal(terminal: &Terminal) -> Self {
        if terminal.wants_json() { Self::Json } else { Self::Human }
    }
}

/// The result of checking an input.
#[derive(Debug, Default)]
pub struct InputFindings {
    input: String,
    source: Vec<u8>,
    /// The format: `None` if the input is not JSON or of unknown format, `a+b` if several formats match.
    profile: Option<String>,
    formats: Vec<&'static Format>,
    document: Option<Document>,
    report: CheckReport,
    /// The changes that `--fix` made before.
    fixed: Option<Fixed>,
    /// The error if the input could not be read.
    unreadable: Option<Failure>,
}

impl InputFindings {
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

/// The state of a run.
struct CheckRun<'a> {
    format_of_input: &'a FormatArgs,
    options: Options,
    /// The model APIs that the tools are for.
    apis: Vec<ToolFormat>,
    for_mcp_registry: bool,
    network: Network,
    links: Option<Links>,
    fixes: Option<Fixes<'a>>,
    format: OutputFormat,
    /// Locations of the sources of flows, from the command line.
    sources: &'a [(String, String)],
    /// Names of the sources of all inputs.
    source_names: HashSet<String>,
    terminal: &'a Terminal,
}

impl CheckRun<'_> {
    /// Reads or fetches an input and checks it. `Err` if it cannot be read.
    fn check(&mut self, input: &str) -> Result<InputFindings, Failure> {
        let most = self.format_of_input.most_bytes(&self.options.limits);
        let Input { bytes, url } = InputSource::from_name(input).read(&self.network, most, self.terminal)?;
        let findings = self.check_bytes(input, bytes, url.as_deref())?;
        match (self.fixes, findings.document.clone()) {
            (Some(fixes), Some(document)) => self.fix(fixes, &document, input, url.as_deref(), findings),
            _ => Ok(findings),
        }
    }

    /// Reads a document, or a list of tools that is none.
    fn read(&self, input: &str, bytes: &[u8]) -> Result<(Document, Vec<&'static Format>), FormatError> {
        match self.apis.first().and_then(|_| self.format_of_input.read_tool_list(bytes)) {
            Some(list) => Ok((list, Vec::new())),
            None => self.format_of_input.read(input, bytes, &self.options.limits),
        }
    }

    fn check_bytes(&mut self, input: &str, bytes: Vec<u8>, url: Option<&str>) -> Result<InputFindings, Failure> {
        let error = match self.read(input, &bytes) {
            Ok(read) => return Ok(InputFindings { source: bytes, ..self.check_document(read, input, url)? }),
            Err(error) => error,
        };
        let mut findings =
            InputFindings { input: InputSource::from_name(input).display_name(), ..InputFindings::default() };
        let failure = Failure::from_error(&error).in_input(&findings.input, &bytes);
        let is_list = self.format_of_input.read_tool_list(&bytes).is_some();
        findings.unreadable = Some(match is_list {
            true => failure.with_help("this is a list of tools; name its model API: --for openai"),
            false => failure,
        });
        findings.source = bytes;
        Ok(findings)
    }

    /// Applies fixes, prints the diff, writes the document and checks it again.
    fn fix(
        &mut self,
        fixes: Fixes<'_>,
        original: &Document,
        input: &str,
        url: Option<&str>,
        mut findings: InputFindings,
    ) -> Result<InputFindings, Failure> {
        let mut fixed = Fixed::default();
        let readings = Cell::new(fix::MAX_READINGS);
        for pass in 1..=fix::MAX_PASSES {
            let Some(document) = &findings.document else { break };
            let read = |text: &str| self.read(input, text.as_bytes()).ok();
            let Some((read, count)) = diagnostic::fix::fix(document, &findings.report, &readings, read) else { break };
            if !fixes.is_forced && carries_signature(original) {
                fixed.is_signed = true;
                fixes.leave(&findings.input)?;
                break;
            }
            findings = self.check_document(read, input, url)?;
            fixed.count += count;
            fixed.is_unfinished = pass == fix::MAX_PASSES || readings.get() == 0;
        }
        let text = String::from_utf8_lossy(&findings.source);
        let shown = findings.document.as_ref().map_or_else(|| text.to_string(), fix::without_credentials);
        let diff = fix::unified_diff(&findings.input, &fix::without_credentials(original), &shown);
        match self.format {
            OutputFormat::Human => self.terminal.print(diff)?,
            OutputFormat::Json | OutputFormat::Sarif => self.terminal.aside(diff),
        }
        fixed.written = fixes.write(input, &text, fixed.count)?;
        if fixed.count > 0 && carries_signature(original) {
            self.terminal.note(&format!("{}: the signature does not cover the fixes; sign it again", findings.input));
        }
        if self.format == OutputFormat::Human || fixed.is_signed {
            self.terminal.note(&fixed.to_text(&findings.input));
        }
        if fixed.is_unfinished {
            self.terminal.note(&format!("{}: more fixes may be left; run the command again", findings.input));
        }
        findings.fixed = Some(fixed);
        Ok(findings)
    }

    /// Checks a document with each matching format.
    fn check_document(
        &mut self,
        (document, formats): (Document, Vec<&'static Format>),
        input: &str,
        url: Option<&str>,
    ) -> Result<InputFindings, Failure> {
        let mut findings =
            InputFindings { input: InputSource::from_name(input).display_name(), ..InputFindings::default() };
        let profiles: Vec<String> = formats.iter().map(|format| format.profile(&document)).collect();
        let list = || list_form(document.json()).map(|form| form.as_str().to_owned());
        findings.profile = if formats.is_empty() { list() } else { Some(profiles.join("+")) };
        let network = self.links.as_ref().map(|_| &self.network);
        let compiled = if formats.iter().any(|format| flow_sources::is_of_flows(format)) {
            self.source_names.extend(wanted(&document).iter().map(|source| source.name.to_string()));
            let named = flow_sources::Named { places: self.sources, network: &self.network };
            let supplied =
                flow_sources::supplied_for(&document, url.unwrap_or(input), network, Some(named), self.terminal)?;
            Some(compile(&document, supplied))
        } else {
            None
        };
        findings.report = report_of(&document, &formats, (input, url), compiled.as_ref(), &self.options);
        let compiled = compiled.and_then(Result::ok);
        if self.for_mcp_registry {
            let report = tools::check_for_mcp_registry(&document, &formats, &findings.report, self.options.strict)?;
            findings.report.merge(report);
        }
        for &api in &self.apis {
            let report = tools::check(&document, &formats, input, compiled.as_ref(), api, self.options.strict)?;
            findings.report.merge(report);
        }
        if let Some(links) = self.links.as_mut().filter(|_| formats.iter().any(|format| format.is_description)) {
            links.follow(&document, &self.network, &mut findings.report);
        }
        if let Some(links) = self.links.as_mut().filter(|_| formats.contains(&SKILLS_INDEX)) {
            skills::follow(&document, url, &self.network, links.time(), &mut findings.report);
        }
        findings.source = document.source().as_bytes().to_vec();
        (findings.document, findings.formats) = (Some(document), formats);
        Ok(findings)
    }

    /// Rejects a `--source` that no input uses.
    fn uses_all_sources(&self) -> Result<(), Failure> {
        match self.sources.iter().find(|(name, _)| !self.source_names.contains(name)) {
            Some((name, _)) => Err(Failure::usage(format!("--source {name}: no input has a source of this name"))),
            None => Ok(()),
        }
    }
}

impl InputFindings {
    /// Creates findings from the report of another check.
    pub fn from_report(input: String, source: Vec<u8>, formats: Vec<&'static Format>, report: CheckReport) -> Self {
        Self { input, source, formats, report, ..Self::default() }
    }
}

/// Checks a document with each matching format, including the local files that it references.
fn report_of(
    document: &Document,
    formats: &[&'static Format],
    (input, url): (&str, Option<&str>),
    compiled: Option<&Result<Compiled, CompileError>>,
    options: &Options,
) -> CheckReport {
    let mut reports = CheckReport::default();
    for (at, format) in formats.iter().enumerate() {
        let report = match flow_sources::beside(input, url) {
            Some(folder) => format.check_beside(document, &folder, options),
            None => format.check(document, options),
        };
        if at == 0 {
            reports = report
        } else {
            reports.merge(report)
        }
        embedded(document, format, options, &mut reports);
    }
    if let Some(compiled) = compiled {
        let mut fitted = flow_sources::fitted(document, compiled, options);
        // one mistake is reported once
        fitted.diagnostics.retain(|found| {
            found.pointer.is_none()
                || !reports.diagnostics.iter().any(|it| (it.code, &it.pointer) == (found.code, &found.pointer))
        });
        reports.merge(fitted);
        reports.sort();
    }
    reports
}

/// Checks the documents embedded in a document.
fn embedded(document: &Document, format: &Format, options: &Options, reports: &mut CheckReport) {
    for part in (format.embedded)(document) {
        let Some(root) = part.as_object() else { continue };
        for other in crate::input::format::all()
            .into_iter()
            .filter(|other| other.match_confidence(root) == MatchConfidence::Certain)
        {
            reports.merge(other.check_embedded(document, part, options));
            reports.sort();
        }
    }
}

/// Checks the bytes of a file without network access.
pub fn check_file(
    name: &str,
    bytes: &[u8],
    options: &Options,
    terminal: &Terminal,
) -> Result<CheckReport, FormatError> {
    let (document, formats) = FormatArgs::default().read(name, bytes, &options.limits)?;
    let is_of_flows = formats.iter().any(|format| flow_sources::is_of_flows(format));
    let compiled = is_of_flows.then(|| {
        // only sources from the command line can fail
        let supplied = flow_sources::supplied_for(&document, name, None, None, terminal).unwrap_or_default();
        compile(&document, supplied)
    });
    Ok(report_of(&document, &formats, (name, None), compiled.as_ref(), options))
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    let format = format_of(args, terminal)?;
    if args.rules {
        let listed = rules::list(args.format_of_input.forced(), format == OutputFormat::Json, terminal);
        return listed.map(Into::into);
    }
    if let Some(id) = &args.explain {
        let explained = explain::explain(id, explain::First::Rule, format == OutputFormat::Json, terminal);
        return explained.map(Into::into);
    }
    if args.inputs.iter().filter(|input| *input == file::STDIN).count() > 1 {
        return Err(Failure::usage(Terminal::STDIN_TWICE));
    }
    let inputs = folder::expand(&args.inputs, &args.format_of_input, terminal)?;
    let mut options = Options::at(Timestamp::now());
    options.strict = args.strict;
    options.for_registry =
        args.places.iter().any(|place| matches!(place, Destination::Registry | Destination::McpRegistry));
    let mut job = CheckRun {
        format_of_input: &args.format_of_input,
        options,
        apis: args.places.iter().filter_map(|place| place.api()).collect(),
        for_mcp_registry: args.places.contains(&Destination::McpRegistry),
        network: Network::new(&args.network, terminal)?,
        links: args.follow.then(|| Links::within(args.deadline)),
        fixes: args.fix.wanted(&inputs.iter().filter_map(|input| input.as_deref().ok()).collect::<Vec<_>>())?,
        format,
        sources: &args.sources,
        source_names: HashSet::new(),
        terminal,
    };
    let outcome = match (<[InputName; 1]>::try_from(inputs), args.coverage) {
        (Ok([input]), false) => single(&job.check(&input.map_err(|(_, failure)| failure)?)?, format, terminal),
        (Ok(input), true) => several(&mut job, input.into(), Some(CoverageReport::default()), terminal),
        (Err(inputs), coverage) => several(&mut job, inputs, coverage.then(CoverageReport::default), terminal),
    }?;
    job.uses_all_sources().map(|()| outcome)
}

fn format_of(args: &Args, terminal: &Terminal) -> Result<OutputFormat, Failure> {
    let format = args.format.with_option(terminal)?;
    let about_rules = args.rules || args.explain.is_some() || args.coverage;
    if format == OutputFormat::Sarif && about_rules {
        return Err(Failure::usage(
            "SARIF is only for findings; --rules, --explain and --coverage support human and json",
        ));
    }
    Ok(format)
}

fn single(findings: &InputFindings, format: OutputFormat, terminal: &Terminal) -> Result<Outcome, Failure> {
    if let Some(failure) = &findings.unreadable {
        terminal.explain(failure);
    }
    match format {
        OutputFormat::Human if findings.unreadable.is_some() => {}
        OutputFormat::Human => human::print(findings, terminal)?,
        OutputFormat::Json => terminal.print_json(&json::checked(findings, false))?,
        OutputFormat::Sarif => terminal.print_json(&sarif::log_of(std::slice::from_ref(findings)))?,
    }
    Ok(findings.outcome())
}

/// Checks several inputs, and prints the findings in input order or the coverage of the rules.
fn several(
    job: &mut CheckRun,
    inputs: Vec<InputName>,
    mut coverage: Option<CoverageReport>,
    terminal: &Terminal,
) -> Result<Outcome, Failure> {
    let format = job.format;
    let mut outcome = Outcome::Done;
    let mut all = Vec::new();
    let mut verdicts = human::Verdicts::default();
    for (at, input) in inputs.into_iter().enumerate() {
        let findings = checked(job, input);
        outcome = outcome.max(findings.outcome());
        verdicts.count(&findings);
        if at > 0 && format == OutputFormat::Human && coverage.is_none() {
            terminal.note("");
        }
        if let Some(failure) = &findings.unreadable {
            terminal.explain(failure);
        }
        if let Some(coverage) = &mut coverage {
            coverage.add(&findings);
            continue;
        }
        match format {
            OutputFormat::Human => human::print(&findings, terminal)?,
            OutputFormat::Json => {
                let report = Json::from(json::checked(&findings, true)).to_compact();
                terminal.data(Terminal::report_text(report).as_bytes())?
            }
            OutputFormat::Sarif => all.push(findings),
        }
    }
    match (coverage, format) {
        (Some(coverage), OutputFormat::Json) => terminal.print_json(&coverage.to_json())?,
        (Some(coverage), _) => terminal.print(coverage.to_text())?,
        (None, OutputFormat::Sarif) => terminal.print_json(&sarif::log_of(&all))?,
        (None, _) => terminal.note(&verdicts.to_text()),
    }
    Ok(outcome)
}

/// Checks one of several inputs. A read error becomes a finding.
fn checked(job: &mut CheckRun, input: InputName) -> InputFindings {
    let (name, checked) = match input {
        Ok(input) => (InputSource::from_name(&input).display_name(), job.check(&input)),
        Err((name, failure)) => (name, Err(failure)),
    };
    checked.unwrap_or_else(|failure| InputFindings {
        input: name,
        unreadable: Some(failure),
        ..InputFindings::default()
    })
}
