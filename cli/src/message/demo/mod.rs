//! `adp message demo`: send a question to three agents in separate processes, and send three invalid messages that are
//! refused.

mod agents;
mod attacks;
mod process;
pub mod serve;

use crate::{
    failure::{Failure, Outcome},
    output::{object, summary_box::SummaryBox, terminal::Terminal},
};
use adp_messages::{
    agent::{Agent, Caller, To},
    channel::Https,
    directory::ByCard,
    orchestration::{Pipeline, Stage},
};
use agent_description::{
    Code,
    json::Json,
    proof::KeySigner,
    resolve::{Fetcher, HttpsGet},
};
use attacks::RefusedMessage;
use process::Process;
use serde::Serialize;
use std::time::Duration;
use tokio::time::Instant;

const EXAMPLES: &str = "\
Examples:
  adp message demo
  adp message demo --json | jq '.refusals'

The agents are processes on this machine and listen on 127.0.0.1. Exit code 0
means that the question was answered and every invalid message was refused.";

/// Run three local agents and send them valid and invalid messages
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Question of the customer
    #[arg(long, default_value = "How many days do I have to return an item?")]
    question: String,
}

/// Time limit of the demo.
const CALL_TIMEOUT: Duration = Duration::from_secs(30);

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    let runtime = tokio::runtime::Runtime::new().map_err(|error| no_demo(&error))?;
    let story = runtime.block_on(play(&args.question))?;
    let all_refused = story.refusals.iter().all(|refused| refused.code.is_some());
    terminal.report(&story, story.summary(&args.question))?;
    Ok(if all_refused { Outcome::Done } else { Outcome::Refused })
}

/// The results of the demo.
#[derive(Serialize)]
struct Story {
    answer: String,
    processes: Vec<Named>,
    refusals: Vec<RefusedMessage>,
}

#[derive(Serialize)]
struct Named {
    name: String,
    pid: u32,
}

impl Story {
    fn summary(&self, question: &str) -> SummaryBox {
        let mut card = SummaryBox::titled("A question to three agents").line("question", question);
        for process in &self.processes {
            card = card.line(process.name.clone(), format!("process {}", process.pid));
        }
        card = card.line("answer", &self.answer);
        for refused in &self.refusals {
            card = card.line(refused.what, refused.code.as_deref().unwrap_or("ACCEPTED: this is a bug"));
        }
        card
    }
}

async fn play(question: &str) -> Result<Story, Failure> {
    let key = agents::new_key()?;
    let own = agents::did(agents::SHOP)?;
    let own_document = agents::did_document(&own, &key)?;
    // each agent creates its key, and reports its DID document and card
    let mut processes = Vec::new();
    for name in agents::HELPERS {
        processes.push(Process::start(name, &own_document).await?);
    }
    let mut documents = vec![(own.clone(), own_document)];
    let (mut listed, mut fetcher) = (Vec::new(), Fetcher::new(HttpsGet::builder().build()));
    for process in &mut processes {
        let (document, agent) = process.hello().await?;
        documents.push((agents::did(process.name)?, document));
        listed.push(agent);
        let origin = process.endpoint.trim_end_matches('/').parse();
        fetcher = fetcher.allow_private(origin.map_err(|error| no_demo(&error))?);
    }
    let signer = KeySigner::new(agents::method(&own)?, key);
    let shop = Agent::builder(agents::SHOP, signer, agents::peers(&documents)).build();
    let caller = Caller::new(shop.clone(), Https::new(fetcher.clone()));
    let by_card = ByCard::new(caller, &listed)?;

    let stages =
        listed.iter().zip(agents::ACTIONS).map(|(agent, action)| Stage::new(To::agent(agent.did.clone()), action));
    let input = object! { "question": question }.into();
    let piped = Pipeline::new(stages).run(&by_card, input, Instant::now() + CALL_TIMEOUT).await?;
    let refusals = attacks::all(&shop, &processes, &fetcher).await?;

    let own = Named { name: agents::SHOP.to_owned(), pid: std::process::id() };
    let helpers = processes.iter().map(|process| Named { name: process.name.to_owned(), pid: process.pid });
    let named = std::iter::once(own).chain(helpers).collect();
    for process in processes {
        process.end().await?;
    }
    let answer = piped.results.get("answer").and_then(Json::as_str).map(str::to_owned);
    let answer = answer.ok_or_else(|| Failure::internal("the last agent answers without `answer`"))?;
    Ok(Story { answer, processes: named, refusals })
}

fn no_demo(error: &dyn std::error::Error) -> Failure {
    Failure::new(Code::NET_CONNECT, format!("cannot start the processes of the demo: {error}"))
}
