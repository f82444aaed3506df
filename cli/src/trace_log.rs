//! What goes on, on stderr, for who asked with `-v`: the spans and events of the library and of this program.

use agent_description::secret::RedactingWriter;
use tracing::{Level, subscriber::set_global_default};
use tracing_subscriber::{filter::Targets, fmt, fmt::time::Uptime, layer::SubscriberExt};

/// Prints spans and events up to the level that so many `-v` ask for; none for none. No variable of the environment
/// changes that, and other libraries' events, which may hold credentials, are never printed.
pub fn print(verbose: u8) {
    let level = match verbose {
        0 => return,
        1 => Level::DEBUG,
        _ => Level::TRACE,
    };
    let ours = Targets::new().with_target("adp", level).with_target("agent_description", level);
    let lines = fmt::layer()
        .with_writer(RedactingWriter::stderr)
        .with_ansi(false)
        .with_timer(Uptime::default())
        .with_target(false);
    // someone else's subscriber cannot be there: this is the first thing the process does
    let _ = set_global_default(tracing_subscriber::registry().with(lines).with(ours));
}
