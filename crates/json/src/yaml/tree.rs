//! Conversion of events to the tree.

use super::{
    aliases::{Aliases, Anchored, Refused},
    offsets::Offsets,
    open::OpenCollections,
    ration::Rationed,
    scalar::{Kind, Scalar, name_of},
};
use crate::{Json, Offset, Position, ReadError, ReadLimits, Text, Value, position_at};
use saphyr_parser::{Event, Parser, ScalarStyle, ScanError, Tag};

/// Budget for alias copies: a number of bytes of JSON, or a factor of the text's size.
const MIN_COPY_BUDGET: usize = 2 << 20;
const MAX_COPIES_PER_BYTE: usize = 8;

/// The tree of a text with one document.
pub(super) fn build(source: &str, limits: ReadLimits) -> Result<Json, ReadError> {
    let mut builder = Builder {
        source,
        offsets: Offsets::new(source),
        depth_limit: limits.depth(),
        any_number: limits.allows_any_number(),
        open: OpenCollections::default(),
        // the expanded document must be within the size limit and not disproportionate to its text
        aliases: Aliases::new(
            limits.bytes().saturating_sub(source.len()).min(MIN_COPY_BUDGET.max(MAX_COPIES_PER_BYTE * source.len())),
        ),
        root: None,
        has_begun: false,
    };
    builder.check_characters()?;
    let (input, ration) = Rationed::new(source);
    let mut parser = Parser::new(input);
    let mut last_end = 0;
    loop {
        ration.renew();
        let Some(event) = parser.next_event() else { break };
        let (event, span) = match event {
            Ok(event) if !ration.is_spent() => event,
            Ok((_, span)) => return Err(builder.cut_off(span.start.index())),
            Err(error) if ration.is_spent() => return Err(builder.cut_off(error.marker().index())),
            Err(error) => return Err(builder.syntax(&error)),
        };
        let mut byte = builder.offsets.byte_of(span.start.index());
        if let Event::Scalar(_, ScalarStyle::Literal | ScalarStyle::Folded, 0, None) = event {
            byte = builder.header_of(byte, last_end);
        }
        last_end = span.end.index();
        builder.event(event, byte)?;
    }
    builder.root.ok_or_else(|| ReadError::YamlStream { position: position_at(&[], 0), found: "no document" })
}

struct Builder<'a> {
    source: &'a str,
    offsets: Offsets<'a>,
    depth_limit: usize,
    any_number: bool,
    open: OpenCollections,
    aliases: Aliases,
    root: Option<Json>,
    has_begun: bool,
}

/// Whether a plain scalar begins with a forbidden character (YAML 1.2.2 section 7.3.3), which the parser accepts within
/// flow collections.
fn begins_with_an_indicator(text: &str) -> bool {
    matches!(text, "-" | "?" | ":")
        || text.starts_with([',', '[', ']', '{', '}', '#', '&', '*', '!', '|', '>', '\'', '"', '%', '@', '`'])
}

impl<'a> Builder<'a> {
    /// Whether a text has control characters other than tabs and line ends (YAML section 5.1). A lone carriage return
    /// ends a line for some parsers only.
    fn check_characters(&self) -> Result<(), ReadError> {
        let bytes = self.source.as_bytes();
        let is_odd = |(at, byte): (usize, &u8)| match byte {
            b'\t' | b'\n' => false,
            b'\r' => bytes.get(at + 1) != Some(&b'\n'),
            byte => *byte < 0x20,
        };
        match bytes.iter().enumerate().position(is_odd) {
            None => Ok(()),
            Some(byte) => Err(ReadError::YamlSyntax {
                position: self.position(byte),
                problem: "a control character; write it as an escape in double quotes".to_owned(),
            }),
        }
    }

    /// Position of a block scalar's header, `|` or `>`: the parser reports the position of its content. `last_end` is
    /// the end of the previous event; in between are indicators, white space and comments.
    fn header_of(&mut self, content: usize, last_end: usize) -> usize {
        let from = self.offsets.byte_of(last_end);
        let before = self.source.get(from..content).unwrap_or_default().trim_end();
        let line = before.rfind(['\n', '\r']).map_or(0, |end| end + 1);
        before.get(line..).and_then(|line| line.find(['|', '>'])).map_or(content, |at| from + line + at)
    }

    fn event(&mut self, event: Event<'a>, byte: usize) -> Result<(), ReadError> {
        match event {
            Event::Nothing | Event::StreamStart | Event::StreamEnd | Event::DocumentEnd => Ok(()),
            Event::DocumentStart(_) if self.has_begun => Err(self.stream(byte, "a second document")),
            Event::DocumentStart(is_explicit) => {
                self.has_begun = true;
                if is_explicit { self.check_directives(byte) } else { Ok(()) }
            }
            Event::Scalar(text, style, anchor, tag) => {
                let is_plain = style == ScalarStyle::Plain;
                if is_plain && begins_with_an_indicator(&text) {
                    let problem = "an indicator where a value is expected; quote it if it is a string".to_owned();
                    return Err(ReadError::YamlSyntax { position: self.position(byte), problem });
                }
                let (source, any_number) = (self.source, self.any_number);
                self.scalar(Scalar { text, is_plain, tag, source, byte, any_number }, anchor)
            }
            Event::SequenceStart(anchor, tag) => {
                self.check_start(byte, tag.as_deref(), Kind::Seq)?;
                self.open.start_sequence(Offset::at(byte), anchor);
                Ok(())
            }
            Event::MappingStart(anchor, tag) => {
                self.check_start(byte, tag.as_deref(), Kind::Map)?;
                self.open.start_mapping(Offset::at(byte), anchor);
                Ok(())
            }
            Event::SequenceEnd | Event::MappingEnd => {
                if let Some((anchor, ended)) = self.open.end() {
                    self.aliases.define(anchor, || Anchored::At(ended.offset()));
                    self.take(ended);
                }
                Ok(())
            }
            Event::Alias(anchor) => self.alias(anchor, byte),
        }
    }

