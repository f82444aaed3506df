//! YAML documents made at random, each with the value it stands for: every style of collections and scalars, comments, anchors and aliases,
//! explicit keys, tags. The same seed makes the same document.

use serde_json::{Map, Value, json};

/// A document: its text, and its value.
pub struct Document {
    pub text: String,
    pub value: Value,
}

pub fn document(seed: u64) -> Document {
    let mut maker = Maker { state: seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1, anchors: Vec::new(), names: 0 };
    let mut text = String::new();
    if maker.one_in(6) {
        text.push_str("# a comment\n\n");
    }
    if maker.one_in(8) {
        text.push_str("%YAML 1.2\n---\n");
    } else if maker.one_in(6) {
        text.push_str("---\n");
    }
    let value = if maker.one_in(6) {
        let value = maker.flow(&mut text, 3);
        text.push('\n');
        value
    } else {
        maker.block_collection(&mut text, 0, 4)
    };
    if maker.one_in(8) {
        text.push_str("...\n");
    }
    let text = if maker.one_in(10) { text.replace('\n', "\r\n") } else { text };
    Document { text, value }
}

/// Plain scalars that the core schema resolves, by its table; and strings that look as if it did.
fn plain(at: u64) -> (&'static str, Value) {
    let scalars: [(&str, Value); 46] = [
        ("null", Value::Null),
        ("~", Value::Null),
        ("Null", Value::Null),
        ("NULL", Value::Null),
        ("true", json!(true)),
        ("True", json!(true)),
        ("FALSE", json!(false)),
        ("0", json!(0)),
        ("-7", json!(-7)),
        ("+12", json!(12)),
        ("007", json!(7)),
        ("0o17", json!(15)),
        ("0x1F", json!(31)),
        ("1.5", json!(1.5)),
        ("-.5", json!(-0.5)),
        ("1.", json!(1)),
        ("1e3", json!(1000)),
        ("2.5E-3", json!(0.0025)),
        ("9007199254740991", json!(9_007_199_254_740_991_i64)),
        ("!!str 1.5", json!("1.5")),
        ("!!int 3", json!(3)),
        ("!!float 3.5", json!(3.5)),
        ("!!str", json!("")),
        ("nUll", json!("nUll")),
        ("yes", json!("yes")),
        ("No", json!("No")),
        ("on", json!("on")),
        ("y", json!("y")),
        ("1_000", json!("1_000")),
        ("0b101", json!("0b101")),
        ("0o9", json!("0o9")),
        ("12:30:45", json!("12:30:45")),
        ("2001-12-14", json!("2001-12-14")),
        ("2001-12-14T21:59:43.10-05:00", json!("2001-12-14T21:59:43.10-05:00")),
        ("1.2.3", json!("1.2.3")),
        ("1e", json!("1e")),
        ("+0x1F", json!("+0x1F")),
        ("Infinity", json!("Infinity")),
        ("=", json!("=")),
        ("-x", json!("-x")),
        ("a:b", json!("a:b")),
        ("a#b", json!("a#b")),
        ("it's \"so\"", json!("it's \"so\"")),
        ("some plain words", json!("some plain words")),
        ("Grüße aus 東京", json!("Grüße aus 東京")),
        ("😀", json!("😀")),
    ];
    let (text, value) = &scalars[usize::try_from(at).unwrap_or(0) % scalars.len()];
    (text, value.clone())
}

struct Maker {
    state: u64,
    /// Anchors that stand before, and what they name.
    anchors: Vec<(String, Value)>,
    names: usize,
}

impl Maker {
    fn next(&mut self) -> u64 {
        // xorshift64*
        self.state ^= self.state >> 12;
        self.state ^= self.state << 25;
        self.state ^= self.state >> 27;
        self.state.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 16
    }

    fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }

    fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }

    /// A text of odd characters.
    fn odd(&mut self) -> String {
        let pieces = [
            "a", "b c", " ", "  ", ": ", " #", "'", "\"", "\\", "\t", "\n", "\n\n", "é", "東", "😀", "- ", "? ", "{",
            "}", "[", "]", ",", "&", "*", "!", "|", ">", "%", "@", "`", "---", "...", "\u{85}", "\u{a0}", "\u{2028}",
            "\u{1}", "\u{7f}", "0", "null",
        ];
        (0..self.below(8)).map(|_| pieces[usize::try_from(self.below(pieces.len() as u64)).unwrap_or(0)]).collect()
    }

    fn quoted(&mut self, text: &str) -> String {
        let printable = text.chars().all(|c| !c.is_control() && c != '\u{2028}' && c != '\u{feff}');
        if printable && self.one_in(2) {
            return format!("'{}'", text.replace('\'', "''"));
        }
        let escaped = text.chars().map(|c| match c {
            '"' => "\\\"".to_owned(),
            '\\' => "\\\\".to_owned(),
            '\n' => "\\n".to_owned(),
            '\t' => if self.one_in(2) { "\\t" } else { "\t" }.to_owned(),
            '\u{85}' => "\\N".to_owned(),
            '\u{a0}' => "\\_".to_owned(),
            '\u{2028}' => "\\L".to_owned(),
            c if c.is_control() => format!("\\x{:02x}", u32::from(c)),
            c if !c.is_ascii() && self.one_in(3) => format!("\\U{:08X}", u32::from(c)),
            c => c.to_string(),
        });
        format!("\"{}\"", escaped.collect::<String>())
    }

    /// A scalar on one line.
    fn scalar(&mut self) -> (String, Value) {
        if self.one_in(3) {
            let text = self.odd();
            (self.quoted(&text), json!(text))
        } else {
            let at = self.next();
            let (text, value) = plain(at);
            (text.to_owned(), value)
        }
    }

    fn key(&mut self, taken: &Map<String, Value>) -> (String, String) {
        loop {
            let (written, name) = match self.below(4) {
                0 => {
                    let text = self.odd();
                    (self.quoted(&text), text)
                }
                1 => {
                    let number = self.below(600).to_string();
                    (number.clone(), number)
                }
                _ => {
                    let name = format!("k{}", self.below(1000));
                    (name.clone(), name)
                }
            };
            if !taken.contains_key(&name) {
                return (written, name);
            }
        }
    }

    fn alias(&mut self) -> Option<(String, Value)> {
        if self.anchors.is_empty() || !self.one_in(6) {
            return None;
        }
        let at = usize::try_from(self.below(self.anchors.len() as u64)).ok()?;
        // not so often that documents explode
        self.anchors.get(at).filter(|(_, value)| value.to_string().len() < 500).cloned()
    }

    fn anchor(&mut self) -> Option<String> {
        self.one_in(8).then(|| {
            self.names += 1;
            format!("n{}", self.names)
        })
    }

    fn define(&mut self, anchor: Option<String>, value: &Value) {
        if let Some(anchor) = anchor {
            self.anchors.push((anchor, value.clone()));
        }
    }

    fn flow(&mut self, out: &mut String, depth: u64) -> Value {
        if let Some((name, value)) = self.alias() {
            out.push_str(&format!("*{name} "));
            return value;
        }
        let anchor = self.anchor();
        if let Some(anchor) = &anchor {
            out.push_str(&format!("&{anchor} "));
        }
        // indented deeper than any block
        let space = if self.one_in(4) { format!("\n{}", " ".repeat(24)) } else { " ".to_owned() };
        let value = match self.below(if depth == 0 { 2 } else { 4 }) {
            0 | 1 => {
                let (text, value) = self.scalar();
                // within flow collections these end a plain scalar or are no part of one
                let is_quoted = text.starts_with(['"', '\'']);
                out.push_str(&text);
                if text == "!!str" || !is_quoted && text.ends_with('=') {
                    out.push(' ');
                }
                value
            }
            2 => {
                out.push('[');
                let items: Vec<Value> = (0..self.below(4))
                    .map(|at| {
                        out.push_str(if at > 0 { "," } else { "" });
                        out.push_str(&space);
                        self.flow(out, depth - 1)
                    })
                    .collect();
                out.push_str(if !items.is_empty() && self.one_in(4) { ", ]" } else { "]" });
                items.into()
            }
            _ => {
                let mut members = Map::new();
                out.push('{');
                for at in 0..self.below(4) {
                    out.push_str(if at > 0 { "," } else { "" });
                    out.push_str(&space);
                    let (written, name) = self.key(&members);
                    out.push_str(&written);
                    if self.one_in(8) && !written.starts_with(['"', '\'']) {
                        members.insert(name, Value::Null);
                        continue;
                    }
                    out.push_str(if written.starts_with('"') && self.one_in(3) { ":" } else { ": " });
                    let value = self.flow(out, depth - 1);
                    members.insert(name, value);
                }
                out.push('}');
                members.into()
            }
        };
        self.define(anchor, &value);
        value
    }

    fn block_collection(&mut self, out: &mut String, indent: usize, depth: u64) -> Value {
        let count = 1 + self.below(4);
        let spaces = " ".repeat(indent);
        if self.one_in(2) {
            let mut items = Vec::new();
            for _ in 0..count {
                self.interlude(out, indent);
                out.push_str(&format!("{spaces}-"));
                items.push(self.block_value(out, indent, depth));
            }
            return items.into();
        }
        let mut members = Map::new();
        for _ in 0..count {
            self.interlude(out, indent);
            let (written, name) = self.key(&members);
            if self.one_in(10) {
                out.push_str(&format!("{spaces}? {written}\n{spaces}:"));
            } else {
                out.push_str(&format!("{spaces}{written}:"));
            }
            let value = self.block_value(out, indent, depth);
            members.insert(name, value);
        }
        members.into()
    }

    fn interlude(&mut self, out: &mut String, indent: usize) {
        match self.below(12) {
            // a line break more would be one of a block scalar that keeps them
            0 if !out.ends_with("\n\n") => out.push('\n'),
            1 => out.push_str(&format!("{}# a comment: [not, read] é\n", " ".repeat(indent))),
            _ => {}
        }
    }

    /// What stands after `-` or `:`, to the end of its last line.
    fn block_value(&mut self, out: &mut String, indent: usize, depth: u64) -> Value {
        out.push(' ');
        if let Some((name, value)) = self.alias() {
            out.push_str(&format!("*{name}\n"));
            return value;
        }
        let anchor = self.anchor();
        if let Some(anchor) = &anchor {
            out.push_str(&format!("&{anchor} "));
        }
        let value = match self.below(if depth == 0 { 7 } else { 10 }) {
            0..=2 => {
                let (text, value) = self.scalar();
                out.push_str(&text);
                out.push_str(if self.one_in(6) { " # said\n" } else { "\n" });
                value
            }
            // an alias has no anchor
            3 if anchor.is_none() => {
                let value = self.flow(out, depth.min(2));
                out.push('\n');
                value
            }
            4 => self.literal(out, indent),
            5 => self.folded(out, indent),
            6 if anchor.is_none() => {
                out.push('\n');
                Value::Null
            }
            _ if depth == 0 => {
                out.push_str("[]\n");
                json!([])
            }
            _ => {
                out.push_str(if self.one_in(5) { "# below\n" } else { "\n" });
                let further = 1 + usize::try_from(self.below(3)).unwrap_or(0);
                self.block_collection(out, indent + further, depth - 1)
            }
        };
        self.define(anchor, &value);
        value
    }

    fn lines(&mut self) -> Vec<&'static str> {
        let lines = [
            "plain text",
            "# no comment",
            "- no item",
            "key: value",
            "é 東京 😀",
            "it's \"quoted\"",
            "tab\there",
            "&a *b !c | >",
        ];
        (0..=self.below(3)).map(|_| lines[usize::try_from(self.below(lines.len() as u64)).unwrap_or(0)]).collect()
    }

    /// Its end, and what that makes of the text's last line break.
    fn chomped(&mut self, text: String) -> (&'static str, &'static str, String) {
        match self.below(3) {
            0 => ("", "", text + "\n"),
            1 => ("-", "", text),
            _ => ("+", "\n", text + "\n\n"),
        }
    }

    fn literal(&mut self, out: &mut String, indent: usize) -> Value {
        let lines = self.lines();
        let (chomp, after, value) = self.chomped(lines.join("\n"));
        let inner = indent + 2;
        out.push_str(&format!("|{chomp}\n"));
        for line in lines {
            out.push_str(&format!("{}{line}\n", " ".repeat(inner)));
        }
        out.push_str(after);
        json!(value)
    }

    fn folded(&mut self, out: &mut String, indent: usize) -> Value {
        let lines = self.lines();
        let is_paragraphs = self.one_in(3);
        let (chomp, after, value) = self.chomped(lines.join(if is_paragraphs { "\n" } else { " " }));
        let inner = " ".repeat(indent + 3);
        out.push_str(&format!(">{chomp}\n"));
        out.push_str(&format!(
            "{inner}{}\n",
            lines.join(&format!("{}\n{inner}", if is_paragraphs { "\n" } else { "" }))
        ));
        out.push_str(after);
        json!(value)
    }
}
