//! `adp completions`: shell completions.
//!
//! A verb that describes all verbs: it and [`arguments`] need each other.

use crate::{arguments, failure::Failure, output::terminal::Terminal};
use clap_complete::Shell;

const EXAMPLES: &str = "\
Examples:
  adp completions bash > ~/.local/share/bash-completion/completions/adp
  adp completions zsh > ~/.zfunc/_adp   # with `fpath+=~/.zfunc` in ~/.zshrc
  adp completions fish > ~/.config/fish/completions/adp.fish";

/// Print a completion script for a shell
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Shell to complete for
    shell: Shell,
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut arguments::command(), "adp", &mut script);
    terminal.print(String::from_utf8_lossy(&script))
}
