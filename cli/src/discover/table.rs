//! Text tables with headings.

use crate::escape::escape;
use anstyle::{AnsiColor, Style};
use std::fmt;

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
    pub fn coloured(text: impl AsRef<str>, colour: AnsiColor) -> Self {
        Self { style: colour.on_default(), ..Self::plain(text) }
    }
}

/// A table whose columns are as wide as their widest cells.
#[derive(Debug)]
pub struct Table<const N: usize> {
    headings: [&'static str; N],
    rows: Vec<[Cell; N]>,
}

impl<const N: usize> Table<N> {
    pub fn new(headings: [&'static str; N]) -> Self {
        Self { headings, rows: Vec::new() }
    }

    pub fn row(&mut self, cells: [Cell; N]) {
        self.rows.push(cells);
    }
}

impl<const N: usize> fmt::Display for Table<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = |column: usize| {
            let cells = self.rows.iter().filter_map(|row| row.get(column)).map(|cell| columns(&cell.text));
            cells.chain(self.headings.get(column).map(|heading| heading.len())).max().unwrap_or(0)
        };
        let widths: [usize; N] = std::array::from_fn(width);
        let headings = self.headings.map(|heading| Cell { text: heading.to_owned(), style: HEADING });
        for row in std::iter::once(&headings).chain(&self.rows) {
            for (column, (cell, width)) in row.iter().zip(widths).enumerate() {
                let Cell { text, style } = cell;
                write!(f, "{style}{text}{style:#}")?;
                if column + 1 < N {
                    let gap = width - columns(text) + 2;
                    write!(f, "{:gap$}", "")?;
                }
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

/// The width of a text in terminal columns. Wide characters such as ideographs take two.
pub fn columns(text: &str) -> usize {
    text.chars().map(|c| if is_wide(c) { 2 } else { 1 }).sum()
}

/// Whether a character is wide (Unicode Standard Annex 11, common ranges).
fn is_wide(c: char) -> bool {
    matches!(c, '\u{1100}'..='\u{115f}' | '\u{2e80}'..='\u{303e}' | '\u{3041}'..='\u{a4cf}' | '\u{ac00}'..='\u{d7a3}'
        | '\u{f900}'..='\u{faff}' | '\u{fe30}'..='\u{fe6f}' | '\u{ff00}'..='\u{ff60}' | '\u{ffe0}'..='\u{ffe6}'
        | '\u{1f300}'..='\u{1f64f}' | '\u{1f900}'..='\u{1f9ff}' | '\u{20000}'..='\u{3fffd}')
}

#[cfg(test)]
mod tests {
    use super::{Cell, Table, columns};

    #[test]
    fn columns_line_up_and_text_is_escaped() {
        let mut table = Table::new(["NAME", "URL"]);
        table.row([Cell::plain("東京"), Cell::plain("a")]);
        table.row([Cell::plain(""), Cell::plain("b\u{1b}[2J")]);
        let plain = anstream::adapter::strip_str(&table.to_string()).to_string();
        assert_eq!(plain, "NAME  URL\n東京  a\n-     b\\u{1b}[2J\n");
        assert_eq!(columns("aü東"), 4);
    }
}
