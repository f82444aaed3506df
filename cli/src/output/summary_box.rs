//! A text box of labels and values.

use crate::output::escape::escape;
use anstyle::{AnsiColor, Style};
use std::fmt;

const TITLE: Style = Style::new().bold();
const LABEL: Style = AnsiColor::Cyan.on_default();

/// Lines with label and value, by default without a title. Values from inputs are escaped.
#[derive(Debug, Default)]
pub struct SummaryBox {
    title: Option<String>,
    lines: Vec<(String, String)>,
}

impl SummaryBox {
    pub fn titled(title: impl Into<String>) -> Self {
        Self { title: Some(title.into()), lines: Vec::new() }
    }

    pub fn line(mut self, label: impl Into<String>, value: impl fmt::Display) -> Self {
        self.lines.push((label.into(), value.to_string()));
        self
    }

    /// Adds a line if there is a value.
    pub fn line_if(self, label: impl Into<String>, value: Option<impl fmt::Display>) -> Self {
        match value {
            Some(value) => self.line(label, value),
            None => self,
        }
    }
}

impl fmt::Display for SummaryBox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let indent = match &self.title {
            Some(title) => {
                writeln!(f, "{TITLE}{}{TITLE:#}", escape(title))?;
                "  "
            }
            None => "",
        };
        let width = self.lines.iter().map(|(label, _)| label.chars().count()).max().unwrap_or(0);
        for (label, value) in &self.lines {
            writeln!(f, "{indent}{LABEL}{label:width$}{LABEL:#}  {}", escape(value))?;
        }
        Ok(())
    }
}
