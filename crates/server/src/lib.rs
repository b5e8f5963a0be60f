//! The server of Quipu: people, tables, news and the pages of the browser, from one process.
//!
//! [`start()`] binds and serves; [`App`] is what every request and every table shares. Tables live in [`hub`]; people in
//! [`people`]; what a request may do is decided in [`security`] and [`limits`] before any route sees it. What clients
//! read and write is in the crate `protocol`, what lasts in the crate `store`.

#![forbid(unsafe_code)]

pub mod admin;
pub mod app;
mod assets;
pub mod config;
pub mod housekeeping;
pub mod hub;
pub mod limits;
pub mod log;
pub mod metrics;
pub mod notifications;
pub mod people;
pub mod refusal;
pub mod routes;
pub mod security;
pub mod socket;
pub mod start;
pub mod time;

pub use app::{App, Shared};
pub use config::{Config, Given, Misconfigured};
pub use refusal::Refused;
pub use start::{Running, start};
pub use time::Time;
