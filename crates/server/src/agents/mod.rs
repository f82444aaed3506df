//! Admission of agents whose card or description verifies.
//!
//! [`AuthLayer`](crate::AuthLayer) establishes which DID sent a request. [`AgentLayer`], inside of it, admits the request only if this DID's
//! card or description verifies at the place where the DID publishes it, and is signed by this DID.
//!
//! | place | document |
//! |---|---|
//! | the `AgentDescription` services of the DID document (did:wba, section 2.5) | an agent description |
//! | the well-known URLs of the formats at the DID's host, such as `/.well-known/agent-card.json` | an A2A Agent Card |

mod cache;
mod error;
mod layer;
mod settings;
mod verified_agent;
mod verifier;

pub use error::AgentError;
pub use layer::{AgentLayer, AgentService};
pub use settings::AgentSettings;
pub use verified_agent::{AgentVerdict, VerifiedAgent};
pub use verifier::AgentVerifier;
