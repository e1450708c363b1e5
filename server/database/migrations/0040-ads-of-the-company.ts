import { type Kysely, sql } from 'kysely';

/** The pages of super admins about the ads of the whole company, and the objects of the channel as they were last seen. */
export const adsOfTheCompany = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table channel_object (
        level text not null check (level in ('campaign', 'ad_group', 'ad')),
        entity_id bigint not null,
        body jsonb not null,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        primary key (level, entity_id)
      );

      create index pixel_event_ad_ix on pixel_event (ad_id, event_time desc) where ad_id is not null;

      insert into sys_menu (path, parent_path, group_key, title_zh, title_en, sort, icon) values
        ('/admin/advertising', null, 'admin', '广告管理', 'Ad management', 3, 'advertising')
      on conflict (path) do nothing;
      insert into sys_menu (path, parent_path, group_key, title_zh, title_en, sort, icon) values
        ('/admin/advertising/campaign', '/admin/advertising', 'admin', '广告系列', 'Campaigns', 31, null),
        ('/admin/advertising/group', '/admin/advertising', 'admin', '广告组', 'Ad groups', 32, null),
        ('/admin/advertising/list', '/admin/advertising', 'admin', '广告列表', 'Ads', 33, null),
        ('/admin/advertising/details', '/admin/advertising', 'admin', '广告详情', 'Ad details', 34, null);
    `.execute(db);
  },
};
