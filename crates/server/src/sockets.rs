//! The open sockets, each with the token that opened it: a socket ends with its token, or when its owner is banned.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use store::{AccessEvent, AccessSubscription, PersonId, TokenHash, TokenKind};
use tokio_util::sync::CancellationToken;

use crate::App;
use crate::app::Shared;
use crate::limits::Source;

/// By what a socket was opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    /// Whose it is; a program's maker.
    pub person: Option<PersonId>,
    /// A login, or the token of a program.
    pub kind: TokenKind,
    /// Its hash.
    pub hash: TokenHash,
    /// From where.
    pub from: Source,
}

/// The sockets of one person, by number.
type Own = HashMap<u64, (Access, CancellationToken)>;

/// The open sockets of this node.
#[derive(Clone, Default)]
pub struct Sockets {
    open: Arc<Mutex<HashMap<Option<PersonId>, Own>>>,
    next: Arc<AtomicU64>,
}

/// A socket that is listed until this is dropped.
pub struct Listed {
    sockets: Sockets,
    person: Option<PersonId>,
    number: u64,
    /// Cancelled when the socket has to end.
    pub ended: CancellationToken,
}

impl Drop for Listed {
    fn drop(&mut self) {
        let mut open = self.sockets.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(own) = open.get_mut(&self.person) {
            own.remove(&self.number);
            if own.is_empty() {
                open.remove(&self.person);
            }
        }
    }
}

impl Sockets {
    /// Lists a socket.
    fn list(&self, access: Access) -> Listed {
        let (number, ended) = (self.next.fetch_add(1, Ordering::Relaxed), CancellationToken::new());
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.entry(access.person).or_default().insert(number, (access, ended.clone()));
        Listed { sockets: self.clone(), person: access.person, number, ended }
    }

    /// The sockets of a person.
    fn of(&self, person: Option<PersonId>) -> Vec<(Access, CancellationToken)> {
        let open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.get(&person).map(|own| own.values().cloned().collect()).unwrap_or_default()
    }

    /// Everybody with a socket of a program: its token belongs to nobody, itself.
    fn makers(&self) -> Vec<Option<PersonId>> {
        let open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let programs = |own: &Own| own.values().any(|(access, _)| access.kind == TokenKind::Bot);
        open.iter().filter(|(_, own)| programs(own)).map(|(person, _)| *person).collect()
    }

    /// How many sockets there are, and how many people have one.
    pub fn count(&self) -> (usize, usize) {
        let open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        (open.values().map(HashMap::len).sum(), open.keys().flatten().count())
    }

    /// Everybody who has a socket.
    fn people(&self) -> Vec<Option<PersonId>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner).keys().copied().collect()
    }
}

impl App {
    /// Lists a socket that opens now; `None` if its token was deleted while it was being opened.
    pub async fn list_socket(&self, access: Access) -> Option<Listed> {
        let listed = self.sockets.list(access);
        self.is_valid(&access).await.then_some(listed)
    }

    /// Whether a token is valid and its owner is not banned. While the store does not answer, it stays as it was: when
    /// the store is back, everybody is checked.
    async fn is_valid(&self, access: &Access) -> bool {
        if let Ok(None) = self.store.token(access.kind, &access.hash, self.time.now()).await {
            return false;
        }
        let Some(person) = access.person else { return true };
        !matches!(self.store.person(person).await, Ok(None | Some(store::Person { banned: Some(_), .. })))
    }

    async fn end_invalid(&self, person: Option<PersonId>) {
        for (access, ended) in self.sockets.of(person) {
            if !self.is_valid(&access).await {
                ended.cancel();
            }
        }
    }
}

/// Ends sockets whose token was deleted or whose owner was banned, on whichever node, until the server stops.
pub async fn watch(app: Shared, mut events: AccessSubscription) {
    loop {
        let event = tokio::select! {
            event = events.next() => event,
            () = app.stopping.cancelled() => None,
        };
        let people = match event {
            None => return,
            Some(AccessEvent::Of(Some(person))) => vec![Some(person)],
            Some(AccessEvent::Of(None)) => app.sockets.makers(),
            Some(AccessEvent::Everybody) => app.sockets.people(),
        };
        for person in people {
            if let Some(person) = person {
                app.people.forget_status(person);
            }
            app.end_invalid(person).await;
        }
    }
}
