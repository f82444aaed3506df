//! `adp init --from`: what a new description takes over from an OpenAPI document or an A2A Agent Card.

use super::{Args, protocol_of};
use crate::{
    convert::print_losses,
    failure::{Failure, InInput},
    input::{file, flow_sources::openapi_of, format::FormatArgs},
    output::terminal::Terminal,
};
use adp_cards::A2A_CARD;
use adp_compare::convert::{ConversionOptions, ConversionTarget, convert};
use adp_flows::{
    OPENAPI,
    openapi::{OpenApi, Operation},
};
use agent_description::{
    CodedError, Document, Limits,
    description::{AgentDescription, Interface, InterfaceKind, ModelError},
    format::FormatError,
    json::Json,
};
use std::path::Path;

/// Maximum number of operations that the description of an interface names.
const MAX_OPERATIONS: usize = 20;

/// What the description takes over.
#[derive(Default)]
pub struct TakenOver {
    pub name: Option<String>,
    pub description: Option<String>,
    /// The interface of an OpenAPI document.
    pub interface: Option<Interface>,
    /// All members of a converted card.
    pub model: Option<AgentDescription>,
}

/// Reads the file of `--from`.
pub fn read(args: &Args, path: &Path, terminal: &Terminal) -> Result<TakenOver, Failure> {
    let (format_args, limits) = (FormatArgs::default(), Limits::default());
    let (name, bytes) = file::read_named(path, format_args.most_bytes(&limits), terminal)?;
    let input = path.to_string_lossy();
    let (document, formats) = format_args.read(&input, &bytes, &limits).in_input(&name, &bytes)?;
    if formats.contains(&OPENAPI) {
        let openapi = openapi_of(&document, &input)?;
        return from_openapi(args, path, &openapi, terminal).in_input(&name, &bytes);
    }
    if formats.contains(&A2A_CARD) {
        return from_card(args, &document, terminal).in_document(&name, &document);
    }
    let format = formats.first().map_or("unknown", |format| format.name);
    Err(Failure::from_error(&FormatError::NotOffered { format, verb: "taken over" })
        .with_help("--from takes an OpenAPI document or an A2A Agent Card")
        .in_input(&name, &[]))
}

fn from_card(args: &Args, document: &Document, terminal: &Terminal) -> Result<TakenOver, Failure> {
    let to = if args.is_anp_07() { ConversionTarget::Anp07 } else { ConversionTarget::Adp };
    let converted = convert(document, A2A_CARD, to, &ConversionOptions::default())?;
    print_losses(&converted.losses, terminal);
    let invalid = |error: ModelError| Failure::new(error.code(), error.to_string());
    let model = AgentDescription::from_document(&converted.document).map_err(invalid)?;
    let (name, description) = (model.name.to_string(), model.description.as_ref().map(ToString::to_string));
    Ok(TakenOver { name: Some(name), description, interface: None, model: Some(model) })
}

fn from_openapi(args: &Args, path: &Path, openapi: &OpenApi, terminal: &Terminal) -> Result<TakenOver, Failure> {
    let info = openapi.root().and_then(|root| root.get("info"));
    let text = |name: &str| info.and_then(|info| info.get(name)?.as_str().map(str::to_owned));
    let file = path.file_name().unwrap_or_default().to_string_lossy();
    let servers: Vec<String> = openapi.operations().next().map(|it| it.servers()).unwrap_or_default();
    let base = args.id.as_ref().or_else(|| servers.iter().find(|server| server.starts_with("https://")));
    // a client reads the document from the URL, so that a guess must be one that the publisher sees
    let beside = base.and_then(|base| url::Url::parse(base).ok()?.join(&format!("./{file}")).ok());
    let given = args.interface.iter().find(|(protocol, _)| protocol_of(protocol).1 == OPENAPI_TITLE);
    let url = match (given, beside) {
        (Some((_, url)), _) => url.clone(),
        (None, Some(url)) => {
            terminal.note(&format!("note: {url} is a guess; pass the URL of {file} by --interface openapi=URL"));
            url.to_string()
        }
        (None, None) => {
            return Err(Failure::usage(
                "--from: where is the OpenAPI document published? Pass --interface openapi=URL",
            ));
        }
    };
    let named: Vec<String> = openapi.operations().take(MAX_OPERATIONS).map(|it| shown(&it)).collect();
    let more = openapi.len().saturating_sub(named.len());
    let more = if more > 0 { format!("; and {more} more") } else { String::new() };
    let at =
        servers.first().filter(|server| server.as_str() != "/").map_or_else(String::new, |url| format!(" of {url}"));
    let (protocol, title) = protocol_of("YAML");
    let description = format!("Operations{at}: {}{more}", named.join("; "));
    let asks_person = openapi.operations().any(|operation| !operation.method().is_safe());
    let interface =
        args.interface_at(&url, InterfaceKind::Structured, [protocol, title, &description], Some(asks_person));
    Ok(TakenOver {
        name: text("title"),
        description: text("description").or_else(|| text("summary")),
        interface: Some(interface),
        model: None,
    })
}

/// The name of the interface of an OpenAPI document.
pub const OPENAPI_TITLE: &str = "OpenAPI";

/// An operation, such as `placeOrder (POST /orders): Places an order`.
fn shown(operation: &Operation<'_>) -> String {
    let place = format!("{} {}", operation.method().name(), operation.path());
    let summary = operation.json().get("summary").and_then(Json::as_str);
    let named = operation.id().map_or_else(|| place.clone(), |id| format!("{id} ({place})"));
    summary.map_or_else(|| named.clone(), |summary| format!("{named}: {summary}"))
}
