//! Text form of checks: one line each, with the skipped checks on one line.

use crate::output::escape::escape;
use anstyle::{AnsiColor, Style};
use std::{
    borrow::Cow,
    fmt::{self, Write},
};

const GOOD: Style = AnsiColor::Green.on_default();
const BAD: Style = AnsiColor::Red.on_default().bold();
const OPEN: Style = AnsiColor::Yellow.on_default();
const NAME: Style = Style::new().bold();

/// Result of a check that was skipped because an earlier one failed.
pub const NOT_REACHED: &str = "not-reached";

/// A check: name, result, detail.
pub type CheckLine<'a> = (&'a str, &'a str, Cow<'a, str>);

/// Writes one line per check; skipped checks share a line.
pub fn write_checks(out: &mut String, checks: &[CheckLine<'_>]) -> fmt::Result {
    let width = checks.iter().map(|(name, ..)| name.len()).max().unwrap_or(0);
    for (name, result, detail) in checks.iter().filter(|(_, result, _)| *result != NOT_REACHED) {
        let style = match *result {
            "pass" => GOOD,
            "fail" => BAD,
            _ => OPEN,
        };
        writeln!(out, "  {style}{result:9}{style:#}  {NAME}{name:width$}{NAME:#}  {}", escape(detail))?;
    }
    let left: Vec<&str> = checks.iter().filter(|(_, result, _)| *result == NOT_REACHED).map(|told| told.0).collect();
    if !left.is_empty() {
        writeln!(out, "  {OPEN}{NOT_REACHED}{OPEN:#}  {}", left.join(", "))?;
    }
    Ok(())
}
