import { type Kysely, sql } from 'kysely';

/** Private data of a user: workspaces, drafts, saved views. */
export const personal = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table workspace (
        user_id bigint not null references sys_user (id),
        window_id uuid not null,
        state jsonb not null,
        saved_at timestamptz not null,
        primary key (user_id, window_id)
      );
      create index workspace_newest_ix on workspace (user_id, saved_at desc);
      create index workspace_age_ix on workspace (saved_at);

      create table draft (
        id bigint generated always as identity primary key,
        user_id bigint not null references sys_user (id),
        form text not null check (char_length(form) between 1 and 60),
        subject_id bigint,
        version int,
        values jsonb not null,
        saved_at timestamptz not null
      );
      create unique index draft_place_ux on draft (user_id, form, subject_id) nulls not distinct;
      create index draft_age_ix on draft (saved_at);

      create table saved_view (
        id bigint generated always as identity primary key,
        version int not null default 1,
        owner_user_id bigint not null references sys_user (id),
        page text not null check (char_length(page) <= 80),
        name text not null check (char_length(name) between 1 and 60),
        shared text not null default 'me' check (shared in ('me', 'roles', 'all')),
        query text not null default '' check (char_length(query) <= 4000),
        table_view jsonb,
        created_at timestamptz not null,
        updated_at timestamptz not null
      );
      create unique index saved_view_name_ux on saved_view (owner_user_id, page, name);
      create index saved_view_page_ix on saved_view (page) where shared <> 'me';

      create table saved_view_role (
        view_id bigint not null references saved_view (id) on delete cascade,
        role_id bigint not null references sys_role (id),
        primary key (view_id, role_id)
      );

      create table saved_view_default (
        user_id bigint not null references sys_user (id),
        page text not null,
        view_id bigint not null references saved_view (id) on delete cascade,
        primary key (user_id, page)
      );
      create index saved_view_default_view_ix on saved_view_default (view_id);
    `.execute(db);
    await sql`
      -- When a user is deleted in any way, their private rows are deleted with them. Shared rows stay.
      create function forget_personal() returns trigger language plpgsql as $$
      begin
        delete from workspace where user_id = new.id;
        delete from draft where user_id = new.id;
        delete from saved_view_default where user_id = new.id;
        delete from saved_view v where v.owner_user_id = new.id and (v.shared = 'me' or (v.shared = 'roles' and not exists (
          select 1 from saved_view_role vr join sys_role r on r.id = vr.role_id where vr.view_id = v.id and r.deleted_at is null)));
        return null;
      end $$;
      create trigger sys_user_forget_personal after update of deleted_at on sys_user for each row
        when (old.deleted_at is null and new.deleted_at is not null) execute function forget_personal();
    `.execute(db);
  },
};
