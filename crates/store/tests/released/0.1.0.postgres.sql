SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

SET default_tablespace = '';

SET default_table_access_method = heap;

CREATE TABLE public._sqlx_migrations (
    version bigint NOT NULL,
    description text NOT NULL,
    installed_on timestamp with time zone DEFAULT now() NOT NULL,
    success boolean NOT NULL,
    checksum bytea NOT NULL,
    execution_time bigint NOT NULL
);

CREATE TABLE public.jobs (
    id bigint NOT NULL,
    kind text NOT NULL,
    person_id bigint,
    body text NOT NULL,
    due_at bigint NOT NULL,
    attempts bigint NOT NULL,
    leased_by text,
    leased_until bigint
);

CREATE TABLE public.log (
    table_id bigint NOT NULL,
    seq bigint NOT NULL,
    at bigint NOT NULL,
    body text NOT NULL
);

CREATE TABLE public.news (
    id bigint NOT NULL,
    person_id bigint NOT NULL,
    at bigint NOT NULL,
    body text NOT NULL
);

CREATE TABLE public.people (
    id bigint NOT NULL,
    name text NOT NULL,
    folded text,
    password_hash text,
    recovery_hash text,
    created_at bigint NOT NULL,
    seen_at bigint NOT NULL,
    banned text,
    muted_until bigint,
    settings text NOT NULL,
    secret_settings text NOT NULL
);

CREATE TABLE public.pulse (
    id bigint NOT NULL,
    at bigint NOT NULL,
    CONSTRAINT pulse_id_check CHECK ((id = 1))
);

CREATE TABLE public.reports (
    id bigint NOT NULL,
    from_person bigint,
    about_person bigint,
    table_id bigint,
    body text NOT NULL,
    at bigint NOT NULL,
    handled_at bigint
);

CREATE TABLE public.seated (
    person_id bigint NOT NULL,
    table_id bigint NOT NULL
);

CREATE TABLE public.tables (
    id bigint NOT NULL,
    state text NOT NULL,
    game text NOT NULL,
    public boolean NOT NULL,
    people text NOT NULL,
    waiting text NOT NULL,
    due_at bigint,
    summary text NOT NULL,
    secret text NOT NULL,
    last_seq bigint NOT NULL,
    created_at bigint NOT NULL,
    touched_at bigint NOT NULL,
    leased_by text,
    leased_until bigint,
    CONSTRAINT tables_state_check CHECK ((state = ANY (ARRAY['gathering'::text, 'playing'::text, 'over'::text, 'closed'::text])))
);

CREATE TABLE public.tokens (
    hash bytea NOT NULL,
    kind text NOT NULL,
    person_id bigint,
    table_id bigint,
    seat bigint,
    label text NOT NULL,
    created_at bigint NOT NULL,
    expires_at bigint,
    CONSTRAINT tokens_kind_check CHECK ((kind = ANY (ARRAY['login'::text, 'bot'::text, 'feed'::text, 'invite'::text])))
);

INSERT INTO public._sqlx_migrations VALUES (1, 'tables and people', '2026-11-16 01:52:09.936318+00', true, '\xe6672510261ab4461b07b4e9e9cbac4d70e3682dbc59bc860dcd96c261ace0fcc741d56a1953b1c9865cae8bbefc8cda', 456045642);

INSERT INTO public.log VALUES (1152843343244457745, 1, 1, 'created');
INSERT INTO public.log VALUES (1152843343244457745, 2, 2, 'Ana sat down');
INSERT INTO public.log VALUES (1152843343244457745, 3, 3, 'started');
INSERT INTO public.log VALUES (1152843343244457745, 4, 4, 'A step 1');

INSERT INTO public.people VALUES (205191733024550850, 'Ana', 'ana', 'p', 'r', 1, 1, NULL, NULL, '{}', '');

INSERT INTO public.pulse VALUES (1, 0);

INSERT INTO public.seated VALUES (205191733024550850, 1152843343244457745);

