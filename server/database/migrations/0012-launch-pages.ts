import { type Kysely, sql } from 'kysely';

/** Menu entries of the launch pages, the builtin roles that may open them, and limits. */
export const launchPages = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      insert into sys_menu (path, parent_path, group_key, title_zh, title_en, sort, hide, active_menu, icon) values
        ('/advertising/publish', '/advertising', 'base', '广告发布', 'Ad publishing', 22, false, null, null),
        ('/advertising/start', '/advertising', 'base', '投放管理', 'Launch management', 23, false, null, null),
        ('/advertising/user', '/advertising', 'base', '广告数据', 'Ad data', 26, false, null, null),
        ('/advertising/account', '/advertising', 'base', '广告账户', 'Ad account', 26, true, '/advertising/user', null),
        ('/advertising/campaign', '/advertising', 'base', '广告系列', 'Ad campaign', 26, true, '/advertising/user', null),
        ('/advertising/group', '/advertising', 'base', '广告组', 'Ad group', 26, true, '/advertising/user', null),
        ('/advertising/close-log', '/advertising', 'base', '关闭日志', 'Close log', 27, true, '/advertising/copy-log', null),
        ('/advertising/remove-log', '/advertising', 'base', '删除日志', 'Delete log', 27, true, '/advertising/copy-log', null);

      update sys_role set updated_at = now(), paths = paths || case name
        when '优化师' then '{/advertising/publish,/advertising/start,/advertising/user}'
        when '组长' then '{/advertising/publish,/advertising/start,/advertising/user}'
        when '托管运营' then '{/advertising/start,/advertising/user}'
        when '数据分析' then '{/advertising/user}'
        else '{}' end::text[]
      where is_builtin;

      insert into setting (key, value) values
        ('PUBLISH_MAX_ADS', '500'),
        ('ADS_PER_GROUP_MAX', '50'),
        ('GROUPS_PER_CAMPAIGN_MAX', '200'),
        ('BUDGET_CHANGES_PER_HOUR', '4'),
        ('REPORT_MAX_DAYS', '186'),
        ('REPORT_MAX_HOURLY_DAYS', '14'),
        ('REACQ_DAYS', '90');
    `.execute(db);
  },
};
