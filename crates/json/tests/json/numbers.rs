//! Numbers to text and back: RFC 8785 appendix B, and the ten thousand numbers of its reference implementation.

use adp_fixtures::third_party;
use adp_json::{self as json, Number};
use adp_json::{Code, CodedError, Limits};

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
