import { type Kysely, sql } from 'kysely';

/** Menu entries of scheme analysis and of the scheme list below it, and the builtin roles that may open them. */
export const schemePages = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      insert into sys_menu (path, parent_path, group_key, title_zh, title_en, sort, icon, hide, active_menu) values
        ('/analyse/scheme-user', '/analyse', 'base', '方案分析', 'Scheme analysis', 45, null, false, null),
        ('/analyse/scheme-list', '/analyse', 'base', '方案明细', 'Scheme list', 45, null, true, '/analyse/scheme-user');

      update sys_role set updated_at = now(), paths = paths || '{/analyse/scheme-user}'::text[]
      where is_builtin and name in ('优化师', '组长', '数据分析');
    `.execute(db);
  },
};
