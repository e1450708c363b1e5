import { type Kysely, sql } from 'kysely';

/**
 * Menu entry of the order analysis, and the builtin roles that may open it. An order keeps whether its payer was re-acquired, because the
 * payer keeps only the latest cohort. The indexes serve the analysis by date: of everything, of some owners, and by the date of refunds.
 */
export const orderAnalysis = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      insert into sys_menu (path, parent_path, group_key, title_zh, title_en, sort, icon) values
        ('/analyse/material', '/analyse', 'base', '订单分析', 'Order analysis', 42, null);

      update sys_role set updated_at = now(), paths = paths || '{/analyse/material}'::text[]
      where is_builtin and name in ('优化师', '组长', '数据分析');

      alter table biz_order add column is_reacq boolean not null default false;
      update biz_order o set is_reacq = true from payer p
      where p.user_key = o.user_key and p.site_id = o.site_id and p.is_reacq and p.cohort_date = o.cohort_date;

      create index biz_order_refunded_ix on biz_order (refunded_at) where refunded_at is not null;
    `.execute(db);
  },
};
