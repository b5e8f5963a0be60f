//! `quipu admin`: what a host sees and decides, whether the server runs or not.

mod status;

use std::path::PathBuf;

use anstream::println;
use clap::{Args, Subcommand, ValueEnum};
use serde_json::json;
use server::admin::{Admin as Host, Circle, Failed};
use server::{Config, Given, config};

use crate::serve::runtime;
use crate::{Failure, Outcome, Shared};

const HELP: &str = "\
Name people by their id, accounts also by their name. The command works on the server's database, so give the same
--data or --database-url (or the same quipu.toml). The server may be running; it notices changes within seconds.";

#[derive(Args)]
#[command(after_help = HELP)]
pub(crate) struct Admin {
    #[command(subcommand)]
    what: What,
    #[command(flatten)]
    store: StoreArgs,
}

/// The database of a server.
#[derive(Args)]
pub(crate) struct StoreArgs {
    /// Read options from this file [default: quipu.toml, if it exists]
    #[arg(long, env = "QUIPU_CONFIG", value_name = "FILE", global = true)]
    config: Option<PathBuf>,
    /// The server's data folder [default: quipu in the user's data folder]
    #[arg(long, env = "QUIPU_DATA", value_name = "DIR", global = true)]
    data: Option<PathBuf>,
    /// The server's PostgreSQL database
    #[arg(long, env = "QUIPU_DATABASE_URL", hide_env_values = true, value_name = "URL", global = true)]
    database_url: Option<String>,
}

impl StoreArgs {
    /// The options given here and in the file.
    pub(crate) fn given(self) -> Result<Given, Failure> {
        let given = Given { data: self.data, database_url: self.database_url, ..Given::default() };
        Config::with_file(given, self.config.as_deref()).map_err(|error| Failure::Usage(error.to_string()))
    }
}

#[derive(Clone, Copy, ValueEnum)]
enum State {
    Gathering,
    Playing,
    Over,
    Closed,
}

#[derive(Clone, Copy, ValueEnum)]
enum Only {
    Accounts,
    Banned,
    Hosts,
}

#[derive(Subcommand)]
enum What {
    /// Show how the server stands: people, tables, nodes and their load, storage, ratings
    Status,
    /// List people, the newest first, or by name if one is given
    People {
        /// Only those whose name begins like this
        #[arg(long, default_value = "")]
        named: String,
        /// Only these
        #[arg(long)]
        only: Option<Only>,
        /// How many at most
        #[arg(long, default_value_t = 50)]
        limit: u32,
    },
    /// List tables, the newest first
    Tables {
        /// Only those in this state
        #[arg(long)]
        state: Option<State>,
        /// How many at most
        #[arg(long, default_value_t = 50)]
        limit: u32,
    },
    /// List the open reports of players
    Reports {
        /// Include reports that were dealt with
        #[arg(long)]
        all: bool,
        /// How many at most
        #[arg(long, default_value_t = 50)]
        limit: u32,
    },
    /// List what hosts did with these commands, the newest first
    Audit {
        /// How many at most
        #[arg(long, default_value_t = 50)]
        limit: u32,
    },
    /// Let an account look after the server on the page /host
    Host {
        /// The account
        person: String,
    },
    /// Take that away again, at once
    Unhost {
        /// The account
        person: String,
    },
    /// Mark a report as dealt with
    Handle {
        /// The report's id
        report: String,
    },
    /// End an account's password and logins, and print a recovery code for setting a new password
    Reset {
        /// The account
        person: String,
    },
    /// Ban a person
    Ban {
        /// The person
        person: String,
        /// The reason; the person sees it
        #[arg(long)]
        why: String,
    },
    /// Lift a ban
    Unban {
        /// The person
        person: String,
    },
    /// Keep a person from chatting for a while
    Mute {
        /// The person
        person: String,
        /// For how many hours; 0 lifts the mute
        #[arg(long, default_value_t = 24)]
        hours: u32,
    },
    /// Close a table; it can still be read
    Close {
        /// The table's id
        table: String,
        /// The reason; the players see it
        #[arg(long, default_value = "closed by the host")]
        why: String,
    },
    /// Delete a person: their seats are left, their name, chat and settings are deleted
    DeletePerson {
        /// The person
        person: String,
    },
    /// Ratings: make them again from the logs, or see what looks wrong about rated matches
    #[command(subcommand)]
    Ratings(Ratings),
    /// Delete a table with its log
    DeleteTable {
        /// The table's id
        table: String,
    },
}

#[derive(Subcommand)]
enum Ratings {
    /// Make the list of finished matches and all ratings again from the logs
    Recompute,
    /// List rated matches that look wrong: played from one place, too often, against guests, or lost on purpose
    Flags {
        /// How many at most
        #[arg(long, default_value_t = 50)]
        limit: u32,
    },
    /// Mark what looks wrong about a match as dealt with
    Handle {
        /// The table's id
        table: String,
    },
}

