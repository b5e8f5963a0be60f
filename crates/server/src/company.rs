//! Company: friends and their presence, blocks, mutes, and invitations by name.

use std::collections::{BTreeMap, BTreeSet};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use engine::Seat;
use hmac::{Hmac, KeyInit as _, Mac as _};
use protocol::{Bond, Companion, Company, Friend, FriendLink, FriendTable, Invited, Refusal, RefusalCode};
use sha2::{Digest as _, Sha256};
use store::{Filter, Invite, Person, PersonId, TableId, TableState, Tie};

use crate::hub::Principal;
use crate::limits::too_many;
use crate::notifications::{self, Turn};
use crate::people::token;
use crate::refusal::{refusal, store_refusal};
use crate::{App, Config, Refused};

/// For how long a link makes friends, in milliseconds: a week.
const LINK_LASTS: i64 = 7 * DAY;
const DAY: i64 = 24 * 60 * 60 * 1000;

/// How many bonds of a kind somebody may have.
const MOST_BONDS: u64 = 500;

/// How many people somebody may ask to be friends, or invite, in a day.
const ASKS_PER_DAY: u64 = 50;
const INVITES_PER_DAY: u64 = 100;

/// For how long somebody counts as being here after a request, in milliseconds. The page asks every twenty seconds, and
/// that is stored once a minute.
const HERE: i64 = 150_000;

/// For how many friends who are online the list says where they play.
const PLACED: usize = 30;

/// For how long invitations are kept, in milliseconds.
pub(crate) const INVITES_LAST: i64 = 30 * DAY;

/// A bond as the store knows it.
fn stored(bond: Bond) -> store::Bond {
    match bond {
        Bond::Friend => store::Bond::Friend,
        Bond::Block => store::Bond::Block,
        Bond::Mute => store::Bond::Mute,
    }
}

/// The proof that a person was invited to a seat. Nothing of it is stored, and it is nobody else's.
pub(crate) fn invitation(config: &Config, person: PersonId, table: TableId, seat: Seat) -> String {
    code(config, "invitations by name", &format!("{person} {table} {seat}"))
}

/// The proof that somebody got the link to a seat. It is the same for whoever asks for the link, and nothing of it is
/// stored, so that asking again and again leaves nothing.
pub(crate) fn seat_invitation(config: &Config, table: TableId, seat: Seat) -> String {
    code(config, "invitations to seats", &format!("{table} {seat}"))
}

fn code(config: &Config, purpose: &str, text: &str) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(&config.secret.derived(purpose)).expect("a key of any length");
    mac.update(text.as_bytes());
    URL_SAFE_NO_PAD.encode(mac.finalize().into_bytes())
}

/// The path to a seat for whoever was invited by name.
pub(crate) fn path(config: &Config, person: PersonId, table: TableId, seat: Seat) -> String {
    format!("t/{table}?seat={seat}&invitation={}", invitation(config, person, table, seat))
}

/// What links begin with: nothing where the server does not know its own name, and the page does.
fn base(config: &Config) -> &str {
    config.public_url.as_ref().map_or("", |url| url.as_str().trim_end_matches('/'))
}

impl App {
    /// Somebody by their id, or an account by its name.
    async fn somebody(&self, named: &str) -> Result<Person, Refused> {
        if let Ok(id) = named.parse::<PersonId>()
            && let Some(person) = self.store.person(id).await?
        {
            return Ok(person);
        }
        self.store.person_by_name(named).await?.ok_or_else(|| Refused::missing("person"))
    }

    fn companion(&self, person: &Person) -> Companion {
        let page = person.account && person.listed && self.config.profiles;
        Companion { id: person.id.to_string(), name: person.name.clone(), page }
    }

    /// Refuses if the host has turned friends off, and refuses guests, who have no account.
    fn may_befriend(&self, people: &[&Person]) -> Result<(), Refused> {
        if !self.config.friends {
            return Err(Refused::new(RefusalCode::Forbidden, "no_friends", "there are no friends on this server"));
        }
        if people.iter().all(|person| person.account) {
            return Ok(());
        }
        Err(Refused::new(RefusalCode::Forbidden, "account_needed", "friends need an account; create one first"))
    }

    /// Counts something that a person does, on all nodes together; refuses too many in a day.
    pub(crate) async fn count_today(&self, what: &'static str, person: PersonId, most: u64) -> Result<(), Refused> {
        let now = self.time.now();
        let key = Sha256::new().chain_update(self.config.secret.derived(what)).chain_update(person.to_string());
        let count = self.store.count(&key.finalize().into(), DAY, now).await?;
        if count.times > most {
            return Err(too_many(what, (count.ends_at - now).max(0) as u64 / 1000 + 1));
        }
        Ok(())
    }

