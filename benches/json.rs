//! Strict reading and canonical bytes of the specification's example, beside `serde_json` and `serde_jcs`.
//! Limit (design, speed): "strict read + JCS" at most 1.0x of "serde_json read + to_vec".
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod table;

use agent_description::{Limits, json};
use criterion::{Criterion, Throughput};
use std::hint::black_box;
use table::Table;

const BASE: &str = "serde_json read + to_vec";

fn main() {
    let Some(bytes) = table::specification_example() else { return };
    let limits = Limits::default();
    let tree = json::parse(&bytes, &limits).unwrap();
    let value: serde_json::Value = serde_json::from_slice(&bytes).unwrap();
    // the rows do the same work
    assert_eq!(json::jcs::canonicalize(&tree), serde_jcs::to_vec(&value).unwrap());

    let mut criterion = Criterion::default().configure_from_args();
    let mut table = Table::default();
    let mut group = criterion.benchmark_group("json");
    group.throughput(Throughput::Bytes(bytes.len() as u64));
    table.row(&mut group, "strict read", || json::parse(black_box(&bytes), &limits).unwrap());
    table.row(&mut group, "JCS", || json::jcs::canonicalize(black_box(&tree)));
    table.row(&mut group, "strict read + JCS", || {
        json::jcs::canonicalize(&json::parse(black_box(&bytes), &limits).unwrap())
    });
    table
        .row(&mut group, "serde_json read", || serde_json::from_slice::<serde_json::Value>(black_box(&bytes)).unwrap());
    table.row(&mut group, "serde_json to_vec", || serde_json::to_vec(black_box(&value)).unwrap());
    table.row(&mut group, BASE, || {
        serde_json::to_vec(&serde_json::from_slice::<serde_json::Value>(black_box(&bytes)).unwrap()).unwrap()
    });
    table.row(&mut group, "serde_json read + serde_jcs", || {
        serde_jcs::to_vec(&serde_json::from_slice::<serde_json::Value>(black_box(&bytes)).unwrap()).unwrap()
    });
    group.finish();
    table.print(&format!("the specification's example, {} bytes", bytes.len()), BASE);
    criterion.final_summary();
}
