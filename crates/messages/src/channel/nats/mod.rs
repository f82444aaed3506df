//! Messages by a NATS server: past one machine, and to many.
//!
//! | target | subject | who gets it |
//! |---|---|---|
//! | direct | `a2a.agent.` + name of the DID | one of the agent's processes |
//! | load-balance | `a2a.one.` + name of the type | one of all agents of the type |
//! | broadcast | `a2a.type.` + name of the type | every agent of the type |
//!
//! A name is the base64url of the SHA-256: no DID and no type has a `.`, `*`, `>` or space of its own in a subject. What NATS itself carries is
//! lost where nobody listens; what must survive goes by [`Kept`]. Who may listen and speak where is the server's to say (its accounts
//! and permissions): whoever may listen to a subject reads its messages, and whoever may speak can keep an answer from being the first.
//! Neither can make one.

mod caller;
mod kept;
mod server;
mod subject;

/// How to connect: the client's own options.
pub use async_nats::ConnectOptions;
pub use caller::Nats;
pub use kept::{Kept, KeptSettings};
pub use server::Serving;
pub use subject::{for_agent, for_all, for_one};

/// Most messages that wait for their answers.
const MAX_PENDING_REQUESTS: usize = 4096;
/// Most messages that a subscription holds which nobody has looked at: further ones are dropped by the client.
const UNREAD: usize = 1024;
