//! Turtle output, or TriG for named graphs: for people, in linear time.

use super::{Literal, Object, Quad, Resource, vocabulary};
use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
    fmt::Write,
};

/// Namespaces that get a prefix if they are used.
const PREFIXES: &[(&str, &str)] = &[
    ("ad", "https://agent-network-protocol.com/ad#"),
    ("dcterms", "http://purl.org/dc/terms/"),
    ("did", "https://www.w3.org/ns/did#"),
    ("rdf", "http://www.w3.org/1999/02/22-rdf-syntax-ns#"),
    ("rdfs", "http://www.w3.org/2000/01/rdf-schema#"),
    ("schema", "https://schema.org/"),
    ("schema-http", "http://schema.org/"),
    ("sec", "https://w3id.org/security#"),
    ("xsd", "http://www.w3.org/2001/XMLSchema#"),
];

/// Maximum nesting of inline blank nodes; deeper ones get a label.
const MAX_NESTING: usize = 16;

type Graph<'q> = BTreeMap<&'q Resource, BTreeMap<&'q Resource, Vec<&'q Object>>>;

/// Writes quads as Turtle or TriG. `None` if the text would be longer than `limit` bytes.
pub(crate) fn write(quads: &[Quad], limit: usize) -> Option<String> {
    let mut graphs: BTreeMap<Option<&Resource>, Graph<'_>> = BTreeMap::new();
    // the quads of a property are adjacent, so long names are looked up once
    for run in quads.chunk_by(|a, b| a.graph == b.graph && a.subject == b.subject && a.predicate == b.predicate) {
        if let Some(first) = run.first() {
            let subject = graphs.entry(first.graph.as_ref()).or_default().entry(&first.subject).or_default();
            subject.entry(&first.predicate).or_default().extend(run.iter().map(|quad| &quad.object));
        }
    }
    let mut writer = Writer {
        out: String::new(),
        used: BTreeSet::new(),
        shared: blank_nodes_with_labels(quads),
        limit,
        full: false,
    };
    for (name, graph) in &graphs {
        match name {
            None => writer.graph(graph, 0),
            Some(name) => {
                writer.out.push('\n');
                writer.resource(name);
                writer.out.push_str(" {\n");
                writer.graph(graph, 1);
                writer.out.push_str("}\n");
            }
        }
    }
    if writer.full {
        return None;
    }
    let mut text = String::with_capacity(writer.out.len() + 256);
    for (prefix, namespace) in &writer.used {
        let _ = writeln!(text, "@prefix {prefix}: <{namespace}> .");
    }
    text.push_str(&writer.out);
    Some(text)
}

/// The blank nodes that cannot be inlined: used more than once, in another graph than the one that describes them, or
/// as a predicate or a graph's name.
fn blank_nodes_with_labels(quads: &[Quad]) -> HashSet<&Resource> {
    let is_blank = |resource: &Resource| matches!(resource, Resource::Blank(_));
    let mut graph_of: HashMap<&Resource, Option<&Resource>> = HashMap::new();
    let mut used: HashSet<&Resource> = HashSet::new();
    let mut labelled = HashSet::new();
    for quad in quads {
        let graph = quad.graph.as_ref();
        let object = match &quad.object {
            Object::Resource(resource) => Some(resource),
            Object::Literal(_) => None,
        };
        for resource in [Some(&quad.subject), object].into_iter().flatten().filter(|resource| is_blank(resource)) {
            if *graph_of.entry(resource).or_insert(graph) != graph {
                labelled.insert(resource);
            }
        }
        if let Some(object) = object.filter(|object| is_blank(object))
            && !used.insert(object)
        {
            labelled.insert(object);
        }
        labelled.extend([Some(&quad.predicate), graph].into_iter().flatten().filter(|resource| is_blank(resource)));
    }
    labelled
}

struct Writer<'q> {
    out: String,
    used: BTreeSet<(&'static str, &'static str)>,
    /// Blank nodes with a label.
    shared: HashSet<&'q Resource>,
    limit: usize,
    full: bool,
}

impl<'q> Writer<'q> {
    fn graph(&mut self, graph: &Graph<'q>, indent: usize) {
        let mut written: HashSet<&'q Resource> = HashSet::new();
        let objects: HashSet<&Resource> = graph
            .values()
            .flat_map(BTreeMap::values)
            .flatten()
            .filter_map(|object| match object {
                Object::Resource(resource @ Resource::Blank(_)) => Some(resource),
                _ => None,
            })
            .collect();
        // first nodes that no other node inlines, then the rest: cycles of blank nodes
        for roots in [true, false] {
            for subject in graph.keys() {
                if written.contains(subject) || roots && objects.contains(subject) && !self.shared.contains(subject) {
                    continue;
                }
                if objects.contains(subject) {
                    self.shared.insert(subject);
                }
                written.insert(subject);
                self.start_line(indent);
                if matches!(subject, Resource::Blank(_)) && !self.shared.contains(subject) {
                    self.out.push_str("[]");
                } else {
                    self.resource(subject);
                }
                self.properties(graph, subject, indent + 1, &mut written);
                self.out.push_str(" .\n");
                if self.out.len() > self.limit {
                    self.full = true;
                    return;
                }
            }
        }
    }

