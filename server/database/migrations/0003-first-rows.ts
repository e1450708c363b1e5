import { type Kysely, sql } from 'kysely';

/** Rows of a new system before any seeding: root department, builtin roles, menu, limits. */
export const firstRows = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      insert into sys_department (parent_id, name, path, depth, sort, created_at, updated_at)
      values (null, '公司', '/', 1, 0, now(), now());
      update sys_department set path = '/' || id || '/';

      insert into sys_menu (path, parent_path, group_key, title_zh, title_en, sort, icon) values
        ('/index', null, 'base', '首页', 'Home', 1, 'home'),
        ('/advertising', null, 'base', '广告管理', 'Ad management', 2, 'advertising'),
        ('/advertising/copy-log', '/advertising', 'base', '系统日志', 'System log', 27, null),
        ('/sys', null, 'base', '系统管理', 'System management', 7, 'system'),
        ('/sys/accounts', '/sys', 'base', '账号管理', 'Accounts', 71, null),
        ('/sys/department', '/sys', 'base', '部门管理', 'Departments', 72, null),
        ('/sys/role', '/sys', 'base', '角色管理', 'Roles', 73, null),
        ('/admin/sys', null, 'admin', '系统管理', 'System management', 4, 'system'),
        ('/admin/sys/cron', '/admin/sys', 'admin', '定时任务', 'Scheduled tasks', 41, null);

      insert into sys_role (name, remark, paths, actions, is_builtin, created_at, updated_at) values
        ('优化师', null, '{/index,/advertising/copy-log}', '{export,publish,status,budget,copy,remove,material}', true, now(), now()),
        ('素材师', null, '{/index}', '{export,material}', true, now(), now()),
        ('组长', null, '{/index,/advertising/copy-log}', '{export,publish,status,budget,copy,remove,material,asset}', true, now(), now()),
        ('托管运营', null, '{/index,/advertising/copy-log}', '{export,status,budget,copy,asset,rule}', true, now(), now()),
        ('数据分析', null, '{/index}', '{export}', true, now(), now());

      insert into setting (key, value) values
        ('BATCH_MAX', '500'),
        ('EXPORT_MAX_ROWS', '200000'),
        ('PAGE_SIZE_MAX', '200'),
        ('TOKEN_TTL_MINUTES', '720'),
        ('TOKEN_MAX_DAYS', '7'),
        ('LOGIN_FAILS', '5'),
        ('LOGIN_LOCK_MINUTES', '15'),
        ('CALLS_PER_SECOND', '30'),
        ('EXPORTS_AT_ONCE', '2');
    `.execute(db);
  },
};
