//! Numbers to text and back: RFC 8785 appendix B, and the ten thousand numbers of its reference implementation.

use adp_fixtures::third_party;
use adp_json::{self as json, Code, CodedError, Document, Limits, Number, ReadLimits};
use std::cmp::Ordering;

fn read(literal: &str) -> f64 {
    json::parse(literal.as_bytes(), &Limits::default()).expect(literal).as_number().unwrap().get()
}

/// The double written as `text`, and `text` (as it is, and in an array) read as the double.
#[track_caller]
fn assert_both_ways(bits: u64, text: &str) {
    let value = f64::from_bits(bits);
    let number = Number::new(value).expect("finite");
    assert_eq!(number.to_string(), text, "{bits:016x}");
    assert_eq!(json::jcs::canonicalize(&number.into()), text.as_bytes(), "{bits:016x}");
    // zero has lost its sign
    let expected = if value == 0.0 { 0 } else { bits };
    assert_eq!(read(text).to_bits(), expected, "{text}");
    let array = json::parse(format!("[ {text} ]").as_bytes(), &Limits::default()).unwrap();
    assert_eq!(array.to_compact(), format!("[{text}]"));
}

#[test]
fn appendix_b() {
    for (bits, text) in [
        (0x0000_0000_0000_0000, "0"),
        (0x8000_0000_0000_0000, "0"),
        (0x0000_0000_0000_0001, "5e-324"),
        (0x8000_0000_0000_0001, "-5e-324"),
        (0x7fef_ffff_ffff_ffff, "1.7976931348623157e+308"),
        (0xffef_ffff_ffff_ffff, "-1.7976931348623157e+308"),
        (0x4340_0000_0000_0000, "9007199254740992"),
        (0xc340_0000_0000_0000, "-9007199254740992"),
        (0x4430_0000_0000_0000, "295147905179352830000"),
        (0x44b5_2d02_c7e1_4af5, "9.999999999999997e+22"),
        (0x44b5_2d02_c7e1_4af6, "1e+23"),
        (0x44b5_2d02_c7e1_4af7, "1.0000000000000001e+23"),
        (0x444b_1ae4_d6e2_ef4e, "999999999999999700000"),
        (0x444b_1ae4_d6e2_ef4f, "999999999999999900000"),
        (0x444b_1ae4_d6e2_ef50, "1e+21"),
        (0x3eb0_c6f7_a0b5_ed8c, "9.999999999999997e-7"),
        (0x3eb0_c6f7_a0b5_ed8d, "0.000001"),
        (0x41b3_de43_5555_5553, "333333333.3333332"),
        (0x41b3_de43_5555_5554, "333333333.33333325"),
        (0x41b3_de43_5555_5555, "333333333.3333333"),
        (0x41b3_de43_5555_5556, "333333333.3333334"),
        (0x41b3_de43_5555_5557, "333333333.33333343"),
        (0xbecb_f647_612f_3696, "-0.0000033333333333333333"),
        (0x4314_3ff3_c1cb_0959, "1424953923781206.2"),
    ] {
        assert_both_ways(bits, text);
    }
    // NaN and the infinities are no numbers here
    for bits in [0x7fff_ffff_ffff_ffff, 0x7ff0_0000_0000_0000, 0xfff0_0000_0000_0000] {
        assert_eq!(Number::new(f64::from_bits(bits)), None);
    }
}

#[test]
fn integers() {
    for (value, text) in [
        (1.0, "1"),
        (-1.0, "-1"),
        (10.0, "10"),
        (4_294_967_295.0, "4294967295"),
        (-9_007_199_254_740_991.0, "-9007199254740991"),
        (9_007_199_254_740_994.0, "9007199254740994"),
        (1e20, "100000000000000000000"),
    ] {
        assert_both_ways(f64::to_bits(value), text);
    }
    let integer = |value| Number::new(value).unwrap().as_integer();
    assert_eq!(integer(-0.0), Some(0));
    assert_eq!(integer(-12.0), Some(-12));
    assert_eq!(integer(9_007_199_254_740_991.0), Some(9_007_199_254_740_991));
    assert_eq!(integer(0.5), None);
    assert_eq!(integer(1e300), None);
}

