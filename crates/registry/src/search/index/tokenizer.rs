//! Atoms as the index takes them: each word, each ideograph, and each pair of neighbouring ideographs.

use crate::search::atoms::{Atom, atoms};
use tantivy::tokenizer::{Token, TokenStream, Tokenizer};

/// The name by which the schema asks for it.
pub(super) const TOKENIZER: &str = "atoms";

/// Cuts texts into atoms.
#[derive(Clone, Debug, Default)]
pub(super) struct AtomTokenizer;

/// The tokens of a text, a word at the place of its atom, a pair at the place of its first.
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

/// The terms by which a sequence of atoms is found, each with its place in the sequence: pairs where ideographs are neighbours, so that what
/// is looked up is rarer.
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
            // the pair before has it
            (Atom::Ideograph(_), None) if at > 0 && ideograph(at - 1).is_some() => {}
            (Atom::Ideograph(this), None) => terms.push((at, this.to_string())),
        }
    }
    terms
}

/// The terms before a word that may go on: the engine takes the last of them right before that word, so that of two ideographs the second is
/// looked up by itself, too.
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
