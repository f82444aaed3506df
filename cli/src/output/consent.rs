//! Asks the user on the terminal before an action that needs consent.

use crate::{failure::Failure, output::escape::escape};
use agent_description::secret::Redactor;
use std::{
    io::{self, BufRead, IsTerminal, Write},
    path::Path,
};

/// Escapes untrusted text for display.
pub fn shown(text: &str) -> String {
    escape(&Redactor::for_process().message(text)).into_owned()
}

/// Asks the user for consent. Without a terminal, the answer is no.
pub fn agreed(heading: &str, lines: &[String], question: &str) -> Result<bool, Failure> {
    if lines.is_empty() || !io::stdin().is_terminal() || !io::stderr().is_terminal() {
        return Ok(false);
    }
    let failed = |error: io::Error| Failure::io("ask on", Path::new("the terminal"), &error);
    let mut out = io::stderr().lock();
    writeln!(out, "{heading}").map_err(failed)?;
    for line in lines {
        writeln!(out, "  {}", shown(line)).map_err(failed)?;
    }
    write!(out, "{question} [y/N] ").and_then(|()| out.flush()).map_err(failed)?;
    let mut answer = String::new();
    io::stdin().lock().read_line(&mut answer).map_err(failed)?;
    Ok(matches!(answer.trim(), "y" | "Y" | "yes"))
}
