//! What a server is started with: flags before environment before file before defaults.

mod given;
mod secret;

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::time::Duration;

use ipnet::IpNet;
use lettre::message::Mailbox;
use store::Backend;
use url::Url;

pub use given::{Given, LogFormat};
pub use secret::Secret;

/// The file that is read where none is named and one lies in the working folder.
pub const FILE: &str = "quipu.toml";

/// What is wrong, where, and what to do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what}: {why}; {remedy}")]
pub struct Misconfigured {
    /// The option or file.
    pub what: String,
    /// What is wrong with it.
    pub why: String,
    /// What to do.
    pub remedy: String,
}

impl Misconfigured {
    pub(crate) fn new(what: impl fmt::Display, why: impl fmt::Display, remedy: impl fmt::Display) -> Misconfigured {
        Misconfigured { what: what.to_string(), why: why.to_string(), remedy: remedy.to_string() }
    }
}

/// How much of everything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The largest body of a request, in bytes.
    pub body_bytes: usize,
    /// The largest record that can be shown, in bytes.
    pub record_bytes: usize,
    /// The largest message over the socket, in bytes.
    pub frame_bytes: usize,
    /// Connections from one address.
    pub connections_per_address: usize,
    /// Requests a second from one address.
    pub requests_per_second: u32,
    /// Attempts a minute to log in, recover or make an account from one address.
    pub logins_per_minute: u32,
    /// New guests a minute from one address.
    pub guests_per_minute: u32,
    /// Messages a second over one socket.
    pub messages_per_second: u32,
    /// Unfinished tables of a guest.
    pub tables_per_guest: u64,
    /// Unfinished tables of an account.
    pub tables_per_account: u64,
    /// Chat lines a minute of one person.
    pub chats_per_minute: u32,
}

/// How mail is sent.
#[derive(Clone)]
pub struct Smtp {
    /// The server, with its password.
    pub url: String,
    /// Who it comes from.
    pub from: Mailbox,
}

/// Who may read the metrics, and where.
#[derive(Clone, Default)]
pub struct Watched {
    /// An address of their own.
    pub listen: Option<SocketAddr>,
    /// A token for the server's own address.
    pub token: Option<String>,
}

/// What a server is started with, checked.
#[derive(Clone)]
pub struct Config {
    /// Where it listens.
    pub listen: SocketAddr,
    /// Whether the address for the network is shown.
    pub lan: bool,
    /// Where it keeps everything.
    pub backend: Backend,
    /// Under which address it is reached; without it, under whichever it is asked.
    pub public_url: Option<Url>,
    /// The folder of the page, where it is not the one inside the binary.
    pub client: Option<PathBuf>,
    /// Other origins whose pages may use it.
    pub origins: Vec<Url>,
    /// What signs cookies.
    pub secret: Secret,
    /// How much of everything.
    pub bounds: Bounds,
    /// Threads on which bots think.
    pub bot_threads: usize,
    /// How long a master thinks about a turn.
    pub bot_time: Duration,
    /// After how long a guest is forgotten.
    pub guests_last: Duration,
    /// Who is believed about `X-Forwarded-For`.
    pub trusted_proxies: Vec<IpNet>,
    /// How mail is sent, if at all.
    pub smtp: Option<Smtp>,
    /// Whether webhooks may call loopback and private addresses.
    pub private_webhooks: bool,
    /// What goes into the log.
    pub log: String,
    /// How the log is written.
    pub log_format: LogFormat,
    /// Who may read the metrics.
    pub watched: Watched,
}

impl Config {
    /// Reads the file (the one named, or `quipu.toml` where there is one) and puts everything together.
    pub fn read(given: Given, file: Option<&Path>) -> Result<Config, Misconfigured> {
        Config::new(Config::with_file(given, file)?)
    }

    /// Fills what is missing from the file.
    pub fn with_file(given: Given, file: Option<&Path>) -> Result<Given, Misconfigured> {
        let path = match file {
            Some(file) => file,
            None if Path::new(FILE).exists() => Path::new(FILE),
            None => return Ok(given),
        };
        let here = path.display().to_string();
        let text = std::fs::read_to_string(path)
            .map_err(|error| Misconfigured::new(&here, error, "name a file that can be read with --config"))?;
        let read: Given = toml::from_str(&text).map_err(|error| {
            let before = error.span().map_or("", |span| text.get(..span.start).unwrap_or_default());
            let column = before.len() - before.rfind('\n').map_or(0, |at| at + 1) + 1;
            let what = format!("{here}: line {}, column {column}", before.matches('\n').count() + 1);
            let why = error.message().trim().replace('\n', " ");
            Misconfigured::new(what, why, "'quipu serve --help' lists the names; write them without the dashes")
        })?;
        Ok(given.or(read))
    }

    /// Checks what is given, and makes the data folder and the key where they are missing.
    pub fn new(given: Given) -> Result<Config, Misconfigured> {
        let backend = backend(&given)?;
        let bounds = bounds(&given)?;
        let smtp = smtp(&given)?;
        for url in given.origins.iter().chain(&given.public_url) {
            if !matches!(url.scheme(), "http" | "https") || url.host().is_none() {
                return Err(Misconfigured::new(url, "this is no address of a web page", "write https://HOST"));
            }
        }
        if let Some(token) = &given.metrics_token
            && token.len() < 16
        {
            return Err(Misconfigured::new(
                "--metrics-token",
                "it is short enough to guess",
                "take 16 letters or more",
            ));
        }
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let lan = given.lan.unwrap_or(false);
        Ok(Config {
            listen: listen(&given, lan),
            lan,
            backend,
            secret: Secret::find(&given)?,
            public_url: given.public_url,
            client: given.client,
            origins: given.origins,
            bounds,
            bot_threads: given.bot_threads.unwrap_or(cores.saturating_sub(1)).max(1),
            bot_time: Duration::from_millis(given.bot_millis.unwrap_or(2_000)),
            guests_last: Duration::from_hours(24 * u64::from(given.guest_days.unwrap_or(30))),
            trusted_proxies: given.trusted_proxies,
            smtp,
            private_webhooks: given.private_webhooks.unwrap_or(false),
            log: given.log.unwrap_or_else(|| "info".to_owned()),
            log_format: given.log_format.unwrap_or_default(),
            watched: Watched { listen: given.metrics_listen, token: given.metrics_token },
        })
    }

