// Made by `cargo xtask codegen` from crates/protocol; do not edit.

/** The version of the protocol that these types describe. */
export const PROTOCOL = 4;

/** How long somebody must have had their turn before the others may remind them, in milliseconds. */
export const REMINDER_DELAY = 28800000;

export type GameInfo = {
/**
 * The key, `tikal`.
 */
key: string,
/**
 * The name, `Tikal`.
 */
name: string,
/**
 * The fewest seats.
 */
least_seats: number,
/**
 * The most seats.
 */
most_seats: number,
/**
 * The version of the rules.
 */
rules: number,
/**
 * The verbs of the decisions.
 */
verbs: Array<string>,
/**
 * The options.
 */
options: Array<OptionInfo>, };

export type OptionInfo = {
/**
 * The key.
 */
key: string,
/**
 * The values, in the order in which they are shown.
 */
values: Array<string>,
/**
 * The default value.
 */
default: string,
/**
 * What it means, in English.
 */
help: string,
/**
 * What it needs before it may differ from its default.
 */
needs?: Array<OptionNeed>, };

export type OptionNeed = { "kind": "option",
/**
 * The key of the other option.
 */
key: string,
/**
 * The value that it must have.
 */
value: string, } | { "kind": "seats",
/**
 * The fewest.
 */
least: number, };

export type BotLevel = "novice" | "adept" | "expert" | "master";

export type SeatPlan = { "kind": "me" } | { "kind": "open" } | { "kind": "invited" } | { "kind": "device",
/**
 * The name.
 */
name: string, } | { "kind": "bot",
/**
 * How strong.
 */
level: BotLevel, } | { "kind": "program",
/**
 * The name.
 */
name: string, };

export type ClockRule = { "kind": "none" } | { "kind": "turn",
/**
 * The seconds.
 */
seconds: number, } | { "kind": "bank",
/**
 * The seconds in the bank.
 */
seconds: number,
/**
 * The seconds added after each turn.
 */
increment: number, } | { "kind": "days",
/**
 * The days.
 */
days: number, };

export type OutOfTime = "bot_turn" | "give_up";

export type NewTable = {
/**
 * The game's key.
 */
game: string,
/**
 * The options that differ from the default, as pairs.
 */
options: Array<[string, string]>,
/**
 * The seats, from A on.
 */
seats: Array<SeatPlan>,
/**
 * The clock.
 */
clock: ClockRule,
/**
 * What happens to a player who is out of time.
 */
out_of_time: OutOfTime,
/**
 * The level of the bot that sits in for a player who is away.
 */
stand_in: BotLevel,
/**
 * Whether the table is in the public list.
 */
public: boolean,
/**
 * Whether players may ask for hints.
 */
hints: boolean,
/**
 * Whether bots play on while no person is connected.
 */
keep_going: boolean,
/**
 * Whether the seats are shuffled when the match starts.
 */
shuffle_seats: boolean,
/**
 * The position that it begins at, where it is a table for practice, as scenarios write it (`docs/scenarios.md`).
 * Such a table is private.
 */
position?: unknown,
/**
 * Whether the match counts for ratings, if nothing happens that keeps it from counting.
 */
rated: boolean, };

export type Sitter = { "kind": "open" } | { "kind": "invited" } | { "kind": "reserved",
/**
 * The id of the person who may sit down, or seat somebody at their device.
 */
id: string,
/**
 * The name of whoever played.
 */
name: string, } | { "kind": "person",
/**
 * The person's id.
 */
id: string,
/**
 * The name.
 */
name: string, } | { "kind": "device",
/**
 * The id of the person whose device it is.
 */
host: string,
/**
 * The name.
 */
name: string, } | { "kind": "bot",
/**
 * How strong.
 */
level: BotLevel, } | { "kind": "program",
/**
 * The id of the person whose program it is, who gets its token.
 */
owner: string,
/**
 * The name.
 */
name: string, };

export type Seated = {
/**
 * The seat's letter.
 */
seat: string,
/**
 * Who sits there.
 */
sitter: Sitter,
/**
 * Whether a client of that player is connected.
 */
connected: boolean,
/**
 * The level of the bot that sits in for the player, while one does.
 */
stand_in?: BotLevel,
/**
 * Whether the seat was given up for good: it ranks last.
 */
given_up: boolean,
/**
 * Until when the player is away, and their clock of days stands still, in milliseconds since 1970.
 */
vacation_until?: number, };

export type Stage = { "kind": "gathering" } | { "kind": "playing" } | { "kind": "over" } | { "kind": "closed",
/**
 * Why.
 */
why: string, } | { "kind": "broken",
/**
 * The step that is refused.
 */
step: number,
/**
 * Why.
 */
why: string, };

export type BranchOf = {
/**
 * The table.
 */
table: string,
/**
 * How many steps were played there.
 */
step: number, };

export type HandedTable = {
/**
 * The seed: 64 hexadecimal digits.
 */
seed: string,
/**
 * The entries of its log, as pairs of a time, in milliseconds since 1970, and a text.
 */
log: [number, string][], };

export type NewBranch = {
/**
 * After how many steps.
 */
step: number,
/**
 * Whether draws come as they did in that match; otherwise they are drawn anew.
 */
same: boolean,
/**
 * The seat of whoever asks.
 */
seat: string,
/**
 * The level of the bots on the other seats; without one, people at the same device play them.
 */
level?: BotLevel, };

export type Table = {
/**
 * The table's id, which is part of its address.
 */
id: string,
/**
 * The game's key.
 */
game: string,
/**
 * The options that differ from the default.
 */
options: Array<[string, string]>,
/**
 * The seats.
 */
seats: Array<Seated>,
/**
 * The id of the person who made the table.
 */
owner: string,
/**
 * The clock.
 */
clock: ClockRule,
/**
 * What happens to a player who is out of time.
 */
out_of_time: OutOfTime,
/**
 * The level of bots that sit in.
 */
stand_in: BotLevel,
/**
 * Whether it is in the public list.
 */
public: boolean,
/**
 * Whether hints are allowed.
 */
hints: boolean,
/**
 * Whether bots play on while nobody is connected.
 */
keep_going: boolean,
/**
 * Whether the seats are shuffled when the match starts.
 */
shuffle_seats: boolean,
/**
 * Whether the match counts for ratings, if nothing happens that keeps it from counting.
 */
rated: boolean,
/**
 * The stage.
 */
stage: Stage,
/**
 * The commitment to the seed, published before anybody gives a nonce.
 */
commit: string,
/**
 * The hashes of the nonces that were pledged, as pairs of seat and hash.
 */
pledges: Array<[string, string]>,
/**
 * Whether the match is about to start: all pledges are made, and the nonces are to be revealed.
 */
sealed: boolean,
/**
 * The nonces that are mixed into the seed, as pairs of seat and nonce. None is known before the table is sealed.
 */
nonces: Array<[string, string]>,
/**
 * The seed, when the match is over.
 */
seed?: string,
/**
 * How often seats took back what had shown something hidden, as pairs of seat and number; nothing where none did.
 */
takebacks?: Array<[string, number]>,
/**
 * When it was made, in milliseconds since 1970.
 */
created: number,
/**
 * The table of the rematch, once there is one.
 */
rematch?: string,
/**
 * The moment of another match that this one goes on from.
 */
branch_of?: BranchOf, };

