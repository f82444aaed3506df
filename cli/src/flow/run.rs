//! `adp flow run`: run a flow with the user's credentials and consent.

use super::{LoadedFlows, SourceArgs, plan::restore_names};
use crate::{
    arguments::{duration, json_argument, secret_arg::SecretArg},
    call::rpc::DescribedCall,
    failure::{Failure, Outcome},
    input::file,
    key,
    network::Network,
    output::{
        consent,
        escape::escape,
        terminal::{Shown, Terminal},
    },
};
use adp_flows::{
    openrpc::RpcCall,
    run::{Credentials, DidSigner, RunLimits, RunReport, Runner, SecretProvider, Traced},
    tools::ToolFormat,
    workflow::Workflows,
};
use agent_description::{
    Code, Json, Limits, Origin,
    did::DidUrl,
    json::{Object, parse},
    proof::KeySigner,
    resolve::PrivateOrigin,
};
use std::{fs, path::Path, sync::Arc, time::Duration};

const EXAMPLES: &str = "\
Examples:
  adp flow run agents.json order --args '{\"requestBody\": {\"item\": \"chair\"}}' \\
      --dry-run
  adp flow run agents.json order --args @order.json --auth auth.json --yes
  adp flow run orders.arazzo.yaml order --args - \\
      --allow-private http://localhost:8080 --json

--auth FILE maps each origin to the credentials of its security schemes:
  {\"https://api.example.com\": {
    \"apiKey\": {\"value\": {\"env\": \"EXAMPLE_KEY\"}},
    \"oauth\": {\"token\": \"…\"},
    \"basic\": {\"username\": \"…\", \"password\": \"…\"},
    \"did\": {\"didwba\": {\"key\": \"alice.pem\", \"keyid\": \"did:wba:…#key-1\"}}}}

A method of an agent description is called on the description's origin, or on
one of --allow-origin.

A flow needs consent if it makes changes, sends response data to another origin,
or puts an API key into a URL. On a terminal, adp asks; otherwise confirm with
--yes (or --allow-flow for data). Redirects are not followed. Exit code 1 means
that the flow failed, 4 that the network failed. The report lists the requests
that were sent.";

/// Run a flow
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// ID of the flow
    #[arg(index = 2, value_name = "FLOW")]
    flow: String,

    /// Arguments: JSON, @FILE or - for stdin. Arazzo: the inputs; agents.json: {"parameters": …, "requestBody": …}
    #[arg(long, value_name = "JSON", default_value = "{}")]
    args: String,

    /// Model API whose names are used in --args (see `adp flow tools`)
    #[arg(long = "for", value_name = "API", default_value = "anthropic", value_parser = crate::check::tool_format)]
    api: ToolFormat,

    /// File with credentials by origin and security scheme
    #[arg(long, value_name = "FILE")]
    auth: Option<SecretArg>,

    /// Show the requests without sending them
    #[arg(long)]
    dry_run: bool,

    /// Confirm everything that needs consent, without a prompt
    #[arg(long, help_heading = "Consent")]
    yes: bool,

    /// Allow response data of one origin in requests to another; repeatable
    #[arg(long, help_heading = "Consent", value_name = "FROM->TO", value_parser = origins)]
    allow_flow: Vec<(Origin, Origin)>,

    /// For a method of a description: also send to this origin; repeatable
    #[arg(long, help_heading = "Consent", value_name = "ORIGIN")]
    allow_origin: Vec<Origin>,

    /// Allow an origin with a private address (http:// only on loopback); repeatable
    #[arg(long, help_heading = "Consent", value_name = "ORIGIN")]
    allow_private: Vec<PrivateOrigin>,

    /// Time limit for one request
    #[arg(long, help_heading = "Limits", value_name = "DUR", default_value = "30s", value_parser = duration::parse)]
    timeout: Duration,

    /// Time limit for the flow
    #[arg(long, help_heading = "Limits", value_name = "DUR", default_value = "5m", value_parser = duration::parse)]
    deadline: Duration,

    /// Maximum size of a response body, in bytes
    #[arg(long, help_heading = "Limits", value_name = "BYTES", default_value = "10485760")]
    max_body: usize,

    /// Maximum number of steps, including repetitions
    #[arg(long, help_heading = "Limits", value_name = "N", default_value = "1000")]
    max_steps: usize,

    #[command(flatten)]
    source: SourceArgs,
}

