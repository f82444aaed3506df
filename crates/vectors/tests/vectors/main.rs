//! The vectors in `vectors/`: one test for each, and that there is one for every error code.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod format;
mod raw_request;

use adp_vectors::{Vector, VectorAnswer, answer, kinds};
use agent_description::Code;
use libtest_mimic::{Arguments, Failed, Trial};
use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

/// Codes that no file can show: the test that does, by file and function.
const SHOWN_BY_TESTS: &[(Code, &str, &str)] = &[
    (Code::AUTH_BEFORE_START, "cli/tests/site/serve/auth.rs", "a_nonce_in_a_file_stays_used_after_a_restart"),
    (Code::RATE_LIMIT, "crates/messages/tests/orchestration/policy.rs", "requests_of_a_minute_are_counted_by_did"),
    (
        Code::AUTH_FORBIDDEN,
        "crates/messages/tests/orchestration/policy.rs",
        "permissions_are_asked_of_the_did_that_signed",
    ),
    (
        adp_messages::codes::MESSAGE_UNREACHABLE,
        "crates/messages/tests/orchestration/routes.rs",
        "after_a_failure_that_passes_the_next_one_is_asked",
    ),
    (Code::NOT_FOUND, "crates/messages/tests/orchestration/routes.rs", "nobody_is_told_by_name"),
    (
        adp_messages::codes::MESSAGE_QUORUM,
        "crates/messages/tests/orchestration/jobs.rs",
        "all_waits_for_all_and_tells_which_failed",
    ),
    (adp_messages::codes::MESSAGE_QUEUE_FULL, "crates/messages/tests/channels/conformance.rs", "a_full_queue_refuses"),
    (adp_messages::codes::MESSAGE_TIMEOUT, "crates/messages/tests/channels/conformance.rs", "time_runs_out"),
    (
        adp_messages::codes::MESSAGE_FAILED,
        "crates/messages/tests/channels/conformance.rs",
        "answers_are_of_whom_was_asked",
    ),
    (
        adp_flows::codes::FLOW_CONFIRMATION,
        "crates/flows/tests/run/security/hostile.rs",
        "nothing_that_changes_something_runs_without_consent",
    ),
    (Code::AUTH_ORIGIN, "crates/flows/tests/run/security/hostile.rs", "a_path_does_not_lead_to_another_origin"),
    (adp_flows::codes::FLOW_FAILED, "crates/flows/tests/run/order.rs", "a_failure_half_way_tells_what_was_done"),
    (adp_flows::codes::FLOW_LIMIT, "crates/flows/tests/run/arazzo.rs", "a_loop_ends_by_the_number_of_steps"),
    (Code::IO_READ, "cli/tests/network/fetch.rs", "only_what_the_flags_name_is_let_through"),
    (Code::FORMAT_UNKNOWN, "tests/format/detect.rs", "an_object_of_no_format_is_told_what_it_lacks"),
    (Code::FORMAT_SIGNERS, "tests/format/verification.rs", "a_document_of_several_formats_has_one_signer"),
    (Code::YAML_SYNTAX, "tests/json/yaml.rs", "streams_tags_and_syntax_that_are_refused"),
    (Code::YAML_STREAM, "tests/json/yaml.rs", "streams_tags_and_syntax_that_are_refused"),
    (Code::YAML_TAG, "tests/json/yaml.rs", "streams_tags_and_syntax_that_are_refused"),
    (Code::YAML_KEY, "tests/json/yaml.rs", "keys_are_strings_and_stand_once"),
    (Code::YAML_ALIAS, "tests/json/yaml.rs", "what_aliases_repeat_is_bounded"),
    (Code::NET_REQUEST, "tests/resolve/fetcher.rs", "what_is_the_clients_to_say_is_refused_before_anything_is_sent"),
    (Code::IO_EXISTS, "crates/publish/tests/publish/site.rs", "a_did_document_is_not_made_over_a_file"),
    (Code::NET_OFFLINE, "tests/resolve/supplied.rs", "documents_supplied_by_the_caller"),
    (Code::NET_SCHEME, "tests/resolve/https.rs", "only_https"),
    (Code::NET_ADDRESS, "crates/fetch/src/http/tests.rs", "names_that_lead_to_addresses_that_are_not_public"),
    (Code::NET_REDIRECT, "tests/resolve/https.rs", "redirects_are_not_followed"),
    (Code::NET_STATUS, "tests/resolve/https.rs", "only_200_counts"),
    (Code::NET_TYPE, "tests/resolve/https.rs", "only_json_media_types_count"),
    (Code::NET_SIZE, "tests/resolve/https.rs", "sizes_are_capped"),
    (Code::NET_TIME, "tests/resolve/https.rs", "slow_servers"),
    (Code::NET_TLS, "tests/resolve/https.rs", "certificates"),
    (Code::NET_CONNECT, "tests/resolve/https.rs", "connection_refused"),
    (
        adp_catalogs::codes::CATALOG_DID_PLACE,
        "cli/tests/site/publish/catalog.rs",
        "two_dids_of_the_bare_host_cannot_both_be_there",
    ),
    (Code::DID_SUPERSEDED, "tests/did/succession.rs", "both_documents_of_a_new_key"),
    (Code::DID_TRANSITION, "tests/did/succession.rs", "a_wrong_transition_is_refused"),
];