    /// Where players find the server, ending in `/`: the start of every link in letters and feeds.
    pub fn base_url(&self) -> String {
        match &self.public_url {
            Some(url) => format!("{}/", url.as_str().trim_end_matches('/')),
            None if self.listen.ip().is_unspecified() => {
                let ip = crate::start::lan_address().unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST));
                format!("http://{}/", SocketAddr::new(ip, self.listen.port()))
            }
            None => format!("http://{}/", self.listen),
        }
    }

    /// Whether cookies travel over TLS alone.
    pub fn secure(&self) -> bool {
        self.public_url.as_ref().is_some_and(|url| url.scheme() == "https")
    }
}

fn listen(given: &Given, lan: bool) -> SocketAddr {
    let mut listen = given.listen.unwrap_or_else(|| SocketAddr::from((Ipv4Addr::LOCALHOST, 7777)));
    if lan && listen.ip().is_loopback() {
        listen.set_ip(IpAddr::V4(Ipv4Addr::UNSPECIFIED));
    }
    listen
}

/// The folder for data: the one given, else one of the user's own.
pub(crate) fn folder(given: &Given) -> PathBuf {
    let known = |name: &str| std::env::var_os(name).filter(|path| !path.is_empty()).map(PathBuf::from);
    let shared = || known("XDG_DATA_HOME").or_else(|| known("HOME").map(|home| home.join(".local/share")));
    given.data.clone().or_else(|| shared().map(|shared| shared.join("quipu"))).unwrap_or_else(|| "quipu-data".into())
}

/// Where everything is kept: the PostgreSQL given, else a file in the data folder, which is made.
pub fn backend(given: &Given) -> Result<Backend, Misconfigured> {
    if let Some(url) = &given.database_url {
        let right = url.starts_with("postgres://") || url.starts_with("postgresql://");
        let wrong =
            || Misconfigured::new("--database-url", "only PostgreSQL is known", "write postgres://…, or use --data");
        return right.then(|| Backend::Postgres(url.clone())).ok_or_else(wrong);
    }
    let folder = folder(given);
    std::fs::create_dir_all(&folder).map_err(|error| {
        Misconfigured::new(format!("--data {}", folder.display()), error, "name a folder that can be written")
    })?;
    Ok(Backend::File(folder.join("quipu.db")))
}

fn bounds(given: &Given) -> Result<Bounds, Misconfigured> {
    let bounds = Bounds {
        body_bytes: given.body_bytes.unwrap_or(64 << 10),
        record_bytes: given.record_bytes.unwrap_or(4 << 20),
        frame_bytes: given.frame_bytes.unwrap_or(64 << 10),
        connections_per_address: given.connections_per_address.unwrap_or(256),
        requests_per_second: given.requests_per_second.unwrap_or(50),
        logins_per_minute: given.logins_per_minute.unwrap_or(10),
        guests_per_minute: given.guests_per_minute.unwrap_or(30),
        messages_per_second: given.messages_per_second.unwrap_or(20),
        tables_per_guest: given.tables_per_guest.unwrap_or(10),
        tables_per_account: given.tables_per_account.unwrap_or(100),
        chats_per_minute: given.chats_per_minute.unwrap_or(30),
    };
    let zero = [
        ("--connections-per-address", bounds.connections_per_address == 0),
        ("--requests-per-second", bounds.requests_per_second == 0),
        ("--logins-per-minute", bounds.logins_per_minute == 0),
        ("--guests-per-minute", bounds.guests_per_minute == 0),
        ("--messages-per-second", bounds.messages_per_second == 0),
        ("--chats-per-minute", bounds.chats_per_minute == 0),
    ];
    match zero.iter().find(|(_, zero)| *zero) {
        Some((what, _)) => Err(Misconfigured::new(what, "with 0 nobody could do anything", "write 1 or more")),
        None => Ok(bounds),
    }
}

fn smtp(given: &Given) -> Result<Option<Smtp>, Misconfigured> {
    let Some(url) = given.smtp.clone() else { return Ok(None) };
    let missing = || Misconfigured::new("--smtp", "mail needs a sender", "give --mail-from \"Quipu <quipu@HOST>\"");
    let from = given.mail_from.as_ref().ok_or_else(missing)?;
    let from = from
        .parse()
        .map_err(|error| Misconfigured::new(format!("--mail-from {from}"), error, "write \"Quipu <quipu@HOST>\""))?;
    if let Err(error) = lettre::AsyncSmtpTransport::<lettre::Tokio1Executor>::from_url(&url) {
        let remedy = "write smtps://USER:PASSWORD@HOST, or smtp://USER:PASSWORD@HOST:587?tls=required";
        return Err(Misconfigured::new("--smtp", error, remedy));
    }
    Ok(Some(Smtp { url, from }))
}

#[cfg(test)]
mod tests;
