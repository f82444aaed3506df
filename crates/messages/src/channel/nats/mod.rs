//! Messages over a NATS server, between machines and to several agents.
//!
//! | target | subject | recipients |
//! |---|---|---|
//! | direct | `a2a.agent.` + name of the DID | one of the agent's processes |
//! | load-balance | `a2a.one.` + name of the type | one of all agents of the type |
//! | broadcast | `a2a.type.` + name of the type | every agent of the type |
//!
//! A name is the SHA-256 in base64url, so that a DID or type cannot inject `.`, `*`, `>` or spaces. NATS drops a
//! message without subscribers; use [`Kept`] for durable messages. The server's accounts and permissions decide who may
//! subscribe and publish. A subscriber of a subject reads its messages, and a publisher can delay a response, but
//! neither can forge one.

mod caller;
mod kept;
mod server;
mod subject;

/// Options of the NATS client.
pub use async_nats::ConnectOptions;
pub use caller::Nats;
pub use kept::{Kept, KeptSettings};
pub use server::Serving;
pub use subject::{for_agent, for_all, for_one};

/// Maximum number of messages waiting for responses.
const MAX_PENDING_REQUESTS: usize = 4096;
/// Maximum number of unread messages of a subscription; the client drops further ones.
const UNREAD: usize = 1024;
