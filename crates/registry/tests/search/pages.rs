//! Pages: their sizes, their tokens, and what happens to them while entries come and go.

use crate::search::records::{at, index_of, named, names, put, query, record, time};
use adp_registry::search::{Filter, FilterTerm, Index, IndexChange, Record, ResultOrder, Search, SearchInput};
use std::collections::BTreeSet;

fn many() -> Vec<Record> {
    let mut all = Vec::new();
    for number in 0..90 {
        let text = "tea ".repeat(number % 7 + 1) + &"water ".repeat(number % 5);
        let mut record = named("tea.example", &format!("n{number:02}"), "Tea", &text);
        record.updated = time(i64::try_from(number * 37 % 90).unwrap());
        all.push(record);
    }
    all
}

#[test]
fn sizes() {
    let index = index_of(&many());
    let mut search = query("tea");
    assert_eq!(index.search(&search).unwrap().hits.len(), 20);
    for (asked, given) in [(1, 1), (90, 90), (100, 90), (1000, 90)] {
        search.page_size = asked;
        assert_eq!(index.search(&search).unwrap().hits.len(), given);
    }
    for (wish, size) in [(0, 20), (1, 1), (100, 100), (101, 100), (i64::MAX, 100)] {
        assert_eq!(Search::page_size_of(wish), Ok(size));
    }
    let error = Search::page_size_of(-1).unwrap_err();
    assert!(error.message.contains("the page size is -1, expected a number of at least 0"), "{error}");
}

#[test]
fn orders() {
    let index = index_of(&many());
    let first = |order| {
        let mut search = query("tea");
        (search.order, search.page_size) = (order, 3);
        names(&index.search(&search).unwrap()).join(" ")
    };
    assert_eq!(first(ResultOrder::Identifier), "n00 n01 n02");
    // the times are 0, 37, 74, 21, … seconds: 37 times the number, modulo 90
    assert_eq!(first(ResultOrder::Updated { descending: false }), "n00 n73 n56");
    assert_eq!(first(ResultOrder::Updated { descending: true }), "n17 n34 n51");
    assert_eq!(first(ResultOrder::Created { descending: true }), "n00 n01 n02");
}

/// Between the pages, entries are added before, among and behind those that were shown, replaced and removed: what stays as it is is
/// shown exactly once, in the order of the first page's moment.
#[test]
fn entries_come_and_go_between_pages() {
    for order in [ResultOrder::Relevance, ResultOrder::Identifier, ResultOrder::Updated { descending: true }] {
        let all = many();
        let index = index_of(&all);
        let mut search = query("tea OR water");
        (search.order, search.page_size) = (order, 100);
        let expected = names(&index.search(&search).unwrap()).into_iter().map(str::to_owned).collect::<Vec<_>>();
        search.page_size = 8;
        let mut shown = Vec::new();
        let (mut touched, mut round) = (BTreeSet::new(), 0);
        loop {
            let page = index.search(&search).unwrap();
            shown.extend(names(&page).into_iter().map(str::to_owned));
            search.page_token = page.next;
            if search.page_token.is_none() {
                break;
            }
            round += 1;
            let mut changes = Vec::new();
            for number in 0..if round <= 4 { 40 } else { 0 } {
                // many new entries with the words of the search: how rare they are changes
                let text = "tea ".repeat(number % 9 + 1);
                changes.push(put(&named("tea.example", &format!("new-{round}-{number}"), "Water", &text)));
            }
            for number in [round * 6, round * 6 + 1] {
                let Some(old) = all.get(number) else { continue };
                touched.insert(format!("n{number:02}"));
                changes.push(if number % 2 == 0 {
                    IndexChange::Remove(old.id.clone())
                } else {
                    put(&named("tea.example", &format!("n{number:02}"), "Other", "nothing"))
                });
            }
            index.apply(changes, at(2)).unwrap();
        }
        let stayed = |names: &[String]| {
            names
                .iter()
                .filter(|name| !name.starts_with("new") && !touched.contains(*name))
                .cloned()
                .collect::<Vec<_>>()
        };
        assert_eq!(stayed(&shown), stayed(&expected), "{order:?}");
        // an entry that was written anew may have got another rank, and is shown there again
        let twice = |name: &&String| shown.iter().filter(|other| other == name).count() > 1 && !touched.contains(*name);
        assert_eq!(shown.iter().filter(twice).collect::<Vec<_>>(), [""; 0], "{order:?}");
        assert!(touched.len() >= 10, "{order:?}: {}", touched.len());
    }
}