#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn es6_numbers() {
    let file = third_party::read("jcs/es6testfile10k.txt");
    let mut count = 0;
    for line in file.lines() {
        let (bits, text) = line.split_once(',').unwrap();
        assert_both_ways(u64::from_str_radix(bits, 16).unwrap(), text);
        count += 1;
    }
    assert_eq!(count, 10_000);
    third_party::ran("jcs-es6", count);
}

/// From 2^53 to 2^54 every other integer is a double; the others are refused in every spelling.
#[test]
fn integers_beyond_2_53() {
    for step in 0..500_u64 {
        let odd = 9_007_199_254_740_993 + 2 * step;
        let even = odd + 1;
        assert_eq!(read(&even.to_string()).to_string(), even.to_string());
        let tenths = odd * 10;
        for literal in [
            format!("{odd}"),
            format!("-{odd}"),
            format!("{odd}.0"),
            format!("{odd}e0"),
            format!("{odd}E-00"),
            format!("{tenths}e-1"),
            format!("{}.{}e12", odd / 1_000_000_000_000, odd % 1_000_000_000_000),
        ] {
            let error = json::parse(literal.as_bytes(), &Limits::default()).expect_err(&literal);
            assert_eq!(error.code(), Code::JSON_NUMBER, "{literal}");
        }
    }
}

