//! Counters and latencies in the Prometheus text format 0.0.4.

use std::{
    fmt::Write,
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};

/// The counted routes; others are `other`.
pub(super) const ROUTES: [&str; 12] =
    ["search", "explore", "list", "get", "document", "evidence", "put", "delete", "page", "check", "asset", "other"];
/// Classes of status codes, by the first digit.
const CLASSES: [&str; 4] = ["2xx", "3xx", "4xx", "5xx"];
/// Upper bounds of the latency buckets, in milliseconds.
const BUCKETS: [u64; 8] = [1, 5, 10, 50, 100, 500, 1000, 5000];

/// The responses since the start.
#[derive(Debug, Default)]
pub struct Metrics {
    answers: [[AtomicU64; CLASSES.len()]; ROUTES.len()],
    durations: [[AtomicU64; BUCKETS.len() + 1]; ROUTES.len()],
    micros: [AtomicU64; ROUTES.len()],
    refused_by_rate: AtomicU64,
}

impl Metrics {
    /// Counts a response.
    pub fn answered(&self, route: &str, status: u16, took: Duration) {
        let route = ROUTES.iter().position(|name| *name == route).unwrap_or(ROUTES.len() - 1);
        let class = usize::from(status / 100).saturating_sub(2).min(CLASSES.len() - 1);
        let took_ms = took.as_millis();
        let bucket = BUCKETS.iter().position(|most| took_ms < u128::from(*most)).unwrap_or(BUCKETS.len());
        add(self.answers.get(route).and_then(|row| row.get(class)), 1);
        add(self.durations.get(route).and_then(|row| row.get(bucket)), 1);
        add(self.micros.get(route), u64::try_from(took.as_micros()).unwrap_or(u64::MAX));
    }

    /// Counts a request that was refused by the rate limit.
    pub fn refused_by_rate(&self) {
        self.refused_by_rate.fetch_add(1, Ordering::Relaxed);
    }

    /// The text, with the caller's gauges: name, help, value.
    pub fn to_text(&self, gauges: &[(&str, &str, u64)]) -> String {
        let mut text = String::new();
        let get = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        text.push_str("# HELP adp_registry_answers_total Responses by route and status class.\n# TYPE adp_registry_answers_total counter\n");
        for (route, row) in ROUTES.iter().zip(&self.answers) {
            for (class, counter) in CLASSES.iter().zip(row) {
                let _ = writeln!(
                    text,
                    "adp_registry_answers_total{{route=\"{route}\",status=\"{class}\"}} {}",
                    get(counter)
                );
            }
        }
        text.push_str(
            "# HELP adp_registry_answer_seconds Duration of responses.\n# TYPE adp_registry_answer_seconds histogram\n",
        );
        for ((route, row), micros) in ROUTES.iter().zip(&self.durations).zip(&self.micros) {
            let mut sum = 0;
            for (at, counter) in row.iter().enumerate() {
                sum += get(counter);
                let end = BUCKETS.get(at).map_or("+Inf".to_owned(), |most| format!("{}", *most as f64 / 1000.0));
                let _ = writeln!(text, "adp_registry_answer_seconds_bucket{{route=\"{route}\",le=\"{end}\"}} {sum}");
            }
            let seconds = get(micros) as f64 / 1e6;
            let _ = writeln!(text, "adp_registry_answer_seconds_sum{{route=\"{route}\"}} {seconds}");
            let _ = writeln!(text, "adp_registry_answer_seconds_count{{route=\"{route}\"}} {sum}");
        }
        text.push_str("# HELP adp_registry_refused_by_rate_total Requests refused by the per-client rate limit.\n# TYPE adp_registry_refused_by_rate_total counter\n");
        let _ = writeln!(text, "adp_registry_refused_by_rate_total {}", get(&self.refused_by_rate));
        for (name, help, value) in gauges {
            let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} gauge\n{name} {value}");
        }
        text
    }
}

fn add(counter: Option<&AtomicU64>, n: u64) {
    if let Some(counter) = counter {
        counter.fetch_add(n, Ordering::Relaxed);
    }
}
