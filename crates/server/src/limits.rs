//! Limits on connections, requests, logins, new guests and chat lines, by address or person, each node for itself.

use std::collections::HashMap;
use std::fmt;
use std::hash::Hash;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use governor::clock::{Clock as _, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use protocol::RefusalCode;

use crate::{Config, Refused};

/// What limits count by: one IPv4 address, or one IPv6 network of 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Source(IpAddr);

impl Source {
    /// Whether it is the address that a proxy on this machine has.
    pub fn is_this_machine(self) -> bool {
        self.0 == IpAddr::V4(Ipv4Addr::LOCALHOST) || self == Source::from(IpAddr::V6(Ipv6Addr::LOCALHOST))
    }

    /// Whether it is this machine.
    pub fn is_loopback(self) -> bool {
        self.0.is_loopback()
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl From<IpAddr> for Source {
    fn from(address: IpAddr) -> Source {
        Source(match address.to_canonical() {
            IpAddr::V6(v6) => Ipv6Addr::from(u128::from(v6) & (u128::MAX << 64)).into(),
            v4 @ IpAddr::V4(_) => v4,
        })
    }
}

/// How many people at full speed one address may be: a club behind one router.
const CLUB: u32 = 10;

/// The counters.
pub struct Limits {
    requests: DefaultKeyedRateLimiter<Source>,
    pages: DefaultKeyedRateLimiter<Source>,
    logins: DefaultKeyedRateLimiter<Source>,
    guests: DefaultKeyedRateLimiter<Source>,
    tables: DefaultKeyedRateLimiter<Source>,
    chats: DefaultKeyedRateLimiter<String>,
    open: Arc<Mutex<HashMap<Source, usize>>>,
    most_open: usize,
    messages: DefaultKeyedRateLimiter<String>,
    messages_by_address: DefaultKeyedRateLimiter<Source>,
}

/// A connection that counts until it is dropped.
pub struct Connection {
    open: Arc<Mutex<HashMap<Source, usize>>>,
    source: Source,
}

impl Drop for Connection {
    fn drop(&mut self) {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = open.get_mut(&self.source) {
            *count -= 1;
            if *count == 0 {
                open.remove(&self.source);
            }
        }
    }
}

fn number(n: u32) -> NonZeroU32 {
    NonZeroU32::new(n).unwrap_or(NonZeroU32::MIN)
}

fn by_second(n: u32) -> Quota {
    Quota::per_second(number(n)).allow_burst(number(n.saturating_mul(4)))
}

fn by_minute(n: u32) -> Quota {
    Quota::per_minute(number(n))
}

fn by_day(n: u32) -> Quota {
    let between = Duration::from_hours(24) / number(n).get();
    Quota::with_period(between).unwrap_or_else(|| Quota::per_second(number(n))).allow_burst(number(n))
}

impl Limits {
    /// Counters that all start at zero.
    pub fn new(config: &Config) -> Limits {
        let bounds = &config.bounds;
        Limits {
            requests: RateLimiter::keyed(by_second(bounds.requests_per_second)),
            pages: RateLimiter::keyed(by_second(bounds.pages_per_second)),
            logins: RateLimiter::keyed(by_minute(bounds.logins_per_minute)),
            guests: RateLimiter::keyed(by_minute(bounds.guests_per_minute)),
            tables: RateLimiter::keyed(by_day(bounds.tables_per_day.saturating_mul(CLUB))),
            chats: RateLimiter::keyed(by_minute(bounds.chats_per_minute)),
            open: Arc::default(),
            most_open: bounds.connections_per_address,
            messages: RateLimiter::keyed(by_second(bounds.messages_per_second)),
            messages_by_address: RateLimiter::keyed(by_second(bounds.messages_per_second.saturating_mul(CLUB))),
        }
    }

    /// Counts a request.
    pub fn request(&self, from: Source) -> Result<(), Refused> {
        check(&self.requests, &from, "requests")
    }

    /// Counts a request for a page, or for a file of one.
    pub fn page(&self, from: Source) -> Result<(), Refused> {
        check(&self.pages, &from, "requests")
    }

    /// Counts an attempt to log in, or to recover or create an account.
    pub fn login(&self, from: Source) -> Result<(), Refused> {
        check(&self.logins, &from, "attempts")
    }

    /// Counts a new guest.
    pub fn guest(&self, from: Source) -> Result<(), Refused> {
        check(&self.guests, &from, "new guests")
    }

    /// Counts a table that is made from an address, whoever makes it.
    pub fn table(&self, from: Source) -> Result<(), Refused> {
        check(&self.tables, &from, "new tables")
    }

    /// Counts a chat line of a person.
    pub fn chat(&self, person: &str) -> Result<(), Refused> {
        check(&self.chats, &person.to_owned(), "chat lines")
    }

    /// Counts a connection until it is dropped; `None` if there are too many.
    pub fn connect(&self, from: Source) -> Option<Connection> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let count = open.entry(from).or_default();
        if *count >= self.most_open {
            return None;
        }
        *count += 1;
        Some(Connection { open: self.open.clone(), source: from })
    }

    /// Counts a socket message by person, over all their sockets, and by address. A message refused for its person does
    /// not count for the address.
    pub fn message(&self, sender: &str, from: Source) -> bool {
        self.messages.check_key(&sender.to_owned()).is_ok() && self.messages_by_address.check_key(&from).is_ok()
    }

    /// Drops the counters of those who have been quiet for long enough.
    pub fn forget(&self) {
        self.requests.retain_recent();
        self.pages.retain_recent();
        self.logins.retain_recent();
        self.guests.retain_recent();
        self.tables.retain_recent();
        self.chats.retain_recent();
        self.messages.retain_recent();
        self.messages_by_address.retain_recent();
    }
}

fn check<K: Hash + Eq + Clone>(limiter: &DefaultKeyedRateLimiter<K>, key: &K, what: &str) -> Result<(), Refused> {
    limiter
        .check_key(key)
        .map_err(|early| too_many(what, early.wait_time_from(DefaultClock::default().now()).as_secs() + 1))
}

/// The refusal of what happens too often.
pub fn too_many(what: &str, seconds: u64) -> Refused {
    let text = format!("too many {what}; try again in {seconds} seconds");
    Refused { retry_after: Some(seconds), ..Refused::new(RefusalCode::Limit, "too_many", text) }
}
