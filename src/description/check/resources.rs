//! Rules for products, offers and prices in [`check()`](crate::description::check()). Verification does not apply them.

use crate::{
    description::{
        DescriptionProfile, Node, Product,
        error::{misspelled_value, structure, wrong_type},
        node_reader::NodeReader,
        reading::ModelReader,
        rules,
        vocabulary::{self as term, Term},
    },
    diagnostic::{Rule, closest, members::local_name, shortened},
    json::Json,
};

/// Members that only offers and price specifications have.
const OFFER_TERMS: [Term; 4] = [term::PRICE, term::PRICE_CURRENCY, term::PRICE_SPECIFICATION, term::AVAILABILITY];

/// schema.org's `ItemAvailability`.
const AVAILABILITIES: [&str; 12] = [
    "BackOrder",
    "Discontinued",
    "InStock",
    "InStoreOnly",
    "LimitedAvailability",
    "MadeToOrder",
    "OnlineOnly",
    "OutOfStock",
    "PreOrder",
    "PreSale",
    "Reserved",
    "SoldOut",
];

/// Names and symbols of currencies that are not codes. `¥` is not included, because it means two currencies.
const CURRENCIES: [(&str, &str); 10] = [
    ("RMB", "CNY"),
    ("YUAN", "CNY"),
    ("元", "CNY"),
    ("人民币", "CNY"),
    ("$", "USD"),
    ("DOLLAR", "USD"),
    ("€", "EUR"),
    ("EURO", "EUR"),
    ("£", "GBP"),
    ("YEN", "JPY"),
];

/// How messages call an offer that has a range of prices.
pub(in crate::description) const AGGREGATE_OFFER: &str = "the aggregate offer";

/// A product has a name, unless it is a link to its own document. The root of an ANP-07 product document also has a
/// description.
pub(in crate::description) fn product(
    reading: &mut ModelReader<'_>,
    node: &Node,
    (has_name, has_description): (bool, bool),
    may_be_link: bool,
) {
    let is_root = node.offset() == reading.document.json().offset();
    let is_link = !is_root && may_be_link;
    let anp_07 = is_root && reading.profile == DescriptionProfile::Anp07;
    let rule = if anp_07 { &rules::ANP_07_PRODUCT } else { &rules::PRODUCT_NAME };
    if !is_link {
        reading.findings.exercise(rule);
        if !has_name {
            reading.missing(rule, (Product::WHAT, "name"), node.offset());
        }
    }
    if anp_07 && !has_description {
        reading.missing(rule, (Product::WHAT, "description"), node.offset());
    }
    reading.findings.exercise(&rules::OUTSIDE_OFFER);
    misplaced(reading, Product::WHAT, node);
}

/// A price has a currency: a code of three capital letters.
pub(in crate::description) fn price<'a>(reading: &mut ModelReader<'a>, node: &mut NodeReader<'a>) {
    const RULE: &Rule = &rules::PRICE_CURRENCY;
    reading.findings.exercise(RULE);
    let (what, offset) = (node.what, node.offset());
    let Some(value) = node.values(term::PRICE_CURRENCY).first() else {
        return reading.missing(RULE, (what, "priceCurrency"), offset);
    };
    let Some(currency) = value.as_str() else { return };
    if currency.len() >= 3 && currency.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit()) {
        let known = CURRENCIES.into_iter().find(|(word, _)| *word == currency);
        if known.is_none() {
            return;
        }
    }
    let upper = currency.trim().to_uppercase();
    let singular = upper.strip_suffix('S').unwrap_or(&upper);
    let by_name = CURRENCIES.into_iter().find(|(word, _)| *word == upper || *word == singular).map(|(_, code)| code);
    let is_code = upper.len() == 3 && upper.bytes().all(|byte| byte.is_ascii_uppercase());
    let suggestion = by_name.map(str::to_owned).or_else(|| is_code.then_some(upper));
    let (what, expected) = ((what, "priceCurrency"), "a code of ISO 4217 such as \"CNY\" or \"EUR\"");
    reading.findings.add(RULE, value.offset(), || match suggestion {
        Some(suggestion) => misspelled_value(what, currency, expected, &suggestion),
        None => wrong_type(what, &shortened(currency), expected),
    });
}

/// A currency needs a price. The range of an `AggregateOffer` of schema.org is none.
pub(in crate::description) fn no_price<'a>(reading: &mut ModelReader<'a>, node: &mut NodeReader<'a>) {
    if !node.values(term::PRICE_CURRENCY).is_empty() && node.values(term::PRICE).is_empty() {
        let is_range = node.types().any(|class| local_name(class) == "AggregateOffer");
        let what = if is_range { AGGREGATE_OFFER } else { node.what };
        reading.missing(&rules::PRICE_CURRENCY, (what, "price"), node.offset());
    }
}

/// An availability is one of schema.org's, or a clearly different word.
pub(in crate::description) fn availability<'a>(reading: &mut ModelReader<'a>, node: &mut NodeReader<'a>) {
    let what = (node.what, "availability");
    let Some(value) = node.values(term::AVAILABILITY).first() else { return };
    reading.findings.exercise(&rules::AVAILABILITY);
    let Some(text) = value.as_str() else { return };
    let (name, expected) = (local_name(text), "a URL such as https://schema.org/InStock");
    let letters: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
    if AVAILABILITIES.contains(&name) && name != text {
        return;
    }
    let near = if AVAILABILITIES.contains(&name) { Some(name) } else { closest(&letters, AVAILABILITIES) };
    let same = || AVAILABILITIES.into_iter().find(|known| known.eq_ignore_ascii_case(&letters));
    let Some(near) = near.or_else(same) else { return };
    let make = || misspelled_value(what, text, expected, &format!("https://schema.org/{near}"));
    reading.findings.add(&rules::AVAILABILITY, value.offset(), make);
}

/// Members of offers occur only in offers.
pub(in crate::description) fn misplaced(reading: &mut ModelReader<'_>, what: &'static str, node: &Node) {
    let mut found = OFFER_TERMS.iter().filter_map(|term| Some((*term, node.untyped_member(*term)?)));
    if let Some((term, value)) = found.next() {
        reading.findings.add(&rules::OUTSIDE_OFFER, value.offset(), || {
            let found =
                format!("`{term}` is a member of {what}, expected it in an offer: readers look for prices there");
            let text = |term, usual: &str| shortened(&node.untyped_member(term).map_or_else(|| usual.into(), text_of));
            let (price, currency) = (text(term::PRICE, "12.00"), text(term::PRICE_CURRENCY, "EUR"));
            let offer = format!(r#"{{"@type": "Offer", "price": {price}, "priceCurrency": {currency}}}"#);
            structure(found, format!(r#"write "offers": {offer}"#))
        });
    }
}

fn text_of(value: &Json) -> String {
    value.as_str().map_or_else(|| value.to_compact(), str::to_owned)
}
