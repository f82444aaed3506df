//! One agent of the demo in its own process. `adp message demo` starts it and communicates over stdin and stdout.

use super::{agents, no_demo};
use crate::{
    failure::{Failure, Outcome},
    terminal::Terminal,
};
use adp_messages::{
    agent::Agent,
    card_policy::CardPolicy,
    channel::https,
    directory::read_card,
    endpoint::{Context, Endpoint, EndpointSettings, Failure as Failed},
    signature::AcceptedMessage,
};
use agent_description::{
    Did, Document, ReadLimits, Timestamp,
    json::{Json, Object},
    proof::KeySigner,
};
use std::{
    io::{BufRead, stdin},
    net::TcpListener as StdListener,
    sync::Arc,
};
use tokio::net::TcpListener;

/// Maximum size of a line.
const LINE_BYTES: usize = 1 << 20;

/// Run one agent of the demo
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Name of the agent
    name: String,
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    let name = args.name.as_str();
    let capability = agents::capability(name).ok_or_else(|| Failure::usage("unknown agent of the demo"))?;
    let key = agents::new_key()?;
    let did = agents::did(name)?;
    let document = agents::did_document(&did, &key)?;
    let listener = StdListener::bind("127.0.0.1:0").map_err(|error| no_demo(&error))?;
    listener.set_nonblocking(true).map_err(|error| no_demo(&error))?;
    let address = listener.local_addr().map_err(|error| no_demo(&error))?;

    let card = format!(
        r#"{{"agentInfo":{{"id":"{did}","name":"{name}","type":"{name}"}},"capabilities":[{capability}],"endpoints":{{"primary":"http://{address}/"}}}}"#
    );
    let card = read(card.as_bytes())?;
    let mut hello = Object::with_capacity(3);
    hello.insert("did", did.as_str());
    hello.insert("document", Json::from(read(&document)?.root().clone()));
    hello.insert("card", Json::from(card.root().clone()));
    terminal.data(format!("{}\n", Json::from(hello).to_compact()).as_bytes())?;
    terminal.flush()?;

    let documents = documents(&line()?)?;
    let runtime = tokio::runtime::Runtime::new().map_err(|error| no_demo(&error))?;
    let signer = KeySigner::new(agents::method(&did)?, key);
    let agent = Agent::builder(name, signer, agents::peers(&documents)).first_process().build();
    let (_guard, peers) = (runtime.enter(), agents::peers(&documents));
    let listed = runtime.block_on(read_card(card.source().as_bytes(), &peers, Timestamp::now()));
    let policy = CardPolicy::from_card(&listed.map_err(|error| Failure::from_error(&error))?);
    let work = |message: Arc<AcceptedMessage>, _: Context| async move {
        let envelope = message.envelope();
        let parameters = envelope.parameters().cloned().unwrap_or_default();
        Ok::<Json, Failed>(agents::work(envelope.action().unwrap_or_default(), &parameters).into())
    };
    let settings = EndpointSettings::default();
    let endpoint = Endpoint::with_settings(agent, policy.handler(work), settings, Some(policy.admission()));
    let listener = TcpListener::from_std(listener).map_err(|error| no_demo(&error))?;
    let listener = axum::serve::ListenerExt::tap_io(listener, |stream| {
        let _ = stream.set_nodelay(true);
    });
    runtime.spawn(async move { axum::serve(listener, https::router(endpoint)).await });
    terminal.data(b"ready\n")?;
    terminal.flush()?;
    // end of input means that the parent process has ended
    while !line()?.is_empty() {}
    Ok(Outcome::Done)
}

/// Reads a line from stdin; empty at the end.
fn line() -> Result<String, Failure> {
    let mut text = String::new();
    let mut input = std::io::Read::take(stdin().lock(), LINE_BYTES as u64);
    input.read_line(&mut text).map_err(|error| no_demo(&error))?;
    Ok(text)
}

fn read(bytes: &[u8]) -> Result<Document, Failure> {
    Document::parse(bytes, ReadLimits::new(LINE_BYTES)).map_err(|error| Failure::from_error(&error))
}

/// Parses `{DID: document}`.
fn documents(line: &str) -> Result<Vec<(Did, Vec<u8>)>, Failure> {
    let told = read(line.as_bytes())?;
    let each = told.root().iter().map(|member| {
        let did: Did = member.name().as_str().parse().map_err(|error| no_demo(&error))?;
        Ok((did, member.value().to_compact().into_bytes()))
    });
    each.collect()
}
