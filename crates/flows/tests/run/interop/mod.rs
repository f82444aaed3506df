//! Beside other implementations, and servers that validate each request.

mod agentsjson;
mod prism;
mod services;
