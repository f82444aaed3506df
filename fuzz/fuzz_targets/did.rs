//! An accepted DID prints as it was read, and every URL parser goes to its host.

use agent_description::did::{Did, DidUrl};
use url::Url;

pub fn run(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    if let Ok(did) = text.parse::<Did>() {
        assert_eq!(did.to_string(), text);
        let Some(location) = did.location() else {
            assert_eq!(did.multikey().map(|key| format!("did:key:{key}")).as_deref(), Some(did.as_str()));
            return;
        };
        let url = Url::parse(&location).expect("a location is a URL");
        assert_eq!(url.as_str(), location, "a URL parser leaves the location as it is");
        assert_eq!(url.scheme(), "https");
        assert_eq!(url.host_str(), did.host());
        assert!(url.domain().is_some(), "the host is a name, no address");
        assert_eq!(url.port(), did.port());
        assert!(url.username().is_empty() && url.password().is_none() && url.query().is_none());
        assert!(url.path().ends_with("/did.json"));
    }
    if let Ok(url) = text.parse::<DidUrl>() {
        assert_eq!(url.to_string(), text);
        assert_eq!(format!("{}#{}", url.did(), url.fragment()), text);
    }
}
