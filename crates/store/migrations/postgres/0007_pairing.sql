-- Who waits to be paired with others. `leased_until` is set while a node makes their table, which is then `table_id`.
create table waiting (
    person_id bigint not null primary key references people (id) on delete cascade,
    wish text not null,
    since bigint not null,
    seen_at bigint not null,
    leased_until bigint,
    table_id bigint
);
create index waiting_unpaired on waiting (since, person_id) where table_id is null;
create index waiting_by_sight on waiting (seen_at);
