//! The demonstration as a program without options.

use std::{
    env,
    io::{self, IsTerminal, Write},
    process::ExitCode,
};

const NEXT: &str = "\
Two commands to go on:
  cargo install --path cli --locked      # the command line, in a few minutes
  adp init --name 'My agent' -o ad.json  # a description of your own
docs/start/publish.md leads from there to a signed web site.
";

fn main() -> ExitCode {
    let story = match adp_demo::play() {
        Ok(story) => story,
        Err(error) => {
            eprintln!("error: cannot run the demo: {error}");
            return ExitCode::from(4);
        }
    };
    let mut out = io::stdout().lock();
    let with_colors = out.is_terminal() && env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    let next = if story.ok() { NEXT } else { "" };
    // a reader that has gone away needs no message
    let _ = write!(out, "{}\n{next}", story.to_text(with_colors));
    if story.ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
