//! The server over real sockets: every route, the good and the bad.

mod account;
mod clock;
mod company;
mod correspondence;
mod crowd;
mod handed;
mod host;
mod limits;
mod logs;
mod long;
mod matches;
mod me;
mod notifications;
mod pages;
mod pairing;
mod people;
mod play;
mod privacy;
mod ratings;
mod reviews;
mod seats;
mod tables;
mod test_server;
