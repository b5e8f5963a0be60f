//! `quipu health`: whether a server is ready, for containers that have no other program to ask with.

use std::io::{Read as _, Write as _};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream};
use std::time::Duration;

use anstream::println;
use clap::Args;

use crate::{Failure, Outcome};

/// How long the server may take for each part of its answer.
const HEALTH_TIMEOUT: Duration = Duration::from_secs(4);

/// More than any answer of `/readyz` has.
const LONGEST: u64 = 4096;

#[derive(Args)]
pub(crate) struct Health {
    /// Where the server listens
    #[arg(env = "QUIPU_LISTEN", default_value = "127.0.0.1:7777", value_name = "ADDRESS:PORT")]
    address: SocketAddr,
}

impl Health {
    pub(crate) fn run(self) -> Outcome {
        let address = reachable(self.address);
        let answer = ask(address).map_err(|error| Failure::Check(format!("no answer from {address}: {error}")))?;
        if answer.starts_with("HTTP/1.1 200 ") {
            println!("ready");
            return Ok(());
        }
        let status = answer.lines().next().unwrap_or("nothing");
        Err(Failure::Check(format!("the server at {address} is not ready: {status}")))
    }
}

/// A server that listens at every address is asked at the one of this machine.
fn reachable(mut address: SocketAddr) -> SocketAddr {
    if address.ip().is_unspecified() {
        address.set_ip(match address {
            SocketAddr::V4(_) => IpAddr::V4(Ipv4Addr::LOCALHOST),
            SocketAddr::V6(_) => IpAddr::V6(Ipv6Addr::LOCALHOST),
        });
    }
    address
}

fn ask(address: SocketAddr) -> std::io::Result<String> {
    let mut stream = TcpStream::connect_timeout(&address, HEALTH_TIMEOUT)?;
    stream.set_read_timeout(Some(HEALTH_TIMEOUT))?;
    stream.set_write_timeout(Some(HEALTH_TIMEOUT))?;
    write!(stream, "GET /readyz HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n")?;
    let mut answer = Vec::new();
    stream.take(LONGEST).read_to_end(&mut answer)?;
    Ok(String::from_utf8_lossy(&answer).into_owned())
}
