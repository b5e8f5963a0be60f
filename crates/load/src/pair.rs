//! Two people with one socket each at a table of four: each plays their own seat and another one at their device.

use std::borrow::Cow;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use engine::{Dice as _, Fast, Seat};
use protocol::{BotLevel, ClockRule, Command, NewTable, OutOfTime, SeatPlan, ToServer};

use crate::generate::Players;
use crate::light::{Light, pick};
use crate::person::Person;
use crate::socket::{Got, Socket};

/// A decision that the server acknowledged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ack {
    /// The table.
    pub table: String,
    /// Whose decision.
    pub seat: String,
    /// The words.
    pub word: String,
    /// The table's version with it: two clients hear of each other's decisions in any order.
    pub version: u64,
    /// How long the answer took, in microseconds.
    pub micros: u32,
    /// When it came.
    pub at: Instant,
}

/// How often a table decides, however fast the server is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace {
    next: Instant,
    between: Duration,
}

impl Pace {
    pub(crate) fn new(first: Instant, between: Duration) -> Pace {
        Pace { next: first, between }
    }

    /// The earliest time of the next decision.
    pub(crate) fn due(self) -> Instant {
        self.next
    }

    /// A decision is made. A table that fell behind skips what it missed and keeps its own rhythm. Otherwise tables
    /// that waited for the same delay would all continue in step, unlike people.
    pub(crate) fn go_on(&mut self) {
        let now = Instant::now();
        while self.next <= now {
            self.next += self.between;
        }
    }
}

/// What one of the two people knows and waits for.
struct Side {
    socket: Socket,
    version: u64,
    /// The seats that they play, the one as which they see the match, and the one that is to act.
    yours: Vec<String>,
    eyes: String,
    to_act: Option<String>,
    /// The seat to act at this version, and the word that was picked for it.
    choice: Option<(String, String)>,
    asked: Option<PendingDecision>,
}

struct PendingDecision {
    id: String,
    seat: String,
    word: String,
    sent: Instant,
}

impl Side {
    /// Whether there is something to send.
    fn is_ready(&self) -> bool {
        self.choice.is_some() && self.asked.is_none()
    }
}

/// Two people at a table.
pub struct Pair {
    people: [Person; 2],
    sides: [Side; 2],
    game: String,
    table: String,
    rng: Fast,
    commands: u64,
    /// As fast as possible without it.
    pace: Option<Pace>,
    /// The bytes of all received texts.
    pub bytes: u64,
    /// How many texts were received.
    pub messages: u64,
    /// How many commands were refused.
    pub refused: u64,
    /// All tables that were played at.
    pub tables: Vec<String>,
}

/// A table of four: two seats of its maker, two open ones for the other person.
fn new_table(game: &str) -> NewTable {
    NewTable {
        game: game.to_owned(),
        options: Vec::new(),
        seats: vec![SeatPlan::Me, SeatPlan::Device { name: "Abe".to_owned() }, SeatPlan::Open, SeatPlan::Open],
        clock: ClockRule::None,
        out_of_time: OutOfTime::BotTurn,
        stand_in: BotLevel::Novice,
        public: false,
        hints: false,
        keep_going: false,
        shuffle_seats: false,
        position: None,
        rated: false,
    }
}

impl Pair {
    /// Opens two sockets, makes a table and starts the match.
    pub async fn sit_down(people: [Person; 2], game: &str, number: u64) -> Result<Pair> {
        let mut pair = Pair::connect(people, game, number).await?;
        pair.new_match().await?;
        Ok(pair)
    }

    /// Reconnects to a table after the sockets were lost.
    pub async fn come_back(people: [Person; 2], game: &str, table: &str, number: u64) -> Result<Pair> {
        let mut pair = Pair::connect(people, game, number).await?;
        table.clone_into(&mut pair.table);
        for who in 0..2 {
            pair.watch(who).await?;
        }
        Ok(pair)
    }

