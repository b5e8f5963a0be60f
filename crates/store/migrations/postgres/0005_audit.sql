-- What hosts did: rows are added and never changed, but that the reason falls away with the person whom it is about. The
-- ids stay, as in logs, and then refer to nobody.
create table audit (
    id bigint not null primary key,
    at bigint not null,
    actor text not null,
    what text not null,
    person_id bigint,
    table_id bigint,
    why text not null
);
create index audit_by_time on audit (at, id);
create index audit_of_person on audit (person_id) where person_id is not null;

create function audit_stays() returns trigger language plpgsql as $$
begin
    if tg_op = 'UPDATE' and new.why = ''
        and (new.id, new.at, new.actor, new.what, new.person_id, new.table_id)
            is not distinct from (old.id, old.at, old.actor, old.what, old.person_id, old.table_id) then
        return new;
    end if;
    raise exception 'the audit log is append-only';
end;
$$;
create trigger audit_stays before update or delete on audit for each row execute function audit_stays();