fn main() {
    let arguments = Arguments::from_args();
    let vectors: Vec<(PathBuf, Vector)> = files(&root().join("vectors"))
        .into_iter()
        .filter(|path| path.extension().is_some_and(|extension| extension == "txt"))
        .map(|path| {
            let vector = Vector::parse(&fs::read(&path).unwrap());
            let vector = vector.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            (path, vector)
        })
        .collect();
    let mut trials = vec![Trial::test("kinds_are_documented", kinds_are_documented)];
    let units: [(&str, fn()); 5] = [
        ("a_request_is_read", raw_request::a_request_is_read),
        (
            "without_a_length_the_body_is_the_rest_of_the_file",
            raw_request::without_a_length_the_body_is_the_rest_of_the_file,
        ),
        (
            "what_two_servers_could_read_differently_is_refused",
            raw_request::what_two_servers_could_read_differently_is_refused,
        ),
        ("the_body_is_raw", format::the_body_is_raw),
        ("a_header_is_read_strictly", format::a_header_is_read_strictly),
    ];
    trials.extend(units.map(|(name, test)| {
        Trial::test(name, move || {
            test();
            Ok(())
        })
    }));
    let expected: BTreeSet<String> = vectors.iter().map(|(_, vector)| vector.expect().to_owned()).collect();
    for code in Code::ALL
        .iter()
        .chain(adp_cards::codes::ALL)
        .chain(adp_catalogs::codes::ALL)
        .chain(adp_compare::codes::ALL)
        .chain(adp_messages::codes::ALL)
        .chain(adp_flows::codes::ALL)
    {
        let shown = expected.contains(code.as_str());
        trials.push(Trial::test(format!("code {code}"), move || shown_somewhere(*code, shown)));
    }
    for (path, vector) in vectors {
        let name = path.strip_prefix(root().join("vectors")).unwrap().with_extension("").display().to_string();
        trials.push(Trial::test(name, move || meets(&vector, path.parent().unwrap())));
    }
    libtest_mimic::run(&arguments, trials).exit();
}

/// The repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Every file below a folder, sorted.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { found.extend(files(&path)) } else { found.push(path) }
    }
    found.sort();
    found
}

fn meets(vector: &Vector, folder: &Path) -> Result<(), Failed> {
    let found = answer(vector, folder)?;
    if found.meets(vector) {
        return Ok(());
    }
    let wanted = VectorAnswer::Ok { output: vector.output().map(str::to_owned) };
    match vector.expect() {
        "ok" => Err(format!("expected {wanted:?}, found {found:?} ({:?})", vector.header("comment")).into()),
        code => Err(format!("expected {code}, found {found:?} ({:?})", vector.header("comment")).into()),
    }
}

fn shown_somewhere(code: Code, by_vector: bool) -> Result<(), Failed> {
    let by_test = SHOWN_BY_TESTS.iter().find(|(named, ..)| *named == code);
    match (by_vector, by_test) {
        (true, Some((_, file, _))) => Err(format!("a vector expects {code}: take {file} out of the table").into()),
        (true, None) => Ok(()),
        (false, None) => Err(format!("no vector expects {code}, and no test is named for it").into()),
        (false, Some((_, file, function))) => {
            let source = fs::read_to_string(root().join(file)).map_err(|error| format!("{file}: {error}"))?;
            let start = source.find(&format!("fn {function}(")).ok_or_else(|| format!("{file} has no `{function}`"))?;
            // the function ends where the next line of its own indentation closes it
            let body = source[start..].split("\n}\n").next().unwrap_or_default();
            // it has to name the code it shows, as text or as the constant
            let constant = code.as_str().to_uppercase().replace('-', "_").replace('@', "");
            if body.contains(&format!("\"{code}\"")) || body.contains(&format!("Code::{constant}")) {
                return Ok(());
            }
            Err(format!("`{function}` in {file} does not mention {code}").into())
        }
    }
}

fn kinds_are_documented() -> Result<(), Failed> {
    let readme = fs::read_to_string(root().join("vectors/README.md"))?;
    for kind in kinds::ALL {
        if !readme.contains(&format!("| `{}` |", kind.name)) {
            return Err(format!("vectors/README.md does not describe the kind `{}`", kind.name).into());
        }
        for header in kind.headers {
            if !readme.contains(&format!("`{header}")) {
                return Err(format!("vectors/README.md does not describe the header `{header}`").into());
            }
        }
    }
    Ok(())
}
