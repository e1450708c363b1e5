import { type Kysely, sql } from 'kysely';

/** Menu entries of the performance of materials and editors, and the builtin roles that may open them. */
export const materialPerformance = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      insert into sys_menu (path, parent_path, group_key, title_zh, title_en, sort, hide, active_menu, icon) values
        ('/analyse/performance', '/analyse', 'base', '素材表现', 'Material performance', 43, false, null, null);

      update sys_role set updated_at = now(), paths = paths || '{/analyse/performance}'::text[]
      where is_builtin and name in ('素材师', '组长', '数据分析');
    `.execute(db);
  },
};
