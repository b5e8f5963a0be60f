//! The upgrade of a request to a socket.

use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Extension, State};
use axum::http::HeaderMap;
use axum::response::Response;
use axum::{Router, routing};
use protocol::{Me, RefusalCode};
use store::TokenKind;

use crate::app::Shared;
use crate::people::LoggedIn;
use crate::people::known::{Caller, bearer, program};
use crate::refusal::Answer;
use crate::sockets::Access;
use crate::start::Counted;
use crate::{Refused, socket};

/// The size of the read buffer, in bytes. Clients send little at a time, and ten thousand of them may be idle.
const BUFFER: usize = 4 * 1024;

/// How many bytes may be buffered before they are written. The buffer grows with use: an idle socket has none.
const GATHERED: usize = 64 * 1024;

pub(super) fn routes() -> Router<Shared> {
    Router::new().route("/socket", routing::get(upgrade))
}

async fn upgrade(
    State(app): State<Shared>,
    counted: Option<Extension<Counted>>,
    caller: Caller,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Answer<Response> {
    let from = caller.source();
    let (who, me, access) = if let Some(program) = program(&app, &headers).await? {
        let me = Me { id: program.id.clone(), name: program.name.clone(), guest: true, muted_until: None, host: false };
        let hash = bearer(&headers)?.ok_or_else(Refused::nobody)?;
        let owner = program.program.as_ref().and_then(|program| program.owner.parse().ok());
        let access = Access { person: owner, kind: TokenKind::Bot, hash, from };
        (program, me, access)
    } else {
        let jar = app.people.jar(&headers);
        let known: LoggedIn = app.people.logged_in(&jar).await?.ok_or_else(Refused::nobody)?;
        app.people.may_act(known.person.id).await?;
        app.leave_trace(known.person.id, from, &headers).await;
        let access = Access { person: Some(known.person.id), kind: TokenKind::Login, hash: known.login, from };
        (known.principal(), app.people.me(&known.person), access)
    };
    app.hub.came_from(who.person(), from);
    // Behind a proxy all connections are the proxy's, so that sockets are counted instead.
    let proxied = if caller.proxied { Some(app.limits.connect(from).ok_or_else(too_many)?) } else { None };
    let most = app.config.bounds.frame_bytes;
    let upgrade =
        upgrade.read_buffer_size(BUFFER).write_buffer_size(GATHERED).max_message_size(most).max_frame_size(most);
    Ok(upgrade.on_upgrade(async move |socket| {
        let _counted = (counted, proxied);
        socket::serve(socket, app, who, me, access).await;
    }))
}

fn too_many() -> Refused {
    Refused::new(RefusalCode::Limit, "too_many", "too many connections from one address; close some")
}
