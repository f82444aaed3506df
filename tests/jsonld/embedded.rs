//! The embedded contexts are those of `adp-contexts`.

use adp_contexts::CONTEXTS;
use adp_jsonld::Contexts;

#[test]
fn every_pinned_context_is_embedded_under_each_of_its_iris() {
    let contexts = Contexts::embedded();
    for pinned in CONTEXTS {
        for iri in pinned.iris {
            let embedded = contexts.get(iri).expect(iri);
            assert_eq!((embedded.sha256(), embedded.bytes()), (&pinned.sha256, pinned.bytes), "{iri}");
        }
    }
    assert_eq!(contexts.iter().count(), CONTEXTS.iter().map(|pinned| pinned.iris.len()).sum::<usize>());
}
