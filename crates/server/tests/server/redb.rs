//! The replay store in a file: what was let through stays used, through restarts, crashes and full disks.

use adp_server::replay::RedbReplayStore;
use agent_description::{
    Origin, Timestamp,
    auth::replay::{Replay, ReplayKey, ReplayStore},
    did::Did,
};
use redb::{ReadableDatabase, ReadableTableMetadata};
use std::{
    collections::HashSet,
    io::{BufRead, BufReader, Read, Write},
    path::Path,
    process::{Child, Command, Stdio},
    sync::Arc,
    time::{Duration, Instant},
};

/// Tells the test binary, started again, to record nonces in this file and to report each that was fresh.
const RECORD_IN: &str = "REPLAY_TEST_RECORD_IN";
/// What the nonces of such a process begin with.
const NONCES: &str = "REPLAY_TEST_NONCES";
/// How many tasks it records with at once.
const TASKS: &str = "REPLAY_TEST_TASKS";
/// How many nonces each of them records, at most.
const MOST: u64 = 5_000;

fn key(nonce: &str) -> ReplayKey {
    let audience: Origin = "https://agent.example.com".parse().unwrap();
    let did: Did = "did:wba:client.example.com".parse().unwrap();
    ReplayKey::for_request(&audience, &did, Some(nonce), b"")
}

/// 2026-01-01T00:00:00Z and so many seconds.
fn at(seconds: u64) -> Timestamp {
    let start: Timestamp = "2026-01-01T00:00:00Z".parse().unwrap();
    start.saturating_add(Duration::from_secs(seconds))
}

fn open(path: &Path) -> RedbReplayStore {
    RedbReplayStore::open_with_share(path, 1 << 20, 1 << 20).unwrap()
}

fn rows(path: &Path) -> u64 {
    let table: redb::TableDefinition<'_, (i64, &[u8; 32]), &[u8; 16]> = redb::TableDefinition::new("replay-1");
    let database = redb::Database::open(path).unwrap();
    database.begin_read().unwrap().open_table(table).unwrap().len().unwrap()
}

#[tokio::test]
async fn what_was_used_is_used_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("nonces.redb");
    let store = open(&path);
    assert_eq!(store.record(&key("a"), at(60), at(0)).await.unwrap(), Replay::Fresh);
    assert_eq!(store.record(&key("a"), at(60), at(0)).await.unwrap(), Replay::Replayed);
    drop(store);
    let store = open(&path);
    assert_eq!(store.key_count(), 1);
    assert_eq!(store.record(&key("a"), at(60), at(59)).await.unwrap(), Replay::Replayed);
    assert_eq!(store.record(&key("b"), at(60), at(59)).await.unwrap(), Replay::Fresh);
    assert_eq!(store.record(&key("a"), at(60), at(60)).await.unwrap(), Replay::Expired);
}

/// Requests that were signed before the file was created may be replays.
#[test]
fn a_new_or_emptied_file_knows_that_it_knows_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("nonces.redb");
    let (skew, later) = (Duration::from_secs(60), Timestamp::now().saturating_add(Duration::from_secs(86_400)));
    let forgotten = || open(&path).forgotten_until(later, skew).unwrap();
    let next_second = || std::thread::sleep(Duration::from_millis(1_100));
    let begin = Timestamp::now();
    let mut first = forgotten();
    assert!(first >= begin.saturating_add(skew) && first <= begin.saturating_add(Duration::from_secs(70)), "{first}");
    for lose in [|path: &Path| std::fs::remove_file(path).unwrap(), |path: &Path| std::fs::write(path, "").unwrap()] {
        next_second();
        assert_eq!(forgotten(), first, "a restart keeps the file");
        lose(&path);
        let again = forgotten();
        assert!(again > first, "{again} {first}");
        first = again;
    }
    // a clock that was ahead when the file was created
    let earlier: Timestamp = "2026-01-01T00:00:00Z".parse().unwrap();
    assert_eq!(open(&path).forgotten_until(earlier, skew), Some("2026-01-01T00:01:00Z".parse().unwrap()));
}

