//! `adp init`: a valid agent description to start from.

use crate::{
    escape::escape_json,
    failure::{Failure, Outcome},
    object,
    output::{Force, Output, write_or_print},
    terminal::Terminal,
};
use agent_description::{
    Document, Limits, Timestamp,
    description::{self, CheckOptions},
    diagnostic::Severity,
    did::Did,
    json::{Json, Object},
};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  adp init --name 'Hotel Assistant' -o ad.json
  adp init --name 'Hotel Assistant' --did did:wba:agent.example.com \\
      --id https://agent.example.com/ad.json --owner 'Example Hotels' \\
      --interface YAML=https://agent.example.com/api/booking.yaml -o ad.json

Then edit it, `adp check` it, `adp sign` it.";

/// Write a valid agent description to start from
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The agent's name
    #[arg(long, default_value = "My agent")]
    name: String,

    /// The agent's DID
    #[arg(long)]
    did: Option<String>,

    /// Where the description will be published
    #[arg(long, value_name = "URL")]
    id: Option<String>,

    /// What the agent does
    #[arg(long, value_name = "TEXT")]
    description: Option<String>,

    /// The organization that owns the agent
    #[arg(long, value_name = "NAME")]
    owner: Option<String>,

    /// How to talk to the agent: a protocol and the URL of its definition; may be repeated
    #[arg(long, value_name = "PROTOCOL=URL", value_parser = parse_interface)]
    interface: Vec<(String, String)>,

    /// The language of its text (BCP 47)
    #[arg(long, value_name = "TAG", default_value = "en")]
    language: String,

    /// The creation time of the description, instead of now
    #[arg(long, value_name = "TIME")]
    created: Option<Timestamp>,

    /// Write to this file instead of stdout; `-` is stdout
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    #[command(flatten)]
    force: Force,
}

fn parse_interface(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((protocol, url)) if !protocol.is_empty() && !url.is_empty() => Ok((protocol.to_owned(), url.to_owned())),
        _ => Err("expected PROTOCOL=URL, for example YAML=https://agent.example.com/api.yaml".to_owned()),
    }
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    let output = args.output.as_deref().map(|path| Output::named(path, args.force, &[])).transpose()?.flatten();
    let document = Document::from_object(write(args)?, &Limits::default())?;
    // what the user put in may be what is wrong: an URL that is not https, an empty name
    let findings = description::check(&document, &CheckOptions::default());
    if let Some(error) = findings.iter().find(|finding| finding.severity == Severity::Error) {
        // its line is one of a file that is not written
        let failure = Failure::new(error.code, error.message.as_str());
        return Err(match &error.help {
            Some(help) => failure.with_help(help),
            None => failure,
        });
    }
    write_or_print(output.as_ref(), escape_json(document.source()).as_bytes(), terminal)?;
    if let Some(output) = output.filter(|_| terminal.wants_json()) {
        let text = |member: &str| document.root().get(member).and_then(Json::as_str);
        let file = output.path().display().to_string();
        let written = object! { "file": file, "id": text("@id"), "name": text("name"), "did": text("did") };
        terminal.print_json(&written)?;
    }
    Ok(Outcome::Done)
}

fn write(args: &Args) -> Result<Object, Failure> {
    let did = args.did.as_deref().map(str::parse::<Did>).transpose()?;
    let created = args.created.unwrap_or_else(Timestamp::now).truncated_to_second();
    let mut root = Object::new();
    let language: Object = [("@language", args.language.as_str())].into_iter().collect();
    root.insert("@context", vec![Json::from("https://agent-network-protocol.com/ad#"), language.into()]);
    root.insert("@type", "AgentDescription");
    if let Some(id) = &args.id {
        root.insert("@id", id.as_str());
    }
    root.insert("name", args.name.as_str());
    if let Some(did) = &did {
        root.insert("did", did.as_str());
    }
    if let Some(owner) = &args.owner {
        root.insert("owner", members([("@type", "Organization"), ("name", owner)]));
    }
    if let Some(description) = &args.description {
        root.insert("description", description.as_str());
    }
    root.insert("version", "1.0.0");
    root.insert("created", created.to_string());
    if !args.interface.is_empty() {
        let interfaces: Vec<Json> =
            args.interface.iter().map(|(protocol, url)| interface(&args.name, protocol, url)).collect();
        root.insert("interfaces", interfaces);
    }
    let scheme = members([("scheme", "didwba"), ("in", "header"), ("name", "Authorization")]);
    root.insert("securityDefinitions", [("didwba_sc", scheme)].into_iter().collect::<Object>());
    root.insert("security", "didwba_sc");
    Ok(root)
}

fn interface(agent: &str, protocol: &str, url: &str) -> Json {
    let mut interface = members([("@type", "StructuredInterface"), ("@id", url), ("name", protocol)]);
    interface.insert("description", format!("How programs use {agent}"));
    interface.insert("protocol", protocol);
    interface.insert("url", url);
    interface.insert("humanAuthorization", false);
    interface.into()
}

fn members<const N: usize>(members: [(&str, &str); N]) -> Object {
    members.into_iter().collect()
}
