//! `adp demo`: create a key, sign, publish and verify a description on this machine, and show three failing attacks.

mod agent;
pub mod site;
mod story;

use crate::{
    failure::{Failure, Outcome},
    terminal::Terminal,
};
use agent::Agent;
use agent_description::{
    Code, Timestamp,
    did::Purpose,
    discovery::{Sources, verify_url},
    format,
    proof::{Challenge, Expectations, PendingChallenge},
    resolve::{Cached, HttpResolver, HttpsGet, Throttled},
};
use site::Site;
use std::{error::Error, time::Duration};
use story::{Attack, Story};

const EXAMPLES: &str = "\
Examples:
  adp demo
  adp demo --json | jq '.attacks[] | {name, found}'

The demo runs on this machine only. Two servers on 127.0.0.1 play the web sites
agent.example.com and mirror.example.net. Exit code 0 means that every step had
the expected result.";

/// Sign, publish, fetch and verify a description on this machine
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {}

/// The agent's host.
const HOST: &str = "agent.example.com";
/// The host of an attacker who copies the description.
const MIRROR: &str = "mirror.example.net";
const DESCRIPTION_PATH: &str = "/ad.json";
/// Lifetime of a challenge.
const CHALLENGE_LIFETIME: Duration = Duration::from_secs(300);

pub fn run(_: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    let runtime = tokio::runtime::Runtime::new().map_err(|error| no_demo(&error))?;
    let story = runtime.block_on(play())?;
    terminal.report(&story.to_json(), story.to_text())?;
    Ok(if story.ok() { Outcome::Done } else { Outcome::Refused })
}

async fn play() -> Result<Story, Failure> {
    let (site, mirror) = (start(HOST).await?, start(MIRROR).await?);
    let url = format!("https://{HOST}{DESCRIPTION_PATH}");
    let https = client(&[&site, &mirror])?;
    let resolver = Cached::new(Throttled::new(HttpResolver::new(https.clone())));
    let sources = Sources::new(resolver, https);
    let verify = |url, expectations| verify_url(url, format::ALL, expectations, &sources);

    // the verifier sends a challenge; the agent signs the description for it and publishes both documents
    let agent = Agent::new(HOST, &url)?;
    let pending = challenge()?;
    let challenge_sent = pending.value().to_owned();
    let signed = agent.describe(HOST, &challenge_sent)?;
    site.publish("/.well-known/did.json", "application/did+json", agent.did_document.source().as_bytes());
    site.publish(DESCRIPTION_PATH, "application/json", signed.source().as_bytes());

    let at = Timestamp::now();
    let genuine = verify(&url, expectations(taken(pending)?)).await;

    // attack 1: change the URL of the booking interface
    let tampered = signed.source().replacen(&agent.interface(), "https://evil.example.net/booking.yaml", 1);
    site.publish(DESCRIPTION_PATH, "application/json", tampered.as_bytes());
    let tampering = Attack {
        name: "tampering",
        told: "the booking interface now points to evil.example.net",
        expected: Code::PROOF_SIGNATURE,
        result: verify(&url, expectations(Challenge::new(&challenge_sent))).await,
    };
    site.publish(DESCRIPTION_PATH, "application/json", signed.source().as_bytes());

    // attack 2: publish an exact copy on another host
    mirror.publish(DESCRIPTION_PATH, "application/json", signed.source().as_bytes());
    let mirrored = format!("https://{MIRROR}{DESCRIPTION_PATH}");
    let wrong_domain = Attack {
        name: "wrong domain",
        told: "the genuine bytes, served by mirror.example.net",
        expected: Code::PROOF_DOMAIN,
        result: verify(&mirrored, expectations(Challenge::new(&challenge_sent))).await,
    };

    // attack 3: replay the description for a second challenge
    let replay = Attack {
        name: "replayed challenge",
        told: "the same answer, to a new challenge",
        expected: Code::PROOF_CHALLENGE,
        result: verify(&url, expectations(taken(challenge()?)?)).await,
    };

    Ok(Story {
        key: agent.key(),
        did: agent.did,
        at,
        url,
        address: site.address,
        challenge: challenge_sent,
        genuine,
        attacks: vec![tampering, wrong_domain, replay],
    })
}

fn expectations(challenge: Challenge) -> Expectations {
    let expectations = Expectations::for_purpose(Purpose::AssertionMethod).domain_as_fetched().challenge(challenge);
    let mut expectations = expectations.at(Timestamp::now()).signer_is_subject();
    expectations.require_domain = true;
    expectations
}

fn challenge() -> Result<PendingChallenge, Failure> {
    PendingChallenge::generate(Timestamp::now(), CHALLENGE_LIFETIME).map_err(|error| no_demo(&error))
}

fn taken(pending: PendingChallenge) -> Result<Challenge, Failure> {
    pending
        .take(Timestamp::now())
        .ok_or_else(|| Failure::new(Code::NET_TIME, "the challenge expired before it was answered"))
}

async fn start(host: &str) -> Result<Site, Failure> {
    Site::start(host).await.map_err(|error| no_demo(error.as_ref()))
}

/// A client that trusts only the certificate authorities of the demo sites and connects to their local ports.
fn client(sites: &[&Site]) -> Result<HttpsGet, Failure> {
    let mut builder = HttpsGet::builder();
    builder.only_added_roots = true;
    for site in sites {
        let connect_to = format!("{}:443:{}", site.host, site.address).parse();
        builder = builder.connect_to(connect_to.map_err(|error| no_demo(&error))?);
        builder = builder.add_roots_pem(site.authority_pem.as_bytes()).map_err(|error| no_demo(&error))?;
    }
    Ok(builder.build())
}

fn no_demo(error: &(dyn Error + 'static)) -> Failure {
    Failure::new(Code::NET_CONNECT, format!("cannot start the servers of the demo: {error}"))
}
