//! Durations of the command line: `90s`, `15m`, `24h`, `7d`.

use std::time::Duration;

/// Parses a duration: digits and a unit (`s`, `m`, `h`, `d`).
pub fn parse(text: &str) -> Result<Duration, String> {
    let wanted = || format!("found {text:?}, expected digits and a unit: 90s, 15m, 24h or 7d");
    let unit = text.chars().last().ok_or_else(wanted)?;
    let seconds: u64 = match unit {
        's' => 1,
        'm' => 60,
        'h' => 60 * 60,
        'd' => 24 * 60 * 60,
        _ => return Err(wanted()),
    };
    let digits = text.strip_suffix(unit).unwrap_or_default();
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(wanted());
    }
    let n: u64 = digits.parse().map_err(|_| wanted())?;
    n.checked_mul(seconds).map(Duration::from_secs).ok_or_else(wanted)
}