impl Admin {
    pub(crate) fn run(self, shared: &Shared) -> Outcome {
        // The host logs nobody in: a temporary key is enough, and no key file is created in the wrong place.
        let given = Given { secret: Some(server::people::token::mint().0), ..self.store.given()? };
        config::kept(&given).map_err(|error| Failure::Usage(error.to_string()))?;
        let config = Config::new(given).map_err(|error| Failure::Usage(error.to_string()))?;
        runtime()?.block_on(async {
            let host = Host::open(config, &actor()).await.map_err(|error| Failure::Usage(error.to_string()))?;
            let done = look(&host, &self.what, shared.json).await;
            host.close().await;
            done.map_err(|error| Failure::Usage(error.to_string()))
        })
    }
}

/// Which of the hosts this is, as the system knows them: who became the server's user by sudo, or whoever is here.
fn actor() -> String {
    let named = |key: &str| std::env::var(key).ok().filter(|name| !name.is_empty());
    ["SUDO_USER", "USER", "LOGNAME", "USERNAME"].into_iter().find_map(named).unwrap_or_default()
}

async fn look(host: &Host, what: &What, json: bool) -> Result<(), Failed> {
    match what {
        What::Status => status::show(host, json).await,
        What::People { named, only, limit } => people(host, (named, *only), *limit, json).await,
        What::Tables { state, limit } => tables(host, *state, *limit, json).await,
        What::Reports { all, limit } => reports(host, *all, *limit, json).await,
        What::Ratings(Ratings::Flags { limit }) => flags(host, *limit, json).await,
        What::Audit { limit } => audit(host, *limit, json).await,
        change => decide(host, change, json).await,
    }
}

async fn people(host: &Host, (named, only): (&str, Option<Only>), limit: u32, json: bool) -> Result<(), Failed> {
    let circle = match only {
        None => Circle::All,
        Some(Only::Accounts) => Circle::Accounts,
        Some(Only::Banned) => Circle::Banned,
        Some(Only::Hosts) => Circle::Hosts,
    };
    for person in host.people(named, circle, limit).await? {
        if json {
            println!("{}", json!(person));
            continue;
        }
        let kind = match (person.account, person.host) {
            (_, true) => "host   ",
            (true, false) => "account",
            (false, false) => "guest  ",
        };
        let banned = person.banned.map(|why| format!("  banned: {why}")).unwrap_or_default();
        let muted = person.muted_until.map(|until| format!("  muted until {until}")).unwrap_or_default();
        println!("{}  {kind}  {}{banned}{muted}", person.id, person.name);
    }
    Ok(())
}

async fn tables(host: &Host, state: Option<State>, limit: u32, json: bool) -> Result<(), Failed> {
    let state = state.map(|state| match state {
        State::Gathering => server::admin::TableState::Gathering,
        State::Playing => server::admin::TableState::Playing,
        State::Over => server::admin::TableState::Over,
        State::Closed => server::admin::TableState::Closed,
    });
    for row in host.tables(state, limit).await? {
        let (state, people) = (row.index.state.as_str(), row.index.people);
        if json {
            println!(
                "{}",
                json!({
                    "table": row.table, "state": state, "game": row.index.game, "public": row.index.public,
                    "people": people, "entries": row.last_seq, "created_at": row.created_at,
                    "touched_at": row.touched_at,
                })
            );
            continue;
        }
        let people: Vec<String> = people.iter().map(ToString::to_string).collect();
        println!("{}  {state:<9}  {:<9}  {} entries  {}", row.table, row.index.game, row.last_seq, people.join(" "));
    }
    Ok(())
}

async fn reports(host: &Host, all: bool, limit: u32, json: bool) -> Result<(), Failed> {
    for report in host.reports(all, limit).await? {
        if json {
            println!(
                "{}",
                json!({
                    "report": report.id, "from": report.from, "about": report.about, "table": report.table,
                    "text": report.text, "at": report.at, "handled_at": report.handled_at,
                })
            );
            continue;
        }
        let part = |word: &str, id: Option<String>| id.map(|id| format!("  {word} {id}")).unwrap_or_default();
        let from = part("from", report.from.map(|id| id.to_string()));
        let about = part("about", report.about.map(|id| id.to_string()));
        let table = part("table", report.table.map(|id| id.to_string()));
        let done = if report.handled_at.is_some() { "  (dealt with)" } else { "" };
        println!("{}{from}{about}{table}{done}\n    {}", report.id, printable(&report.text));
    }
    Ok(())
}

