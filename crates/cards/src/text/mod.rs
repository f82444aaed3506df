//! Text that models read: what people who look at it do not see.
//!
//! A description, an example or a name goes into a model's prompt as it is. Characters that no terminal and no page shows
//! can carry instructions there; so can text far behind white space. Both are told, with the place of the text.

mod escape;
mod hidden;
mod lint;
mod look_alike;
mod whitespace;

pub use escape::{escape, escape_json, is_unsafe};
pub use hidden::{hidden_character, is_unseen};
pub(crate) use lint::{TextRule, TextRules};
pub use look_alike::{LookAlike, look_alikes};
pub use whitespace::hidden_behind_whitespace;
