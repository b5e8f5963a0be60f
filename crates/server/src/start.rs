//! Starting and stopping the server.

use std::convert::Infallible;
use std::fs::{File, TryLockError};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};
use std::path::Path;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::ConnectInfo;
use axum::http::Request;
use hyper::body::{Body as HttpBody, Frame, Incoming, SizeHint};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use qrcode::QrCode;
use qrcode::render::unicode::Dense1x2;
use store::Backend;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;
use tokio::time::Sleep;
use tokio_util::task::TaskTracker;
use tower::ServiceExt as _;

use crate::app::Shared;
use crate::assets::Client;
use crate::patience::Patient;
use crate::{App, Config, housekeeping, nodes, notifications, pairing, ratings, routes, sockets};

/// How many connections there are at once at the separate address for monitoring.
const MOST_WATCHING: usize = 16;

/// How long requests in progress may take to end when the server stops.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(10);

/// A running server.
pub struct Running {
    /// Where it listens.
    pub address: SocketAddr,
    app: Shared,
    tasks: Vec<JoinHandle<()>>,
    /// Held as long as the server runs.
    lock: Option<File>,
}

/// Why a server did not start.
#[derive(Debug, thiserror::Error)]
pub enum Unstarted {
    /// The address cannot be used.
    #[error("--listen {0}: {1}; choose another port, or stop what listens there")]
    Listen(SocketAddr, std::io::Error),
    /// There is no web client in the named folder.
    #[error("--client {folder}: {error}; name a folder with the built client, such as web/dist")]
    Client {
        /// The folder.
        folder: String,
        /// Why it cannot be read.
        error: std::io::Error,
    },
    /// Another server uses the same data.
    #[error("another Quipu server uses the data in {0}; stop it, or name another folder with --data")]
    InUse(String),
    /// The clock of this machine is wrong.
    #[error(
        "this machine's clock is {minutes} minutes ahead of the database's; set the one that is wrong, and start again"
    )]
    Ahead {
        /// By how many minutes.
        minutes: i64,
    },
    /// The database cannot be opened.
    #[error(transparent)]
    Store(#[from] store::Error),
}

async fn bind(address: SocketAddr) -> Result<(TcpListener, SocketAddr), Unstarted> {
    let bound = async {
        let listener = TcpListener::bind(address).await?;
        let address = listener.local_addr()?;
        Ok((listener, address))
    };
    bound.await.map_err(|error| Unstarted::Listen(address, error))
}

/// The web client: from the folder that the host names, or the embedded one.
fn client(config: &Config) -> Result<Client, Unstarted> {
    let Some(folder) = &config.client else { return Ok(Client::embedded()) };
    Client::read(folder).map_err(|error| Unstarted::Client { folder: folder.display().to_string(), error })
}

/// Locks the folder of a SQLite file: two servers would not hear of each other's moves. The host's commands need no
/// lock, and the system ends it with the process.
fn lock(backend: &Backend) -> Result<Option<File>, Unstarted> {
    let Backend::File(file) = backend else { return Ok(None) };
    let path = file.with_extension("lock");
    let opened = File::options().create(true).truncate(false).write(true).open(&path);
    match opened.map_err(TryLockError::Error).and_then(|lock| lock.try_lock().map(|()| lock)) {
        Ok(lock) => Ok(Some(lock)),
        Err(TryLockError::WouldBlock) => {
            Err(Unstarted::InUse(file.parent().unwrap_or(Path::new(".")).display().to_string()))
        }
        Err(TryLockError::Error(error)) => {
            tracing::warn!(%error, file = %path.display(), "cannot lock the data; start no second server on it");
            Ok(None)
        }
    }
}