INSERT INTO public.tables VALUES (1152843343244457745, 'playing', 'tikal', true, '5p7wsd2wcvy2', '5p7wsd2wcvy2', 1000000, '{}', '0707070707070707070707070707070707070707070707070707070707070707', 4, 1, 4, NULL, NULL);

INSERT INTO public.tokens VALUES ('\x0303030303030303030303030303030303030303030303030303030303030303', 'login', 205191733024550850, NULL, NULL, 'browser', 1, NULL);

ALTER TABLE ONLY public._sqlx_migrations
    ADD CONSTRAINT _sqlx_migrations_pkey PRIMARY KEY (version);

ALTER TABLE ONLY public.jobs
    ADD CONSTRAINT jobs_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.log
    ADD CONSTRAINT log_pkey PRIMARY KEY (table_id, seq);

ALTER TABLE ONLY public.news
    ADD CONSTRAINT news_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.people
    ADD CONSTRAINT people_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.pulse
    ADD CONSTRAINT pulse_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.reports
    ADD CONSTRAINT reports_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.seated
    ADD CONSTRAINT seated_pkey PRIMARY KEY (person_id, table_id);

ALTER TABLE ONLY public.tables
    ADD CONSTRAINT tables_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.tokens
    ADD CONSTRAINT tokens_pkey PRIMARY KEY (hash);

CREATE INDEX guests_by_sight ON public.people USING btree (seen_at) WHERE (folded IS NULL);

CREATE INDEX jobs_due ON public.jobs USING btree (due_at);

CREATE INDEX jobs_of_person ON public.jobs USING btree (person_id) WHERE (person_id IS NOT NULL);

CREATE INDEX news_of_person ON public.news USING btree (person_id, at, id);

CREATE UNIQUE INDEX people_by_name ON public.people USING btree (folded) WHERE (folded IS NOT NULL);

CREATE INDEX people_by_time ON public.people USING btree (created_at, id);

CREATE INDEX reports_about ON public.reports USING btree (about_person) WHERE (about_person IS NOT NULL);

CREATE INDEX reports_by_time ON public.reports USING btree (at, id);

CREATE INDEX reports_from ON public.reports USING btree (from_person) WHERE (from_person IS NOT NULL);

CREATE INDEX reports_on_table ON public.reports USING btree (table_id) WHERE (table_id IS NOT NULL);

CREATE INDEX reports_open ON public.reports USING btree (at, id) WHERE (handled_at IS NULL);

CREATE INDEX seated_at ON public.seated USING btree (table_id);

CREATE INDEX tables_by_state ON public.tables USING btree (state, created_at, id);

CREATE INDEX tables_by_time ON public.tables USING btree (created_at, id);

CREATE INDEX tables_due ON public.tables USING btree (due_at) WHERE (due_at IS NOT NULL);

CREATE INDEX tables_in_public ON public.tables USING btree (state, created_at, id) WHERE public;

CREATE INDEX tables_of_game ON public.tables USING btree (game, created_at, id);

CREATE INDEX tokens_by_end ON public.tokens USING btree (expires_at) WHERE (expires_at IS NOT NULL);

CREATE INDEX tokens_of_person ON public.tokens USING btree (person_id, created_at) WHERE (person_id IS NOT NULL);

CREATE INDEX tokens_of_table ON public.tokens USING btree (table_id) WHERE (table_id IS NOT NULL);

ALTER TABLE ONLY public.jobs
    ADD CONSTRAINT jobs_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.people(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.news
    ADD CONSTRAINT news_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.people(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.reports
    ADD CONSTRAINT reports_about_person_fkey FOREIGN KEY (about_person) REFERENCES public.people(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.reports
    ADD CONSTRAINT reports_from_person_fkey FOREIGN KEY (from_person) REFERENCES public.people(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.reports
    ADD CONSTRAINT reports_table_id_fkey FOREIGN KEY (table_id) REFERENCES public.tables(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.tokens
    ADD CONSTRAINT tokens_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.people(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.tokens
    ADD CONSTRAINT tokens_table_id_fkey FOREIGN KEY (table_id) REFERENCES public.tables(id) ON DELETE CASCADE;
