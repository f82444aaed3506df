//! Quads as a `sophia` dataset.

use super::{Object, Quad, Resource};
use sophia_api::{
    MownStr,
    dataset::MutableDataset,
    term::{BnodeId, IriRef, LanguageTag, SimpleTerm},
};
use sophia_inmem::dataset::FastDataset;

/// A dataset of the quads, including generalized ones.
pub(crate) fn dataset(quads: &[Quad]) -> FastDataset {
    let mut dataset = FastDataset::new();
    for quad in quads {
        let graph = quad.graph.as_ref().map(resource);
        // an in-memory dataset fails only after 2^32 terms
        let _ = dataset.insert(resource(&quad.subject), resource(&quad.predicate), object(&quad.object), graph);
    }
    dataset
}

fn text(text: &str) -> MownStr<'_> {
    MownStr::from(text)
}

// the texts are well-formed: deserialization omits others
fn resource(resource: &Resource) -> SimpleTerm<'_> {
    match resource {
        Resource::Iri(iri) => SimpleTerm::Iri(IriRef::new_unchecked(text(iri))),
        Resource::Blank(label) => SimpleTerm::BlankNode(BnodeId::new_unchecked(text(label))),
    }
}

fn object(object: &Object) -> SimpleTerm<'_> {
    match object {
        Object::Resource(node) => resource(node),
        Object::Literal(literal) => match &literal.language {
            Some(tag) => {
                SimpleTerm::LiteralLanguage(text(&literal.lexical), LanguageTag::new_unchecked(text(tag)), None)
            }
            None => SimpleTerm::LiteralDatatype(text(&literal.lexical), IriRef::new_unchecked(text(&literal.datatype))),
        },
    }
}
