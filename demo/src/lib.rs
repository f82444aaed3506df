//! Creates a key, signs, publishes and verifies a description on this machine, and shows three attacks that fail.
//!
//! Two servers on 127.0.0.1 play the web sites agent.example.com and mirror.example.net. [`play`] runs the whole
//! demonstration; the returned [`Story`] tells it.

mod agent;
mod explanation;
mod site;
mod story;

pub use site::certificates;
pub use story::{Attack, Story};

use agent::DemoAgent;
use agent_description::{
    Code, Timestamp,
    did::Purpose,
    discovery::{Sources, verify_url},
    format,
    proof::{Challenge, Expectations, PendingChallenge},
    resolve::{Cached, HttpResolver, HttpsGet, Throttled},
};
use site::DemoSite;
use std::{error::Error, time::Duration};

/// The agent's host.
const HOST: &str = "agent.example.com";
/// The host of an attacker who copies the description.
const MIRROR: &str = "mirror.example.net";
const DESCRIPTION_PATH: &str = "/ad.json";
/// Lifetime of a challenge.
const CHALLENGE_LIFETIME: Duration = Duration::from_secs(300);

type AnyError = Box<dyn Error + Send + Sync>;

/// Runs the demonstration, in an async runtime of its own.
///
/// # Errors
///
/// If a server cannot be started or a key cannot be created. That a verification has an unexpected result is no error:
/// [`Story::ok`] tells.
pub fn play() -> Result<Story, Box<dyn Error + Send + Sync>> {
    tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(demonstrate())
}

async fn demonstrate() -> Result<Story, AnyError> {
    let (site, mirror) = (DemoSite::start(HOST).await?, DemoSite::start(MIRROR).await?);
    let url = format!("https://{HOST}{DESCRIPTION_PATH}");
    let https = client(&[&site, &mirror])?;
    let resolver = Cached::new(Throttled::new(HttpResolver::new(https.clone())));
    let sources = Sources::new(resolver, https);
    let verify = |url, expectations| verify_url(url, format::ALL, expectations, &sources);

    // the verifier sends a challenge; the agent signs the description for it and publishes both documents
    let agent = DemoAgent::new(HOST, &url)?;
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

fn challenge() -> Result<PendingChallenge, AnyError> {
    Ok(PendingChallenge::generate(Timestamp::now(), CHALLENGE_LIFETIME)?)
}

fn taken(pending: PendingChallenge) -> Result<Challenge, AnyError> {
    pending.take(Timestamp::now()).ok_or_else(|| "the challenge expired before it was answered".into())
}

/// A client that trusts only the certificate authorities of the demo sites and connects to their local ports.
fn client(sites: &[&DemoSite]) -> Result<HttpsGet, AnyError> {
    let mut builder = HttpsGet::builder();
    builder.only_added_roots = true;
    for site in sites {
        builder = builder.connect_to(format!("{}:443:{}", site.host, site.address).parse()?);
        builder = builder.add_roots_pem(site.authority_pem.as_bytes())?;
    }
    Ok(builder.build())
}
