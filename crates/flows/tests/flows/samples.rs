//! Documents and files of the third-party material.

use adp_flows::FORMATS;
use agent_description::{
    Document, Limits,
    diagnostic::{CheckReport, Severity},
    format::{self, Format, Options, read_as},
};

/// The eleven services whose `agents.json` the reference repository has.
pub const SERVICES: [&str; 11] = [
    "alpaca",
    "giphy",
    "googlesheets",
    "hubspotcontacts",
    "linkup",
    "resend",
    "rootly",
    "slack",
    "stripe",
    "theodds",
    "twitter",
];

/// Every format that these tests tell apart.
pub fn formats() -> Vec<&'static Format> {
    [format::ALL, adp_cards::FORMATS, adp_catalogs::FORMATS, adp_tools::FORMATS, FORMATS].concat()
}

/// The formats of a text, by its content: `a+b` where there are several, `-` where there are none.
pub fn found(text: &str) -> String {
    match format::read(text.as_bytes(), &formats(), &Limits::default()) {
        Ok((_, formats)) => formats.iter().map(|format| format.name).collect::<Vec<_>>().join("+"),
        Err(error) => agent_description::CodedError::code(&error).as_str().replace("format-unknown", "-"),
    }
}

pub fn parse(format: &Format, text: &str) -> Document {
    read_as(text.as_bytes(), format, &Limits::default()).unwrap()
}

pub fn options() -> Options {
    Options::at("2026-11-22T12:00:00Z".parse().unwrap())
}

pub fn check(format: &Format, text: &str, strict: bool) -> CheckReport {
    let mut options = options();
    options.strict = strict;
    format.check(&parse(format, text), &options)
}

/// How many findings of a rule there are.
pub fn of_rule(report: &CheckReport, rule: &str) -> usize {
    report.diagnostics.iter().filter(|found| found.rule.id == rule).count()
}

/// The errors, as they are told.
pub fn errors(report: &CheckReport) -> Vec<String> {
    report.diagnostics.iter().filter(|found| found.severity == Severity::Error).map(ToString::to_string).collect()
}
