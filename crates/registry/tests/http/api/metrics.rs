//! The counters in their text form.

use adp_registry::http::Metrics;
use std::time::Duration;

#[test]
fn answers_are_counted_by_route_and_class() {
    let metrics = Metrics::default();
    metrics.answered("search", 200, Duration::from_millis(7));
    metrics.answered("search", 200, Duration::from_secs(60));
    metrics.answered("no such route", 404, Duration::from_micros(10));
    metrics.refused_by_rate();
    let text = metrics.to_text(&[("adp_registry_entries", "Entries in the index.", 3)]);
    for line in [
        "adp_registry_answers_total{route=\"search\",status=\"2xx\"} 2",
        "adp_registry_answers_total{route=\"other\",status=\"4xx\"} 1",
        "adp_registry_answer_seconds_bucket{route=\"search\",le=\"0.005\"} 0",
        "adp_registry_answer_seconds_bucket{route=\"search\",le=\"0.01\"} 1",
        "adp_registry_answer_seconds_bucket{route=\"search\",le=\"+Inf\"} 2",
        "adp_registry_answer_seconds_count{route=\"search\"} 2",
        "adp_registry_answer_seconds_sum{route=\"search\"} 60.007",
        "adp_registry_refused_by_rate_total 1",
        "adp_registry_entries 3",
    ] {
        assert!(text.lines().any(|found| found == line), "{line}\n{text}");
    }
}
