//! `Link` header fields (RFC 8288, section 3).

use super::{essence, scanner::Scanner};

/// A link of a field.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct LinkValue {
    /// The target as written: a URL, which can be relative.
    pub target: String,
    /// The relation types, in lower case.
    pub relations: Vec<String>,
    /// The media type of the target, in lower case, without parameters.
    pub media_type: Option<String>,
    /// Whether the link is of another resource than the one that was requested.
    pub has_anchor: bool,
}

impl LinkValue {
    /// Parses at most `most` links of a field. Returns the text that was not read: from the first link that is malformed, or that is too
    /// many.
    #[must_use]
    pub fn parse_field(field: &str, most: usize) -> (Vec<Self>, Option<&str>) {
        let (mut links, mut scanner) = (Vec::new(), Scanner { rest: field });
        loop {
            // empty elements are allowed (RFC 9110, section 5.6.1.2)
            scanner.skip(", \t");
            let rest = scanner.rest;
            if rest.is_empty() {
                return (links, None);
            }
            match Self::parse(&mut scanner).filter(|_| links.len() < most) {
                Some(link) => links.push(link),
                None => return (links, Some(rest)),
            }
        }
    }

    /// A link with its parameters; `None` without `rel`, which is required (section 3.3).
    fn parse(scanner: &mut Scanner<'_>) -> Option<Self> {
        let (target, rest) = scanner.rest.strip_prefix('<')?.split_once('>')?;
        scanner.rest = rest;
        let mut link = Self { target: target.to_owned(), ..Self::default() };
        let mut relations = None;
        loop {
            scanner.skip(" \t");
            let Some(rest) = scanner.rest.strip_prefix(';') else { break };
            scanner.rest = rest;
            scanner.skip(" \t");
            let name = scanner.token()?.to_ascii_lowercase();
            scanner.skip(" \t");
            let value = if scanner.rest.starts_with('=') { scanner.value()? } else { String::new() };
            match name.as_str() {
                // later ones are ignored
                "rel" if relations.is_none() => relations = Some(value),
                "type" => link.media_type = Some(essence(&value)),
                "anchor" => link.has_anchor = true,
                _ => {}
            }
        }
        link.relations = relations?.split_ascii_whitespace().map(str::to_ascii_lowercase).collect();
        scanner.at_boundary().then_some(link)
    }
}