/// In a text that nobody signs, a number that is not its double stays as it is written.
#[test]
fn other_numbers_stay_as_they_are_written() {
    let any = ReadLimits::new(1000).any_number();
    for literal in [
        "9007199254740993",
        "-9007199254740993",
        "1152921504606846976",
        "9223372036854775807",
        "18446744073709551615",
        "12345678901234567890.25",
        "1e400",
        "-1E-400",
    ] {
        let text = format!("{{\"n\": [{literal}]}}");
        let read = json::parse(text.as_bytes(), any).unwrap();
        let item = &read.get("n").unwrap().as_array().unwrap()[0];
        assert!(item.is_number() && item.as_number().is_none(), "{literal}");
        assert_eq!(item.to_compact(), literal);
        let refused = json::parse(text.as_bytes(), &Limits::default()).unwrap_err();
        assert_eq!(refused.code(), Code::JSON_NUMBER, "{literal}");
        let document = Document::parse(text.as_bytes(), any).unwrap();
        assert_eq!(document.check_signable().unwrap_err().to_string(), refused.to_string());
    }
    let document = Document::parse(b"{\"n\": [1e21, 9007199254740992, -0, 0.1]}", any).unwrap();
    assert!(document.check_signable().is_ok());
    // as YAML, with what JSON does not have
    let yaml =
        json::yaml::parse(b"a: +0009223372036854775807\nb: 0x7fffffffffffffff\nc: -.9223372036854775807e19\n", any);
    let yaml = yaml.unwrap().to_compact();
    assert_eq!(yaml, r#"{"a":9223372036854775807,"b":9223372036854775807,"c":-9223372036854775807}"#);
}

#[test]
fn other_numbers_are_compared_exactly() {
    let any = ReadLimits::new(1000).any_number();
    let read = |literal: &str| json::parse(literal.as_bytes(), any).unwrap();
    for (a, b, order) in [
        ("9007199254740993", "9007199254740992", Ordering::Greater),
        ("9007199254740993", "9007199254740993.0", Ordering::Equal),
        ("9007199254740993", "9.007199254740993e15", Ordering::Equal),
        ("-9007199254740993", "-9007199254740994", Ordering::Greater),
        ("9223372036854775807", "9223372036854775808", Ordering::Less),
        ("100000000000000000000001", "99999999999999999999999", Ordering::Greater),
        ("1e400", "9007199254740993", Ordering::Greater),
        ("1e400", "1e401", Ordering::Less),
        ("-1e400", "1e-400", Ordering::Less),
        ("1e-400", "0", Ordering::Greater),
        ("1e-400", "5e-324", Ordering::Less),
        ("1152921504606846976", "1152921504606847000", Ordering::Less),
    ] {
        assert_eq!(read(a).compare_numbers(&read(b)), Some(order), "{a} {b}");
        assert_eq!(read(b).compare_numbers(&read(a)), Some(order.reverse()), "{b} {a}");
        assert_eq!(read(a) == read(b), order.is_eq() && read(a).as_number().is_none() == read(b).as_number().is_none());
    }
    assert_eq!(read("9007199254740993").compare_numbers(&"9007199254740993".into()), None);
}

/// RFC 8785 has a form for each double, however it is written, and for nothing else.
#[test]
fn what_a_double_holds_is_canonicalized() {
    let any = ReadLimits::new(1000).any_number();
    for (literal, canonical) in [
        ("1152921504606846976", "1152921504606847000"),
        // 2^68, appendix B
        ("295147905179352825856", "295147905179352830000"),
        ("-1152921504606846976.0", "-1152921504606847000"),
        ("9007199254740992", "9007199254740992"),
        ("1e23", "1e+23"),
    ] {
        let text = format!("[{literal}]");
        let read = json::parse(text.as_bytes(), any).unwrap();
        json::jcs::check(&read, text.as_bytes()).unwrap();
        assert_eq!(String::from_utf8(json::jcs::canonicalize(&read)).unwrap(), format!("[{canonical}]"));
        // the same document again
        assert!(json::parse(format!("[{canonical}]").as_bytes(), &Limits::default()).is_ok());
    }
    for (literal, reason) in [
        ("9007199254740993", "is no IEEE 754 double (the nearest is 9007199254740992); write it as a string"),
        ("1152921504606846977", "is no IEEE 754 double (the nearest is 1152921504606846976); write it as a string"),
        ("1e400", "is larger than any IEEE 754 double; write it as a string"),
        ("1e-400", "is not zero, but its nearest IEEE 754 double is; write it as a string"),
    ] {
        let text = format!("[1,\n {literal}]");
        let read = json::parse(text.as_bytes(), any).unwrap();
        let refused = json::jcs::check(&read, text.as_bytes()).unwrap_err();
        assert_eq!(refused.to_string(), format!("2:2: the number {literal} {reason}"));
        assert_eq!(refused.code(), Code::JSON_NUMBER);
    }
    // what is signed is written as its canonical form is
    let refused = json::parse(b"1152921504606846976", &Limits::default()).unwrap_err().to_string();
    assert!(refused.ends_with("has the canonical form 1152921504606847000 (RFC 8785); write that, or a string"));
}

#[test]
fn a_byte_order_mark_is_ignored_where_nobody_signs() {
    let text = b"\xEF\xBB\xBF{\n \"a\": x}";
    let unsigned = ReadLimits::new(1000).unsigned();
    assert!(json::parse(text, unsigned).unwrap_err().to_string().starts_with("2:7: "));
    let text = b"\xEF\xBB\xBF{\"a\": 1}";
    for limits in [ReadLimits::new(1000), ReadLimits::new(1000).any_number(), unsigned.signed()] {
        assert_eq!(json::parse(text, limits).unwrap_err().code(), Code::JSON_ENCODING);
    }
    let document = Document::parse(text, unsigned).unwrap();
    assert_eq!(document.source(), "{\"a\": 1}");
    assert_eq!(document.check_signable().unwrap_err().code(), Code::JSON_ENCODING);
    assert_eq!(Document::parse_yaml(b"\xEF\xBB\xBFa: 1\n", unsigned).unwrap().root(), document.root());
    // one is enough
    assert_eq!(json::parse(b"\xEF\xBB\xBF\xEF\xBB\xBF1", unsigned).unwrap_err().code(), Code::JSON_ENCODING);
}
