//! The options of a server: flags, environment variables and keys of a file, all optional, under the same names.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use ipnet::IpNet;
use serde::Deserialize;
use url::Url;

/// How logs are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Deserialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum LogFormat {
    /// For people.
    #[default]
    Text,
    /// One JSON object per line, for programs.
    Json,
}

/// Declares the options once: as flags, as environment variables and as keys of the file.
///
/// Flags take precedence over the environment, and the environment over the file.
macro_rules! given {
    ($($(#[$meta:meta])* $name:ident: $kind:ty,)*) => {
        /// The options that a host sets; the others have their default.
        #[expect(
            clippy::doc_markdown,
            rustdoc::bare_urls,
            reason = "the help of a command shows addresses as one types them"
        )]
        #[derive(Clone, Debug, Default, PartialEq, Args, Deserialize)]
        #[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
        pub struct Given {
            $($(#[$meta])* pub $name: $kind,)*
        }

        impl Given {
            /// Takes the options that are missing here from `other`.
            pub fn or(self, other: Given) -> Given {
                Given { $($name: self.$name.or_else(|| other.$name),)* }
            }
        }
    };
}

/// Empty lists count as missing.
trait OrElse: Sized {
    fn or_else(self, other: impl FnOnce() -> Self) -> Self;
}

impl<T> OrElse for Vec<T> {
    fn or_else(self, other: impl FnOnce() -> Self) -> Self {
        if self.is_empty() { other() } else { self }
    }
}

given! {
    /// Listen here [default: 127.0.0.1:7777]
    #[arg(long, env = "QUIPU_LISTEN", value_name = "ADDRESS:PORT", help_heading = "Where")]
    listen: Option<SocketAddr>,
    /// Listen on all interfaces, and print the address and a QR code for phones in the network
    #[arg(
        long, env = "QUIPU_LAN", num_args = 0..=1, default_missing_value = "true", value_name = "YES",
        help_heading = "Where"
    )]
    lan: Option<bool>,
    /// The address at which players reach the server, such as https://games.example.org
    #[arg(long, env = "QUIPU_PUBLIC_URL", value_name = "URL", help_heading = "Where")]
    public_url: Option<Url>,
    /// Serve the web client from this folder instead of the embedded one, such as web/dist
    #[arg(long, env = "QUIPU_CLIENT", value_name = "DIR", help_heading = "Where")]
    client: Option<PathBuf>,
    /// Keep the database and the key in this folder [default: quipu in the user's data folder]
    #[arg(long, env = "QUIPU_DATA", value_name = "DIR", help_heading = "Where")]
    data: Option<PathBuf>,
    /// Use this PostgreSQL database instead of SQLite, such as postgres://user:password@host/database
    #[arg(long, env = "QUIPU_DATABASE_URL", hide_env_values = true, value_name = "URL", help_heading = "Where")]
    database_url: Option<String>,

    /// The file with the key that signs cookies, created at the first start [default: secret.key in the data folder]
    #[arg(long, env = "QUIPU_SECRET_FILE", value_name = "FILE", help_heading = "Security")]
    secret_file: Option<PathBuf>,
    /// The key itself, at least 32 characters, the same on every node; prefer the environment variable to the flag
    #[arg(long, env = "QUIPU_SECRET", hide_env_values = true, value_name = "KEY", help_heading = "Security")]
    secret: Option<String>,
    /// Other origins whose pages may use this server, such as https://other.example.org
    #[arg(long, env = "QUIPU_ORIGINS", value_delimiter = ',', value_name = "URL", help_heading = "Security")]
    origins: Vec<Url>,
    /// Proxies whose X-Forwarded-For is trusted, such as 127.0.0.1/32
    #[arg(
        long, env = "QUIPU_TRUSTED_PROXIES", value_delimiter = ',', value_name = "NETWORK",
        help_heading = "Security"
    )]
    trusted_proxies: Vec<IpNet>,
    /// Allow webhooks to loopback and private addresses
    #[arg(
        long, env = "QUIPU_PRIVATE_WEBHOOKS", num_args = 0..=1, default_missing_value = "true",
        value_name = "YES", help_heading = "Security"
    )]
    private_webhooks: Option<bool>,

    /// The largest request body, in bytes [default: 65536]
    #[arg(long, env = "QUIPU_BODY_BYTES", value_name = "N", help_heading = "Limits")]
    body_bytes: Option<usize>,
    /// The largest record that can be uploaded for replay, in bytes [default: 4194304]
    #[arg(long, env = "QUIPU_RECORD_BYTES", value_name = "N", help_heading = "Limits")]
    record_bytes: Option<usize>,
    /// The largest socket message, in bytes [default: 65536]
    #[arg(long, env = "QUIPU_FRAME_BYTES", value_name = "N", help_heading = "Limits")]
    frame_bytes: Option<usize>,
    /// How long a connection may take until the headers of its next request are there, in seconds [default: 20]
    #[arg(long, env = "QUIPU_HEADER_SECONDS", value_name = "N", help_heading = "Limits")]
    header_seconds: Option<u64>,
    /// How long the body of a request may take, in seconds [default: 30]
    #[arg(long, env = "QUIPU_BODY_SECONDS", value_name = "N", help_heading = "Limits")]
    body_seconds: Option<u64>,
    /// How long whoever asked may leave an answer unread, in seconds [default: 30]
    #[arg(long, env = "QUIPU_ANSWER_SECONDS", value_name = "N", help_heading = "Limits")]
    answer_seconds: Option<u64>,
    /// Connections per address [default: 256]
    #[arg(long, env = "QUIPU_CONNECTIONS_PER_ADDRESS", value_name = "N", help_heading = "Limits")]
    connections_per_address: Option<usize>,
    /// Requests per second and address; bursts may be four times as large [default: 50]
    #[arg(long, env = "QUIPU_REQUESTS_PER_SECOND", value_name = "N", help_heading = "Limits")]
    requests_per_second: Option<u32>,
    /// Requests per second and address for pages and their files; bursts may be four times as large [default: 500]
    #[arg(long, env = "QUIPU_PAGES_PER_SECOND", value_name = "N", help_heading = "Limits")]
    pages_per_second: Option<u32>,
    /// Attempts per minute and address to log in, recover or create an account [default: 10]
    #[arg(long, env = "QUIPU_LOGINS_PER_MINUTE", value_name = "N", help_heading = "Limits")]
    logins_per_minute: Option<u32>,
    /// New guests per minute and address [default: 30]
    #[arg(long, env = "QUIPU_GUESTS_PER_MINUTE", value_name = "N", help_heading = "Limits")]
    guests_per_minute: Option<u32>,
    /// Messages per second and person, an address ten times as many; bursts may be four times as large [default: 20]
    #[arg(long, env = "QUIPU_MESSAGES_PER_SECOND", value_name = "N", help_heading = "Limits")]
    messages_per_second: Option<u32>,
    /// Unfinished tables per guest [default: 10]
    #[arg(long, env = "QUIPU_TABLES_PER_GUEST", value_name = "N", help_heading = "Limits")]
    tables_per_guest: Option<u64>,
    /// Unfinished tables per account [default: 100]
    #[arg(long, env = "QUIPU_TABLES_PER_ACCOUNT", value_name = "N", help_heading = "Limits")]
    tables_per_account: Option<u64>,
    /// Tables that a person may make in a day, an address ten times as many [default: 200]
    #[arg(long, env = "QUIPU_TABLES_PER_DAY", value_name = "N", help_heading = "Limits")]
    tables_per_day: Option<u32>,
    /// Tables kept in memory for a while though nobody follows them [default: 500]
    #[arg(long, env = "QUIPU_TABLES_AWAKE", value_name = "N", help_heading = "Limits")]
    tables_awake: Option<usize>,
    /// Chat lines per minute and person [default: 30]
    #[arg(long, env = "QUIPU_CHATS_PER_MINUTE", value_name = "N", help_heading = "Limits")]
    chats_per_minute: Option<u32>,
    /// Days after which a guest who does not come back is deleted [default: 30]
    #[arg(long, env = "QUIPU_GUEST_DAYS", value_name = "N", help_heading = "Limits")]
    guest_days: Option<u32>,
    /// Threads for bots [default: all cores but one]
    #[arg(long, env = "QUIPU_BOT_THREADS", value_name = "N", help_heading = "Limits")]
    bot_threads: Option<usize>,
    /// Memory for the searches of bots in all, in megabytes; a search that has used its share decides [default: 512]
    #[arg(long, env = "QUIPU_BOT_MEGABYTES", value_name = "N", help_heading = "Limits")]
    bot_megabytes: Option<usize>,
    /// Tables per person that bots play on though no person plays there; others wait [default: 2]
    #[arg(long, env = "QUIPU_BOT_TABLES_PER_PERSON", value_name = "N", help_heading = "Limits")]
    bot_tables_per_person: Option<usize>,
    /// The same for all people together [default: 32]
    #[arg(long, env = "QUIPU_BOT_TABLES", value_name = "N", help_heading = "Limits")]
    bot_tables: Option<usize>,
    /// How long a master bot thinks about a turn, in milliseconds; lower levels take a share of it [default: 2000]
    #[arg(long, env = "QUIPU_BOT_MILLIS", value_name = "NUMBER", help_heading = "Limits")]
    bot_millis: Option<u64>,

    /// Whether finished matches are listed, on pages and for taking along [default: true]
    #[arg(
        long, env = "QUIPU_HISTORY", num_args = 0..=1, default_missing_value = "true", value_name = "YES",
        help_heading = "The club"
    )]
    history: Option<bool>,
    /// Whether matches may be rated [default: true]
    #[arg(
        long, env = "QUIPU_RATINGS", num_args = 0..=1, default_missing_value = "true", value_name = "YES",
        help_heading = "The club"
    )]
    ratings: Option<bool>,
    /// Whether accounts have a public page, and games a leaderboard [default: true]
    #[arg(
        long, env = "QUIPU_PROFILES", num_args = 0..=1, default_missing_value = "true", value_name = "YES",
        help_heading = "The club"
    )]
    profiles: Option<bool>,
    /// Whether accounts may be friends and invite each other by name [default: true]
    #[arg(
        long, env = "QUIPU_FRIENDS", num_args = 0..=1, default_missing_value = "true", value_name = "YES",
        help_heading = "The club"
    )]
    friends: Option<bool>,
    /// Whether people who wait are paired with each other [default: true]
    #[arg(
        long, env = "QUIPU_PAIRING", num_args = 0..=1, default_missing_value = "true", value_name = "YES",
        help_heading = "The club"
    )]
    pairing: Option<bool>,
    /// Whether people may note things for themselves at a table [default: true]
    #[arg(
        long, env = "QUIPU_NOTES", num_args = 0..=1, default_missing_value = "true", value_name = "YES",
        help_heading = "The club"
    )]
    notes: Option<bool>,
    /// Days of vacation of an account in a year, in which its clocks of days stand still; 0 for none [default: 30]
    #[arg(long, env = "QUIPU_VACATION_DAYS", value_name = "N", help_heading = "The club")]
    vacation_days: Option<u32>,

    /// Whether accounts that 'quipu admin host' names have a page for looking after the server [default: true]
    #[arg(
        long, env = "QUIPU_HOST_PAGE", num_args = 0..=1, default_missing_value = "true", value_name = "YES",
        help_heading = "The club"
    )]
    host_page: Option<bool>,

    /// The mail server, such as smtps://user:password@mail.example.org; without it no mail is sent
    #[arg(long, env = "QUIPU_SMTP", hide_env_values = true, value_name = "URL", help_heading = "Notifications")]
    smtp: Option<String>,
    /// The sender of mail, such as "Quipu <quipu@example.org>"
    #[arg(long, env = "QUIPU_MAIL_FROM", value_name = "ADDRESS", help_heading = "Notifications")]
    mail_from: Option<String>,
    /// Whether browsers that are closed are told of things, by the push services of their makers [default: true]
    #[arg(
        long, env = "QUIPU_PUSH", num_args = 0..=1, default_missing_value = "true", value_name = "YES",
        help_heading = "Notifications"
    )]
    push: Option<bool>,
    /// Whether players may remind each other, and are reminded before their time runs out [default: true]
    #[arg(
        long, env = "QUIPU_REMINDERS", num_args = 0..=1, default_missing_value = "true", value_name = "YES",
        help_heading = "Notifications"
    )]
    reminders: Option<bool>,

    /// The log level: error, warn, info or debug, also by module, such as info,server=debug [default: info]
    #[arg(long, env = "QUIPU_LOG", value_name = "LEVEL", help_heading = "Watching over it")]
    log: Option<String>,
    /// The format of the log [default: text]
    #[arg(long, env = "QUIPU_LOG_FORMAT", value_name = "FORMAT", help_heading = "Watching over it")]
    log_format: Option<LogFormat>,
    /// Serve /metrics at this address, to anybody who can reach it
    #[arg(long, env = "QUIPU_METRICS_LISTEN", value_name = "ADDRESS:PORT", help_heading = "Watching over it")]
    metrics_listen: Option<SocketAddr>,
    /// Serve /metrics at the server's own address, to whoever sends this token (Authorization: Bearer TOKEN)
    #[arg(
        long, env = "QUIPU_METRICS_TOKEN", hide_env_values = true, value_name = "TOKEN",
        help_heading = "Watching over it"
    )]
    metrics_token: Option<String>,
}
