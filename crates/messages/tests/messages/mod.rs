//! Messages: what they are, what is wrong with them, who signed them, and that they are accepted once.

mod accepted;
mod capabilities;
mod envelopes;
mod interop;
mod limits;
mod page;
mod senders;
mod signatures;
