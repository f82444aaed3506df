//! The `DIDWba` forms against the protocol's own package, PyPI's `anp`, through `tests/interop/anp_didwba.py`: its credentials through our
//! reader, ours through its verifier. The formats alone; servers and clients are another test's.
//!
//! Runs where `INTEROP_PYTHON` names a Python that has `tests/interop/requirements.txt` installed.
#![cfg(all(feature = "auth", feature = "resolver"))]

use adp_fixtures::third_party;
use agent_description::{
    CodedError, KeySigner, KeyType, Limits, Origin, SigningKey, Timestamp,
    auth::{AuthPolicy, LegacyVersion, Receiver, UnverifiedRequest, sign_didwba_header, sign_didwba_json},
    did::{Binding, Did, DidDocument, DidDocumentBuilder, DocumentProofForm, Resolved},
};
use serde_json::{Value, json};

/// Hands tasks to the Python program.
fn python(tasks: &[Value]) -> Vec<Value> {
    third_party::answers_of_python(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/interop/anp_didwba.py"), tasks)
}

struct Agent {
    did: Did,
    document: Value,
    pem: String,
}

impl Agent {
    fn new(key_type: KeyType, binding: Option<Binding>) -> Self {
        let key = SigningKey::from_secret_bytes(key_type, &[7; 32]).unwrap();
        let did = match binding {
            Some(binding) => Did::wba_bound("hotel.example:8443", "agents:desk", binding, key.verifying_key()).unwrap(),
            None => "did:wba:hotel.example:agents:desk".parse().unwrap(),
        };
        let builder = DidDocumentBuilder::new(did.clone(), key.verifying_key());
        let document = match binding {
            Some(_) => builder.build_signed(&key, "2026-01-01T00:00:00Z".parse().unwrap(), DocumentProofForm::W3c),
            None => builder.build(),
        };
        let document = serde_json::from_str(document.unwrap().source()).unwrap();
        Self { did, document, pem: key.to_pem().to_string() }
    }

    fn signer(&self) -> KeySigner {
        KeySigner::new(format!("{}#key-1", self.did).parse().unwrap(), SigningKey::from_pem(&self.pem).unwrap())
    }

    fn resolved(&self) -> Resolved<DidDocument> {
        DidDocument::parse_for(&self.did, self.document.to_string().as_bytes(), &Limits::default()).unwrap()
    }
}

fn agents() -> Vec<Agent> {
    [
        (KeyType::Ed25519, None),
        (KeyType::P256, None),
        (KeyType::Secp256k1, None),
        (KeyType::Ed25519, Some(Binding::E1)),
        (KeyType::Secp256k1, Some(Binding::K1)),
    ]
    .map(|(key_type, binding)| Agent::new(key_type, binding))
    .into()
}

/// The names under which services are known: a host, and an address, which has no port here either.
const HOSTS: [(&str, &str); 2] =
    [("agent.example.com", "https://agent.example.com:8443"), ("10.1.2.3", "http://10.1.2.3")];
const VERSIONS: [LegacyVersion; 2] = [LegacyVersion::V1_0, LegacyVersion::V1_1];
const FORMS: [&str; 2] = ["header", "json"];

/// Our verdict: the profile, or the code.
fn judged(agent: &Agent, form: &str, value: &str, audience: &Origin) -> String {
    let mut policy = AuthPolicy::default();
    policy.legacy = true;
    let now = Timestamp::now();
    let request = http::Request::get("/");
    let read = if form == "json" {
        let request = request.body(()).unwrap();
        UnverifiedRequest::read_json(&request.into_parts().0, value.as_bytes(), Receiver::new(audience, &policy, now))
    } else {
        let request = request.header("authorization", value).body(()).unwrap();
        UnverifiedRequest::read(&request.into_parts().0, b"", Receiver::new(audience, &policy, now))
    };
    let profile = read.as_ref().map_or("", |read| read.claims().form.as_str());
    match read.and_then(|read| read.verify(&agent.resolved(), now)) {
        Ok(_) => profile.to_owned(),
        Err(error) => error.code().as_str().to_owned(),
    }
}

#[test]
#[ignore = "needs INTEROP_PYTHON"]
fn we_accept_what_anp_makes() {
    let agents = agents();
    let mut tasks = Vec::new();
    let mut made_by = Vec::new();
    for agent in &agents {
        for form in FORMS {
            for version in VERSIONS {
                for (host, origin) in HOSTS {
                    // OpenSSL writes s high or low by chance
                    for _ in 0..8 {
                        tasks.push(json!({
                            "do": "make", "form": form, "document": agent.document, "pem": agent.pem, "audience": host,
                            "version": version.as_str(),
                        }));
                        made_by.push((agent, form, version, origin));
                    }
                }
            }
        }
    }
    let answers = python(&tasks);
    for (answer, (agent, form, version, origin)) in answers.iter().zip(made_by) {
        let value = answer["value"].as_str().unwrap();
        let json = if form == "json" { "json-" } else { "" };
        assert_eq!(judged(agent, form, value, &origin.parse().unwrap()), format!("didwba-{json}{version}"), "{value}");
        let elsewhere = "https://other.example.com".parse().unwrap();
        assert_eq!(judged(agent, form, value, &elsewhere), "auth-signature", "{value}");
    }
    third_party::ran("interop-anp-didwba-read", answers.len());
}

#[test]
#[ignore = "needs INTEROP_PYTHON"]
fn anp_accepts_what_we_make() {
    let mut tasks = Vec::new();
    let mut expected = Vec::new();
    for agent in agents() {
        for form in FORMS {
            for version in VERSIONS {
                for (host, origin) in HOSTS {
                    let (signer, audience, at) = (agent.signer(), origin.parse().unwrap(), Timestamp::now());
                    let nonce = "0123456789abcdef";
                    let value = if form == "json" {
                        sign_didwba_json(&signer, &audience, version, nonce, at).unwrap().to_pretty()
                    } else {
                        let value = sign_didwba_header(&signer, &audience, version, nonce, at).unwrap();
                        value.to_str().unwrap().to_owned()
                    };
                    for (host, accepted) in [(host, true), ("other.example.com", false)] {
                        tasks.push(json!({
                            "do": "judge", "form": form, "document": agent.document, "value": value, "audience": host,
                        }));
                        expected.push(accepted);
                    }
                }
            }
        }
    }
    let answers = python(&tasks);
    for ((task, answer), accepted) in tasks.iter().zip(&answers).zip(expected) {
        assert_eq!(answer["accepted"], accepted, "{answer}: {task:#}");
    }
    third_party::ran("interop-anp-didwba-reads-ours", answers.len());
}
