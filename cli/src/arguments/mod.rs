//! The command line: verbs, groups, and errors for invalid arguments.

pub mod duration;
pub mod handle;
pub mod json_argument;
pub mod proof_binding;
pub mod secret_arg;
pub mod value_parser;
pub mod verbs;

#[cfg(feature = "flows")]
use crate::flow;
#[cfg(feature = "mcp")]
use crate::mcp;
#[cfg(feature = "messages")]
use crate::message;
#[cfg(feature = "studio")]
use crate::studio;
use crate::{
    auth, call, canon, check, completions, convert, demo, did, diff, discover, dns, doctor, expand, explain,
    failure::{
        Failure, Outcome,
        advice::{self, VerbOption},
    },
    init, intent, key, lock, man,
    output::{terminal::Terminal, trace_log},
    publish, register, show, sign, vectors, verify,
};
#[cfg(feature = "serve")]
use crate::{gateway, serve};
use clap::{
    Arg, ArgAction, ArgMatches, CommandFactory, FromArgMatches, Parser,
    builder::styling::{AnsiColor, Styles},
    error::{ContextKind, ContextValue, ErrorKind},
    parser::ValueSource,
};
use std::{fmt::Write, process::ExitCode};
use verbs::verbs;

const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Green.on_default().bold())
    .usage(AnsiColor::Green.on_default().bold())
    .literal(AnsiColor::Cyan.on_default().bold())
    .placeholder(AnsiColor::Cyan.on_default());

const EXAMPLES: &str = "\
Examples:
  adp demo   # sign, publish, verify and attack, on this machine only
  adp key generate -o agent.pem
  adp did create --host agent.example.com --key agent.pem -o did.json
  adp init --name 'My agent' --did did:wba:agent.example.com -o ad.json
  adp sign ad.json --key agent.pem --key-id did:wba:agent.example.com#key-1 \\
      --in-place
  adp verify ad.json --did-document did.json
  adp verify https://agent.example.com/ad.json   # after publishing

Exit codes: 0 success, 1 refused or a check failed, 2 usage error, 3 input
unreadable or malformed, 4 undecided (network). Data goes to stdout, messages to
stderr; `-` is stdin.";

/// Parse, sign, publish and verify agent descriptions.
#[derive(Debug, Parser)]
#[command(name = "adp", version, styles = STYLES, after_help = EXAMPLES, max_term_width = 80, propagate_version = false)]
#[command(arg_required_else_help = true, disable_help_flag = true)]
struct CommandLine {
    #[command(subcommand)]
    command: Command,

    /// Print JSON, also on failure; with several inputs, one value per line
    #[arg(long, global = true, help_heading = "Output")]
    json: bool,

    /// Log fetches, DID resolution and verification to stderr; -vv adds checks
    #[arg(short, long, global = true, action = ArgAction::Count, help_heading = "Output")]
    verbose: u8,

    /// Print the common options; --help prints all
    #[arg(short, long, global = true, action = ArgAction::Help)]
    help: Option<bool>,
}

verbs! {
    /// The verbs.
    pub enum Command {
        Demo = demo,
        Key = key,
        Did = did,
        Init = init,
        Check = check,
        Show = show,
        Sign = sign,
        Verify = verify,
        Discover = discover,
        Doctor = doctor,
        Dns = dns,
        Auth = auth,
        Expand = expand,
        Canon = canon,
        Convert = convert,
        Diff = diff,
        Lock = lock,
        Intent = intent,
        Flow = flow if "flows",
        Publish = publish,
        Register = register,
        Serve = serve if "serve",
        Gateway = gateway if "serve",
        Studio = studio if "studio",
        Call = call,
        Mcp = mcp if "mcp",
        Message = message if "messages",
        Vectors = vectors,
        Explain = explain,
        Completions = completions,
        Man = man,
    }
}

