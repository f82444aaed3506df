//! What a host shows of its agents at its well-known places, judged: which rules it keeps, a score, and a patch for each
//! finding that has one remedy.
//!
//! Nothing here fetches or reads files. Whoever looks says what came of it ([`Answer`]), gets an [`Exhibit`] that says what it
//! leads to ([`Exhibit::links`]) and whether it has a signature to verify ([`Exhibit::is_to_be_verified`]), and asks for the [`Score`]
//! at the end.
//!
//! ```
//! use adp_cards::{FORMATS, doctor::{Answer, Asked, Examination, Score}};
//! use agent_description::format::Options;
//!
//! let examination = Examination::new(FORMATS.to_vec(), Options::at("2026-11-01T00:00:00Z".parse()?));
//! let mut exhibits: Vec<_> = examination
//!     .places()
//!     .into_iter()
//!     .map(|place| examination.look(Asked::At(place), &place.url("https://hotel.example"), Answer::Nothing))
//!     .collect();
//! Examination::compare(&mut exhibits);
//! assert_eq!(Score::of(&exhibits).points(), 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answer;
mod examination;
mod exhibit;
mod links;
mod patch;
mod queue;
pub mod rules;
mod score;
mod well_known;

pub use answer::{Answer, Asked, Signed};
pub use examination::Examination;
pub use exhibit::Exhibit;
pub use links::Link;
pub use patch::{carries_signature, patch_of};
pub use queue::Queue;
pub use score::Score;
