//! RFC 3339 timestamps.

use agent_description::Timestamp;
use std::time::Duration;

#[test]
fn reads_rfc3339_and_nothing_else() {
    for (text, seconds) in [
        ("1970-01-01T00:00:00Z", 0),
        ("2024-12-31T15:00:00Z", 1_735_657_200),
        ("2024-12-31T15:00:00.999999999Z", 1_735_657_200),
        ("2024-12-31T16:30:00+01:30", 1_735_657_200),
        ("2024-12-31T10:00:00-05:00", 1_735_657_200),
        ("2025-01-01T14:59:00+23:59", 1_735_657_200),
        ("2024-12-31T06:00:00-09:00", 1_735_657_200),
        ("2024-02-29T00:00:00Z", 1_709_164_800),
    ] {
        assert_eq!(text.parse::<Timestamp>().unwrap().as_unix_seconds(), seconds, "{text}");
        assert_eq!(Timestamp::from_unix_seconds(seconds).unwrap().as_unix_seconds(), seconds);
    }
    for text in [
        "",
        "2024-12-31",
        "2024-12-31T15:00Z",
        "2024-12-31T15:00:00",
        "2024-12-31t15:00:00Z",
        "2024-12-31T15:00:00z",
        "2024-12-31 15:00:00Z",
        "2024-12-31T15:00:00.Z",
        "2024-12-31T15:00:00,5Z",
        "2024-12-31T15:00:00.1234567890Z",
        "2024-12-31T15:00:60Z",
        "2024-12-31T24:00:00Z",
        "2023-02-29T00:00:00Z",
        "2024-13-01T00:00:00Z",
        "+10000-01-01T00:00:00Z",
        "2024-12-31T15:00:00+0100",
        "2024-12-31T15:00:00+24:00",
        "2024-12-31T15:00:00+01:60",
        "2024-12-31T15:00:00Z[UTC]",
        "2024-12-31T15:00:00Z ",
        "-2024-12-31T15:00:00Z",
        "2024-12-31T15:00:00+30:00",
        "20241231T150000Z",
        "2024-12-31T150000Z",
        "2024-12-31T15:00:00.5",
    ] {
        assert!(text.parse::<Timestamp>().is_err(), "{text}");
    }
}

#[test]
fn the_years_of_rfc3339_are_read_to_their_ends() {
    for (text, printed, seconds) in [
        ("9999-12-31T23:59:59Z", "9999-12-31T23:59:59Z", 253_402_300_799),
        ("9999-12-31T23:59:59.999999999Z", "9999-12-31T23:59:59.999999999Z", 253_402_300_799),
        ("9999-12-31T23:59:59+23:59", "9999-12-31T00:00:59Z", 253_402_214_459),
        ("0000-01-01T00:00:00Z", "0000-01-01T00:00:00Z", -62_167_219_200),
        ("0000-01-01T00:00:00-01:00", "0000-01-01T01:00:00Z", -62_167_215_600),
    ] {
        let time = text.parse::<Timestamp>().unwrap();
        assert_eq!((time.to_string().as_str(), time.as_unix_seconds()), (printed, seconds), "{text}");
        assert_eq!(printed.parse(), Ok(time));
        assert_eq!(time.truncated_to_second(), Timestamp::from_unix_seconds(seconds).unwrap());
        assert!(time.saturating_sub(Duration::from_secs(60)) < time);
        assert!(time.saturating_add(Duration::MAX) >= time && time.saturating_sub(Duration::MAX) < time);
    }
    // the same instants in UTC are of no year that can be written
    for text in ["9999-12-31T23:59:59-00:01", "9999-12-31T23:59:59-01:00", "0000-01-01T00:00:00+00:01"] {
        let error = text.parse::<Timestamp>().unwrap_err().to_string();
        assert!(error.starts_with(&format!("found {text:?}, expected")), "{error}");
    }
    let last: Timestamp = "9999-12-31T23:59:59Z".parse().unwrap();
    assert_eq!(last.saturating_add(Duration::from_secs(60)).to_string(), "9999-12-31T23:59:59.999999999Z");
}

#[test]
fn prints_utc() {
    assert_eq!("2024-12-31T16:30:00+01:30".parse::<Timestamp>().unwrap().to_string(), "2024-12-31T15:00:00Z");
}