    /// Adds a bond to another person: asks them to be friends or accepts, blocks them, or mutes them.
    pub async fn tie(&self, who: &Person, bond: Bond, named: &str) -> Result<(), Refused> {
        let other = self.somebody(named).await?;
        if other.id == who.id {
            return Err(Refused::new(RefusalCode::NotNow, "oneself", "this is you"));
        }
        if bond == Bond::Friend {
            self.may_befriend(&[who, &other])?;
            self.count_today("friend requests", who.id, ASKS_PER_DAY).await?;
            self.store.untie(who.id, store::Bond::Block, other.id).await?;
        }
        let bond = stored(bond);
        if self.store.count_ties(who.id, bond).await? >= MOST_BONDS {
            let text = format!("{MOST_BONDS} people are the most; let one go first");
            return Err(Refused::new(RefusalCode::Limit, "too_many_people", text));
        }
        Ok(self.store.tie(who.id, bond, other.id, self.time.now()).await?)
    }

    /// Removes a bond to another person.
    pub async fn untie(&self, who: &Person, bond: Bond, named: &str) -> Result<(), Refused> {
        let other = self.somebody(named).await?;
        Ok(self.store.untie(who.id, stored(bond), other.id).await?)
    }

    /// One's company.
    pub async fn company(&self, who: &Person) -> Result<Company, Refused> {
        let ties = self.store.ties_of(who.id).await?;
        let invites = self.store.invites_of(who.id).await?;
        let mut ids: Vec<PersonId> = ties.iter().map(|tie| tie.other).collect();
        ids.extend(invites.iter().map(|invite| invite.from));
        let people = self.store.people(&ids).await?;
        let has = |other: PersonId, bond: store::Bond, own: bool| {
            ties.iter().any(|tie| tie.other == other && tie.bond == bond && tie.own == own)
        };
        let among = |wanted: &dyn Fn(&Tie) -> bool| -> Vec<&Person> {
            ties.iter().filter(|tie| wanted(tie)).filter_map(|tie| people.get(&tie.other)).collect()
        };
        let named = |people: Vec<&Person>| people.into_iter().map(|person| self.companion(person)).collect();
        let friend = |tie: &Tie| tie.bond == store::Bond::Friend;
        let own = |bond: store::Bond| named(among(&|tie: &Tie| tie.own && tie.bond == bond));
        // Friend requests of blocked people are stored but not shown.
        let asks = |tie: &Tie| {
            !tie.own && !has(tie.other, store::Bond::Friend, true) && !has(tie.other, store::Bond::Block, true)
        };
        let mut company =
            Company { blocked: own(store::Bond::Block), muted: own(store::Bond::Mute), ..Company::default() };
        if self.config.friends {
            let friends = among(&|tie: &Tie| friend(tie) && tie.own && has(tie.other, store::Bond::Friend, false));
            company.friends = self.friends(friends).await?;
            company.asking = named(among(&|tie: &Tie| friend(tie) && asks(tie)));
            let asked = |tie: &Tie| friend(tie) && tie.own && !has(tie.other, store::Bond::Friend, false);
            company.asked = named(among(&asked));
            company.invitations = self.invitations(&invites, &people).await?;
        }
        Ok(company)
    }

    /// The friends of a person: each wishes it. Nobody where the host has turned friends off.
    pub(crate) async fn friends_of(&self, person: PersonId) -> Result<Vec<PersonId>, Refused> {
        if !self.config.friends {
            return Ok(Vec::new());
        }
        let ties = self.store.ties_of(person).await?;
        let wish = |own: bool| {
            let wishes = ties.iter().filter(move |tie| tie.bond == store::Bond::Friend && tie.own == own);
            wishes.map(|tie| tie.other)
        };
        let theirs: BTreeSet<PersonId> = wish(false).collect();
        Ok(wish(true).filter(|other| theirs.contains(other)).collect())
    }

    /// Friends, those who are here first, with where they play.
    async fn friends(&self, friends: Vec<&Person>) -> Result<Vec<Friend>, Refused> {
        let now = self.time.now();
        let here = |person: &Person| {
            person.online_at.is_some_and(|at| now - at < HERE || self.hub.is_connected(&person.id.to_string()))
        };
        let mut known: Vec<Friend> = Vec::new();
        let mut placed = 0;
        for person in friends {
            let online = here(person);
            let mut table = None;
            if online && placed < PLACED {
                placed += 1;
                table = self.public_table(person.id).await?;
            }
            known.push(Friend { who: self.companion(person), online, table });
        }
        known.sort_by_key(|friend| (!friend.online, friend.who.name.to_lowercase()));
        Ok(known)
    }

