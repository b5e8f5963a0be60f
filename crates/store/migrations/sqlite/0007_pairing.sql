-- Who waits to be paired with others. `leased_until` is set while a node makes their table, which is then `table_id`.
create table waiting (
    person_id integer not null primary key references people (id) on delete cascade,
    wish text not null,
    since integer not null,
    seen_at integer not null,
    leased_until integer,
    table_id integer
) strict;
create index waiting_unpaired on waiting (since, person_id) where table_id is null;
create index waiting_by_sight on waiting (seen_at);
