import { type Kysely, sql } from 'kysely';

/** Menu entries of the super admin's home and orders. The index serves the list of all orders by the time of ordering. */
export const adminPages = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      insert into sys_menu (path, parent_path, group_key, title_zh, title_en, sort, icon) values
        ('/admin/index', null, 'admin', '首页', 'Home', 1, 'home'),
        ('/admin/order', null, 'admin', '订单管理', 'Order management', 2, 'order'),
        ('/admin/order/list', '/admin/order', 'admin', '订单列表', 'Order list', 21, null),
        ('/admin/order/daily', '/admin/order', 'admin', '订单分析', 'Order analysis', 22, null);

      create index biz_order_ordered_ix on biz_order (ordered_at desc, id desc);
    `.execute(db);
  },
};
