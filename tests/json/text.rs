//! Texts.

use adp_json::{hex::hex, is_same};

#[test]
fn texts_of_every_length_differ_in_any_byte() {
    let letters = "abcdefghijklmnopqrstuvwxyz";
    for length in 0..=letters.len() {
        let text = &letters[..length];
        assert!(is_same(text, &letters.to_owned()[..length]), "{text}");
        assert!(!is_same(text, &format!("{text}x")) && !is_same(&format!("{text}x"), text), "{text}");
        for at in 0..length {
            let mut other = text.to_owned();
            other.replace_range(at..=at, "-");
            assert!(!is_same(text, &other) && !is_same(&other, text), "{other}");
        }
    }
}

#[test]
fn two_digits_for_each_byte() {
    assert_eq!(hex(&[0x00, 0x0f, 0xa0, 0xff, 0x42]), "000fa0ff42");
}
