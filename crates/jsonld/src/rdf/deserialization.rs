//! Deserialization to RDF: the algorithms of JSON-LD 1.1 API, sections 8.1 (to RDF), 8.2 (objects) and 8.3 (lists).

use super::{Literal, Object, Quad, Resource, vocabulary};
use crate::{
    budget::Budget,
    error::Result,
    flattening::{
        node_map::{BlankNodes, Node, graphs_of},
        node_values::Item,
    },
    iri, language_tag,
};
use adp_json as json;
use adp_json::{Json, Number, Offset, Text, Value, jcs};
use std::collections::HashSet;

/// Options for conversion to RDF.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct RdfOptions {
    /// Whether blank nodes may be predicates; otherwise such statements are omitted.
    pub produce_generalized_rdf: bool,
    /// How to represent base directions; if not set, they are lost.
    pub rdf_direction: Option<RdfDirection>,
}

/// The representation of a string's base direction in RDF.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RdfDirection {
    /// In the datatype: `https://www.w3.org/ns/i18n#en_rtl`.
    I18nDatatype,
    /// In a blank node with `rdf:value`, `rdf:language` and `rdf:direction`.
    CompoundLiteral,
}

/// The cost of a quad: the units of its memory.
const QUAD_WORK: usize = 8;

/// 8.1) The quads of an expanded document.
///
/// # Errors
/// `conflicting-indexes`, `jsonld-budget`.
pub(crate) fn quads(items: &[Json], options: RdfOptions, budget: &mut Budget) -> Result<Vec<Quad>> {
    let (graphs, blanks) = graphs_of(items, budget)?;
    let mut deserializer = Deserializer { options, blanks, graph: None, quads: Vec::new(), budget };
    // 1)
    for graph in graphs {
        // 1.1) 1.2)
        deserializer.graph = match &graph.name {
            None => None,
            Some(name) => match resource(name) {
                Some(name) => Some(name),
                None => continue,
            },
        };
        // 1.3)
        for node in graph.into_nodes() {
            // 1.3.1)
            if let Some(subject) = resource(&node.id) {
                deserializer.add_node(&subject, node)?;
            }
        }
    }
    Ok(deserializer.quads)
}

/// The resource of an identifier, if it is well-formed.
fn resource(identifier: &Text) -> Option<Resource> {
    match identifier.strip_prefix("_:") {
        Some(label) => Some(Resource::Blank(label.into())),
        None => iri::is_well_formed(identifier).then(|| Resource::Iri(identifier.clone())),
    }
}

struct Deserializer<'b> {
    options: RdfOptions,
    blanks: BlankNodes,
    graph: Option<Resource>,
    quads: Vec<Quad>,
    budget: &'b mut Budget,
}

