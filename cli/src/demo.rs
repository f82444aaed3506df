//! `adp demo`: the demonstration of `adp-demo`, as text and JSON.

use crate::{
    failure::{Failure, Outcome},
    output::{object, terminal::Terminal},
    verify::{InputVerdict, VerifyReport},
};
use adp_demo::{Attack, Story};
use agent_description::{Code, json::Object};

const EXAMPLES: &str = "\
Examples:
  adp demo
  adp demo --json | jq '.attacks[] | {name, found}'

The demo runs on this machine only. Two servers on 127.0.0.1 play the web sites
agent.example.com and mirror.example.net. Exit code 0 means that every step had
the expected result.";

const NEXT: &str = "\
Two commands to go on:
  adp key generate -o agent.pem
  adp init --name 'My agent' --did did:wba:agent.example.com -o ad.json
";

/// Sign, publish, fetch and verify a description on this machine
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {}

pub fn run(_: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    let no_demo = |error| Failure::new(Code::NET_CONNECT, format!("cannot run the demo: {error}"));
    let story = adp_demo::play().map_err(no_demo)?;
    let next = if story.ok() { NEXT } else { "" };
    terminal.report(&to_json(&story), format_args!("{}\n{next}", story.to_text(true)))?;
    Ok(if story.ok() { Outcome::Done } else { Outcome::Refused })
}

fn to_json(story: &Story) -> Object {
    let attack = |attack: &Attack| {
        object! {
            "name": attack.name,
            "expected": attack.expected,
            "found": attack.found(),
            "ok": attack.ok(),
            "message": attack.error().map(ToString::to_string),
        }
    };
    object! {
        "ok": story.ok(),
        "did": &story.did,
        "url": &story.url,
        "verification": report(story).to_json(),
        "attacks": story.attacks.iter().map(attack).collect::<Vec<_>>(),
    }
}

fn report(story: &Story) -> VerifyReport {
    let verdict = match &story.genuine {
        Ok(found) => InputVerdict::Found(Box::new(found.clone()), story.error().map(Failure::from_error)),
        Err(error) => InputVerdict::Unread(Failure::from_error(error)),
    };
    VerifyReport { at: Some(story.at), ..VerifyReport::new(story.url.as_str(), verdict) }
}
