//! Documents that the caller supplies.

use agent_description::{
    Code, CodedError,
    did::{Did, DidDocument, Resolved},
    resolve::{Resolve, ResolveError, StaticResolver},
};

#[test]
fn documents_supplied_by_the_caller() {
    let (did, other): (Did, Did) = ("did:wba:a.example".parse().unwrap(), "did:wba:b.example".parse().unwrap());
    let mut resolver = StaticResolver::default();
    assert_eq!(resolver.get(&did).map(|_| ()).unwrap_err().code(), Code::NET_OFFLINE);
    resolver.insert(did.clone(), r#"{"id":"did:wba:a.example"}"#);
    resolver.insert(other.clone(), r#"{"id":"did:wba:a.example"}"#);
    fn resolve(resolver: impl Resolve, did: &Did) -> Result<Resolved<DidDocument>, ResolveError> {
        futures_executor::block_on(resolver.resolve(did))
    }
    let resolved = resolve(&resolver, &did).unwrap();
    assert_eq!((resolved.get().id(), resolved.url()), (&did, None));
    assert_eq!(resolver.get(&other).map(|_| ()).unwrap_err().code(), Code::DID_ID_MISMATCH);
}
