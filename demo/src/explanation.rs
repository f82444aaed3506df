//! Explains the purpose of each check of a verification to people who are new to agent descriptions.

use agent_description::proof::CheckName;

/// Explains a check; `None` for a check that the demonstration does not have.
pub fn explain(check: &str) -> Option<&'static str> {
    Some(match CheckName::from_name(check)? {
        CheckName::StrictJson => {
            "The file is JSON that every program reads alike: no member occurs twice, no number is rounded."
        }
        CheckName::Proof => "The file contains exactly one signature block, called the proof.",
        CheckName::Suite => "The proof names a method of signing that the verifier knows.",
        CheckName::ProofValue => "The signature itself is spelled as this method of signing prescribes.",
        CheckName::MethodUrl => "The proof names the key that signed: an identifier (DID), `#`, and the key's name.",
        CheckName::Contexts => {
            "The vocabulary that gives the members their meaning is built into the verifier, so no server can change it."
        }
        CheckName::Structure => "No member is placed or renamed so that people and programs read different things.",
        CheckName::Subject => "The file describes one agent, and this is the agent's identifier.",
        CheckName::Resolve => {
            "The identifier names a host, and the agent's keys were fetched from that host over HTTPS."
        }
        CheckName::Method => "The key that the proof names is among the fetched keys.",
        CheckName::Authorized => "The agent allows this key to sign statements, and not only to log in.",
        CheckName::KeyType => "The key has the type that this method of signing needs.",
        CheckName::Signature => "The key signed exactly this content: a changed letter would fail here.",
        CheckName::Purpose => "The proof says that it is a statement, and the verifier wanted a statement.",
        CheckName::Signer => "The agent that signed is the agent that is described, and not another one.",
        CheckName::Domain => "The proof names the host for which it was made, and the file came from that host.",
        CheckName::Challenge => {
            "The proof contains the random value that the verifier has just sent, so it is no old answer."
        }
        CheckName::Time => "The proof is valid now: it was not made in the future, and it has not expired.",
        CheckName::Model => "All members that a description needs are there and have the right types.",
        CheckName::IdMatchesUrl => "The file was fetched from the address that it gives as its own.",
        CheckName::DidHostMatches => "The host of the identifier is the host that served the file.",
        CheckName::ServiceLinksBack => "The agent's key file names this description, so the two belong together.",
        _ => return None,
    })
}
