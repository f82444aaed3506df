//! Publishing a site, and serving it.

mod doctor;
mod files_of_others;
mod handles;
mod https;
#[path = "../../../crates/server/examples/one_route.rs"]
#[allow(dead_code, unreachable_pub)]
mod one_route;
mod publish;
mod publish_also;
mod publish_bot_keys;
mod publish_catalog;
mod publish_checks;
mod publish_elsewhere;
mod publish_site;
mod publisher;
mod serve;
mod serve_auth;
#[cfg(unix)]
mod start_pages;
mod studio;
