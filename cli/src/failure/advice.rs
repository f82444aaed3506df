//! Advice below a failure: the verb or flag to try next, by error code. The library's own messages mention neither.

use adp_cards::codes as card_codes;
use adp_catalogs::codes;
use agent_description::Code;
use std::sync::OnceLock;

/// The example of an origin in the advice for URLs that are not https.
pub const PRIVATE_ORIGIN: &str = "http://localhost:8080";

/// A long option of the current verb.
#[derive(Debug, PartialEq)]
pub struct VerbOption {
    /// Its name, with hyphens.
    pub name: String,
    /// The option on the command line that cannot be combined with it.
    pub excluded_by: Option<String>,
    /// Whether the command line has it.
    pub is_given: bool,
    /// Whether the command line already has it, and may have it only once.
    pub is_used_up: bool,
}

static OPTIONS: OnceLock<Vec<VerbOption>> = OnceLock::new();

/// Stores the options of the current verb. Advice that names other options is omitted.
pub fn set_options(options: Vec<VerbOption>) {
    // called once, before the verb runs
    let _ = OPTIONS.set(options);
}

/// The advice for a failure of the current verb: the flag or verb to try next.
pub fn for_this_verb(code: Code) -> Option<String> {
    match OPTIONS.get() {
        Some(known) => for_code(code, known),
        None => below_a_failure(code).map(str::to_owned),
    }
}

fn for_code(code: Code, known: &[VerbOption]) -> Option<String> {
    // a host whose address was named needs neither DNS nor a proxy
    let is_named = known.iter().any(|option| option.name == "--resolve" && option.is_given);
    let advice = below_a_failure(code).filter(|_| code != Code::NET_CONNECT || !is_named)?;
    for_options(advice, known)
}

/// Removes the clauses of an advice that name unavailable options, and the clauses that depend on them. An advice to use
/// one option is omitted if the command line has it. If an option on the command line excludes all options that are left,
/// the advice begins with it.
fn for_options(advice: &str, known: &[VerbOption]) -> Option<String> {
    let find = |name: &String| known.iter().find(|option| option.name == *name);
    let (mut kept, mut named) = (Vec::new(), Vec::new());
    let mut follows_from_another = false;
    for clause in advice.trim_end_matches('.').split("; ") {
        let options: Vec<_> = own_options(clause).map(|name| find(&name)).collect();
        if !options.is_empty() {
            follows_from_another = options.contains(&None);
        }
        if !follows_from_another {
            kept.push(clause);
            named.extend(options.into_iter().flatten());
        }
    }
    if let [only] = named.as_slice()
        && only.is_used_up
        && advice.starts_with(&format!("`{}", only.name))
    {
        return None;
    }
    let excluded_by = named.first().and_then(|first| first.excluded_by.as_ref());
    let excluded_by = excluded_by.filter(|_| named.iter().all(|option| option.excluded_by.is_some()));
    let before = excluded_by.map(|other| format!("without `{other}`, ")).unwrap_or_default();
    (!kept.is_empty()).then(|| format!("{before}{}.", kept.join("; ")))
}

/// The options that an advice names without a verb, such as `--signer` in "`--signer DID` names the signer".
fn own_options(advice: &str) -> impl Iterator<Item = String> {
    let quoted = advice.split('`').skip(1).step_by(2);
    quoted.filter(|text| text.starts_with("--")).filter_map(|text| text.split(' ').next().map(str::to_owned))
}

/// The advice for a code, independent of the verb.
pub fn below_a_failure(code: Code) -> Option<&'static str> {
    Some(match code {
        Code::FORMAT_UNKNOWN => "`--as FORMAT` sets the format.",
        Code::PROOF_MULTIPLE => "`adp sign --replace` signs again.",
        Code::PROOF_PURPOSE => "`--purpose` selects another purpose.",
        Code::PROOF_SIGNER_NOT_SUBJECT | card_codes::CARD_SIGNER_UNBOUND => {
            "`--signer DID` accepts another signer: one whose DID you got elsewhere."
        }
        Code::DID_SUPERSEDED => "`--follow-successor` accepts earlier signatures of a superseded DID.",
        Code::PROOF_DOMAIN => {
            "`--domain HOST` sets the host that serves the description; `--any-domain` accepts every domain."
        }
        Code::PROOF_TOO_OLD => "`--max-age` and `--not-before` set the accepted age of a proof.",
        Code::AUTH_MISSING => "`adp auth sign` writes the headers; `adp call` signs and sends.",
        Code::AUTH_ORIGIN => "`--allow-origin ORIGIN` allows an origin.",
        card_codes::CARD_NOT_PORTABLE => {
            "`adp convert --to a2a-1.0` converts a card of an older version. `--payload-form served` signs the card as it is; verifiers that use another form will refuse it."
        }
        codes::CATALOG_UNCHECKED => "`--follow` fetches a catalog's artifacts and compares their digests.",
        codes::CATALOG_PUBLISHER => "`adp sign --manifests` signs the entries of the key's own host.",
        Code::CONVERT_LOSS => "Without `--strict`, the document is converted and every loss is listed.",
        adp_flows::codes::FLOW_CONFIRMATION => {
            "`--yes` confirms everything; `--allow-flow FROM->TO` allows data to move between two origins; `--dry-run` shows the requests."
        }
        adp_flows::codes::FLOW_LIMIT => "`--deadline` and `--max-steps` raise the limits.",
        Code::JWS_KEY => "`--jwks FILE` and `--jku ORIGIN` accept keys of a card that belong to no DID.",
        Code::NET_OFFLINE => {
            "Network access is disabled by `--offline`; `--did-document FILE` supplies a DID document."
        }
        Code::NET_CONNECT => {
            "`--resolve HOST:PORT:ADDR` sets the address of a host that is not in DNS; `--https-proxy URL` connects through a proxy."
        }
        Code::NET_ADDRESS => "`--resolve HOST:PORT:ADDR` sets the address of a local server.",
        Code::NET_SCHEME => "`--allow-private ORIGIN` allows a server of yours, such as http://localhost:8080.",
        Code::NET_TLS => "`--cacert FILE` trusts your own certificate authority.",
        _ => return None,
    })
}