    async fn connect(people: [Person; 2], game: &str, number: u64) -> Result<Pair> {
        let side = async |person: &Person| -> Result<Side> {
            let socket = Socket::open(person).await?;
            let (yours, eyes) = (Vec::new(), String::new());
            Ok(Side { socket, version: 0, yours, eyes, to_act: None, choice: None, asked: None })
        };
        let sides = [side(&people[0]).await?, side(&people[1]).await?];
        let (game, table, tables) = (game.to_owned(), String::new(), Vec::new());
        let rng = Fast::new(number);
        Ok(Pair { people, sides, game, table, rng, commands: 0, pace: None, bytes: 0, messages: 0, refused: 0, tables })
    }

    /// The table that is played at now.
    pub fn table(&self) -> &str {
        &self.table
    }

    /// How long the decision has waited that is not answered yet.
    pub(crate) fn unanswered(&self) -> Option<Duration> {
        self.sides.iter().filter_map(|side| side.asked.as_ref()).map(|asked| asked.sent.elapsed()).max()
    }

    async fn watch(&mut self, who: usize) -> Result<()> {
        let side = &mut self.sides[who];
        (side.version, side.choice, side.asked) = (0, None, None);
        side.socket.send(&ToServer::Watch { table: self.table.clone(), since: None, eyes: None }).await
    }

    async fn new_match(&mut self) -> Result<()> {
        if !self.table.is_empty() {
            for side in &mut self.sides {
                side.socket.send(&ToServer::Unwatch { table: self.table.clone() }).await?;
            }
        }
        self.table = self.people[0].make(&new_table(&self.game)).await?;
        self.tables.push(self.table.clone());
        self.watch(0).await?;
        self.watch(1).await?;
        let (third, fourth) = (Seat::new(2), Seat::new(3));
        self.command(1, Command::Sit { seat: Some(third), invitation: None }).await?;
        self.command(1, Command::SitDevice { seat: fourth, name: "Bea".to_owned() }).await?;
        self.command(0, Command::Start).await
    }

    fn next_id(&mut self) -> String {
        self.commands += 1;
        // Unique for a person at a table, even after a reconnect.
        format!("{}-{:x}", self.commands, self.rng.below(u32::MAX))
    }

    /// Sends a command that is not a decision, and waits until it is done.
    async fn command(&mut self, who: usize, command: Command) -> Result<()> {
        let id = self.next_id();
        let message = ToServer::Do { table: self.table.clone(), id: id.clone(), command };
        self.sides[who].socket.send(&message).await?;
        loop {
            let Got::Text(text) = self.sides[who].socket.next().await else { bail!("the socket was closed") };
            let light: Light<'_> = serde_json::from_str(&text).with_context(|| text.to_string())?;
            match (&*light.t, light.id.as_deref() == Some(&*id)) {
                ("done", true) => return Ok(()),
                ("refused", true) => bail!("refused: {text}"),
                _ => drop(self.take(who, &text).await?),
            }
        }
    }

    /// Sends the picked word, if there is one.
    async fn choose(&mut self, who: usize) -> Result<()> {
        let Some((seat, word)) = self.sides[who].choice.take() else { return Ok(()) };
        if let Some(pace) = &mut self.pace {
            pace.go_on();
        }
        let id = self.next_id();
        let side = &mut self.sides[who];
        let play = Command::Play { seen: side.version, seat: seat.parse()?, word: word.clone(), then: Vec::new() };
        side.asked = Some(PendingDecision { id: id.clone(), seat, word, sent: Instant::now() });
        side.socket.send(&ToServer::Do { table: self.table.clone(), id, command: play }).await
    }

