//! What a client has seen of a table, put together from the messages it got.

use anyhow::{Error, Result, ensure};
use protocol::{Changes, Line, MatchState, Table, ToClient, View};
use serde_json::Value as Json;

/// A table as one client has it.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    /// The version; 0 before anything came.
    pub version: u64,
    /// The table, once it came.
    pub table: Option<Table>,
    /// The match, once it started.
    pub game: Option<MatchState>,
    /// The view, whole.
    pub view: Json,
    /// Every line that came.
    pub lines: Vec<Line>,
}

impl Seen {
    /// Takes in a message. News that do not follow the present version are an error, as for a browser.
    pub fn take(&mut self, message: &ToClient) -> Result<()> {
        match message {
            ToClient::State(state) => {
                self.version = state.version;
                self.table = Some(state.table.clone());
                self.game.clone_from(&state.game);
                self.view = Json::Null;
                self.show(state.view.as_ref());
                self.lines.clone_from(&state.lines);
            }
            ToClient::News(news) => {
                ensure!(news.since == self.version, "news since {} for who has {}", news.since, self.version);
                self.version = news.version;
                if let Some(table) = &news.table {
                    self.table = Some(table.clone());
                }
                let game = news.game_after(self.game.as_ref());
                ensure!(game.is_some() || news.game.is_none(), "the match lacks what is not known before");
                self.game = game;
                for line in &news.lines {
                    self.change(&line.changes)?;
                    self.lines.push(Line { changes: Changes::default(), ..line.clone() });
                }
                self.show(news.view.as_ref());
            }
            ToClient::Looked(looked) => {
                ensure!(looked.version == self.version, "eyes at {} for who has {}", looked.version, self.version);
                if let Some(game) = &mut self.game {
                    (game.eyes, game.offers) = (looked.eyes.clone(), looked.offers.clone());
                }
                self.change(&looked.changes)?;
                self.lines.retain(|line| line.version >= looked.from);
                for line in &looked.lines {
                    let place = self.lines.binary_search_by_key(&line.version, |line| line.version);
                    self.lines[place.map_err(|_| anyhow::anyhow!("there was no line {}", line.version))?] =
                        line.clone();
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn change(&mut self, changes: &Changes) -> Result<()> {
        changes.make(&mut self.view).map_err(Error::msg)
    }

    fn show(&mut self, view: Option<&View>) {
        if let Some(view) = view {
            self.view = view.0.read();
        }
    }
}
