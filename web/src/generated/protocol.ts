// Made by `cargo xtask codegen` from crates/protocol; do not edit.

/** The version of the protocol that these types are of. */
export const PROTOCOL = 1;

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
 * The value without a choice.
 */
default: string,
/**
 * What it is about, in English.
 */
help: string, };

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
 * What happens to who is out of time.
 */
out_of_time: OutOfTime,
/**
 * Which bot sits in for a player who is gone.
 */
stand_in: BotLevel,
/**
 * Whether the table is listed for all.
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
 * Whether the seats are dealt out at random when the match starts; else they stay as they are.
 */
shuffle_seats: boolean, };

export type Sitter = { "kind": "open" } | { "kind": "invited" } | { "kind": "person",
/**
 * The person's number.
 */
id: string,
/**
 * The name.
 */
name: string, } | { "kind": "device",
/**
 * Whose device.
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
 * The bot that sits in for the player, while one does.
 */
stand_in?: BotLevel,
/**
 * Whether the seat was given up for good: it ranks last.
 */
given_up: boolean, };

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

export type Table = {
/**
 * The table's number, which is also the way to it.
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
 * Who may start and close it.
 */
owner: string,
/**
 * The clock.
 */
clock: ClockRule,
/**
 * What happens to who is out of time.
 */
out_of_time: OutOfTime,
/**
 * Which bot sits in.
 */
stand_in: BotLevel,
/**
 * Whether it is listed.
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
 * Whether seats are dealt out at random when the match starts.
 */
shuffle_seats: boolean,
/**
 * How far it is.
 */
stage: Stage,
/**
 * The commitment to the seed, shown before anybody gives a nonce.
 */
commit: string,
/**
 * What the seats mixed into the seed, as pairs of letter and text.
 */
nonces: Array<[string, string]>,
/**
 * The seed, when the match is over.
 */
seed?: string,
/**
 * When it was made, in milliseconds since 1970.
 */
created: number,
/**
 * The table of the rematch, once there is one.
 */
rematch?: string, };

export type TableLine = {
/**
 * The table's number.
 */
id: string,
/**
 * The game's key.
 */
game: string,
/**
 * How far it is.
 */
stage: Stage,
/**
 * Who sits where.
 */
seats: Array<Seated>,
/**
 * How many options differ from the default.
 */
options: Array<[string, string]>,
/**
 * The clock.
 */
clock: ClockRule,
/**
 * The letters of the seats whose decision it is.
 */
to_act: Array<string>,
/**
 * Whether it waits for a decision of the one who asks.
 */
your_turn: boolean,
/**
 * The points by seat.
 */
points: Array<number>,
/**
 * When something last happened, in milliseconds since 1970.
 */
updated: number, };

export type Me = {
/**
 * The number by which tables name this person.
 */
id: string,
/**
 * The name.
 */
name: string,
/**
 * A guest's data expire; an account stays.
 */
guest: boolean,
/**
 * Until when this person may not chat, in milliseconds since 1970.
 */
muted_until?: number, };

export type NewName = {
/**
 * The name.
 */
name: string, };

export type NewAccount = {
/**
 * The name, unique among accounts whatever its case.
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
 * The code that was shown when the account was made.
 */
code: string,
/**
 * The new password.
 */
password: string, };

export type Account = {
/**
 * Who one is now.
 */
me: Me,
/**
 * The recovery code: shown once, kept only as a hash.
 */
recovery_code: string, };

export type Settings = {
/**
 * A web address to be called, signed.
 */
webhook?: string,
/**
 * A mail address, where the host sends mail.
 */
mail?: string,
/**
 * The language of messages: `en`, `it` or `es`.
 */
language?: string, };

export type Report = {
/**
 * The table it happened at.
 */
table?: string,
/**
 * Who did it.
 */
person?: string,
/**
 * What happened.
 */
text: string, };

export type ToAct = { "kind": "seat",
/**
 * Its letter.
 */
seat: string, } | { "kind": "chance" } | { "kind": "over",
/**
 * The rule by which it ended; none where it was called off or given up.
 */
rule?: string, };

export type Offer = {
/**
 * The legal word.
 */
word: string,
/**
 * What it costs, in the game's own unit.
 */
price?: number,
/**
 * The place or piece that it is about.
 */
target?: string,
/**
 * Words that follow in one gesture, played one by one until one is refused.
 */
then?: Array<string>,
/**
 * Further numbers worth knowing: the week landed on, odds in percent.
 */
facts?: Record<string, number>, };

