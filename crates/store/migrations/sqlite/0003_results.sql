-- Finished matches: an index of the logs. A row is written with the entry that ends its match, so that there is exactly
-- one, and can be made again from the log. A ladder is a game with the options that change it; `pending` is what has
-- still to be rated.
create table results (
    table_id integer not null primary key,
    ended_at integer not null,
    game text not null,
    ladder text not null,
    rated integer not null,
    pending integer not null,
    body text not null
) strict;
create index results_by_time on results (ended_at, table_id);
create index results_of_ladder on results (ladder, ended_at, table_id) where rated;
create index results_pending on results (ladder, ended_at, table_id) where pending;

-- Who played in them: a person's id, or `bot/` and a level. The columns from `before` on are the ratings in thousandths
-- of a point, the rest what is counted with them; accuracy and luck are there where the match was reviewed.
create table played (
    player text not null,
    ended_at integer not null,
    table_id integer not null,
    seat integer not null,
    game text not null,
    ladder text not null,
    rated integer not null,
    place integer not null,
    points integer not null,
    won integer not null,
    before integer,
    rating integer,
    deviation integer,
    games integer,
    wins integer,
    season_games integer,
    season_wins integer,
    accuracy integer,
    luck integer,
    primary key (player, ended_at, table_id, seat)
) strict, without rowid;
create index played_of_game on played (player, game, ended_at, table_id);
create index played_on_ladder on played (player, ladder, ended_at, table_id) where rating is not null;
create index played_at on played (table_id);

-- The ratings of a ladder: in each season (three months), and in season 0, which is all of them. Those with too few
-- matches are not settled and have no place.
create table standings (
    ladder text not null,
    season integer not null,
    player text not null,
    rating integer not null,
    deviation integer not null,
    games integer not null,
    wins integer not null,
    settled integer not null,
    played_at integer not null,
    primary key (ladder, season, player)
) strict, without rowid;
create index standings_by_rating on standings (ladder, season, rating, player) where settled;
create index standings_of_player on standings (player, season, ladder);

-- How often a ladder was written: whoever rates writes only on top of what they have read.
create table ladders (
    ladder text not null primary key,
    version integer not null
) strict, without rowid;

-- What looks wrong about rated matches, for the host.
create table flags (
    table_id integer not null,
    kind text not null,
    players text not null,
    at integer not null,
    handled_at integer,
    primary key (table_id, kind, players)
) strict, without rowid;
create index flags_open on flags (at, table_id) where handled_at is null;

-- From where people come, as a hash with the server's key: only whether two come from the same place can be told.
create table traces (
    person_id integer not null references people (id) on delete cascade,
    hash blob not null,
    seen_at integer not null,
    primary key (person_id, hash)
) strict, without rowid;
create index traces_by_time on traces (seen_at);

-- Whether an account has a public page and a name on leaderboards.
alter table people add column listed integer not null default 1;
