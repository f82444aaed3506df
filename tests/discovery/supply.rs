//! What a verification needs is fetched once, within bounds, whatever the document names.
#![cfg(feature = "resolver")]

use agent_description::{
    Code, CodedError, Did, DidDocument, Resolved,
    discovery::{Sources, supply},
    resolve::{HttpsGet, NetError, Resolve, ResolveError},
    verification::{Need, Pending, SUPPLY_TIMEOUT, Supplied, Verification},
};
use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

/// A resolver that notes what it is asked, and has nothing; for `slow` it takes an hour.
#[derive(Clone, Debug, Default)]
struct Noting(Arc<Mutex<Vec<String>>>);

impl Resolve for Noting {
    async fn resolve(&self, did: &Did) -> Result<Resolved<DidDocument>, ResolveError> {
        self.0.lock().unwrap().push(did.to_string());
        if did.as_str().ends_with(":slow") {
            tokio::time::sleep(Duration::from_secs(3600)).await;
        }
        Err(NetError::Offline { what: did.to_string() }.into())
    }
}

/// A verification that needs one round after another.
#[derive(Debug)]
struct Rounds(Vec<Vec<Need>>);

impl Pending for Rounds {
    fn needs(&mut self, supplied: &Supplied) -> Vec<Need> {
        let is_open = |round: &&Vec<Need>| !round.iter().all(|need| supplied.answers(need));
        self.0.iter().find(is_open).cloned().unwrap_or_default()
    }

    fn finish(self: Box<Self>, _: &Supplied) -> Verification {
        Verification::refused("rounds", Arc::new(need("the-end").not_supplied()))
    }
}

fn did(name: &str) -> Did {
    format!("did:wba:hotel.example:{name}").parse().unwrap()
}

fn need(name: &str) -> Need {
    Need::DidDocument(did(name))
}

/// What was supplied, and what the resolver was asked.
fn supplied(rounds: Vec<Vec<Need>>, given: Supplied, deadline: Duration) -> (Supplied, Vec<String>) {
    let resolver = Noting::default();
    let mut sources = Sources::new(resolver.clone(), HttpsGet::builder().build());
    sources.given = given;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let supplied = runtime.block_on(supply(&mut Rounds(rounds), &sources, deadline)).into_owned();
    let asked = std::mem::take(&mut *resolver.0.lock().unwrap());
    (supplied, asked)
}

#[test]
fn each_need_is_fetched_once_until_nothing_is_needed() {
    let rounds = vec![vec![need("a"), need("b")], vec![need("b"), need("c")]];
    let (found, asked) = supplied(rounds.clone(), Supplied::default(), SUPPLY_TIMEOUT);
    assert_eq!(asked, ["a", "b", "c"].map(|name| did(name).to_string()));
    let error = found.did_document(&did("c")).unwrap().unwrap_err();
    assert_eq!(error.code(), Code::NET_OFFLINE);

    // what was given is not asked of anybody
    let mut given = Supplied::default();
    given
        .did_documents
        .insert(did("b"), Err(Arc::new(NetError::Offline { what: "b".to_owned() }) as Arc<dyn CodedError>));
    let (_, asked) = supplied(rounds, given, SUPPLY_TIMEOUT);
    assert_eq!(asked, ["a", "c"].map(|name| did(name).to_string()));
}

#[test]
fn a_document_that_names_many_signers_has_a_bounded_number_of_them_fetched() {
    let many: Vec<Need> = (0..2000).map(|number| need(&number.to_string())).collect();
    let (found, asked) = supplied(vec![many], Supplied::default(), SUPPLY_TIMEOUT);
    assert_eq!(asked.len(), 1024);
    assert!(found.answers(&need("1023")) && !found.answers(&need("1024")));
}

#[test]
fn what_does_not_come_in_time_is_supplied_as_the_reason() {
    let rounds = vec![vec![need("slow"), need("a")], vec![need("b")]];
    let (found, asked) = supplied(rounds, Supplied::default(), Duration::from_millis(50));
    let code = |name: &str| found.did_document(&did(name)).unwrap().unwrap_err().code();
    assert_eq!((code("slow"), code("a"), code("b")), (Code::NET_TIME, Code::NET_OFFLINE, Code::NET_TIME));
    assert_eq!(asked.len(), 2, "nothing is begun when the time is over");
}
