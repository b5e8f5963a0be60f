//! Making tables and rematches, with the invitations and tokens of their seats.

use engine::{Seat, Seed};
use protocol::{Command, Done, HandedTable, NewBranch, NewTable, Refusal, RefusalCode, SeatPlan, Sitter, Stage};
use session::{Carried, Rematch, Table};
use sha2::{Digest as _, Sha256};
use store::{Append, TableId, Token, TokenHash, TokenKind};

use super::awake::index;
use super::{Created, Hub, Inquirer, Invitation, Principal, Program, ProgramToken};
use crate::refusal::{refusal, store_refusal};
use crate::{company, history};

impl Hub {
    /// Makes a table.
    pub async fn create(&self, who: &Principal, table: NewTable) -> Result<Created, Refusal> {
        self.make(who, table, None).await
    }

    /// Makes a table at which a match that is over is played on from one of its moments.
    pub async fn branch(&self, of: TableId, who: &Principal, new: NewBranch) -> Result<Created, Refusal> {
        let planned = self.read(of, |table| Ok((table.branch_plan(&new)?, table.rules())));
        let ((plan, branch), rules) = planned.await??;
        let (id, secret) = (TableId::random(), secret()?);
        let (by, seed) = (who.requester(), Seed::new(secret));
        let (table, carried) = Table::make_branch(&id.to_string(), &by, plan, seed, (branch, rules), self.now())?;
        self.keep(id, &secret, &table, carried).await?;
        Ok(Created { id: id.to_string(), invitations: Vec::new(), tokens: Vec::new() })
    }

    /// Takes over a table of a device: replays its log and stores the result. The same log of the same person always
    /// gives the same table id, so sending it twice makes one table.
    pub async fn take_over(&self, by: &Inquirer<'_>, handed: HandedTable) -> Result<Created, Refusal> {
        let (who, now) = (by.who.requester(), self.now());
        let id = handed_id(&who.id, &handed);
        let created = Created { id: id.to_string(), invitations: Vec::new(), tokens: Vec::new() };
        if self.inner.store.secret(id).await.is_ok() {
            return Ok(created);
        }
        let again = move || {
            let seed = handed.seed.clone();
            Table::take_over(&id.to_string(), &who, &handed, now).map(|(table, carried)| (seed, table, carried))
        };
        let (seed, table, carried) = self.inner.reading.run(by.from, again).await??;
        let mut secret = [0; 32];
        hex::decode_to_slice(seed, &mut secret).map_err(|_| refusal(RefusalCode::Malformed, "handed", "no seed"))?;
        let append = Append::new(id, 0, carried.entries, index(&table, false));
        let made = self.inner.store.create_with(Append { result: history::finished(&table), ..append }, &secret).await;
        made.map_err(|error| store_refusal(&error))?;
        if *table.stage() == Stage::Over {
            self.inner.over.notify_one();
        }
        Ok(created)
    }

    async fn keep(&self, id: TableId, secret: &[u8; 32], table: &Table, carried: Carried) -> Result<(), Refusal> {
        let made = self.inner.store.create(id, secret, index(table, false), carried.entries).await;
        made.map(drop).map_err(|error| store_refusal(&error))
    }

    async fn make(&self, who: &Principal, new: NewTable, rematch: Option<Rematch>) -> Result<Created, Refusal> {
        let (id, secret) = (TableId::random(), secret()?);
        let plans = new.seats.clone();
        let first = rematch.is_none();
        let (table, carried) =
            Table::make(&id.to_string(), &who.requester(), new, Seed::new(secret), rematch, self.now())?;
        self.keep(id, &secret, &table, carried).await?;
        let mut created = Created { id: id.to_string(), invitations: Vec::new(), tokens: Vec::new() };
        for (index, plan) in plans.iter().enumerate() {
            let seat = Seat::new(index);
            match plan {
                SeatPlan::Invited => created.invitations.push(self.invite(id, seat)),
                // At a rematch the program may be another person's, who asks for its token.
                SeatPlan::Program { name } if first => {
                    let sitting = table.program_at(seat).map_or(0, |(sitting, ..)| sitting);
                    let token = self.token(id, sitting, name).await?;
                    created.tokens.push(ProgramToken { seat, token });
                }
                _ => {}
            }
        }
        Ok(created)
    }

