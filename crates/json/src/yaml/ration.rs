//! Limit of the parser's lookahead.
//!
//! A flow collection may turn out to be a key, so the parser stores all of its tokens before it emits the first event.
//! A token takes about 100 bytes: 2 GB for 16 MiB. Therefore the number of token characters per event is limited. At
//! the limit, the text ends, and the reader refuses it.

use saphyr_parser::{Input, StrInput, input::SkipTabs};
use std::{cell::Cell, rc::Rc};

/// Maximum number of characters `[`, `{`, `,`, `:` and `?` read for one event.
const MAX_INDICATORS_PER_EVENT: usize = 1 << 18;

/// The remaining number for the current event.
#[derive(Clone, Debug)]
pub(super) struct Ration {
    left: Rc<Cell<usize>>,
}

impl Ration {
    /// Resets it for the next event.
    pub(super) fn renew(&self) {
        self.left.set(MAX_INDICATORS_PER_EVENT);
    }

    pub(super) fn is_spent(&self) -> bool {
        self.left.get() == 0
    }
}

/// A text that ends at the limit.
#[derive(Clone)]
pub(super) struct Rationed<'a> {
    text: StrInput<'a>,
    ration: Ration,
}

impl<'a> Rationed<'a> {
    /// The error for a truncated text.
    pub(super) const PROBLEM: &'static str = "a flow collection or scalar with more than 262,144 of the characters `[ { , : ?`; write collections of that size in block style or as JSON";

    pub(super) fn new(text: &'a str) -> (Self, Ration) {
        let ration = Ration { left: Rc::new(Cell::new(MAX_INDICATORS_PER_EVENT)) };
        (Self { text: StrInput::new(text), ration: ration.clone() }, ration)
    }
}

/// Same as for the text.
macro_rules! same {
    ($(fn $name:ident(&self $(, $argument:ident: $type:ty)*) -> $result:ty;)*
     $(mut fn $mut_name:ident(&mut self $(, $mut_argument:ident: $mut_type:ty)*) -> $mut_result:ty;)*) => {
        $(#[inline] fn $name(&self $(, $argument: $type)*) -> $result { self.text.$name($($argument),*) })*
        $(#[inline] fn $mut_name(&mut self $(, $mut_argument: $mut_type)*) -> $mut_result { self.text.$mut_name($($mut_argument),*) })*
    };
}

impl Input for Rationed<'_> {
    fn skip(&mut self) {
        if matches!(self.text.peek(), '[' | '{' | ',' | ':' | '?') {
            let left = self.ration.left.get().saturating_sub(1);
            self.ration.left.set(left);
            if left == 0 {
                self.text = StrInput::new("");
                return;
            }
        }
        self.text.skip();
    }

    same! {
        fn buflen(&self) -> usize;
        fn bufmaxlen(&self) -> usize;
        fn buf_is_empty(&self) -> bool;
        fn peek(&self) -> char;
        fn peek_nth(&self, n: usize) -> char;
        fn peek_opt(&self) -> Option<char>;
        fn next_char_is(&self, c: char) -> bool;
        fn nth_char_is(&self, n: usize, c: char) -> bool;
        fn next_2_are(&self, c1: char, c2: char) -> bool;
        fn next_3_are(&self, c1: char, c2: char, c3: char) -> bool;
        fn next_is_document_indicator(&self) -> bool;
        fn next_is_document_start(&self) -> bool;
        fn next_is_document_end(&self) -> bool;
        fn next_can_be_plain_scalar(&self, in_flow: bool) -> bool;
        fn next_is_blank_or_break(&self) -> bool;
        fn next_is_blank_or_breakz(&self) -> bool;
        fn next_is_blank(&self) -> bool;
        fn next_is_break(&self) -> bool;
        fn next_is_breakz(&self) -> bool;
        fn next_is_z(&self) -> bool;
        fn next_is_flow(&self) -> bool;
        fn next_is_digit(&self) -> bool;
        fn next_is_alpha(&self) -> bool;
        mut fn lookahead(&mut self, count: usize) -> ();
        mut fn raw_read_ch(&mut self) -> char;
        mut fn raw_read_non_breakz_ch(&mut self) -> Option<char>;
        mut fn skip_n(&mut self, count: usize) -> ();
        mut fn look_ch(&mut self) -> char;
        mut fn skip_ws_to_eol(&mut self, skip_tabs: SkipTabs) -> (usize, Result<SkipTabs, &'static str>);
        mut fn skip_while_non_breakz(&mut self) -> usize;
        mut fn skip_while_blank(&mut self) -> usize;
        mut fn fetch_while_is_alpha(&mut self, out: &mut String) -> usize;
        mut fn fetch_while_is_yaml_non_space(&mut self, out: &mut String) -> usize;
    }
}
