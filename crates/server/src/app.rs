//! What every request and every table shares.

use std::sync::Arc;

use protocol::{Command, Done, HandedTable, NewBranch, NewTable, Refusal, RefusalCode};
use store::{PersonId, Store, TableId};
use tokio::sync::{Mutex, OwnedMutexGuard};
use tokio_util::sync::CancellationToken;

use crate::assets::Client;
use crate::hub::{Created, Hub, Inquirer, Principal};
use crate::limits::{Limits, Source};
use crate::log::Bounded;
use crate::metrics::Metrics;
use crate::notifications::push::PushKey;
use crate::people::People;
use crate::refusal::{refusal, store_refusal};
use crate::reviews::Reviews;
use crate::sockets::Sockets;
use crate::{Config, Refused, Time};

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
    /// Reviews of finished matches.
    pub reviews: Reviews,
    /// Rate limits and connection counts.
    pub limits: Limits,
    /// The open sockets.
    pub sockets: Sockets,
    /// Lines of the log about refusals.
    pub refusals: Bounded,
    /// Counters for Prometheus.
    pub metrics: Arc<Metrics>,
    /// Cancelled when the server stops, to end whatever waits.
    pub stopping: CancellationToken,
    /// The name under which this node leases work.
    pub node: String,
    /// The key by which push services know this host, if closed browsers are told of things.
    pub(crate) push: Option<PushKey>,
    /// Held while matches are rated.
    pub(crate) rating: Mutex<()>,
    /// Notified when somebody begins to wait for others.
    pub(crate) somebody_waits: tokio::sync::Notify,
    /// From where people were seen lately, so that it is not stored with every visit.
    pub(crate) seen: crate::people::traces::Seen,
    /// What was last counted for hosts.
    pub(crate) counted: crate::host::Counted,
    /// Held while a person makes a table; people share a few.
    making: [Arc<Mutex<()>>; MAKING],
}

/// How many people may make a table at the same time.
const MAKING: usize = 64;

/// The server, shared.
pub type Shared = Arc<App>;

impl App {
    /// Opens the store and sets everything up.
    pub(crate) async fn open(config: Config, client: Client) -> Result<Shared, store::Error> {
        let store = Store::open(&config.backend).await?;
        let config = Arc::new(config);
        let metrics = Arc::new(Metrics::new());
        let time = Time::start();
        let stopping = CancellationToken::new();
        let push = if config.push { Some(PushKey::open(&config, &store).await?) } else { None };
        Ok(Arc::new(App {
            client,
            hub: Hub::new(config.clone(), store.clone(), time, metrics.clone()),
            people: People::new(config.clone(), store.clone(), time),
            limits: Limits::new(&config),
            sockets: Sockets::default(),
            refusals: Bounded::default(),
            reviews: Reviews::new(store.clone(), stopping.clone()),
            stopping,
            node: store::JobId::random().to_string(),
            rating: Mutex::new(()),
            somebody_waits: tokio::sync::Notify::new(),
            seen: crate::people::traces::Seen::default(),
            push,
            counted: crate::host::Counted::default(),
            making: std::array::from_fn(|_| Arc::default()),
            config,
            store,
            time,
            metrics,
        }))
    }

    /// Makes a table, unless the person has too many unfinished ones, or made too many today.
    pub async fn create(self: &Arc<App>, by: &Inquirer<'_>, table: NewTable) -> Result<Created, Refused> {
        let person = person(by.who)?;
        if table.rated && !self.config.ratings {
            return Err(Refused::new(RefusalCode::Forbidden, "no_ratings", "this server rates no matches"));
        }
        if table.public && !self.hub.has_public_room(person).await? {
            self.metrics.limit_hit("public tables");
            let text =
                "many public tables from where you are wait for players already; close one, or make a private one";
            return Err(Refused::new(RefusalCode::Limit, "public_tables", text));
        }
        let (app, who, from) = (self.clone(), by.who.clone(), by.from);
        let alone = self.alone(person).await;
        let made = async move {
            let _alone = alone;
            app.may_make(person, from).await?;
            let created = app.hub.create(&who, table).await?;
            Ok(app.kept_within(person, created).await?)
        };
        self.hub.to_the_end(made).await?
    }

    /// Makes a table at which a match is played on, under the same limit.
    pub async fn branch(self: &Arc<App>, of: TableId, by: &Inquirer<'_>, new: NewBranch) -> Result<Created, Refused> {
        let person = person(by.who)?;
        let (app, who, from) = (self.clone(), by.who.clone(), by.from);
        let alone = self.alone(person).await;
        let made = async move {
            let _alone = alone;
            app.may_make(person, from).await?;
            let created = app.hub.branch(of, &who, new).await?;
            Ok(app.kept_within(person, created).await?)
        };
        self.hub.to_the_end(made).await?
    }

    /// Takes over a table of a device, for an account and under the same limit.
    pub async fn take_over(self: &Arc<App>, by: &Inquirer<'_>, handed: HandedTable) -> Result<Created, Refused> {
        let person = person(by.who)?;
        self.people.may_take_over(person).await?;
        let (app, who, from) = (self.clone(), by.who.clone(), by.from);
        let alone = self.alone(person).await;
        let made = async move {
            let _alone = alone;
            app.may_make(person, from).await?;
            let created = app.hub.take_over(&Inquirer { who: &who, from }, handed).await?;
            Ok(app.kept_within(person, created).await?)
        };
        self.hub.to_the_end(made).await?
    }

