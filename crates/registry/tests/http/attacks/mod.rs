//! What callers cannot do to the server and to each other.

mod contention;
mod costly_documents;
mod hostile_requests;
mod limits;
