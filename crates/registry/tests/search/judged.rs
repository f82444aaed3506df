//! Searches judged by hand, over entries written by hand: `entries.txt` has the entries, `judged.txt` the searches and what they should find.

use crate::search::records::{index_of, named, names, skill, time};
use adp_registry::search::{Record, Search, SearchInput, SkillSummary};

/// `NAME | display name | description | skill name; description; tags | …`
fn entries() -> Vec<Record> {
    let entry = |line: &str| {
        let mut parts = line.split('|').map(str::trim);
        let mut next = || parts.next().unwrap();
        let mut record = named("judged.example", next(), next(), next());
        record.updated = time(1);
        record.texts.skills = parts
            .map(|part| -> SkillSummary {
                let [name, description, tags] = part.split(';').map(str::trim).collect::<Vec<_>>().try_into().unwrap();
                let tags: Vec<&str> = tags.split(',').map(str::trim).filter(|tag| !tag.is_empty()).collect();
                skill(&name.to_lowercase().replace(' ', "-"), name, description, &tags)
            })
            .collect();
        record
    };
    include_str!("entries.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#')).map(entry).collect()
}

/// `KIND | search | the first ones, in any order | others among the first ten | what must not be found`
#[test]
fn searches_find_what_people_expect() {
    let entries = entries();
    let index = index_of(&entries);
    let mut judged = 0;
    for line in include_str!("judged.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let [kind, search, first, others, never] =
            line.split('|').map(str::trim).collect::<Vec<_>>().try_into().unwrap_or_else(|_| panic!("{line}"));
        let wanted = match kind {
            "query" => SearchInput::Query(search.parse().unwrap_or_else(|error| panic!("{search}: {error}"))),
            "text" => SearchInput::Text(search.to_owned()),
            _ => panic!("{line}"),
        };
        let mut search_all = Search::new(wanted);
        search_all.page_size = 100;
        let page = index.search(&search_all).unwrap();
        let found = names(&page);
        let words = |text: &'static str| text.split_whitespace().collect::<Vec<_>>();
        for name in [first, others, never].iter().flat_map(|list| words(list)) {
            assert!(entries.iter().any(|entry| entry.id.ends_with(&format!(":{name}"))), "{search}: no entry {name}");
        }
        let mut top = found.iter().take(words(first).len()).copied().collect::<Vec<_>>();
        let mut expected = words(first);
        top.sort_unstable();
        expected.sort_unstable();
        assert_eq!(top, expected, "{search}: {found:?}");
        for name in words(others) {
            assert!(found.iter().take(10).any(|found| *found == name), "{search}: {name} is not in {found:?}");
        }
        for name in words(never) {
            assert!(!found.contains(&name), "{search}: {name} is in {found:?}");
        }
        judged += 1;
    }
    assert_eq!((entries.len(), judged), (42, 24));
}
