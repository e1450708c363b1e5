import { type Kysely, sql } from 'kysely';

/** The menu entry of the performance by month, hidden below the performance of materials. Who may open that may open this. */
export const performanceMonths = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      insert into sys_menu (path, parent_path, group_key, title_zh, title_en, sort, icon, hide, active_menu) values
        ('/analyse/performance-month', '/analyse', 'base', '素材月度表现', 'Monthly performance', 43, null, true, '/analyse/performance');
    `.execute(db);
  },
};
