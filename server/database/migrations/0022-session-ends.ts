import { type Kysely, sql } from 'kysely';

/** Stores why a session was ended, and aligns the English menu titles with the product description. */
export const sessionEnds = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      alter table sys_session add column end_cause text check (end_cause in ('password_reset', 'ended_elsewhere', 'signed_out'));

      update sys_menu set title_en = titles.title_en
      from (values
        ('/auth', 'Authorisation management'),
        ('/auth/personage', 'Personal account management'),
        ('/sys/department', 'Department'),
        ('/sys/role', 'Role')
      ) as titles (path, title_en)
      where sys_menu.path = titles.path;
    `.execute(db);
  },
};
