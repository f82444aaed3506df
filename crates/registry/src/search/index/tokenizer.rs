//! The tokenizer of the index: words, ideographs, and pairs of adjacent ideographs.

use crate::search::atoms::{Atom, atoms};
use tantivy::tokenizer::{Token, TokenStream, Tokenizer};

/// The tokenizer's name in the schema.
pub(super) const TOKENIZER: &str = "atoms";

/// Splits texts into tokens.
#[derive(Clone, Debug, Default)]
pub(super) struct AtomTokenizer;

/// The tokens of a text. A word has the position of its atom, a pair that of its first ideograph.
#[derive(Debug)]
pub(super) struct AtomTokens {
    tokens: std::vec::IntoIter<Token>,
    token: Token,
}

impl Tokenizer for AtomTokenizer {
    type TokenStream<'a> = AtomTokens;

    fn token_stream(&mut self, text: &str) -> AtomTokens {
        let atoms = atoms(text);
        let mut tokens = Vec::with_capacity(atoms.len());
        let mut push = |position, text| tokens.push(Token { position, text, ..Token::default() });
        for (position, atom) in atoms.iter().enumerate() {
            match (atom, atoms.get(position + 1)) {
                (Atom::Word(word), _) => push(position, word.clone()),
                (Atom::Ideograph(this), next) => {
                    push(position, this.to_string());
                    if let Some(Atom::Ideograph(next)) = next {
                        push(position, [*this, *next].iter().collect());
                    }
                }
            }
        }
        AtomTokens { tokens: tokens.into_iter(), token: Token::default() }
    }
}

impl TokenStream for AtomTokens {
    fn advance(&mut self) -> bool {
        let next = self.tokens.next();
        let there = next.is_some();
        self.token = next.unwrap_or_default();
        there
    }

    fn token(&self) -> &Token {
        &self.token
    }

    fn token_mut(&mut self) -> &mut Token {
        &mut self.token
    }
}

/// The terms to look up a sequence of atoms, with their positions. Adjacent ideographs are looked up as pairs, which
/// are rarer.
pub(super) fn lookup(atoms: &[Atom]) -> Vec<(usize, String)> {
    let mut terms = Vec::with_capacity(atoms.len());
    let ideograph = |at: usize| match atoms.get(at) {
        Some(Atom::Ideograph(character)) => Some(*character),
        _ => None,
    };
    for (at, atom) in atoms.iter().enumerate() {
        match (atom, ideograph(at + 1)) {
            (Atom::Word(word), _) => terms.push((at, word.clone())),
            (Atom::Ideograph(this), Some(next)) => terms.push((at, [*this, next].iter().collect())),
            // covered by the previous pair
            (Atom::Ideograph(_), None) if at > 0 && ideograph(at - 1).is_some() => {}
            (Atom::Ideograph(this), None) => terms.push((at, this.to_string())),
        }
    }
    terms
}

/// The terms before a word with a prefix. The last of two ideographs is also looked up alone, because the engine
/// expects the last term directly before the word.
pub(super) fn lookup_before(atoms: &[Atom]) -> Vec<(usize, String)> {
    let mut terms = lookup(atoms);
    if let Some((at, Atom::Ideograph(character))) = atoms.iter().enumerate().next_back()
        && terms.last().is_none_or(|(last, _)| *last != at)
    {
        terms.push((at, character.to_string()));
    }
    terms
}

#[cfg(test)]
mod tests {
    use super::{AtomTokenizer, atoms, lookup};
    use tantivy::tokenizer::{TokenStream as _, Tokenizer as _};

    #[test]
    fn what_is_indexed_and_what_is_looked_up() {
        let mut tokens = AtomTokenizer.token_stream("订酒店 online");
        let mut found = Vec::new();
        tokens.process(&mut |token| found.push((token.position, token.text.clone())));
        let expected = [(0, "订"), (0, "订酒"), (1, "酒"), (1, "酒店"), (2, "店"), (3, "online")];
        assert_eq!(found, expected.map(|(at, text)| (at, text.to_owned())));

        for (text, expected) in [
            ("订酒店 online", &[(0, "订酒"), (1, "酒店"), (3, "online")][..]),
            ("店", &[(0, "店")]),
            ("a 店 b", &[(0, "a"), (1, "店"), (2, "b")]),
        ] {
            assert_eq!(
                lookup(&atoms(text)),
                expected.iter().map(|(at, text)| (*at, (*text).to_owned())).collect::<Vec<_>>()
            );
        }
    }
}
