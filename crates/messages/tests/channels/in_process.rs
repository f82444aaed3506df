//! The conformance test in one process.

use crate::conformance::{self, Rig};
use adp_messages::{
    channel::{Address, Channel, InProcess},
    endpoint::Endpoint,
};
use futures_util::future::{BoxFuture, FutureExt};
use std::sync::Arc;

struct OneProcess(InProcess);

impl Rig for OneProcess {
    fn serve(&self, endpoint: Endpoint) -> BoxFuture<'_, Address> {
        let did = endpoint.agent().did().clone();
        self.0.join(endpoint);
        async move { Address::Agent(did) }.boxed()
    }

    fn channel(&self) -> BoxFuture<'_, Arc<dyn Channel>> {
        async { Arc::new(self.0.clone()) as Arc<dyn Channel> }.boxed()
    }

    fn kill<'a>(&'a self, address: &'a Address) -> BoxFuture<'a, ()> {
        let Address::Agent(did) = address else { panic!("{address}") };
        drop(self.0.leave(did));
        async {}.boxed()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn messages_in_one_process() {
    conformance::all(&OneProcess(InProcess::new())).await;
}
