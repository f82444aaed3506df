//! `adp mcp call`: a call of a tool, its arguments and its result checked by the tool's schemas.

use super::{ConnectArgs, ServerArgs, SessionSettings, session::Session};
use crate::{
    arguments::json_argument,
    check::tool_format,
    failure::{Failure, Outcome},
    network::NetworkArgs,
    output::{object, terminal::Terminal},
};
use adp_compare::lock::ServerAddress;
use adp_tools::{
    mcp::tools::{CallableTool, ToolCallError, ToolList},
    tool_api::{ToolFormat, restore_call},
};
use agent_description::{Code, CodedError, Document, Json, diagnostic::Suggestions};

const EXAMPLES: &str = "\
Examples:
  adp mcp call https://mcp.example.com/mcp book --args '{\"nights\": 2}' --dry-run
  adp mcp call book --args @book.json --stdio -- COMMAND
  # a call as a model made it, of a list by `adp convert --to anthropic`
  adp mcp call https://mcp.example.com/mcp rooms_list --for anthropic \\
      --args @input.json

The arguments are checked by the tool's input schema before the call, and the
result by its output schema. Exit code 1 means that one of them does not match,
or that the tool reports an error.";

/// Call a tool, and check its arguments and its result
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// URL of the server (not with --stdio), and name of the tool
    #[arg(value_names = ["URL", "TOOL"], num_args = 1..=2, required = true)]
    target: Vec<String>,

    /// Arguments: JSON, @FILE, or - for stdin
    #[arg(long, value_name = "JSON", default_value = "{}")]
    args: String,

    /// Check the arguments without calling the tool
    #[arg(long)]
    dry_run: bool,

    /// Model API that made the call, for its names of tools and arguments
    #[arg(long = "for", value_name = "API", default_value = "mcp", hide_default_value = true, value_parser = tool_format)]
    api: ToolFormat,

    #[command(flatten)]
    server: ServerArgs,

    #[command(flatten)]
    connect: ConnectArgs,

    #[command(flatten)]
    network: NetworkArgs,
}

impl Args {
    fn server_and_tool(&self) -> Result<(ServerAddress, &str), Failure> {
        match (self.server.address(), self.target.as_slice()) {
            (Some(server), [tool]) => Ok((server, tool)),
            (None, [url, tool]) => Ok((ServerAddress::Url(url.clone()), tool)),
            (Some(_), _) => Err(Failure::usage("with --stdio, name the tool and no URL")),
            (None, _) => Err(Failure::usage("name the server's URL and a tool")),
        }
    }
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    let (server, tool) = args.server_and_tool()?;
    let arguments = json_argument::read(&args.args, terminal)?;
    if arguments.as_object().is_none() {
        let message = format!("the arguments are {}, expected an object", arguments.kind());
        return Err(Failure::new(Code::INVALID_ARGUMENTS, message));
    }
    let settings = SessionSettings::new(&args.connect, &args.network, terminal)?;
    let made = settings.in_time(async {
        let session = Session::open(&server, &settings).await?;
        let made = call(args, &session, tool, arguments).await;
        session.close().await;
        made
    })?;
    made.print(args, terminal)
}

/// A call, its result, and why that does not match the tool's output schema.
struct Made {
    tool: String,
    arguments: Json,
    result: Option<Json>,
    mismatch: Option<ToolCallError>,
}

async fn call(args: &Args, session: &Session, tool: &str, mut arguments: Json) -> Result<Made, Failure> {
    let list = session.tools().await?;
    let tool = match args.api {
        ToolFormat::Mcp => tool.to_owned(),
        api => restore_call(list.json(), api, tool, &mut arguments).ok_or_else(|| unknown(&list, tool))?,
    };
    let tools = ToolList::read(&list).tools;
    let mut named = tools.iter().filter(|it| it.name.as_deref() == Some(tool.as_str()));
    let described = named.next().ok_or_else(|| unknown(&list, &tool))?;
    if named.next().is_some() {
        let message = format!("the list has two tools with the name {tool:?}");
        return Err(Failure::new(Code::INVALID_RESULT, message));
    }
    let callable = CallableTool::compile(described)?;
    callable.check_arguments(Some(&arguments))?;
    let mut made = Made { tool, arguments, result: None, mismatch: None };
    if !args.dry_run {
        let result = session.call(&made.tool, &made.arguments).await?;
        made.mismatch = result.as_object().and_then(|result| callable.check_result(result).err());
        made.result = Some(result);
    }
    Ok(made)
}

/// That a server has no tool of a name, and the one that is probably meant.
fn unknown(list: &Document, name: &str) -> Failure {
    let tools = ToolList::read(list).tools;
    let names: Vec<&str> = tools.iter().filter_map(|tool| tool.name.as_deref()).collect();
    let failure = Failure::new(Code::NOT_FOUND, format!("the server has no tool {name:?}"));
    match Suggestions::default().closest(name, names) {
        Some(near) => failure.with_help(format!("did you mean {near:?}?")),
        None => failure.with_help("`adp mcp tools` lists the tools"),
    }
}

impl Made {
    /// Whether the tool reports an error of its own.
    fn is_error(&self) -> bool {
        self.result.as_ref().and_then(|result| result.get("isError")?.as_bool()) == Some(true)
    }

    fn print(self, args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
        let is_refused = self.mismatch.is_some() || self.is_error();
        let outcome = if is_refused { Outcome::Refused } else { Outcome::Done };
        let failure = self.mismatch.as_ref().map(|error| Failure::from_error(error as &dyn CodedError));
        if terminal.wants_json() {
            let mut report = Terminal::masked(&object! {
                "tool": &self.tool,
                "arguments": &self.arguments,
                "called": !args.dry_run,
                "result": None::<Json>,
                "error": failure.as_ref().map(Failure::code_and_message),
            })?;
            // the result is data, as without --json
            if let Some(report) = report.as_object_mut() {
                report.insert("result", self.result);
            }
            let size = report.to_compact().len();
            terminal.print_unmasked_of(report, size)?;
            return Ok(outcome);
        }
        match &self.result {
            Some(result) => terminal.print_unmasked_of(result.clone(), result.to_compact().len())?,
            None => terminal.print(format_args!(
                "{}: the arguments match; the tool was not called\n",
                crate::output::escape::escape(&self.tool)
            ))?,
        }
        match failure {
            Some(failure) => terminal.explain(&failure),
            None if self.is_error() => terminal.note("the tool reports an error"),
            None => {}
        }
        Ok(outcome)
    }
}
