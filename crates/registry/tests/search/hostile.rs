//! Searches that would be slow are refused or bounded: by what they cost, which is counted, not by a clock.

use crate::search::records::{at, index_of, named, query};
use adp_registry::search::{Filter, Index, IndexChange, IndexError, QueryError, Search, SearchInput, SearchLimits};

fn refused(index: &Index, search: &Search) -> QueryError {
    match index.search(search) {
        Err(IndexError::Query(error)) => error,
        other => panic!("{other:?}"),
    }
}

/// 3,000 entries with a word each that no other has, of one beginning.
fn wide(limits: SearchLimits) -> Index {
    let index = Index::in_memory(limits).unwrap();
    let records = (0..3_000).map(|number| {
        IndexChange::Put(Box::new(named("many.example", &format!("n{number}"), &format!("agent{number}"), "An agent.")))
    });
    index.apply(records, at(1)).unwrap();
    index
}

#[test]
fn a_beginning_of_many_words_is_refused() {
    let mut limits = SearchLimits::default();
    limits.expansions = 1_000;
    let index = wide(limits);
    for text in ["ag*", "name:ag*", "\"an ag\"*", "NOT ag*", "x OR ag*"] {
        let error = refused(&index, &query(text));
        assert_eq!(error.message, "more than 1000 indexed words begin with `ag`; write a longer prefix", "{text}");
    }
    // 1,111 words begin with agent2: too many; 111 with agent29
    assert!(refused(&index, &query("agent2*")).message.contains("begin with `agent2`"));
    let page = index.search(&query("agent29*")).unwrap();
    assert_eq!(page.total, 111);
    assert!(page.work <= 2 * 111, "{}", page.work);
}

#[test]
fn what_a_search_costs_is_known_before_it_runs() {
    let mut limits = SearchLimits::default();
    limits.work = 20_000;
    let index = wide(limits);
    // each time, the word stands in all texts, and in the fields that count more nowhere: 3,000 places
    assert_eq!(index.search(&query("agent")).unwrap().work, 3_000);
    assert_eq!(index.search(&query("description:agent")).unwrap().work, 3_000);
    assert_eq!(index.search(&query("\"an agent\"")).unwrap().work, 6_000);
    assert_eq!(index.search(&query("")).unwrap().work, 3_000);
    assert_eq!(index.search(&query("nothing")).unwrap().work, 0);
    for text in [
        ["agent"; 64].join(" "),
        ["agent"; 64].join(" OR "),
        ["NOT nothing"; 8].join(" OR "),
        ["agent1*"; 64].join(" "),
        format!("\"{}\"", "an agent ".repeat(20)),
        format!("{}agent{}", "(an OR ".repeat(8), ")".repeat(8)),
    ] {
        let error = refused(&index, &query(&text));
        assert!(error.message.contains("index postings, more than the limit of 20000"), "{text}: {error}");
    }
    let mut search = query("");
    for _ in 0..8 {
        search.filter.add("publisher", vec!["many.example".to_owned()]).unwrap();
    }
    assert!(refused(&index, &search).message.contains("index postings"));
}

#[test]
fn free_text_is_bounded() {
    let index = index_of(&[named("a.example", "a", "Tea", "water")]);
    let text = |text: String| Search::new(SearchInput::Text(text));
    let error = refused(&index, &text("a".repeat(9_000)));
    assert!(error.message.contains("9000 bytes, more than the limit of 8192"), "{error}");
    let words: String = (0..1_000).map(|number| format!("w{number} ")).collect();
    assert_eq!(index.search(&text(words.clone() + "tea")).unwrap().total, 0, "the first 64 words count");
    assert_eq!(index.search(&text("tea ".to_owned() + &words)).unwrap().total, 1);
    let mut filter = Filter::default();
    filter.add("tags", vec![String::new(); 256]).unwrap();
    let error = filter.add("tags", vec![String::new()]).unwrap_err();
    assert!(error.message.contains("257 values, more than the limit of 256"), "{error}");
}

/// Nobody who writes a sentence knows which words are rare: the common ones are left out.
#[test]
fn free_text_of_common_words_finds_by_the_rare_ones() {
    let mut limits = SearchLimits::default();
    limits.work = 20_000;
    let index = wide(limits);
    index
        .apply([IndexChange::Put(Box::new(named("many.example", "tea", "Tea", "An agent that sells tea.")))], at(2))
        .unwrap();
    let text = |text: &str| Search::new(SearchInput::Text(text.to_owned()));
    // all but the first are in all 3,001 entries
    let page = index.search(&text("tea example many a2a card false air urn")).unwrap();
    assert_eq!(page.hits[0].id, "urn:air:many.example:agents:tea");
    assert!(page.work <= 20_000 && page.total == 3_001, "{} {}", page.work, page.total);
}

#[test]
fn entries_with_giant_texts_are_indexed() {
    let mut giant = named("giant.example", "giant", &"é".repeat(100_000), &"水 wörd\u{202e} ".repeat(50_000));
    giant.texts.skills =
        (0..2_000).map(|number| crate::search::records::skill(&format!("s{number}"), "s", "s", &["t"])).collect();
    let index = index_of(&[giant]);
    assert_eq!(index.search(&query("wörd")).unwrap().total, 1);
    assert_eq!(index.search(&query(&format!("name:{}", "é".repeat(64)))).unwrap().total, 1);
    assert_eq!(index.search(&query("name:ééé*")).unwrap().total, 1);
}