/// A file that was put back from a copy lacks the nonces since then, however it was put back, and a killed process may
/// have left one.
#[tokio::test]
async fn a_file_that_another_hand_touched_knows_that_it_may_lack_nonces() {
    let folder = tempfile::tempdir().unwrap();
    let (path, copy) = (folder.path().join("nonces.redb"), folder.path().join("copy"));
    let (skew, later) = (Duration::ZERO, Timestamp::now().saturating_add(Duration::from_secs(86_400)));
    let mark = folder.path().join("nonces.redb.closed");
    let next_second = || std::thread::sleep(Duration::from_millis(1_100));
    let store = open(&path);
    let first = store.forgotten_until(later, skew).unwrap();
    // copies of a file in use and of a closed one, with its mark
    std::fs::copy(&path, &copy).unwrap();
    drop(store);
    let closed = folder.path().join("copy-of-closed");
    let marks = std::fs::read(&mark).unwrap();
    std::fs::copy(&path, &closed).unwrap();
    next_second();
    let store = open(&path);
    assert!(!mark.exists(), "whoever dies leaves no mark");
    assert_eq!(store.forgotten_until(later, skew), Some(first));
    assert_eq!(store.record(&key("a"), at(60), at(0)).await.unwrap(), Replay::Fresh);
    drop(store);

    let mut last = first;
    let put_back: [&dyn Fn(); 5] = [
        &|| assert!(std::fs::copy(&copy, &path).is_ok()),
        &|| assert!(std::fs::copy(&closed, &path).is_ok()),
        &|| {
            std::fs::copy(&closed, &path).unwrap();
            std::fs::write(&mark, &marks).unwrap();
        },
        &|| {
            // with the times of the copy, as `cp -p` and `rsync -t` do
            let modified = std::fs::metadata(&closed).unwrap().modified().unwrap();
            std::fs::copy(&closed, folder.path().join("new")).unwrap();
            let new = std::fs::File::options().write(true).open(folder.path().join("new")).unwrap();
            new.set_modified(modified).unwrap();
            std::fs::rename(folder.path().join("new"), &path).unwrap();
        },
        &|| std::fs::remove_file(&mark).unwrap(),
    ];
    for (number, put_back) in put_back.iter().enumerate() {
        next_second();
        put_back();
        let store = open(&path);
        let forgotten = store.forgotten_until(later, skew).unwrap();
        assert!(forgotten > last, "{number}: {forgotten} {last}");
        last = forgotten;
        drop(store);
        assert_eq!(open(&path).forgotten_until(later, skew), Some(last), "{number}: a restart keeps the file");
    }
}

#[tokio::test]
async fn capacity_and_shares_count_what_the_file_has() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("nonces.redb");
    let store = RedbReplayStore::open(&path, 2).unwrap();
    for nonce in ["a", "b"] {
        assert_eq!(store.record(&key(nonce), at(60), at(0)).await.unwrap(), Replay::Fresh);
    }
    drop(store);
    let store = RedbReplayStore::open(&path, 2).unwrap();
    assert_eq!(store.record(&key("c"), at(60), at(0)).await.unwrap(), Replay::Full);
    assert_eq!(store.record(&key("c"), at(90), at(60)).await.unwrap(), Replay::Fresh);
    drop(store);
    let store = RedbReplayStore::open_with_share(&path, 100, 1).unwrap();
    assert_eq!(store.record(&key("d"), at(90), at(60)).await.unwrap(), Replay::Full, "the signer has one already");
}

#[tokio::test]
async fn the_file_forgets_what_has_expired_and_knows_until_when() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("nonces.redb");
    let store = open(&path);
    for n in 0..300 {
        assert_eq!(store.record(&key(&format!("early {n}")), at(10), at(0)).await.unwrap(), Replay::Fresh);
    }
    for n in 0..200 {
        assert_eq!(store.record(&key(&format!("late {n}")), at(90), at(60)).await.unwrap(), Replay::Fresh);
    }
    drop(store);
    assert_eq!(rows(&path), 200, "two go for each that comes");
    // the clock was wrong, and is set back while the store is closed
    let store = open(&path);
    assert_eq!(store.record(&key("early 7"), at(10), at(0)).await.unwrap(), Replay::Expired);
    assert_eq!(store.record(&key("late 7"), at(90), at(0)).await.unwrap(), Replay::Replayed);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_ten_thousand_at_once_one_is_fresh() {
    let folder = tempfile::tempdir().unwrap();
    let store = Arc::new(open(&folder.path().join("nonces.redb")));
    let mut tasks = tokio::task::JoinSet::new();
    for _ in 0..10_000 {
        let store = Arc::clone(&store);
        tasks.spawn(async move { store.record(&key("the same"), at(60), at(0)).await.unwrap() });
    }
    let answers = tasks.join_all().await;
    assert_eq!(answers.iter().filter(|answer| **answer == Replay::Fresh).count(), 1);
    assert_eq!(answers.iter().filter(|answer| **answer == Replay::Replayed).count(), 9_999);
}

#[test]
fn a_file_that_is_something_else_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("notes.txt");
    std::fs::write(&path, "not a database, and longer than nothing").unwrap();
    let error = RedbReplayStore::open(&path, 10).unwrap_err().to_string();
    assert!(error.contains("cannot be opened as a replay store") && error.contains("notes.txt"), "{error}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "not a database, and longer than nothing");
    let error = RedbReplayStore::open(folder.path().join("none/nonces.redb"), 10).unwrap_err().to_string();
    assert!(error.contains("none/nonces.redb"), "{error}");
}