export type TableLine = {
/**
 * The table's id.
 */
id: string,
/**
 * The game's key.
 */
game: string,
/**
 * The id of the person who made the table.
 */
owner: string,
/**
 * The stage.
 */
stage: Stage,
/**
 * Who sits where.
 */
seats: Array<Seated>,
/**
 * The options that differ from the default.
 */
options: Array<[string, string]>,
/**
 * The clock.
 */
clock: ClockRule,
/**
 * The seats that are to act.
 */
to_act: Array<string>,
/**
 * Whether it is the turn of whoever asked for the list.
 */
your_turn: boolean,
/**
 * The points by seat.
 */
points: Array<number>,
/**
 * How often seats took back what had shown something hidden, as pairs of seat and number; nothing where none did.
 */
takebacks?: Array<[string, number]>,
/**
 * When something last happened, in milliseconds since 1970.
 */
updated: number,
/**
 * Whether the match counts for ratings, if nothing happens that keeps it from counting.
 */
rated: boolean,
/**
 * Since when the table waits for players, in milliseconds since 1970.
 */
created: number,
/**
 * When the time of the player to act runs out, in milliseconds since 1970.
 */
deadline?: number, };

export type Unrated = "handed" | "casual" | "hints" | "takeback" | "called_off" | "abandoned" | "device" | "program" | "alone";

export type Player = { "kind": "person",
/**
 * The id, for the person's own matches only.
 */
id?: string,
/**
 * The name.
 */
name?: string,
/**
 * Whether the name is that of a public page.
 */
page?: boolean, } | { "kind": "device",
/**
 * The name.
 */
name: string, } | { "kind": "bot",
/**
 * How strong.
 */
level: BotLevel, } | { "kind": "program",
/**
 * The name.
 */
name: string, };

export type RatingChange = {
/**
 * The rating before.
 */
before: number,
/**
 * The rating after.
 */
after: number,
/**
 * Whether too few matches were played to be sure of it.
 */
provisional: boolean, };

export type MatchPlayer = {
/**
 * The seat.
 */
seat: string,
/**
 * Who played.
 */
player: Player,
/**
 * The place, from 1; ties share a place.
 */
place: number,
/**
 * The points.
 */
points: number,
/**
 * Whether the seat was given up.
 */
given_up?: boolean,
/**
 * What the match did to the rating, if it was rated.
 */
rating?: RatingChange,
/**
 * How well the seat was played, from 0 to 1, where the match was reviewed.
 */
accuracy?: number,
/**
 * What luck gave or took, in points, where the match was reviewed.
 */
luck?: number, };

export type MatchLine = {
/**
 * The table, whose replay it is.
 */
table: string,
/**
 * The game's key.
 */
game: string,
/**
 * The options that differ from the default.
 */
options: Array<[string, string]>,
/**
 * Who played, by seat.
 */
players: Array<MatchPlayer>,
/**
 * When it ended, in milliseconds since 1970.
 */
ended: number,
/**
 * How long it took, in seconds.
 */
seconds: number,
/**
 * How many turns were played.
 */
turns: number,
/**
 * Whether somebody took back what had shown something hidden.
 */
takebacks?: boolean,
/**
 * Why it does not count for ratings; missing if it does.
 */
unrated?: Unrated, };

export type Matches = {
/**
 * The matches.
 */
matches: Array<MatchLine>,
/**
 * What to ask for as `before` to get the next page; missing on the last one.
 */
next?: string, };

export type RatingPoint = {
/**
 * When, in milliseconds since 1970.
 */
at: number,
/**
 * The rating.
 */
rating: number, };

export type RatingLine = {
/**
 * The game's key.
 */
game: string,
/**
 * The options that change the game.
 */
options: Array<[string, string]>,
/**
 * The rating.
 */
rating: number,
/**
 * Whether too few matches were played to be sure of it.
 */
provisional: boolean,
/**
 * How many rated matches were played.
 */
games: number,
/**
 * How many of them were won.
 */
wins: number,
/**
 * The last ratings, oldest first.
 */
curve: Array<RatingPoint>, };

export type Opponent = {
/**
 * Who.
 */
player: Player,
/**
 * How many matches they both played.
 */
games: number,
/**
 * In how many of them the person of the page came before the other.
 */
ahead: number,
/**
 * In how many the other came before.
 */
behind: number, };

export type Opponents = {
/**
 * How the person fared against each, in all matches.
 */
opponents: Array<Opponent>,
/**
 * What to ask for as `after` to get the next page; missing on the last one.
 */
next?: number, };

export type PlayStyle = {
/**
 * On how many seats they were reviewed.
 */
reviewed: number,
/**
 * How well they play, from 0 to 1; missing if there was never anything to choose.
 */
accuracy?: number,
/**
 * What luck gave or took in a match, in points.
 */
luck: number, };

export type Profile = {
/**
 * The name.
 */
name: string,
/**
 * Since when the person is here, in milliseconds since 1970.
 */
since: number,
/**
 * Whether it is the page of whoever asks.
 */
own: boolean,
/**
 * The ratings, the game played most first; nothing if they are not shown.
 */
ratings: Array<RatingLine>,
/**
 * The games by how often they were played, with how often they were won; nothing if matches are not shown.
 */
games: [string, number, number][],
/**
 * The opponents whom the person met most in the last matches; nothing if matches are not shown.
 */
opponents: Array<Opponent>,
/**
 * Whether there were more opponents, or earlier matches.
 */
more_opponents: boolean,
/**
 * How the person plays; missing if no match was reviewed, or matches are not shown.
 */
style?: PlayStyle,
/**
 * The last matches; nothing if they are not shown.
 */
matches: Array<MatchLine>,
/**
 * The matches with the greatest rise of the rating; nothing if they are not shown.
 */
best: Array<MatchLine>, };

export type ProfileChoice = {
/**
 * Whether there is a page, and a name on leaderboards and in others' matches.
 */
page: boolean,
/**
 * Whether it shows ratings.
 */
ratings: boolean,
/**
 * Whether it shows matches and opponents.
 */
matches: boolean,
/**
 * Whether friends see that one is here.
 */
online: boolean, };

export type PlaySpeed = "slow" | "normal" | "fast" | "instant";

export type PlayAsking = "always" | "usual" | "never";

export type PlayChoice = {
/**
 * How fast turns are shown.
 */
speed: PlaySpeed,
/**
 * What is asked about before it is played.
 */
asking: PlayAsking, };

export type BoardRow = {
/**
 * The place, from 1.
 */
place: number,
/**
 * Who.
 */
player: Player,
/**
 * Whether it is whoever asks.
 */
own?: boolean,
/**
 * The rating.
 */
rating: number,
/**
 * How many rated matches were played.
 */
games: number,
/**
 * How many of them were won.
 */
wins: number,
/**
 * By how much the rating changed within the last month; missing if it did not.
 */
trend?: number, };

export type Board = {
/**
 * The game's key.
 */
game: string,
/**
 * The options that change the game.
 */
options: Array<[string, string]>,
/**
 * The season: year and quarter, as `2026-4`; missing for all of them.
 */
season?: string,
/**
 * The best, people and bots on one scale.
 */
rows: Array<BoardRow>,
/**
 * The own place, if it is not among those.
 */
own?: BoardRow,
/**
 * How many matches make a place.
 */
least: number, };