/// Binds, opens the store, and begins to serve.
pub async fn start(mut config: Config) -> Result<Running, Unstarted> {
    tokio::task::spawn_blocking(catalog::prepare).await.ok();
    let lock = lock(&config.backend)?;
    let (listener, address) = bind(config.listen).await?;
    // With port 0 the system chooses one; links need the real port.
    config.listen = address;
    let client = client(&config)?;
    let app = App::open(config, client).await?;
    if let Err(wrong) = housekeeping::check_clock(&app).await {
        app.stopping.cancel();
        app.hub.shutdown().await;
        app.store.close().await;
        return Err(wrong);
    }
    housekeeping::allow_for_pause(&app).await?;
    let access = app.store.subscribe_access();
    let mut tasks = vec![tokio::spawn(accept(listener, app.clone(), routes::router(app.clone()), true))];
    if let Some(watched) = app.config.watched.listen {
        let (listener, _) = bind(watched).await?;
        tasks.push(tokio::spawn(accept(listener, app.clone(), routes::watched(app.clone()), false)));
    }
    tasks.push(tokio::spawn(sockets::watch(app.clone(), access)));
    tasks.push(tokio::spawn(notifications::run(app.clone())));
    tasks.push(tokio::spawn(housekeeping::run(app.clone())));
    tasks.push(tokio::spawn(ratings::run(app.clone())));
    tasks.push(tokio::spawn(pairing::run(app.clone())));
    tasks.push(tokio::spawn(nodes::run(app.clone())));
    Ok(Running { address, app, tasks, lock })
}

impl Running {
    /// Accepts no more connections, finishes all commands, tells the clients, and closes the store.
    pub async fn stop(self) {
        self.app.stopping.cancel();
        self.app.hub.shutdown().await;
        for task in self.tasks {
            task.await.ok();
        }
        self.app.store.close().await;
        drop(self.lock);
    }

    /// The server.
    pub fn app(&self) -> &Shared {
        &self.app
    }
}

/// Accepts connections until the server stops, then waits for the requests in progress. Those that are not limited are
/// for monitoring, which has to get through however many there are from its address: they have a number of their own.
async fn accept(listener: TcpListener, app: Shared, router: Router, limited: bool) {
    let connections = TaskTracker::new();
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = app.stopping.cancelled() => break,
        };
        match accepted {
            Ok(_) if !limited && connections.len() >= MOST_WATCHING => app.metrics.limit_hit("connections"),
            Ok((stream, peer)) => serve(stream, peer, &app, &router, &connections, limited),
            Err(error) => {
                // Probably out of file descriptors: the next one would fail as well.
                tracing::warn!(%error, "cannot accept a connection");
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        }
    }
    drop(listener);
    connections.close();
    if tokio::time::timeout(SHUTDOWN_TIMEOUT, connections.wait()).await.is_err() {
        tracing::warn!("some requests did not end in time");
    }
}

/// Serves one connection in a task of its own.
fn serve(stream: TcpStream, peer: SocketAddr, app: &Shared, router: &Router, connections: &TaskTracker, limited: bool) {
    // Behind a proxy every connection has the proxy's address; sockets are counted instead.
    let counted = limited && !app.config.trusted_proxies.iter().any(|net| net.contains(&peer.ip().to_canonical()));
    let connection = if counted { app.limits.connect(peer.ip().into()) } else { None };
    if counted && connection.is_none() {
        app.metrics.limit_hit("connections");
        tracing::debug!(%peer, "too many connections from one address");
        return;
    }
    stream.set_nodelay(true).ok();
    let router = router.clone();
    let connection = Arc::new(connection);
    let body_time = app.config.bounds.body_time;
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        // A socket outlives the answer to its request; whoever takes it over keeps the count.
        request.extensions_mut().insert(Counted(connection.clone()));
        let answered = router.clone().oneshot(request.map(|body| timed(body, body_time)));
        async move { answered.await.map_err(|never: Infallible| match never {}) }
    });
    // HTTP/1.1 and nothing else: WebSockets need it, and one protocol is enough to be sure of.
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(app.config.bounds.header_time);
    let stream = Patient::new(stream, app.config.bounds.answer_time);
    let serving = builder.serve_connection(TokioIo::new(stream), service).with_upgrades();
    let stopping = app.stopping.clone();
    connections.spawn(async move {
        let mut serving = pin!(serving);
        let ended = tokio::select! {
            ended = serving.as_mut() => ended,
            () = stopping.cancelled() => {
                serving.as_mut().graceful_shutdown();
                serving.await
            }
        };
        if let Err(error) = ended {
            tracing::debug!(%peer, %error, "a connection ended with an error");
        }
    });
}

