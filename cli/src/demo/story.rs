//! The results of the demo, as text and JSON.

use crate::{
    escape::escape,
    failure::Failure,
    object,
    verify::{Report, Verdict},
};
use agent_description::{
    Code, CodedError, Timestamp, description::AgentDescription, did::Did, discovery::Error, json::Object,
    key::VerifyingKey, proof::CheckResult, verification,
};
use anstyle::{AnsiColor, Style};
use std::{fmt::Write, net::SocketAddr};

const TITLE: Style = Style::new().bold();
const GOOD: Style = AnsiColor::Green.on_default().bold();
const BAD: Style = AnsiColor::Red.on_default().bold();
const NAME: Style = AnsiColor::Cyan.on_default();

type Verification = Result<verification::Verification, Error>;

#[derive(Debug)]
pub struct Story {
    pub key: VerifyingKey,
    pub did: Did,
    pub url: String,
    /// Address of the agent's web site.
    pub address: SocketAddr,
    pub at: Timestamp,
    /// The challenge that the description was signed for.
    pub challenge: String,
    /// Verification of the unmodified description.
    pub genuine: Verification,
    pub attacks: Vec<Attack>,
}

#[derive(Debug)]
pub struct Attack {
    pub name: &'static str,
    /// The attacker's action.
    pub told: &'static str,
    pub expected: Code,
    pub result: Verification,
}

impl Attack {
    /// The error code of the verification; `None` if the attack succeeded.
    fn found(&self) -> Option<Code> {
        self.error().map(CodedError::code)
    }

    fn error(&self) -> Option<&dyn CodedError> {
        error_of(&self.result)
    }

    fn ok(&self) -> bool {
        self.found() == Some(self.expected)
    }
}

impl Story {
    pub fn to_json(&self) -> Object {
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
            "ok": self.ok(),
            "did": &self.did,
            "url": &self.url,
            "verification": self.report().to_json(),
            "attacks": self.attacks.iter().map(attack).collect::<Vec<_>>(),
        }
    }

    /// Whether every step had the expected result.
    pub fn ok(&self) -> bool {
        error_of(&self.genuine).is_none() && self.attacks.iter().all(Attack::ok)
    }

    fn report(&self) -> Report {
        let verdict = match &self.genuine {
            Ok(found) => Verdict::Found(Box::new(found.clone()), error_of(&self.genuine).map(Failure::from_error)),
            Err(error) => Verdict::Unread(Failure::from_error(error)),
        };
        Report { at: Some(self.at), ..Report::new(self.url.as_str(), verdict) }
    }

    pub fn to_text(&self) -> String {
        let mut text = String::new();
        // writing to a String cannot fail
        let _ = self.tell(&mut text);
        text
    }

    fn tell(&self, out: &mut String) -> std::fmt::Result {
        let location = self.did.location().unwrap_or_default();
        writeln!(out, "{TITLE}An agent{TITLE:#}")?;
        writeln!(out, "  makes a {} key         {}", self.key.key_type(), self.key.thumbprint())?;
        writeln!(out, "  calls itself              {}", self.did)?;
        writeln!(out, "  publishes its key         {location}")?;
        writeln!(out, "  is sent a challenge       {}", self.challenge)?;
        writeln!(
            out,
            "  signs its description     for the domain {} and that challenge",
            self.did.host().unwrap_or_default()
        )?;
        writeln!(out, "  publishes it              {}", self.url)?;
        writeln!(out, "  (both over HTTPS on {}, with its own certificate authority)", self.address)?;
        writeln!(out)?;
        self.tell_verification(out)?;
        writeln!(out)?;
        writeln!(out, "{TITLE}An attacker tries{TITLE:#}")?;
        for attack in &self.attacks {
            let (style, verdict) = match attack.found() {
                Some(code) if attack.ok() => (GOOD, format!("refused: {code}")),
                Some(code) => (BAD, format!("refused, but with {code} instead of {}", attack.expected)),
                None => (BAD, format!("NOT refused, expected {}", attack.expected)),
            };
            writeln!(out, "  {NAME}{:18}{NAME:#}  {}", attack.name, attack.told)?;
            writeln!(out, "  {:18}  {style}{verdict}{style:#}", "")?;
            if let Some(error) = attack.error() {
                writeln!(out, "  {:18}  {}", "", escape(&error.to_string()))?;
            }
        }
        writeln!(out)?;
        if self.ok() {
            writeln!(out, "{GOOD}Every step had the expected result.{GOOD:#}")?;
            writeln!(out, "Your own agent next: adp key generate --help, then did create, init, sign, verify.")
        } else {
            writeln!(out, "{BAD}Some steps failed.{BAD:#}")
        }
    }

    fn tell_verification(&self, out: &mut String) -> std::fmt::Result {
        writeln!(
            out,
            "{TITLE}A verifier that knows only the URL and its challenge fetches, resolves, checks{TITLE:#}"
        )?;
        let report = self.report();
        for check in report.verdict.found().iter().flat_map(|found| &found.checks) {
            let style = if check.result == CheckResult::Pass { GOOD } else { BAD };
            let detail = check.detail.as_ref().map(ToString::to_string).unwrap_or_default();
            let detail = escape(&detail);
            writeln!(out, "  {style}{:6}{style:#}{NAME}{:18}{NAME:#}  {detail}", check.result.as_str(), check.name)?;
        }
        let described = report.verdict.found().and_then(|found| found.typed::<AgentDescription>());
        match (described, report.failure()) {
            (Some(described), _) => {
                let name = escape(&described.get().name);
                writeln!(out, "  {GOOD}verified{GOOD:#}: \"{name}\" is described by {}", self.did)
            }
            (_, Some(failure)) => {
                writeln!(out, "  {BAD}not verified{BAD:#}: {}: {}", failure.code(), escape(failure.message()))
            }
            (None, None) => Ok(()),
        }
    }
}

fn error_of(verification: &Verification) -> Option<&dyn CodedError> {
    match verification {
        Ok(found) => found.error.as_deref(),
        Err(error) => Some(error),
    }
}

#[cfg(test)]
mod tests {
    use super::Attack;
    use agent_description::{Code, discovery::Error, resolve::NetError};

    #[test]
    fn an_attack_that_fails_for_another_reason_has_shown_nothing() {
        let attack = |expected| {
            let offline = NetError::Offline { what: "https://agent.example.com/".to_owned() };
            Attack { name: "tampering", told: "", expected, result: Err(Error::Fetch(offline)) }
        };
        assert!(attack(Code::NET_OFFLINE).ok());
        assert!(!attack(Code::PROOF_SIGNATURE).ok());
    }
}