export type Club = {
/**
 * Whether finished matches are listed.
 */
history: boolean,
/**
 * Whether matches may be rated.
 */
ratings: boolean,
/**
 * Whether accounts have a public page, and games a leaderboard.
 */
profiles: boolean,
/**
 * Whether accounts may be friends and invite each other.
 */
friends: boolean,
/**
 * Whether people who wait are paired.
 */
pairing: boolean,
/**
 * Whether mail is sent.
 */
mail: boolean,
/**
 * Whether closed browsers can get notifications.
 */
push: boolean,
/**
 * Whether players may remind each other, and are reminded before their time runs out.
 */
reminders: boolean,
/**
 * Whether people may note things for themselves at a table.
 */
notes: boolean,
/**
 * How many days of vacation there are in a year; none, if it is 0.
 */
vacation_days: number, };

export type TellWhen = "now" | "daily" | "off";

export type QuietHours = {
/**
 * The hour at which they begin, from 0 to 23.
 */
from: number,
/**
 * The hour at which they end, from 0 to 23.
 */
to: number, };

export type Telling = {
/**
 * By mail.
 */
mail: TellWhen,
/**
 * By browsers that are closed.
 */
push: TellWhen,
/**
 * By webhook.
 */
webhook: TellWhen,
/**
 * The hour at which the digest of a day is sent, from 0 to 23.
 */
hour: number,
/**
 * Hours in which nothing is sent.
 */
quiet?: QuietHours,
/**
 * The time zone of these hours, such as `Europe/Rome`; UTC if it is missing.
 */
zone?: string, };

export type PushKeys = {
/**
 * Its public key, an uncompressed point on P-256.
 */
p256dh: string,
/**
 * The secret that it shares with the server, 16 bytes.
 */
auth: string, };

export type NewPush = {
/**
 * The address at which its push service takes messages.
 */
endpoint: string,
/**
 * Its keys.
 */
keys: PushKeys, };

export type Push = {
/**
 * The public key of this server, which a browser needs to subscribe; URL-safe base64.
 */
key: string,
/**
 * Whether the browser that asks gets notifications.
 */
here: boolean,
/**
 * How many browsers of this person are.
 */
browsers: number, };

export type NewVacation = {
/**
 * For how many days from now.
 */
days: number, };

export type Vacation = {
/**
 * Until when one is away, in milliseconds since 1970; nothing for whoever is not.
 */
until?: number,
/**
 * How many days of this year are left to take.
 */
left: number,
/**
 * How many days there are in a year.
 */
days: number, };

export type OwnNote = {
/**
 * Its text; empty if there is no note.
 */
text: string, };

export type Bond = "friend" | "block" | "mute";

export type Companion = {
/**
 * The id.
 */
id: string,
/**
 * The name.
 */
name: string,
/**
 * Whether the name is that of a public page.
 */
page?: boolean, };

export type FriendTable = {
/**
 * The table.
 */
id: string,
/**
 * The game's key.
 */
game: string,
/**
 * Whether it still waits for players.
 */
waits: boolean, };

export type Friend = {
/**
 * Who.
 */
who: Companion,
/**
 * Whether they are here, as far as they let one see it.
 */
online: boolean,
/**
 * Where they play in public, if they are here.
 */
table?: FriendTable, };

export type Invited = {
/**
 * The table.
 */
table: string,
/**
 * The game's key.
 */
game: string,
/**
 * Who invites.
 */
from: Companion,
/**
 * When, in milliseconds since 1970.
 */
at: number,
/**
 * The way to the seat; it works for whoever was invited alone.
 */
link: string, };

export type Company = {
/**
 * The friends; those who are here first.
 */
friends: Array<Friend>,
/**
 * Who would like to become a friend.
 */
asking: Array<Companion>,
/**
 * Whom one has asked to become a friend.
 */
asked: Array<Companion>,
/**
 * Whom one blocks.
 */
blocked: Array<Companion>,
/**
 * Whose chat one does not read.
 */
muted: Array<Companion>,
/**
 * The tables to which one is invited, the newest first.
 */
invitations: Array<Invited>, };

export type FriendLink = {
/**
 * The link.
 */
link: string,
/**
 * Until when it works, in milliseconds since 1970.
 */
until: number, };

export type NewInvite = {
/**
 * The friend's id.
 */
person: string,
/**
 * The seat.
 */
seat: string, };

export type Pace = "live" | "brisk" | "letter";

export type NewPairing = {
/**
 * The keys of the games, the dearest first; none for any.
 */
games: Array<string>,
/**
 * With how many seats.
 */
seats: Array<number>,
/**
 * How fast.
 */
pace: Pace,
/**
 * Whether it counts for ratings.
 */
rated: boolean,
/**
 * Whether bots of one's own strength may take seats after a while.
 */
bots: boolean, };

export type Pairing = {
/**
 * What they would like to play; missing if they do not wait.
 */
wanted?: NewPairing,
/**
 * Since when they wait, in milliseconds since 1970.
 */
since?: number,
/**
 * By how many points others may differ by now.
 */
range?: number,
/**
 * The table that was found.
 */
table?: string,
/**
 * How many wait in all.
 */
waiting: number, };

export type Me = {
/**
 * The id by which tables name this person.
 */
id: string,
/**
 * The name.
 */
name: string,
/**
 * Whether this is a guest; guests expire, accounts stay.
 */
guest: boolean,
/**
 * Until when this person may not chat, in milliseconds since 1970.
 */
muted_until?: number,
/**
 * Whether this account may use the host's page.
 */
host?: boolean, };

export type NewName = {
/**
 * The name.
 */
name: string, };

export type NewAccount = {
/**
 * The name, unique among accounts regardless of case.
 */
name: string,
/**
 * The password, at least 8 characters.
 */
password: string, };

export type Credentials = {
/**
 * The name.
 */
name: string,
/**
 * The password.
 */
password: string, };

export type Recovery = {
/**
 * The name.
 */
name: string,
/**
 * The code that was shown when the account was created.
 */
code: string,
/**
 * The new password.
 */
password: string, };

export type Account = {
/**
 * The person.
 */
me: Me,
/**
 * The recovery code. It is shown only once; the server stores its hash.
 */
recovery_code: string, };

export type Settings = {
/**
 * A web address that is called; calls are signed.
 */
webhook?: string,
/**
 * A mail address, if the host sends mail.
 */
mail?: string,
/**
 * The language of messages: `en`, `it` or `es`.
 */
language?: string,
/**
 * What others may see of one; everything, if it is missing.
 */
profile?: ProfileChoice,
/**
 * When notifications come, for each way; at once, if it is missing.
 */
telling?: Telling,
/**
 * How one plays at whatever device; each device's own way, if it is missing. Who sets settings without it keeps
 * it.
 */
playing?: PlayChoice, };

export type Report = {
/**
 * The table where it happened.
 */
table?: string,
/**
 * The person whom it is about.
 */
person?: string,
/**
 * What happened.
 */
text: string, };

export type HostWho = {
/**
 * The id.
 */
id: string,
/**
 * The name.
 */
name?: string, };

export type HostCount = {
/**
 * Of what.
 */
what: string,
/**
 * How many.
 */
count: number, };

