//! `adp did create`: writes a DID document.

use crate::{
    failure::{Failure, Outcome},
    file, key,
    terminal::Terminal,
};
use agent_description::{
    did::{Did, DidDocumentBuilder},
    json::Object,
};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  adp did create --host agent.example.com --key agent.pem -o did.json
  adp did create --host example.com:8443 --path user:alice --key alice.pem \\
      --agent-description https://example.com:8443/user/alice/ad.json -o did.json

Publish the file where `adp did url DID` says. The first key is `#key-1`, those of --add-key
`#key-2` and on; each may sign descriptions (assertionMethod) and log in (authentication).";

/// Write the DID document of a did:wba DID, and print the DID
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The web site the document will be published on
    #[arg(long, value_name = "HOST[:PORT]")]
    host: String,

    /// The path below it, its segments separated by colons
    #[arg(long, value_name = "a:b", default_value = "", hide_default_value = true)]
    path: String,

    /// What the DID is bound to: `plain` is the web site alone
    #[arg(long, value_name = "PROFILE", default_value = "plain")]
    profile: Profile,

    /// The key, in PEM; of a secret key only the public half is used
    #[arg(long, value_name = "FILE")]
    key: PathBuf,

    /// A further key; may be repeated
    #[arg(long, value_name = "FILE")]
    add_key: Vec<PathBuf>,

    /// Where the agent's description will be
    #[arg(long, value_name = "URL")]
    agent_description: Option<String>,

    /// The file to write
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Profile {
    Plain,
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    let Profile::Plain = args.profile;
    let did = Did::wba(&args.host, &args.path)?;
    let mut builder = DidDocumentBuilder::new(did.clone(), &key::read_public(&args.key, terminal)?);
    for path in &args.add_key {
        builder = builder.add_key(&key::read_public(path, terminal)?);
    }
    if let Some(url) = &args.agent_description {
        builder = builder.agent_description(url);
    }
    let document = builder.build()?;
    file::write(&args.output, document.source().as_bytes())?;

    if terminal.wants_json() {
        let mut object = Object::new();
        object.insert("did", did.as_str());
        object.insert("url", did.location());
        object.insert("file", args.output.display().to_string());
        terminal.print_json(&object.into())?;
    } else {
        terminal.print(format_args!("{did}\n"))?;
        terminal.note(&format!("publish {} as {}", args.output.display(), did.location()));
    }
    Ok(Outcome::Done)
}
