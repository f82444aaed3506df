//! How texts are split into words and ideographs.

use adp_registry::search::atoms::{Atom, atoms};

fn shown(text: &str) -> Vec<String> {
    let show = |atom| match atom {
        Atom::Word(word) => word,
        Atom::Ideograph(character) => format!("<{character}>"),
    };
    atoms(text).into_iter().map(show).collect()
}

#[test]
fn words_and_ideographs() {
    for (text, pieces) in [
        ("Books a Room-now, get_weather!", &["books", "a", "room", "now", "get", "weather"][..]),
        ("AI助手2号", &["ai", "<助>", "<手>", "2", "<号>"]),
        ("\u{ff21}\u{ff29} \u{ff76}\u{ff9e}", &["ai", "<ガ>"]),
        ("CAFE\u{301} \u{130}x", &["café", "i\u{307}x"]),
        ("  ---  ", &[]),
        ("한국어 검색", &["<한>", "<국>", "<어>", "<검>", "<색>"]),
    ] {
        // an uncomposed dot above separates, like other single marks
        let expected: Vec<&str> = pieces.iter().flat_map(|piece| piece.split('\u{307}')).collect();
        assert_eq!(shown(text), expected, "{text}");
    }
}

#[test]
fn of_a_long_word_the_beginning_counts() {
    let long = "é".repeat(100);
    assert_eq!(shown(&long), ["é".repeat(64)]);
}
