//! What a verb writes: files, JSON, text and messages on the terminal.

pub mod check_list;
pub mod consent;
pub mod escape;
pub mod excerpt;
pub mod object;
pub mod output_file;
pub mod redaction;
pub mod summary_box;
pub mod terminal;
pub mod trace_log;

pub(crate) use object::object;
pub use output_file::{EditArgs, Force, Output, OutputArgs, write_or_print};
