//! What a verb reads: files, URLs, and the formats of both.

pub mod file;
pub mod flow_sources;
pub mod format;
pub mod source;
