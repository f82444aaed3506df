//! The search language: what is read, and where the mistakes are.

use adp_registry::search::{Query, SearchField};
use agent_description::CodedError as _;

#[test]
fn what_searches_mean() {
    for (text, meant) in [
        ("", ""),
        ("  \t ", ""),
        ("hotel", "\"hotel\""),
        ("hotel room", "\"hotel\" AND \"room\""),
        ("a OR b c", "\"a\" OR \"b\" AND \"c\""),
        ("a OR b AND c OR d", "\"a\" OR \"b\" AND \"c\" OR \"d\""),
        ("(a OR b) c", "(\"a\" OR \"b\") AND \"c\""),
        ("NOT a b", "NOT \"a\" AND \"b\""),
        ("NOT (a b)", "NOT (\"a\" AND \"b\")"),
        ("NOT NOT a", "NOT NOT \"a\""),
        ("a(b)NOT(c)", "\"a\" AND \"b\" AND NOT \"c\""),
        ("not and or", "\"not\" AND \"and\" AND \"or\""),
        ("ANDROID NOTE", "\"ANDROID\" AND \"NOTE\""),
        ("name:hotel", "name:\"hotel\""),
        ("agentId=urn:air:h.example:a:b", "agentId=\"urn:air:h.example:a:b\""),
        ("did:did:wba:h.example", "did:\"did:wba:h.example\""),
        ("displayName:works*", "displayName:\"works\"*"),
        ("\"two words\"*", "\"two words\"*"),
        ("skills.tags:\"a (b) \\\"c\\\" \\\\\"", "skills.tags:\"a (b) \\\"c\\\" \\\\\""),
        ("name=\"\"", "name=\"\""),
        ("订酒店 OR 茶", "\"订酒店\" OR \"茶\""),
        ("verified:true AND NOT format=mcp-tools", "verified:\"true\" AND NOT format=\"mcp-tools\""),
        // a quotation mark ends a bare word, as a parenthesis does
        ("((a))", "\"a\""),
    ] {
        let query: Query = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(query.to_string(), meant, "{text}");
        assert_eq!(meant.parse::<Query>().unwrap(), query, "{text}");
    }
}

#[test]
fn mistakes_are_pointed_at() {
    for (text, offset, message) in [
        ("a AND", 5, "found the end, expected a word, a quoted text, a field with `:` or `=`, `NOT` or `(`"),
        ("OR a", 0, "found \"OR\", expected a word, a quoted text, a field with `:` or `=`, `NOT` or `(`"),
        ("a AND OR b", 6, "found \"OR\", expected a word"),
        ("(a b", 4, "found the end, expected `)`"),
        ("a) b", 1, "found \")\", expected `AND`, `OR`, another comparison or the end"),
        ("()", 1, "found \")\", expected a word"),
        ("茶 名字:x", 4, "unknown field \"名字\"; to search for the text, put it in quotes"),
        ("nmae:x", 0, "unknown field \"nmae\" (did you mean `name`?); to search"),
        ("skill.tags:x", 0, "unknown field \"skill.tags\" (did you mean `skills.tags`?)"),
        ("displayname=x", 0, "unknown field \"displayname\" (did you mean `displayName`?)"),
        (":x", 0, "unknown field \"\""),
        ("name:", 5, "found the end, expected a word or a quoted text"),
        ("name: hotel", 5, "found \" \", expected a word or a quoted text"),
        ("name:(a OR b)", 5, "found \"(\", expected a word or a quoted text"),
        ("name:\"hotel", 5, "unclosed quotation mark"),
        ("\"a\\n\"", 2, "found \"\\\\n\", expected `\\\"` or `\\\\`"),
        ("name:!!!", 5, "\"!!!\" has no letter or digit to search for"),
        ("a*b", 2, "found \"b\", expected a space or the end"),
        ("*", 0, "found \"*\", expected a word or a quoted text"),
        ("a*", 0, "a word before `*` needs at least 2 characters"),
        ("name=ab*", 7, "found \"*\", expected the end of the value: `=` compares complete values; use `:` with `*`"),
        ("name:a\"b\"", 6, "found \"\\\"\", expected a space or the end"),
    ] {
        let error = text.parse::<Query>().expect_err(text);
        let expected = format!("at offset {offset} of the search: {message}");
        assert!(error.to_string().starts_with(&expected), "{text}: {error}\nexpected {expected}");
        assert_eq!(error.offset, Some(offset), "{text}");
        assert_eq!(error.code().as_str(), "registry-query");
        assert!(text.is_char_boundary(offset));
    }
}

#[test]
fn searches_have_bounds() {
    let deep = |depth| format!("{}ab{}", "(".repeat(depth), ")".repeat(depth));
    let clauses = |count| vec!["ab"; count].join(" OR ");
    let negated = |count| format!("{}ab", "NOT ".repeat(count));
    for right in [deep(16), clauses(64), negated(16), "x".repeat(2048), "水".repeat(256)] {
        assert!(right.parse::<Query>().is_ok(), "{right}");
    }
    for (wrong, message) in [
        (deep(17), "more than 16 parentheses and `NOT`s around each other"),
        (negated(17), "more than 16 parentheses"),
        (clauses(65), "more than 64 comparisons"),
        ("x".repeat(2049), "the search has 2049 bytes, more than the limit of 2048"),
        ("水".repeat(257), "more than 256 words in one search"),
        (clauses(10_000), "more than the limit of 2048"),
        (deep(1_000_000), "more than the limit of 2048"),
    ] {
        let error = wrong.parse::<Query>().unwrap_err();
        assert!(error.to_string().contains(message), "{error}");
    }
}

#[test]
fn fields_are_found_by_their_names() {
    for field in SearchField::ALL {
        assert_eq!(SearchField::from_name(field.as_str()), Some(*field));
        assert!(format!("{field}:\"{field}\"").parse::<Query>().is_ok());
    }
    assert_eq!(SearchField::ALL.len(), 18);
    let error = "x".repeat(500) + ":a";
    let error = error.parse::<Query>().unwrap_err().to_string();
    assert!(error.contains("unknown field") && !error.contains("did you mean"), "{error}");
}