/// The verbs grouped by task, as `adp --help` lists them.
const GROUPS: &[(&str, &[&str])] = &[
    ("First steps", &["demo", "init"]),
    ("Keys and identities", &["key", "did"]),
    ("Check and compare", &["check", "studio", "show", "explain", "doctor", "diff", "lock"]),
    ("Sign and publish", &["sign", "publish", "dns", "serve", "gateway", "register"]),
    ("Find and verify", &["verify", "discover"]),
    ("Call services", &["call", "auth", "flow", "mcp", "intent", "message"]),
    ("Convert", &["convert", "expand", "canon"]),
    ("Tools", &["vectors", "completions", "man", "help"]),
];

/// The verbs that a feature adds, with the feature, and whether this build has it.
const OPTIONAL_VERBS: [(&str, &str, bool); 6] = [
    ("flow", "flows", cfg!(feature = "flows")),
    ("mcp", "mcp", cfg!(feature = "mcp")),
    ("message", "messages", cfg!(feature = "messages")),
    ("serve", "serve", cfg!(feature = "serve")),
    ("gateway", "serve", cfg!(feature = "serve")),
    ("studio", "studio", cfg!(feature = "studio")),
];

/// The feature that a verb needs and that this build lacks.
fn missing_feature(verb: &str) -> Option<&'static str> {
    OPTIONAL_VERBS.iter().find(|(name, _, is_built)| *name == verb && !is_built).map(|(_, feature, _)| *feature)
}

/// The command-line parser, with verbs grouped by task.
pub fn command() -> clap::Command {
    let command = CommandLine::command();
    // `help` is added when the command is built
    let mut built = command.clone();
    built.build();
    let mut verbs = String::new();
    for (title, names) in GROUPS {
        let header = STYLES.get_header();
        let _ = writeln!(verbs, "{header}{title}:{header:#}");
        for verb in names.iter().filter_map(|name| built.find_subcommand(name)) {
            let literal = STYLES.get_literal();
            let about = verb.get_about().map(ToString::to_string).unwrap_or_default();
            let _ = writeln!(verbs, "  {literal}{:12}{literal:#} {about}", verb.get_name());
        }
        verbs.push('\n');
    }
    let template = format!("{{about}}\n\n{{usage-heading}} {{usage}}\n\n{verbs}{{options}}{{after-help}}");
    command.help_template(clap::builder::StyledStr::from(template))
}

/// Parses the process's arguments. `Err` is the exit code after `--help`, `--version` or a usage error.
pub fn parse() -> Result<(Command, Terminal), ExitCode> {
    let mut command = command();
    let parsed = command.try_get_matches_from_mut(std::env::args_os()).and_then(|matches| {
        advice::set_options(options_of(&command, &matches));
        CommandLine::from_arg_matches(&matches)
    });
    match parsed {
        Ok(line) => {
            trace_log::print(line.verbose);
            Ok((line.command, Terminal::new(line.json)))
        }
        Err(error) => Err(misused(&error)),
    }
}

/// The long options of the selected verb, which parsing has built.
fn options_of<'a>(mut verb: &'a clap::Command, mut matches: &'a ArgMatches) -> Vec<VerbOption> {
    while let Some((name, below)) = matches.subcommand() {
        let Some(found) = verb.find_subcommand(name) else { break };
        (verb, matches) = (found, below);
    }
    let name = |argument: &Arg| Some(format!("--{}", argument.get_long()?));
    let is_given = |argument: &&Arg| matches.value_source(argument.get_id().as_str()) == Some(ValueSource::CommandLine);
    let given: Vec<&Arg> = verb.get_arguments().filter(is_given).collect();
    let excludes = |one: &Arg, other: &Arg| verb.get_arg_conflicts_with(one).contains(&other);
    let option = |argument: &Arg| {
        let other = given.iter().find(|other| excludes(other, argument) || excludes(argument, other));
        let is_given = given.contains(&argument);
        let is_used_up = is_given && !matches!(argument.get_action(), ArgAction::Append);
        let excluded_by = other.and_then(|other| name(other));
        Some(VerbOption { name: name(argument)?, excluded_by, is_given, is_used_up })
    };
    verb.get_arguments().filter_map(option).collect()
}

