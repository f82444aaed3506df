//! Objects with few and with many members: the same answers as a list of pairs, in constant time for each.

use adp_fixtures::cpu_time::timed;
use adp_json::{Json, Limits, Object, parse};
use proptest::prelude::*;
use std::time::Duration;

/// What is done to an object and to a list of pairs.
#[derive(Clone, Debug)]
enum Step {
    Insert(usize, u32),
    Remove(usize),
    RemoveLast,
    Set(usize, u32),
    LookUp(usize),
    Clone,
}

fn step() -> impl Strategy<Value = Step> {
    // fewer names than steps, so that many are met again
    let name = 0..60_usize;
    prop_oneof![
        8 => (name.clone(), any::<u32>()).prop_map(|(name, value)| Step::Insert(name, value)),
        1 => name.clone().prop_map(Step::Remove),
        1 => Just(Step::RemoveLast),
        1 => (name.clone(), any::<u32>()).prop_map(|(name, value)| Step::Set(name, value)),
        2 => name.prop_map(Step::LookUp),
        1 => Just(Step::Clone),
    ]
}

/// Short names, and names that are too long to be stored inline.
fn name_of(number: usize) -> String {
    if number.is_multiple_of(3) { format!("a name of more than 23 bytes: {number}") } else { format!("n{number}") }
}

proptest! {
    #[test]
    fn an_object_answers_as_a_list_of_pairs(
        steps in prop::collection::vec(step(), 0..200),
        parsed in 0..50_usize,
    ) {
        let mut pairs: Vec<(String, u32)> = (0..parsed).map(|number| (name_of(number), 7)).collect();
        let text = pairs.iter().map(|(name, value)| format!("{name:?}:{value}")).collect::<Vec<_>>().join(",");
        let json = parse(format!("{{{text}}}").as_bytes(), &Limits::default()).unwrap();
        let mut object = json.as_object().unwrap().clone();
        for step in steps {
            let at = |name: &str, pairs: &[(String, u32)]| pairs.iter().position(|(known, _)| known == name);
            match step {
                Step::Insert(number, value) => {
                    let name = name_of(number);
                    let earlier = object.insert(name.as_str(), value);
                    match at(&name, &pairs) {
                        Some(at) => {
                            prop_assert_eq!(earlier, Some(pairs[at].1.into()));
                            pairs[at].1 = value;
                        }
                        None => {
                            prop_assert_eq!(earlier, None);
                            pairs.push((name, value));
                        }
                    }
                }
                Step::Remove(number) => {
                    let expected = at(&name_of(number), &pairs).map(|at| pairs.remove(at).1.into());
                    prop_assert_eq!(object.remove(&name_of(number)), expected);
                }
                Step::RemoveLast => {
                    if let Some((name, value)) = pairs.pop() {
                        prop_assert_eq!(object.remove(&name), Some(value.into()));
                    }
                }
                Step::Set(number, value) => {
                    let name = name_of(number);
                    let found = object.get_mut(&name).map(|there| *there = value.into()).is_some();
                    let expected = at(&name, &pairs).map(|at| pairs[at].1 = value).is_some();
                    prop_assert_eq!(found, expected);
                }
                Step::LookUp(number) => {
                    let name = name_of(number);
                    let expected = at(&name, &pairs).map(|at| Json::from(pairs[at].1));
                    prop_assert_eq!(object.get(&name), expected.as_ref());
                    prop_assert_eq!(object.contains(&name), expected.is_some());
                }
                Step::Clone => object = object.clone(),
            }
        }
        let left: Vec<(String, Json)> =
            object.iter().map(|member| (member.name().to_string(), member.value().clone())).collect();
        let expected: Vec<(String, Json)> = pairs.into_iter().map(|(name, value)| (name, value.into())).collect();
        prop_assert_eq!(&left, &expected);
        prop_assert_eq!(object, expected.into_iter().collect::<Object>());
    }
}

/// The work for a list would be 10^10 comparisons, minutes of a processor.
#[test]
fn many_names_are_set_and_looked_up_in_linear_time() {
    const MANY: usize = 100_000;
    let text = (0..MANY).map(|at| format!("\"m{at}\":{at}")).collect::<Vec<_>>().join(",");
    let json = parse(format!("{{{text}}}").as_bytes(), adp_json::ReadLimits::new(4 << 20)).unwrap();
    let parsed = json.as_object().unwrap();
    let (built, time) = timed(|| {
        let mut built = Object::new();
        for at in 0..MANY {
            assert!(parsed.contains(&format!("m{at}")) && !parsed.contains(&format!("n{at}")));
            built.insert(format!("m{at}"), true);
        }
        for at in 0..MANY {
            *built.get_mut(&format!("m{at}")).unwrap() = u32::try_from(at).unwrap().into();
        }
        built
    });
    assert_eq!(&built, parsed);
    assert!(time < Duration::from_secs(5), "{time:?}");
    let mut last = built;
    let ((), time) = timed(|| (0..MANY).rev().for_each(|at| assert!(last.remove(&format!("m{at}")).is_some())));
    assert!(last.is_empty() && time < Duration::from_secs(5), "{time:?}");
}

/// Every value of a tree has this size: the index of an object is not in it.
#[test]
fn a_value_takes_five_words() {
    assert_eq!(std::mem::size_of::<Json>(), 5 * std::mem::size_of::<u64>());
    assert_eq!(std::mem::size_of::<Object>(), std::mem::size_of::<Vec<Json>>());
}
