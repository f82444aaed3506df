//! What a host shows of its agents at its well-known places, judged: which rules it keeps, a score, and a patch for each
//! finding that has one remedy.
//!
//! Nothing here fetches or reads files. Whoever looks says what came of it ([`Answer`]), gets an [`ProbedDocument`] that says what it
//! leads to ([`ProbedDocument::links`]) and whether it has a signature to verify ([`ProbedDocument::is_to_be_verified`]), and asks for the [`Score`]
//! at the end.
//!
//! ```
//! use adp_cards::{FORMATS, doctor::{Answer, ProbeReason, Inspector, Score}};
//! use agent_description::format::Options;
//!
//! let inspector = Inspector::new(FORMATS.to_vec(), Options::at("2026-11-01T00:00:00Z".parse()?));
//! let mut exhibits: Vec<_> = inspector
//!     .places()
//!     .into_iter()
//!     .map(|place| inspector.look(ProbeReason::At(place), &place.url("https://hotel.example"), Answer::Nothing))
//!     .collect();
//! Inspector::compare(&mut exhibits);
//! assert_eq!(Score::from_documents(&exhibits).points(), 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answer;
mod inspector;
mod links;
mod patch;
mod probed_document;
mod queue;
pub mod rules;
mod score;
mod well_known;

pub use answer::{Answer, ProbeReason, Signed};
pub use inspector::Inspector;
pub use links::Link;
pub use patch::{carries_signature, patch_of};
pub use probed_document::ProbedDocument;
pub use queue::Queue;
pub use score::Score;
