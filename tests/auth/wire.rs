//! Header fields between clients and servers.

use agent_description::auth::{AuthenticationInfo, DidWbaChallenge};
use http::{HeaderMap, HeaderName, HeaderValue, header::WWW_AUTHENTICATE};

fn token(text: &str) -> Option<AuthenticationInfo> {
    let value = HeaderValue::from_str(text).unwrap();
    AuthenticationInfo::parse(&HeaderMap::from_iter([(HeaderName::from_static("authentication-info"), value)]))
}

#[test]
fn a_token_is_read_and_written_back() {
    let text = r#"access_token="abc.d-e_f", token_type="Bearer", expires_in=3600, scope="read \"x\"""#;
    let info = token(text).unwrap();
    assert_eq!((info.access_token.as_str(), info.expires_in), ("abc.d-e_f", Some(3600)));
    assert_eq!(info.scope.as_deref(), Some("read \"x\""));
    let headers = info.to_headers().unwrap();
    assert_eq!(headers["authentication-info"], text);
    assert_eq!(info.to_authorization().unwrap(), "Bearer abc.d-e_f");
    assert!(info.to_authorization().unwrap().is_sensitive() && headers["authentication-info"].is_sensitive());
    assert!(!format!("{info:?}").contains("abc"));
    for (unsent, written) in [("a\r\nb", false), ("a b", false), ("ab=", true)] {
        let mut info = info.clone();
        info.access_token = unsent.to_owned();
        assert_eq!((info.to_headers().is_some(), info.to_authorization().is_some()), (written, written), "{unsent:?}");
    }
}

#[test]
fn other_spellings_are_read_and_other_things_are_not() {
    let read = token("Expires_In=\"60\",TOKEN_TYPE=bearer , access_token=abc, nextnonce=\"x\"").unwrap();
    assert_eq!((read.access_token.as_str(), read.expires_in, read.scope), ("abc", Some(60), None));
    for text in [
        "access_token=abc",
        "access_token=abc, token_type=DPoP",
        "access_token=\"\", token_type=Bearer",
        "access_token=\"a b\", token_type=Bearer",
        "access_token=abc, access_token=abd, token_type=Bearer",
        "access_token=abc, token_type=Bearer, expires_in=-1",
        "access_token=abc, token_type=Bearer, expires_in=\"+1\"",
        "access_token=abc, token_type=Bearer, expires_in=99999999999999999999",
        "access_token=abc token_type=Bearer",
        "Bearer access_token=abc, token_type=Bearer",
        "",
    ] {
        assert_eq!(token(text), None, "{text}");
    }
}

#[test]
fn only_one_well_formed_challenge_is_read() {
    let parse = |lines: &[&str]| {
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append(WWW_AUTHENTICATE, HeaderValue::from_str(line).unwrap());
        }
        DidWbaChallenge::parse(&headers)
    };
    assert_eq!(parse(&["Bearer realm=x", "didwba nonce=\"n\""]).unwrap().nonce.unwrap(), "n");
    assert_eq!(parse(&["DIDWba nonce=\"\""]).unwrap().nonce, None);
    for lines in [
        &["Bearer realm=x"][..],
        &["DIDWba nonce=a", "DIDWba nonce=b"],
        &["DIDWba nonce=a, nonce=b"],
        &["DIDWba nonce=\"a"],
        &[],
    ] {
        assert_eq!(parse(lines), None, "{lines:?}");
    }
}