async fn flags(host: &Host, limit: u32, json: bool) -> Result<(), Failed> {
    for flag in host.flags(limit).await?.into_iter().map(|flag| flag.flag) {
        if json {
            let players: Vec<&str> = flag.players.split(' ').collect();
            println!("{}", json!({ "table": flag.table, "kind": flag.kind, "players": players, "at": flag.at }));
            continue;
        }
        println!("{}  {:<10}  {}", flag.table, flag.kind, flag.players);
    }
    Ok(())
}

async fn audit(host: &Host, limit: u32, json: bool) -> Result<(), Failed> {
    for done in host.audits(limit).await? {
        let by = done.host.map(|host| host.name.unwrap_or(host.id)).or(done.actor).unwrap_or_default();
        let person = done.person.map(|person| person.id);
        if json {
            println!(
                "{}",
                json!({
                    "at": done.at, "by": by, "what": done.what, "person": person, "table": done.table, "why": done.why,
                })
            );
            continue;
        }
        let part = |word: &str, id: Option<String>| id.map(|id| format!("  {word} {id}")).unwrap_or_default();
        let (person, table) = (part("person", person), part("table", done.table));
        let why = if done.why.is_empty() { String::new() } else { format!("  ({})", printable(&done.why)) };
        println!("{}  {}  {}{person}{table}{why}", moment(done.at), printable(&by), done.what);
    }
    Ok(())
}

/// What people write must not control the host's terminal.
fn printable(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// A moment by the calendar of Greenwich: `2026-11-18 09:40`.
pub(crate) fn moment(at: i64) -> String {
    let minutes = at.div_euclid(60_000);
    // Counted in eras of 400 years that begin in March, so that a leap day ends a year.
    let days = minutes.div_euclid(1440) + 719_468;
    let (era, day) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let of_year = day - (365 * year + year / 4 - year / 100);
    let (month, day) = ((5 * of_year + 2) / 153, of_year - (153 * ((5 * of_year + 2) / 153) + 2) / 5 + 1);
    let (year, month) = (era * 400 + year + i64::from(month > 9), if month > 9 { month - 9 } else { month + 3 });
    let minute = minutes.rem_euclid(1440);
    format!("{year}-{month:02}-{day:02} {:02}:{:02}", minute / 60, minute % 60)
}

async fn decide(host: &Host, what: &What, json: bool) -> Result<(), Failed> {
    let done = match what {
        What::Status
        | What::People { .. }
        | What::Tables { .. }
        | What::Reports { .. }
        | What::Audit { .. }
        | What::Ratings(Ratings::Flags { .. }) => String::new(),
        What::Ratings(Ratings::Recompute) => {
            let done = host.recompute_ratings().await?;
            let rated = format!("{} matches on {} ladders are rated anew", done.matches, done.ladders);
            format!("{} results are made again from the logs; {rated}", done.results)
        }
        What::Ratings(Ratings::Handle { table }) => {
            host.handle_flags(table).await?;
            format!("what looked wrong about table {table} is dealt with")
        }
        What::Host { person } => {
            let person = host.set_host(person, true).await?;
            format!("{} is a host; the page is /host", person.name)
        }
        What::Unhost { person } => format!("{} is no longer a host", host.set_host(person, false).await?.name),
        What::Handle { report } => {
            host.handle(report).await?;
            format!("report {report} is dealt with")
        }
        What::Reset { person } => {
            let (person, code) = host.reset(person).await?;
            if json {
                println!("{}", json!({ "person": person.id, "recovery_code": code }));
                return Ok(());
            }
            format!("{} can set a new password with this recovery code, which is shown only once: {code}", person.name)
        }
        What::Ban { person, why } => format!("{} is banned", host.ban(person, Some(why)).await?.name),
        What::Unban { person } => format!("{} is no longer banned", host.ban(person, None).await?.name),
        What::Mute { person, hours: 0 } => format!("{} may chat again", host.mute(person, 0).await?.name),
        What::Mute { person, hours } => {
            format!("{} may not chat for {hours} hours", host.mute(person, *hours).await?.name)
        }
        What::Close { table, why } => {
            host.close_table(table, why).await?;
            format!("table {table} is closed")
        }
        What::DeletePerson { person } => format!("{} is deleted", host.delete_person(person).await?.name),
        What::DeleteTable { table } => {
            host.delete_table(table).await?;
            format!("table {table} is deleted")
        }
    };
    if json {
        println!("{}", json!({ "done": done }));
    } else {
        println!("{done}");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    #[test]
    fn moments_are_those_of_the_calendar() {
        for (at, written) in [
            (0, "1970-01-01 00:00"),
            (951_782_399_000, "2000-02-28 23:59"),
            (951_868_800_000, "2000-03-01 00:00"),
            (1_795_010_400_000, "2026-11-18 14:00"),
            (1_798_761_540_000, "2026-12-31 23:59"),
        ] {
            assert_eq!(super::moment(at), written);
        }
    }
}
