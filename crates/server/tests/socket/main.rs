//! The server as its clients meet it: real sockets on loopback, a database in a file.

mod bots;
mod access;
mod every_message;
mod flood;
mod play;
mod reconnect;
mod secrets;
mod test_server;
mod time;
