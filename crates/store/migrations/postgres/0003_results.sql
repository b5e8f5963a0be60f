-- Finished matches: an index of the logs. A row is written with the entry that ends its match, so that there is exactly
-- one, and can be made again from the log. A ladder is a game with the options that change it; `pending` is what has
-- still to be rated.
create table results (
    table_id bigint not null primary key,
    ended_at bigint not null,
    game text not null,
    ladder text not null,
    rated boolean not null,
    pending boolean not null,
    body text not null
);
create index results_by_time on results (ended_at, table_id);
create index results_of_ladder on results (ladder, ended_at, table_id) where rated;
create index results_pending on results (ladder, ended_at, table_id) where pending;

-- Who played in them: a person's id, or `bot/` and a level. The columns from `before` on are the ratings in thousandths
-- of a point, the rest what is counted with them; accuracy and luck are there where the match was reviewed.
create table played (
    player text not null,
    ended_at bigint not null,
    table_id bigint not null,
    seat bigint not null,
    game text not null,
    ladder text not null,
    rated boolean not null,
    place bigint not null,
    points bigint not null,
    won boolean not null,
    before bigint,
    rating bigint,
    deviation bigint,
    games bigint,
    wins bigint,
    season_games bigint,
    season_wins bigint,
    accuracy bigint,
    luck bigint,
    primary key (player, ended_at, table_id, seat)
);
create index played_of_game on played (player, game, ended_at, table_id);
create index played_on_ladder on played (player, ladder, ended_at, table_id) where rating is not null;
create index played_at on played (table_id);

-- The ratings of a ladder: in each season (three months), and in season 0, which is all of them. Those with too few
-- matches are not settled and have no place.
create table standings (
    ladder text not null,
    season bigint not null,
    player text not null,
    rating bigint not null,
    deviation bigint not null,
    games bigint not null,
    wins bigint not null,
    settled boolean not null,
    played_at bigint not null,
    primary key (ladder, season, player)
);
create index standings_by_rating on standings (ladder, season, rating, player) where settled;
create index standings_of_player on standings (player, season, ladder);

-- How often a ladder was written: whoever rates writes only on top of what they have read.
create table ladders (
    ladder text not null primary key,
    version bigint not null
);

-- What looks wrong about rated matches, for the host.
create table flags (
    table_id bigint not null,
    kind text not null,
    players text not null,
    at bigint not null,
    handled_at bigint,
    primary key (table_id, kind, players)
);
create index flags_open on flags (at, table_id) where handled_at is null;

-- From where people come, as a hash with the server's key: only whether two come from the same place can be told.
create table traces (
    person_id bigint not null references people (id) on delete cascade,
    hash bytea not null,
    seen_at bigint not null,
    primary key (person_id, hash)
);
create index traces_by_time on traces (seen_at);

-- Whether an account has a public page and a name on leaderboards.
alter table people add column listed boolean not null default true;
