//! Who sends a request: found by its cookie, its token, and the address it comes from.

use std::net::{IpAddr, SocketAddr};

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use protocol::RefusalCode;
use store::{Person, TokenHash, TokenKind};

use super::{LoggedIn, token};
use crate::app::Shared;
use crate::hub::{Inquirer, Principal};
use crate::limits::Source;
use crate::{App, Refused};

/// Where a request comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Caller {
    /// The address: as a trusted proxy reports it, otherwise that of the connection.
    pub address: IpAddr,
    /// Whether a trusted proxy is in between.
    pub proxied: bool,
}

impl Caller {
    /// What limits count by.
    pub fn source(&self) -> Source {
        self.address.into()
    }

    /// Somebody who reads something long from there.
    pub fn reader<'a>(&self, who: &'a Principal) -> Inquirer<'a> {
        Inquirer { who, from: self.source() }
    }

    /// Finds the address. Only trusted proxies are believed: the list is read from its end, and the first address that
    /// is not a trusted proxy is the caller's.
    pub fn of(app: &App, peer: IpAddr, headers: &HeaderMap) -> Caller {
        let trusted = |ip: &IpAddr| app.config.trusted_proxies.iter().any(|net| net.contains(ip));
        let peer = peer.to_canonical();
        if !trusted(&peer) {
            return Caller { address: peer, proxied: false };
        }
        let named = headers.get_all("x-forwarded-for").into_iter().filter_map(|value| value.to_str().ok());
        let list: Vec<&str> = named.flat_map(|value| value.split(',')).collect();
        let mut address = peer;
        for name in list.into_iter().rev() {
            let Some(ip) = read_address(name.trim()) else { break };
            address = ip;
            if !trusted(&ip) {
                break;
            }
        }
        Caller { address, proxied: true }
    }
}

/// Some proxies add the port.
fn read_address(text: &str) -> Option<IpAddr> {
    let ip = text.parse().or_else(|_| text.parse::<SocketAddr>().map(|address| address.ip()));
    ip.ok().map(|ip: IpAddr| ip.to_canonical())
}

impl FromRequestParts<Shared> for Caller {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, app: &Shared) -> Result<Caller, Refused> {
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(peer)| peer.ip());
        let peer = peer.ok_or_else(|| Refused::malformed("the address of this request is unknown"))?;
        Ok(Caller::of(app, peer, &parts.headers))
    }
}

impl FromRequestParts<Shared> for LoggedIn {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, app: &Shared) -> Result<LoggedIn, Refused> {
        let jar = app.people.jar(&parts.headers);
        app.people.logged_in(&jar).await?.ok_or_else(Refused::nobody)
    }
}

impl LoggedIn {
    /// The principal of this login.
    pub fn principal(&self) -> Principal {
        Principal { id: self.person.id.to_string(), name: self.person.name.clone(), program: None }
    }
}

/// The sender of a request that only a host may send. Whether they are one is read with each request, so that it ends
/// at once, on all nodes.
#[derive(Clone, Debug)]
pub struct Hosting(pub Person);

impl FromRequestParts<Shared> for Hosting {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, app: &Shared) -> Result<Hosting, Refused> {
        let known = LoggedIn::from_request_parts(parts, app).await?;
        if !app.config.host_page {
            return Err(Refused::new(RefusalCode::Forbidden, "no_host_page", "this server has no page for hosts"));
        }
        if !known.person.host {
            return Err(Refused::new(RefusalCode::Forbidden, "not_a_host", "only a host may do this"));
        }
        Ok(Hosting(known.person))
    }
}

/// The sender of a request that anybody may send: logged in, a program with its token, or neither.
#[derive(Clone, Debug)]
pub struct Visitor(pub Principal);

impl Visitor {
    /// Whom these headers are of, as things stand.
    async fn of(app: &App, headers: &HeaderMap) -> Result<Principal, Refused> {
        if let Some(program) = program(app, headers).await? {
            return Ok(program);
        }
        let known = app.people.logged_in(&app.people.jar(headers)).await?;
        Ok(known.map_or_else(Principal::nobody, |known| known.principal()))
    }
}

impl FromRequestParts<Shared> for Visitor {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, app: &Shared) -> Result<Visitor, Refused> {
        Visitor::of(app, &parts.headers).await.map(Visitor)
    }
}

/// The sender of a request that needs a login or a program's token.
#[derive(Clone, Debug)]
pub struct Actor(pub Principal);

impl Actor {
    /// Refuses a request that has waited if its sender is not the same any longer: their login has ended meanwhile, the
    /// host has banned them, or their program has no seat.
    pub async fn is_still(who: &Principal, app: &App, headers: &HeaderMap) -> Result<(), Refused> {
        let now = Visitor::of(app, headers).await?;
        if now.id == who.id && now.program == who.program { Ok(()) } else { Err(Refused::nobody()) }
    }
}

impl FromRequestParts<Shared> for Actor {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, app: &Shared) -> Result<Actor, Refused> {
        let Visitor(who) = Visitor::from_request_parts(parts, app).await?;
        if who.is_nobody() { Err(Refused::nobody()) } else { Ok(Actor(who)) }
    }
}

/// The hash of the token that a request carries.
pub fn bearer(headers: &HeaderMap) -> Result<Option<TokenHash>, Refused> {
    let Some(header) = headers.get(header::AUTHORIZATION) else { return Ok(None) };
    let text = header.to_str().ok().and_then(|text| text.strip_prefix("Bearer ")).map(str::trim);
    text.map(|text| Some(token::hash(text))).ok_or_else(Refused::nobody)
}

/// The program whose token a request carries (`Authorization: Bearer TOKEN`). A wrong token is refused, not ignored.
pub async fn program(app: &App, headers: &HeaderMap) -> Result<Option<Principal>, Refused> {
    let Some(hash) = bearer(headers)? else { return Ok(None) };
    let found = app.store.token(TokenKind::Bot, &hash, app.time.now()).await?;
    let found = found.ok_or_else(Refused::nobody)?;
    let (Some(table), Some(sitting)) = (found.table, found.seat) else { return Err(Refused::nobody()) };
    // It is valid as long as that program sits there, wherever the seats have gone.
    let program = app.hub.program(table, sitting).await?.ok_or_else(Refused::nobody)?;
    app.people.may_let_play(&program.owner).await?;
    Ok(Some(Principal { id: String::new(), name: found.label, program: Some(program) }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proxies_write_addresses_with_and_without_ports() {
        for (text, ip) in [
            ("203.0.113.7", Some("203.0.113.7")),
            ("203.0.113.7:4711", Some("203.0.113.7")),
            ("2001:db8::1", Some("2001:db8::1")),
            ("[2001:db8::1]:80", Some("2001:db8::1")),
            ("::ffff:203.0.113.7", Some("203.0.113.7")),
            ("unknown", None),
        ] {
            assert_eq!(read_address(text), ip.map(|ip| ip.parse().expect("an address")), "{text}");
        }
    }
}