/// Advice for invalid documents.
const CHECK: &str = "`adp check` lists all findings; `adp explain ID` shows an example of the rule.";

/// The advice that `adp explain` shows. It covers more codes than [`below_a_failure`].
pub fn explained(code: Code) -> Option<&'static str> {
    Some(match code {
        Code::CONTEXT_NOT_EMBEDDED => "`adp expand --context IRI=FILE` supplies a context.",
        Code::KEY_MALFORMED => "`adp key generate` generates a key.",
        Code::DID_SYNTAX => "`adp did url DID` shows the URL of a DID's document.",
        Code::DID_DOCUMENT_INVALID => "`adp did check FILE` lists the problems of a DID document.",
        Code::DID_SUPERSEDED => "`adp verify --follow-successor` accepts earlier signatures of a superseded DID.",
        Code::DID_ID_MISMATCH => "`adp did url DID` shows the URL where the document must be published.",
        Code::PROOF_MISSING => "`adp sign` signs a description.",
        card_codes::JWS_MISSING => "`adp sign` signs a card or a catalog.",
        Code::AD_MISSING_TERM | Code::AD_WRONG_TYPE => CHECK,
        Code::PROOF_MALFORMED => "`adp sign --replace` signs again.",
        Code::PROOF_SUITE => "`adp sign --suite` chooses the suite.",
        Code::PROOF_CHALLENGE => "`adp sign --domain D --challenge C` signs with both.",
        Code::PROOF_CREATED => "`adp sign` writes `created`; `--expires` must be after it.",
        Code::AUTH_MALFORMED => "`adp auth sign` shows the syntax.",
        _ => return below_a_failure(code).or_else(|| code.is_shared().then_some(CHECK)),
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{VerbOption, below_a_failure, explained, for_code, for_options};
    use crate::failure::codes;
    use agent_description::Code;

    fn option(name: &str, other: Option<&str>) -> VerbOption {
        VerbOption { name: name.to_owned(), excluded_by: other.map(str::to_owned), is_given: false, is_used_up: false }
    }

    #[test]
    fn an_option_is_not_advised_twice() {
        let given = |is_used_up| [VerbOption { is_used_up, ..option("--signer", None) }, option("--jwks", None)];
        let advice = "`--signer DID` names it; ask for it.";
        assert_eq!(for_options(advice, &given(false)).unwrap(), advice);
        assert_eq!(for_options(advice, &given(true)), None);
        let fact = "It is disabled by `--signer`.";
        assert_eq!(for_options(fact, &given(true)).unwrap(), fact);
        let advice = "`--signer DID` and `--jwks FILE` have it.";
        assert_eq!(for_options(advice, &given(true)).unwrap(), advice);
    }

    #[test]
    fn a_named_address_is_not_advised_to_be_named() {
        let known = |is_given| [VerbOption { is_given, ..option("--resolve", None) }, option("--https-proxy", None)];
        assert_eq!(for_code(Code::NET_CONNECT, &known(false)).as_deref(), below_a_failure(Code::NET_CONNECT));
        assert_eq!(for_code(Code::NET_CONNECT, &known(true)), None);
        assert!(for_code(Code::NET_ADDRESS, &known(true)).is_some());
    }

    #[test]
    fn options_without_a_verb_are_of_the_verb_that_runs() {
        let known = ["--jwks", "--offline"].map(|name| option(name, None));
        let given = |advice| for_options(advice, &known);
        assert_eq!(given("`--jwks FILE` and `--jku ORIGIN` name keys."), None);
        assert_eq!(given("`adp sign --replace` signs again.").unwrap(), "`adp sign --replace` signs again.");
        assert_eq!(given("`--offline` is given; `--key K` helps; so it does.").unwrap(), "`--offline` is given.");
        assert_eq!(given("Without `--key` it is done; `--offline` also works.").unwrap(), "`--offline` also works.");
    }

    #[test]
    fn an_option_that_excludes_the_advised_one_is_named() {
        let known = [option("--signer", Some("--jwks")), option("--jwks", None)];
        let advice = for_options("`--signer DID` names it.", &known).unwrap();
        assert_eq!(advice, "without `--jwks`, `--signer DID` names it.");
        let advice = "`--jwks FILE` has it; `--signer DID` names it.";
        assert_eq!(for_options(advice, &known).unwrap(), advice);
    }

    #[test]
    fn advice_names_what_to_type_and_the_library_does_not() {
        let typed = |text: &str| text.contains("`adp ") || text.contains("`--") || text.contains(" --");
        for code in codes::all() {
            assert!(!typed(code.remedy()) && !typed(code.source()) && !typed(code.rule()), "{code}");
            assert!(explained(code).is_none_or(|advice| typed(advice) && advice.ends_with('.')), "{code}");
        }
    }
}
