//! A text is read by the largest limits of the formats asked for, and held to those of the format that it is of.

use agent_description::{
    Code, CodedError, Limits, ReadLimits,
    format::{ADP, ALL, DID_DOCUMENT, Format, FormatError, MatchConfidence, read, read_as, read_limits},
    json::{Position, ReadError},
};

/// A format whose documents may be larger, and deeper or less deep, than the caller's limits say of descriptions.
const fn plan(read_limits: fn(&Limits) -> ReadLimits) -> Format {
    Format {
        name: "plan",
        title: "a building plan",
        read_limits,
        match_confidence: |root| match root.contains("rooms") {
            true => MatchConfidence::Certain,
            false => MatchConfidence::Lacks(vec!["`rooms`"]),
        },
        ..Format::DEFAULT
    }
}

const USUAL: &Format = &plan(|_| ReadLimits::new(2 << 20));
const DEEP: &Format = &plan(|_| ReadLimits::new(2 << 20).with_depth(100));
const FLAT: &Format = &plan(|_| ReadLimits::new(2 << 20).with_depth(3));

const DESCRIPTION: &str = r#"{"@context": "https://agent-network-protocol.com/ad#", "x": "$"}"#;
const OF_A_DID: &str = r#"{"@context": "https://www.w3.org/ns/did/v1", "x": "$"}"#;
const PLAN: &str = r#"{"rooms": "$"}"#;

/// The text, with so much in it that it has so many bytes.
fn of_size(text: &str, size: usize) -> String {
    text.replace('$', &"x".repeat(size + 1 - text.len()))
}

#[test]
fn each_format_has_its_own_size() {
    let limits = Limits::default();
    let formats = [ALL, &[USUAL]].concat();
    for (text, format, title, limit) in [
        (DESCRIPTION, "adp", "an agent description", 1 << 20),
        (OF_A_DID, "did-document", "a DID document", 256 << 10),
        (PLAN, "plan", "a building plan", 2 << 20),
    ] {
        let (document, found) = read(of_size(text, limit).as_bytes(), &formats, &limits).unwrap();
        assert_eq!((document.source().len(), found.len(), found[0].name), (limit, 1, format));

        let error = read(of_size(text, limit + 1).as_bytes(), &formats, &limits).unwrap_err();
        assert_eq!((error.code(), error.position()), (Code::JSON_SIZE, Some(Position { line: 1, column: limit + 1 })));
        if limit == 2 << 20 {
            // more than any of them allows: nothing is read of it that could say what it is
            assert!(matches!(error, FormatError::Unread(_)), "{error}");
            continue;
        }
        let said = format!(
            "1:{}: {title} (`{format}`) may have at most {limit} bytes, but this one has {}; split the document or raise the limit",
            limit + 1,
            limit + 1
        );
        assert_eq!(error.to_string(), said);
    }
    // what the caller says of descriptions and DID documents counts for these
    let mut small = Limits::default();
    (small.description_bytes, small.did_document_bytes) = (100, 90);
    for (text, limit) in [(DESCRIPTION, 100), (OF_A_DID, 90)] {
        assert!(read(of_size(text, limit).as_bytes(), &formats, &small).is_ok());
        let error = read(of_size(text, limit + 1).as_bytes(), &formats, &small).unwrap_err();
        assert!(
            matches!(error, FormatError::Limit { error: ReadError::Size { limit: found, .. }, .. } if found == limit),
            "{error}"
        );
    }
    assert!(read(of_size(PLAN, 2 << 20).as_bytes(), &formats, &small).is_ok());
}

#[test]
fn no_more_is_read_than_a_format_in_question_allows() {
    let limits = Limits::default();
    let bytes = |formats: &[&Format]| read_limits(formats, &limits).bytes();
    assert_eq!(
        [bytes(&[]), bytes(ALL), bytes(&[DID_DOCUMENT]), bytes(&[DID_DOCUMENT, USUAL])],
        [1 << 20, 1 << 20, 256 << 10, 2 << 20]
    );
    // a single one is named, though nothing of the text says that it is one
    let large = of_size(PLAN, (256 << 10) + 1);
    let error = read(large.as_bytes(), &[DID_DOCUMENT], &limits).unwrap_err();
    assert!(matches!(error, FormatError::Limit { format: "did-document", .. }), "{error}");
    let error = read_as(large.as_bytes(), DID_DOCUMENT, &limits).unwrap_err();
    assert!(matches!(error, FormatError::Limit { format: "did-document", .. }), "{error}");
    assert_eq!(read_as(large.as_bytes(), ADP, &limits).unwrap().source(), large);
    let error = read(of_size(PLAN, 100).as_bytes(), ALL, &limits).unwrap_err();
    assert_eq!((error.code(), error.position()), (Code::FORMAT_UNKNOWN, None));
}

#[test]
fn a_document_of_two_formats_is_held_to_both() {
    let both = OF_A_DID.replace('{', r#"{"did": "did:wba:hotel.example", "#);
    let limits = Limits::default();
    let names = |found: Vec<&Format>| found.iter().map(|format| format.name).collect::<Vec<_>>();
    let (_, found) = read(of_size(&both, 256 << 10).as_bytes(), ALL, &limits).unwrap();
    assert_eq!(names(found), ["adp", "did-document"]);
    let error = read(of_size(&both, (256 << 10) + 1).as_bytes(), ALL, &limits).unwrap_err();
    assert!(matches!(error, FormatError::Limit { format: "did-document", .. }), "{error}");
}

#[test]
fn each_format_has_its_own_depth() {
    let nested = |text: &str, levels: usize| {
        text.replace("\"$\"", &format!("{}1{}", "[".repeat(levels - 1), "]".repeat(levels - 1)))
    };
    for (formats, text, depth) in [
        (vec![ADP, DID_DOCUMENT, DEEP], DESCRIPTION, 64),
        (vec![ADP, DID_DOCUMENT, DEEP], PLAN, 100),
        (vec![ADP, FLAT], PLAN, 3),
        (vec![FLAT], PLAN, 3),
    ] {
        assert!(read(nested(text, depth).as_bytes(), &formats, &Limits::default()).is_ok(), "{depth}");
        let error = read(nested(text, depth + 1).as_bytes(), &formats, &Limits::default()).unwrap_err();
        assert_eq!(error.code(), Code::JSON_DEPTH);
        // where the first bracket too many stands
        let column = text.find("\"$\"").unwrap() + depth;
        assert_eq!(error.position(), Some(Position { line: 1, column }), "{error}");
        assert_eq!(
            matches!(error, FormatError::Limit { error: ReadError::Depth { limit, .. }, .. } if limit == depth),
            depth != 100,
            "{error}"
        );
    }
}
