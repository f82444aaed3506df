//! Requests by the Web Bot Auth profile, and key directories with their signatures (draft-meunier-webbotauth-httpsig-protocol, 2026-08-20):
//! each possible refusal, and what must be accepted.
//!
//! The signed bytes are composed here by hand, not with the library. Thumbprints were worked out with Python; the first is that of RFC 8037,
//! appendix A.3.

use crate::cases::{
    All, CannotMake, Vector,
    signing::{Holder, changed},
};
use base64::{Engine as _, prelude::BASE64_STANDARD};
use sha2::{Digest, Sha256};

const FOLDER: &str = "web-bot-auth";
/// The bot's site, and the service.
const AGENT: &str = "https://bot.example.com";
const SHOP: &str = "https://shop.example.com";
/// Half a minute after signing.
const AT: &str = "2026-01-31T12:00:30Z";
/// 2026-01-31T12:00:00Z for a minute.
const PARAMS: &str = r#";created=1769860800;expires=1769860860;keyid="KEYID";tag="web-bot-auth""#;
const DIRECTORY_PARAMS: &str =
    r#";created=1769860800;expires=1769864400;keyid="KEYID";tag="http-message-signatures-directory""#;
const BOOKING: &str = r#"{"nights":2}"#;

const EDWARDS: &str = "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k";
const HAMBURG: &str = "FtIu-VbGrfe_KB6CH7GNwODB72MNxj_ml11dEvO-7kk";
const P256: &str = "DOvxvJiAdIqVWIkFt5hDtCunXLF0BV4-JGv4f-ALSm0";
/// RFC 9421, appendix B.1.4: the private key is there, too.
const TEST: &str = "poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U";

const EDWARDS_JWK: &str = r#"{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo","kid":"kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k"}"#;
const HAMBURG_JWK: &str = r#"{"kty":"OKP","crv":"Ed25519","x":"PUAXw-hDiVqStwqnTRt-vJyYLM8uxJaMwM1V8Sr0Zgw","kid":"FtIu-VbGrfe_KB6CH7GNwODB72MNxj_ml11dEvO-7kk"}"#;
const P256_JWK: &str = r#"{"kty":"EC","crv":"P-256","x":"YP7UuiVanTHJYet0xjVtaMBJuJI7Yfps5mliLmDyn7Y","y":"eQP-EAi4vJmkGunpVii8ZPLxsgwtfp9Rd6PClNRGIpk","kid":"DOvxvJiAdIqVWIkFt5hDtCunXLF0BV4-JGv4f-ALSm0"}"#;
const TEST_JWK: &str = r#"{"kty":"OKP","crv":"Ed25519","x":"JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs","kid":"poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U"}"#;
/// A key type that HTTP signatures have an algorithm for and that this profile of ours does not verify.
const RSA_JWK: &str = r#"{"kty":"RSA","n":"AQAB","e":"AQAB"}"#;

pub fn add(all: &mut All) -> Result<(), CannotMake> {
    directories(all)?;
    accepted(all)?;
    forms(all)?;
    agents(all)?;
    coverage(all)?;
    times(all)?;
    keys(all)?;
    replays(all)?;
    responses(all)
}

fn set(keys: &[&str]) -> String {
    format!("{{\"keys\":[{}]}}", keys.join(","))
}

