//! The server over real sockets: every route, the good and the bad.

mod account;
mod crowd;
mod clock;
mod limits;
mod logs;
mod long;
mod me;
mod notifications;
mod pages;
mod play;
mod seats;
mod tables;
mod test_server;