/// Commands of other tools, and the equivalent `adp` command.
const OTHER_NAMES: &[(&[&str], &str)] = &[
    (&["validate", "lint", "test"], "adp check FILE"),
    (&["fix"], "adp check FILE --fix"),
    (&["rules"], "adp check --rules"),
    (&["inspect", "view", "cat", "print", "dump", "info"], "adp show FILE"),
    (&["fetch", "get", "download", "pull"], "adp verify URL --save FILE"),
    (&["keygen", "genkey", "generate", "key new", "key create", "key gen"], "adp key generate -o agent.pem"),
    (&["key public", "key export", "key print", "key inspect"], "adp key show FILE"),
    (&["new", "create", "scaffold", "describe"], "adp init --name NAME -o ad.json"),
    (&["did new", "did generate", "did init"], "adp did create --host HOST --key FILE -o did.json"),
    (&["resolve", "did get", "did fetch"], "adp did resolve DID"),
    (&["rotate"], "adp did rotate --help"),
    (&["format", "fmt", "canonicalize", "jcs", "hash"], "adp canon FILE"),
    (&["crawl", "search", "find", "list", "discovery"], "adp discover HOST"),
    (&["scan", "audit", "examine", "score"], "adp doctor HOST"),
    (&["deploy", "build", "site"], "adp publish DIR -o SITE"),
    (&["compare", "changes"], "adp diff OLD NEW"),
    (&["pin", "freeze"], "adp lock FILE -o adp.lock.json"),
    (&["request", "curl", "http", "send"], "adp call URL --key FILE --key-id DIDURL"),
    (&["run"], "adp flow run FILE FLOW"),
    (&["tools"], "adp flow tools FILE"),
    (&["server", "start"], "adp serve SITE"),
    (&["registry"], "adp-registry --help"),
    (&["upgrade", "migrate"], "adp convert FILE --to FORMAT"),
    (&["version"], "adp --version"),
];

/// The error for an unknown command, with the command to use instead.
fn instead_of(error: &clap::Error) -> Option<Failure> {
    let Some(ContextValue::String(name)) = error.get(ContextKind::InvalidSubcommand) else { return None };
    let mut words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    words.truncate(words.iter().position(|word| word == name)? + 1);
    let typed = words.join(" ");
    let typed = typed.strip_prefix("help ").unwrap_or(&typed);
    if let Some(feature) = missing_feature(typed) {
        return Some(Failure::not_compiled(&format!("verb `{typed}`"), feature));
    }
    let (_, command) = OTHER_NAMES.iter().find(|(names, _)| names.contains(&typed))?;
    Some(Failure::usage(format!("unknown command `adp {typed}`")).with_help(format!("type `{command}`")))
}

fn misused(error: &clap::Error) -> ExitCode {
    use ErrorKind::{DisplayHelp, DisplayHelpOnMissingArgumentOrSubcommand, DisplayVersion};
    if matches!(error.kind(), DisplayHelp | DisplayVersion | DisplayHelpOnMissingArgumentOrSubcommand) {
        let _ = error.print();
        return if error.use_stderr() { Outcome::USAGE.into() } else { ExitCode::SUCCESS };
    }
    let rendered = error.render().to_string();
    // parsing failed, so look for options in the raw arguments
    let arguments: Vec<_> = std::env::args_os().skip(1).collect();
    let options = arguments.iter().take_while(|arg| *arg != "--").map(|arg| arg.to_string_lossy());
    let has = |name: &str| options.clone().any(|arg| arg.split('=').next() == Some(name));
    let is_joined = has("--stdio") && !arguments.iter().any(|arg| arg == "--");
    let stdio = is_joined.then_some("the command of the server comes after `--`: --stdio -- COMMAND");
    let color = has("--color").then_some("only terminals get colors; the variable NO_COLOR=1 turns them off");
    let usage = || Failure::usage(rendered.trim_end().trim_start_matches("error: ")).with_help_if(stdio.or(color));
    Terminal::new(has("--json")).fail(&instead_of(error).unwrap_or_else(usage))
}

