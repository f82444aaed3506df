//! What every verb writes: files, streams, JSON, help; and what it never shows.

pub mod files;
mod help;
pub mod schemas;
mod secrets;
mod streams;
