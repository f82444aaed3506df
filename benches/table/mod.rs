//! Rows compared in turns, so that load on the machine falls on all of them alike.
#![allow(dead_code, missing_docs, unreachable_pub, clippy::panic, clippy::cast_precision_loss)]

use std::hint::black_box;
use std::time::{Duration, Instant};

/// Rows that do comparable work; the first one is what the others are compared with.
#[derive(Default)]
pub struct Table<'a> {
    rows: Vec<Row<'a>>,
}

type Row<'a> = (&'static str, Box<dyn FnMut() + 'a>);

impl std::fmt::Debug for Table<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.rows.iter().map(|(name, _)| name)).finish()
    }
}

impl<'a> Table<'a> {
    /// Adds a row.
    pub fn row<T>(&mut self, name: &'static str, mut work: impl FnMut() -> T + 'a) {
        self.rows.push((
            name,
            Box::new(move || {
                black_box(work());
            }),
        ));
    }

    /// Prints best times and ratios to the first row: medians over [`ROUNDS`] rounds, in each of which every row runs for
    /// half a millisecond.
    pub fn compare(&mut self, title: &str) {
        let calls: Vec<u32> =
            self.rows.iter_mut().map(|(_, work)| calls_in(Duration::from_micros(500), work)).collect();
        let rounds: Vec<Vec<f64>> = (0..ROUNDS)
            .map(|_| {
                self.rows.iter_mut().zip(&calls).map(|((_, work), calls)| seconds_per_call(*calls, work)).collect()
            })
            .collect();
        println!("\n{title}: best time and median ratio of {ROUNDS} rounds in turns");
        for (row, (name, _)) in self.rows.iter().enumerate() {
            let best = rounds.iter().filter_map(|round| round.get(row).copied()).fold(f64::INFINITY, f64::min);
            let ratio = median(rounds.iter().filter_map(|round| Some(round.get(row)? / round.first()?)));
            println!("  {name:36} {:9.2} µs {ratio:6.2}x", best * 1e6);
        }
        println!();
    }
}

const ROUNDS: usize = 501;

fn calls_in(budget: Duration, work: &mut impl FnMut()) -> u32 {
    let start = Instant::now();
    let mut calls = 0;
    while start.elapsed() < budget {
        work();
        calls += 1;
    }
    calls
}

fn seconds_per_call(calls: u32, work: &mut impl FnMut()) -> f64 {
    let start = Instant::now();
    for _ in 0..calls {
        work();
    }
    start.elapsed().as_secs_f64() / f64::from(calls)
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

/// The specification's example of an agent description, without the line that is not JSON; `None` (said aloud) where
/// `THIRD_PARTY_VECTORS` is not set.
pub fn specification_example() -> Option<Vec<u8>> {
    let Some(root) = std::env::var_os("THIRD_PARTY_VECTORS") else {
        println!(
            "not run: THIRD_PARTY_VECTORS is not set (see tests/README.md), so the specification's example is missing"
        );
        return None;
    };
    let path = std::path::Path::new(&root).join("anp/seed-examples/ad-as-printed.not-json.txt");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let lines: Vec<&str> = text.lines().filter(|line| line.trim() != "\"\"").collect();
    Some((lines.join("\n") + "\n").into_bytes())
}