export type Reason = {
/**
 * The number of the rule that refuses, `T14`.
 */
rule?: string,
/**
 * The key by which a client finds its translation.
 */
key?: string,
/**
 * The values that the message names.
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

export type Happened = {
/**
 * The English sentence.
 */
text: string,
/**
 * The event with its typed values; the game's own `Event`.
 */
event: { kind: string } & Record<string, unknown>, };

export type LineKind = { "kind": "step",
/**
 * The step's number, counted from 0.
 */
step: number,
/**
 * Who decided; nobody where something was drawn.
 */
seat?: string,
/**
 * The words, with `?` for what the viewer may not know.
 */
words: string,
/**
 * What it brought.
 */
events: Array<Happened>,
/**
 * The points of the seats after it.
 */
points: Array<number>, } | { "kind": "undo",
/**
 * Whose.
 */
seat: string,
/**
 * The step before which the match stands now.
 */
to: number, } | { "kind": "chat",
/**
 * Who, as a person's number.
 */
person: string,
/**
 * The name at that time.
 */
name: string,
/**
 * What.
 */
text: string, } | { "kind": "note",
/**
 * The key: `sat`, `left`, `started`, `bot`, `back`, `gave_up`, `out_of_time`, `called_off`, `over`, `closed`, …
 */
key: string,
/**
 * The seat it is about.
 */
seat?: string,
/**
 * The name it is about.
 */
name?: string, };

export type Line = {
/**
 * The version that this line made.
 */
version: number,
/**
 * When, in milliseconds since 1970.
 */
at: number, } & ({ "kind": "step",
/**
 * The step's number, counted from 0.
 */
step: number,
/**
 * Who decided; nobody where something was drawn.
 */
seat?: string,
/**
 * The words, with `?` for what the viewer may not know.
 */
words: string,
/**
 * What it brought.
 */
events: Array<Happened>,
/**
 * The points of the seats after it.
 */
points: Array<number>, } | { "kind": "undo",
/**
 * Whose.
 */
seat: string,
/**
 * The step before which the match stands now.
 */
to: number, } | { "kind": "chat",
/**
 * Who, as a person's number.
 */
person: string,
/**
 * The name at that time.
 */
name: string,
/**
 * What.
 */
text: string, } | { "kind": "note",
/**
 * The key: `sat`, `left`, `started`, `bot`, `back`, `gave_up`, `out_of_time`, `called_off`, `over`, `closed`, …
 */
key: string,
/**
 * The seat it is about.
 */
seat?: string,
/**
 * The name it is about.
 */
name?: string, });

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
 * Who asks.
 */
seat: string,
/**
 * To before which step.
 */
to: number, } | { "kind": "bot",
/**
 * Whose seat.
 */
seat: string, } | { "kind": "call_off" };

export type Vote = {
/**
 * Its number.
 */
number: number,
/**
 * What about.
 */
about: VoteKind,
/**
 * The letters of those who said yes.
 */
yes: Array<string>,
/**
 * The letters of those who are still asked.
 */
asked: Array<string>, };

export type UndoAsked = {
/**
 * The step before which he may go back without asking; none if there is nothing to take back freely.
 */
free?: number,
/**
 * The step before which he may ask to go back: his last decision.
 */
ask?: number, };

export type SheetLine = {
/**
 * Whose.
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
 * The places by seat, from 1; ties share.
 */
places: Array<number>,
/**
 * The rule that ended it, or none if it was called off or given up.
 */
rule?: string, };

export type View = unknown;

export type Change = {
/**
 * The keys from the root; numbers index arrays.
 */
at: (string | number)[],
/**
 * What stands there now, which may be `null`.
 */
to?: unknown, };

export type ViewUpdate = { "kind": "whole",
/**
 * It.
 */
view: View, } | { "kind": "changes",
/**
 * The changes, in order.
 */
changes: Array<Change>, };

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
 * Whose eyes the view is seen through: a seat's letter, `spectator`, or `all` when the match is over. Where a
 * match hides nothing all get the spectator's view, whoever's eyes these are.
 */
eyes: string,
/**
 * The letters of the seats that the reader may play.
 */
yours: Array<string>,
/**
 * Whether something is or may be hidden from some player at this table.
 */
hides: boolean,
/**
 * The choices, if the seat whose eyes these are is to act, or, where nothing is hidden, any of the reader's.
 */
offers?: Array<Offer>,
/**
 * How far one may take back.
 */
undo: UndoAsked,
/**
 * Votes under way.
 */
votes?: Array<Vote>,
/**
 * The clocks by seat; none if the table has no clock.
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
 * The seat that played the last one; none where something was drawn, or before the first.
 */
