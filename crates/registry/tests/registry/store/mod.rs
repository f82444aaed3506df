//! The stores: what each of them promises, and what only one does.

mod conformance;
mod memory;
mod postgres;
mod postgres_tls;
mod redb;
