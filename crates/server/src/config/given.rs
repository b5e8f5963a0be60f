//! What a host gives: flags, environment and file, all of it optional, under the same names.

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
    /// A JSON object a line, for programs.
    Json,
}

/// Declares the options once: as flags, as environment variables and as keys of the file.
///
/// What a flag says goes before the environment, and both before the file.
macro_rules! given {
    ($($(#[$meta:meta])* $name:ident: $kind:ty,)*) => {
        /// What a host may say about a server; the rest is as it is by default.
        #[expect(clippy::doc_markdown, rustdoc::bare_urls, reason = "addresses stand in the help of a command as one types them")]
        #[derive(Clone, Debug, Default, PartialEq, Args, Deserialize)]
        #[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
        pub struct Given {
            $($(#[$meta])* pub $name: $kind,)*
        }

        impl Given {
            /// Fills what is missing here from there.
            pub fn or(self, other: Given) -> Given {
                Given { $($name: self.$name.or_else(|| other.$name),)* }
            }
        }
    };
}

/// Lists count as missing while they are empty, as options do.
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
    /// Listen to the whole network, and show address and QR code for the phones on it
    #[arg(long, env = "QUIPU_LAN", num_args = 0..=1, default_missing_value = "true", value_name = "YES", help_heading = "Where")]
    lan: Option<bool>,
    /// The address under which players reach the server, as in https://games.example.org
    #[arg(long, env = "QUIPU_PUBLIC_URL", value_name = "URL", help_heading = "Where")]
    public_url: Option<Url>,
    /// Show the page of this folder instead of the one inside the binary, as in web/dist
    #[arg(long, env = "QUIPU_CLIENT", value_name = "DIR", help_heading = "Where")]
    client: Option<PathBuf>,
    /// Keep everything in this folder [default: quipu in the folder for users' data]
    #[arg(long, env = "QUIPU_DATA", value_name = "DIR", help_heading = "Where")]
    data: Option<PathBuf>,
    /// Keep everything in this PostgreSQL instead, as in postgres://user:password@host/database
    #[arg(long, env = "QUIPU_DATABASE_URL", hide_env_values = true, value_name = "URL", help_heading = "Where")]
    database_url: Option<String>,

    /// The file with the key that signs cookies; made at the first start [default: secret.key in the data folder]
    #[arg(long, env = "QUIPU_SECRET_FILE", value_name = "FILE", help_heading = "Security")]
    secret_file: Option<PathBuf>,
    /// The key itself, at least 32 characters, the same on every node; better given by the environment than by a flag
    #[arg(long, env = "QUIPU_SECRET", hide_env_values = true, value_name = "KEY", help_heading = "Security")]
    secret: Option<String>,
    /// Other origins whose pages may use this server, as in https://other.example.org
    #[arg(long, env = "QUIPU_ORIGINS", value_delimiter = ',', value_name = "URL", help_heading = "Security")]
    origins: Vec<Url>,
    /// Proxies that are believed when they say for whom they ask (X-Forwarded-For), as in 127.0.0.1/32
    #[arg(long, env = "QUIPU_TRUSTED_PROXIES", value_delimiter = ',', value_name = "NETWORK", help_heading = "Security")]
    trusted_proxies: Vec<IpNet>,
    /// Let webhooks call loopback and private addresses, too
    #[arg(long, env = "QUIPU_PRIVATE_WEBHOOKS", num_args = 0..=1, default_missing_value = "true", value_name = "YES", help_heading = "Security")]
    private_webhooks: Option<bool>,

    /// The largest body of a request, in bytes [default: 65536]
    #[arg(long, env = "QUIPU_BODY_BYTES", value_name = "N", help_heading = "Limits")]
    body_bytes: Option<usize>,
    /// The largest record that can be shown, in bytes [default: 4194304]
    #[arg(long, env = "QUIPU_RECORD_BYTES", value_name = "N", help_heading = "Limits")]
    record_bytes: Option<usize>,
    /// The largest message over the socket, in bytes [default: 65536]
    #[arg(long, env = "QUIPU_FRAME_BYTES", value_name = "N", help_heading = "Limits")]
    frame_bytes: Option<usize>,
    /// Connections from one address [default: 256]
    #[arg(long, env = "QUIPU_CONNECTIONS_PER_ADDRESS", value_name = "N", help_heading = "Limits")]
    connections_per_address: Option<usize>,
    /// Requests a second from one address; four times as many in one go [default: 50]
    #[arg(long, env = "QUIPU_REQUESTS_PER_SECOND", value_name = "N", help_heading = "Limits")]
    requests_per_second: Option<u32>,
    /// Attempts a minute to log in, recover or make an account from one address [default: 10]
    #[arg(long, env = "QUIPU_LOGINS_PER_MINUTE", value_name = "N", help_heading = "Limits")]
    logins_per_minute: Option<u32>,
    /// New guests a minute from one address [default: 30]
    #[arg(long, env = "QUIPU_GUESTS_PER_MINUTE", value_name = "N", help_heading = "Limits")]
    guests_per_minute: Option<u32>,
    /// Messages a second over one socket; four times as many in one go [default: 20]
    #[arg(long, env = "QUIPU_MESSAGES_PER_SECOND", value_name = "N", help_heading = "Limits")]
    messages_per_second: Option<u32>,
    /// Unfinished tables of a guest [default: 10]
    #[arg(long, env = "QUIPU_TABLES_PER_GUEST", value_name = "N", help_heading = "Limits")]
    tables_per_guest: Option<u64>,
    /// Unfinished tables of an account [default: 100]
    #[arg(long, env = "QUIPU_TABLES_PER_ACCOUNT", value_name = "N", help_heading = "Limits")]
    tables_per_account: Option<u64>,
    /// Chat lines a minute of one person [default: 30]
    #[arg(long, env = "QUIPU_CHATS_PER_MINUTE", value_name = "N", help_heading = "Limits")]
    chats_per_minute: Option<u32>,
    /// Days after which a guest who does not come back is forgotten [default: 30]
    #[arg(long, env = "QUIPU_GUEST_DAYS", value_name = "N", help_heading = "Limits")]
    guest_days: Option<u32>,
    /// Threads on which bots think [default: all cores but one]
    #[arg(long, env = "QUIPU_BOT_THREADS", value_name = "N", help_heading = "Limits")]
    bot_threads: Option<usize>,
    /// How long a master thinks about a turn, in milliseconds; lower levels take their share of it [default: 2000]
    #[arg(long, env = "QUIPU_BOT_MILLIS", value_name = "NUMBER", help_heading = "Limits")]
    bot_millis: Option<u64>,

    /// The mail server, as in smtps://user:password@mail.example.org; without it nobody gets mail
    #[arg(long, env = "QUIPU_SMTP", hide_env_values = true, value_name = "URL", help_heading = "Notifications")]
    smtp: Option<String>,
    /// Who mail comes from, as in "Quipu <quipu@example.org>"
    #[arg(long, env = "QUIPU_MAIL_FROM", value_name = "ADDRESS", help_heading = "Notifications")]
    mail_from: Option<String>,

    /// What goes into the log: error, warn, info, debug, or by part, as in info,server=debug [default: info]
    #[arg(long, env = "QUIPU_LOG", value_name = "LEVEL", help_heading = "Watching over it")]
    log: Option<String>,
    /// How the log is written [default: text]
    #[arg(long, env = "QUIPU_LOG_FORMAT", value_name = "FORMAT", help_heading = "Watching over it")]
    log_format: Option<LogFormat>,
    /// Show metrics at /metrics here, to whoever asks
    #[arg(long, env = "QUIPU_METRICS_LISTEN", value_name = "ADDRESS:PORT", help_heading = "Watching over it")]
    metrics_listen: Option<SocketAddr>,
    /// Show metrics at /metrics of the server itself, to who has this token (Authorization: Bearer TOKEN)
    #[arg(long, env = "QUIPU_METRICS_TOKEN", hide_env_values = true, value_name = "TOKEN", help_heading = "Watching over it")]
    metrics_token: Option<String>,
}
