//! Inspects the agent documents that a host publishes at well-known locations: findings, a score, and patches for findings with a single fix.
//!
//! This module performs no I/O. The caller provides each response ([`ProbeResponse`]) and gets a [`ProbedDocument`] with its
//! links ([`ProbedDocument::links`]). If [`ProbedDocument::is_to_be_verified`], the caller verifies it and records the
//! verdict. [`Score`] summarizes all documents.
//!
//! ```rust
//! use adp_cards::FORMATS;
//! use adp_compare::{doctor::{ProbeResponse, ProbeReason, Inspector, Score}};
//! use agent_description::format::Options;
//!
//! let inspector = Inspector::new(FORMATS.to_vec(), Options::at("2026-11-01T00:00:00Z".parse()?));
//! let mut documents: Vec<_> = inspector
//!     .places()
//!     .into_iter()
//!     .map(|place| inspector.inspect(ProbeReason::At(place), &format!("https://hotel.example{}", place.path), ProbeResponse::Nothing))
//!     .collect();
//! Inspector::compare(&mut documents);
//! assert_eq!(Score::from_documents(&documents).points(), 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
mod answer;
mod home;
mod inspector;
mod links;
mod named_did;
mod patch;
mod probe_target;
mod probed_document;
mod queue;
pub mod rules;
mod score;

pub use answer::{ProbeReason, ProbeResponse, STATUS_FIELD, SignatureResult};
pub use inspector::Inspector;
pub use patch::{carries_signature, patch_of};
pub use probe_target::ProbeTarget;
pub use probed_document::ProbedDocument;
pub use queue::Queue;
pub use score::{Score, ScoreRow};
