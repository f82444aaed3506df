//! Agents as results: entries of one host and one name are one agent.

use crate::search::records::{at, index_of, named, put, query, record, time};
use adp_registry::search::{AgentHit, AgentPage, FilterTerm, Index, MAX_AGENT_DOCUMENTS, Record, ResultOrder};
use std::collections::BTreeSet;

fn verified(mut record: Record) -> Record {
    record.verified = true;
    record
}

/// `host/name` of each document of each agent.
fn listed(page: &AgentPage) -> Vec<String> {
    let short = |id: &String| {
        let parts: Vec<_> = id.split(':').collect();
        format!("{}/{}", parts[2].trim_end_matches(".example"), parts[4])
    };
    page.agents.iter().map(|agent| agent.documents.iter().map(short).collect::<Vec<_>>().join(" ")).collect()
}

fn entries() -> Vec<Record> {
    vec![
        named("tea.example", "card", "Tea House", "Sells tea, tea and tea."),
        verified(named("tea.example", "description", " tea house ", "Sells tea.")),
        named("tea.example", "rooms", "Tea Rooms", "Has rooms."),
        // the name belongs to the host: another one's agent is another agent
        named("other.example", "card", "Tea House", "Sells tea, too."),
        // without a name, that of the identifier
        record("tea.example", "tools"),
        named("tea.example", "flows", "Tools", "Steps."),
    ]
}

#[test]
fn entries_of_one_host_and_name_are_one_agent_and_verified_ones_come_first() {
    let index = index_of(&entries());
    let mut search = query("");
    let page = index.search_agents(&search).unwrap();
    assert_eq!((page.total, page.documents, page.next.as_deref()), (4, 6, None));
    let agents = listed(&page);
    // the one with a verified document first, and of it that document
    assert_eq!(agents[0], "tea/description tea/card");
    let rest: BTreeSet<&str> = agents[1..].iter().map(String::as_str).collect();
    assert_eq!(rest, BTreeSet::from(["tea/rooms", "other/card", "tea/flows tea/tools"]));

    // an agent is found by any of its documents and shown with all
    search = query("tea three OR \"tea and tea\"");
    let page = index.search_agents(&search).unwrap();
    assert_eq!((listed(&page), page.total, page.documents), (vec!["tea/description tea/card".to_owned()], 1, 1));
    search = query("tea");
    search.filter.terms.push((FilterTerm::Verified, vec!["true".to_owned()]));
    assert_eq!(listed(&index.search_agents(&search).unwrap()), ["tea/description tea/card"]);
    assert_eq!(index.search_agents(&query("nothing")).unwrap(), AgentPage::default());

    let own = index.agent_of(&entries()[0]).unwrap();
    assert_eq!((own.total, own.documents.len()), (2, 2));
    assert_eq!(index.agent_of(&record("none.example", "none")).unwrap(), AgentHit::default());
}

#[test]
fn of_many_documents_the_first_are_listed() {
    let number = |number: usize| named("tea.example", &format!("n{number:02}"), "Tea", "Sells tea.");
    let mut all: Vec<_> = (0..30).map(number).collect();
    all[29].verified = true;
    let index = index_of(&all);
    // in several segments
    for chunk in all.chunks(7) {
        index.apply(chunk.iter().map(put), at(2)).unwrap();
    }
    let page = index.search_agents(&query("")).unwrap();
    let documents = listed(&page)[0].clone();
    assert_eq!((page.total, page.agents[0].total, page.agents[0].documents.len()), (1, 30, MAX_AGENT_DOCUMENTS));
    assert!(documents.starts_with("tea/n29 tea/n00 tea/n01 "), "{documents}");
}

#[test]
fn pages_have_each_agent_once() {
    let mut all = Vec::new();
    for number in 0..50 {
        for part in ["card", "description"] {
            let text = "tea ".repeat(number % 7 + 1);
            let mut entry = named(&format!("h{number}.example"), part, "Tea", &text);
            entry.verified = part == "card" && number % 3 == 0;
            entry.updated = time(i64::try_from(number * 37 % 50).unwrap());
            all.push(entry);
        }
    }
    let index = Index::in_memory(adp_registry::search::SearchLimits::default()).unwrap();
    for (chunk, sequence) in all.chunks(9).zip(1..) {
        index.apply(chunk.iter().map(put), at(sequence)).unwrap();
    }
    for order in [ResultOrder::Relevance, ResultOrder::Updated { descending: true }] {
        let mut search = query("tea");
        (search.order, search.page_size) = (order, 100);
        let whole = index.search_agents(&search).unwrap();
        assert_eq!((whole.total, whole.documents, whole.agents.len()), (50, 100, 50));
        let is_verified = |agent: &AgentHit| all.iter().any(|it| it.id == agent.documents[0] && it.verified);
        let first_not = whole.agents.iter().position(|agent| !is_verified(agent)).unwrap();
        assert_eq!(first_not, 17, "0, 3, … 48 are verified");
        assert!(!whole.agents[first_not..].iter().any(is_verified));

        search.page_size = 8;
        let mut shown = Vec::new();
        loop {
            let page = index.search_agents(&search).unwrap();
            assert_eq!(page.total, 50);
            shown.extend(page.agents);
            search.page_token = page.next;
            if search.page_token.is_none() {
                break;
            }
        }
        assert_eq!(shown, whole.agents);
    }
    // the newest first: of the verified ones, that with the latest time
    let mut search = query("");
    search.order = ResultOrder::Updated { descending: true };
    let newest = (0..50).filter(|number| number % 3 == 0).max_by_key(|number| number * 37 % 50).unwrap();
    assert!(index.search_agents(&search).unwrap().agents[0].documents[0].contains(&format!(":h{newest}.example:")));

    // a token of entries is none of agents
    search.page_size = 5;
    search.page_token = index.search(&search).unwrap().next;
    let refused = index.search_agents(&search).unwrap_err();
    assert!(refused.to_string().starts_with("invalid page token"), "{refused}");
}
