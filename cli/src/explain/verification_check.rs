//! Explains a check of a verification, as `adp verify` and `adp auth verify` list them.

use crate::{
    auth::Step,
    failure::{Failure, Outcome},
    object,
    terminal::Terminal,
};
use agent_description::proof::CheckName;

/// The verbs that list checks.
const VERIFY: &str = "adp verify";
const AUTH_VERIFY: &str = "adp auth verify";

/// What checks of other formats than descriptions mean. A number may follow the name.
const OF_OTHER_FORMATS: &[(&str, &str)] = &[
    ("signature", "A card or message: the signature verifies, and by a signer who may sign."),
    ("root", "A catalog: its own signature verifies."),
    ("manifest", "A catalog: the trust manifest of an entry verifies."),
    ("coverage", "A catalog: a signature covers the catalog itself, not only its entries."),
    ("handle", "A Handle: its provider names the DID."),
    ("resolve", "A Handle: the DID document that it names was obtained."),
    ("generation", "A Handle: the number of its binding, which grows with each change of the DID or the status."),
    ("binding", "A Handle: the DID confirms it."),
    ("continuity", "A Handle: its DID succeeds the one that it named before."),
    ("profile", "A Handle: the DID signed its profile."),
];

/// Every check: its name, the verb that lists it, and its meaning.
pub fn all() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    let of_proofs = CheckName::ALL.iter().map(|check| (check.as_str(), VERIFY, check.meaning()));
    let of_formats = OF_OTHER_FORMATS.iter().map(|(name, meaning)| (*name, VERIFY, *meaning));
    let of_requests = Step::ALL.iter().map(|step| (step.as_str(), AUTH_VERIFY, step.meaning()));
    of_proofs.chain(of_formats).chain(of_requests)
}

/// Prints what the checks of this name mean; `None` if there is none. The name may have a number, as in `signature 0`.
pub fn explain(name: &str, terminal: &Terminal) -> Option<Result<Outcome, Failure>> {
    let name = name.split(' ').next().unwrap_or_default();
    let meanings: Vec<_> = all().filter(|(known, ..)| *known == name).collect();
    if meanings.is_empty() {
        return None;
    }
    let printed = if terminal.wants_json() {
        let meaning = |(_, verb, meaning): &(_, &str, &str)| object! { "verb": *verb, "meaning": *meaning };
        terminal.print_json(&object! { "check": name, "meanings": meanings.iter().map(meaning).collect::<Vec<_>>() })
    } else {
        let lines = meanings.iter().map(|(_, verb, meaning)| format!("  {verb}: {meaning}\n"));
        terminal.print(format_args!("{name}: a check of a verification\n\n{}", lines.collect::<String>()))
    };
    Some(printed.map(|()| Outcome::Done))
}
