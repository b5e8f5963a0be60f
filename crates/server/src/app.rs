//! What every request and every table shares.

use std::sync::Arc;

use store::Store;
use tokio_util::sync::CancellationToken;

use crate::hub::Hub;
use crate::limits::Limits;
use crate::metrics::Metrics;
use crate::{Config, Time};

/// The server, as routes and tables see it.
pub struct App {
    /// What it was started with.
    pub config: Arc<Config>,
    /// What lasts.
    pub store: Store,
    /// The tables.
    pub hub: Hub,
    /// What time it is.
    pub time: Time,
    /// Who did how much.
    pub limits: Limits,
    /// What is counted.
    pub metrics: Arc<Metrics>,
    /// Cancelled when the server stops: whatever waits shall end.
    pub stopping: CancellationToken,
}

/// The server, shared.
pub type Shared = Arc<App>;

impl App {
    /// Opens the store and puts everything together.
    pub async fn open(config: Config) -> Result<Shared, store::Error> {
        let store = Store::open(&config.place).await?;
        let config = Arc::new(config);
        let metrics = Arc::new(Metrics::new());
        let time = Time::start();
        Ok(Arc::new(App {
            hub: Hub::new(config.clone(), store.clone(), time, metrics.clone()),
            limits: Limits::new(&config),
            stopping: CancellationToken::new(),
            config,
            store,
            time,
            metrics,
        }))
    }
}
