//! Logs to stderr for `-v`: spans and events of the library and of this program.

use agent_description::secret::RedactedStderr;
use tracing::{Level, subscriber::set_global_default};
use tracing_subscriber::{filter::Targets, fmt, fmt::time::Uptime, layer::SubscriberExt};

/// Prints spans and events up to the level for the number of `-v`; none without. Ignores environment variables and the
/// events of other libraries, which may contain credentials.
pub fn print(verbose: u8) {
    let level = match verbose {
        0 => return,
        1 => Level::DEBUG,
        _ => Level::TRACE,
    };
    let ours = Targets::new().with_target("adp", level).with_target("agent_description", level);
    let lines =
        fmt::layer().with_writer(|| RedactedStderr).with_ansi(false).with_timer(Uptime::default()).with_target(false);
    // cannot fail: no other subscriber is set this early
    let _ = set_global_default(tracing_subscriber::registry().with(lines).with(ours));
}