    /// Makes a table at which all of these people sit, and starts its match: all of it or nothing.
    pub(crate) async fn seat_together(&self, id: TableId, people: &[Principal], new: NewTable) -> Result<(), Refusal> {
        let gone = || refusal(RefusalCode::NotNow, "missing", "somebody has gone");
        let [maker, others @ ..] = people else { return Err(gone()) };
        if new.seats.iter().filter(|plan| **plan == SeatPlan::Open).count() != others.len() {
            return Err(gone());
        }
        let secret = secret()?;
        let (mut table, mut carried) =
            Table::make(&id.to_string(), &maker.requester(), new, Seed::new(secret), None, self.now())?;
        let sits = others.iter().map(|other| (other, Command::Sit { seat: None, invitation: None }));
        for (who, command) in sits.chain([(maker, Command::Start)]) {
            let more = self.with_now(|now| table.command(&who.requester(), "paired", &command, now))?;
            carried.entries.extend(more.entries);
        }
        let append = self.append_of(&self.asleep(id), &table, &carried, None);
        let due = append.index.due_at;
        self.inner.store.create_with(append, &secret).await.map_err(|error| store_refusal(&error))?;
        if due.is_some() {
            self.inner.due.notify_one();
        }
        Ok(())
    }

    /// The invitation link of a seat, for whoever made the table.
    pub async fn invitation(&self, table: TableId, who: &Principal, seat: Seat) -> Result<Invitation, Refusal> {
        let (owner, seats) = self.read(table, |table| (table.owner().to_owned(), table.made().seats.len())).await?;
        if owner != who.id {
            return Err(refusal(RefusalCode::Forbidden, "not-owner", "only whoever made the table may invite"));
        }
        if seat.index() >= seats {
            return Err(refusal(RefusalCode::NotNow, "no-seat", format!("the table has no seat {seat}")));
        }
        Ok(self.invite(table, seat))
    }

    fn invite(&self, table: TableId, seat: Seat) -> Invitation {
        let config = &self.inner.config;
        let token = company::seat_invitation(config, table, seat);
        let base = config.public_url.as_ref().map_or("", |url| url.as_str().trim_end_matches('/'));
        Invitation { seat, link: format!("{base}/t/{table}?seat={seat}&invitation={token}") }
    }

    /// Makes a new token for the program on a seat, for the person whose program it is. Older ones are no longer valid.
    pub async fn program_token(&self, id: TableId, who: &Principal, seat: Seat) -> Result<ProgramToken, Refusal> {
        let none = || refusal(RefusalCode::NotNow, "no-program", format!("no program sits on seat {seat}"));
        let found = self.read(id, |table| {
            table.program_at(seat).map(|(sitting, owner, name)| (sitting, owner.to_owned(), name.to_owned()))
        });
        let (sitting, owner, name) = found.await?.ok_or_else(none)?;
        if owner != who.id {
            return Err(refusal(RefusalCode::Forbidden, "not-your-program", "this is another person's program"));
        }
        let token = self.token(id, sitting, &name).await?;
        Ok(ProgramToken { seat, token })
    }

    /// The program of a token, while it sits.
    pub(crate) async fn program(&self, id: TableId, sitting: u32) -> Result<Option<Program>, Refusal> {
        let owner = |table: &Table| table.program(sitting).map(|(_, owner)| owner.to_owned());
        Ok(self.read(id, owner).await?.map(|owner| Program { table: id, sitting, owner }))
    }

    /// The seat of a program at a table.
    pub(crate) async fn seat_of(&self, id: TableId, program: &Program) -> Result<Seat, Refusal> {
        let gone = || refusal(RefusalCode::NotYours, "not_yours", "this token is for another seat");
        if program.table != id {
            return Err(gone());
        }
        self.read(id, |table| table.program(program.sitting).map(|(seat, _)| seat)).await?.ok_or_else(gone)
    }

    /// Ends the programs that do not sit at a table any more: their tokens, and with them their sockets.
    pub(super) async fn end_programs(&self, id: TableId, sittings: impl Iterator<Item = u32>) {
        for sitting in sittings {
            // A token that stays opens nothing: it is good only while its program sits.
            if let Err(error) = self.inner.store.delete_program_tokens(id, sitting).await {
                tracing::warn!(%error, table = %id, "cannot delete the tokens of a program");
            }
        }
    }

    /// Makes the token for the sitting of a program, in place of older ones. Only its hash is stored.
    async fn token(&self, table: TableId, sitting: u32, label: &str) -> Result<String, Refusal> {
        let mut bits = [0u8; 20];
        getrandom::fill(&mut bits)
            .map_err(|_| refusal(RefusalCode::Unavailable, "unavailable", "no random bits can be had"))?;
        let token = hex::encode(bits);
        let kept = Token {
            kind: TokenKind::Bot,
            hash: hash(&token),
            person: None,
            table: Some(table),
            seat: Some(sitting),
            label: label.to_owned(),
            created_at: self.now(),
            expires_at: None,
        };
        self.inner.store.replace_program_token(&kept).await.map_err(|error| store_refusal(&error))?;
        Ok(token)
    }

