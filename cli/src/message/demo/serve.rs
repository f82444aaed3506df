//! One agent of the demo in its own process. `adp message demo` starts it and communicates over stdin and stdout.

use super::{agents, no_demo};
use crate::{failure::Failure, output::terminal::Terminal};
use adp_messages::{
    agent::Agent,
    card_policy::CardPolicy,
    channel::https::HttpsReceiver,
    directory::read_card,
    endpoint::{Context, Endpoint, EndpointSettings, HandlerFailure as Failed},
    signature::AcceptedMessage,
};
use adp_server::connections::{self, ConnectionLimits, Stop};
use agent_description::{Document, Json, ReadLimits, Timestamp, proof::KeySigner};
use std::{
    io::{BufRead, stdin},
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

pub fn run(args: &Args, terminal: &Terminal) -> Result<(), Failure> {
    let name = args.name.as_str();
    let capability = agents::capability(name).ok_or_else(|| Failure::usage("unknown agent of the demo"))?;
    let key = agents::new_key()?;
    let did = agents::did(name)?;
    let document = agents::did_document(&did, &key)?;
    // the shop sends the requests
    let documents = [(agents::did(agents::SHOP)?, line()?.into_bytes()), (did.clone(), document.clone())];
    let runtime = tokio::runtime::Runtime::new().map_err(|error| no_demo(&error))?;
    let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).map_err(|error| no_demo(&error))?;
    let address = listener.local_addr().map_err(|error| no_demo(&error))?;
    let card = format!(
        r#"{{"agentInfo":{{"id":"{did}","name":"{name}","type":"{name}"}},"capabilities":[{capability}],"endpoints":{{"primary":"http://{address}/"}}}}"#
    );
    let card = Document::parse(card.as_bytes(), ReadLimits::new(card.len()))?.json().to_compact();
    let signer = KeySigner::new(agents::method(&did)?, key);
    let (_guard, peers) = (runtime.enter(), agents::peers(&documents));
    let agent = Agent::builder(name, signer, peers.clone()).first_process().build();
    let policy = CardPolicy::from_card(&runtime.block_on(read_card(card.as_bytes(), &peers, Timestamp::now()))?);
    let work = |message: Arc<AcceptedMessage>, _: Context| async move {
        let envelope = message.envelope();
        let parameters = envelope.parameters().cloned().unwrap_or_default();
        Ok::<Json, Failed>(agents::work(envelope.action().unwrap_or_default(), &parameters).into())
    };
    let settings = EndpointSettings::default();
    let endpoint = Endpoint::with_settings(agent, policy.handler(work), settings, Some(policy.admission()));
    let (receiver, stop) = (HttpsReceiver::new(endpoint), Stop::listen().map_err(|error| no_demo(&error))?);
    let serving = connections::serve(
        listener,
        ConnectionLimits::default(),
        connections::plain,
        move |request| {
            let receiver = receiver.clone();
            async move { receiver.answer(request.into_body()).await }
        },
        stop,
    );
    runtime.spawn(serving);
    terminal.data(&[&document, &b"\n"[..], card.as_bytes(), b"\n"].concat())?;
    terminal.flush()?;
    // end of input means that the parent process has ended
    while !line()?.is_empty() {}
    Ok(())
}

/// Reads a line from stdin; empty at the end.
fn line() -> Result<String, Failure> {
    let mut text = String::new();
    let mut input = std::io::Read::take(stdin().lock(), LINE_BYTES as u64);
    input.read_line(&mut text).map_err(|error| no_demo(&error))?;
    Ok(text)
}
