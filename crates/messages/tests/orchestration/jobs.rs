//! Jobs of several agents: pipelines, parallel work, deadlines, giving up.

use super::agents::{agent, did, handler, json, object, parse, told, user};
use adp_messages::{
    agent::{AgentCall, CallError, Caller, SignedResponse, To},
    channel::{Channel, ChannelError, InProcess, Outgoing},
    endpoint::{Context, Endpoint, HandlerFailure},
    envelope::Envelope,
    orchestration::{Aggregation, Ask, Gathered, Pipeline, Stage, gather},
    signature::AcceptedMessage,
};
use agent_description::CodedError;
use bytes::Bytes;
use futures_util::future::{BoxFuture, FutureExt};
use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};
use tokio::{sync::Notify, time::Instant};

/// A channel that notes what each message says of its time, and how many are under way.
#[derive(Clone, Debug)]
struct Noted {
    channel: InProcess,
    timeouts: Arc<Mutex<Vec<Duration>>>,
    under_way: Arc<AtomicUsize>,
}

/// Counts for as long as it lives.
struct UnderWay(Arc<AtomicUsize>);

impl Drop for UnderWay {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

impl Noted {
    fn new(channel: &InProcess) -> Self {
        Self { channel: channel.clone(), timeouts: Arc::default(), under_way: Arc::default() }
    }

    fn under_way(&self) -> usize {
        self.under_way.load(Ordering::SeqCst)
    }
}

impl Channel for Noted {
    fn exchange(&self, parcel: Outgoing) -> BoxFuture<'_, Result<Option<Bytes>, ChannelError>> {
        let envelope = Envelope::read(&parse(std::str::from_utf8(&parcel.bytes).unwrap())).unwrap();
        self.timeouts.lock().unwrap().push(envelope.timeout().unwrap());
        self.under_way.fetch_add(1, Ordering::SeqCst);
        let under_way = UnderWay(Arc::clone(&self.under_way));
        async move {
            let said = self.channel.exchange(parcel).await;
            drop(under_way);
            said
        }
        .boxed()
    }
}

fn to(name: &str) -> To {
    To::agent(did(name))
}

fn soon() -> Instant {
    Instant::now() + Duration::from_secs(10)
}

/// An agent that answers with this member more.
fn join(channel: &InProcess, name: &str, member: &'static str, value: &'static str) {
    let work = handler(move |mut parameters| async move {
        parameters.insert(member, value);
        Ok(parameters.into())
    });
    channel.join(Endpoint::new(agent(name, "worker"), work));
}

/// An agent that never answers.
fn join_silent(channel: &InProcess, name: &str) -> Arc<Notify> {
    let begun = Arc::new(Notify::new());
    let begins = Arc::clone(&begun);
    let work = handler(move |_| {
        begins.notify_one();
        std::future::pending()
    });
    channel.join(Endpoint::new(agent(name, "worker"), work));
    begun
}

fn join_failing(channel: &InProcess, name: &str) {
    channel.join(Endpoint::new(agent(name, "worker"), handler(|_| async { Err(HandlerFailure::new("no")) })));
}

