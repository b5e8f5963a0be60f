-- What is counted for a while, such as mails to an address. The key is a hash: whose address it is stands nowhere.
create table counts (
    key bytea not null primary key,
    times bigint not null,
    ends_at bigint not null
);
create index counts_by_end on counts (ends_at);