    /// What a person holds while they make a table: one after the other, so that nobody makes many at once while they
    /// still have few. Whoever hangs up waits no longer; what has begun goes on to its end, and holds it until then.
    async fn alone(&self, person: PersonId) -> OwnedMutexGuard<()> {
        self.making[stripe(person)].clone().lock_owned().await
    }

    /// Counts a table that somebody is going to make, if they have room for it.
    async fn may_make(&self, person: PersonId, from: Source) -> Result<(), Refused> {
        self.has_room(person, 1).await?;
        self.count_table(person, from).await
    }

    /// A table that was just made, unless there is one too many now.
    async fn kept_within(&self, person: PersonId, created: Created) -> Result<Created, Refusal> {
        // Another node may have made one at the same moment.
        if matches!(self.config.backend, store::Backend::Postgres(_))
            && let Err(refused) = self.has_room(person, 0).await
            && let Ok(id) = created.id.parse()
        {
            self.hub.delete(id).await?;
            return Err(refused);
        }
        Ok(created)
    }

    /// Counts a table that is going to be made: tables that are over stay, so that nobody makes them without end.
    async fn count_table(&self, person: PersonId, from: Source) -> Result<(), Refused> {
        let counted = match self.limits.table(from) {
            Ok(()) => self.count_today("new tables", person, u64::from(self.config.bounds.tables_per_day)).await,
            refused => refused,
        };
        if counted.as_ref().is_err_and(|refused| refused.refusal.code == RefusalCode::Limit) {
            self.metrics.limit_hit("tables");
        }
        counted
    }

    /// Refuses whoever has no room for this many more unfinished tables.
    pub(crate) async fn has_room(&self, person: PersonId, more: u64) -> Result<(), Refusal> {
        let status = self.people.may_act(person).await?;
        let bounds = &self.config.bounds;
        let most = if status.account { bounds.tables_per_account } else { bounds.tables_per_guest };
        let open = self.store.unfinished_tables_of(person).await.map_err(|error| store_refusal(&error))?;
        if open + more <= most {
            return Ok(());
        }
        self.metrics.limit_hit("tables");
        let text = format!("you have {open} unfinished tables, and {most} are allowed; finish or leave one first");
        Err(refusal(RefusalCode::Limit, "too_many_tables", text))
    }

    /// Carries out a command at a table if the host permits it, for sockets and HTTP requests alike.
    pub async fn act(
        self: &Arc<App>,
        table: TableId,
        by: &Inquirer<'_>,
        id: String,
        command: Command,
    ) -> Result<Done, Refusal> {
        let who = by.who;
        if let Some(program) = &who.program {
            self.people.may_let_play(&program.owner).await?;
            let own = matches!(
                command,
                Command::Play { .. }
                    | Command::Undo { .. }
                    | Command::Vote { .. }
                    | Command::Nonce { .. }
                    | Command::Reveal { .. }
            );
            if !own {
                return Err(refusal(RefusalCode::Forbidden, "program", "a program may only play its seat"));
            }
        } else {
            let person = person(who)?;
            if let Command::Chat { .. } = &command {
                self.people.may_chat(person).await?;
                self.limits.chat(&who.id).map_err(|refused| refused.refusal)?;
                self.is_welcome(table, who).await?;
            } else {
                self.people.may_act(person).await?;
            }
            match &command {
                Command::Sit { .. } | Command::SitDevice { .. } => self.is_welcome(table, who).await?,
                Command::Rematch => return self.rematch(table, by, id).await,
                Command::Start if !self.hub.may_go_on_alone(table).await? => {
                    self.metrics.limit_hit("bot tables");
                    let text = "bots play on at other tables already; wait until a match is over, or close a table";
                    return Err(refusal(RefusalCode::Limit, "bot-tables", text));
                }
                _ => {}
            }
        }
        self.hub.command(table, who, id, command).await
    }

    /// Finds the rematch of a table, or makes it, under the limit on tables.
    async fn rematch(self: &Arc<App>, table: TableId, by: &Inquirer<'_>, id: String) -> Result<Done, Refusal> {
        let person = person(by.who)?;
        let (app, who, from) = (self.clone(), by.who.clone(), by.from);
        let alone = self.alone(person).await;
        let made = async move {
            let _alone = alone;
            if !app.hub.has_rematch(table).await? {
                app.may_make(person, from).await.map_err(|refused| refused.refusal)?;
            }
            app.hub.command(table, &who, id, Command::Rematch).await
        };
        self.hub.to_the_end(made).await?
    }
}

/// The index of the lock that a person holds while they make a table, from their id, which is random.
fn stripe(person: PersonId) -> usize {
    person.to_string().bytes().map(usize::from).sum::<usize>() % MAKING
}

fn person(who: &Principal) -> Result<PersonId, Refusal> {
    let nobody = |_| refusal(RefusalCode::Forbidden, "nobody", "you are not logged in; call GET /api/me first");
    who.id.parse().map_err(nobody)
}
