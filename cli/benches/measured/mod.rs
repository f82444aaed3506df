//! Running a program and measuring it.
#![allow(dead_code, missing_docs, missing_debug_implementations, clippy::unwrap_used)]

use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

/// Runs a command that has to succeed and says how long it took; its stdout goes to the file named.
pub fn seconds(command: &mut Command, stdout: &Path) -> f64 {
    // what an earlier run wrote is thrown away before the clock starts
    command.stdin(Stdio::null()).stdout(fs::File::create(stdout).unwrap()).stderr(Stdio::null());
    let start = Instant::now();
    let exit = command.status().unwrap();
    let seconds = start.elapsed().as_secs_f64();
    assert!(exit.success(), "{command:?} ended with {exit}");
    seconds
}

/// Runs a command that has to succeed and says the most memory it had at a time, in MiB, where the system tells: looking takes
/// time, so it is a run of its own.
pub fn mebibytes(command: &mut Command, stdout: &Path) -> f64 {
    let mut child =
        command.stdin(Stdio::null()).stdout(fs::File::create(stdout).unwrap()).stderr(Stdio::null()).spawn().unwrap();
    let status = format!("/proc/{}/status", child.id());
    let mut peak = 0.0;
    let exit = loop {
        if let Some(exit) = child.try_wait().unwrap() {
            break exit;
        }
        let text = fs::read_to_string(&status).unwrap_or_default();
        let high = text.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB"));
        if let Some(kibibytes) = high.and_then(|text| text.trim().parse::<f64>().ok()) {
            peak = kibibytes / 1024.0;
        }
        thread::sleep(Duration::from_millis(5));
    };
    assert!(exit.success(), "{command:?} ended with {exit}");
    peak
}

pub fn median(values: impl IntoIterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.into_iter().collect();
    values.sort_unstable_by(f64::total_cmp);
    values[values.len() / 2]
}

pub fn best(values: impl IntoIterator<Item = f64>) -> f64 {
    values.into_iter().fold(f64::INFINITY, f64::min)
}

/// A number from the environment, for a run that is shorter or longer than usual.
pub fn setting(name: &str, usual: usize) -> usize {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// How busy the machine is with other things, if it says.
pub fn load() -> String {
    let text = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    text.split(' ').next().filter(|text| !text.is_empty()).unwrap_or("unknown").to_owned()
}