    /// Checks the text before `---`: comments, and only the directive `%YAML 1.2`.
    fn check_directives(&self, end: usize) -> Result<(), ReadError> {
        let mut at = 0;
        for line in self.source.get(..end).unwrap_or_default().split_inclusive('\n') {
            if line.starts_with('%') {
                let mut words = line.split_ascii_whitespace();
                let is_version = (words.next(), words.next()) == (Some("%YAML"), Some("1.2"));
                if !is_version {
                    return Err(self.stream(at, "a directive other than `%YAML 1.2`"));
                }
            }
            at += line.len();
        }
        Ok(())
    }

    fn scalar(&mut self, scalar: Scalar<'a>, anchor: usize) -> Result<(), ReadError> {
        let offset = Offset::at(scalar.byte);
        if self.open.is_at_key() {
            let name = scalar.key()?;
            self.aliases.define(anchor, || Anchored::Scalar(Json::at(Value::String(name.clone()), offset)));
            return self.key(&name, offset);
        }
        let json = Json::at(scalar.value()?, offset);
        self.aliases.define(anchor, || Anchored::Scalar(json.clone()));
        self.take(json);
        Ok(())
    }

    fn key(&mut self, name: &Text, offset: Offset) -> Result<(), ReadError> {
        let at = offset.get().unwrap_or_default();
        self.open.key(name, offset).map_err(|earlier| ReadError::duplicate(self.source.as_bytes(), name, at, earlier))
    }

    /// Whether a sequence or mapping may begin.
    fn check_start(&self, byte: usize, tag: Option<&Tag>, kind: Kind) -> Result<(), ReadError> {
        let found = Kind::from_tag(tag);
        if !found.is_some_and(|found| found == kind || matches!(found, Kind::Untagged | Kind::NonSpecific)) {
            let what = if kind == Kind::Seq { "a sequence" } else { "a mapping" };
            let found = format!("the tag {} on {what}", name_of(tag));
            return Err(ReadError::YamlTag { position: self.position(byte), found });
        }
        if self.open.is_at_key() {
            let found = if kind == Kind::Seq { "a sequence" } else { "a mapping" };
            return Err(self.no_key(byte, found));
        }
        if self.open.depth() >= self.depth_limit {
            return Err(self.too_deep(byte));
        }
        Ok(())
    }

    fn alias(&mut self, anchor: usize, byte: usize) -> Result<(), ReadError> {
        let offset = Offset::at(byte);
        let is_at_key = self.open.is_at_key();
        let copied = match self.aliases.get(anchor) {
            None => return Err(self.bad_alias(byte, "names a value that contains it")),
            Some(Anchored::Scalar(json)) => {
                let value = json.value().clone();
                self.aliases.charge_copy(if let Value::String(text) = &value { text.len() } else { 0 }).map(|()| value)
            }
            Some(Anchored::At(_)) if is_at_key => return Err(self.no_key(byte, "an alias of a sequence or mapping")),
            Some(&Anchored::At(at)) => {
                let Some(json) = self.open.ended(at) else {
                    return Err(self.bad_alias(byte, "names a value that was not found"));
                };
                self.aliases.copy(json, self.depth_limit - self.open.depth()).map(Json::into_value)
            }
        };
        let value = copied.map_err(|refused| match refused {
            Refused::Size => self.bad_alias(byte, "makes the document too large when all aliases are expanded"),
            Refused::Depth => self.too_deep(byte),
        })?;
        match value {
            Value::String(name) if is_at_key => self.key(&name, offset),
            _ if is_at_key => Err(self.no_key(byte, "an alias of something other than a string")),
            value => {
                self.take(Json::at(value, offset));
                Ok(())
            }
        }
    }

    /// A completed value.
    fn take(&mut self, json: Json) {
        if let Some(root) = self.open.take(json) {
            self.root = Some(root);
        }
    }

    fn position(&self, byte: usize) -> Position {
        position_at(self.source.as_bytes(), byte)
    }

    // not inlined, because errors are rare

    #[cold]
    fn syntax(&mut self, error: &ScanError) -> ReadError {
        let byte = self.offsets.byte_of(error.marker().index());
        if error.info().contains("unknown anchor") {
            return self.bad_alias(byte, "names no earlier anchor");
        }
        ReadError::YamlSyntax { position: self.position(byte), problem: error.info().to_owned() }
    }

    #[cold]
    fn cut_off(&mut self, character: usize) -> ReadError {
        let byte = self.offsets.byte_of(character);
        ReadError::YamlSyntax { position: self.position(byte), problem: Rationed::PROBLEM.to_owned() }
    }

    #[cold]
    fn stream(&self, byte: usize, found: &'static str) -> ReadError {
        ReadError::YamlStream { position: self.position(byte), found }
    }

    #[cold]
    fn bad_alias(&self, byte: usize, problem: &'static str) -> ReadError {
        ReadError::YamlAlias { position: self.position(byte), problem }
    }

    #[cold]
    fn no_key(&self, byte: usize, found: &str) -> ReadError {
        let remedy = "keys must be strings, as in JSON";
        ReadError::YamlKey { position: self.position(byte), found: found.to_owned(), remedy }
    }

    #[cold]
    fn too_deep(&self, byte: usize) -> ReadError {
        ReadError::Depth { position: self.position(byte), limit: self.depth_limit }
    }
}