impl Deserializer<'_> {
    fn push(&mut self, subject: Resource, predicate: Resource, object: Object) {
        self.quads.push(Quad { subject, predicate, object, graph: self.graph.clone() });
    }

    fn fresh(&mut self) -> Resource {
        let identifier = self.blanks.fresh();
        Resource::Blank(identifier.strip_prefix("_:").unwrap_or_default().into())
    }

    /// 1.3.2)
    fn add_node(&mut self, subject: &Resource, node: Node<'_>) -> Result<()> {
        // 1.3.2.1)
        let mut types = HashSet::new();
        self.budget.work(QUAD_WORK * node.types.len(), Offset::NONE)?;
        for kind in node.types.iter().filter_map(resource) {
            types.insert(Object::Resource(kind.clone()));
            self.push(subject.clone(), Resource::Iri(vocabulary::TYPE), kind.into());
        }
        for property in node.into_properties() {
            // 1.3.2.3) 1.3.2.4)
            let predicate = match resource(&property.name) {
                Some(Resource::Blank(_)) if !self.options.produce_generalized_rdf => continue,
                Some(predicate) => predicate,
                None => continue,
            };
            // values that differ only in `@index` are equal in RDF, and so are types by keyword and by property
            let mut seen = HashSet::new();
            let is_type = predicate == Resource::Iri(vocabulary::TYPE);
            // 1.3.2.5)
            for item in property.values.iter() {
                let mut list = Vec::new();
                if let Some(object) = self.object(item, &mut list)?
                    && !(is_type && types.contains(&object))
                    && seen.insert(object.clone())
                {
                    self.push(subject.clone(), predicate.clone(), object);
                }
                self.quads.append(&mut list);
            }
        }
        Ok(())
    }

    /// 8.2) The object of an item. Additional statements about it are added to `more`.
    fn object(&mut self, item: &Item<'_>, more: &mut Vec<Quad>) -> Result<Option<Object>> {
        self.budget.work(QUAD_WORK, Offset::NONE)?;
        Ok(match item {
            // 1) 2) an identifier may be long and used by many values
            Item::Node(id) => {
                self.budget.text(id.len(), Offset::NONE)?;
                resource(id).map(Object::Resource)
            }
            // 3)
            Item::List(items) => Some(Object::Resource(self.list(items, more)?)),
            // 4)
            Item::Value(value, _) => self.literal(value, more),
        })
    }

    /// 8.3) The head of a list. Its statements are added to `more`.
    fn list(&mut self, items: &[Item<'_>], more: &mut Vec<Quad>) -> Result<Resource> {
        // a cell is two quads; its item pays for one of them
        self.budget.work(QUAD_WORK * items.len(), Offset::NONE)?;
        // 1) 2)
        let nodes: Vec<Resource> = items.iter().map(|_| self.fresh()).collect();
        // 3)
        for (at, (item, subject)) in items.iter().zip(&nodes).enumerate() {
            // 3.1) 3.2) 3.5)
            let mut embedded = Vec::new();
            let object = self.object(item, &mut embedded)?;
            // 3.3)
            if let Some(object) = object {
                more.push(self.quad(subject, vocabulary::FIRST, object));
            }
            // 3.4)
            let rest = nodes.get(at + 1).cloned().unwrap_or(Resource::Iri(vocabulary::NIL));
            more.push(self.quad(subject, vocabulary::REST, rest.into()));
            more.append(&mut embedded);
        }
        // 4)
        Ok(nodes.into_iter().next().unwrap_or(Resource::Iri(vocabulary::NIL)))
    }

    fn quad(&self, subject: &Resource, predicate: Text, object: Object) -> Quad {
        Quad { subject: subject.clone(), predicate: Resource::Iri(predicate), object, graph: self.graph.clone() }
    }

    /// 8.2) from 4) on: the literal of a value object.
    fn literal(&mut self, item: &json::Object, more: &mut Vec<Quad>) -> Option<Object> {
        // 4) 5)
        let value = item.get("@value")?;
        let datatype = item.get("@type");
        let language = item.get("@language").and_then(Json::as_text);
        // 6) 7)
        let datatype = match datatype.map(Json::as_text) {
            None => None,
            Some(Some(datatype)) if datatype.as_str() == "@json" || iri::is_well_formed(datatype) => Some(datatype),
            Some(_) => return None,
        };
        if language.is_some_and(|language| !language_tag::is_well_formed(language)) {
            return None;
        }
        // 8) to 12)
        let (lexical, implied) = match (datatype, value.value()) {
            (Some(datatype), _) if datatype.as_str() == "@json" => {
                let canonical = String::from_utf8(jcs::canonicalize(value)).unwrap_or_default();
                let literal = Literal { lexical: canonical.into(), datatype: vocabulary::JSON, language: None };
                return Some(Object::Literal(literal));
            }
            (_, Value::Bool(flag)) => (Text::from_static(if *flag { "true" } else { "false" }), vocabulary::BOOLEAN),
            (_, Value::Number(number)) => {
                if number.get().fract() != 0.0 || number.get().abs() >= 1e21 || datatype == Some(&vocabulary::DOUBLE) {
                    (double(*number), vocabulary::DOUBLE)
                } else {
                    (Text::from(format!("{:.0}", number.get())), vocabulary::INTEGER)
                }
            }
            (_, Value::String(text)) => {
                let implied = if language.is_some() { vocabulary::LANG_STRING } else { vocabulary::STRING };
                (text.clone(), implied)
            }
            _ => return None,
        };
        let datatype = datatype.cloned().unwrap_or(implied);
        // 13)
        if let (Some(direction), Some(form)) =
            (item.get("@direction").and_then(Json::as_text), self.options.rdf_direction)
        {
            return Some(self.directed(lexical, language, direction, form, more));
        }
        // 14)
        Some(Object::Literal(Literal { lexical, datatype, language: language.cloned() }))
    }

    /// 13) A string with a base direction.
    fn directed(
        &mut self,
        lexical: Text,
        language: Option<&Text>,
        direction: &Text,
        form: RdfDirection,
        more: &mut Vec<Quad>,
    ) -> Object {
        // 13.1)
        let language = language.map(|language| language.to_ascii_lowercase());
        match form {
            // 13.2)
            RdfDirection::I18nDatatype => {
                let datatype = format!("{}{}_{direction}", vocabulary::I18N, language.unwrap_or_default());
                Object::Literal(Literal { lexical, datatype: datatype.into(), language: None })
            }
            // 13.3)
            RdfDirection::CompoundLiteral => {
                let literal = self.fresh();
                let quad = |predicate, text| self.quad(&literal, predicate, Object::Literal(Literal::string(text)));
                more.push(quad(vocabulary::VALUE, lexical));
                more.extend(language.map(|language| quad(vocabulary::LANGUAGE, language.into())));
                more.push(quad(vocabulary::DIRECTION, direction.clone()));
                literal.into()
            }
        }
    }
}

/// The canonical lexical form of a double (section 8.6): the mantissa is rounded to 15 digits after the point.
fn double(number: Number) -> Text {
    let rounded = format!("{:.15E}", number.get());
    // the largest doubles would round to infinity, so their shortest form is used
    let rounded =
        if rounded.parse::<f64>().is_ok_and(f64::is_finite) { rounded } else { format!("{:E}", number.get()) };
    let (mantissa, exponent) = rounded.split_once('E').unwrap_or((&rounded, "0"));
    let (integer, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let fraction = fraction.trim_end_matches('0');
    Text::from(format!("{integer}.{}E{exponent}", if fraction.is_empty() { "0" } else { fraction }))
}
