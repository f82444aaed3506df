//! Checks as people read them: a line each, what was not reached on one.

use crate::escape::escape;
use anstyle::{AnsiColor, Style};
use std::{
    borrow::Cow,
    fmt::{self, Write},
};

const GOOD: Style = AnsiColor::Green.on_default();
const BAD: Style = AnsiColor::Red.on_default().bold();
const OPEN: Style = AnsiColor::Yellow.on_default();
const NAME: Style = Style::new().bold();

/// The result of a check that was not made because another one failed before it.
pub const NOT_REACHED: &str = "not-reached";

/// A check as it is told: name, result, what was compared.
pub type CheckLine<'a> = (&'a str, &'a str, Cow<'a, str>);

/// Writes a line for each check; those that were not reached share one.
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
