//! The configuration of a server: flags override the environment, that overrides the file, that overrides defaults.

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

/// The file that is read from the working folder if none is named.
pub const FILE: &str = "quipu.toml";

/// What is wrong with the configuration, where, and what to do about it.
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

/// The limits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The largest body of a request, in bytes.
    pub body_bytes: usize,
    /// The largest record that can be uploaded for replay, in bytes.
    pub record_bytes: usize,
    /// The largest socket message, in bytes.
    pub frame_bytes: usize,
    /// How long a connection may take until the headers of its next request are there.
    pub header_time: Duration,
    /// How long the body of a request may take.
    pub body_time: Duration,
    /// How long whoever asked may leave an answer unread.
    pub answer_time: Duration,
    /// Connections per address.
    pub connections_per_address: usize,
    /// Requests per second and address.
    pub requests_per_second: u32,
    /// Requests per second and address for pages and their files.
    pub pages_per_second: u32,
    /// Attempts per minute and address to log in, recover or create an account.
    pub logins_per_minute: u32,
    /// New guests per minute and address.
    pub guests_per_minute: u32,
    /// Messages per second and person over sockets; an address may send ten times as many.
    pub messages_per_second: u32,
    /// Unfinished tables per guest.
    pub tables_per_guest: u64,
    /// Unfinished tables per account.
    pub tables_per_account: u64,
    /// Tables that a person may make in a day; an address may make ten times as many.
    pub tables_per_day: u32,
    /// Tables kept in memory for a while though nobody follows them.
    pub tables_awake: usize,
    /// Chat lines per minute and person.
    pub chats_per_minute: u32,
    /// Tables per person that bots play on though no person plays there.
    pub bot_tables_per_person: usize,
    /// The same for all people together.
    pub bot_tables: usize,
}

/// How mail is sent.
#[derive(Clone)]
pub struct Smtp {
    /// The server, with its password.
    pub url: String,
    /// The sender.
    pub from: Mailbox,
}

/// Who may read the metrics, and where.
#[derive(Clone, Default)]
pub struct Watched {
    /// A separate address for them.
    pub listen: Option<SocketAddr>,
    /// A token for the server's own address.
    pub token: Option<String>,
}

/// The configuration of a server, checked.
#[derive(Clone)]
#[expect(clippy::struct_excessive_bools, reason = "each is a setting of its own")]
pub struct Config {
    /// Where it listens.
    pub listen: SocketAddr,
    /// Whether to print the address for phones in the network.
    pub lan: bool,
    /// The database.
    pub backend: Backend,
    /// The public address; without it, whichever address a request names.
    pub public_url: Option<Url>,
    /// The folder of the web client, if it is not the embedded one.
    pub client: Option<PathBuf>,
    /// Other origins whose pages may use it.
    pub origins: Vec<Url>,
    /// The key that signs cookies.
    pub secret: Secret,
    /// The limits.
    pub bounds: Bounds,
    /// Threads for bots.
    pub bot_threads: usize,
    /// How long a master bot thinks about a turn.
    pub bot_time: Duration,
    /// The memory for all searches of bots together, in bytes.
    pub bot_memory: usize,
    /// After how long without a visit a guest is deleted.
    pub guests_last: Duration,
    /// Proxies whose `X-Forwarded-For` is trusted.
    pub trusted_proxies: Vec<IpNet>,
    /// How mail is sent, if at all.
    pub smtp: Option<Smtp>,
    /// Whether webhooks may call loopback and private addresses.
    pub private_webhooks: bool,
    /// Whether finished matches are listed.
    pub history: bool,
    /// Whether matches may be rated.
    pub ratings: bool,
    /// Whether accounts have a public page, and games a leaderboard.
    pub profiles: bool,
    /// Whether accounts may be friends and invite each other by name.
    pub friends: bool,
    /// Whether people who wait are paired with each other.
    pub pairing: bool,
    /// Whether browsers that are closed are told of things.
    pub push: bool,
    /// Whether players may remind each other, and are reminded before their time runs out.
    pub reminders: bool,
    /// Whether people may note things for themselves at a table.
    pub notes: bool,
    /// How many days of vacation an account has in a year; none, if it is 0.
    pub vacation_days: u32,
    /// Whether there is a page for hosts.
    pub host_page: bool,
    /// The log level.
    pub log: String,
    /// The format of the log.
    pub log_format: LogFormat,
    /// Who may read the metrics.
    pub watched: Watched,
}

impl Config {
    /// Reads the file (the named one, or `quipu.toml` if it exists) and checks all options.
    pub fn read(given: Given, file: Option<&Path>) -> Result<Config, Misconfigured> {
        Config::new(Config::with_file(given, file)?)
    }

