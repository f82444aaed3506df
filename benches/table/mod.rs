//! Rows measured by criterion, and one table of their ratios at the end of a run.
#![allow(dead_code, missing_docs, unreachable_pub, clippy::panic, clippy::cast_precision_loss)]

use criterion::{BenchmarkGroup, measurement::WallTime};
use std::time::Instant;

/// The rows of one group, in one run.
#[derive(Debug, Default)]
pub struct Table {
    rows: Vec<Row>,
}

#[derive(Debug)]
struct Row {
    name: &'static str,
    /// Seconds per call, one entry a batch.
    batches: Vec<f64>,
}

impl Table {
    /// Measures `work` as a row.
    pub fn row<T>(
        &mut self,
        group: &mut BenchmarkGroup<'_, WallTime>,
        name: &'static str,
        mut work: impl FnMut() -> T,
    ) {
        let mut batches = Vec::new();
        group.bench_function(name, |bencher| {
            bencher.iter_custom(|calls| {
                let start = Instant::now();
                for _ in 0..calls {
                    std::hint::black_box(work());
                }
                let elapsed = start.elapsed();
                batches.push(elapsed.as_secs_f64() / calls as f64);
                elapsed
            });
        });
        batches.sort_by(f64::total_cmp);
        self.rows.push(Row { name, batches });
    }

    /// Prints every row's median batch and best batch in µs, and their ratios to the row `base`. On a machine with
    /// other work to do, the best batches are the ones to compare.
    pub fn print(&self, title: &str, base: &str) {
        let Some(base) = self.rows.iter().find(|row| row.name == base).filter(|row| !row.batches.is_empty()) else {
            return;
        };
        println!("\n{title}; ratios to {}", base.name);
        println!("{:44} {:>10} {:>7} {:>10} {:>7}", "", "median µs", "ratio", "best µs", "ratio");
        for row in self.rows.iter().filter(|row| !row.batches.is_empty()) {
            let (median, best) = (row.median(), row.best());
            let ratios = (median / base.median(), best / base.best());
            println!("{:44} {:10.2} {:6.2}x {:10.2} {:6.2}x", row.name, median * 1e6, ratios.0, best * 1e6, ratios.1);
        }
        println!();
    }
}

impl Row {
    fn median(&self) -> f64 {
        self.batches.get(self.batches.len() / 2).copied().unwrap_or_default()
    }

    fn best(&self) -> f64 {
        self.batches.first().copied().unwrap_or_default()
    }
}

/// The specification's example of an agent description, without the line that is not JSON; `None` (said aloud) where
/// `THIRD_PARTY_VECTORS` is not set.
pub fn specification_example() -> Option<Vec<u8>> {
    let Some(root) = std::env::var_os("THIRD_PARTY_VECTORS") else {
        println!(
            "not run: THIRD_PARTY_VECTORS is not set (see tests/README.md), so the specification's example is not there"
        );
        return None;
    };
    let path = std::path::Path::new(&root).join("anp/seed-examples/ad-as-printed.not-json.txt");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let lines: Vec<&str> = text.lines().filter(|line| line.trim() != "\"\"").collect();
    Some((lines.join("\n") + "\n").into_bytes())
}