/// Not a test by itself: the process that the tests below start, and end.
#[test]
fn process_that_records() {
    let Some(path) = std::env::var_os(RECORD_IN) else { return };
    let prefix = std::env::var(NONCES).unwrap();
    let tasks_at_once: u64 = std::env::var(TASKS).map_or(16, |number| number.parse().unwrap());
    let store = Arc::new(open(Path::new(&path)));
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).build().unwrap();
    runtime.block_on(async {
        let mut tasks = tokio::task::JoinSet::new();
        for task in 0..tasks_at_once {
            let (store, prefix) = (Arc::clone(&store), prefix.clone());
            tasks.spawn(async move {
                for n in 0..MOST {
                    let nonce = format!("{prefix}-{task}-{n}");
                    // half of them make the file forget others
                    let (expires, now) = if task % 2 == 0 { (1_000_000, n) } else { (n + 2, n) };
                    let answer = store.record(&key(&nonce), at(expires), at(now)).await;
                    let line = match answer {
                        Ok(Replay::Fresh) if task % 2 == 0 => format!("fresh {nonce}\n"),
                        Ok(_) => continue,
                        Err(error) => format!("error {error}\n"),
                    };
                    // one write a line, so that a kill cuts none in two
                    std::io::stdout().write_all(line.as_bytes()).unwrap();
                }
            });
        }
        tasks.join_all().await;
    });
}

fn start_recording(path: &Path, nonces: &str) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command
        .args(["--exact", "redb::process_that_records", "--nocapture", "--quiet"])
        .env(RECORD_IN, path)
        .env(NONCES, nonces)
        .stdout(Stdio::piped());
    command
}

/// The nonces that the process reported before it came to its end, which comes after so many lines.
fn reported(mut child: Child, lines: usize) -> Vec<String> {
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut text = String::new();
    for _ in 0..lines {
        assert!(output.read_line(&mut text).unwrap() > 0, "it ended by itself: {text}");
    }
    child.kill().unwrap();
    // what was on its way counts too
    output.read_to_string(&mut text).unwrap();
    child.wait().unwrap();
    assert!(!text.contains("error "), "{text}");
    text.lines().filter_map(|line| line.strip_prefix("fresh ")).map(str::to_owned).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_that_was_let_through_is_new_after_a_kill() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("nonces.redb");
    let mut used: Vec<String> = Vec::new();
    for round in 0..25 {
        let child = start_recording(&path, &format!("round{round}")).spawn().unwrap();
        // killed while it writes, a different way into it each time
        let fresh = reported(child, 40 + 17 * round);
        // the harness' own lines are among those that were waited for
        assert!(fresh.len() >= 30);
        used.extend(fresh);
        let store = open(&path);
        for nonce in &used {
            let answer = store.record(&key(nonce), at(1_000_000), at(0)).await.unwrap();
            assert_eq!(answer, Replay::Replayed, "{nonce} after round {round}");
        }
    }
    assert_eq!(used.iter().collect::<HashSet<_>>().len(), used.len(), "one nonce was fresh twice");
    eprintln!("25 kills, {} nonces reported, all of them remembered", used.len());
}

#[test]
fn a_file_that_another_process_has_open_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("nonces.redb");
    let mut child = start_recording(&path, "other").spawn().unwrap();
    let mut line = String::new();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    while !line.contains("fresh ") {
        assert!(output.read_line(&mut line).unwrap() > 0);
    }
    let error = RedbReplayStore::open(&path, 10).unwrap_err().to_string();
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(error.contains("nonces.redb: another process has it open"), "{error}");
}

/// A disk that is full: the process may write no more than 2200 blocks of 512 bytes into a file, a few more than an empty store has.
#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_written_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("nonces.redb");
    let recording = start_recording(&path, "full");
    let mut limited = Command::new("sh");
    limited
        .args(["-c", "trap '' XFSZ; ulimit -f 2200; exec \"$0\" \"$@\""])
        .arg(recording.get_program())
        .args(recording.get_args())
        .env(RECORD_IN, &path)
        .env(NONCES, "full")
        .env(TASKS, "500")
        .stdout(Stdio::piped());
    let mut child = limited.spawn().unwrap();
    let mut text = String::new();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let (begin, mut errors) = (Instant::now(), 0);
    let mut used = HashSet::new();
    while errors < 100 {
        text.clear();
        assert!(output.read_line(&mut text).unwrap() > 0, "it ended by itself");
        assert!(begin.elapsed() < Duration::from_secs(60), "nothing was refused, though nothing can be written");
        match text.trim_end().strip_prefix("fresh ") {
            Some(nonce) => assert!(used.insert(nonce.to_owned()), "{nonce} was fresh twice"),
            None => errors += usize::from(text.starts_with("error ")),
        }
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(used.len() > 100, "only {} came before the end", used.len());
    // there is room again
    let store = open(&path);
    for nonce in &used {
        assert_eq!(store.record(&key(nonce), at(1_000_000), at(0)).await.unwrap(), Replay::Replayed, "{nonce}");
    }
    assert_eq!(store.record(&key("after"), at(1_000_000), at(0)).await.unwrap(), Replay::Fresh);
}