    /// Takes missing options from the file.
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
            Misconfigured::new(what, why, "'quipu serve --help' lists the names; write them without the leading dashes")
        })?;
        Ok(given.or(read))
    }

    /// Checks the options, and creates the data folder and the key if they are missing.
    pub fn new(given: Given) -> Result<Config, Misconfigured> {
        let backend = backend(&given)?;
        let bounds = bounds(&given)?;
        let smtp = smtp(&given)?;
        for url in given.origins.iter().chain(&given.public_url) {
            if !matches!(url.scheme(), "http" | "https") || url.host().is_none() {
                return Err(Misconfigured::new(url, "this is not the address of a web page", "write https://HOST"));
            }
        }
        if let Some(token) = &given.metrics_token
            && token.len() < 16
        {
            return Err(Misconfigured::new("--metrics-token", "it is too short", "use 16 characters or more"));
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
            bot_memory: given.bot_megabytes.unwrap_or(512).saturating_mul(1 << 20),
            bot_time: Duration::from_millis(given.bot_millis.unwrap_or(2_000)),
            guests_last: Duration::from_hours(24 * u64::from(given.guest_days.unwrap_or(30))),
            trusted_proxies: given.trusted_proxies,
            smtp,
            private_webhooks: given.private_webhooks.unwrap_or(false),
            history: given.history.unwrap_or(true),
            ratings: given.ratings.unwrap_or(true),
            profiles: given.profiles.unwrap_or(true),
            friends: given.friends.unwrap_or(true),
            pairing: given.pairing.unwrap_or(true),
            push: given.push.unwrap_or(true),
            reminders: given.reminders.unwrap_or(true),
            notes: given.notes.unwrap_or(true),
            host_page: given.host_page.unwrap_or(true),
            vacation_days: given.vacation_days.unwrap_or(30).min(366),
            log: given.log.unwrap_or_else(|| "info".to_owned()),
            log_format: given.log_format.unwrap_or_default(),
            watched: Watched { listen: given.metrics_listen, token: given.metrics_token },
        })
    }

    /// The address of the server, ending in `/`: every link in mail and feeds begins with it.
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

    /// Whether cookies are sent over TLS only.
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

/// The data folder: the given one, or one in the user's data folder.
pub(crate) fn folder(given: &Given) -> PathBuf {
    let known = |name: &str| std::env::var_os(name).filter(|path| !path.is_empty()).map(PathBuf::from);
    let shared = || known("XDG_DATA_HOME").or_else(|| known("HOME").map(|home| home.join(".local/share")));
    given.data.clone().or_else(|| shared().map(|shared| shared.join("quipu"))).unwrap_or_else(|| "quipu-data".into())
}

/// The database: the given PostgreSQL, or a file in the data folder, which is created.
pub fn backend(given: &Given) -> Result<Backend, Misconfigured> {
    if let Some(url) = &given.database_url {
        let right = url.starts_with("postgres://") || url.starts_with("postgresql://");
        let wrong =
            || Misconfigured::new("--database-url", "only PostgreSQL is supported", "use postgres://… or --data");
        return right.then(|| Backend::Postgres(url.clone())).ok_or_else(wrong);
    }
    let folder = folder(given);
    std::fs::create_dir_all(&folder).map_err(|error| {
        Misconfigured::new(format!("--data {}", folder.display()), error, "name a folder that can be written")
    })?;
    Ok(Backend::File(folder.join("quipu.db")))
}

/// The same for those who look after a server. What is missing is not created: it would be empty, and look like all.
pub fn kept(given: &Given) -> Result<Backend, Misconfigured> {
    let folder = folder(given);
    if given.database_url.is_none() && !folder.join("quipu.db").is_file() {
        let remedy = "give the server's own --data, --database-url or --config";
        return Err(Misconfigured::new(format!("--data {}", folder.display()), "there is no quipu.db", remedy));
    }
    backend(given)
}

fn bounds(given: &Given) -> Result<Bounds, Misconfigured> {
    let bounds = Bounds {
        body_bytes: given.body_bytes.unwrap_or(64 << 10),
        record_bytes: given.record_bytes.unwrap_or(4 << 20),
        frame_bytes: given.frame_bytes.unwrap_or(64 << 10),
        header_time: Duration::from_secs(given.header_seconds.unwrap_or(20)),
        body_time: Duration::from_secs(given.body_seconds.unwrap_or(30)),
        answer_time: Duration::from_secs(given.answer_seconds.unwrap_or(30)),
        connections_per_address: given.connections_per_address.unwrap_or(256),
        requests_per_second: given.requests_per_second.unwrap_or(50),
        pages_per_second: given.pages_per_second.unwrap_or(500),
        logins_per_minute: given.logins_per_minute.unwrap_or(10),
        guests_per_minute: given.guests_per_minute.unwrap_or(30),
        messages_per_second: given.messages_per_second.unwrap_or(20),
        tables_per_guest: given.tables_per_guest.unwrap_or(10),
        tables_per_account: given.tables_per_account.unwrap_or(100),
        tables_per_day: given.tables_per_day.unwrap_or(200),
        tables_awake: given.tables_awake.unwrap_or(500).max(1),
        chats_per_minute: given.chats_per_minute.unwrap_or(30),
        bot_tables_per_person: given.bot_tables_per_person.unwrap_or(2),
        bot_tables: given.bot_tables.unwrap_or(32),
    };
    let zero = [
        ("--header-seconds", bounds.header_time.is_zero()),
        ("--body-seconds", bounds.body_time.is_zero()),
        ("--answer-seconds", bounds.answer_time.is_zero()),
        ("--connections-per-address", bounds.connections_per_address == 0),
        ("--requests-per-second", bounds.requests_per_second == 0),
        ("--pages-per-second", bounds.pages_per_second == 0),
        ("--logins-per-minute", bounds.logins_per_minute == 0),
        ("--guests-per-minute", bounds.guests_per_minute == 0),
        ("--messages-per-second", bounds.messages_per_second == 0),
        ("--tables-per-day", bounds.tables_per_day == 0),
        ("--chats-per-minute", bounds.chats_per_minute == 0),
        ("--bot-megabytes", given.bot_megabytes == Some(0)),
    ];
    match zero.iter().find(|(_, zero)| *zero) {
        Some((what, _)) => Err(Misconfigured::new(what, "0 would lock everybody out", "write 1 or more")),
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
