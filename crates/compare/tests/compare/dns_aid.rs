//! DNS-AID: the records for what a host shows, and zone files that say something else.

use crate::formats::formats;
use adp_catalogs::dns_aid::{DnsRecord, RecordData, ZoneFinding, check, read_zone, records};
use adp_compare::doctor::{Inspector, ProbeReason, ProbeResponse, ProbedDocument};
use adp_fixtures::samples::options;
use agent_description::diagnostic::Severity;

const HOST: &str = "hotel.example";
const CARD: &str = r#"{"name": "Grand Hotel: Rooms", "description": "Books rooms.", "version": "1.0.0", "capabilities": {"streaming": true}, "supportedInterfaces": [{"url": "https://api.hotel.example:8443/a2a", "protocolBinding": "JSONRPC", "protocolVersion": "1.0"}], "defaultInputModes": ["text/plain"], "defaultOutputModes": ["text/plain"], "skills": [{"id": "book", "name": "Book", "description": "Books a room.", "tags": ["rooms"]}]}"#;
const CATALOG: &str = r#"{"specVersion": "1.0", "host": {"displayName": "Hotel"}, "entries": []}"#;

fn shown(files: &[(&str, &str)]) -> Vec<ProbedDocument<'static>> {
    let inspector = Inspector::new(formats(), options());
    let look = |path: &str| {
        let text = files.iter().find(|(known, _)| *known == path).map(|(_, text)| (*text).as_bytes().to_vec());
        text.map_or(ProbeResponse::Nothing, |bytes| ProbeResponse::Body { media_type: None, bytes, fields: Vec::new() })
    };
    let places = inspector.places().into_iter();
    places
        .map(|place| {
            inspector.inspect(ProbeReason::At(place), &format!("https://hotel.example{}", place.path), look(place.path))
        })
        .collect()
}

