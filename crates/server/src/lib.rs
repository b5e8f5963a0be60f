//! The server of Quipu: people, tables, notifications and the web client in one process.
//!
//! [`start()`] binds and serves; [`App`] is what all requests and tables share. Tables live in [`hub`], people in
//! [`people`]. [`security`] and [`limits`] decide what a request may do before any route sees it. The crate `protocol`
//! holds what clients read and write, the crate `store` what is stored.

#![forbid(unsafe_code)]

pub mod admin;
pub mod app;
mod assets;
pub mod company;
pub mod config;
pub mod correspondence;
pub mod errands;
pub mod history;
pub mod host;
pub mod housekeeping;
pub mod hub;
pub mod limits;
pub mod log;
pub mod metrics;
pub mod nodes;
pub mod notifications;
pub mod pairing;
mod patience;
pub mod people;
pub mod profiles;
pub mod ratings;
pub mod reading;
pub mod refusal;
pub mod reviews;
pub mod routes;
pub mod security;
pub mod socket;
pub mod sockets;
pub mod start;
pub mod time;

pub use app::{App, Shared};
pub use config::{Config, Given, Misconfigured};
pub use refusal::Refused;
pub use start::{Running, start};
pub use time::Time;
