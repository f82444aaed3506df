//! A question to the user at the terminal, before an action that needs consent.

use crate::{escape::escape, failure::Failure};
use agent_description::secret::Redactor;
use std::{
    io::{self, BufRead, IsTerminal, Write},
    path::Path,
};

/// A text that others wrote, as it may be shown.
pub fn shown(text: &str) -> String {
    escape(&Redactor::for_process().message(text)).into_owned()
}

/// Whether the user agrees, where there is a user to ask.
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
