//! The command line of `adp-registry`.

mod crawl;
mod explain;
mod failure;
mod input;
mod key_file;
mod manage_entries;
mod network;
mod open;
mod remote;
mod search;
mod serve;

use agent_description::secret::Redactor;
use clap::{Parser, Subcommand, error::ErrorKind};
use failure::Failure;
use std::{ffi::OsString, io::Write, process::ExitCode};

const EXAMPLES: &str = "\
Examples:
  # example agents, in memory
  adp-registry serve --demo
  adp-registry serve --store agents.redb --listen 127.0.0.1:8080
  adp-registry add card.json --id urn:air:hotel.example:agent:rooms \\
      --store agents.redb
  adp-registry search 'weather AND verified=true' --store agents.redb
  adp-registry search weather --url https://registry.example.com
  adp-registry crawl hosts.txt --store agents.redb

Exit codes: 0 success, 1 refused or not found, 2 usage error, 3 input unreadable
or malformed, 4 undecided (network or store). Data goes to stdout, messages to
stderr.";

/// Agent registry that verifies documents before it indexes them.
#[derive(Debug, Parser)]
#[command(name = "adp-registry", version, after_help = EXAMPLES, max_term_width = 80)]
#[command(disable_help_subcommand = true, arg_required_else_help = true)]
struct CommandLine {
    #[command(subcommand)]
    command: Command,

    /// Print JSON, also on failure
    #[arg(long, global = true)]
    json: bool,
}

#[derive(Debug, Subcommand)]
enum Command {
    Serve(serve::Args),
    Add(manage_entries::AddArgs),
    Remove(manage_entries::RemoveArgs),
    Get(manage_entries::GetArgs),
    Search(search::Args),
    Export(manage_entries::ExportArgs),
    Reindex(search::ReindexArgs),
    Crawl(crawl::Args),
    Explain(explain::Args),
}

/// The outcome of a verb that completed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    /// Success.
    Done,
    /// Refused or not found.
    Refused,
}

/// Runs a command line, including the program's name.
#[must_use]
pub fn run(arguments: Vec<OsString>) -> ExitCode {
    Redactor::for_process().learn_process();
    let line = match CommandLine::try_parse_from(&arguments) {
        Ok(line) => line,
        Err(error) if error.use_stderr() => {
            // parsing failed, so look for --json in the raw arguments
            let json = arguments.iter().skip(1).take_while(|arg| *arg != "--").any(|arg| arg == "--json");
            let rendered = error.render().to_string();
            let is_help = error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand;
            if is_help && !json {
                eprint!("{rendered}");
                return ExitCode::from(Failure::USAGE);
            }
            let message = rendered.trim_end();
            return Failure::usage(message.strip_prefix("error: ").unwrap_or(message)).tell(json);
        }
        Err(error) => {
            let _ = error.print();
            return ExitCode::SUCCESS;
        }
    };
    let runtime = match tokio::runtime::Runtime::new() {
        Ok(runtime) => runtime,
        Err(error) => {
            return Failure::usage(format!("cannot start the async runtime: {error}")).tell(line.json);
        }
    };
    let json = line.json;
    let ended = runtime.block_on(async {
        match line.command {
            Command::Serve(args) => serve::run(args, json).await,
            Command::Add(args) => manage_entries::add(args, json).await,
            Command::Remove(args) => manage_entries::remove(args, json).await,
            Command::Get(args) => manage_entries::get(args, json).await,
            Command::Search(args) => search::run(args, json).await,
            Command::Export(args) => manage_entries::export(args, json).await,
            Command::Reindex(args) => search::reindex(args, json).await,
            Command::Crawl(args) => crawl::run(args, json).await,
            Command::Explain(args) => explain::run(&args, json),
        }
    });
    runtime.shutdown_timeout(std::time::Duration::from_secs(1));
    match ended {
        Ok(Outcome::Done) => ExitCode::SUCCESS,
        Ok(Outcome::Refused) => ExitCode::from(1),
        Err(failure) => failure.tell(json),
    }
}

/// Prints a value as JSON, with control characters escaped.
fn print_json(value: &serde_json::Value) {
    let text = format!("{value:#}\n");
    let text = Redactor::for_process().report_json(&text);
    // ignore a closed pipe
    let _ = std::io::stdout().lock().write_all(adp_tools::text::escape_json(&text).as_bytes());
}

/// Prints the result of a verb: with `--json` the value, otherwise the line.
fn print(json: bool, value: &serde_json::Value, line: &str) {
    if json { print_json(value) } else { print_line(line) }
}

/// Prints a line of text.
fn print_line(line: &str) {
    let _ = writeln!(std::io::stdout().lock(), "{}", adp_tools::text::escape(&Redactor::for_process().report(line)));
}

/// Prints a note to stderr, on one line.
fn note(text: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{}", adp_tools::text::escape(&Redactor::for_process().message(text)));
}

#[cfg(test)]
mod tests {
    use super::CommandLine;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_sound() {
        CommandLine::command().debug_assert();
    }
}
