//! The running server: its API, its limits, its pages.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod answers;
mod backup;
mod conformance;
mod crawl;
mod disk_full;
mod docs;
mod limits;
mod nginx;
mod openapi;
mod page;
mod served;
mod stores;
mod verbs;
mod writing;
