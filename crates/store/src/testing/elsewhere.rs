//! What stands for the PostgreSQL for tests on systems on which we start none.

/// There is never one, so whoever asks leaves that part of their work out.
#[derive(Debug)]
pub enum Postgres {}

impl Postgres {
    /// Says on stderr that the caller's part is not tested, and returns `None`.
    pub fn start() -> Option<Postgres> {
        eprintln!("\n==== PostgreSQL part NOT TESTED: one of our own can be started on Unix alone ====\n");
        None
    }

    /// The same.
    pub fn start_durable() -> Option<Postgres> {
        Postgres::start()
    }

    /// An empty database.
    pub fn database(&self) -> String {
        match *self {}
    }

    /// Stops the server.
    pub fn stop(&mut self) {
        match *self {}
    }

    /// Starts it again.
    pub fn resume(&mut self) {
        match *self {}
    }
}
