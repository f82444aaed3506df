//! Intents: a message names a skill of a card and the values of its parameters (intent extension of Model Studio).
//!
//! The card declares a JSON Schema for each skill in the extension's `params`. A message contains
//! `metadata.intentInfos`, whose slots are strings. [`route`] finds the skill, converts the slots to the types of the
//! schema, and validates the arguments. Findings have a position in the card or in the message.
//!
//! ```rust
//! use adp_cards::intent::{Typing, route};
//! use agent_description::{Document, Json, Limits};
//!
//! let card = br#"{"skills": [{"id": "add"}], "capabilities": {"extensions": [{
//!   "uri": "https://help.aliyun.com/zh/model-studio/multimodal-integration-a2a-intent",
//!   "params": {"skills": [{"id": "add", "inputSchema": {"type": "object", "properties": {"a": {"type": "integer"}}}}]}}]}}"#;
//! let message = br#"{"metadata": {"intentInfos": [{"intent": "add", "slots": [{"name": "a", "value": "one", "normValue": "1"}]}]}}"#;
//! let limits = Limits::default();
//! let routed = route(&Document::parse(card, &limits)?, &Document::parse(message, &limits)?, Typing::Strict)?;
//! assert_eq!(routed[0].skill.as_deref(), Some("add"));
//! assert_eq!(routed[0].arguments.as_ref().map(Json::to_compact).as_deref(), Some(r#"{"a":1}"#));
//! assert!(routed[0].is_valid());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod declaration;
mod fill;
mod loose;
mod message;
mod route;
pub mod rules;
mod slot;

pub use route::{IntentError, IntentFinding, RouteSource, Routed, Typing, route};

pub(crate) use declaration::check;

/// The extension's URI.
pub const URI: &str = "https://help.aliyun.com/zh/model-studio/multimodal-integration-a2a-intent";
/// The URI on the English page.
pub const URI_EN: &str = "https://help.aliyun.com/en/model-studio/multimodal-integration-a2a-intent";
