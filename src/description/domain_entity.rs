//! The entity that an agent represents: a hotel, a shop.

use super::{Node, Product, node_reader::NodeReader, reading::ModelReader, rules, vocabulary as term};
use crate::json::Text;

/// The entity that an agent represents (`domainEntity`). Its details are in `node`, by schema.org's IRIs.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct DomainEntity {
    /// Identity, types (`Hotel`, `CafeOrCoffeeShop`, ...) and untyped members.
    pub node: Node,
    /// The name.
    pub name: Option<Text>,
    /// A description for people.
    pub description: Option<Text>,
    /// The web site.
    pub url: Option<Text>,
    /// The products that it sells.
    pub products: Vec<Product>,
}

impl DomainEntity {
    pub(super) fn read<'a>(reading: &mut ModelReader<'a>, node: NodeReader<'a>) -> Self {
        let mut node = node.called("the domain entity");
        let rule = &rules::PLAIN_VALUE;
        let node = &mut node;
        Self {
            name: node.text(reading, rule, term::NAME),
            description: node.text(reading, rule, term::DESCRIPTION),
            url: node.url_of_kind(reading, (rule, &rules::RESOURCE), term::URL, "http or https"),
            products: node.nodes(reading, rule, term::PRODUCTS, Product::read),
            node: node.finish(reading),
        }
    }
}