/// Parses `FROM->TO`, such as `https://a.example->https://b.example`.
fn origins(text: &str) -> Result<(Origin, Origin), String> {
    let (from, to) =
        text.split_once("->").ok_or("expected two origins, as \"https://a.example->https://b.example\"")?;
    let origin = |text: &str| text.trim().parse().map_err(|error: agent_description::TextError| error.to_string());
    Ok((origin(from)?, origin(to)?))
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    if args.args == file::STDIN && args.source.input == file::STDIN {
        return Err(Failure::usage(Terminal::STDIN_TWICE));
    }
    let loaded = LoadedFlows::read_callable(&args.source, terminal)?;
    let mut arguments = json_argument::read(&args.args, terminal)?;
    if !loaded.is_of_flows() {
        return run_method(args, &loaded, &arguments, terminal);
    }
    if !args.allow_origin.is_empty() {
        return Err(Failure::usage(
            "--allow-origin is for methods of an agent description, and this is a file of flows",
        ));
    }
    let compiled = loaded.compile(&args.source, terminal)?;
    let workflows = &compiled.workflows;
    restore_names(workflows, &args.flow, args.api, &mut arguments);
    if let Some(error) = workflows.workflow(&args.flow).err().filter(|_| !terminal.wants_json()) {
        return Err(loaded.failure(&error, error.offset()));
    }
    run_flow(args, &loaded.network, (workflows, &args.flow, &arguments), None, terminal)
}

/// Runs a flow, or the one call in it, after consent. `--dry-run` only shows the requests.
fn run_flow(
    args: &Args,
    network: &Network,
    (workflows, flow, arguments): (&Workflows, &str, &Json),
    call: Option<&RpcCall>,
    terminal: &Terminal,
) -> Result<Outcome, Failure> {
    let runner = runner(args, network, terminal)?;
    let report = if args.dry_run {
        network.runtime.block_on(runner.dry_run(workflows, flow, arguments))
    } else {
        let confirmed = agreed(args, &runner, (workflows, flow, arguments), terminal)?;
        let runner = runner.confirmed(confirmed);
        match call {
            Some(call) => network.runtime.block_on(runner.call(call, workflows)),
            None => network.runtime.block_on(runner.run(workflows, flow, arguments)),
        }
    };
    print_report(&report, args.dry_run, terminal)
}

/// Creates the runner from the arguments.
fn runner(args: &Args, network: &Network, terminal: &Terminal) -> Result<Runner, Failure> {
    let mut limits = RunLimits::default();
    (limits.timeout, limits.deadline) = (args.timeout, args.deadline);
    (limits.max_body, limits.max_steps) = (args.max_body, args.max_steps);
    let mut runner = Runner::new(network.https.clone()).limits(limits);
    if let Some(path) = &args.auth {
        runner = runner.credentials(credentials(path, terminal)?);
    }
    for origin in &args.allow_private {
        runner = runner.allow_private(origin.clone());
    }
    for (from, to) in &args.allow_flow {
        runner = runner.allow_flow(from.clone(), to.clone());
    }
    Ok(runner)
}

/// Runs a method of a description's OpenRPC interface.
fn run_method(args: &Args, loaded: &LoadedFlows, arguments: &Json, terminal: &Terminal) -> Result<Outcome, Failure> {
    let described = DescribedCall::prepare(&loaded.read, (&args.flow, arguments), &loaded.network, terminal)?;
    let call = &described.call;
    let private = args.allow_private.iter().filter_map(|origin| origin.to_string().parse().ok());
    let allowed: Vec<Origin> = args.allow_origin.iter().cloned().chain(private).collect();
    described.check_origin(loaded.read.url.as_deref(), &allowed)?;
    let workflows = Workflows::from_call(call, &described.security)?;
    let nothing = Object::new().into();
    run_flow(args, &loaded.network, (&workflows, call.method(), &nothing), Some(call), terminal)
}

/// Credentials that are not in the file: environment variables and key files.
struct Outside<'a>(&'a Terminal);

impl SecretProvider for Outside<'_> {
    fn variable(&self, name: &str) -> Option<String> {
        std::env::var(name).ok()
    }

    fn signer(&self, file: &str, keyid: &str) -> Result<DidSigner, String> {
        // neither is shown: it may be the secret itself
        let method: DidUrl =
            keyid.parse().map_err(|_| "`keyid` is not a DID URL, such as did:wba:example.com#key-1".to_owned())?;
        if fs::metadata(file).is_err() {
            return Err("`key` is not the name of a file that can be read".to_owned());
        }
        let key = key::read_secret(Path::new(file), self.0).map_err(|failure| failure.message().to_owned())?;
        Ok(Arc::new(KeySigner::new(method, key)))
    }
}