/// A body that has to arrive in time.
struct Timed {
    body: Incoming,
    late: Pin<Box<Sleep>>,
}

fn timed(body: Incoming, time: Duration) -> Body {
    if body.is_end_stream() {
        return Body::new(body);
    }
    Body::new(Timed { body, late: Box::pin(tokio::time::sleep(time)) })
}

impl HttpBody for Timed {
    type Data = Bytes;
    type Error = axum::BoxError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::BoxError>>> {
        if self.late.as_mut().poll(context).is_ready() {
            return Poll::Ready(Some(Err("the body took too long".into())));
        }
        Pin::new(&mut self.body).poll_frame(context).map_err(Into::into)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// Counts a connection for as long as it is used.
#[derive(Clone)]
pub struct Counted(#[expect(dead_code, reason = "dropping it is what counts")] Arc<Option<crate::limits::Connection>>);

/// Starts to listen for signals, and returns a future that waits for one. A signal that arrives while the server still
/// starts is not lost.
#[cfg(unix)]
pub fn asked_to_stop() -> std::io::Result<impl Future<Output = &'static str>> {
    use tokio::signal::unix::{SignalKind, signal};
    let (mut terminate, mut interrupt) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => "interrupted",
            _ = terminate.recv() => "terminated",
        }
    })
}

/// Starts to listen for signals, and returns a future that waits for one.
#[cfg(windows)]
pub fn asked_to_stop() -> std::io::Result<impl Future<Output = &'static str>> {
    use tokio::signal::windows::{ctrl_c, ctrl_close};
    let (mut close, mut interrupt) = (ctrl_close()?, ctrl_c()?);
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => "interrupted",
            _ = close.recv() => "terminated",
        }
    })
}

/// The address of this machine in its network: the one from which packets would be sent. None are sent.
pub fn lan_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    socket.local_addr().ok().map(|address| address.ip()).filter(|ip| !ip.is_unspecified())
}

/// What a host reads when the server is up: where the page is, what to do next, where data lies, how to stop; `play` is
/// the command that plays in their terminal.
pub fn greeting(app: &Shared, address: SocketAddr, play: &str) -> String {
    let own = match &app.config.public_url {
        Some(url) => url.to_string(),
        None if address.ip().is_unspecified() => format!("http://127.0.0.1:{}/", address.port()),
        None => format!("http://{address}/"),
    };
    let kept = match &app.config.backend {
        Backend::File(file) => format!("{} (games go on after a restart)", file.display()),
        Backend::Memory => "nowhere: everything is gone when the server stops".to_owned(),
        Backend::Postgres(_) => "the PostgreSQL database that you named".to_owned(),
    };
    let terminal = format!("{play} tikal");
    let mut text = format!("Quipu is at {own}\n\n");
    let lines = [
        ("Play", "open that page and choose a game; two clicks start one against bots"),
        (
            "Friends",
            if app.config.lan {
                "see below"
            } else {
                "start with --lan for phones on your network; docs/self-hosting.md is for the Internet"
            },
        ),
        ("Terminal", terminal.as_str()),
        ("Data", &kept),
        ("Stop", "Ctrl-C"),
    ];
    text.extend(lines.map(|(what, how)| format!("  {what:<10}{how}\n")));
    if app.config.lan {
        text.push('\n');
        text += &invitation(address);
    }
    text
}

/// How phones on the same network find the server: its address there, and the same as a QR code.
fn invitation(address: SocketAddr) -> String {
    let Some(ip) = lan_address().filter(|ip| !ip.is_loopback()) else {
        return "This machine is not in a network; phones cannot reach it.\n".to_owned();
    };
    let phone = format!("http://{}/", SocketAddr::new(ip, address.port()));
    let mut text = format!("Phones on the same network: {phone}\n");
    if let Ok(code) = QrCode::new(&phone) {
        // Terminals are dark, and scanners want the code dark on light.
        let mut picture = code.render::<Dense1x2>();
        text += &picture.dark_color(Dense1x2::Light).light_color(Dense1x2::Dark).build();
        text.push('\n');
    }
    text
}
