import { type Kysely, sql } from 'kysely';

/** {{titleEn}}, and their page in the menu. */
export const {{things}} = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table {{table}} (
        id bigint generated always as identity primary key,
        version int not null default 1,
        name text not null check (char_length(name) between 1 and 60),
        remark text check (char_length(remark) <= 200),
        created_at timestamptz not null,
        updated_at timestamptz not null,
        deleted_at timestamptz
      );
      create unique index {{table}}_name_ux on {{table}} (name) where deleted_at is null;

      insert into sys_menu (path, parent_path, group_key, title_zh, title_en, sort, icon) values
        ('{{path}}', '{{parent}}', '{{menuArea}}', '{{titleZh}}', '{{titleEn}}', {{sort}}, null);
    `.execute(db);
  },
};