#[tokio::test]
async fn a_pipeline_gives_each_what_the_one_before_brought() {
    let channel = InProcess::new();
    join(&channel, "intent", "intent", "refund");
    join(&channel, "kb", "policy", "7天");
    join(&channel, "answers", "answer", "within seven days");
    let pipeline = Pipeline::new([
        Stage::new(to("intent"), "recognize"),
        Stage::new(to("kb"), "search"),
        Stage::new(to("answers"), "answer").parameters(|brought| {
            let mut chosen = object("{}");
            chosen.insert("policy", brought.get("policy").cloned().ok_or("no `policy`")?);
            Ok(chosen)
        }),
    ]);
    let piped = pipeline.run(&user(&channel), json(r#"{"question": "退款?"}"#), soon()).await.unwrap();
    assert_eq!(piped.results, json(r#"{"policy": "7天", "answer": "within seven days"}"#));
    let done: Vec<_> = piped.done.iter().map(|stage| (stage.action.as_str(), &stage.agent, stage.attempts)).collect();
    assert_eq!(done, [("recognize", &did("intent"), 1), ("search", &did("kb"), 1), ("answer", &did("answers"), 1)]);
}

#[tokio::test]
async fn a_pipeline_that_fails_tells_what_was_done() {
    let channel = InProcess::new();
    join(&channel, "intent", "intent", "refund");
    join_failing(&channel, "kb");
    let asked_last = join_silent(&channel, "answers");
    let stages = |second: Stage| {
        Pipeline::new([Stage::new(to("intent"), "recognize"), second, Stage::new(to("answers"), "answer")])
    };
    let failed = stages(Stage::new(to("kb"), "search")).run(&user(&channel), json("{}"), soon()).await.unwrap_err();
    assert_eq!((failed.stage, failed.action.as_str(), failed.done.len()), (1, "search", 1));
    assert_eq!((failed.code().as_str(), &failed.done[0].agent), ("message-failed", &did("intent")));
    let unfit = Stage::new(to("kb"), "search").parameters(|_| Err("an intent of nobody's".to_owned()));
    let failed = stages(unfit).run(&user(&channel), json("{}"), soon()).await.unwrap_err();
    assert_eq!(failed.code().as_str(), "invalid-arguments");
    assert!(matches!(failed.fault, CallError::Parameters(_)), "{failed}");
    // a list is no stage's parameters
    let listed = stages(Stage::new(to("kb"), "search")).run(&user(&channel), json("[1]"), soon()).await.unwrap_err();
    assert_eq!((listed.stage, listed.code().as_str()), (0, "invalid-arguments"));
    assert!(asked_last.notified().now_or_never().is_none(), "no stage after the one that failed was asked");
}

/// By the clock of the test: the first stage takes 3 of 10 seconds, the second 2, the third is given 5 and takes them all.
#[tokio::test(start_paused = true)]
async fn what_is_left_of_the_time_is_what_the_next_stage_is_told() {
    let channel = InProcess::new();
    for (name, seconds) in [("intent", 3), ("kb", 2), ("answers", 60)] {
        let work = handler(move |parameters| async move {
            tokio::time::sleep(Duration::from_secs(seconds)).await;
            Ok(parameters.into())
        });
        channel.join(Endpoint::new(agent(name, "worker"), work));
    }
    let noted = Noted::new(&channel);
    let caller = Caller::new(agent("user", "user"), noted.clone());
    let stage = |name: &str| Stage::new(to(name), "work").retries(0);
    let pipeline = Pipeline::new([stage("intent"), stage("kb"), stage("answers")]);
    let (started, deadline) = (Instant::now(), soon());
    let failed = pipeline.run(&caller, json("{}"), deadline).await.unwrap_err();
    assert_eq!((failed.stage, failed.code().as_str(), failed.done.len()), (2, "message-timeout", 2), "{failed}");
    assert_eq!(started.elapsed().as_secs(), 10);
    let seconds: Vec<u64> = noted.timeouts.lock().unwrap().iter().map(|timeout| timeout.as_millis() as u64).collect();
    assert!(
        seconds[0] == 10_000 && (6_990..=7_000).contains(&seconds[1]) && (4_990..=5_000).contains(&seconds[2]),
        "{seconds:?}"
    );
    // with nothing left nobody is asked
    let over = pipeline.run(&caller, json("{}"), Instant::now()).await.unwrap_err();
    assert!(matches!(over.fault, CallError::NoTime) && noted.timeouts.lock().unwrap().len() == 3);
}

/// Whoever is asked asks others within its own time.
#[tokio::test(start_paused = true)]
async fn who_asks_further_down_has_less_time() {
    let channel = InProcess::new();
    join(&channel, "kb", "policy", "7天");
    let noted = Noted::new(&channel);
    let further = Caller::new(agent("answers", "worker"), noted.clone());
    let work = move |message: Arc<AcceptedMessage>, context: Context| {
        let further = further.clone();
        async move {
            tokio::time::sleep(Duration::from_secs(4)).await;
            let parameters = message.envelope().parameters().cloned().unwrap_or_default();
            let pipeline = Pipeline::new([Stage::new(to("kb"), "search")]);
            let piped = pipeline.run(&further, parameters.into(), context.deadline).await;
            piped.map(|piped| piped.results).map_err(|error| HandlerFailure::new(error.to_string()))
        }
    };
    channel.join(Endpoint::new(agent("answers", "worker"), work));
    let call = AgentCall::new(to("answers"), "answer", object("{}")).timeout(Duration::from_secs(9));
    user(&channel).call(call).await.unwrap();
    let told = noted.timeouts.lock().unwrap()[0];
    // 9 s, of which 4 are gone; three attempts may share the 9 s, none of which says more than what is left
    assert!(told <= Duration::from_secs(5), "{told:?}");
}

fn calls(names: &[&str]) -> Vec<AgentCall> {
    names.iter().map(|name| AgentCall::new(to(name), "work", object("{}")).retries(0)).collect()
}

fn indexes<T>(found: &[(usize, T)]) -> Vec<usize> {
    found.iter().map(|(index, _)| *index).collect()
}

/// The results of too few agents.
fn results(error: CallError) -> Gathered {
    let CallError::Quorum { found, .. } = error else { panic!("{error}") };
    *found
}

#[tokio::test]
async fn all_waits_for_all_and_tells_which_failed() {
    let channel = InProcess::new();
    join(&channel, "a", "mean", "3");
    join(&channel, "c", "trend", "up");
    join_failing(&channel, "b");
    let user = user(&channel);
    let found = gather(&user, calls(&["a", "c"]), Aggregation::All, soon()).await.unwrap();
    assert_eq!(found.answers[1].1.results, json(r#"{"trend": "up"}"#));
    let error = gather(&user, calls(&["a", "b", "c", "d"]), Aggregation::All, soon()).await.unwrap_err();
    assert_eq!(error.code().as_str(), "message-quorum");
    assert_eq!(error.to_string(), "2 of 4 agents answered, expected 4; 2 failed, 0 were given up");
    // partial results stay
    let found = results(error);
    assert_eq!((indexes(&found.answers), indexes(&found.failed)), (vec![0, 2], vec![1, 3]));
    let codes: Vec<String> = found.failed.iter().map(|(_, error)| told(error)).collect();
    assert_eq!(codes, ["message-failed", "message-unreachable"]);
}

#[tokio::test]
async fn any_takes_the_first_and_gives_up_the_others() {
    let channel = InProcess::new();
    join(&channel, "b", "trend", "up");
    join_silent(&channel, "a");
    join_silent(&channel, "c");
    let noted = Noted::new(&channel);
    let caller = Caller::new(agent("user", "user"), noted.clone());
    let found = gather(&caller, calls(&["a", "b", "c"]), Aggregation::Any, soon()).await.unwrap();
    assert_eq!((indexes(&found.answers), found.given_up), (vec![1], vec![0, 2]));
    assert_eq!(noted.under_way(), 0, "what was started has ended");
    // one failure leaves room for another's answer
    join_failing(&channel, "a");
    let found = gather(&caller, calls(&["a", "b"]), Aggregation::Any, soon()).await.unwrap();
    assert_eq!(indexes(&found.answers), [1]);
}

#[tokio::test]
async fn a_quorum_ends_once_it_is_there_or_cannot_be() {
    let channel = InProcess::new();
    join(&channel, "a", "vote", "yes");
    join(&channel, "b", "vote", "yes");
    join_silent(&channel, "c");
    let user = user(&channel);
    let found = gather(&user, calls(&["a", "b", "c"]), Aggregation::Quorum(2), soon()).await.unwrap();
    assert_eq!((indexes(&found.answers), found.given_up), (vec![0, 1], vec![2]));
    join_failing(&channel, "a");
    join_failing(&channel, "b");
    // the third alone makes no two: nobody waits for it
    let hopeless = gather(&user, calls(&["a", "b", "c"]), Aggregation::Quorum(2), soon()).await.unwrap_err();
    let hopeless = results(hopeless);
    assert_eq!((indexes(&hopeless.failed), hopeless.given_up), (vec![0, 1], vec![2]));
    let of_nobody = gather(&user, Vec::new(), Aggregation::Any, soon()).await.unwrap_err();
    assert_eq!(of_nobody.to_string(), "0 of 0 agents answered, expected 1; 0 failed, 0 were given up");
}

#[tokio::test(start_paused = true)]
async fn the_deadline_ends_what_still_runs() {
    let channel = InProcess::new();
    join(&channel, "a", "vote", "yes");
    join_silent(&channel, "c");
    let (user, started) = (user(&channel), Instant::now());
    let late = results(gather(&user, calls(&["a", "c"]), Aggregation::All, soon()).await.unwrap_err());
    assert_eq!((started.elapsed().as_secs(), indexes(&late.answers)), (10, vec![0]));
    assert_eq!(late.failed.len() + late.given_up.len(), 1);
}

/// Dropping the future of a job drops every request that it has under way.
#[tokio::test]
async fn giving_up_a_job_stops_what_it_started() {
    let channel = InProcess::new();
    let begun: Vec<_> = ["a", "b", "c"].iter().map(|name| join_silent(&channel, name)).collect();
    let noted = Noted::new(&channel);
    let caller = Caller::new(agent("user", "user"), noted.clone());
    let job = tokio::spawn(async move {
        let pipeline = Pipeline::new([Stage::new(to("a"), "work")]);
        let other = gather(&caller, calls(&["b", "c"]), Aggregation::All, soon());
        let _ = tokio::join!(pipeline.run(&caller, json("{}"), soon()), other);
    });
    for begun in begun {
        begun.notified().await;
    }
    assert_eq!(noted.under_way(), 3);
    job.abort();
    assert!(job.await.unwrap_err().is_cancelled());
    assert_eq!(noted.under_way(), 0);
}

/// Asks of nobody: for as long as it is asked.
struct Counting(Arc<AtomicUsize>, Arc<AtomicUsize>);

impl Ask for Counting {
    fn ask(&self, _: AgentCall) -> BoxFuture<'_, Result<SignedResponse, CallError>> {
        let now = self.0.fetch_add(1, Ordering::SeqCst) + 1;
        self.1.fetch_max(now, Ordering::SeqCst);
        let under_way = UnderWay(Arc::clone(&self.0));
        async move {
            tokio::task::yield_now().await;
            drop(under_way);
            Err(CallError::Timeout { within: Duration::ZERO })
        }
        .boxed()
    }
}

#[tokio::test]
async fn no_more_than_so_many_are_asked_at_once() {
    let counting = Counting(Arc::default(), Arc::default());
    let many: Vec<&str> = std::iter::repeat_n("a", 1_000).collect();
    let error = gather(&counting, calls(&many), Aggregation::All, soon()).await.unwrap_err();
    assert_eq!(results(error).failed.len(), 1_000);
    assert_eq!((counting.1.load(Ordering::SeqCst), counting.0.load(Ordering::SeqCst)), (64, 0));
}