#[test]
fn tokens_of_other_searches_are_refused() {
    let index = index_of(&many());
    let token = index.search(&query("tea")).unwrap().next.unwrap();
    let ask = |change: &dyn Fn(&mut Search)| {
        let mut search = query("tea");
        search.page_token = Some(token.clone());
        change(&mut search);
        index.search(&search)
    };
    assert!(ask(&|_| {}).is_ok());
    // how many entries a page has is no part of a search
    assert!(ask(&|search| search.page_size = 50).is_ok());
    let others: [&dyn Fn(&mut Search); 4] = [
        &|search| search.wanted = query("water").wanted,
        &|search| search.order = ResultOrder::Identifier,
        &|search| search.filter.add("publisher", vec!["tea.example".to_owned()]).unwrap(),
        &|search| search.page_token = Some("bm9uZQ".to_owned()),
    ];
    for other in others {
        let error = ask(other).unwrap_err();
        assert!(error.to_string().starts_with("invalid page token"), "{error}");
    }
}

/// The same entries have the same scores, whatever else was there before and however the index's files lie.
#[test]
fn scores_depend_on_the_entries_alone() {
    let all = many();
    let settled = index_of(&all);
    let restless = Index::in_memory(Default::default()).unwrap();
    for (round, chunk) in all.chunks(7).enumerate() {
        let ghost = |number: usize| named("tea.example", &format!("ghost{round}-{number}"), "tea water", "tea water");
        restless.apply((0..9).map(|number| put(&ghost(number))), at(1)).unwrap();
        restless.apply(chunk.iter().map(put), at(2)).unwrap();
        restless.apply((0..9).map(|number| IndexChange::Remove(ghost(number).id)), at(3)).unwrap();
    }
    restless.apply([put(&record("tea.example", "n00")), put(&all[0])], at(4)).unwrap();
    for text in ["tea", "tea water", "name:tea NOT water", "wat* OR tea", "\"tea water\""] {
        let mut search = query(text);
        search.page_size = 100;
        assert_eq!(restless.search(&search).unwrap().hits, settled.search(&search).unwrap().hits, "{text}");
    }
}

/// A token says which search it is of by words that are chosen for that: other texts, values and orders that look alike in a list are other searches.
#[test]
fn a_token_is_of_its_search_alone() {
    let index = index_of(&many());
    let with = |change: &dyn Fn(&mut Search)| {
        let mut search = query("tea");
        search.page_size = 5;
        change(&mut search);
        search
    };
    let tags = |values: &[&str]| {
        let terms = vec![(FilterTerm::Publisher, values.iter().map(|value| (*value).to_owned()).collect())];
        let mut filter = Filter::default();
        filter.terms = terms;
        filter
    };
    let searches = [
        with(&|_| {}),
        with(&|search| search.wanted = SearchInput::Text("tea".to_owned())),
        with(&|search| search.order = ResultOrder::Updated { descending: false }),
        with(&|search| search.order = ResultOrder::Updated { descending: true }),
        with(&|search| search.filter = tags(&["tea.example"])),
        with(&|search| search.filter = tags(&["tea.example", "\", \"x"])),
        with(&|search| search.filter = tags(&["tea.example", "", "x"])),
    ];
    for (at, search) in searches.iter().enumerate() {
        let token = index.search(search).unwrap().next.unwrap();
        for (other_at, other) in searches.iter().enumerate() {
            let mut next = other.clone();
            next.page_token = Some(token.clone());
            assert_eq!(index.search(&next).is_ok(), at == other_at, "{at} {other_at}");
        }
    }
}
