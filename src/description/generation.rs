//! Conversion of a description to another generation of the format: JSON-LD of the seed specification, or plain JSON of
//! ANP-07.

use super::{
    AgentDescription, DescriptionProfile, Information, Interface, Node, Product, Service, WriteError,
    plain::iris::fault_of_identifier,
    vocabulary::{self as term, Term},
    writing::{DroppedMember, Target, Written},
};
use crate::json::{Json, Object, Text};
use std::collections::HashSet;

impl AgentDescription {
    /// Converts the description to this generation: the document's root, without a proof, and the dropped members.
    ///
    /// ANP-07 has links to products and services under `Infomations`, `url` instead of `@id`, and no `version`,
    /// `modified` or language. Members that no specification defines are kept.
    ///
    /// # Errors
    /// [`WriteError`]: something would mean something else there.
    pub fn to_generation(&self, profile: DescriptionProfile) -> Result<(Object, Vec<DroppedMember>), WriteError> {
        let mut description = self.clone();
        let mut dropped = Vec::new();
        let written = match profile {
            DescriptionProfile::Anp07 => {
                description.forget_what_anp_07_lacks(&mut dropped);
                description.link_by_url();
                description.written_root(&Target::anp_07())
            }
            DescriptionProfile::Adp => {
                description.link_by_id();
                let context = Json::from(self.language.as_ref().map_or_else(
                    || vec![Json::from(term::AD_CONTEXT)],
                    |language| {
                        let map: Object = [("@language", language.clone())].into_iter().collect();
                        vec![Json::from(term::AD_CONTEXT), map.into()]
                    },
                ));
                description.written_root(&Target::dropping(&context))
            }
        };
        let Written { object, fault, dropped: members } = written;
        if let Some(fault) = fault {
            return Err(fault);
        }
        dropped.extend(members);
        Ok((object, dropped))
    }

    fn forget_what_anp_07_lacks(&mut self, dropped: &mut Vec<DroppedMember>) {
        let of = self.node.offset;
        let mut forget = |is_there: bool, name: &'static str| {
            dropped.extend(is_there.then(|| DroppedMember { of, name: Text::from_static(name) }));
        };
        forget(self.version.take().is_some(), "version");
        forget(self.modified.take().is_some(), "modified");
    }

    /// Links an object with its own document by `url`.
    fn link_by_url(&mut self) {
        // JSON-LD allows to omit it
        self.node = typed(self.node.clone(), term::AGENT_DESCRIPTION);
        move_id_to_url(&mut self.node, &mut self.url);
        if let Some(owner) = &mut self.owner {
            move_id_to_url(&mut owner.node, &mut owner.url);
        }
        for interface in &mut self.interfaces {
            // an inline definition has no URL
            if interface.content.is_none() || interface.url.is_some() {
                move_id_to_url(&mut interface.node, &mut interface.url);
            }
        }
        let (links, products) = std::mem::take(&mut self.products)
            .into_iter()
            .partition(|it| it.is_link() && is_typed_as(&it.node, term::PRODUCT));
        self.products = products;
        let (services_linked, services) = std::mem::take(&mut self.services)
            .into_iter()
            .partition(|it| it.is_link() && is_typed_as(&it.node, term::SERVICE));
        self.services = services;
        let (links, services_linked): (Vec<Product>, Vec<Service>) = (links, services_linked);
        let of_product = |it: Product| (typed(it.node, term::PRODUCT), it.name, it.description, it.url, it.security);
        let of_service = |it: Service| (typed(it.node, term::SERVICE), it.name, it.description, it.url, it.security);
        let linked = links.into_iter().map(of_product).chain(services_linked.into_iter().map(of_service));
        let mut informations: Vec<Information> = linked
            .map(|(node, name, description, url, security)| {
                let mut information = Information { node, name, description, url, security, ..Information::default() };
                move_id_to_url(&mut information.node, &mut information.url);
                information
            })
            .collect();
        informations.append(&mut self.informations);
        self.informations = informations;
    }

    /// Links an object with its own document by `@id`, which must be unique.
    fn link_by_id(&mut self) {
        self.protocol_version = None;
        let mut ids = HashSet::new();
        let nodes = [&self.node].into_iter().chain(self.interfaces.iter().map(|it| &it.node));
        ids.extend(nodes.filter_map(|node| node.id.clone()));
        let mut free = |url: &Option<Text>| {
            let url = url.as_ref().filter(|url| url.starts_with("https://") && fault_of_identifier(url).is_none())?;
            ids.insert(url.clone()).then(|| url.clone())
        };
        if self.node.id.is_none() {
            self.node.id = free(&self.url);
        }
        if self.node.id == self.url {
            self.url = None;
        }
        for Interface { node, url, .. } in &mut self.interfaces {
            if node.id.is_none() {
                node.id = free(url);
            }
        }
        let mut others = Vec::new();
        for mut information in std::mem::take(&mut self.informations) {
            let (is_product, is_service) =
                (is_a(&information.node, term::PRODUCT), is_a(&information.node, term::SERVICE));
            if is_product == is_service || information.node.id.is_some() {
                others.push(information);
                continue;
            }
            let Some(id) = free(&information.url) else {
                others.push(information);
                continue;
            };
            information.node.id = Some(id);
            let Information { node, name, description, security, .. } = information;
            if is_product {
                self.products.push(Product { node, name, description, security, ..Product::default() });
            } else {
                self.services.push(Service { node, name, description, security, ..Service::default() });
            }
        }
        self.informations = others;
    }
}

/// Whether a node has this class, or no type; others stay in their list, which determines their class.
fn is_typed_as(node: &Node, class: Term) -> bool {
    is_a(node, class) || node.types().next().is_none()
}

fn is_a(node: &Node, class: Term) -> bool {
    node.types().any(|iri| class.accepts(iri))
}

/// A node with its type, which entries of a mixed list need.
fn typed(node: Node, class: Term) -> Node {
    let types = if node.types().next().is_none() { Node::for_class(Some(class)).types } else { node.types.clone() };
    Node { types, ..node }
}

/// The identifier as the `url`, if they are equivalent.
fn move_id_to_url(node: &mut Node, url: &mut Option<Text>) {
    let Some(id) = node.id.take_if(|id| id.starts_with("https://")) else { return };
    match url {
        None => *url = Some(id),
        Some(url) if *url == id => {}
        // if the URLs differ, both are kept
        Some(_) => node.id = Some(id),
    }
}