fn records_of(documents: &[ProbedDocument<'_>]) -> Vec<DnsRecord> {
    records(HOST, &documents.iter().filter_map(ProbedDocument::hosted).collect::<Vec<_>>())
}

fn printed(files: &[(&str, &str)]) -> Vec<String> {
    records_of(&shown(files)).iter().map(ToString::to_string).collect()
}

/// Written by hand after the draft, sections 3.1, 3.2 and 7.1; the digest is Python's SHA-256 of the bytes.
#[test]
fn the_records_of_a_host() {
    assert_eq!(printed(&[]), [""; 0]);
    assert_eq!(
        printed(&[("/.well-known/ai-catalog.json", CATALOG), ("/.well-known/agent-card.json", CARD)]),
        [
            r#"_index._agents.hotel.example. 3600 IN SVCB 1 hotel.example. mandatory=alpn,port alpn="h2" port=443 key65409="ai-catalog.json""#,
            r#"grand-hotel-rooms.hotel.example. 3600 IN SVCB 1 api.hotel.example. mandatory=alpn,port alpn="h2" port=8443 key65400="https://hotel.example/.well-known/agent-card.json" key65401="72knnDdTJAr1ukHtY9Ivn5-XG1f7Gb-uYPqHOe5oyoE" key65402="a2a""#,
            r#"_index._agents.hotel.example. 3600 IN TXT "agents=grand-hotel-rooms:a2a""#,
        ]
    );
    // an agent at the host itself, whose name has no letter of a label
    let own = CARD.replace("api.hotel.example:8443", "hotel.example").replace("Grand Hotel: Rooms", "客房");
    assert_eq!(
        printed(&[("/.well-known/agent-card.json", &own)])[0],
        r#"a2a.hotel.example. 3600 IN SVCB 1 hotel.example. mandatory=alpn,port alpn="h2" port=443 key65401="Lr-UFazdRmfztxviGWiSLNxNmK3_k5sS2URw2E2fRzk" key65402="a2a" key65409="agent-card.json""#
    );
    // a card that is not valid is not named
    assert_eq!(printed(&[("/.well-known/agent-card.json", &CARD.replace("\"skills\"", "\"skils\""))]), [""; 0]);
}

/// Names are labels (RFC 1035), and each its own.
#[test]
fn labels_are_short_and_differ() {
    let long = CARD.replace("Grand Hotel: Rooms", &"Room ".repeat(40));
    let owner = records_of(&shown(&[("/.well-known/agent-card.json", &long)]))[0].owner.clone();
    let label = owner.strip_suffix(".hotel.example.").unwrap();
    assert!(label.len() <= 63 && label.bytes().all(|b| b.is_ascii_lowercase() || b == b'-'), "{label}");
    let twice = printed(&[("/.well-known/agent-card.json", CARD), ("/.well-known/agent.json", CARD)]);
    assert!(twice[1].starts_with("grand-hotel-rooms-2.hotel.example. "), "{twice:?}");
    assert!(twice[2].contains("agents=grand-hotel-rooms:a2a,grand-hotel-rooms-2:a2a"));
}

fn found(zone: &str) -> Vec<ZoneFinding> {
    let expected =
        records_of(&shown(&[("/.well-known/ai-catalog.json", CATALOG), ("/.well-known/agent-card.json", CARD)]));
    check(&read_zone(zone, HOST).unwrap(), &expected, HOST)
}

/// The printed records, in the forms that zone files have.
#[test]
fn a_zone_with_the_records_has_no_findings() {
    let files = [("/.well-known/ai-catalog.json", CATALOG), ("/.well-known/agent-card.json", CARD)];
    assert_eq!(found(&printed(&files).join("\n")), []);
    let zone = r#"$TTL 1h ; a unit that is not read
$ORIGIN hotel.example.
@ 3600 IN SOA ns.hotel.example. admin.hotel.example. ( 1 2 3 4 5 )
_index._agents IN 300 SVCB 1 hotel.example. ( alpn="h2"
    port=443 mandatory=alpn,port ; both
    well-known=ai-catalog.json )
               TXT "agents=grand-hotel-rooms:a2a"
Grand-Hotel-Rooms HTTPS 1 api ( alpn=h2 port=8443
    key65400="https://hotel.example/.well-known/agent-card.json" cap-sha256=72knnDdTJAr1ukHtY9Ivn5-XG1f7Gb-uYPqHOe5oyoE bap=a2a )
"#;
    assert_eq!(found(zone), []);
    let read = read_zone(zone, "other.example").unwrap();
    assert_eq!(
        read.iter().map(|(line, record)| (*line, record.ttl)).collect::<Vec<_>>(),
        [(4, 300), (7, 3600), (8, 3600)]
    );
    assert!(matches!(&read[1].1.data, RecordData::Txt(texts) if texts == &["agents=grand-hotel-rooms:a2a"]));
    assert_eq!(read[1].1.owner, "_index._agents.hotel.example.");
    // escaped or not, quoted or not: the data are the same
    assert_eq!(found(&zone.replace("ai-catalog.json", r"ai\-catalog\.json")), []);
    let read = read_zone(r#"a TXT b\.c "d\.e" f\\.g"#, HOST).unwrap();
    assert!(matches!(&read[0].1.data, RecordData::Txt(texts) if texts == &["b.c", "d.e", r"f\.g"]), "{read:?}");
}

#[test]
fn what_is_wrong_with_a_zone_is_told() {
    let index =
        r#"_index._agents.hotel.example. IN SVCB 1 hotel.example. alpn="h2" port=443 key65409="ai-catalog.json""#;
    let agent = r#"grand-hotel-rooms.hotel.example. IN SVCB 1 api.hotel.example. alpn="h2" port=8443 key65400="https://hotel.example/.well-known/agent-card.json" key65401="72knnDdTJAr1ukHtY9Ivn5-XG1f7Gb-uYPqHOe5oyoE" key65402="a2a""#;
    let text = r#"_index._agents.hotel.example. IN TXT "agents=grand-hotel-rooms:a2a""#;
    let index = format!("{text}\n{index}");
    assert_eq!(found(&format!("{index}\n{agent}")), []);
    let told = |zone: &str, severity: Severity, text: &str| {
        let found = found(zone);
        assert!(
            found.iter().any(|found| found.severity == severity && found.message.contains(text)),
            "{text}: {found:?}"
        );
    };
    for (from, to, text) in [
        ("1 api.hotel.example.", "1 _mcp._agents.hotel.example.", "contains an underscore"),
        ("1 api.hotel.example.", "1 elsewhere.example.", "the target is"),
        ("alpn=\"h2\" port=8443", "port=8443", "no `alpn`"),
        ("port=8443", "port=443", "`port` is"),
        (" port=8443", "", "`port` is \"443\", expected \"8443\""),
        ("port=8443", "port=0", "from 1 to 65535"),
        ("port=8443", "port=8443 mandatory=alpn,key65403", "`mandatory` names \"key65403\""),
        (
            "port=8443",
            "port=8443 well-known=agent-card.json",
            "`well-known` is \"agent-card.json\", which the expected record does not have",
        ),
        ("alpn=\"h2\"", "alpn=\"h3\"", "`alpn` is \"h3\", expected \"h2\""),
        ("https://hotel.example/", "http://hotel.example/", "expected an https URL"),
        ("https://hotel.example/", "https://other.example/", "`cap` is \"https://other.example/"),
        (
            " key65400=",
            " key65410=",
            "`cap` is missing; add key65400=\"https://hotel.example/.well-known/agent-card.json\"",
        ),
        ("72knnDdTJAr1ukHtY9Ivn5-XG1f7Gb-uYPqHOe5oyoE", "abc", "43 characters"),
        ("72knnDdT", "AAAAAAAA", "`cap-sha256` is"),
        (
            " key65401=",
            " key65411=",
            "`cap-sha256` is missing; add key65401=\"72knnDdTJAr1ukHtY9Ivn5-XG1f7Gb-uYPqHOe5oyoE\" for https://hotel.example/.well-known/agent-card.json",
        ),
        (" key65402=\"a2a\"", " key65402=\"mcp\"", "`bap` is \"mcp\", expected \"a2a\""),
        (" key65402=\"a2a\"", "", "`bap` is missing; add key65402=\"a2a\""),
    ] {
        assert!(agent.contains(from), "{from}");
        told(&format!("{index}\n{}", agent.replacen(from, to, 1)), Severity::Error, text);
    }
    assert_eq!(found(&format!("{index}\n{}", agent.replacen("\"h2\"", "\"h3,h2\"", 1))), []);
    for (from, to) in [(" key65409=\"ai-catalog.json\"", ""), ("key65409", "key65490")] {
        let missing = "`well-known` is missing; add key65409=\"ai-catalog.json\"";
        told(&format!("{}\n{agent}", index.replacen(from, to, 1)), Severity::Error, missing);
    }
    told(
        &format!("{index} cap-sha256=abc\n{agent}"),
        Severity::Error,
        "`cap-sha256` is \"abc\", which the expected record does not have",
    );
    told(
        &format!("{}\n{agent}", index.replacen("ai-catalog.json", "../card.json", 1)),
        Severity::Error,
        "a path below",
    );
    told(&format!("{index}\n{}", agent.replacen("SVCB 1", "SVCB 0", 1)), Severity::Error, "an alias");
    told(agent, Severity::Error, "no service record for https://hotel.example/.well-known/ai-catalog.json");
    told("", Severity::Error, "add it: grand-hotel-rooms.hotel.example. 3600 IN SVCB 1");
    // records of other services are nobody's business
    assert_eq!(found(&format!("{index}\n{agent}\nwww.hotel.example. IN HTTPS 0 _x.example.")), []);
}

/// A record beside or instead of the expected ones is an error. Written after RFC 1035, 3597, 6672 and 9460.
#[test]
fn records_that_hide_or_contradict_the_expected_ones() {
    let files = [("/.well-known/ai-catalog.json", CATALOG), ("/.well-known/agent-card.json", CARD)];
    let zone = printed(&files);
    let text = zone.iter().position(|record| record.contains(" TXT ")).unwrap();
    let is_error = |zone: &[String], message: &str| {
        let found = found(&zone.join("\n"));
        let is_told = |found: &ZoneFinding| found.severity == Severity::Error && found.message.contains(message);
        assert!(found.iter().any(is_told), "{message}: {found:?}");
    };
    let without_text = [&zone[..text], &zone[text + 1..]].concat();
    is_error(
        &without_text,
        "no TXT record for https://hotel.example/; add it: _index._agents.hotel.example. 3600 IN TXT",
    );
    for data in [r#"TXT "garbage""#, r#"TXT "agents=evil:mcp""#, "TXT", r"TYPE16 \# 2 0161"] {
        let other = format!("_index._agents.hotel.example. IN {data}");
        is_error(
            &[&without_text[..], std::slice::from_ref(&other)].concat(),
            "expected \"agents=grand-hotel-rooms:a2a\"",
        );
        is_error(&[&zone[..], &[other]].concat(), "expected \"agents=grand-hotel-rooms:a2a\"");
    }
    for (record, message) in [
        ("_index._agents.hotel.example. IN SVCB 0 attacker.example.", "an alias of \"attacker.example.\""),
        ("grand-hotel-rooms.hotel.example. IN HTTPS 0 attacker.example.", "an alias of \"attacker.example.\""),
        // priority 0 and the name a.b., in RDATA
        (r"_index._agents.hotel.example. IN TYPE64 \# 7 0000 0161 0162 00", "an alias of \"a.b.\""),
        ("_index._agents.hotel.example. IN CNAME attacker.example.", "the CNAME record leads to \"attacker.example.\""),
        ("grand-hotel-rooms IN CNAME attacker.example.", "the CNAME record leads to \"attacker.example.\""),
        ("hotel.example. DNAME attacker.example.", "the DNAME record leads to \"attacker.example.\""),
        ("_agents.hotel.example. NS ns.attacker.example.", "the NS record leads to \"ns.attacker.example.\""),
        // the name a., in RDATA
        (r"hotel.example. IN TYPE39 \# 3 016100", "the DNAME record leads to \"# 3 016100\""),
        (r"_agents.hotel.example. IN TYPE2 \# 3 016100", "the NS record leads to \"# 3 016100\""),
        (r"_index._agents.hotel.example. IN TYPE64 \# 3 000100 00", "cannot be read: the length"),
        (r"_index._agents.hotel.example. IN TYPE64 \# 3 0001zz", "cannot be read: the length"),
        (r"_index._agents.hotel.example. IN TYPE64 \# 3 000101", "cannot be read: the data are malformed"),
        (r"grand-hotel-rooms IN TYPE65 \# 5 0001000001", "cannot be read: the data are malformed"),
        (r"_index._agents.hotel.example. IN TYPE16 \# 1 05", "cannot be read: the data are malformed"),
        (r#"_index._agents.hotel.example. CH TXT "agents=evil:mcp""#, "expected the class IN"),
        (r#"_index._agents.hotel.example. -1 IN TXT "agents=evil:mcp""#, "found \"-1\""),
        ("grand-hotel-rooms line here", "the record \"LINE here\" cannot be read"),
        ("grand-hotel-rooms", "cannot be read"),
        ("grand-hotel-rooms 60 IN A notanip", "cannot be read: expected one IP address"),
        ("grand-hotel-rooms 60 IN AAAA 192.0.2.1", "cannot be read: expected one IP address"),
        (r"grand-hotel-rooms 60 IN A \# 2 c000", "cannot be read: the data are no address"),
    ] {
        is_error(&[&zone[..], &[record.to_owned()]].concat(), message);
    }
    // records in generic form are compared: 1 hotel.example. mandatory=alpn,port alpn=h2 port=443 key65409=ai-catalog.json
    let generic = |port: &str| {
        let data = format!(
            "0001 05686f74656c 076578616d706c65 00 0000 0004 00010003 0001 0003 026832 0003 0002 {port} ff81 000f 61692d636174616c6f672e6a736f6e"
        );
        let record = format!(r"_index._agents.hotel.example. 1h30m IN TYPE64 \# 57 {data}");
        let index = zone.iter().position(|record| record.contains("ai-catalog")).unwrap();
        let mut zone = zone.clone();
        zone[index] = record;
        zone
    };
    assert_eq!(found(&generic("01bb").join("\n")), []);
    is_error(&generic("01bc"), "`port` is \"444\", expected \"443\"");
    // a label with a dot is not two labels
    let joined =
        |record: usize| zone.join("\n").replacen(zone[record].as_str(), &zone[record].replacen('.', r"\.", 1), 1);
    for (record, message) in [(0, "no service record"), (1, "no service record"), (text, "no TXT record")] {
        is_error(&[joined(record)], message);
    }
    is_error(&[zone.join("\n").replacen("1 api.hotel", r"1 api\.hotel", 1)], "the target is");
    // what has nothing to do with the records is not reported
    let others = "hotel.example. NS ns.hotel.example.\nwww CNAME hotel.example.\ngrand-hotel-rooms A 192.0.2.1\ngarbage line here";
    assert_eq!(found(&format!("{}\n{others}", zone.join("\n"))), []);
    // a host that publishes nothing has no index
    let alone = read_zone(r#"_index._agents.hotel.example. TXT "agents=evil:mcp""#, HOST).unwrap();
    assert!(check(&alone, &[], HOST)[0].message.contains("hotel.example has no valid agent document"));
}

/// The names of many agents are several strings of one record (RFC 1035, section 3.3).
#[test]
fn long_texts_are_split() {
    let zone = |texts: &str| format!("_index._agents.hotel.example. TXT {texts}");
    let text = format!("agents={}", "a".repeat(300));
    let expected = [DnsRecord {
        owner: "_index._agents.hotel.example.".to_owned(),
        ttl: 3600,
        data: RecordData::Txt(vec![text.clone()]),
        of: String::new(),
    }];
    let found = |zone: &str| check(&read_zone(zone, HOST).unwrap(), &expected, HOST);
    assert!(found(&zone(&text))[0].message.contains("more than 255 bytes"));
    assert_eq!(found(&zone(&format!("{} {}", &text[..255], &text[255..]))), []);
}

/// Whatever a file holds, it is read or refused.
#[test]
fn files_that_are_no_zones() {
    for (zone, text) in [
        ("a SVCB 1 \"b", "line 1: a quotation"),
        ("\na SVCB ( 1", "line 2: a quotation or parenthesis"),
        (" SVCB 1 b.", "line 1: the record has no name"),
        ("a SVCB x b.", "line 1: the priority is \"x\""),
        ("a SVCB 1", "line 1: the record has no target"),
        // records that the file does not show
        ("a SVCB 1 b.\n$INCLUDE more.zone", "line 2: the directive \"$INCLUDE\" is not read"),
        ("$generate 1-9 a$ SVCB 1 b.", "line 1: the directive \"$GENERATE\" is not read"),
        ("a SVCB 1 b. colour=red", "line 1: the key \"colour\" is unknown"),
        ("a SVCB 1 b. port=1 port=2", "line 1: the key \"port\" is there twice"),
        ("a SVCB 1 b. key065400=a", "line 1: the key \"key065400\" is unknown"),
        // names that cannot be read could be those of the records
        ("a TXT b\n\\999. IN A 192.0.2.1", "line 2: the escape \\999 cannot be read"),
        ("\\12x IN A 192.0.2.1", "line 1: the escape \\12 cannot be read"),
        (&format!("{}.hotel.example. IN A 192.0.2.1", "a".repeat(100)), "expected labels of 1 to 63 bytes"),
        (&format!("{}hotel.example. IN A 192.0.2.1", "a.".repeat(130)), "254 in all"),
        ("a..hotel.example. TXT b", "line 1: \"a..hotel.example.\" is no name"),
        ("$ORIGIN ..\n", "line 1: \"..\" is no name"),
        (&format!("a SVCB 1 {}.", "b".repeat(64)), "is no name"),
        ("a TXT b\n\0", "line 2: the control character '\\0' cannot be read"),
        (&"x".repeat((4 << 20) + 1), "more than"),
    ] {
        let error = read_zone(zone, HOST).unwrap_err().to_string();
        assert!(error.contains(text), "{error}");
    }
    for zone in ["", ";", "\\", "$ORIGIN", "$INCLUDE /etc/passwd", "()()", "a\\\"b TXT \\065\\999"] {
        let records: Vec<(usize, DnsRecord)> = read_zone(zone, HOST).unwrap_or_default();
        assert!(records.len() <= 1, "{zone}");
    }
}