export type HostNode = {
/**
 * Its name, which it gets anew with every start.
 */
name: string,
/**
 * Its version.
 */
version: string,
/**
 * For how long it has been running, in seconds.
 */
uptime: number,
/**
 * When this was so, in milliseconds since 1970.
 */
at: number,
/**
 * The open sockets.
 */
sockets: number,
/**
 * The people who have one.
 */
people: number,
/**
 * The tables in memory.
 */
tables: number,
/**
 * The threads for bots.
 */
threads: number,
/**
 * How many of them think.
 */
thinking: number,
/**
 * Decisions of bots that wait for a thread.
 */
waiting: number,
/**
 * In how many bytes all searches together have to keep.
 */
search_bytes: number,
/**
 * How many bytes of memory the process uses, if the system tells.
 */
memory?: number,
/**
 * How long commands took lately until they were durable, in microseconds: half of them took no longer.
 */
append_half?: number,
/**
 * The same: 99 of 100 took no longer.
 */
append_most?: number, };

export type HostStorage = {
/**
 * `sqlite` or `postgres`.
 */
database: string,
/**
 * Its size in bytes.
 */
bytes: number,
/**
 * How many bytes are free where it lies, if that is on this machine.
 */
free?: number,
/**
 * Since when there are tables, in milliseconds since 1970.
 */
oldest?: number,
/**
 * What is stored: `matches`, `audits`, `logins`, `jobs`.
 */
rows: Array<HostCount>, };

export type HostErrandStage = "running" | "done" | "failed" | "broken";

export type HostErrand = {
/**
 * When it began, in milliseconds since 1970.
 */
begun: number,
/**
 * How much is done.
 */
done: number,
/**
 * How much there is to do, as far as it is known.
 */
whole: number,
/**
 * How it stands.
 */
stage: HostErrandStage,
/**
 * When it ended.
 */
ended?: number,
/**
 * Why it failed.
 */
why?: string, };

export type HostRatings = {
/**
 * How many matches count for them.
 */
rated: number,
/**
 * How many of those are still to be rated.
 */
pending: number,
/**
 * How many matches look wrong.
 */
flags: number,
/**
 * The making of all ratings from the logs, if it was ever asked for.
 */
recompute?: HostErrand, };

export type HostOverview = {
/**
 * When, in milliseconds since 1970.
 */
at: number,
/**
 * The people: `accounts`, `guests`, `banned`, `hosts`.
 */
people: Array<HostCount>,
/**
 * The tables: `gathering`, `playing`, `over`, `closed`.
 */
tables: Array<HostCount>,
/**
 * How many reports nobody dealt with.
 */
reports: number,
/**
 * The nodes that run.
 */
nodes: Array<HostNode>,
/**
 * The database.
 */
storage: HostStorage,
/**
 * The ratings.
 */
ratings: HostRatings, };

export type HostPerson = {
/**
 * The id.
 */
id: string,
/**
 * The name.
 */
name: string,
/**
 * Whether it is an account; otherwise a guest.
 */
account: boolean,
/**
 * Whether the account may use the host's page; nothing is done to such an account there.
 */
host: boolean,
/**
 * When they first came, in milliseconds since 1970.
 */
created: number,
/**
 * When they were last seen.
 */
seen: number,
/**
 * Why they are banned.
 */
banned?: string,
/**
 * Until when they may not chat.
 */
muted_until?: number, };

export type HostPeople = {
/**
 * The people.
 */
people: Array<HostPerson>,
/**
 * Where the next page begins, if there is one.
 */
next?: string, };

export type HostTable = {
/**
 * The id.
 */
id: string,
/**
 * The game's key.
 */
game: string,
/**
 * `gathering`, `playing`, `over` or `closed`.
 */
state: string,
/**
 * Whether it is in the public list.
 */
public: boolean,
/**
 * Who made it or has a seat there.
 */
people: Array<HostWho>,
/**
 * How many entries its log has.
 */
entries: number,
/**
 * When it was made, in milliseconds since 1970.
 */
created: number,
/**
 * When something last happened there.
 */
touched: number, };

export type HostTables = {
/**
 * The tables, newest first.
 */
tables: Array<HostTable>,
/**
 * Where the next page begins, if there is one.
 */
next?: string, };

export type HostReport = {
/**
 * The id.
 */
id: string,
/**
 * Who reported; missing if they were deleted.
 */
from?: HostWho,
/**
 * Whom it is about.
 */
about?: HostWho,
/**
 * At which table.
 */
table?: string,
/**
 * What happened, in the player's words.
 */
text: string,
/**
 * When, in milliseconds since 1970.
 */
at: number,
/**
 * When a host dealt with it.
 */
handled?: number, };

export type HostReports = {
/**
 * The reports, newest first.
 */
reports: Array<HostReport>,
/**
 * Where the next page begins, if there is one.
 */
next?: string, };

export type HostFlag = {
/**
 * The match's table.
 */
table: string,
/**
 * What: `same-place`, `repeated`, `guest` or `lost`.
 */
kind: string,
/**
 * Who.
 */
players: Array<HostWho>,
/**
 * When the match ended, in milliseconds since 1970.
 */
at: number, };

export type HostFlags = {
/**
 * What looks wrong, newest first.
 */
flags: Array<HostFlag>,
/**
 * Where the next page begins, if there is one.
 */
next?: string, };

export type HostAudit = {
/**
 * When, in milliseconds since 1970.
 */
at: number,
/**
 * Which account, if it was done on the page.
 */
host?: HostWho,
/**
 * Who, as the system knows them, if it was done by a command.
 */
actor?: string,
/**
 * What, as the command is called.
 */
what: string,
/**
 * To whom.
 */
person?: HostWho,
/**
 * At which table.
 */
table?: string,
/**
 * The reason, or what else belongs to it.
 */
why: string, };

export type HostAudits = {
/**
 * What hosts did, newest first.
 */
audits: Array<HostAudit>,
/**
 * Where the next page begins, if there is one.
 */
next?: string, };

export type HostReason = {
/**
 * The reason.
 */
why: string, };

export type HostMute = {
/**
 * For how many hours.
 */
hours: number, };

export type HostCode = {
/**
 * The recovery code.
 */
recovery_code: string, };

export type ToAct = { "kind": "seat",
/**
 * Its letter.
 */
seat: string, } | { "kind": "chance" } | { "kind": "over",
/**
 * The rule by which it ended; missing if it was called off or given up.
 */
rule?: string, };

export type Offer = {
/**
 * The word to play.
 */
word: string,
/**
 * What it costs, in the game's own unit.
 */
price?: number,
/**
 * The place or piece that it concerns.
 */
target?: string,
/**
 * Words that the same gesture plays next, one by one until one is refused.
 */
then?: Array<string>,
/**
 * Further numbers, such as the week of arrival or odds in percent.
 */
facts?: Record<string, number>, };

export type Column = number | Array<number>;

export type RunTarget = number | [number] | Array<string>;

export type OfferRun = {
/**
 * The words. From the second on, an empty token stands for the token at the same place of the word before.
 */
words: Array<string>,
/**
 * What they are about.
 */
target?: RunTarget,
/**
 * What they cost, in the game's own unit.
 */
price?: Column,
/**
 * The offers that they go on from, by their places in the list of all offers: the same gesture plays the words of
 * that offer first.
 */
after?: Array<number>,
/**
 * Further numbers.
 */
facts?: Record<string, Column>, };

export type Reason = {
/**
 * The number of the rule that refuses, such as `T14`.
 */
rule?: string,
/**
 * The key by which a client finds its translation.
 */
key?: string,
/**
 * The values of the message.
 */
values?: Record<string, string | number>,
/**
 * The message in English.
 */
text: string, };

