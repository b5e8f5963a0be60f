-- What one person is to another. Two are friends if each wishes it; a block and a mute are one's own.
create table bonds (
    person_id integer not null references people (id) on delete cascade,
    kind text not null check (kind in ('friend', 'block', 'mute')),
    other_id integer not null references people (id) on delete cascade,
    at integer not null,
    primary key (person_id, kind, other_id)
) strict, without rowid;
create index bonds_to on bonds (other_id, kind, person_id);

-- Seats to which people were invited by name.
create table invites (
    person_id integer not null references people (id) on delete cascade,
    table_id integer not null references tables (id) on delete cascade,
    seat integer not null,
    from_id integer not null references people (id) on delete cascade,
    at integer not null,
    primary key (person_id, table_id)
) strict, without rowid;
create index invites_to_table on invites (table_id);
create index invites_from on invites (from_id);
create index invites_by_time on invites (at);

-- When somebody who lets friends see it was last here; nothing for whoever does not.
alter table people add column online_at integer;
