PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE _sqlx_migrations (
    version BIGINT PRIMARY KEY,
    description TEXT NOT NULL,
    installed_on TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP,
    success BOOLEAN NOT NULL,
    checksum BLOB NOT NULL,
    execution_time BIGINT NOT NULL
);
INSERT INTO _sqlx_migrations VALUES(1,'tables and people','2026-11-16 01:52:04',1,X'dadd4ccc82f3945eea45e92b2d3439e8c3a21244ea79b42e12aed1e495d777cc39af050d4876679e5487f134ec990467',2449286);
CREATE TABLE tables (
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
INSERT INTO tables VALUES(1005179320959493183,'playing','tikal',1,'vm4ze9917hjj','vm4ze9917hjj',1000000,'{}','0707070707070707070707070707070707070707070707070707070707070707',4,1,4,NULL,NULL);
CREATE TABLE log (
    table_id integer not null,
    seq integer not null,
    at integer not null,
    body text not null,
    primary key (table_id, seq)
) strict, without rowid;
INSERT INTO log VALUES(1005179320959493183,1,1,'created');
INSERT INTO log VALUES(1005179320959493183,2,2,'Ana sat down');
INSERT INTO log VALUES(1005179320959493183,3,3,'started');
INSERT INTO log VALUES(1005179320959493183,4,4,'A step 1');
CREATE TABLE seated (
    person_id integer not null,
    table_id integer not null,
    primary key (person_id, table_id)
) strict, without rowid;
INSERT INTO seated VALUES(995470831000995410,1005179320959493183);
CREATE TABLE people (
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
INSERT INTO people VALUES(995470831000995410,'Ana','ana','p','r',1,1,NULL,NULL,'{}','');
CREATE TABLE tokens (
    hash blob not null primary key,
    kind text not null check (kind in ('login', 'bot', 'feed', 'invite')),
    person_id integer references people (id) on delete cascade,
    table_id integer references tables (id) on delete cascade,
    seat integer,
    label text not null,
    created_at integer not null,
    expires_at integer
) strict, without rowid;
INSERT INTO tokens VALUES(X'0303030303030303030303030303030303030303030303030303030303030303','login',995470831000995410,NULL,NULL,'browser',1,NULL);
CREATE TABLE reports (
    id integer not null primary key,
    from_person integer references people (id) on delete set null,
    about_person integer references people (id) on delete set null,
    table_id integer references tables (id) on delete set null,
    body text not null,
    at integer not null,
    handled_at integer
) strict;
CREATE TABLE news (
    id integer not null primary key,
    person_id integer not null references people (id) on delete cascade,
    at integer not null,
    body text not null
) strict;
CREATE TABLE jobs (
    id integer not null primary key,
    kind text not null,
    person_id integer references people (id) on delete cascade,
    body text not null,
    due_at integer not null,
    attempts integer not null,
    leased_by text,
    leased_until integer
) strict;
CREATE TABLE pulse (
    id integer not null primary key check (id = 1),
    at integer not null
) strict;
INSERT INTO pulse VALUES(1,0);
CREATE INDEX tables_by_time on tables (created_at, id);
CREATE INDEX tables_by_state on tables (state, created_at, id);
CREATE INDEX tables_in_public on tables (state, created_at, id) where public;
CREATE INDEX tables_of_game on tables (game, created_at, id);
CREATE INDEX tables_due on tables (due_at) where due_at is not null;
CREATE INDEX seated_at on seated (table_id);
CREATE UNIQUE INDEX people_by_name on people (folded) where folded is not null;
CREATE INDEX people_by_time on people (created_at, id);
CREATE INDEX guests_by_sight on people (seen_at) where folded is null;
CREATE INDEX tokens_of_person on tokens (person_id, created_at) where person_id is not null;
CREATE INDEX tokens_of_table on tokens (table_id) where table_id is not null;
CREATE INDEX tokens_by_end on tokens (expires_at) where expires_at is not null;
CREATE INDEX reports_by_time on reports (at, id);
CREATE INDEX reports_open on reports (at, id) where handled_at is null;
CREATE INDEX reports_from on reports (from_person) where from_person is not null;
CREATE INDEX reports_about on reports (about_person) where about_person is not null;
CREATE INDEX reports_on_table on reports (table_id) where table_id is not null;
CREATE INDEX news_of_person on news (person_id, at, id);
CREATE INDEX jobs_due on jobs (due_at);
CREATE INDEX jobs_of_person on jobs (person_id) where person_id is not null;
COMMIT;
