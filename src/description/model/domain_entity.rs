//! The entity that an agent represents: a hotel, a shop.

use crate::{
    description::{Product, model::node_type::node_type, rules},
    json::Text,
};

node_type! {
    /// The entity that an agent represents (`domainEntity`). Its details are in `node`, by schema.org's IRIs.
    pub struct DomainEntity: "the domain entity";
    read by Some(&rules::PLAIN_VALUE);
    {
        /// The name.
        name: Option<Text> = NAME,
        /// A description for people.
        description: Option<Text> = DESCRIPTION,
        /// The web site.
        url: Option<Text> = URL [url "http or https"],
        /// The products that it sells.
        products: Vec<Product> = PRODUCTS,
    }
}
