//! The results of the demonstration, as text.

use crate::explanation::explain;
use agent_description::{
    Code, CodedError, Timestamp, did::Did, discovery::Error, key::VerifyingKey, proof::CheckResult, verification,
};
use anstyle::{AnsiColor, Style};
use std::{
    fmt::{self, Write},
    net::SocketAddr,
};

const TITLE: Style = Style::new().bold();
const GOOD: Style = AnsiColor::Green.on_default().bold();
const BAD: Style = AnsiColor::Red.on_default().bold();
const NAME: Style = AnsiColor::Cyan.on_default();

type Verification = Result<verification::Verification, Error>;

/// What happened in the demonstration.
#[derive(Debug)]
#[non_exhaustive]
pub struct Story {
    /// The agent's public key.
    pub key: VerifyingKey,
    /// The agent's identifier.
    pub did: Did,
    /// Where the description is.
    pub url: String,
    /// Address of the agent's web site.
    pub address: SocketAddr,
    /// When the description was verified.
    pub at: Timestamp,
    /// The challenge that the description was signed for.
    pub challenge: String,
    /// Verification of the unmodified description.
    pub genuine: Verification,
    /// The attacks, and what became of them.
    pub attacks: Vec<Attack>,
}

/// An attack, and the result of the verification.
#[derive(Debug)]
#[non_exhaustive]
pub struct Attack {
    /// A name, such as `tampering`.
    pub name: &'static str,
    /// The attacker's action.
    pub told: &'static str,
    /// The error code that refuses the attack.
    pub expected: Code,
    /// The result of the verification.
    pub result: Verification,
}

impl Attack {
    /// The error code of the verification; `None` if the attack succeeded.
    #[must_use]
    pub fn found(&self) -> Option<Code> {
        self.error().map(CodedError::code)
    }

    /// The error of the verification; `None` if the attack succeeded.
    #[must_use]
    pub fn error(&self) -> Option<&dyn CodedError> {
        error_of(&self.result)
    }

    /// Whether the attack was refused for the expected reason.
    #[must_use]
    pub fn ok(&self) -> bool {
        self.found() == Some(self.expected)
    }
}

impl Story {
    /// Whether every step had the expected result.
    #[must_use]
    pub fn ok(&self) -> bool {
        self.error().is_none() && self.attacks.iter().all(Attack::ok)
    }

    /// Why the unmodified description was not verified; `None` if it was.
    #[must_use]
    pub fn error(&self) -> Option<&dyn CodedError> {
        error_of(&self.genuine)
    }

    /// The story, with ANSI colors if the caller wants them.
    #[must_use]
    pub fn to_text(&self, with_colors: bool) -> String {
        let mut text = String::new();
        // writing to a String cannot fail
        let _ = self.tell(&mut text, if with_colors { |style| style } else { |_| Style::new() });
        text
    }

    fn tell(&self, out: &mut String, paint: fn(Style) -> Style) -> fmt::Result {
        let [title, good, bad, name] = [TITLE, GOOD, BAD, NAME].map(paint);
        let location = self.did.location().unwrap_or_default();
        writeln!(out, "{title}An agent{title:#}")?;
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
        self.tell_verification(out, paint)?;
        writeln!(out)?;
        writeln!(out, "{title}An attacker tries{title:#}")?;
        for attack in &self.attacks {
            let (style, verdict) = match attack.found() {
                Some(code) if attack.ok() => (good, format!("refused: {code}")),
                Some(code) => (bad, format!("refused, but with {code} instead of {}", attack.expected)),
                None => (bad, format!("NOT refused, expected {}", attack.expected)),
            };
            writeln!(out, "  {name}{:18}{name:#}  {}", attack.name, attack.told)?;
            writeln!(out, "  {:18}  {style}{verdict}{style:#}", "")?;
            if let Some(error) = attack.error() {
                writeln!(out, "  {:18}  {error}", "")?;
            }
        }
        writeln!(out)?;
        match self.ok() {
            true => writeln!(out, "{good}Every step had the expected result.{good:#}"),
            false => writeln!(out, "{bad}Some steps failed.{bad:#}"),
        }
    }

    fn tell_verification(&self, out: &mut String, paint: fn(Style) -> Style) -> fmt::Result {
        let [title, good, bad, name] = [TITLE, GOOD, BAD, NAME].map(paint);
        writeln!(
            out,
            "{title}A verifier that knows only the URL and its challenge fetches, resolves, checks{title:#}"
        )?;
        let found = self.genuine.as_ref().ok();
        for check in found.iter().flat_map(|found| &found.checks) {
            let style = if check.result == CheckResult::Pass { good } else { bad };
            let detail = check.detail.as_ref().map(ToString::to_string).unwrap_or_default();
            writeln!(out, "  {style}{:6}{style:#}{name}{:18}{name:#}  {detail}", check.result.as_str(), check.name)?;
            if let Some(explanation) = explain(&check.name) {
                writeln!(out, "        {explanation}")?;
            }
        }
        match (found.and_then(|found| found.description()), self.error()) {
            (Some(described), _) => {
                writeln!(out, "  {good}verified{good:#}: {:?} is described by {}", described.get().name, self.did)
            }
            (_, Some(error)) => writeln!(out, "  {bad}not verified{bad:#}: {}: {error}", error.code()),
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
