-- What is counted for a while, such as mails to an address. The key is a hash: whose address it is stands nowhere.
create table counts (
    key blob not null primary key,
    times integer not null,
    ends_at integer not null
) strict, without rowid;
create index counts_by_end on counts (ends_at);
