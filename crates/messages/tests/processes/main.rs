//! Agents that are processes of their own, asked under load while they are killed. The program is the test and, where the variable `AGENT` says
//! so, one of the agents.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod agent;
mod fail_over;
mod identity;
mod pipeline;
mod worker;

use libtest_mimic::{Arguments, Failed, Trial};

const FAIL_OVER: &str = "the_backup_takes_over_from_a_killed_primary";
const PIPELINE: &str = "a_pipeline_over_nats_answers_once_while_workers_are_killed";

fn main() {
    if let Some(role) = agent::Role::of_this_process() {
        agent::run(&role);
        return;
    }
    // two rounds: one for each sign of life; they load both processors all the time
    let (rounds, requests) = (count("FAIL_OVER_ROUNDS", 2), count("PIPELINE_REQUESTS", 2_000));
    let trials = vec![
        Trial::test(FAIL_OVER, move || named(FAIL_OVER, move || fail_over::rounds(rounds))),
        // needs INTEROP_NATS_SERVER
        Trial::test(PIPELINE, move || named(PIPELINE, move || pipeline::requests(requests))).with_ignored_flag(true),
    ];
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

/// How many, unless a variable asks for more: `.ci/long` does.
fn count(variable: &str, usual: usize) -> usize {
    std::env::var(variable).map_or(usual, |text| text.parse().unwrap_or_else(|_| panic!("{variable} is {text:?}")))
}

/// Runs a test on a thread of its name, as the usual harness does: by it is told who asked for a variable.
fn named(name: &str, test: impl FnOnce() + Send + 'static) -> Result<(), Failed> {
    let thread = std::thread::Builder::new().name(name.to_owned()).spawn(test).unwrap();
    thread.join().map_err(|_| "it panicked: see above".into())
}
