//! An agent's process: it takes messages over HTTP on loopback, or over NATS, notes each effect that it has, and answers with what it was given and its
//! instance.

use crate::identity;
use adp_messages::{
    channel::{https, nats::Nats},
    endpoint::{Context, Endpoint, EndpointSettings, HandlerFailure},
    health,
    signature::AcceptedMessage,
};
use agent_description::json::Json;
use async_nats::ConnectOptions;
use std::{
    fs::{File, OpenOptions},
    io::Write,
    path::PathBuf,
    sync::Arc,
    time::Duration,
};
use tokio::net::TcpListener;

/// What a process is to do: `NAME INSTANCE PLACE FILE`.
pub struct Role {
    pub name: String,
    pub instance: String,
    /// A port of loopback, or the URL of a NATS server.
    pub place: String,
    /// Where effects are noted, one a line.
    pub effects: PathBuf,
}

/// The variable that says so.
pub const AGENT: &str = "AGENT";

impl Role {
    pub fn of_this_process() -> Option<Self> {
        let text = std::env::var(AGENT).ok()?;
        let words: Vec<&str> = text.splitn(4, ' ').collect();
        let [name, instance, place, effects] = words[..] else { panic!("{AGENT} is {text:?}") };
        let [name, instance, place] = [name, instance, place].map(str::to_owned);
        Some(Self { name, instance, place, effects: effects.into() })
    }

    pub fn to_text(&self) -> String {
        format!("{} {} {} {}", self.name, self.instance, self.place, self.effects.display())
    }
}

/// Notes what was done: whole lines, whoever else writes.
pub struct Effects(File);

impl Effects {
    pub fn open(role: &Role) -> Self {
        Self(OpenOptions::new().append(true).create(true).open(&role.effects).unwrap())
    }

    pub fn note(&self, message: &AcceptedMessage) {
        let line = format!("{} {}\n", std::process::id(), message.envelope().message_id);
        (&self.0).write_all(line.as_bytes()).unwrap();
    }
}

/// Runs until it is killed, or until whoever started it is gone.
pub fn run(role: &Role) {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    let ends = std::thread::spawn(|| std::io::copy(&mut std::io::stdin(), &mut std::io::sink()));
    runtime.spawn(serve(Role { effects: role.effects.clone(), ..Role::of_this_process().unwrap() }));
    // the other end of the pipe is closed with the process that holds it
    let _ = ends.join();
}

async fn serve(role: Role) {
    let effects = Arc::new(Effects::open(&role));
    let instance = role.instance.clone();
    let work = move |message: Arc<AcceptedMessage>, _: Context| {
        let (effects, instance) = (Arc::clone(&effects), instance.clone());
        async move {
            if message.envelope().action().is_some() {
                effects.note(&message);
                tokio::time::sleep(Duration::from_millis(3)).await;
            }
            let mut results = message.envelope().parameters().cloned().unwrap_or_default();
            results.insert("instance", instance);
            Ok::<Json, HandlerFailure>(results.into())
        }
    };
    let mut settings = EndpointSettings::default();
    settings.queued_per_priority = 10_000;
    settings.arriving = 10_000;
    let endpoint = Endpoint::with_settings(identity::agent(&role.name, &role.instance), work, settings, None);
    if role.place.starts_with("nats:") {
        let nats = Nats::connect(&role.place, ConnectOptions::new()).await.unwrap();
        let _serving = nats.serve(&endpoint).await.unwrap();
        println!("0");
        return std::future::pending().await;
    }
    let router = https::router(endpoint.clone()).merge(health::router(endpoint, "/health", 9_000));
    let listener = TcpListener::bind(format!("127.0.0.1:{}", role.place)).await.unwrap();
    println!("{}", listener.local_addr().unwrap().port());
    axum::serve(listener, router).await.unwrap();
}
