//! Who may write an entry.

use adp_registry::{Administrators, Right, Writer};
use agent_description::{Code, CodedError};

#[test]
fn a_did_of_the_host_or_an_administrator() {
    let administrators = Administrators::new(["did:wba:registry.example:root".parse().unwrap()]);
    let identifier = "urn:air:hotel.example:agent:rooms".parse().unwrap();
    let may = |did: &str| administrators.permit(&Writer::Did(did.parse().unwrap()), &identifier);
    assert_eq!(may("did:wba:hotel.example").unwrap(), Right::Host);
    assert_eq!(may("did:wba:hotel.example:user:alice").unwrap(), Right::Host);
    assert_eq!(may("did:web:hotel.example").unwrap(), Right::Host);
    assert_eq!(may("did:wba:registry.example:root").unwrap(), Right::Administration);
    assert_eq!(administrators.permit(&Writer::Operator, &identifier).unwrap(), Right::Administration);
    for stranger in [
        "did:wba:mallory.example",
        "did:wba:www.hotel.example",
        "did:wba:hotel.example.mallory.example",
        "did:wba:hotel.example%3A8443",
        "did:wba:registry.example",
        "did:wba:registry.example:root:more",
        "did:key:zDnaerx9CtbPJ1q36T5Ln5wYt3MQYeGRG5ehnPAmxcf5mDZpv",
    ] {
        assert_eq!(may(stranger).unwrap_err().code(), Code::AUTH_FORBIDDEN, "{stranger}");
    }
}