export type Closed = {
/**
 * The verb.
 */
verb: string,
/**
 * Why not.
 */
why: Reason, };

export type Effect = {
/**
 * The verb.
 */
verb: string,
/**
 * By how much the seat's points change, as if it were scored before and after: by its words the least,
 */
least: number,
/**
 * and the most.
 */
most: number,
/**
 * Whether something is drawn then, which may change them further.
 */
draws?: boolean, };

export type Happened = {
/**
 * The English sentence; lines of a table's log come without.
 */
text?: string,
/**
 * The event with its values; its type is the game's `Event`.
 */
event: { kind: string } & Record<string, unknown>, };

export type Changes = unknown;

export type LineKind = { "kind": "step",
/**
 * The step's number, counted from 0.
 */
step: number,
/**
 * Who decided; missing for a draw.
 */
seat?: string,
/**
 * The words, with `?` for what the viewer may not know.
 */
words: string,
/**
 * Its events.
 */
events: Array<Happened>,
/**
 * The points of the seats after it.
 */
points: Array<number>, } | { "kind": "undo",
/**
 * The seat.
 */
seat: string,
/**
 * The step before which the match now stands.
 */
to: number,
/**
 * Whether what was taken back had shown something hidden.
 */
takeback?: boolean, } | { "kind": "chat",
/**
 * The id of the person.
 */
person: string,
/**
 * The name at that time.
 */
name: string,
/**
 * The text.
 */
text: string, } | { "kind": "note",
/**
 * The key: `sat`, `left`, `started`, `bot`, `back`, `gave_up`, `out_of_time`, `called_off`, `over`, `closed`,
 * …
 */
key: string,
/**
 * The seat that it concerns.
 */
seat?: string,
/**
 * The name that it concerns.
 */
name?: string, };

export type Line = {
/**
 * The version of the table with this line.
 */
version: number,
/**
 * When, in milliseconds since 1970.
 */
at: number,
/**
 * How the view changed with it. Only news tell it, for lines after which the view is another one: a client has the
 * view after each step, and can show one step after the other.
 */
changes?: Changes, } & ({ "kind": "step",
/**
 * The step's number, counted from 0.
 */
step: number,
/**
 * Who decided; missing for a draw.
 */
seat?: string,
/**
 * The words, with `?` for what the viewer may not know.
 */
words: string,
/**
 * Its events.
 */
events: Array<Happened>,
/**
 * The points of the seats after it.
 */
points: Array<number>, } | { "kind": "undo",
/**
 * The seat.
 */
seat: string,
/**
 * The step before which the match now stands.
 */
to: number,
/**
 * Whether what was taken back had shown something hidden.
 */
takeback?: boolean, } | { "kind": "chat",
/**
 * The id of the person.
 */
person: string,
/**
 * The name at that time.
 */
name: string,
/**
 * The text.
 */
text: string, } | { "kind": "note",
/**
 * The key: `sat`, `left`, `started`, `bot`, `back`, `gave_up`, `out_of_time`, `called_off`, `over`, `closed`,
 * …
 */
key: string,
/**
 * The seat that it concerns.
 */
seat?: string,
/**
 * The name that it concerns.
 */
name?: string, });

export type SentLine = {
/**
 * The version of the table with this line; missing if it is one more than that of the line before.
 */
version?: number,
/**
 * When, in milliseconds since 1970; missing if it is the time of the line before.
 */
at?: number,
/**
 * What kind of line: `undo`, `chat` or `note`; missing for a step.
 */
kind?: string,
/**
 * The number of a step; missing if it is one more than that of the step before.
 */
step?: number,
/**
 * The seat.
 */
seat?: string,
/**
 * The words of a step.
 */
words?: string,
/**
 * The events of a step; missing if there are none.
 */
events?: ({ kind: string } & Record<string, unknown>)[],
/**
 * The points of the seats after a step; missing if they are those of the step before.
 */
points?: Array<number>,
/**
 * The step before which the match now stands, where moves were taken back.
 */
to?: number,
/**
 * Whether what was taken back had shown something hidden.
 */
takeback?: boolean,
/**
 * The id of the person who wrote a chat line.
 */
person?: string,
/**
 * The name in a chat line or a note.
 */
name?: string,
/**
 * The text of a chat line.
 */
text?: string,
/**
 * The key of a note.
 */
key?: string,
/**
 * How the view changed.
 */
changes?: Changes, };

export type Clock = {
/**
 * The milliseconds left.
 */
left: number,
/**
 * Whether it runs.
 */
runs: boolean, };

export type VoteKind = { "kind": "undo",
/**
 * The seat that asks.
 */
seat: string,
/**
 * The step to go back to.
 */
to: number, } | { "kind": "bot",
/**
 * The seat.
 */
seat: string, } | { "kind": "call_off" };

export type Vote = {
/**
 * Its number.
 */
number: number,
/**
 * The subject.
 */
about: VoteKind,
/**
 * The seats that said yes.
 */
yes: Array<string>,
/**
 * The seats that have not answered yet.
 */
asked: Array<string>, };

export type UndoAsked = {
/**
 * The step to which they may go back without asking anybody; missing if there is none.
 */
free?: number,
/**
 * The step to which they may ask to go back: their last decision.
 */
ask?: number,
/**
 * Whether that would take back what showed something hidden, which marks the match as one with takebacks.
 */
takeback?: boolean, };

export type SheetLine = {
/**
 * The seat.
 */
seat: string,
/**
 * The part of the match.
 */
section: string,
/**
 * What for.
 */
item: string,
/**
 * How much.
 */
points: number, };

export type Result = {
/**
 * The points by seat.
 */
points: Array<number>,
/**
 * The ranks by seat, from 1; ties share a rank.
 */
places: Array<number>,
/**
 * The rule that ended the match; missing if it was called off or given up.
 */
rule?: string, };

export type View = unknown;

export type MatchState = {
/**
 * How many steps were played.
 */
step: number,
/**
 * Who moves next.
 */
to_act: ToAct,
/**
 * The points by seat.
 */
points: Array<number>,
/**
 * As whom the reader sees the match: a seat's letter, `spectator`, or `all` when the match is over. In a match
 * that hides nothing, all readers get the spectator's view.
 */
eyes: string,
/**
 * The seats that the reader may play.
 */
yours: Array<string>,
/**
 * Whether the match hides, or may hide, anything from any player.
 */
hides: boolean,
/**
 * The choices, if the seat as which the reader sees the match is to act; in a match that hides nothing, if any of
 * the reader's seats is. They are sent in runs (`OfferRun`), of which a client makes offers again.
 */
offers?: Array<Offer>,
/**
 * How far the reader may take moves back.
 */
undo: UndoAsked,
/**
 * Votes under way.
 */
votes?: Array<Vote>,
/**
 * The clocks by seat; missing if the table has no clock.
 */
clocks?: Array<Clock>,
/**
 * The result, when it is over.
 */
result?: Result, };

export type Frame = {
/**
 * How many steps were played.
 */
step: number,
/**
 * The seat that played the last step; missing for a draw, and before the first step.
 */
by?: string,
/**
 * The words of the last step, with `?` for what the viewer may not know; empty before the first.
 */
words: string,
/**
 * The events of the last step.
 */
events: Array<Happened>,
/**
 * Who moves next.
 */
to_act: ToAct,
/**
 * The points by seat.
 */
points: Array<number>,
/**
 * The view.
 */
view: View,
/**
 * The choices, if they were asked for and the viewer is to act.
 */
offers?: Array<Offer>,
/**
 * The verbs that are not on offer, under the same condition.
 */
closed?: Array<Closed>, };

