//! `adp`: agent descriptions from a terminal.

mod arguments;
mod canon;
mod card;
mod did;
mod escape;
mod excerpt;
mod expand;
mod failure;
mod file;
mod hex;
mod key;
mod network;
mod sign;
mod terminal;
mod vectors;

use std::process::ExitCode;

fn main() -> ExitCode {
    let (command, mut terminal) = match arguments::parse() {
        Ok(parsed) => parsed,
        Err(code) => return code,
    };
    match command.run(&mut terminal).and_then(|outcome| terminal.flush().map(|()| outcome)) {
        Ok(outcome) => outcome.exit_code().into(),
        Err(failure) => terminal.fail(&failure),
    }
}