    fn start_line(&mut self, indent: usize) {
        for _ in 0..indent {
            self.out.push_str("  ");
        }
    }

    fn properties(
        &mut self,
        graph: &Graph<'q>,
        subject: &Resource,
        indent: usize,
        written: &mut HashSet<&'q Resource>,
    ) {
        let mut first = true;
        for (predicate, objects) in graph.get(subject).into_iter().flatten() {
            self.out.push_str(if first { "\n" } else { " ;\n" });
            first = false;
            self.start_line(indent);
            if **predicate == Resource::Iri(vocabulary::TYPE) {
                self.out.push('a');
            } else {
                self.resource(predicate);
            }
            for (at, object) in objects.iter().enumerate() {
                self.out.push_str(if at == 0 { " " } else { ", " });
                self.object(graph, object, indent, written);
                if self.out.len() > self.limit {
                    self.full = true;
                    return;
                }
            }
        }
    }

    fn object(&mut self, graph: &Graph<'q>, object: &'q Object, indent: usize, written: &mut HashSet<&'q Resource>) {
        match object {
            Object::Literal(literal) => self.literal(literal),
            Object::Resource(resource) => {
                let inline = matches!(resource, Resource::Blank(_)) && !self.shared.contains(resource);
                if !inline {
                    self.resource(resource);
                } else if let Some(items) = self.list(graph, resource, written) {
                    self.out.push('(');
                    for item in items {
                        self.out.push(' ');
                        self.object(graph, item, indent, written);
                    }
                    self.out.push_str(" )");
                } else if indent > MAX_NESTING || written.contains(resource) {
                    // written later, or being written, with its label
                    self.shared.insert(resource);
                    self.resource(resource);
                } else {
                    written.insert(resource);
                    self.out.push('[');
                    self.properties(graph, resource, indent + 1, written);
                    self.out.push_str(" ]");
                }
            }
        }
    }

    /// The items of a list whose cells have no other data or uses; marks the cells as written.
    fn list(
        &self,
        graph: &Graph<'q>,
        head: &'q Resource,
        written: &mut HashSet<&'q Resource>,
    ) -> Option<Vec<&'q Object>> {
        let (first, rest) = (Resource::Iri(vocabulary::FIRST), Resource::Iri(vocabulary::REST));
        let mut items = Vec::new();
        let mut cells = HashSet::new();
        let mut cell = head;
        while *cell != Resource::Iri(vocabulary::NIL) {
            let known = graph.get(cell)?;
            let (firsts, rests) = (known.get(&first)?, known.get(&rest)?);
            let is_plain = known.len() == 2 && firsts.len() == 1 && rests.len() == 1;
            // nested lists, and nodes in lists, are written as nodes, which limits the depth
            let nested = matches!(firsts.first()?, Object::Resource(Resource::Blank(_)));
            if !is_plain || nested || self.shared.contains(cell) || written.contains(cell) || !cells.insert(cell) {
                return None;
            }
            items.push(*firsts.first()?);
            match rests.first()? {
                Object::Resource(next) => cell = next,
                Object::Literal(_) => return None,
            }
        }
        written.extend(cells);
        Some(items)
    }

    fn resource(&mut self, resource: &Resource) {
        match resource {
            Resource::Iri(iri) => self.iri(iri),
            Resource::Blank(label) => {
                let _ = write!(self.out, "_:{label}");
            }
        }
    }

    fn iri(&mut self, iri: &str) {
        for (prefix, namespace) in PREFIXES {
            if let Some(local) = iri.strip_prefix(namespace)
                && local.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
                && local.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-'))
            {
                self.used.insert((prefix, namespace));
                let _ = write!(self.out, "{prefix}:{local}");
                return;
            }
        }
        let _ = write!(self.out, "<{iri}>");
    }

    fn literal(&mut self, literal: &Literal) {
        let lexical = literal.lexical.as_str();
        let digits = lexical.strip_prefix('-').unwrap_or(lexical);
        let is_bare = literal.datatype == vocabulary::BOOLEAN && matches!(lexical, "true" | "false")
            || literal.datatype == vocabulary::INTEGER
                && !digits.is_empty()
                && digits.bytes().all(|b| b.is_ascii_digit());
        if is_bare {
            self.out.push_str(lexical);
        } else if literal.language.is_some() || literal.datatype == vocabulary::STRING {
            let _ = write!(self.out, "{literal}");
        } else {
            let plain = Literal { datatype: vocabulary::STRING, ..literal.clone() };
            let _ = write!(self.out, "{plain}^^");
            self.iri(&literal.datatype);
        }
    }
}
