-- What hosts did: rows are added and never changed, but that the reason falls away with the person whom it is about. The
-- ids stay, as in logs, and then refer to nobody.
create table audit (
    id integer not null primary key,
    at integer not null,
    actor text not null,
    what text not null,
    person_id integer,
    table_id integer,
    why text not null
) strict;
create index audit_by_time on audit (at, id);
create index audit_of_person on audit (person_id) where person_id is not null;

create trigger audit_stays before delete on audit
begin
    select raise(abort, 'the audit log is append-only');
end;

create trigger audit_stays_as_written before update on audit
when new.id <> old.id or new.at <> old.at or new.actor <> old.actor or new.what <> old.what
    or new.person_id is not old.person_id or new.table_id is not old.table_id or new.why <> ''
begin
    select raise(abort, 'the audit log is append-only');
end;