export type Figure = {
/**
 * The game's key.
 */
game: string,
/**
 * The scenario's name.
 */
scenario: string,
/**
 * The options of the match that differ from the default.
 */
options: Array<[string, string]>,
/**
 * As whom it is seen: a seat's letter, `spectator` or `all`.
 */
eyes: string,
/**
 * How many seats.
 */
seats: number,
/**
 * Its steps, the position first.
 */
pictures: Array<FigurePicture>, };

export type FigurePicture = {
/**
 * The position as a table for practice begins at it.
 */
position: unknown,
/**
 * Why the step was refused; the match stays as it was.
 */
refused?: Reason,
/**
 * How many steps were played.
 */
step: number,
/**
 * The seat that played the last step; missing for a draw, and before the first step.
 */
by?: string,
/**
 * The words of the last step, with `?` for what the viewer may not know; empty before the first.
 */
words: string,
/**
 * The events of the last step.
 */
events: Array<Happened>,
/**
 * Who moves next.
 */
to_act: ToAct,
/**
 * The points by seat.
 */
points: Array<number>,
/**
 * The view.
 */
view: View,
/**
 * The choices, if they were asked for and the viewer is to act.
 */
offers?: Array<Offer>,
/**
 * The verbs that are not on offer, under the same condition.
 */
closed?: Array<Closed>, };

export type LessonText = {
/**
 * English.
 */
en: string,
/**
 * Italian.
 */
it: string,
/**
 * Spanish.
 */
es: string, };

export type LessonLine = {
/**
 * Its name in links.
 */
key: string,
/**
 * About how long it takes.
 */
minutes: number,
/**
 * What it is called.
 */
title: LessonText,
/**
 * The names of its steps, in order.
 */
steps: Array<string>, };

export type Lesson = {
/**
 * The game's key.
 */
game: string,
/**
 * Its name in links.
 */
key: string,
/**
 * About how long it takes.
 */
minutes: number,
/**
 * What it is called.
 */
title: LessonText,
/**
 * The options of the match that differ from the default.
 */
options: Array<[string, string]>,
/**
 * How many seats.
 */
seats: number,
/**
 * Whether the match hides, or may hide, anything from any player.
 */
hides: boolean,
/**
 * What is to be done, one after the other.
 */
steps: Array<LessonStep>,
/**
 * Where it waits; it begins with the first one.
 */
stops: Array<LessonStop>,
/**
 * The reasons of what is refused somewhere, each once.
 */
reasons: Array<Reason>, };

export type LessonStep = {
/**
 * Its name.
 */
key: string,
/**
 * Two to four words.
 */
title: LessonText,
/**
 * The one thing to do.
 */
do: LessonText,
/**
 * The reason.
 */
why?: LessonText,
/**
 * What came of it.
 */
done?: LessonText,
/**
 * What is marked meanwhile, by the game's clicks.
 */
light?: Array<string>,
/**
 * The reactions to legal actions off the lesson, by how their words begin.
 */
wrong?: Array<LessonReaction>,
/**
 * The hints after what is refused, by the words.
 */
refused?: Array<LessonReaction>, };

export type LessonReaction = {
/**
 * The words, or how they begin.
 */
words: string,
/**
 * What is said.
 */
text: LessonText, };

export type LessonStop = {
/**
 * The step's place in the lesson.
 */
step: number,
/**
 * Whether part of what is asked was done.
 */
begun?: boolean,
/**
 * The match; its offers are those that are right.
 */
game: MatchState,
/**
 * What the learner sees.
 */
view: View,
/**
 * The position as a table for practice begins at it.
 */
position: unknown,
/**
 * The verbs that are not on offer.
 */
closed?: Array<Closed>,
/**
 * What the verbs of the right ways change at once.
 */
effects?: Array<Effect>,
/**
 * All that is legal.
 */
legal?: Array<string>,
/**
 * What is not legal, by the place of its reason.
 */
refused?: Array<LessonRefusal>,
/**
 * The words of a right way to the end of the step.
 */
model?: Array<string>,
/**
 * What leads on.
 */
ways: Array<LessonWay>, };

export type LessonRefusal = {
/**
 * The place of the reason.
 */
why: number,
/**
 * The words; `*` stands for any of them, at the end for all that may follow.
 */
words: Array<string>, };

export type LessonWay = {
/**
 * The words; missing where one only reads on.
 */
word?: string,
/**
 * What happens.
 */
scenes: Array<LessonScene>,
/**
 * The place of the next stop; missing at the end of the lesson.
 */
to?: number, };

export type LessonScene = {
/**
 * The match after it.
 */
frame: Frame,
/**
 * Whether another position is set, and nothing was played.
 */
jump?: boolean, };

export type Teaching = {
/**
 * The parts of the box, for whoever draws the diagrams and lessons.
 */
parts: unknown,
/**
 * The lessons, in order.
 */
lessons: Array<LessonLine>, };

export type Hint = {
/**
 * The best lines of play, best first.
 */
lines: Array<HintLine>, };

export type HintLine = {
/**
 * The words in order; the first can be played now.
 */
words: Array<string>,
/**
 * The expected final margin over the best other seat, if the bot estimates one.
 */
margin?: number,
/**
 * What it gains, the greatest first.
 */
gains: Array<HintGain>, };

export type HintGain = {
/**
 * The section of the score sheet.
 */
section: string,
/**
 * What scores.
 */
item: string,
/**
 * The points, rounded; less than 0 for a loss.
 */
points: number,
/**
 * Whether they come only with the next scoring.
 */
later: boolean,
/**
 * Whether they are certain; otherwise they are a forecast, and what scores may be unknown as yet.
 */
sure: boolean, };

export type Prospect = {
/**
 * The points ahead of the strongest rival at the end.
 */
margin: number,
/**
 * The chance to win, from 0 to 1; a shared win counts its share.
 */
win: number, };

export type Class = "forced" | "best" | "good" | "inaccurate" | "mistake" | "blunder";

export type Classes = {
/**
 * Less than this is best.
 */
good: number,
/**
 * From here on a turn is inaccurate.
 */
inaccurate: number,
/**
 * From here on it is a mistake.
 */
mistake: number,
/**
 * From here on it is a blunder.
 */
blunder: number, };

export type Depth = "glance" | "quick" | "full";

export type Plan = {
/**
 * How thoroughly.
 */
level: Depth,
/**
 * The seed of the random numbers; the same seed gives the same review.
 */
seed: bigint,
/**
 * With open cards: turns are judged in the real world, not in worlds that fit what the player knew.
 */
open: boolean, };

export type Shares = {
/**
 * What draws brought, less the mean over all their outcomes.
 */
luck: Prospect,
/**
 * What the seat's own turns brought, less the best turns found.
 */
choice: Prospect,
/**
 * What the others' turns brought to this seat, less what their best turns would have brought.
 */
others: Prospect,
/**
 * The reviewer's own change of mind between one part and the next.
 */
reckoning: Prospect, };

