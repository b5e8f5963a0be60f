//! What every request and every table shares.

use std::sync::Arc;

use protocol::{Command, Done, NewTable, Refusal, RefusalCode};
use store::{PersonId, Store, TableId};
use tokio_util::sync::CancellationToken;

use crate::assets::Client;
use crate::hub::{Created, Hub, Principal};
use crate::limits::Limits;
use crate::metrics::Metrics;
use crate::people::People;
use crate::refusal::{refusal, store_refusal};
use crate::{Config, Time};

/// The server, as routes and tables see it.
pub struct App {
    /// The configuration.
    pub config: Arc<Config>,
    /// The web client.
    pub(crate) client: Client,
    /// The database.
    pub store: Store,
    /// The tables.
    pub hub: Hub,
    /// The clock.
    pub time: Time,
    /// Guests and accounts.
    pub people: People,
    /// Rate limits and connection counts.
    pub limits: Limits,
    /// Counters for Prometheus.
    pub metrics: Arc<Metrics>,
    /// Cancelled when the server stops, to end whatever waits.
    pub stopping: CancellationToken,
    /// The name under which this node leases work.
    pub node: String,
}

/// The server, shared.
pub type Shared = Arc<App>;

impl App {
    /// Opens the store and sets everything up.
    pub(crate) async fn open(config: Config, client: Client) -> Result<Shared, store::Error> {
        let store = Store::open(&config.backend).await?;
        let config = Arc::new(config);
        let metrics = Arc::new(Metrics::new());
        let time = Time::start();
        Ok(Arc::new(App {
            client,
            hub: Hub::new(config.clone(), store.clone(), time, metrics.clone()),
            people: People::new(config.clone(), store.clone(), time),
            limits: Limits::new(&config),
            stopping: CancellationToken::new(),
            node: store::JobId::random().to_string(),
            config,
            store,
            time,
            metrics,
        }))
    }

    /// Makes a table, unless the person has too many unfinished ones.
    pub async fn create(&self, who: &Principal, table: NewTable) -> Result<Created, Refusal> {
        let person = person(who)?;
        let status = self.people.may_act(person).await?;
        let bounds = &self.config.bounds;
        let most = if status.account { bounds.tables_per_account } else { bounds.tables_per_guest };
        let open = self.store.unfinished_tables_of(person).await.map_err(|error| store_refusal(&error))?;
        if open >= most {
            self.metrics.limit_hit("tables");
            let text = format!("you have {open} unfinished tables, and {most} are allowed; finish or leave one first");
            return Err(refusal(RefusalCode::Limit, "too_many_tables", text));
        }
        self.hub.create(who, table).await
    }

    /// Carries out a command at a table if the host permits it, for sockets and HTTP requests alike.
    pub async fn act(&self, table: TableId, who: &Principal, id: String, command: Command) -> Result<Done, Refusal> {
        if let Some(program) = &who.program {
            self.people.may_let_play(&program.owner).await?;
            let own = matches!(
                command,
                Command::Play { .. } | Command::Undo { .. } | Command::Vote { .. } | Command::Nonce { .. }
            );
            if !own {
                return Err(refusal(RefusalCode::Forbidden, "program", "a program may only play its seat"));
            }
        } else {
            let person = person(who)?;
            if let Command::Chat { .. } = &command {
                self.people.may_chat(person).await?;
                self.limits.chat(&who.id).map_err(|refused| refused.refusal)?;
            } else {
                self.people.may_act(person).await?;
            }
        }
        self.hub.command(table, who, id, command).await
    }
}

fn person(who: &Principal) -> Result<PersonId, Refusal> {
    let nobody = |_| refusal(RefusalCode::Forbidden, "nobody", "you are not logged in; call GET /api/me first");
    who.id.parse().map_err(nobody)
}
