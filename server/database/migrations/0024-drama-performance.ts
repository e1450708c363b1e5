import { type Kysely, sql } from 'kysely';

/** Menu entry of the drama performance page, and the builtin roles that may open it. */
export const dramaPerformance = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      insert into sys_menu (path, parent_path, group_key, title_zh, title_en, sort, icon) values
        ('/analyse', null, 'base', '数据分析', 'Data analysis', 4, 'analysis'),
        ('/analyse/effect', '/analyse', 'base', '短剧表现', 'Drama performance', 41, null);

      update sys_role set updated_at = now(), paths = paths || '{/analyse/effect}'::text[]
      where is_builtin and name in ('优化师', '组长', '数据分析');
    `.execute(db);
  },
};
