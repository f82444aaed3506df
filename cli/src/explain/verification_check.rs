//! Explains a check of a verification, as `adp verify` and `adp auth verify` list them.

use crate::{
    auth::AuthStep,
    failure::Failure,
    output::{object, terminal::Terminal},
};
use agent_description::{
    json::Object,
    proof::CheckName::{self, *},
};

/// What a verb checks under a name.
#[derive(Debug)]
pub struct Explained {
    pub name: &'static str,
    verb: &'static str,
    meaning: &'static str,
    /// The codes that it reports. `FAMILY-*` means all codes of a family.
    codes: &'static str,
    /// The options that it depends on.
    options: &'static str,
}

/// The checks of proofs: their codes and options.
const OF_PROOFS: &[(CheckName, &str, &str)] = &[
    (StrictJson, "json-*", ""),
    (Proof, "proof-missing proof-multiple proof-malformed", ""),
    (Suite, "proof-suite", ""),
    (ProofValue, "proof-value-encoding", ""),
    (MethodUrl, "proof-method did-method-unsupported", ""),
    (Contexts, "context-not-embedded", ""),
    (Structure, "ad-structure", ""),
    (Subject, "ad-*", ""),
    (Resolve, "did-* net-*", "--did-document --follow-successor --trusted-document"),
    (Method, "proof-method-not-found proof-controller", ""),
    (Authorized, "proof-method-not-authorized did-binding", ""),
    (KeyType, "proof-key-type did-key-unsupported", ""),
    (Signature, "proof-signature", ""),
    (Purpose, "proof-purpose", "--purpose"),
    (Signer, "proof-signer-not-subject", "--signer"),
    (Domain, "proof-domain", "--domain --any-domain --require-domain"),
    (Challenge, "proof-challenge", "--challenge"),
    (Time, "proof-created proof-not-yet-valid proof-expired proof-too-old", "--at --max-age --not-before"),
    (Model, "ad-*", ""),
    (IdMatchesUrl, "", ""),
    (DidHostMatches, "", ""),
    (ServiceLinksBack, "", ""),
];

/// The checks of other formats than descriptions: their meaning, codes and options. A number may follow the name.
const OF_OTHER_FORMATS: &[(&str, &str, &str, &str)] = &[
    (
        "signature",
        "A card or message: the signature verifies, and by a signer who may sign.",
        "jws-* proof-* did-* net-* card-signer-unbound message-signer",
        "--signer --jwks --jku --payload-form",
    ),
    ("root", "A catalog: its own signature verifies.", "jws-* proof-* did-* net-* catalog-*", "--signer"),
    (
        "manifest",
        "A catalog: the trust manifest of an entry verifies.",
        "jws-* proof-* did-* net-* catalog-*",
        "--signer --follow",
    ),
    ("coverage", "A catalog: a signature covers the catalog itself, not only its entries.", "", ""),
    ("handle", "A Handle: its provider names the DID.", "", ""),
    ("resolve", "A Handle: the DID document that it names was obtained.", "did-* net-*", ""),
    (
        "generation",
        "A Handle: the number of its binding, which grows with each change of the DID or the status.",
        "proof-too-old",
        "--min-generation",
    ),
    ("binding", "A Handle: the DID confirms it.", "did-binding", "--accept"),
    ("continuity", "A Handle: its DID succeeds the one that it named before.", "did-transition", "--previous-did"),
    ("profile", "A Handle: the DID signed its profile.", "", ""),
];

/// The checks of requests: their codes and options.
const OF_REQUESTS: &[(AuthStep, &str, &str)] = &[
    (
        AuthStep::Credentials,
        "auth-missing auth-malformed auth-legacy-refused json-*",
        "--json-body --legacy --allow-no-nonce",
    ),
    (AuthStep::Digest, "auth-digest", ""),
    (AuthStep::Coverage, "auth-uncovered", ""),
    (AuthStep::Audience, "auth-audience", "--audience --scheme"),
    (AuthStep::Time, "auth-expired auth-not-yet-valid", "--at --window"),
    (AuthStep::Resolve, "did-* net-* key-malformed", "--did-document --key-directory"),
    (AuthStep::Method, "auth-method-not-authorized", ""),
    (AuthStep::Signature, "auth-signature", ""),
    (AuthStep::Replay, "auth-replayed auth-store-full auth-before-start", "--replay-store"),
];

/// Every check of the verbs, in order.
pub fn all() -> impl Iterator<Item = Explained> {
    let verify = "adp verify";
    let of_proofs = OF_PROOFS
        .iter()
        .map(move |(check, codes, options)| (check.as_str(), verify, check.meaning(), *codes, *options));
    let of_formats =
        OF_OTHER_FORMATS.iter().map(move |(name, meaning, codes, options)| (*name, verify, *meaning, *codes, *options));
    let of_requests = OF_REQUESTS
        .iter()
        .map(|(step, codes, options)| (step.as_str(), "adp auth verify", step.meaning(), *codes, *options));
    let all = of_proofs.chain(of_formats).chain(of_requests);
    all.map(|(name, verb, meaning, codes, options)| Explained { name, verb, meaning, codes, options })
}

/// Prints what the checks of this name mean; `None` if there is none. The name may have a number, as in `signature 0`.
pub fn explain(name: &str, as_json: bool, terminal: &Terminal) -> Option<Result<(), Failure>> {
    let name = name.split(' ').next().unwrap_or_default();
    let found: Vec<_> = all().filter(|known| known.name == name).collect();
    if found.is_empty() {
        return None;
    }
    Some(if as_json {
        terminal.print_json(
            &object! { "check": name, "meanings": found.iter().map(Explained::to_json).collect::<Vec<_>>() },
        )
    } else {
        let lines: String = found.iter().map(Explained::to_text).collect();
        terminal.print(format_args!("{name}: a check of a verification\n\n{lines}"))
    })
}

impl Explained {
    fn to_json(&self) -> Object {
        let words = |text: &'static str| text.split_whitespace().collect::<Vec<_>>();
        object! {
            "verb": self.verb,
            "meaning": self.meaning,
            "codes": words(self.codes),
            "options": words(self.options),
        }
    }

    fn to_text(&self) -> String {
        let lists =
            [("codes", self.codes), ("options", self.options)].into_iter().filter(|(_, words)| !words.is_empty());
        let lists: Vec<String> = lists.map(|(title, words)| format!("{title}: {}", words.replace(' ', ", "))).collect();
        let lists = if lists.is_empty() { String::new() } else { format!("    {}\n", lists.join("; ")) };
        format!("  {}: {}\n{lists}", self.verb, self.meaning)
    }
}
