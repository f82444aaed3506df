//! Waits for the throttle instead of failing.

use agent_description::{
    did::Did,
    resolve::{NetError, Resolution, ResolutionOptions, Resolve, ResolveError},
};
use std::time::{Duration, Instant};

/// Maximum waiting time per DID.
pub const THROTTLE_TIMEOUT: Duration = Duration::from_secs(180);

/// A resolver that waits and retries when its throttle refuses a request.
#[derive(Clone, Debug)]
pub struct Patient<R>(pub R);

impl<R: Resolve> Resolve for Patient<R> {
    async fn resolve_with(&self, did: &Did, options: &ResolutionOptions) -> Result<Resolution, ResolveError> {
        let start = Instant::now();
        loop {
            match self.0.resolve_with(did, options).await {
                Err(ResolveError::Net(NetError::Throttled { .. })) if start.elapsed() < THROTTLE_TIMEOUT => {
                    tokio::time::sleep(Duration::from_secs(1)).await;
                }
                result => return result,
            }
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::Patient;
    use agent_description::{
        did::{Did, DidDocument, Resolved},
        resolve::{NetError, Resolve, ResolveError, ThrottleLimit},
    };
    use std::{
        sync::atomic::{AtomicUsize, Ordering},
        time::Duration,
    };

    /// Throttles the first request.
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
        let did: Did = "did:wba:agent.example.com:n1".parse().unwrap();
        let resolution = Patient(&busy).resolve(&did).await;
        assert!(matches!(resolution, Err(ResolveError::Net(NetError::Offline { .. }))), "{resolution:?}");
        assert_eq!(busy.0.load(Ordering::SeqCst), 2);
    }
}
