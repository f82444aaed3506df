//! `adp`: parse, sign, publish and verify agent descriptions.

// what only verbs use that this build leaves out; a build with all of them has no dead code
#![cfg_attr(
    not(all(feature = "flows", feature = "mcp", feature = "messages", feature = "serve", feature = "studio")),
    allow(dead_code)
)]

mod advice;
mod arguments;
mod auth;
mod call;
#[cfg(feature = "serve")]
mod caller_auth;
mod canon;
mod check;
mod check_list;
mod codes;
mod completions;
mod consent;
mod convert;
mod demo;
mod did;
mod diff;
mod discover;
mod dns;
mod doctor;
mod duration;
mod escape;
mod excerpt;
mod expand;
mod explain;
mod failure;
mod file;
#[cfg(feature = "flows")]
mod flow;
mod flow_sources;
mod format;
#[cfg(feature = "serve")]
mod gateway;
mod handle;
mod init;
mod intent;
mod json_argument;
mod key;
#[cfg(feature = "serve")]
mod listener;
mod lock;
mod man;
mod mcp;
#[cfg(feature = "messages")]
mod message;
mod network;
mod object;
mod output;
mod probe;
mod proof_binding;
mod publish;
mod redaction;
mod register;
mod replay_store;
mod rpc;
mod rules;
mod secret_arg;
#[cfg(feature = "serve")]
mod serve;
mod show;
mod sign;
mod site_path;
mod source;
#[cfg(feature = "studio")]
mod studio;
mod summary_box;
mod terminal;
mod throttle_wait;
mod trace_log;
mod value_parser;
mod vectors;
mod verbs;
mod verify;

use std::process::ExitCode;

/// Verification makes hundreds of small allocations on several threads; the system allocator takes twice as long.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    redaction::learn_arguments();
    let (command, terminal) = match arguments::parse() {
        Ok(parsed) => parsed,
        Err(code) => return code,
    };
    match command.run(&terminal).and_then(|outcome| terminal.flush().map(|()| outcome)) {
        Ok(outcome) => outcome.exit_code().into(),
        Err(failure) => terminal.fail(&failure),
    }
}
