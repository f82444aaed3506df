//! `adp`: agent descriptions from a terminal.
fn main() {}
