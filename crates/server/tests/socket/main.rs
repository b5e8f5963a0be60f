//! The server as its clients meet it: real sockets on loopback, a database in a file.

mod access;
mod bots;
mod every_message;
mod flood;
mod nonces;
mod play;
mod reconnect;
mod secrets;
mod test_server;
mod time;
