-- One row per table: derived from its log, for lists and for due work. `people` and `waiting` are ids with spaces between.
create table tables (
    id integer not null primary key,
    state text not null check (state in ('gathering', 'playing', 'over', 'closed')),
    game text not null,
    public integer not null,
    people text not null,
    waiting text not null,
    due_at integer,
    summary text not null,
    secret text not null,
    last_seq integer not null,
    created_at integer not null,
    touched_at integer not null,
    leased_by text,
    leased_until integer
) strict;
create index tables_by_time on tables (created_at, id);
create index tables_by_state on tables (state, created_at, id);
create index tables_in_public on tables (state, created_at, id) where public;
create index tables_of_game on tables (game, created_at, id);
create index tables_due on tables (due_at) where due_at is not null;

-- What happened. There is no foreign key: the writer holds the table's row, and this is the one hot path.
create table log (
    table_id integer not null,
    seq integer not null,
    at integer not null,
    body text not null,
    primary key (table_id, seq)
) strict, without rowid;

-- Who has a seat where: `tables.people`, turned round.
create table seated (
    person_id integer not null,
    table_id integer not null,
    primary key (person_id, table_id)
) strict, without rowid;
create index seated_at on seated (table_id);

-- `folded` is the name by which an account is found; guests have none.
create table people (
    id integer not null primary key,
    name text not null,
    folded text,
    password_hash text,
    recovery_hash text,
    created_at integer not null,
    seen_at integer not null,
    banned text,
    muted_until integer,
    settings text not null,
    secret_settings text not null
) strict;
create unique index people_by_name on people (folded) where folded is not null;
create index people_by_time on people (created_at, id);
create index guests_by_sight on people (seen_at) where folded is null;

create table tokens (
    hash blob not null primary key,
    kind text not null check (kind in ('login', 'bot', 'feed', 'invite')),
    person_id integer references people (id) on delete cascade,
    table_id integer references tables (id) on delete cascade,
    seat integer,
    label text not null,
    created_at integer not null,
    expires_at integer
) strict, without rowid;
create index tokens_of_person on tokens (person_id, created_at) where person_id is not null;
create index tokens_of_table on tokens (table_id) where table_id is not null;
create index tokens_by_end on tokens (expires_at) where expires_at is not null;

create table reports (
    id integer not null primary key,
    from_person integer references people (id) on delete set null,
    about_person integer references people (id) on delete set null,
    table_id integer references tables (id) on delete set null,
    body text not null,
    at integer not null,
    handled_at integer
) strict;
create index reports_by_time on reports (at, id);
create index reports_open on reports (at, id) where handled_at is null;
create index reports_from on reports (from_person) where from_person is not null;
create index reports_about on reports (about_person) where about_person is not null;
create index reports_on_table on reports (table_id) where table_id is not null;

create table news (
    id integer not null primary key,
    person_id integer not null references people (id) on delete cascade,
    at integer not null,
    body text not null
) strict;
create index news_of_person on news (person_id, at, id);

-- Letters and webhooks still to be sent.
create table jobs (
    id integer not null primary key,
    kind text not null,
    person_id integer references people (id) on delete cascade,
    body text not null,
    due_at integer not null,
    attempts integer not null,
    leased_by text,
    leased_until integer
) strict;
create index jobs_due on jobs (due_at);
create index jobs_of_person on jobs (person_id) where person_id is not null;

-- One row, rewritten to see whether the disk still takes anything.
create table pulse (
    id integer not null primary key check (id = 1),
    at integer not null
) strict;
insert into pulse (id, at) values (1, 0);
