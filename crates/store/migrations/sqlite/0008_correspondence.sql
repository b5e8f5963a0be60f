-- A job with a key is queued once: nothing happens if one of that key is there already.
alter table jobs add column key text;
create unique index jobs_by_key on jobs (key);

-- Browsers that are told of things while they are closed. They belong to a login, and go with it.
create table push (
    login blob not null primary key references tokens (hash) on delete cascade,
    person_id integer not null references people (id) on delete cascade,
    endpoint text not null unique,
    p256dh blob not null,
    auth blob not null,
    at integer not null
) strict, without rowid;
create index push_of_person on push (person_id, at);

-- Keys that the host has made for others to know them by, sealed with the server's own key.
create table host_keys (
    name text not null primary key,
    body blob not null
) strict, without rowid;

-- What people note for themselves about a table.
create table notes (
    person_id integer not null references people (id) on delete cascade,
    table_id integer not null references tables (id) on delete cascade,
    body text not null,
    at integer not null,
    primary key (person_id, table_id)
) strict, without rowid;
create index notes_on_table on notes (table_id);

-- When people are away, and their clocks of days stand still.
create table vacations (
    person_id integer not null references people (id) on delete cascade,
    begins_at integer not null,
    ends_at integer not null,
    primary key (person_id, begins_at)
) strict, without rowid;
