//! Strict reading and canonical bytes of the specification's example, beside `serde_json` and `serde_jcs`.
//! Limit (design, speed): "strict read + JCS" at most 1.0x of "serde_json read + to_vec".
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod table;

use agent_description::{Limits, json};
use std::hint::black_box;
use table::Table;

fn main() {
    let Some(bytes) = table::specification_example() else { return };
    let limits = Limits::default();
    let tree = json::parse(&bytes, &limits).unwrap();
    let value: serde_json::Value = serde_json::from_slice(&bytes).unwrap();
    // the rows do the same work
    assert_eq!(json::jcs::canonicalize(&tree), serde_jcs::to_vec(&value).unwrap());

    let read = || serde_json::from_slice::<serde_json::Value>(black_box(&bytes)).unwrap();
    let mut table = Table::default();
    table.row("serde_json read + to_vec", || serde_json::to_vec(&read()).unwrap());
    table.row("strict read + JCS", || json::jcs::canonicalize(&json::parse(black_box(&bytes), &limits).unwrap()));
    table.row("strict read", || json::parse(black_box(&bytes), &limits).unwrap());
    table.row("JCS", || json::jcs::canonicalize(black_box(&tree)));
    table.row("serde_json read", read);
    table.row("serde_json to_vec", || serde_json::to_vec(black_box(&value)).unwrap());
    table.row("serde_json read + serde_jcs", || serde_jcs::to_vec(&read()).unwrap());
    table.compare(&format!("the specification's example, {} bytes", bytes.len()));
}
