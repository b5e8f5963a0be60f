-- Who may use the host's page, and the form of a name by which people are looked up there, guests among them.
alter table people add column host boolean not null default false;
alter table people add column sought text collate "C" not null default '';
update people set sought = coalesce(folded, lower(name));
create index people_by_sought on people (sought, id);
create index people_banned on people (created_at, id) where banned is not null;
create index people_hosting on people (created_at, id) where host;
create index accounts_by_time on people (created_at, id) where folded is not null;

-- Which of the hosts it was, if it was done on the page: an account, whose name is nowhere else than with the account.
alter table audit add column host_id bigint;
create index audit_by_host on audit (host_id) where host_id is not null;
create or replace function audit_stays() returns trigger language plpgsql as $$
begin
    if tg_op = 'UPDATE' and new.why = ''
        and (new.id, new.at, new.actor, new.what, new.person_id, new.table_id, new.host_id)
            is not distinct from (old.id, old.at, old.actor, old.what, old.person_id, old.table_id, old.host_id) then
        return new;
    end if;
    raise exception 'the audit log is append-only';
end;
$$;

-- Whole pages of what looks wrong, in one order.
drop index flags_open;
create index flags_open on flags (at, table_id, kind, players) where handled_at is null;

-- The nodes that run, and how they are loaded; each writes its own row.
create table nodes (
    name text not null primary key,
    seen_at bigint not null,
    body text not null
);

-- Long work for a host, of which there is one of a kind on all nodes: whose it is, how far it is, and how it ended.
create table errands (
    kind text not null primary key,
    node text not null,
    begun_at bigint not null,
    seen_at bigint not null,
    done bigint not null,
    whole bigint not null,
    ended_at bigint,
    outcome text not null
);
