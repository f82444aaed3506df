//! Lists of tools for model APIs: what each API accepts, and lists that it accepts.
//!
//! [`check`] tells why an API refuses a list. [`tools_for_api`] writes a list that the API accepts, with other names where it must, and
//! [`restore_call`] gives a model's call the tool's own names again.
//!
//! ```rust
//! use adp_tools::tool_api::{ToolFormat, check, restore_call, tools_for_api};
//! use agent_description::{Document, Limits, json::parse};
//!
//! let limits = Limits::default();
//! let list = br#"{"tools": [{
//!   "name": "rooms.list",
//!   "inputSchema": {
//!     "type": "object",
//!     "properties": {"filter[city]": {"type": "string"}}
//!   }
//! }]}"#;
//! let list = Document::parse(list, &limits)?;
//!
//! let report = check(&list, ToolFormat::Anthropic, false);
//! let rules: Vec<_> =
//!     report.diagnostics.iter().map(|found| found.rule.id).collect();
//! assert_eq!(rules, ["anthropic-name", "anthropic-property"]);
//!
//! let made = tools_for_api(list.json(), ToolFormat::Anthropic).unwrap();
//! assert_eq!(made.names, [("rooms_list".to_owned(), "rooms.list".to_owned())]);
//! let mut arguments = parse(br#"{"filter_city_": "Oslo"}"#, &limits)?;
//! let format = ToolFormat::Anthropic;
//! let name =
//!     restore_call(list.json(), format, "rooms_list", &mut arguments).unwrap();
//! assert_eq!(name.as_str(), "rooms.list");
//! assert_eq!(arguments.to_compact(), r#"{"filter[city]":"Oslo"}"#);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod api_tool;
mod check;
mod format;
mod gemini_schema;
mod listed_tool;
mod property_names;
pub mod rules;
mod strict;
mod tool_list;
mod usable_schema;

/// Maximum number of tools of a list that is written, and of a live server.
pub const MAX_TOOLS: usize = 10_000;

pub use api_tool::{ApiTool, ToolNames};
pub use check::check;
pub use format::ToolFormat;
pub use listed_tool::{ListForm, list_form};
pub use tool_list::{ToolsForApi, restore_call, tools_for_api};
pub use usable_schema::usable_schema;
