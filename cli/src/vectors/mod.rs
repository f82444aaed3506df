//! `adp vectors`: runs the test vectors, here or through another implementation's command, and makes them.

mod answer;
mod cases;
mod format;
mod generate;
mod kinds;
mod run;

use crate::{
    failure::{Failure, Outcome},
    file,
    terminal::Terminal,
};
use std::path::PathBuf;

/// Run or make the test vectors
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, clap::Subcommand)]
enum Verb {
    Run(run::Args),
    Generate(generate::Args),
    /// Answer one vector, as a command for `adp vectors run --against` does
    Answer {
        /// The vector file; `-` is stdin
        vector: PathBuf,
    },
}

pub fn run(args: &Args, terminal: &mut Terminal) -> Result<Outcome, Failure> {
    match &args.verb {
        Verb::Run(args) => run::run(args, terminal),
        Verb::Generate(args) => generate::run(args, terminal),
        Verb::Answer { vector } => answer_one(vector, terminal),
    }
}

fn answer_one(path: &std::path::Path, terminal: &mut Terminal) -> Result<Outcome, Failure> {
    let bytes = file::read(path, run::FILE_BYTES, terminal)?;
    let vector = format::Vector::parse(&bytes)
        .map_err(|error| Failure::usage(format!("{} is no vector: {error}", path.display())))?;
    let answer = match answer::answer(&vector, path.parent().unwrap_or(std::path::Path::new("."))) {
        Ok(answer) => answer,
        Err(error) if error.is_unknown() => {
            answer::Answer::Refused { code: "unknown".to_owned(), message: Some(error.to_string()) }
        }
        Err(error) => return Err(Failure::usage(format!("{}: {error}", path.display()))),
    };
    terminal.print_json_line(&answer.to_json())?;
    Ok(Outcome::Done)
}
