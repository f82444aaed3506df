//! JSON-LD documents from a seed: the same seed gives the same documents, on every machine.
//!
//! What a document is made of follows its own contexts, so that containers, coercions and scoped contexts meet the
//! values that they are for; now and then one thing is broken, so that errors are compared too.
#![allow(dead_code, missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod context;
mod fault;
mod node;

use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// A pseudo-random sequence (SplitMix64).
pub struct Sequence(u64);

impl Sequence {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() % end as u64).unwrap()
    }

    /// True in `percent` of a hundred cases.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}

/// What values a term takes.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    Plain,
    /// `@type: @id` or `@type: @vocab`
    Reference,
    /// a datatype, `@none`, a language or a direction of its own: strings and other scalars
    Scalar,
    Json,
    List,
    Set,
    LanguageMap,
    IndexMap,
    /// an index map whose keys become a property: nodes only
    PropertyIndexMap,
    IdMap,
    TypeMap,
    Graph,
    GraphIdMap,
    GraphIndexMap,
    /// a reverse property: nodes only
    Reverse,
    ReverseIndexMap,
    /// an alias of `@nest`
    Nest,
    /// a term that is mapped to null
    Ignored,
}

/// A term that may be used as a member's name, with the terms of its scoped context.
#[derive(Clone, Debug)]
pub struct Term {
    pub name: String,
    pub shape: Shape,
    pub scoped: Option<Scope>,
}

/// What a document may use at a place.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    pub terms: Vec<Term>,
    /// terms for `@type`, with the terms of their scoped contexts
    pub types: Vec<(String, Option<Scope>)>,
    /// alias -> keyword
    pub aliases: BTreeMap<String, &'static str>,
    pub vocab: bool,
}

impl Scope {
    /// Without the terms whose values are maps: for places where the terms may mean nothing.
    fn without_maps(&self) -> Scope {
        use Shape::{Ignored, Json, List, Plain, Reference, Scalar, Set};
        let mut scope = self.clone();
        scope.terms.retain(|term| matches!(term.shape, Plain | Reference | Scalar | Json | List | Set | Ignored));
        scope
    }

    /// This scope and one on top of it.
    fn with(&self, other: &Scope) -> Scope {
        let mut scope = self.clone();
        for term in &other.terms {
            scope.terms.retain(|old| old.name != term.name);
            scope.terms.push(term.clone());
        }
        scope.types.extend(other.types.iter().cloned());
        scope.aliases.extend(other.aliases.iter().map(|(alias, keyword)| (alias.clone(), *keyword)));
        scope.vocab |= other.vocab;
        scope
    }
}

/// A generated document.
pub struct Generated {
    pub text: String,
    /// what was used in it, with how often
    pub features: BTreeMap<&'static str, usize>,
}

pub struct Generator {
    sequence: Sequence,
    features: BTreeMap<&'static str, usize>,
    names: usize,
    /// nodes that may still be made: documents stay small
    budget: usize,
}

impl Generator {
    fn used(&mut self, feature: &'static str) {
        *self.features.entry(feature).or_default() += 1;
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.sequence.chance(percent)
    }

    fn below(&mut self, end: usize) -> usize {
        self.sequence.below(end)
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        *self.sequence.pick(from)
    }

    fn one_of<const N: usize>(&mut self, from: [Value; N]) -> Value {
        self.sequence.pick(&from).clone()
    }

    /// A name that no other term of the document has.
    fn name(&mut self, stem: &str) -> String {
        self.names += 1;
        format!("{stem}{}", self.names)
    }

    /// A keyword as this place may write it: itself, or an alias.
    fn keyword(&mut self, scope: &Scope, keyword: &str) -> String {
        let aliases: Vec<&String> =
            scope.aliases.iter().filter(|(_, of)| **of == keyword).map(|(name, _)| name).collect();
        if !aliases.is_empty() && self.sequence.chance(60) {
            let alias = (*self.sequence.pick(&aliases)).clone();
            self.used("alias");
            return alias;
        }
        keyword.to_owned()
    }
}

/// The document of a seed.
pub fn document(seed: u64) -> Generated {
    let mut generator = Generator { sequence: Sequence::new(seed), features: BTreeMap::new(), names: 0, budget: 14 };
    let (context, scope) = generator.root_context();
    let mut root = if generator.chance(8) {
        generator.used("array-root");
        let nodes: Vec<Value> = (0..2)
            .map(|_| {
                let mut node = generator.node(&scope, 0);
                node.insert("@context".to_owned(), context.clone());
                Value::Object(node)
            })
            .collect();
        Value::Array(nodes)
    } else {
        let mut node = generator.node(&scope, 0);
        node.insert("@context".to_owned(), context);
        Value::Object(node)
    };
    if generator.chance(7) {
        generator.fault(&mut root);
    }
    let mut text = String::new();
    render(&root, &mut generator.sequence, &mut text);
    Generated { text, features: generator.features }
}

/// Writes JSON with the members of objects in any order.
fn render(value: &Value, sequence: &mut Sequence, text: &mut String) {
    match value {
        Value::Object(members) => {
            let mut members: Vec<_> = members.iter().collect();
            for at in (1..members.len()).rev() {
                members.swap(at, sequence.below(at + 1));
            }
            text.push('{');
            for (at, (name, value)) in members.into_iter().enumerate() {
                text.push_str(if at == 0 { "" } else { "," });
                text.push_str(&Value::from(name.as_str()).to_string());
                text.push(':');
                render(value, sequence, text);
            }
            text.push('}');
        }
        Value::Array(items) => {
            text.push('[');
            for (at, item) in items.iter().enumerate() {
                text.push_str(if at == 0 { "" } else { "," });
                render(item, sequence, text);
            }
            text.push(']');
        }
        scalar => text.push_str(&scalar.to_string()),
    }
}

/// An object of one member.
fn object(name: impl Into<String>, value: impl Into<Value>) -> Map<String, Value> {
    Map::from_iter([(name.into(), value.into())])
}
