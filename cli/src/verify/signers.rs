//! The signers' DID documents: each is resolved once in a run, and read once.

use super::hosts::Hosts;
use agent_description::{
    did::{Did, DidDocument, Resolved},
    resolve::{NetError, ResolutionOptions, Resolve, ResolveError},
};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};
use tokio::sync::OnceCell;

/// What a resolution gave.
pub type Resolution = Result<Arc<Resolved<DidDocument>>, ResolveError>;

/// How many DIDs are remembered: a run over more of them keeps its memory, and asks again.
const MOST: usize = 4096;

/// How long a document is valid for, whatever its server says: a run may read its list from a pipe for days.
const AGE: Duration = Duration::from_secs(300);

/// How long a failure is: a host that is down is not asked once per description, one that is back is asked again.
const AGE_OF_FAILURE: Duration = Duration::from_secs(5);

/// How long the throttle may hold up one DID.
const PATIENCE: Duration = Duration::from_secs(180);

/// Resolves each DID once, however many descriptions it signed and however many ask at the same time.
#[derive(Debug)]
pub struct Signers<R> {
    resolver: R,
    options: ResolutionOptions,
    /// Shared with the fetches of descriptions, so that a host serves both through the same few connections.
    hosts: Arc<Hosts>,
    known: Mutex<HashMap<Did, Known>>,
}

#[derive(Debug)]
struct Known {
    since: Instant,
    resolution: Arc<OnceCell<Resolution>>,
}

impl Known {
    fn is_good(&self) -> bool {
        let failed = self.resolution.get().is_some_and(Result::is_err);
        self.since.elapsed() < if failed { AGE_OF_FAILURE } else { AGE }
    }
}

impl<R: Resolve> Signers<R> {
    /// Nobody is known yet. Under options that bypass caches, nobody ever is.
    pub fn new(resolver: R, options: ResolutionOptions, hosts: Arc<Hosts>) -> Self {
        Self { resolver, options, hosts, known: Mutex::default() }
    }

    /// The document of `did`.
    pub async fn resolve(&self, did: &Did) -> Resolution {
        if self.options.bypasses_caches() {
            return self.ask(did).await;
        }
        let cell = self.cell(did);
        cell.get_or_init(|| self.ask(did)).await.clone()
    }

    /// Asks the resolver, and again when its throttle allows: a batch takes longer then, it does not fail.
    async fn ask(&self, did: &Did) -> Resolution {
        let start = Instant::now();
        let url = did.location();
        loop {
            let room = match &url {
                Some(url) => self.hosts.room(url).await,
                None => None,
            };
            match self.resolver.resolve_with(did, &self.options).await {
                Err(ResolveError::Net(NetError::Throttled { .. })) if start.elapsed() < PATIENCE => {
                    drop(room);
                    tokio::time::sleep(Duration::from_secs(1)).await;
                }
                result => return result.map(|resolution| resolution.document),
            }
        }
    }

    fn cell(&self, did: &Did) -> Arc<OnceCell<Resolution>> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = known.get(did).filter(|found| found.is_good()) {
            return Arc::clone(&found.resolution);
        }
        if known.len() >= MOST {
            // the older half goes
            let mut times: Vec<Instant> = known.values().map(|known| known.since).collect();
            times.sort_unstable();
            let middle = times.get(times.len() / 2).copied();
            known.retain(|_, known| Some(known.since) > middle);
        }
        let resolution = Arc::default();
        known.insert(did.clone(), Known { since: Instant::now(), resolution: Arc::clone(&resolution) });
        resolution
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{Hosts, MOST, Signers};
    use agent_description::{
        did::{Did, DidDocument, Resolved},
        resolve::{NetError, ResolutionOptions, Resolve, ResolveError, ThrottleLimit},
    };
    use std::{
        sync::atomic::{AtomicUsize, Ordering},
        time::Duration,
    };

    /// Counts what it is asked, and knows nobody.
    #[derive(Debug, Default)]
    struct Counting(AtomicUsize);

    impl Resolve for &Counting {
        async fn resolve(&self, did: &Did) -> Result<Resolved<DidDocument>, ResolveError> {
            self.0.fetch_add(1, Ordering::SeqCst);
            tokio::task::yield_now().await;
            Err(NetError::Offline { what: did.to_string() }.into())
        }
    }

    fn hosts() -> std::sync::Arc<Hosts> {
        std::sync::Arc::new(Hosts::new(64))
    }

    fn did(n: usize) -> Did {
        format!("did:wba:agent.example.com:n{n}").parse().unwrap()
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn each_is_asked_once_also_by_many_at_a_time() {
        let counting: &'static Counting = Box::leak(Box::default());
        let signers: &'static Signers<_> =
            Box::leak(Box::new(Signers::new(counting, ResolutionOptions::new(), hosts())));
        let asking: Vec<_> =
            (0..400).map(|n| tokio::spawn(async move { signers.resolve(&did(n % 20)).await.is_err() })).collect();
        for asked in asking {
            assert!(asked.await.unwrap());
        }
        assert_eq!(counting.0.load(Ordering::SeqCst), 20);
    }

    #[tokio::test]
    async fn memory_is_bounded() {
        let counting = Counting::default();
        let signers = Signers::new(&counting, ResolutionOptions::new(), hosts());
        for n in 0..3 * MOST {
            assert!(signers.resolve(&did(n)).await.is_err());
            assert!(signers.known.lock().unwrap().len() <= MOST);
        }
        // the newest are still known
        let asked = counting.0.load(Ordering::SeqCst);
        assert!(signers.resolve(&did(3 * MOST - 1)).await.is_err());
        assert_eq!(counting.0.load(Ordering::SeqCst), asked);
    }

    /// Has no turn the first time.
    struct Busy(AtomicUsize);

    impl Resolve for &Busy {
        async fn resolve(&self, did: &Did) -> Result<Resolved<DidDocument>, ResolveError> {
            Err(match self.0.fetch_add(1, Ordering::SeqCst) {
                0 => NetError::Throttled {
                    host: did.host().unwrap_or_default().to_owned(),
                    limit: ThrottleLimit::Host(1),
                    window: Duration::from_secs(1),
                },
                _ => NetError::Offline { what: did.to_string() },
            }
            .into())
        }
    }

    #[tokio::test]
    async fn a_throttle_makes_it_late_not_wrong() {
        let busy = Busy(AtomicUsize::new(0));
        let signers = Signers::new(&busy, ResolutionOptions::new(), hosts());
        let resolution = signers.resolve(&did(1)).await;
        assert!(matches!(resolution, Err(ResolveError::Net(NetError::Offline { .. }))), "{resolution:?}");
        assert_eq!(busy.0.load(Ordering::SeqCst), 2);
    }
}
