//! The store in memory.

use super::conformance::CHECKS;
use adp_registry::store::RedbStore;

#[tokio::test]
async fn it_keeps_what_every_store_promises() {
    for (name, check) in CHECKS {
        println!("{name}");
        check(&RedbStore::in_memory().unwrap()).await;
    }
}
