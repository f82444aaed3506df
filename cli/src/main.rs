//! `adp`: parse, sign, publish and verify agent descriptions.
//!
//! Each verb is a file or a folder. What verbs share is in `arguments`, `input`, `output`, `failure` and `network`.

// what only verbs use that this build leaves out; a build with all of them has no dead code
#![cfg_attr(
    not(all(feature = "flows", feature = "mcp", feature = "messages", feature = "serve", feature = "studio")),
    allow(dead_code)
)]

mod arguments;
mod auth;
mod call;
mod canon;
mod check;
mod completions;
mod convert;
mod demo;
mod did;
mod diff;
mod discover;
mod dns;
mod doctor;
mod expand;
mod explain;
mod failure;
#[cfg(feature = "flows")]
mod flow;
#[cfg(feature = "serve")]
mod gateway;
mod init;
mod input;
mod intent;
mod key;
mod lock;
mod man;
mod mcp;
#[cfg(feature = "messages")]
mod message;
mod network;
mod output;
mod publish;
mod register;
#[cfg(feature = "serve")]
mod serve;
mod show;
mod sign;
#[cfg(feature = "studio")]
mod studio;
mod vectors;
mod verify;

use std::process::ExitCode;

/// Verification makes hundreds of small allocations on several threads; the system allocator takes twice as long.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    output::redaction::learn_arguments();
    let (command, terminal) = match arguments::parse() {
        Ok(parsed) => parsed,
        Err(code) => return code,
    };
    match command.run(&terminal).and_then(|outcome| terminal.flush().map(|()| outcome)) {
        Ok(outcome) => outcome.exit_code().into(),
        Err(failure) => terminal.fail(&failure),
    }
}
