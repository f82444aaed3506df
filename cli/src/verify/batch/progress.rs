//! A progress bar for batches.

use super::summary::BatchSummary;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal};
use tracing::{Level, enabled};

/// With a total: `1234/10000 [====>    ] 8210/s, 1s left; 1233 of 1234 verified`.
const BAR: &str = "{pos}/{len} [{bar:30}] {per_sec}, {eta} left; {wide_msg}";
const COUNTER: &str = "{pos} {spinner} {per_sec}, {elapsed}; {wide_msg}";

/// The last line of the terminal. `None` if stderr is not a terminal or shows the events of `-v`.
#[derive(Debug)]
pub struct Progress(Option<ProgressBar>);

impl Progress {
    /// A progress bar for `total` inputs, if the number is known.
    pub fn on_stderr(total: Option<u64>) -> Self {
        if !io::stderr().is_terminal() || enabled!(Level::DEBUG) {
            return Self(None);
        }
        Self::on(ProgressDrawTarget::stderr(), total)
    }

    fn on(target: ProgressDrawTarget, total: Option<u64>) -> Self {
        let bar = ProgressBar::with_draw_target(total, target);
        let style = ProgressStyle::with_template(if total.is_some() { BAR } else { COUNTER });
        Self(Some(match style {
            Ok(style) => bar.with_style(style.progress_chars("=> ")),
            Err(_) => bar,
        }))
    }

    /// Updates the line.
    pub fn show(&self, summary: &BatchSummary) {
        if let Some(bar) = &self.0 {
            bar.set_message(summary.to_text());
            bar.set_position(summary.total);
        }
    }

    /// Runs a function that prints to the terminal, and redraws the line.
    pub fn aside<R>(&self, write: impl FnOnce() -> R) -> R {
        match &self.0 {
            Some(bar) if io::stdout().is_terminal() => bar.suspend(write),
            _ => write(),
        }
    }

    /// Removes the line.
    pub fn clear(&self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::Progress;
    use crate::verify::{batch::summary::BatchSummary, report::Counted};
    use indicatif::{InMemoryTerm, ProgressDrawTarget};

    fn shown(total: Option<u64>) -> (InMemoryTerm, Progress) {
        let term = InMemoryTerm::new(4, 100);
        let progress = Progress::on(ProgressDrawTarget::term_like(Box::new(term.clone())), total);
        let mut summary = BatchSummary::new();
        for _ in 0..25 {
            summary.count(&Counted { skipped: false, failure: None, omission: None });
        }
        progress.show(&summary);
        progress.0.as_ref().unwrap().force_draw();
        (term, progress)
    }

    #[test]
    fn done_rate_and_time_left_are_shown_and_taken_away() {
        let (term, progress) = shown(Some(100));
        let text = term.contents();
        assert!(text.starts_with("25/100 [=======>"), "{text}");
        assert!(text.contains("/s, ") && text.contains(" left; 25 of 25 verified"), "{text}");
        progress.clear();
        assert_eq!(term.contents(), "");
    }

    #[test]
    fn a_list_without_end_has_no_time_left() {
        let (term, _progress) = shown(None);
        let text = term.contents();
        assert!(text.starts_with("25 ") && text.contains("/s, ") && !text.contains("left"), "{text}");
    }
}
