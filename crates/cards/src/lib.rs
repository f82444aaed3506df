//! A2A Agent Cards of all versions and seed cards: rules, models, signatures, and the intents of cards.
//!
//! ```rust
//! use adp_cards::{FORMATS, a2a_card::AgentCard};
//! use agent_description::{
//!     Document, Limits,
//!     format::{Options, detect},
//! };
//!
//! let text = br#"{"name": "Rooms", "description": "Books rooms.", "version": "1.0.0", "capabilities": {"streaming": true},
//!   "supportedInterfaces": [{"url": "https://hotel.example/a2a", "protocolBinding": "JSONRPC", "protocolVersion": "1.0"}],
//!   "defaultInputModes": ["text/plain"], "defaultOutputModes": ["text/plain"],
//!   "skills": [{"id": "book", "name": "Book", "description": "Books a room.", "tags": []}]}"#;
//! let card = Document::parse(text, &Limits::default())?;
//! let format = detect(card.root(), FORMATS)?[0];
//! assert_eq!(format.profile(&card), "a2a-card/1.0");
//!
//! let report = format.check(&card, &Options::at("2026-11-01T00:00:00Z".parse()?));
//! let told: Vec<String> = report.diagnostics.iter().map(ToString::to_string).collect();
//! assert_eq!(told, ["4:85: warning[missing]: `tags` is empty, expected at least one element"]);
//!
//! let agent = AgentCard::read(&card);
//! assert_eq!(agent.interfaces[0].url, "https://hotel.example/a2a");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod a2a_card;
pub mod codes;
pub mod intent;
pub mod seed_card;
pub mod signature;

pub use a2a_card::A2A_CARD;
pub use seed_card::SEED_CARD;

use agent_description::format::Format;

/// The formats of this crate.
pub const FORMATS: &[&Format] = &[A2A_CARD, SEED_CARD];

/// Runs the README's example.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
