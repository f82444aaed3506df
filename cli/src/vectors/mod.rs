//! `adp vectors`: run the test vectors with this program or another implementation.

mod run;

use crate::{
    failure::{Failure, Outcome},
    input::file,
    output::{escape::escape_json, terminal::Terminal},
};
use adp_vectors::{FILE_BYTES, Vector, VectorAnswer, answer};
use std::path::{Path, PathBuf};

/// Run the test vectors
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, clap::Subcommand)]
enum Verb {
    Run(run::Args),
    /// Answer one vector in the protocol of `adp vectors run --against`
    #[command(after_help = "Examples:\n  adp vectors answer vectors/document/null.txt")]
    Answer {
        /// Vector file; `-` is stdin
        vector: PathBuf,
    },
    /// Former verb
    #[command(hide = true)]
    Generate {
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    match &args.verb {
        Verb::Run(args) => run::run(args, terminal),
        Verb::Answer { vector } => answer_one(vector, terminal),
        Verb::Generate { .. } => Err(Failure::usage(
            "`adp` does not generate vectors; run `cargo run -p adp-vectors-maker DIR` in the repository",
        )),
    }
}

fn answer_one(path: &Path, terminal: &Terminal) -> Result<Outcome, Failure> {
    let bytes = file::read(path, FILE_BYTES, terminal)?;
    let vector = Vector::parse(&bytes)
        .map_err(|error| Failure::usage(format!("{} is not a vector: {error}", path.display())))?;
    let answer = match answer(&vector, path.parent().unwrap_or(Path::new("."))) {
        Ok(answer) => answer,
        Err(error) if error.is_unknown() => {
            VectorAnswer::Refused { code: "unknown".to_owned(), message: Some(error.to_string()) }
        }
        Err(error) => return Err(Failure::usage(format!("{}: {error}", path.display()))),
    };
    terminal.data(format!("{}\n", escape_json(&answer.to_json().to_compact())).as_bytes())?;
    Ok(Outcome::Done)
}
