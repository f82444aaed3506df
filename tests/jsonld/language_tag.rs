//! Language tags.

use adp_jsonld::language_tag::is_well_formed;

/// RFC 5646 section 2.1 and its appendix A.
#[test]
fn well_formed() {
    for tag in [
        "en",
        "de-AT",
        "zh-Hant-TW",
        "zh-CN",
        "de-CH-1996",
        "sl-rozaj-biske",
        "es-419",
        "en-US-u-islamcal",
        "x-a1",
        "x-private",
        "i-klingon",
        "EN-us",
        "zh-gan-Hant",
        "en-GB-oed",
        "sgn-BE-FR",
    ] {
        assert!(is_well_formed(tag), "{tag}");
    }
    for bad in [
        "",
        "e",
        "x",
        "x-",
        "i",
        "a b",
        "en_US",
        "en-",
        "-en",
        "en--US",
        "123",
        "abcdefghi",
        "en-abcdefghi",
        "é",
        "中文",
        "en-a",
        "a-DE",
        "en-x",
        "ar-a-aaa-b-bbb-a",
        "de-419-DE-x-",
    ] {
        assert!(!is_well_formed(bad), "{bad}");
    }
}
