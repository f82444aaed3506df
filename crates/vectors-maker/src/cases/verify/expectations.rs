//! Expectations of proofs: purpose, signer, domain, challenge, time.

use super::{All, CannotMake, Holder, Making, data_integrity};

/// Purpose, signer, domain and challenge, with valid signatures.
pub(super) fn expectations(all: &mut All) -> Result<(), CannotMake> {
    Making::new("purpose-authentication", "proof-purpose", "a proof made to log in, not to assert")
        .before(r#""proofPurpose": "assertionMethod""#, r#""proofPurpose": "authentication""#)?
        .add(all)?;
    Making::new(
        "signer-mallory",
        "proof-signer-not-subject",
        "Mallory signs Alice's description with a key of her own",
    )
    .before("did:wba:example.com:alice#key-1", "did:wba:evil.example#key-1")?
    .signed_by(Holder::Mallory)
    .did_document("mallory")
    .add(all)?;
    Making::new("signer-no-subject", "proof-signer-not-subject", "the description says of no DID that it is its own")
        .before("  \"did\": \"did:wba:example.com:alice\",\n", "")?
        .add(all)?;
    Making::new("signer-other-named", "proof-signer-not-subject", "the caller expects another signer")
        .header("signer", "did:wba:example.org")
        .add(all)?;
    let code = "proof-domain";
    for (name, comment, domain) in [
        ("domain-other", "signed for example.com, served by example.org", "example.org"),
        ("domain-subdomain", "a subdomain is another host", "www.example.com"),
        ("domain-parent", "so is the parent", "com"),
        ("domain-prefix", "no comparison of beginnings", "example.com.evil.example"),
        ("domain-trailing-dot", "one spelling", "example.com."),
    ] {
        Making::new(name, code, comment).header("domain", domain).add(all)?;
    }
    Making::new("domain-port-other", code, "a domain with port is host and port")
        .before(r#""domain": "example.com""#, r#""domain": "example.com:8443""#)?
        .header("domain", "")
        .header("fetched-from", "https://example.com/alice/ad.json")
        .add(all)?;
    Making::new("domain-fetched-elsewhere", code, "a copy on another host")
        .header("domain", "")
        .header("fetched-from", "https://mirror.example/alice/ad.json")
        .add(all)?;
    Making::new("domain-not-named", code, "present means checked: a file needs the domain to expect")
        .header("domain", "")
        .add(all)?;
    Making::new("domain-missing", code, "a domain is expected, and the proof has none")
        .before(r#""domain": "example.com", "#, "")?
        .add(all)?;
    Making::new("domain-required", code, "any domain will do, but there is none")
        .before(r#", "domain": "example.com", "challenge": "1235abcd6789""#, "")?
        .header("domain", "")
        .header("challenge", "")
        .header("any-domain", "true")
        .header("require-domain", "true")
        .add(all)?;
    let code = "proof-challenge";
    Making::new("challenge-other", code, "an answer to another challenge").header("challenge", "another").add(all)?;
    Making::new("challenge-prefix", code, "equal, not alike").header("challenge", "1235abcd67890").add(all)?;
    Making::new("challenge-missing", code, "a challenge is expected, and the proof has none")
        .before(r#", "domain": "example.com", "challenge": "1235abcd6789""#, "")?
        .header("domain", "")
        .add(all)?;
    Making::new("domain-without-challenge", code, "ADP: a domain comes with a challenge")
        .before(r#", "challenge": "1235abcd6789""#, "")?
        .header("challenge", "")
        .add(all)
}

pub(super) fn times(all: &mut All) -> Result<(), CannotMake> {
    Making::new("skew-60-seconds", "ok", "60 seconds of clock skew are allowed")
        .header("at", "2026-01-31T11:59:00Z")
        .add(all)?;
    Making::new("not-yet-valid", "proof-not-yet-valid", "61 seconds before its date")
        .header("at", "2026-01-31T11:58:59Z")
        .add(all)?;
    let expiring = |name, expect, comment, at| -> Result<Making, CannotMake> {
        let making = Making::new(name, expect, comment).header("at", at);
        making.before(
            r#""challenge": "1235abcd6789""#,
            r#""challenge": "1235abcd6789", "expires": "2026-02-28T12:00:00Z""#,
        )
    };
    expiring("not-expired", "ok", "one second before", "2026-02-28T11:59:59Z")?.add(all)?;
    expiring("expired", "proof-expired", "expired means now or earlier", "2026-02-28T12:00:00Z")?.add(all)?;
    for (name, expect, comment, expires) in [
        ("expires-year-9999", "ok", "the last second that RFC 3339 can write", "9999-12-31T23:59:59Z"),
        ("expires-year-10000", "proof-malformed", "in UTC this is the year 10000", "9999-12-31T23:59:59-01:00"),
        ("expires-leap-second", "proof-malformed", "no second 60", "2026-12-31T23:59:60Z"),
    ] {
        let written = format!(r#""challenge": "1235abcd6789", "expires": "{expires}""#);
        Making::new(name, expect, comment).before(r#""challenge": "1235abcd6789""#, &written)?.add(all)?;
    }
    Making::new("created-with-offset", "ok", "the same instant, two hours east")
        .before("2026-01-31T12:00:00Z", "2026-01-31T14:00:00+02:00")?
        .add(all)?;
    for (name, comment, created) in [
        ("created-date", "a date is no date-time", "2026-01-31"),
        ("created-no-offset", "no offset from UTC", "2026-01-31T12:00:00"),
        ("created-lower-case", "RFC 3339, in upper case", "2026-01-31t12:00:00z"),
        ("created-leap-second", "no second 60", "2026-01-31T11:59:60Z"),
        ("created-year-10000", "four digits", "10000-01-31T12:00:00Z"),
    ] {
        Making::new(name, "proof-created", comment).before("2026-01-31T12:00:00Z", created)?.add(all)?;
    }
    Making::new("created-missing", "proof-created", "this suite needs a date")
        .before(r#""created": "2026-01-31T12:00:00Z", "#, "")?
        .add(all)?;
    let undated = data_integrity("ecdsa-jcs-2019", "key-1", "").replace(r#""created": "2026-01-31T12:00:00Z", "#, "");
    Making::new("created-optional", "ok", "a DataIntegrityProof needs no date").proof(&undated).add(all)?;
    Making::new("created-missing-for-age", "proof-created", "without a date nobody can tell the age")
        .proof(&undated)
        .header("max-age-seconds", "3600")
        .add(all)?;
    Making::new("expires-before-created", "proof-created", "it was never valid")
        .before(r#""challenge": "1235abcd6789""#, r#""challenge": "1235abcd6789", "expires": "2026-01-31T12:00:00Z""#)?
        .add(all)?;
    Making::new("max-age-and-not-before", "ok", "old enough for neither")
        .header("max-age-seconds", "300")
        .header("not-before", "2026-01-31T12:00:00Z")
        .add(all)?;
    Making::new("not-before-beside-max-age", "proof-too-old", "young enough, but from before the time named")
        .header("max-age-seconds", "3600")
        .header("not-before", "2026-01-31T12:00:01Z")
        .add(all)?;
    Making::new("max-age-beside-not-before", "proof-too-old", "from after the time named, but too old")
        .header("max-age-seconds", "299")
        .header("not-before", "2026-01-31T11:00:00Z")
        .add(all)?;
    Making::new("max-age", "ok", "as old as allowed").header("max-age-seconds", "300").add(all)?;
    Making::new("too-old", "proof-too-old", "one second older").header("max-age-seconds", "299").add(all)?;
    Making::new("rolled-back", "proof-too-old", "an older description than the caller knows of")
        .header("not-before", "2026-01-31T12:00:01Z")
        .add(all)
}
