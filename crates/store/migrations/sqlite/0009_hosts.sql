-- Who may use the host's page, and the form of a name by which people are looked up there, guests among them.
alter table people add column host integer not null default 0;
alter table people add column sought text not null default '';
update people set sought = coalesce(folded, lower(name));
create index people_by_sought on people (sought, id);
create index people_banned on people (created_at, id) where banned is not null;
create index people_hosting on people (created_at, id) where host;
create index accounts_by_time on people (created_at, id) where folded is not null;

-- Which of the hosts it was, if it was done on the page: an account, whose name is nowhere else than with the account.
alter table audit add column host_id integer;
create index audit_by_host on audit (host_id) where host_id is not null;
drop trigger audit_stays_as_written;
create trigger audit_stays_as_written before update on audit
when new.id <> old.id or new.at <> old.at or new.actor <> old.actor or new.what <> old.what
    or new.person_id is not old.person_id or new.table_id is not old.table_id or new.host_id is not old.host_id
    or new.why <> ''
begin
    select raise(abort, 'the audit log is append-only');
end;

-- Whole pages of what looks wrong, in one order.
drop index flags_open;
create index flags_open on flags (at, table_id, kind, players) where handled_at is null;

-- The nodes that run, and how they are loaded; each writes its own row.
create table nodes (
    name text not null primary key,
    seen_at integer not null,
    body text not null
) strict, without rowid;

-- Long work for a host, of which there is one of a kind on all nodes: whose it is, how far it is, and how it ended.
create table errands (
    kind text not null primary key,
    node text not null,
    begun_at integer not null,
    seen_at integer not null,
    done integer not null,
    whole integer not null,
    ended_at integer,
    outcome text not null
) strict, without rowid;