    /// Whether somebody may invite to a seat by name: they made the table, which waits for players there. The game.
    pub(crate) async fn may_invite(&self, id: TableId, person: &str, seat: Seat) -> Result<String, Refusal> {
        let known = self.read(id, |table| {
            let free = matches!(table.sitter(seat), Some(Sitter::Open | Sitter::Invited));
            (table.owner() == person, *table.stage() == Stage::Gathering && free, table.made().game.clone())
        });
        match known.await? {
            (true, true, game) => Ok(game),
            (true, false, _) => Err(refusal(RefusalCode::NotNow, "seat-taken", format!("{seat} is not free"))),
            _ => Err(refusal(RefusalCode::Forbidden, "not-owner", "only whoever made the table may invite")),
        }
    }

    /// Refuses an invitation that is not for this seat, or was given to somebody else by name.
    pub(super) async fn check_invitation(
        &self,
        id: TableId,
        who: &Principal,
        seat: Option<Seat>,
        token: &str,
    ) -> Result<(), Refusal> {
        let config = &self.inner.config;
        let same = |code: String| crate::people::token::same(&code, token);
        if let (Some(seat), Ok(person)) = (seat, who.id.parse())
            && (same(company::seat_invitation(config, id, seat)) || same(company::invitation(config, person, id, seat)))
        {
            return Ok(());
        }
        // Links of older versions have a token that is stored.
        let found = self.inner.store.token(TokenKind::Invite, &hash(token), self.now()).await;
        let found = found.map_err(|error| store_refusal(&error))?;
        let good = found.is_some_and(|token| {
            token.table == Some(id) && seat.is_some_and(|seat| token.seat == Some(seat.index() as u32))
        });
        if good {
            return Ok(());
        }
        Err(refusal(RefusalCode::Forbidden, "invitation", "this invitation is not for this seat"))
    }

    /// Whether a rematch has been asked for.
    pub(crate) async fn has_rematch(&self, id: TableId) -> Result<bool, Refusal> {
        self.read(id, |table| table.rematch().is_some()).await
    }

    /// Finds the rematch of a table, or makes it.
    pub(super) async fn rematch(&self, id: TableId, who: &Principal, command: &str) -> Result<Done, Refusal> {
        let known = self.read(id, |table| table.rematch().map(str::to_owned)).await?;
        let rematch = if let Some(known) = known {
            known
        } else {
            let (plan, rematch) = self.read(id, |table| table.rematch_plan(&who.requester())).await??;
            let made = self.make(who, plan, Some(rematch)).await?;
            let noted = self.change(id, |table, now| match table.rematch() {
                Some(_) => Err(refusal(RefusalCode::Stale, "stale", "somebody was faster")),
                None => Ok(table.note_rematch(&made.id, now.at)),
            });
            if noted.await.is_ok() {
                made.id
            } else {
                // If two ask at once, the first one's table is used, and the other one was never there.
                let first = self.read(id, |table| table.rematch().map(str::to_owned)).await?;
                if first.is_some()
                    && let Ok(other) = made.id.parse()
                {
                    self.delete(other).await?;
                }
                first.unwrap_or(made.id)
            }
        };
        let version = self.read(id, Table::version).await?;
        Ok(Done {
            id: command.to_owned(),
            table: id.to_string(),
            version,
            words: None,
            rematch: Some(rematch),
            stopped: None,
        })
    }
}

/// The secret of a new table.
fn secret() -> Result<[u8; 32], Refusal> {
    let mut secret = [0; 32];
    getrandom::fill(&mut secret)
        .map_err(|_| refusal(RefusalCode::Unavailable, "unavailable", "no random bits can be had"))?;
    Ok(secret)
}

/// The id of a table that was handed over: the same for the same log of the same person.
fn handed_id(person: &str, handed: &HandedTable) -> TableId {
    let mut hash = Sha256::new();
    for text in [person, &handed.seed].into_iter().chain(handed.log.iter().map(|(_, body)| body.as_str())) {
        hash.update((text.len() as u64).to_be_bytes());
        hash.update(text);
    }
    let digest = hash.finalize();
    TableId::of(std::array::from_fn(|index| digest[index]))
}

fn hash(token: &str) -> TokenHash {
    Sha256::digest(token.as_bytes()).into()
}
