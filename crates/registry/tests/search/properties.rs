//! The index finds what looking at every entry finds, whatever was added, replaced and removed before; made anew it gives the same answers.

use crate::search::{
    naive,
    records::{at, put, record, time},
};
use adp_registry::search::{
    Clause, Index, IndexChange, IndexError, Query, QueryComparison, Record, Search, SearchField, SearchInput,
    SearchLimits, SkillSummary, ToolSummary,
};
use proptest::{collection::vec, option, prelude::*, sample::select};
use std::collections::BTreeMap;

const WORDS: [&str; 24] = [
    "hotel",
    "hotels",
    "Hotel",
    "room",
    "rooms",
    "book",
    "booking",
    "bookings",
    "tea",
    "ＴＥＡ",
    "Café",
    "x1",
    "true",
    "urn",
    "example",
    "酒店",
    "酒",
    "店",
    "订酒店",
    "天气",
    "天",
    "茶",
    "カフェ",
    "get_weather",
];
const BETWEEN: [&str; 6] = [" ", "-", ", ", "", "。", "\n"];

fn text(words: std::ops::Range<usize>) -> impl Strategy<Value = String> {
    vec((select(&WORDS[..]), select(&BETWEEN[..])), words)
        .prop_map(|parts| parts.iter().map(|(word, between)| format!("{word}{between}")).collect())
}

prop_compose! {
    fn a_skill()(
        id in option::of(text(1..2)), name in option::of(text(1..4)), description in option::of(text(1..8)),
        tags in vec(text(1..3), 0..3), examples in vec(text(1..5), 0..2),
    ) -> SkillSummary {
        let mut skill = SkillSummary::default();
        (skill.id, skill.name, skill.description, skill.tags, skill.examples) = (id, name, description, tags, examples);
        skill
    }
}

prop_compose! {
    fn a_record()(
        number in 0..40u32, host in select(&["hotel.example", "tea.example"][..]), verified in any::<bool>(),
        name in option::of(text(1..4)), display_name in option::of(text(1..4)), description in option::of(text(1..10)),
        skills in vec(a_skill(), 0..3), tools in vec((option::of(text(1..3)), option::of(text(1..6))), 0..3),
        products in vec(text(1..4), 0..2), second in 0..5i64,
    ) -> Record {
        let mut record = record(host, &format!("n{number}"));
        (record.texts.name, record.texts.display_name, record.texts.description) = (name, display_name, description);
        (record.texts.skills, record.texts.products, record.verified, record.updated) = (skills, products, verified, time(second));
        let tool = |(name, description)| {
            let mut tool = ToolSummary::default();
            (tool.name, tool.description) = (name, description);
            tool
        };
        record.texts.tools = tools.into_iter().map(tool).collect();
        record
    }
}

fn a_clause() -> impl Strategy<Value = Query> {
    let field = option::weighted(0.6, select(SearchField::ALL));
    (field, text(1..4), 0..10u8).prop_map(|(field, text, kind)| {
        let comparison = match (kind, field) {
            (0 | 1, Some(_)) => QueryComparison::Equal(text),
            // only what the language takes: a beginning has two characters
            (2..=4, _) if !text.trim_end_matches(|c: char| !c.is_alphanumeric()).ends_with("x") => {
                QueryComparison::Words { text, prefix: true }
            }
            _ => QueryComparison::Words { text, prefix: false },
        };
        Query::Clause(Clause { field, comparison })
    })
}

fn a_query() -> impl Strategy<Value = Query> {
    a_clause().prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            inner.clone().prop_map(|query| Query::Not(Box::new(query))),
            vec(inner.clone(), 2..4).prop_map(Query::And),
            vec(inner, 2..4).prop_map(Query::Or),
        ]
    })
}

/// All pages of a search, with scores.
fn everything(index: &Index, mut search: Search) -> Vec<(String, u8)> {
    search.page_size = 7;
    let mut all = Vec::new();
    loop {
        let page = index.search(&search).unwrap();
        all.extend(page.hits.into_iter().map(|hit| (hit.id, hit.score)));
        search.page_token = page.next;
        if search.page_token.is_none() {
            assert_eq!(page.total, all.len() as u64);
            return all;
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_index_finds_what_looking_finds(
        batches in vec(vec(prop_oneof![4 => a_record().prop_map(Ok), 1 => a_record().prop_map(|record| Err(record.id))], 1..20), 1..4),
        queries in vec(a_query(), 45),
    ) {
        let index = Index::in_memory(SearchLimits::default()).unwrap();
        let mut there = BTreeMap::new();
        for (number, batch) in batches.iter().enumerate() {
            let changes: Vec<IndexChange> = batch.iter().map(|change| match change {
                Ok(record) => put(record),
                Err(id) => IndexChange::Remove(id.clone()),
            }).collect();
            index.apply(changes, at(number as u64 + 1)).unwrap();
            for change in batch {
                match change {
                    Ok(record) => there.insert(record.id.clone(), record),
                    Err(id) => there.remove(id),
                };
            }
        }
        prop_assert_eq!((index.len(), index.revision()), (there.len() as u64, at(batches.len() as u64)));
        let anew = Index::in_memory(SearchLimits::default()).unwrap();
        // in another order, so that nothing stands where it stood
        anew.rebuild(there.values().rev().map(|record| Ok::<_, IndexError>((*record).clone())), at(9)).unwrap();

        for query in queries.into_iter().chain([Query::All]) {
            let written = query.to_string();
            let read: Query = written.parse().unwrap();
            prop_assert_eq!(&read, &query, "{}", written);
            let search = Search::new(SearchInput::Query(read));
            let found = everything(&index, search.clone());
            let mut ids: Vec<&str> = found.iter().map(|(id, _)| id.as_str()).collect();
            ids.sort_unstable();
            let expected: Vec<&str> =
                there.values().filter(|record| naive::holds(&query, record)).map(|record| record.id.as_str()).collect();
            prop_assert_eq!(ids, expected, "{}", written);
            prop_assert_eq!(everything(&anew, search), found, "{}", written);
        }
    }
}
