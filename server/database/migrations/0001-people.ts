import { type Kysely, sql } from 'kysely';

/** Accounts, departments, roles, sessions, menu, preferences and the operation log. */
export const people = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table sys_department (
        id bigint generated always as identity primary key,
        parent_id bigint references sys_department (id),
        name text not null check (char_length(name) between 1 and 32),
        path text not null,
        depth smallint not null check (depth between 1 and 5),
        sort int not null default 0,
        deleted_at timestamptz,
        created_at timestamptz not null,
        updated_at timestamptz not null
      );
      create unique index sys_department_sibling_ux on sys_department (parent_id, name) where deleted_at is null;
      create unique index sys_department_root_ux on sys_department ((true)) where parent_id is null;
      create index sys_department_path_ix on sys_department (path text_pattern_ops);

      create table sys_user (
        id bigint generated always as identity primary key,
        version int not null default 1,
        account text not null check (account ~ '^[a-z][a-z0-9_.-]{2,31}$'),
        pwd_hash text not null,
        name text not null check (char_length(name) between 1 and 32),
        remark text check (char_length(remark) <= 200),
        is_admin smallint not null default 0 check (is_admin in (0, 1, 9)),
        is_leader smallint not null default 0 check (is_leader in (0, 1)),
        platform text not null default 'dj' check (platform in ('dj', 'ec')),
        department_id bigint references sys_department (id),
        status text not null default 'enabled' check (status in ('enabled', 'disabled')),
        login_at timestamptz,
        timezone text not null default 'Asia/Shanghai',
        deleted_at timestamptz,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        check (department_id is not null or is_admin = 9)
      );
      create unique index sys_user_account_ux on sys_user (lower(account));
      create index sys_user_department_ix on sys_user (department_id);
      create index sys_user_status_ix on sys_user (status);

      create table sys_login_failure (
        id bigint generated always as identity primary key,
        account text not null,
        address inet not null,
        failed_at timestamptz not null
      );
      create index sys_login_failure_pair_ix on sys_login_failure (account, address, failed_at);
      create index sys_login_failure_age_ix on sys_login_failure (failed_at);

      create table sys_session (
        id bigint generated always as identity primary key,
        token_hash text not null unique,
        user_id bigint not null references sys_user (id),
        issued_at timestamptz not null,
        expires_at timestamptz not null,
        revoked_at timestamptz,
        ip text not null,
        ua text not null check (char_length(ua) <= 300)
      );
      create index sys_session_user_ix on sys_session (user_id);
      create index sys_session_age_ix on sys_session (expires_at);

      create table sys_role (
        id bigint generated always as identity primary key,
        version int not null default 1,
        name text not null check (char_length(name) between 1 and 32),
        remark text check (char_length(remark) <= 200),
        paths text[] not null default '{}',
        actions text[] not null default '{}',
        is_builtin boolean not null default false,
        deleted_at timestamptz,
        created_at timestamptz not null,
        updated_at timestamptz not null
      );
      create unique index sys_role_name_ux on sys_role (name) where deleted_at is null;

      create table sys_user_role (
        user_id bigint not null references sys_user (id),
        role_id bigint not null references sys_role (id),
        primary key (user_id, role_id)
      );
      create index sys_user_role_role_ix on sys_user_role (role_id);

      create table sys_menu (
        path text primary key,
        parent_path text references sys_menu (path),
        group_key text not null check (group_key in ('base', 'admin')),
        title_zh text not null,
        title_en text not null,
        sort int not null,
        hide boolean not null default false,
        active_menu text,
        icon text
      );

      create table user_pref (
        user_id bigint not null references sys_user (id),
        key text not null check (char_length(key) <= 80),
        value jsonb not null,
        updated_at timestamptz not null,
        primary key (user_id, key)
      );

      create table op_log (
        id bigint generated always as identity primary key,
        at timestamptz not null,
        user_id bigint,
        account text not null,
        action text not null check (char_length(action) <= 60),
        target_type text,
        target_id bigint,
        target_label text,
        ip text not null,
        summary text not null check (char_length(summary) <= 300),
        before jsonb,
        after jsonb,
        ok boolean not null,
        code int not null,
        ms int not null
      );
      create index op_log_at_ix on op_log (at desc, id desc);
      create index op_log_user_ix on op_log (user_id, at desc, id desc);
      create index op_log_target_ix on op_log (target_type, target_id, at desc) where ok;

      create table idempotency (
        user_id bigint not null references sys_user (id),
        key uuid not null,
        action text not null,
        request_hash text not null,
        answer jsonb,
        created_at timestamptz not null,
        primary key (user_id, key)
      );
      create index idempotency_age_ix on idempotency (created_at);

      create table setting (
        key text primary key,
        value jsonb not null
      );
    `.execute(db);
    await sql`
      create function op_log_refuse() returns trigger language plpgsql as $$
      begin
        if tg_op = 'DELETE' and current_setting('op_log.forgetting', true) = 'on' then
          return old;
        end if;
        raise exception 'op_log is append only';
      end $$;
      create trigger op_log_append_only before update or delete on op_log for each row execute function op_log_refuse();
      create trigger op_log_no_truncate before truncate on op_log for each statement execute function op_log_refuse();

      -- Old rows of the operation log can be deleted only here.
      create function op_log_forget(older_than timestamptz) returns bigint language plpgsql as $$
      declare
        gone bigint;
      begin
        perform set_config('op_log.forgetting', 'on', true);
        delete from op_log where at < older_than;
        get diagnostics gone = row_count;
        perform set_config('op_log.forgetting', 'off', true);
        return gone;
      end $$;
    `.execute(db);
  },
};
