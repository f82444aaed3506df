//! `adp-registry`.

fn main() {}