export type SeatAccount = {
/**
 * What the seat could expect before the first step.
 */
first: Prospect,
/**
 * How it ended.
 */
result: Prospect,
/**
 * The error of luck (95 %).
 */
luck_error: Prospect,
/**
 * The spread of luck in such a match (one standard deviation), from the odds of its draws and the measuring error.
 */
luck_spread: Prospect,
/**
 * The error of choice (95 %).
 */
choice_error: Prospect,
/**
 * The bound of the reckoning if it is unbiased (three standard deviations of its steps).
 */
closing_error: Prospect,
/**
 * What draws brought, less the mean over all their outcomes.
 */
luck: Prospect,
/**
 * What the seat's own turns brought, less the best turns found.
 */
choice: Prospect,
/**
 * What the others' turns brought to this seat, less what their best turns would have brought.
 */
others: Prospect,
/**
 * The reviewer's own change of mind between one part and the next.
 */
reckoning: Prospect, };

export type MomentKind = "lost" | "found" | "luck" | "given";

export type Moment = {
/**
 * Why it mattered.
 */
kind: MomentKind,
/**
 * The turn, counted from 0. For luck: the turn that follows, or the last one.
 */
turn: number,
/**
 * The first step.
 */
from: number,
/**
 * The step behind the last.
 */
to: number,
/**
 * What it changed.
 */
change: Prospect,
/**
 * The odds of what was drawn, where it was a single draw.
 */
odds?: number, };

export type Alternative = {
/**
 * Its words.
 */
words: Array<string>,
/**
 * What it would have brought.
 */
prospect: Prospect,
/**
 * How much better that is than what was played; one standard error of it.
 */
error: Prospect, };

export type ReviewedTurn = {
/**
 * Whose it was.
 */
seat: string,
/**
 * The first step.
 */
from: number,
/**
 * The step behind the last.
 */
to: number,
/**
 * The words of what was decided.
 */
words: Array<string>,
/**
 * How good it was.
 */
class: Class,
/**
 * The prospects of the best turn found, for the seat that played.
 */
best: Prospect,
/**
 * What the played turn brought less that, by seat.
 */
change: Array<Prospect>,
/**
 * The standard error of that, for the seat that played.
 */
error: Prospect,
/**
 * How much better the best turn was than the next, where the best was played.
 */
gain?: Prospect,
/**
 * The step of the turn at which the turns in `others` begin.
 */
at: number,
/**
 * Other turns from that step, the best first. It is the step where most was lost, or else the first.
 */
others: Array<Alternative>,
/**
 * The prospects of what was played from that step.
 */
played: Prospect, };

export type Point = {
/**
 * How many steps were played.
 */
step: number,
/**
 * What each seat could expect.
 */
seats: Array<Prospect>,
/**
 * For each seat the range that luck alone would have reached in four of five matches.
 */
band: Array<[Prospect, Prospect]>, };

export type SeatReview = {
/**
 * The seat.
 */
seat: string,
/**
 * Who sat there.
 */
name: string,
/**
 * What made its result.
 */
account: SeatAccount,
/**
 * The share of the best turns' chances that it kept, from 0 to 1; nothing where it had nothing to choose.
 */
accuracy: number | null,
/**
 * How many turns there were of each class, in the order of [`Class::ALL`].
 */
counts: [number, number, number, number, number, number],
/**
 * The points that its choices lost in each third of the match.
 */
lost: [number, number, number],
/**
 * The points that luck brought in each third of the match.
 */
lucky: [number, number, number],
/**
 * The moments that mattered.
 */
moments: Array<Moment>, };

export type Review = {
/**
 * The game.
 */
game: string,
/**
 * How it was reviewed.
 */
plan: Plan,
/**
 * The loss from which a turn gets each class.
 */
classes: Classes,
/**
 * The seats.
 */
seats: Array<SeatReview>,
/**
 * The turns, stretches between draws taken together.
 */
turns: Array<ReviewedTurn>,
/**
 * What could be expected after each part, and before the first step.
 */
curve: Array<Point>, };

export type PuzzleAnswer = {
/**
 * Its words.
 */
words: Array<string>,
/**
 * The chance to win, from 0 to 1.
 */
win: number,
/**
 * The points ahead of the strongest rival at the end.
 */
margin: number, };

export type Verdict = {
/**
 * Whether it solves the puzzle.
 */
solved: boolean,
/**
 * What the right turn should bring.
 */
right: Prospect,
/**
 * What the turn should bring.
 */
played: Prospect, };

export type ReviewStage = { "stage": "waiting",
/**
 * How many, this one included.
 */
place: number, } | { "stage": "running",
/**
 * How many parts are judged.
 */
done: number,
/**
 * How many there are.
 */
parts: number, } | { "stage": "done",
/**
 * The review.
 */
review: Review, };

export type Reviewing = {
/**
 * Under which it is asked for again.
 */
id: string, } & ({ "stage": "waiting",
/**
 * How many, this one included.
 */
place: number, } | { "stage": "running",
/**
 * How many parts are judged.
 */
done: number,
/**
 * How many there are.
 */
parts: number, } | { "stage": "done",
/**
 * The review.
 */
review: Review, });

export type Command = { "do": "play",
/**
 * The version that the client has seen. If the match went on since then, the command is refused as stale.
 */
seen: number,
/**
 * The seat that plays.
 */
seat: string,
/**
 * The word.
 */
word: string,
/**
 * The words that follow.
 */
then?: Array<string>, } | { "do": "undo",
/**
 * The version that the client has seen.
 */
seen: number,
/**
 * The seat that decided.
 */
seat: string,
/**
 * The step.
 */
to: number, } | { "do": "propose",
/**
 * What.
 */
about: VoteKind, } | { "do": "vote",
/**
 * Its number.
 */
number: number,
/**
 * Yes or no.
 */
yes: boolean, } | { "do": "chat",
/**
 * The text.
 */
text: string, } | { "do": "sit",
/**
 * The seat.
 */
seat?: string,
/**
 * The invitation, if the seat needs one.
 */
invitation?: string, } | { "do": "sit_device",
/**
 * The seat.
 */
seat: string,
/**
 * The name.
 */
name: string, } | { "do": "sit_bot",
/**
 * The seat.
 */
seat: string,
/**
 * How strong.
 */
level: BotLevel, } | { "do": "free",
/**
 * The seat.
 */
seat: string, } | { "do": "leave" } | { "do": "nonce",
/**
 * `sha256:` and the SHA-256 of the nonce in hexadecimal digits.
 */
commit: string, } | { "do": "reveal",
/**
 * 1 to 64 letters, digits, `-` or `_`.
 */
nonce: string, } | { "do": "start" } | { "do": "back" } | { "do": "rematch" } | { "do": "close" };

export type Ask = { "ask": "why",
/**
 * The seat that would play.
 */
seat: string,
/**
 * The word.
 */
word: string, } | { "ask": "closed",
/**
 * For which seat.
 */
seat: string, } | { "ask": "effects",
/**
 * For which seat.
 */
seat: string, } | { "ask": "hint",
/**
 * For which seat.
 */
seat: string, };

