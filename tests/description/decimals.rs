//! Decimal amounts.

use agent_description::{description::Decimal, json::Number};

#[test]
fn texts() {
    for text in ["13", "12.50", "-1", "0.1", "007", "123456789012345678901234567890.123"] {
        assert_eq!(text.parse::<Decimal>().unwrap().as_str(), text);
    }
    for text in ["", "-", ".", "1.", ".5", "1e3", "1,5", "+1", " 1", "1 ", "١", "¥13", "--1", "1.2.3"] {
        assert!(text.parse::<Decimal>().is_err(), "{text}");
    }
}

#[test]
fn numbers() {
    for (number, text) in [
        (1280.0, "1280"),
        (12.5, "12.5"),
        (-0.0, "0"),
        (1e21, "1000000000000000000000"),
        (1.5e22, "15000000000000000000000"),
        (1e-7, "0.0000001"),
        (-1.25e-7, "-0.000000125"),
    ] {
        assert_eq!(Decimal::from(Number::new(number).unwrap()).as_str(), text);
    }
}