by?: string,
/**
 * The words of the last step, with `?` for what the viewer may not know; empty before the first.
 */
words: string,
/**
 * What it brought.
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
 * The choices, where the viewer is to act and they were asked for.
 */
offers?: Array<Offer>,
/**
 * The verbs that are not on offer, likewise.
 */
closed?: Array<Closed>, };

export type Hint = {
/**
 * The best lines found, the best first.
 */
lines: Array<HintLine>, };

export type HintLine = {
/**
 * The words, in order; the first can be played now.
 */
words: Array<string>,
/**
 * The expected final margin over the best other seat, where the bot has one.
 */
margin?: number,
/**
 * What it gains, as lines of a score sheet.
 */
gains: Array<SheetLine>, };

export type Command = { "do": "play",
/**
 * The version that the client has seen; an older one is refused as stale.
 */
seen: number,
/**
 * In whose name.
 */
seat: string,
/**
 * The word.
 */
word: string,
/**
 * What follows.
 */
then?: Array<string>, } | { "do": "undo",
/**
 * The version that the client has seen.
 */
seen: number,
/**
 * Whose decision.
 */
seat: string,
/**
 * To before which step.
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
 * What.
 */
text: string, } | { "do": "sit",
/**
 * The seat.
 */
seat?: string,
/**
 * The seat's invitation, where it has one.
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
 * 1 to 64 letters, digits, `-` or `_`.
 */
nonce: string, } | { "do": "start" } | { "do": "back" } | { "do": "rematch" } | { "do": "close" };

export type Ask = { "ask": "why",
/**
 * In whose name.
 */
seat: string,
/**
 * The word.
 */
word: string, } | { "ask": "closed",
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
 * Through whose eyes, for whoever plays several seats at one device.
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
 * The seat; nobody's without it.
 */
eyes?: string, } | { "t": "do",
/**
 * The table.
 */
table: string,
/**
 * Chosen by the client, unique for it at this table (a random text); a repeated id does nothing again and is
 * answered as the first time.
 */
id: string, } & ({ "do": "play",
/**
 * The version that the client has seen; an older one is refused as stale.
 */
seen: number,
/**
 * In whose name.
 */
seat: string,
/**
 * The word.
 */
word: string,
/**
 * What follows.
 */
then?: Array<string>, } | { "do": "undo",
/**
 * The version that the client has seen.
 */
seen: number,
/**
 * Whose decision.
 */
seat: string,
/**
 * To before which step.
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
 * What.
 */
text: string, } | { "do": "sit",
/**
 * The seat.
 */
seat?: string,
/**
 * The seat's invitation, where it has one.
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
 * In whose name.
 */
seat: string,
/**
 * The word.
 */
word: string, } | { "ask": "closed",
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
 * The view, once it has started.
 */
view?: ViewUpdate,
/**
 * The last lines of the log.
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

export type News = {
/**
 * The table's number.
 */
id: string,
/**
 * The version that this follows: what comes does not fit any other, and who has another asks for the whole.
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
 * The new lines of the log.
 */
lines?: Array<Line>,
/**
 * The table, if anything about it changed (who sits, who is connected, how far it is).
 */
table?: Table,
/**
 * The match, if it moved on.
 */
game?: MatchState,
/**
 * The view, if it changed.
 */
view?: ViewUpdate,
/**
 * How many watch without a seat.
 */
spectators: number, };

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
 * The version after it; the news come beside this message, before or behind it.
 */
version: number,
/**
 * How many of the words of a `play` were carried out.
 */
words?: number,
/**
 * The table that a rematch is played at.
 */
rematch?: string,
/**
 * Why a later word of a `play` was refused.
 */
stopped?: Reason, };

export type RefusalCode = "malformed" | "rule" | "misread" | "not_yours" | "stale" | "not_now" | "no_table" | "limit" | "forbidden" | "unavailable";

export type Refusal = {
/**
 * The id of what was refused, where it had one.
 */
id?: string,
/**
 * The table.
 */
table?: string,
/**
 * The kind of refusal.
 */
code: RefusalCode,
/**
 * Why, and which rule.
 */
reason: Reason, };

export type ToClient = { "t": "welcome",
/**
 * Who one is.
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
now: number, } | { "t": "state" } & State | { "t": "news" } & News | { "t": "done" } & Done | { "t": "refused" } & Refusal | { "t": "answer",
/**
 * The id of the question.
 */
id: string,
/**
 * Why a word is not allowed; none if it is.
 */
why?: Reason,
/**
 * The verbs that are not on offer.
 */
closed?: Array<Closed>,
/**
 * What a bot would do.
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
