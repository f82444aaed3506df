//! Secrets in what is typed, in variables and in files: no output shows one.

use crate::http::served::adp_registry;
use adp_fixtures::secrets::assert_none_is_shown;
use std::path::Path;

#[test]
fn no_position_of_any_verb_shows_a_secret() {
    let folder = tempfile::tempdir().unwrap();
    assert_none_is_shown(Path::new(env!("CARGO_BIN_EXE_adp-registry")), &[&[], &["--json"]], folder.path());
}

#[test]
fn the_password_of_a_store_is_not_repeated() {
    let folder = tempfile::tempdir().unwrap();
    for store in [
        "postgres:/hotel:s3cret@127.0.0.1:1/db",
        "postgress://hotel:s3cret@127.0.0.1:1/db",
        "postgres://hotel:s3cret@127.0.0.1:1/db?sslmode=x",
        "postgres://hotel:s3/c?s3cret@127.0.0.1:1/db",
        "hotel:s3cret@127.0.0.1",
    ] {
        for json in [&[][..], &["--json"]] {
            for by_variable in [false, true] {
                let mut command = adp_registry();
                command.args(json).args(["search", "x"]).current_dir(folder.path());
                match by_variable {
                    true => command.env("ADP_REGISTRY_STORE", store),
                    false => command.args(["--store", store]),
                };
                let output = command.output().unwrap();
                let said = [output.stdout, output.stderr].map(|stream| String::from_utf8(stream).unwrap()).concat();
                assert!(!said.contains("s3cret") && said.contains("error"), "{store}: {said}");
            }
        }
    }
}
