//! Publishing a site, and serving it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod doctor;
mod https;
mod publish;
mod publish_also;
mod publish_catalog;
mod publish_checks;
mod publish_elsewhere;
mod publish_site;
mod publisher;
mod serve;
mod serve_auth;
