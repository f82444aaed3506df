//! ARD's own conformance program against the running server.

use crate::http::served::Served;
use adp_fixtures::third_party;
use std::process::Command;

#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn the_conformance_program_passes() {
    let served = Served::demo(&["--rate", "1000"]);
    let mut checks = 0;
    for version in ["v0.9", "v0.91"] {
        let program = third_party::path(&format!("ard/{version}/conformance/bin/conformance-test"));
        let output =
            Command::new("python3").arg("-B").arg(program).args(["registry", &served.base()]).output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success() && text.contains("CONFORMANCE STATUS: PASS"), "{version}: {text}");
        assert!(text.contains("0 critical specification errors and 0 warnings"), "{version}: {text}");
        checks += text.matches('✓').count();
    }
    third_party::ran("ard-registry-conformance", checks);
}
