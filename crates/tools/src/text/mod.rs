//! Checks for text that models read but people do not see.
//!
//! Descriptions, examples and names are part of a model's prompt. Invisible characters can contain instructions, and so
//! can text after long white space. Both are reported with their position.

mod escape;
mod hidden;
mod lint;
mod look_alike;
mod whitespace;

pub use escape::{escape, escape_json, is_unsafe};
pub use hidden::{hidden_character, is_unseen};
pub use lint::ItemNames;
pub use lint::TextRules;
pub use whitespace::hidden_behind_whitespace;
