//! Text tables with headings.

use crate::output::escape::escape;
use anstyle::{AnsiColor, Style};
use std::fmt;
use unicode_width::UnicodeWidthStr;

const HEADING: Style = Style::new().bold();

/// A cell: text and its style.
#[derive(Debug)]
pub struct Cell {
    text: String,
    style: Style,
}

impl Cell {
    /// Plain text, `-` if empty.
    pub fn plain(text: impl AsRef<str>) -> Self {
        let text = text.as_ref();
        Self { text: if text.is_empty() { "-".to_owned() } else { escape(text).into_owned() }, style: Style::new() }
    }

    /// Colored text.
    pub fn colored(text: impl AsRef<str>, colour: AnsiColor) -> Self {
        Self { style: colour.on_default(), ..Self::plain(text) }
    }
}

/// A table whose columns are as wide as their widest cells.
#[derive(Debug)]
pub struct TextTable<const N: usize> {
    headings: [&'static str; N],
    rows: Vec<[Cell; N]>,
}

impl<const N: usize> TextTable<N> {
    pub fn new(headings: [&'static str; N]) -> Self {
        Self { headings, rows: Vec::new() }
    }

    pub fn row(&mut self, cells: [Cell; N]) {
        self.rows.push(cells);
    }
}

impl<const N: usize> fmt::Display for TextTable<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = |column: usize| {
            let cells = self.rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.text.width());
            cells.chain(self.headings.get(column).map(|heading| heading.len())).max().unwrap_or(0)
        };
        let widths: [usize; N] = std::array::from_fn(width);
        let headings = self.headings.map(|heading| Cell { text: heading.to_owned(), style: HEADING });
        for row in std::iter::once(&headings).chain(&self.rows) {
            for (column, (cell, width)) in row.iter().zip(widths).enumerate() {
                let Cell { text, style } = cell;
                write!(f, "{style}{text}{style:#}")?;
                if column + 1 < N {
                    let gap = width - text.width() + 2;
                    write!(f, "{:gap$}", "")?;
                }
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{Cell, TextTable};

    #[test]
    fn columns_line_up_and_text_is_escaped() {
        let mut table = TextTable::new(["NAME", "URL"]);
        table.row([Cell::plain("東京"), Cell::plain("a")]);
        table.row([Cell::plain(""), Cell::plain("b\u{1b}[2J")]);
        let plain = anstream::adapter::strip_str(&table.to_string()).to_string();
        assert_eq!(plain, "NAME  URL\n東京  a\n-     b\\u{1b}[2J\n");
    }
}