    /// The newest public table of somebody that is not over.
    async fn public_table(&self, person: PersonId) -> Result<Option<FriendTable>, Refused> {
        let states = vec![TableState::Gathering, TableState::Playing];
        let filter = Filter { public: true, person: Some(person), states, limit: 1, ..Filter::default() };
        let row = self.store.list(&filter).await?.into_iter().next();
        Ok(row.map(|row| FriendTable {
            id: row.table.to_string(),
            game: row.index.game,
            waits: row.index.state == TableState::Gathering,
        }))
    }

    async fn invitations(
        &self,
        invites: &[Invite],
        people: &BTreeMap<PersonId, Person>,
    ) -> Result<Vec<Invited>, Refused> {
        let mut known = Vec::new();
        for invite in invites {
            let Some(from) = people.get(&invite.from) else { continue };
            let Ok(row) = self.store.table(invite.table).await else { continue };
            // Whoever sits there already has followed it.
            if row.index.people.contains(&invite.person) {
                continue;
            }
            let path = path(&self.config, invite.person, invite.table, Seat::new(usize::from(invite.seat)));
            known.push(Invited {
                table: invite.table.to_string(),
                game: row.index.game,
                from: self.companion(from),
                at: invite.at,
                link: format!("{}/{path}", base(&self.config)),
            });
        }
        Ok(known)
    }

    /// A link by which others become one's friends.
    pub fn friend_link(&self, who: &Person) -> Result<FriendLink, Refused> {
        self.may_befriend(&[who])?;
        let until = self.time.now() + LINK_LASTS;
        let text = format!("{}.{until}", who.id);
        let link = format!("{}/friends/{text}.{}", base(&self.config), code(&self.config, "friend links", &text));
        Ok(FriendLink { link, until })
    }

    /// Whose link it is, as long as it works.
    pub async fn friend_of_link(&self, token: &str) -> Result<Person, Refused> {
        let missing = || Refused::missing("link");
        let (text, given) = token.rsplit_once('.').ok_or_else(missing)?;
        let (person, until) = text.split_once('.').ok_or_else(missing)?;
        let until: i64 = until.parse().map_err(|_| missing())?;
        if !token::same(&code(&self.config, "friend links", text), given) || until < self.time.now() {
            return Err(missing());
        }
        let person = person.parse().map_err(|_| missing())?;
        self.store.person(person).await?.ok_or_else(missing)
    }

    /// Somebody as others know them.
    pub(crate) fn known_as(&self, person: &Person) -> Companion {
        self.companion(person)
    }

    /// Makes friends by a link: whoever made it has agreed by making it.
    pub async fn follow_link(&self, who: &Person, token: &str) -> Result<(), Refused> {
        let maker = self.friend_of_link(token).await?;
        self.tie(who, Bond::Friend, &maker.id.to_string()).await?;
        if self.store.is_shunned(who.id, &[maker.id]).await? {
            return Ok(());
        }
        Ok(self.store.tie(maker.id, store::Bond::Friend, who.id, self.time.now()).await?)
    }

    /// Invites a friend to a seat of a table that one has made. They find it on their page, and are notified.
    pub async fn invite(&self, table: TableId, who: &Person, named: &str, seat: Seat) -> Result<(), Refused> {
        let friend = self.somebody(named).await?;
        self.may_befriend(&[who, &friend])?;
        if !self.store.are_friends(who.id, friend.id).await? {
            return Err(Refused::new(RefusalCode::Forbidden, "no_friend", "only friends can be invited by name"));
        }
        let game = self.hub.may_invite(table, &who.id.to_string(), seat).await?;
        self.count_today("invitations", who.id, INVITES_PER_DAY).await?;
        let now = self.time.now();
        let invite = Invite { person: friend.id, table, seat: seat.index() as u8, from: who.id, at: now };
        self.store.invite(&invite).await?;
        let (from, why) = (Some(who.id), notifications::Why::Turn);
        let turn = Turn { table, game, seat: seat.to_string(), version: 0, due_at: None, from, why };
        let (job, notification) = notifications::turn(friend.id, &turn, now);
        self.store.add_notifications(&[notification]).await?;
        Ok(self.store.queue(&[job]).await?)
    }

    /// Refuses whoever is blocked by somebody at a table: they may neither sit nor talk there.
    pub(crate) async fn is_welcome(&self, table: TableId, who: &Principal) -> Result<(), Refusal> {
        let Ok(person) = who.id.parse::<PersonId>() else { return Ok(()) };
        let there = self.hub.people_at(table).await?;
        let others: Vec<PersonId> = there.iter().filter(|id| **id != who.id).filter_map(|id| id.parse().ok()).collect();
        if others.is_empty() || !self.store.is_shunned(person, &others).await.map_err(|error| store_refusal(&error))? {
            return Ok(());
        }
        Err(refusal(RefusalCode::Forbidden, "not_welcome", "somebody at this table does not want to play with you"))
    }
}
