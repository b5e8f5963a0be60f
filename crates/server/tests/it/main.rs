//! The server over real sockets: every route, the good and the bad.

mod account;
mod desk;
mod limits;
mod logs;
mod me;
mod news;
mod pages;
mod play;
mod tables;
