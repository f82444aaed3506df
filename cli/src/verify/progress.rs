//! The progress of a batch: the last line of the terminal.

use super::summary::BatchSummary;
use std::{
    io::{self, IsTerminal, Write},
    time::{Duration, Instant},
};
use terminal_size::{Width, terminal_size_of};
use tracing::{Level, enabled};

/// Minimum time between two updates.
const INTERVAL: Duration = Duration::from_millis(100);

/// The line. `None` if stderr is not a terminal or shows the events of `-v`.
#[derive(Debug)]
pub struct Progress(Option<Line>);

#[derive(Debug)]
struct Line {
    /// Number of inputs, if it is known.
    total: Option<u64>,
    began: Instant,
    drawn: Option<Instant>,
    text: String,
}

impl Progress {
    /// A line for `total` inputs, if the number is known.
    pub fn on_stderr(total: Option<u64>) -> Self {
        let is_shown = io::stderr().is_terminal() && !enabled!(Level::DEBUG);
        Self(is_shown.then(|| Line { total, began: Instant::now(), drawn: None, text: String::new() }))
    }

    /// Updates the line.
    pub fn show(&mut self, summary: &BatchSummary) {
        let Some(line) = self.0.as_mut().filter(|line| line.drawn.is_none_or(|at| at.elapsed() >= INTERVAL)) else {
            return;
        };
        let columns = terminal_size_of(io::stderr()).map_or(80, |(Width(columns), _)| columns);
        let text = text(summary, line.total, line.began.elapsed());
        line.draw(text.chars().take(usize::from(columns).saturating_sub(1)).collect(), &mut io::stderr());
        line.drawn = Some(Instant::now());
    }

    /// Runs a function that prints to the terminal, and draws the line again.
    pub fn aside<R>(&mut self, write: impl FnOnce() -> R) -> R {
        let Some(line) = self.0.as_mut().filter(|_| io::stdout().is_terminal()) else { return write() };
        let text = line.text.clone();
        line.draw(String::new(), &mut io::stderr());
        let written = write();
        line.draw(text, &mut io::stderr());
        written
    }

    /// Removes the line.
    pub fn clear(mut self) {
        if let Some(line) = &mut self.0 {
            line.draw(String::new(), &mut io::stderr());
        }
    }
}

impl Line {
    /// Replaces the text. Spaces cover what the earlier one leaves, because not every terminal can erase.
    fn draw(&mut self, text: String, out: &mut impl Write) {
        let width = self.text.len();
        // a terminal that cannot be written to has no reader
        let _ = write!(out, "\r{text:width$}\r").and_then(|()| out.flush());
        self.text = text;
    }
}

/// With a total, `1234/10000, 8210/s, 1s left; 1233 of 1234 verified`.
fn text(summary: &BatchSummary, total: Option<u64>, elapsed: Duration) -> String {
    let (done, seconds) = (summary.total, elapsed.as_secs_f64().max(0.001));
    let rate = done as f64 / seconds;
    let (of, time) = match total {
        Some(total) => {
            (format!("/{total}"), format!("{:.0}s left", total.saturating_sub(done) as f64 / rate.max(0.001)))
        }
        None => (String::new(), format!("{seconds:.0}s")),
    };
    format!("{done}{of}, {rate:.0}/s, {time}; {}", summary.to_text())
}

#[cfg(test)]
mod tests {
    use super::{Duration, Instant, Line, text};
    use crate::verify::{report::Counted, summary::BatchSummary};

    #[test]
    fn done_rate_and_time_are_shown() {
        let mut summary = BatchSummary::new();
        for _ in 0..25 {
            summary.count(&Counted { skipped: false, failure: None, omission: None });
        }
        let shown = |total| text(&summary, total, Duration::from_secs(5));
        assert_eq!(shown(Some(100)), "25/100, 5/s, 15s left; 25 of 25 verified");
        assert_eq!(shown(None), "25, 5/s, 5s; 25 of 25 verified");
    }

    #[test]
    fn a_shorter_line_covers_a_longer_one() {
        let mut line = Line { total: None, began: Instant::now(), drawn: None, text: String::new() };
        let mut out = Vec::new();
        for text in ["12345", "123", ""] {
            line.draw(text.to_owned(), &mut out);
        }
        assert_eq!(out, b"\r12345\r\r123  \r\r   \r");
    }
}
