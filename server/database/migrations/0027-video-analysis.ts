import { type Kysely, sql } from 'kysely';

/** Menu entry of the video analysis, the builtin roles that may open it, and an index for the creatives of an editor. */
export const videoAnalysis = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      insert into sys_menu (path, parent_path, group_key, title_zh, title_en, sort, icon) values
        ('/analyse/video', '/analyse', 'base', '视频分析', 'Video analysis', 48, null);

      update sys_role set updated_at = now(), paths = paths || '{/analyse/video}'::text[]
      where is_builtin and name in ('优化师', '素材师', '组长', '数据分析');

      create index insight_daily_creator_ix on insight_daily (creator_user_id, stat_date);
    `.execute(db);
  },
};
