//! Connections: so many at a time, none for ever, and an end that lets answers under way finish.

use super::answer::Answers;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::{convert::Infallible, pin::pin, sync::Arc, time::Duration};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::{Semaphore, watch},
    time::{sleep, timeout},
};
use tokio_rustls::TlsAcceptor;

/// Most connections at a time; others wait to be accepted.
const MOST: u32 = 256;
/// For the TLS handshake, and for the head of each request, the wait between requests included.
const HEAD_TIME: Duration = Duration::from_secs(10);
/// For all of a connection: a client that reads a byte now and then does not keep its place.
const LIFE_TIME: Duration = Duration::from_secs(300);
/// For what is under way when the end comes.
const GRACE: Duration = Duration::from_secs(10);

/// Serves until Ctrl-C or SIGTERM.
pub async fn serve(listener: TcpListener, acceptor: TlsAcceptor, answers: Arc<Answers>) {
    let places = Arc::new(Semaphore::new(MOST as usize));
    let (end, ended) = watch::channel(());
    let mut stop = pin!(stop());
    loop {
        let accepted = async {
            let place = Arc::clone(&places).acquire_owned().await.ok()?;
            Some((listener.accept().await, place))
        };
        let (stream, place) = tokio::select! {
            () = &mut stop => break,
            accepted = accepted => match accepted {
                Some((Ok((stream, _)), place)) => (stream, place),
                // too many open files and the like pass
                Some((Err(_), _)) => {
                    sleep(Duration::from_millis(50)).await;
                    continue;
                }
                None => break,
            },
        };
        let (acceptor, answers, ended) = (acceptor.clone(), Arc::clone(&answers), ended.clone());
        tokio::spawn(async move {
            connection(stream, acceptor, answers, ended).await;
            drop(place);
        });
    }
    drop(listener);
    drop(end);
    let _ = timeout(GRACE, places.acquire_many(MOST)).await;
}

async fn connection(stream: TcpStream, acceptor: TlsAcceptor, answers: Arc<Answers>, mut ended: watch::Receiver<()>) {
    let Ok(Ok(stream)) = timeout(HEAD_TIME, acceptor.accept(stream)).await else { return };
    let service = service_fn(move |request| {
        let answers = Arc::clone(&answers);
        async move { Ok::<_, Infallible>(answers.to(request).await) }
    });
    let mut builder = hyper::server::conn::http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(HEAD_TIME).max_buf_size(64 << 10);
    let mut connection = pin!(builder.serve_connection(TokioIo::new(stream), service));
    tokio::select! {
        _ = connection.as_mut() => return,
        // the sender is dropped: the end
        _ = ended.changed() => {}
        () = sleep(LIFE_TIME) => {}
    }
    connection.as_mut().graceful_shutdown();
    let _ = timeout(GRACE, connection).await;
}

/// Ctrl-C, or what a supervisor sends.
async fn stop() {
    let interrupt = async {
        // without a handler the process ends as it always did
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let Ok(mut terminate) = signal(SignalKind::terminate()) else { return interrupt.await };
        tokio::select! {
            () = interrupt => {}
            _ = terminate.recv() => {}
        }
    }
    #[cfg(not(unix))]
    interrupt.await;
}