    /// Takes a text in.
    async fn take(&mut self, who: usize, text: &str) -> Result<Took> {
        self.bytes += text.len() as u64;
        self.messages += 1;
        let light: Light<'_> = serde_json::from_str(text).with_context(|| text.to_owned())?;
        match &*light.t {
            "state" | "news" | "looked" => return self.news(who, light).await,
            "done" | "refused" => {
                let side = &mut self.sides[who];
                let own = side.asked.as_ref().is_some_and(|asked| Some(&*asked.id) == light.id.as_deref());
                let Some(asked) = side.asked.take_if(|_| own) else { return Ok(Took::Nothing) };
                if light.t == "refused" {
                    self.refused += 1;
                    if light.code.as_deref() != Some("stale") {
                        bail!("a word on offer was refused: {text}");
                    }
                    return Ok(Took::Nothing);
                }
                let (at, table) = (Instant::now(), self.table.clone());
                let micros = (at - asked.sent).as_micros().min(u128::from(u32::MAX)) as u32;
                return Ok(Took::Ack(Ack {
                    table,
                    seat: asked.seat,
                    word: asked.word,
                    version: light.version,
                    micros,
                    at,
                }));
            }
            "gone" | "closing" => bail!("{text}"),
            _ => {}
        }
        Ok(Took::Nothing)
    }

    async fn news(&mut self, who: usize, light: Light<'_>) -> Result<Took> {
        let side = &mut self.sides[who];
        side.version = light.version;
        let mut offers = light.offers;
        if let Some(game) = light.game {
            if game.to_act.kind == "over" {
                return Ok(if who == 0 { Took::Over } else { Took::Nothing });
            }
            if let Some(yours) = game.yours {
                side.yours = yours.into_iter().map(Cow::into_owned).collect();
            }
            side.to_act = game.to_act.seat.map(Cow::into_owned);
            offers = game.offers;
            side.eyes = game.eyes.map_or_else(|| std::mem::take(&mut side.eyes), Cow::into_owned);
        } else if let Some(eyes) = light.eyes {
            side.eyes = eyes.into_owned();
        } else {
            return Ok(Took::Nothing);
        }
        let Some(seat) = side.to_act.clone().filter(|seat| side.yours.contains(seat)) else {
            side.choice = None;
            return Ok(Took::Nothing);
        };
        // Blindly: any of them.
        if let Some(word) = pick(offers, &mut self.rng)? {
            side.choice = Some((seat, word));
        } else if side.eyes != seat {
            // In a match that hides something, a client sees it as one seat at a time: the one to act.
            let eyes = Some(seat.parse()?);
            let since = Some(side.version);
            side.socket.send(&ToServer::Look { table: self.table.clone(), eyes, since }).await?;
        }
        Ok(Took::Nothing)
    }
}

impl Players for Pair {
    fn set_pace(&mut self, first: Instant, between: Duration) {
        self.pace = Some(Pace::new(first, between));
    }

    async fn play(&mut self, mut acknowledged: impl FnMut(Ack) + Send) -> Result<()> {
        loop {
            let ready = (0..2).find(|who| self.sides[*who].is_ready());
            let due = self.pace.map_or_else(Instant::now, Pace::due);
            if let Some(who) = ready.filter(|_| due <= Instant::now()) {
                self.choose(who).await?;
                continue;
            }
            // Keep reading while waiting for the next decision: an answer counts from when it arrived.
            let [one, two] = &mut self.sides;
            let (who, got) = tokio::select! {
                got = one.socket.next() => (0, got),
                got = two.socket.next() => (1, got),
                () = tokio::time::sleep_until(due.into()), if ready.is_some() => continue,
            };
            let Got::Text(text) = got else { bail!("the socket was closed") };
            match self.take(who, &text).await? {
                Took::Ack(ack) => acknowledged(ack),
                Took::Over => self.new_match().await?,
                Took::Nothing => {}
            }
        }
    }

    fn received(&self) -> (u64, u64) {
        (self.bytes, self.refused)
    }
}

enum Took {
    Nothing,
    Ack(Ack),
    Over,
}
