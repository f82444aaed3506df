//! The running server: its API, its limits, its pages.

mod answers;
mod backup;
mod beside;
mod conformance;
mod crawl;
mod disk_full;
mod docs;
mod hostile;
mod killed;
mod limits;
mod metrics;
mod nginx;
mod openapi;
mod page;
mod requests;
mod schemas;
mod secrets;
mod self_description;
mod served;
#[cfg(unix)]
mod start_page;
mod stores;
mod studio;
mod transcripts;
mod under_attack;
mod verbs;
mod writing;
