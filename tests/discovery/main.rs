//! From a URL, a host or a folder to verified descriptions, listings and sites.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod crawl;
mod deadline;
mod escaped_secrets;
mod listing;
mod publish;
mod secrets;
mod supply;
