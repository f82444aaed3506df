//! Agents that are processes of their own, asked under load while they are killed. The program is the test and, where the variable `AGENT` says
//! so, one of the agents.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod agent;
mod fail_over;
mod identity;
mod worker;

use libtest_mimic::{Arguments, Trial};

fn main() {
    if let Some(role) = agent::Role::of_this_process() {
        agent::run(&role);
        return;
    }
    let trials = vec![Trial::test("the_backup_takes_over_from_a_killed_primary", || {
        fail_over::rounds(count("FAIL_OVER_ROUNDS", 5));
        Ok(())
    })];
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

/// How many, unless a variable asks for more: `.ci/long` does.
fn count(variable: &str, usual: usize) -> usize {
    std::env::var(variable).map_or(usual, |text| text.parse().unwrap_or_else(|_| panic!("{variable} is {text:?}")))
}
