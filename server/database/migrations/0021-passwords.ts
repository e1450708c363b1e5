import { type Kysely, sql } from 'kysely';

/** Records who chose the password of an account, and the browsers users signed in from. */
export const passwords = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql
      .raw(`
      -- none: no password was ever given out; given: made by the server or an administrator; own: chosen by the user.
      alter table sys_user add column password_state text not null default 'own' check (password_state in ('none', 'given', 'own'));
      update sys_user u set password_state = 'none'
      where u.login_at is null
        and u.id in (
          select i.target_id from batch_item i join batch b on b.id = i.batch_id where b.type = 'user_import' and i.status = 'succeeded'
        )
        and not exists (
          select 1 from op_log l where l.target_type = 'user' and l.target_id = u.id and l.ok and l.action in ('/sys-users/reset_passwd', 'user:reset')
        );

      create table sys_device (
        token_hash text primary key,
        user_id bigint not null references sys_user (id),
        used_at timestamptz not null
      );
      create index sys_device_user_ix on sys_device (user_id, used_at);
      create index sys_device_age_ix on sys_device (used_at);

      -- The text in the account field may have been a password.
      delete from sys_login_failure where account not in (select lower(account) from sys_user);
      alter table sys_login_failure add column device_hash text;
      create index sys_login_failure_address_ix on sys_login_failure (address, failed_at);`)
      .execute(db);
  },
};
