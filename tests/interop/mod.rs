//! Others' implementations, asked live: what they sign, read and refuse.

mod anp;
mod anp_didwba;
mod anp_handles;
mod anp_origin;
mod anp_transition;
mod auth;
mod compaction;
mod jsonld;
mod known_bug;
mod peers;
mod python;
mod rdf;
mod web_bot_auth;
mod yaml;