fn directories(all: &mut All) -> Result<(), CannotMake> {
    let with = |jwk: &str, member: &str| changed(jwk, "{", &format!("{{{member},"));
    for (name, text) in [
        ("bot", set(&[EDWARDS_JWK])),
        ("all", set(&[RSA_JWK, HAMBURG_JWK, P256_JWK, EDWARDS_JWK])),
        ("other-key", set(&[HAMBURG_JWK])),
        ("no-kid", set(&[&changed(EDWARDS_JWK, r#","kid":"kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k""#, "")?])),
        ("kid-of-other-key", set(&[&changed(EDWARDS_JWK, EDWARDS, HAMBURG)?])),
        ("kid-of-its-key-on-other", set(&[&changed(HAMBURG_JWK, HAMBURG, EDWARDS)?])),
        ("expired", set(&[&with(EDWARDS_JWK, "\"exp\":1769860830")?])),
        ("expires-later", set(&[&with(EDWARDS_JWK, "\"nbf\":1769860830,\"exp\":1769860831")?])),
        ("not-yet", set(&[&with(EDWARDS_JWK, "\"nbf\":1769860831")?])),
        ("test-key", set(&[TEST_JWK])),
        ("no-set", "{\"key\":[]}".to_owned()),
        ("too-many", set(&[EDWARDS_JWK; 65])),
    ] {
        all.files.push((format!("{FOLDER}/directories/{name}.json"), text.into_bytes()));
    }
    Ok(())
}

fn digest(body: &str) -> String {
    format!("sha-256=:{}:", BASE64_STANDARD.encode(Sha256::digest(body)))
}

fn thumbprint(holder: Holder) -> &'static str {
    match holder {
        Holder::Edwards => EDWARDS,
        Holder::Hamburg => HAMBURG,
        _ => P256,
    }
}

/// A signature over components and their values.
#[derive(Clone)]
struct Signature {
    label: &'static str,
    /// Components as they are covered, and their values.
    covered: Vec<(String, String)>,
    params: String,
    holder: Holder,
}

impl Signature {
    fn params(&self) -> String {
        let names: Vec<&str> = self.covered.iter().map(|(name, _)| name.as_str()).collect();
        format!("({}){}", names.join(" "), self.params.replace("KEYID", thumbprint(self.holder)))
    }

    /// The signature base (RFC 9421, section 2.5).
    fn base(&self) -> String {
        let lines = self.covered.iter().map(|(name, value)| format!("{name}: {value}\n"));
        format!("{}\"@signature-params\": {}", lines.collect::<String>(), self.params())
    }

    /// The members of `Signature-Input` and `Signature`.
    fn members(&self) -> Result<(String, String), CannotMake> {
        let bytes = self.holder.key()?.sign(self.base().as_bytes());
        let signature = BASE64_STANDARD.encode(bytes.0);
        Ok((format!("{}={}", self.label, self.params()), format!("{}=:{signature}:", self.label)))
    }
}

/// A request or a response, its signatures and what is expected.
#[derive(Clone)]
struct Making {
    name: &'static str,
    kind: &'static str,
    expect: &'static str,
    comment: &'static str,
    start: &'static str,
    fields: Vec<(&'static str, String)>,
    body: String,
    signatures: Vec<Signature>,
    headers: Vec<(&'static str, String)>,
    output: String,
    /// Changes after signing.
    after: Vec<(String, String)>,
}

impl Making {
    /// A request that is signed well: the least that the profile asks for.
    fn request(name: &'static str, expect: &'static str, comment: &'static str) -> Self {
        let covered = vec![component("\"@authority\"", "shop.example.com"), agent_of("sig1", AGENT)];
        let signature = Signature { label: "sig1", covered, params: PARAMS.to_owned(), holder: Holder::Edwards };
        Self {
            name,
            kind: "bot-request",
            expect,
            comment,
            start: "GET /rooms?nights=2 HTTP/1.1",
            fields: vec![("Host", "shop.example.com".to_owned()), ("Signature-Agent", format!("sig1=\"{AGENT}\""))],
            body: String::new(),
            signatures: vec![signature],
            headers: [("audience", SHOP), ("directory-of", AGENT), ("key-directory", "bot"), ("at", AT)]
                .map(|(name, value)| (name, value.to_owned()))
                .to_vec(),
            output: format!("{AGENT} {EDWARDS}"),
            after: Vec::new(),
        }
    }

    /// A request with a body, over everything.
    fn booking(name: &'static str, expect: &'static str, comment: &'static str) -> Self {
        Self::request(name, expect, comment).with(|made| {
            (made.start, made.body) = ("POST /rooms?nights=2 HTTP/1.1", BOOKING.to_owned());
            made.fields.push(("Content-Digest", digest(BOOKING)));
            made.fields.push(("Content-Length", BOOKING.len().to_string()));
            made.signatures[0].covered = vec![
                component("\"@method\"", "POST"),
                component("\"@target-uri\"", &format!("{SHOP}/rooms?nights=2")),
                component("\"@authority\"", "shop.example.com"),
                component("\"content-digest\"", &digest(BOOKING)),
                agent_of("sig1", AGENT),
            ];
        })
    }

    /// The response with a directory of these keys, signed by each.
    fn response(name: &'static str, expect: &'static str, comment: &'static str) -> Self {
        Self::directory(name, expect, comment, set(&[EDWARDS_JWK]), &[Holder::Edwards])
    }

    fn directory(
        name: &'static str,
        expect: &'static str,
        comment: &'static str,
        body: String,
        signers: &[Holder],
    ) -> Self {
        let covered =
            [component("\"@authority\";req", "bot.example.com"), component("\"content-digest\"", &digest(&body))];
        let labels = ["binding1", "binding2", "binding3"];
        let signature = |(&holder, label): (&Holder, &'static str)| Signature {
            label,
            covered: covered.to_vec(),
            params: DIRECTORY_PARAMS.to_owned(),
            holder,
        };
        Self {
            name,
            kind: "bot-directory",
            expect,
            comment,
            start: "HTTP/1.1 200 OK",
            fields: vec![
                ("Content-Type", "application/http-message-signatures-directory+json".to_owned()),
                ("Content-Digest", digest(&body)),
            ],
            body,
            signatures: signers.iter().zip(labels).map(signature).collect(),
            headers: vec![("directory-of", AGENT.to_owned()), ("at", AT.to_owned())],
            output: "1769864400".to_owned(),
            after: Vec::new(),
        }
    }

    fn with(mut self, change: impl FnOnce(&mut Self)) -> Self {
        change(&mut self);
        self
    }

    fn params(self, from: &str, to: &str) -> Self {
        self.with(|made| {
            for signature in &mut made.signatures {
                signature.params = signature.params.replace(from, to);
            }
        })
    }

    /// Sets a header of the vector.
    fn header(self, name: &'static str, value: impl Into<String>) -> Self {
        self.with(|made| {
            made.headers.retain(|(known, _)| *known != name);
            made.headers.push((name, value.into()));
        })
    }

    fn covering(self, covered: &[(String, String)]) -> Self {
        self.with(|made| made.signatures[0].covered = covered.to_vec())
    }

    /// What `Signature-Agent` contains, and what is signed of it.
    fn agent(self, field: &str, covered: (&str, &str)) -> Self {
        self.with(|made| {
            made.fields[1].1 = field.to_owned();
            made.signatures[0].covered[1] = component(covered.0, covered.1);
        })
    }

    fn after(self, from: impl Into<String>, to: impl Into<String>) -> Self {
        self.with(|made| made.after.push((from.into(), to.into())))
    }

    fn add(self, all: &mut All) -> Result<(), CannotMake> {
        let members = self.signatures.iter().map(Signature::members).collect::<Result<Vec<_>, _>>()?;
        let (inputs, signatures): (Vec<_>, Vec<_>) = members.into_iter().unzip();
        let mut lines = vec![self.start.to_owned()];
        lines.extend(self.fields.iter().map(|(name, value)| format!("{name}: {value}")));
        if !inputs.is_empty() {
            lines.push(format!("Signature-Input: {}", inputs.join(", ")));
            lines.push(format!("Signature: {}", signatures.join(", ")));
        }
        let mut message = format!("{}\r\n\r\n{}", lines.join("\r\n"), self.body);
        for (from, to) in &self.after {
            message = changed(&message, from, to)?;
        }
        let mut vector = Vector::new(self.kind, self.expect, self.comment, message);
        for (name, value) in self.headers {
            let value = if name == "key-directory" { format!("directories/{value}.json") } else { value };
            vector = vector.with(name, value);
        }
        if self.expect == "ok" {
            vector = vector.with("output", self.output);
        }
        all.push(format!("{FOLDER}/{}", self.name), vector);
        Ok(())
    }
}

fn component(name: &str, value: &str) -> (String, String) {
    (name.to_owned(), value.to_owned())
}

/// The member of `Signature-Agent` for a signature.
fn agent_of(label: &str, agent: &str) -> (String, String) {
    component(&format!("\"signature-agent\";key=\"{label}\""), &format!("\"{agent}\""))
}

fn authority() -> (String, String) {
    component("\"@authority\"", "shop.example.com")
}

fn accepted(all: &mut All) -> Result<(), CannotMake> {
    let ok = |name, comment| Making::request(name, "ok", comment);
    ok("least", "the least that the profile asks for: authority and agent").add(all)?;
    Making::booking("everything", "ok", "method, target, authority, body and agent").add(all)?;
    ok("target-uri", "the target URI contains the authority")
        .covering(&[component("\"@target-uri\"", &format!("{SHOP}/rooms?nights=2")), agent_of("sig1", AGENT)])
        .add(all)?;
    ok("nonce-and-alg", "parameters that the profile allows")
        .params(";keyid", ";nonce=\"e8N7S2MFd\";alg=\"ed25519\";keyid")
        .add(all)?;
    ok("p256", "ECDSA P-256")
        .with(|made| {
            (made.signatures[0].holder, made.output) = (Holder::Alice, format!("{AGENT} {P256}"));
        })
        .header("key-directory", "all")
        .add(all)?;
    ok("no-kid", "a key of a directory needs no kid: its thumbprint is worked out")
        .header("key-directory", "no-kid")
        .add(all)?;
    ok("empty-path", "an origin with an empty path is the origin")
        .agent(
            "sig1=\"https://bot.example.com/\"",
            ("\"signature-agent\";key=\"sig1\"", "\"https://bot.example.com/\""),
        )
        .add(all)?;
    ok("type-directory", "the type that is meant without one")
        .agent(
            "sig1=\"https://bot.example.com\";type=directory",
            ("\"signature-agent\";key=\"sig1\"", "\"https://bot.example.com\";type=directory"),
        )
        .add(all)?;
    ok("one-string", "the form of earlier drafts: one string for the whole field")
        .agent("\"https://bot.example.com\"", ("\"signature-agent\"", "\"https://bot.example.com\""))
        .add(all)?;
    ok("label-renamed", "an intermediary renamed the signature: the only member that is covered counts")
        .after("Signature-Input: sig1=", "Signature-Input: relayed=")
        .after("Signature: sig1=", "Signature: relayed=")
        .add(all)?;
    ok("other-members", "members of other signatures are not this one's")
        .with(|made| made.fields[1].1 = format!("other=\"https://other.example.com\", sig1=\"{AGENT}\""))
        .add(all)?;
    ok("other-signature", "a signature without this tag is none of this profile")
        .after("Signature-Input: sig1=", "Signature-Input: proxy=(\"@method\");keyid=\"proxy\";tag=\"proxy\", sig1=")
        .after("Signature: sig1=", "Signature: proxy=:AAAA:, sig1=")
        .add(all)
}

fn forms(all: &mut All) -> Result<(), CannotMake> {
    let missing = |name, comment| Making::request(name, "auth-missing", comment);
    missing("no-signature-input", "nothing is signed").with(|made| made.signatures.clear()).add(all)?;
    missing("no-tag", "without the tag it is a signature of another profile")
        .params(";tag=\"web-bot-auth\"", "")
        .add(all)?;
    missing("other-tag", "the tag of a directory's response")
        .params("web-bot-auth", "http-message-signatures-directory")
        .add(all)?;
    missing("tag-case", "a tag is compared letter by letter").params("web-bot-auth", "Web-Bot-Auth").add(all)?;
    let malformed = |name, comment| Making::request(name, "auth-malformed", comment);
    malformed("label-twice", "a label twice: readers take the first or the last")
        .after("Signature-Input: sig1=", "Signature-Input: sig1=(\"@method\");tag=\"x\", sig1=")
        .add(all)?;
    malformed("signature-label-twice", "two signatures of one label")
        .after("Signature: sig1=", "Signature: sig1=:AAAA:, sig1=")
        .add(all)?;
    malformed("two-signatures", "two signatures with the tag: who is the sender?")
        .with(|made| {
            let second = Signature { label: "sig2", ..made.signatures[0].clone() };
            made.signatures.push(second);
        })
        .add(all)?;
    malformed("no-signature", "the label has no signature").after("Signature: sig1=", "Signature: sig2=").add(all)?;
    malformed("signature-short", "three bytes")
        .after("\r\nSignature: sig1=:", "\r\nSignature: sig1=:AAAA:, other=:")
        .add(all)?;
    for (name, from) in
        [("no-keyid", ";keyid=\"KEYID\""), ("no-created", ";created=1769860800"), ("no-expires", ";expires=1769860860")]
    {
        malformed(name, "a parameter that the profile requires").params(from, "").add(all)?;
    }
    malformed("expires-text", "a time that is no number").params("1769860860", "\"1769860860\"").add(all)?;
    malformed("component-twice", "a component twice (RFC 9421, section 2)")
        .covering(&[authority(), authority(), agent_of("sig1", AGENT)])
        .add(all)?;
    malformed("component-of-response", "a component of the request of a response, in a request")
        .covering(&[authority(), component("\"@authority\";req", "shop.example.com"), agent_of("sig1", AGENT)])
        .add(all)
}

fn agents(all: &mut All) -> Result<(), CannotMake> {
    let member = "\"signature-agent\";key=\"sig1\"";
    for (name, comment, value) in [
        ("agent-http", "a directory over http could be anybody's", "\"http://bot.example.com\""),
        ("agent-path", "an origin has no path", "\"https://bot.example.com/keys\""),
        ("agent-user", "an origin has no user", "\"https://bot@bot.example.com\""),
        ("agent-port", "another spelling of the same origin", "\"https://bot.example.com:443\""),
        ("agent-case", "another spelling of the same origin", "\"https://BOT.example.com\""),
        ("agent-jwks-uri", "keys at another kind of place", "\"https://bot.example.com\";type=jwks_uri"),
        ("agent-token", "a token, not a string", "bot.example.com"),
    ] {
        Making::request(name, "auth-malformed", comment).agent(&format!("sig1={value}"), (member, value)).add(all)?;
    }
    Making::request("agent-absent", "auth-malformed", "the member that is covered is not there")
        .with(|made| made.fields[1].1 = format!("sig2=\"{AGENT}\""))
        .add(all)?;
    Making::request("agent-dictionary", "auth-malformed", "the whole dictionary is covered: whose member counts?")
        .agent(&format!("sig1=\"{AGENT}\""), ("\"signature-agent\"", format!("sig1=\"{AGENT}\"").as_str()))
        .add(all)?;
    Making::request("agent-replaced", "auth-signature", "another agent, with the same key in its directory")
        .after("Signature-Agent: sig1=\"https://bot", "Signature-Agent: sig1=\"https://victim")
        .header("directory-of", "https://victim.example.com")
        .add(all)?;
    Making::request(
        "agent-of-other-directory",
        "auth-method-not-authorized",
        "a key belongs to the origin of its directory",
    )
    .header("directory-of", "https://victim.example.com")
    .add(all)
}

fn coverage(all: &mut All) -> Result<(), CannotMake> {
    let uncovered = |name, comment| Making::request(name, "auth-uncovered", comment);
    uncovered("covers-nothing", "an empty list (GHSA-x9cc-346q-g27m)").covering(&[]).add(all)?;
    uncovered("covers-no-agent", "the agent could be another").covering(&[authority()]).add(all)?;
    uncovered("covers-no-authority", "the service could be another")
        .covering(&[component("\"@method\"", "GET"), agent_of("sig1", AGENT)])
        .add(all)?;
    uncovered("covers-authority-of-response", "a component of the request of a response does not count")
        .covering(&[component("\"@authority\";req", "shop.example.com"), agent_of("sig1", AGENT)])
        .add(all)?;
    let other = "https://other.example.com";
    Making::request("other-service", "auth-signature", "signed for another service")
        .header("audience", other)
        .add(all)?;
    Making::request("absolute-form-elsewhere", "auth-audience", "the target names another service")
        .after("GET /rooms", format!("GET {other}/rooms"))
        .add(all)?;
    Making::request("path-changed", "ok", "what is not covered may change").after("nights=2", "nights=3").add(all)?;
    let changed = |name, expect, comment| Making::booking(name, expect, comment);
    changed("target-changed", "auth-signature", "the target was covered").after("nights=2", "nights=3").add(all)?;
    changed("method-changed", "auth-signature", "the method was covered").after("POST", "PUT").add(all)?;
    changed("body-changed", "auth-digest", "the body is not that of the digest").after(":2}", ":9}").add(all)?;
    Making::request("digest-uncovered", "auth-digest", "a digest that is there has to hold, covered or not")
        .with(|made| {
            (made.start, made.body) = ("POST /rooms HTTP/1.1", BOOKING.to_owned());
            made.fields.push(("Content-Digest", digest("{}")));
        })
        .add(all)
}

fn times(all: &mut All) -> Result<(), CannotMake> {
    for (name, expect, comment, at) in [
        ("last-second", "ok", "a second before it expires", "2026-01-31T12:00:59Z"),
        ("expired", "auth-expired", "at the time of expiry it has expired", "2026-01-31T12:01:00Z"),
        ("clock-ahead", "ok", "the signer's clock may be a minute ahead", "2026-01-31T11:59:00Z"),
        ("not-yet-valid", "auth-not-yet-valid", "more than a minute ahead", "2026-01-31T11:58:59Z"),
    ] {
        Making::request(name, expect, comment).header("at", at).add(all)?;
    }
    for (name, expect, comment, expires) in [
        ("one-day", "ok", "24 hours are the longest lifetime", "1769947200"),
        ("more-than-a-day", "auth-expired", "a second more than 24 hours", "1769947201"),
        ("expires-at-once", "auth-expired", "expires when it is made", "1769860800"),
        ("expires-before", "auth-expired", "expires before it is made", "1769860799"),
    ] {
        Making::request(name, expect, comment).params("1769860860", expires).add(all)?;
    }
    Making::request("window", "auth-expired", "a service that accepts less than this lifetime")
        .header("window-seconds", "59")
        .add(all)
}

fn keys(all: &mut All) -> Result<(), CannotMake> {
    let malformed = |name, comment| Making::request(name, "auth-malformed", comment);
    for (name, comment, keyid) in [
        ("keyid-did", "a key is named by its thumbprint", "did:web:bot.example.com#key-1"),
        ("keyid-padded", "base64url goes without padding", "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k="),
        ("keyid-base64", "base64url, not base64", "kPrK/qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k"),
    ] {
        malformed(name, comment).params("KEYID", keyid).add(all)?;
    }
    malformed("alg-other", "the algorithm of another type of key")
        .params(";keyid", ";alg=\"ecdsa-p256-sha256\";keyid")
        .add(all)?;
    malformed("alg-hmac", "a shared secret proves nothing to others")
        .params(";keyid", ";alg=\"hmac-sha256\";keyid")
        .add(all)?;
    malformed("alg-rsa", "an algorithm that this implementation does not have")
        .params(";keyid", ";alg=\"rsa-pss-sha512\";keyid")
        .add(all)?;
    let absent = |name, comment| Making::request(name, "auth-method-not-authorized", comment);
    absent("key-absent", "the directory has another key").header("key-directory", "other-key").add(all)?;
    absent("kid-of-other-key", "the key is there, under the thumbprint of another")
        .header("key-directory", "kid-of-other-key")
        .add(all)?;
    absent("kid-on-other-key", "another key under this thumbprint")
        .header("key-directory", "kid-of-its-key-on-other")
        .add(all)?;
    absent("key-expired", "the directory's `exp` is over").header("key-directory", "expired").add(all)?;
    absent("key-not-yet", "the directory's `nbf` is to come").header("key-directory", "not-yet").add(all)?;
    Making::request("key-in-time", "ok", "from `nbf` until before `exp`")
        .header("key-directory", "expires-later")
        .add(all)?;
    Making::request("key-of-rfc-9421", "key-malformed", "anybody has the private half of this key")
        .params("KEYID", TEST)
        .header("key-directory", "test-key")
        .add(all)?;
    for (name, comment) in [("no-set", "no JWK Set"), ("too-many", "65 keys, which cost a verifier time")] {
        Making::request(name, "key-malformed", comment).header("key-directory", name).add(all)?;
    }
    let signature = |name, comment| Making::request(name, "auth-signature", comment);
    signature("signed-by-other-key", "signed with another key than is named")
        .with(|made| {
            made.signatures[0].holder = Holder::Hamburg;
            made.signatures[0].params = made.signatures[0].params.replace("KEYID", EDWARDS);
        })
        .add(all)?;
    signature("parameter-changed", "every parameter is signed")
        .after("expires=1769860860", "expires=1769860859")
        .add(all)
}

/// What the service remembers: SHA-256 of the canonical array of service, agent, SHA-256 of the signature base and the profile.
fn replays(all: &mut All) -> Result<(), CannotMake> {
    let hex = |text: &str| Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    let base = hex(&Making::request("", "", "").signatures[0].base());
    let used = |agent: &str| hex(&format!(r#"["{SHOP}","{agent}","{base}","web-bot-auth"]"#));
    Making::request("used", "auth-replayed", "the same signature twice").header("remembers", used(AGENT)).add(all)?;
    Making::request("used-by-other", "ok", "another agent's use")
        .header("remembers", used("https://other.example.com"))
        .add(all)?;
    Making::request("used-forged", "auth-method-not-authorized", "who cannot sign does not learn what is used")
        .header("remembers", used(AGENT))
        .header("key-directory", "other-key")
        .add(all)?;
    Making::request("store-full", "auth-store-full", "no room to remember it").header("store-full", "true").add(all)
}

fn responses(all: &mut All) -> Result<(), CannotMake> {
    let named = |name, expect, comment| Making::response(name, expect, comment);
    let ok = |name, comment| named(name, "ok", comment);
    ok("directory", "its key signs authority and body").add(all)?;
    let both = || set(&[EDWARDS_JWK, P256_JWK]);
    let of_both = [Holder::Edwards, Holder::Alice];
    Making::directory("directory-of-two", "ok", "each key signs", both(), &of_both).add(all)?;
    Making::directory(
        "directory-with-rsa",
        "ok",
        "keys of unknown types are left out",
        set(&[RSA_JWK, EDWARDS_JWK]),
        &[Holder::Edwards],
    )
    .add(all)?;
    ok("directory-also-signed", "a signature of a key that the directory does not have says nothing")
        .with(|made| {
            let other = Signature { label: "other", holder: Holder::Hamburg, ..made.signatures[0].clone() };
            made.signatures.push(other);
        })
        .add(all)?;
    ok("directory-last-second", "a second before it expires").header("at", "2026-01-31T12:59:59Z").add(all)?;
    let missing = "auth-missing";
    named("directory-unsigned", missing, "no signature").with(|made| made.signatures.clear()).add(all)?;
    Making::directory(
        "directory-half-signed",
        missing,
        "a key that has not signed may be another's",
        both(),
        &of_both[..1],
    )
    .add(all)?;
    named("directory-other-tag", missing, "the tag of requests")
        .params("http-message-signatures-directory", "web-bot-auth")
        .add(all)?;
    Making::directory("directory-no-key", missing, "no key that can be used", set(&[RSA_JWK]), &[]).add(all)?;
    named("directory-copied", "auth-signature", "the response of another origin")
        .header("directory-of", "https://victim.example.com")
        .add(all)?;
    named("directory-wrong-signature", "auth-signature", "another key signed")
        .with(|made| {
            made.signatures[0].holder = Holder::Hamburg;
            made.signatures[0].params = made.signatures[0].params.replace("KEYID", EDWARDS);
        })
        .add(all)?;
    named("directory-changed", "auth-digest", "other bytes under the same signature").after("]}", "] }").add(all)?;
    let covered = |made: &mut Making, at: usize| drop(made.signatures[0].covered.remove(at));
    named("directory-covers-no-body", "auth-uncovered", "the keys could be others")
        .with(|made| covered(made, 1))
        .add(all)?;
    named("directory-covers-no-authority", "auth-uncovered", "the origin could be another")
        .with(|made| covered(made, 0))
        .add(all)?;
    named("directory-expired", "auth-expired", "at the time of expiry")
        .header("at", "2026-01-31T13:00:00Z")
        .add(all)?;
    named("directory-not-yet-valid", "auth-not-yet-valid", "made more than a minute from now")
        .header("at", "2026-01-31T11:58:59Z")
        .add(all)?;
    named("directory-no-expires", "auth-malformed", "without a time it would be valid forever")
        .params(";expires=1769864400", "")
        .add(all)?;
    named("directory-label-twice", "auth-malformed", "a label twice")
        .after("Signature-Input: binding1=", "Signature-Input: binding1=(\"@status\"), binding1=")
        .add(all)?;
    Making::directory("directory-no-set", "key-malformed", "no JWK Set", "{\"key\":[]}".to_owned(), &[]).add(all)?;
    Making::directory("directory-too-many", "key-malformed", "65 keys", set(&[EDWARDS_JWK; 65]), &[Holder::Edwards])
        .add(all)?;
    Making::directory(
        "directory-duplicate-member",
        "json-duplicate-key",
        "which keys are meant?",
        format!("{{\"keys\":[],{}", &both()[1..]),
        &of_both,
    )
    .add(all)
}