export type ToServer = { "t": "watch",
/**
 * The table.
 */
table: string,
/**
 * The version that the client has.
 */
since?: number,
/**
 * The seat as which to see the match, for clients that play several seats.
 */
eyes?: string, } | { "t": "unwatch",
/**
 * The table.
 */
table: string, } | { "t": "look",
/**
 * The table.
 */
table: string,
/**
 * The seat; a spectator without it.
 */
eyes?: string,
/**
 * The version of the view and lines that the client holds as its present viewer. With it, the server sends
 * only the differences (`looked`); without it, the whole state.
 */
since?: number, } | { "t": "do",
/**
 * The table.
 */
table: string,
/**
 * Chosen by the client, unique for it at this table (a random text). The id of one of the table's
 * last 512 commands does nothing, and gets the same answer again.
 */
id: string, } & ({ "do": "play",
/**
 * The version that the client has seen. If the match went on since then, the command is refused as stale.
 */
seen: number,
/**
 * The seat that plays.
 */
seat: string,
/**
 * The word.
 */
word: string,
/**
 * The words that follow.
 */
then?: Array<string>, } | { "do": "undo",
/**
 * The version that the client has seen.
 */
seen: number,
/**
 * The seat that decided.
 */
seat: string,
/**
 * The step.
 */
to: number, } | { "do": "propose",
/**
 * What.
 */
about: VoteKind, } | { "do": "vote",
/**
 * Its number.
 */
number: number,
/**
 * Yes or no.
 */
yes: boolean, } | { "do": "chat",
/**
 * The text.
 */
text: string, } | { "do": "sit",
/**
 * The seat.
 */
seat?: string,
/**
 * The invitation, if the seat needs one.
 */
invitation?: string, } | { "do": "sit_device",
/**
 * The seat.
 */
seat: string,
/**
 * The name.
 */
name: string, } | { "do": "sit_bot",
/**
 * The seat.
 */
seat: string,
/**
 * How strong.
 */
level: BotLevel, } | { "do": "free",
/**
 * The seat.
 */
seat: string, } | { "do": "leave" } | { "do": "nonce",
/**
 * `sha256:` and the SHA-256 of the nonce in hexadecimal digits.
 */
commit: string, } | { "do": "reveal",
/**
 * 1 to 64 letters, digits, `-` or `_`.
 */
nonce: string, } | { "do": "start" } | { "do": "back" } | { "do": "rematch" } | { "do": "close" }) | { "t": "ask",
/**
 * The table.
 */
table: string,
/**
 * Chosen by the client.
 */
id: string, } & ({ "ask": "why",
/**
 * The seat that would play.
 */
seat: string,
/**
 * The word.
 */
word: string, } | { "ask": "closed",
/**
 * For which seat.
 */
seat: string, } | { "ask": "effects",
/**
 * For which seat.
 */
seat: string, } | { "ask": "hint",
/**
 * For which seat.
 */
seat: string, }) | { "t": "ping" };

export type State = {
/**
 * The version.
 */
version: number,
/**
 * The server's time, in milliseconds since 1970.
 */
now: number,
/**
 * The table.
 */
table: Table,
/**
 * The match, once it has started.
 */
game?: MatchState,
/**
 * The view, once the match has started.
 */
view?: View,
/**
 * The last lines of the log, each with what does not follow from the line before it (`SentLine`).
 */
lines: Array<Line>,
/**
 * Whether there are older lines (`GET /api/tables/ID/log`).
 */
more_lines: boolean,
/**
 * How many watch without a seat.
 */
spectators: number, };

export type MatchNews = {
/**
 * How many steps were played; missing if the last of the lines that is a step tells it.
 */
step?: number,
/**
 * Who moves next.
 */
to_act: ToAct,
/**
 * The points by seat; missing if the last of the lines that is a step tells them.
 */
points?: Array<number>,
/**
 * As whom the reader sees the match; missing if that is as before.
 */
eyes?: string,
/**
 * The seats that the reader may play; missing if they are as before.
 */
yours?: Array<string>,
/**
 * Whether the match hides anything; missing if that is as before.
 */
hides?: boolean,
/**
 * The choices, as in `MatchState`. News carry these and what follows each time: what is
 * missing there, is gone.
 */
offers?: Array<Offer>,
/**
 * How far the reader may take moves back.
 */
undo: UndoAsked,
/**
 * Votes under way.
 */
votes?: Array<Vote>,
/**
 * The clocks by seat; missing if the table has no clock.
 */
clocks?: Array<Clock>,
/**
 * The result, when it is over.
 */
result?: Result, };

export type News = {
/**
 * The table's id.
 */
id: string,
/**
 * The version that this follows. It fits no other version: a client that has another one asks for the whole state.
 */
since: number,
/**
 * The version now.
 */
version: number,
/**
 * The server's time, in milliseconds since 1970.
 */
now: number,
/**
 * The new lines of the log, as in `State`.
 */
lines?: Array<Line>,
/**
 * The table, if anything about it changed: who sits there, who is connected, its stage.
 */
table?: Table,
/**
 * The match, if it went on.
 */
game?: MatchNews,
/**
 * The whole view, where the changes of the lines do not tell it: the match just started, or the reader was away.
 */
view?: View,
/**
 * How many watch without a seat; missing if nobody does.
 */
spectators?: number, };

export type Looked = {
/**
 * The table.
 */
id: string,
/**
 * The version.
 */
version: number,
/**
 * The server's time, in milliseconds since 1970.
 */
now: number,
/**
 * As whom the reader sees the match now.
 */
eyes: string,
/**
 * The choices, if the seat as which the reader sees the match now is to act. All else of the match is as it was.
 */
offers?: Array<Offer>,
/**
 * The changes that make one view the other.
 */
changes?: Changes,
/**
 * The version from which on lines were compared. Older ones are to be forgotten, and asked for again.
 */
from: number,
/**
 * The lines that these eyes read otherwise, as in `State`: each stands for the line of its version.
 */
lines?: Array<Line>, };

export type Done = {
/**
 * The command's id.
 */
id: string,
/**
 * The table.
 */
table: string,
/**
 * The version after the command. The news may arrive before or after this message.
 */
version: number,
/**
 * How many words of a `play` were played.
 */
words?: number,
/**
 * The table of the rematch.
 */
rematch?: string,
/**
 * Why a later word of a `play` was refused.
 */
stopped?: Reason, };

export type RefusalCode = "malformed" | "rule" | "misread" | "not_yours" | "stale" | "not_now" | "no_table" | "limit" | "forbidden" | "unavailable";

export type Refusal = {
/**
 * The id of the command or question, if it had one.
 */
id?: string,
/**
 * The table, if the message named one.
 */
table?: string,
/**
 * The kind of refusal.
 */
code: RefusalCode,
/**
 * The reason.
 */
reason: Reason, };

export type ToClient = { "t": "welcome",
/**
 * Who the client is.
 */
me: Me,
/**
 * The version of the protocol.
 */
protocol: number,
/**
 * The version of the server.
 */
server: string,
/**
 * The server's time, in milliseconds since 1970.
 */
now: number, } | { "t": "state" } & State | { "t": "news" } & News | { "t": "looked" } & Looked | { "t": "done" } & Done | { "t": "refused" } & Refusal | { "t": "answer",
/**
 * The id of the question.
 */
id: string,
/**
 * Why a word is not allowed; missing if it is allowed.
 */
why?: Reason,
/**
 * The verbs that are not on offer.
 */
closed?: Array<Closed>,
/**
 * What the verbs on offer change at once.
 */
effects?: Array<Effect>,
/**
 * What a bot would play.
 */
hint?: Hint, } | { "t": "gone",
/**
 * The table.
 */
table: string,
/**
 * Why, in English.
 */
why: string, } | { "t": "closing",
/**
 * Why, in English.
 */
why: string, } | { "t": "pong" };