#[cfg(test)]
mod tests {
    use super::{GROUPS, OPTIONAL_VERBS, OTHER_NAMES, command, missing_feature};

    /// Each replacement is an existing command, and none of its other names is a command.
    #[test]
    fn other_names_lead_to_commands() {
        let mut built = command();
        built.build();
        let find = |words: &str| {
            words.split(' ').try_fold(built.clone(), |verb, word| verb.find_subcommand(word).cloned()).is_some()
        };
        for (names, command) in OTHER_NAMES {
            let verbs: Vec<&str> = command.split(' ').skip(1).take(1).collect();
            let is_there =
                verbs.iter().all(|verb| verb.starts_with("--") || find(verb) || missing_feature(verb).is_some());
            assert!(is_there, "{command}");
            for name in *names {
                assert!(!find(name), "{name} is a command");
            }
        }
    }

    /// A feature that no verb has would never be named.
    #[test]
    fn a_verb_is_there_or_its_feature_is_missing() {
        let mut built = command();
        built.build();
        for (verb, feature, is_built) in OPTIONAL_VERBS {
            assert_eq!(built.find_subcommand(verb).is_some(), is_built, "{verb}");
            assert_eq!(missing_feature(verb), (!is_built).then_some(feature));
        }
    }

    #[test]
    fn the_command_line_is_sound() {
        command().debug_assert();
    }

    /// The `adp` commands of the examples in a help text, split into arguments like a shell does.
    fn examples(help: &str) -> Vec<Vec<String>> {
        let text = help.split_once("Examples:\n").map_or("", |(_, text)| text).split("\n\n").next().unwrap_or_default();
        let mut commands = vec![Vec::new()];
        for line in text.replace(" \\\n", " ").replace(" |\n", " | ").lines() {
            let (mut words, mut quote) = (vec![String::new()], None);
            for letter in line.chars() {
                match (quote, letter) {
                    (None, '\'' | '"') => quote = Some(letter),
                    (Some(open), _) if open == letter => quote = None,
                    (None, ' ') => words.push(String::new()),
                    _ => words.last_mut().into_iter().for_each(|word| word.push(letter)),
                }
            }
            let words = words.into_iter().filter(|word| !word.is_empty());
            let words: Vec<String> = words.take_while(|word| !word.starts_with('#')).collect();
            commands
                .extend(words.split(|word| ["|", "&&", "<", ">", ">>"].contains(&word.as_str())).map(<[_]>::to_vec));
        }
        commands.retain(|words| words.first().is_some_and(|word| word == "adp"));
        commands
    }

    #[test]
    fn each_example_is_understood() {
        let mut built = command();
        built.build();
        let (mut waiting, mut count) = (vec![built], 0);
        while let Some(verb) = waiting.pop() {
            waiting.extend(verb.get_subcommands().cloned());
            let help = verb.get_after_help().map(ToString::to_string).unwrap_or_default();
            for words in examples(&help) {
                if words.get(1).is_some_and(|verb| missing_feature(verb).is_some()) {
                    continue;
                }
                let parsed = command().try_get_matches_from(&words);
                assert!(
                    parsed.is_ok(),
                    "{words:?}: {}",
                    parsed.err().map(|error| error.to_string()).unwrap_or_default()
                );
                count += 1;
            }
        }
        assert!(count > 100, "{count}");
    }

    #[test]
    fn each_verb_is_in_one_group() {
        let mut listed: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| *names).copied().collect();
        listed.retain(|verb| missing_feature(verb).is_none());
        let mut built = command();
        built.build();
        let mut verbs: Vec<&str> = built.get_subcommands().map(clap::Command::get_name).collect();
        listed.sort_unstable();
        verbs.sort_unstable();
        assert_eq!(listed, verbs);
    }
}
