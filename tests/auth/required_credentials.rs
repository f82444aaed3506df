//! `security` resolved: what a caller must present for the whole description, and for one resource.
#![cfg(feature = "auth")]

use agent_description::{
    AgentDescription, Code, CodedError, Document, Limits,
    auth::{Carriage, RequiredCredential, RequiredCredentials, SecurityError},
    description::ParameterLocation,
};

const DEFINITIONS: &str = r#"{
    "didwba_sc": {"scheme": "didwba", "in": "header", "name": "Authorization"},
    "didwba_body_sc": {"scheme": "didwba", "in": "body", "name": "auth"},
    "didwba_query_sc": {"scheme": "didwba", "in": "query", "name": "auth"},
    "didwba_auto_sc": {"scheme": "didwba", "in": "auto"},
    "key_sc": {"scheme": "apikey", "in": "query", "name": "key"},
    "key_header_sc": {"scheme": "apikey", "in": "header", "name": "X-Key"},
    "key_authorization_sc": {"scheme": "apikey", "in": "header", "name": "authorization"},
    "key_auto_sc": {"scheme": "apikey", "in": "auto"},
    "bearer_sc": {"scheme": "bearer", "in": "header", "name": "Authorization"},
    "bearer_auto_sc": {"scheme": "bearer", "in": "auto"},
    "bearer_cookie_sc": {"scheme": "bearer", "in": "cookie", "name": "session"},
    "oauth_sc": {"scheme": "oauth2", "in": "header", "name": "Authorization"},
    "basic_sc": {"scheme": "basic", "in": "header", "name": "Authorization"},
    "digest_sc": {"scheme": "digest", "in": "header", "name": "Authorization"},
    "open_sc": {"scheme": "nosec", "in": "auto"},
    "bare_sc": {"scheme": "nosec"},
    "psk_sc": {"scheme": "psk", "in": "header", "name": "X-Psk"}
}"#;

/// A description whose root and whose only interface have these `security` values.
fn described(root: &str, interface: Option<&str>) -> AgentDescription {
    let own = interface.map(|own| format!(r#", "security": {own}"#)).unwrap_or_default();
    let text = format!(
        r#"{{
            "@context": ["https://agent-network-protocol.com/ad#", {{"@language": "en"}}],
            "@type": "ad:AgentDescription", "name": "Hotel",
            "securityDefinitions": {DEFINITIONS}, "security": {root},
            "interfaces": [{{"@type": "ad:StructuredInterface", "@id": "https://hotel.example/ad.json#order", "name": "Order",
                "description": "Orders.", "protocol": "YAML", "url": "https://hotel.example/order.yaml",
                "humanAuthorization": false{own}}}]
        }}"#
    );
    let document = Document::parse(text.as_bytes(), &Limits::default()).unwrap();
    AgentDescription::from_document(&document).unwrap()
}

/// What the root asks for, as text.
fn asked(root: &str) -> Result<Vec<String>, SecurityError> {
    Ok(RequiredCredentials::from_description(&described(root, None))?.0.iter().map(shown).collect())
}

fn shown(credential: &RequiredCredential) -> String {
    match credential {
        RequiredCredential::DidWba { carriage: Carriage::Headers } => "didwba headers".to_owned(),
        RequiredCredential::DidWba { carriage: Carriage::Body } => "didwba body".to_owned(),
        RequiredCredential::Bearer(at)
        | RequiredCredential::OAuth2(at)
        | RequiredCredential::ApiKey(at)
        | RequiredCredential::Basic(at)
        | RequiredCredential::Digest(at) => format!("{} {} {}", credential.scheme(), at.location, at.name),
        other => panic!("{other:?}"),
    }
}

