import { type Kysely, sql } from 'kysely';

/** Menu entry of the landing page analysis with the builtin roles that may open it, and since when a landing page is offline. */
export const landingAnalysis = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      insert into sys_menu (path, parent_path, group_key, title_zh, title_en, sort, icon) values
        ('/analyse/landing', '/analyse', 'base', '落地页分析', 'Landing page analysis', 46, null);

      update sys_role set updated_at = now(), paths = paths || '{/analyse/landing}'::text[]
      where is_builtin and name in ('优化师', '组长', '数据分析');

      -- Null while the page is online or a draft, and where it went offline before this was recorded.
      alter table landing_page add column offline_at timestamptz;
    `.execute(db);
  },
};
