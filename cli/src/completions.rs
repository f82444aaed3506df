//! `adp completions` and `adp man`: what a shell and `man` read.

use crate::{
    arguments,
    failure::{Failure, Outcome},
    file::STDIN,
    output::{Force, Output},
    terminal::Terminal,
};
use clap_complete::Shell;
use clap_mangen::Man;
use std::{
    fs,
    path::{Path, PathBuf},
};

const COMPLETIONS: &str = "\
Examples:
  adp completions bash > ~/.local/share/bash-completion/completions/adp
  adp completions zsh > ~/.zfunc/_adp                 with `fpath+=~/.zfunc` in ~/.zshrc
  adp completions fish > ~/.config/fish/completions/adp.fish";

/// Print a completion script for a shell
#[derive(Debug, clap::Args)]
#[command(after_help = COMPLETIONS)]
pub struct CompletionArgs {
    /// The shell
    shell: Shell,
}

const MAN: &str = "\
Examples:
  adp man -o ~/.local/share/man/man1        then: man adp, man adp-verify";

/// Write the man pages of adp and its verbs
#[derive(Debug, clap::Args)]
#[command(after_help = MAN)]
pub struct ManArgs {
    /// The folder to write to; created if it is missing
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,

    #[command(flatten)]
    force: Force,
}

/// Prints the script.
pub fn complete(args: &CompletionArgs, terminal: &Terminal) -> Result<Outcome, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut arguments::command(), "adp", &mut script);
    terminal.print(String::from_utf8_lossy(&script))?;
    Ok(Outcome::Done)
}

/// Writes `adp.1`, and a page of each verb: `adp-verify.1`, `adp-did-create.1`.
pub fn man(args: &ManArgs, terminal: &Terminal) -> Result<Outcome, Failure> {
    if args.output == Path::new(STDIN) {
        return Err(Failure::usage("the pages are several files; name a folder"));
    }
    let failed = |error: &std::io::Error| Failure::io("write", &args.output, error);
    fs::create_dir_all(&args.output).map_err(|error| failed(&error))?;
    let mut command = arguments::command().disable_help_subcommand(true);
    command.build();
    let mut waiting = vec![command];
    let mut pages = Vec::new();
    while let Some(command) = waiting.pop() {
        waiting.extend(command.get_subcommands().filter(|verb| !verb.is_hide_set()).cloned());
        let page = Man::new(command);
        let mut text = Vec::new();
        page.render(&mut text).map_err(|error| failed(&error))?;
        pages.push((args.output.join(page.get_filename()), text));
    }
    // no page is written if one of them cannot be
    let outputs = pages.iter().map(|(path, text)| Ok((Output::file(path, args.force, "a page is a file")?, text)));
    for (output, text) in outputs.collect::<Result<Vec<_>, Failure>>()? {
        output.write(text)?;
    }
    terminal.note(&format!("{} pages in {}", pages.len(), args.output.display()));
    Ok(Outcome::Done)
}
