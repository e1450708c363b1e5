import { type Kysely, sql } from 'kysely';

/** Menu entries of the pixel pages, the builtin roles that may open them, and the site of every pixel event. */
export const pixelAnalysis = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      insert into sys_menu (path, parent_path, group_key, title_zh, title_en, sort, hide, active_menu, icon) values
        ('/analyse/pixel', '/analyse', 'base', '像素分析', 'Pixel analysis', 47, false, null, null),
        ('/analyse/pixel-list', '/analyse', 'base', '明细数据', 'Detail data', 47, true, '/analyse/pixel', null);

      update sys_role set updated_at = now(), paths = paths || '{/analyse/pixel}'::text[]
      where is_builtin and name in ('优化师', '组长', '数据分析');

      -- 0: none of the sites of the pixel is known to have sent it.
      alter table pixel_event add column site_id bigint not null default 0;
      alter table pixel_event_daily add column site_id bigint not null default 0;
      create temporary table only_site on commit drop as
        select sp.pixel_id, min(s.id) as site_id from site_pixel sp join site s on s.id = sp.site_id where s.deleted_at is null
        group by 1 having count(*) = 1;
      update pixel_event e set site_id = o.site_id from only_site o where o.pixel_id = e.pixel_id;
      update pixel_event_daily d set site_id = o.site_id from only_site o where o.pixel_id = d.pixel_id;
      alter table pixel_event_daily drop constraint pixel_event_daily_pkey;
      alter table pixel_event_daily add primary key (pixel_id, event_name, source, site_id, stat_date);
      create index pixel_event_order_ix on pixel_event (order_id) where order_id is not null;

      create index biz_order_pixel_ix on biz_order (pixel_id, stat_date) where pixel_id is not null;
    `.execute(db);
  },
};
