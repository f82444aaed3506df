//! The store in memory.

use super::conformance::CHECKS;
use adp_registry::store::MemoryStore;

#[tokio::test]
async fn it_keeps_what_every_store_promises() {
    for (name, check) in CHECKS {
        println!("{name}");
        check(&MemoryStore::new().unwrap()).await;
    }
}