/// Reads the credentials file. Errors never quote its lines.
fn credentials(file: &SecretArg, terminal: &Terminal) -> Result<Credentials, Failure> {
    let limits = Limits::default();
    let path = Path::new(file.expose());
    if path != Path::new(file::STDIN) && fs::metadata(path).is_err() {
        // the argument is not shown: it may be the credentials themselves
        return Err(Failure::new(Code::IO_READ, "--auth: cannot read the file")
            .with_help("pass the name of a file with the credentials; `adp flow run --help` shows its form"));
    }
    let (name, bytes) = file::read_named(path, limits.description_bytes, terminal)?;
    let json = parse(&bytes, &limits).map_err(|error| Failure::from(error).in_lines(&name, &[], None))?;
    Credentials::read(&json, &Outside(terminal)).map_err(|error| {
        let help = "`adp flow run --help` shows the form of the file";
        Failure::from_error(&error).in_lines(&name, &[], None).with_help(help)
    })
}

/// Whether the user consents to a run: with `--yes`, or at the prompt if the terminal is free for it.
fn agreed(
    args: &Args,
    runner: &Runner,
    (workflows, flow, arguments): (&Workflows, &str, &Json),
    terminal: &Terminal,
) -> Result<bool, Failure> {
    let is_free = args.args != file::STDIN && args.source.input != file::STDIN && !terminal.wants_json();
    if args.yes || !is_free {
        return Ok(args.yes);
    }
    let items = runner.needed_consent(workflows, flow, arguments).unwrap_or_default();
    let lines: Vec<String> = items.iter().map(ToString::to_string).collect();
    consent::agreed("This flow needs consent:", &lines, "Run it?")
}

fn print_report(report: &RunReport, is_dry: bool, terminal: &Terminal) -> Result<Outcome, Failure> {
    if terminal.wants_json() {
        let outcome = report.error.as_ref().map_or(Outcome::Done, |error| error.code.into());
        terminal.print_written(Shown::Report, |out| report.write(out))?;
        return Ok(outcome);
    }
    for step in &report.steps {
        terminal.note(&line(step, is_dry));
    }
    for crossing in &report.crossings {
        terminal.note(&format!("between origins: {}", escape(&crossing.to_string())));
    }
    for warning in &report.warnings {
        terminal.note(&format!("warning: {}", escape(warning)));
    }
    let Some(error) = &report.error else {
        terminal.print_written(Shown::Data, |out| report.write_outputs(out))?;
        return Ok(Outcome::Done);
    };
    for done in &report.done {
        let status = match done.status {
            Some(status) => format!("answered {status}"),
            None if done.unread => "response not read".to_owned(),
            None => "no response".to_owned(),
        };
        let (step, operation) = (escape(&done.step), escape(&done.operation));
        terminal.note(&format!("sent, {status}: {step} ({} {operation})", done.method));
    }
    Err(Failure::from_error(error))
}

/// The line of a step, such as `get: GET https://… 200`.
fn line(step: &Traced, is_dry: bool) -> String {
    let sent = step.request.as_ref().map(|it| format!("{} {}", it.method, escape(&it.url)));
    let status = match step.status {
        Some(status) => format!(" {status}"),
        None if is_dry || sent.is_none() => String::new(),
        None if step.unread => " response not read".to_owned(),
        None if step.sent => " no response".to_owned(),
        None => " not sent".to_owned(),
    };
    format!("{}: {}{status}", escape(&step.step), sent.unwrap_or_else(|| "a workflow".to_owned()))
}

#[cfg(test)]
mod tests {
    use crate::output::consent::shown;
    use adp_flows::run::ConsentItem;

    #[test]
    fn the_prompt_shows_no_secrets_of_urls() {
        let item = ConsentItem::Change {
            method: "POST".to_owned(),
            url: "https://kim:hidden-one@shop.example/orders?token=hidden-two".to_owned(),
            operation: "placeOrder\u{1b}[2J".to_owned(),
            doubt: None,
            repeats: 0,
        };
        let shown = shown(&item.to_string());
        assert!(shown.contains("shop.example/orders") && shown.contains("placeOrder"), "{shown}");
        assert!(!shown.contains("hidden") && !shown.contains('\u{1b}'), "{shown}");
    }
}
