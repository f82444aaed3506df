//! `adp man`: man pages.
//!
//! A verb that describes all verbs: it and [`arguments`] need each other.

use crate::{
    arguments,
    failure::Failure,
    input::file::STDIN,
    output::{Force, Output, terminal::Terminal},
};
use clap_mangen::Man;
use std::{
    fs,
    path::{Path, PathBuf},
};

const EXAMPLES: &str = "\
Examples:
  adp man -o ~/.local/share/man/man1   # then: man adp, man adp-verify";

/// Write the man pages of adp and its verbs
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Output folder; created if it does not exist
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,

    #[command(flatten)]
    force: Force,
}

/// Formats the examples and notes of a verb as roff. Examples keep their lines, which `clap_mangen` would join.
fn examples(command: &clap::Command) -> String {
    let text = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let mut page = String::new();
    let mut is_filled = true;
    for line in text.lines() {
        let is_example = line.starts_with(' ');
        if is_filled == is_example {
            page.push_str(if is_example { ".nf\n" } else { ".fi\n" });
            is_filled = !is_example;
        }
        match line {
            "Examples:" => page.push_str(".SH EXAMPLES\n"),
            "" => page.push_str(".PP\n"),
            _ => {
                // a line that starts with a dot or quote would be a roff request
                let escaped = line.replace('\\', "\\e").replace('-', "\\-");
                page.push_str(if line.starts_with(['.', '\'']) { "\\&" } else { "" });
                page.push_str(&escaped);
                page.push('\n');
            }
        }
    }
    page
}

/// Writes `adp.1` and one page per verb, such as `adp-verify.1` and `adp-did-create.1`.
pub fn run(args: &Args, terminal: &Terminal) -> Result<(), Failure> {
    if args.output == Path::new(STDIN) {
        return Err(Failure::usage("there are several pages; pass a folder"));
    }
    let failed = |error: &std::io::Error| Failure::io("write", &args.output, error);
    fs::create_dir_all(&args.output).map_err(|error| failed(&error))?;
    let mut command = arguments::command().disable_help_subcommand(true);
    command.build();
    let mut waiting = vec![command];
    let mut pages = Vec::new();
    while let Some(command) = waiting.pop() {
        waiting.extend(command.get_subcommands().filter(|verb| !verb.is_hide_set()).cloned());
        let page = Man::new(command.clone().after_help(clap::builder::Resettable::Reset));
        let mut text = Vec::new();
        page.render(&mut text).map_err(|error| failed(&error))?;
        text.extend(examples(&command).into_bytes());
        pages.push((args.output.join(page.get_filename()), text));
    }
    // write no page if one of them cannot be written
    let outputs =
        pages.iter().map(|(path, text)| Ok((Output::file(path, args.force, "the output must be a folder")?, text)));
    for (output, text) in outputs.collect::<Result<Vec<_>, Failure>>()? {
        output.write(text)?;
    }
    terminal.note(&format!("{} pages in {}", pages.len(), args.output.display()));
    Ok(())
}