#[test]
fn each_scheme_says_what_to_present_and_where() {
    for (name, expected) in [
        ("didwba_sc", "didwba headers"),
        ("didwba_auto_sc", "didwba headers"),
        ("didwba_body_sc", "didwba body"),
        ("key_sc", "apikey query key"),
        ("key_header_sc", "apikey header X-Key"),
        ("bearer_sc", "bearer header Authorization"),
        ("bearer_auto_sc", "bearer header Authorization"),
        ("bearer_cookie_sc", "bearer cookie session"),
        ("oauth_sc", "oauth2 header Authorization"),
        ("basic_sc", "basic header Authorization"),
        ("digest_sc", "digest header Authorization"),
    ] {
        assert_eq!(asked(&format!("{name:?}")).unwrap(), [expected], "{name}");
    }
    // the Web of Things has no `in` for `nosec`
    assert_eq!(asked(r#""bare_sc""#).unwrap(), [""; 0]);
    let open = RequiredCredentials::from_description(&described(r#""open_sc""#, None)).unwrap();
    assert!(open.0.is_empty() && open.did_wba().is_none());
}

#[test]
fn all_that_is_named_must_be_presented() {
    assert_eq!(asked(r#"["didwba_sc", "key_sc"]"#).unwrap(), ["didwba headers", "apikey query key"]);
    // what is asked for twice is presented once, and `nosec` asks for nothing
    assert_eq!(asked(r#"["didwba_sc", "didwba_auto_sc", "open_sc"]"#).unwrap(), ["didwba headers"]);
    let both = RequiredCredentials::from_description(&described(r#"["key_sc", "didwba_body_sc"]"#, None)).unwrap();
    assert_eq!(both.did_wba(), Some(Carriage::Body));
}

#[test]
fn a_resources_own_security_counts_in_place_of_the_descriptions() {
    let own = |root: &str, interface: Option<&str>| {
        let description = described(root, interface);
        let required = RequiredCredentials::from_resource(&description, &description.interfaces[0].security).unwrap();
        required.0.iter().map(shown).collect::<Vec<_>>()
    };
    assert_eq!(own(r#""didwba_sc""#, None), ["didwba headers"]);
    assert_eq!(own(r#""didwba_sc""#, Some(r#""key_sc""#)), ["apikey query key"]);
    assert_eq!(own(r#""didwba_sc""#, Some(r#""open_sc""#)), [""; 0]);
    assert_eq!(own(r#""open_sc""#, Some(r#"["didwba_sc", "key_sc"]"#)), ["didwba headers", "apikey query key"]);
    // written in place
    let inline = r#"{"scheme": "apikey", "in": "cookie", "name": "k"}"#;
    assert_eq!(own(r#""didwba_sc""#, Some(inline)), ["apikey cookie k"]);
}

#[test]
fn what_cannot_be_told_is_an_error() {
    for (root, code) in [
        (r#""psk_sc""#, Code::AD_UNKNOWN_SECURITY),
        (r#"["didwba_sc", "psk_sc"]"#, Code::AD_UNKNOWN_SECURITY),
        (r#""didwba_query_sc""#, Code::AD_WRONG_TYPE),
        (r#""key_auto_sc""#, Code::AD_WRONG_TYPE),
        // one `Authorization` header has room for one of them, and header names have no case
        (r#"["bearer_sc", "basic_sc"]"#, Code::AD_WRONG_TYPE),
        (r#"["didwba_sc", "oauth_sc"]"#, Code::AD_WRONG_TYPE),
        (r#"["basic_sc", "key_authorization_sc"]"#, Code::AD_WRONG_TYPE),
    ] {
        assert_eq!(asked(root).unwrap_err().code(), code, "{root}");
    }
    // models that were changed after they were read
    let mut description = described(r#""didwba_sc""#, None);
    description.security_definitions.clear();
    let error = RequiredCredentials::from_description(&description).unwrap_err();
    assert_eq!(error, SecurityError::Undefined { name: "didwba_sc".to_owned() });
    description.security.clear();
    assert_eq!(RequiredCredentials::from_description(&description).unwrap_err(), SecurityError::Unsaid);
    assert_eq!(error.code(), Code::AD_UNKNOWN_SECURITY);
    assert!(matches!(
        RequiredCredentials::from_description(&described(r#""didwba_query_sc""#, None)).unwrap_err(),
        SecurityError::Location { location: ParameterLocation::Query, .. }
    ));
}
