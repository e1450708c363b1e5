import type { ApiPath } from '#contracts/endpoints/index.ts';
import { md5 } from '#tests/support/app.ts';
import { filledSheet } from '#tests/support/archives.ts';
import { authorisingBodies } from './authorising.ts';
import type { Cast } from './cast.ts';
import { connectionBodies } from './connections.ts';
import { contentBodies } from './content.ts';
import { figureBodies } from './figures.ts';
import { launchReadingBodies } from './launch-reading.ts';
import { launchWritingBodies } from './launch-writing.ts';
import { postBodies } from './posts.ts';
import { publishingBodies } from './publishing.ts';
import { uploadBodies } from './uploads.ts';

const WINDOW = '7b1f4a52-3f5c-4d0e-9c0a-1f2e3d4c5b6a';

/** One account, as people fill it in. */
const accountSheet = (cast: Cast) => ({
  name: 'accounts.xlsx',
  content: filledSheet([
    ['账号', '姓名', '部门', '角色'],
    [`sheet_${cast.next()}`, '新人', '公司', '优化师'],
  ]).toString('base64'),
});

/** A body that the call accepts from somebody who may make it; every call of the contract has one. */
export const bodies: Record<ApiPath, (cast: Cast) => unknown> = {
  ...authorisingBodies,
  ...connectionBodies,
  ...contentBodies,
  ...launchReadingBodies,
  ...figureBodies,
  ...launchWritingBodies,
  ...postBodies,
  ...publishingBodies,
  ...uploadBodies,
  '/login': () => ({ account: 'opt_01', pwd: md5('Demo@2026') }),
  '/sys-users/logout': () => ({}),
  '/sys-users/get_user_info': () => undefined,
  '/sys-users/sessions': () => ({}),
  '/sys-users/end_sessions': () => ({}),
  '/sys-users/change_passwd': (cast) => ({ old_pwd: md5('Demo@2026'), new_pwd: md5(`chosen ${cast.next()}`) }),
  '/sys-users/list': () => ({}),
  '/sys-users/export': () => ({ columns: ['account'], locale: 'zh-cn' }),
  '/sys-users/create_account': (cast) => ({
    account: `made_${cast.next()}`,
    name: '新人',
    department_id: cast.department,
    role_ids: [cast.role],
    is_admin: 0,
    is_leader: 0,
    platform: 'dj',
    timezone: 'Asia/Shanghai',
  }),
  '/sys-users/edit_account': (cast) => ({ id: cast.target, version: 1, remark: `remark ${cast.next()}` }),
  '/sys-users/delete_user': (cast) => ({ id: cast.target, handover_user_id: cast.successor }),
  '/sys-users/reset_passwd': (cast) => ({ currentUserId: cast.target }),
  '/sys-users/simple_list': () => ({}),
  '/sys-users/batch_save_user_role': (cast) => ({ user_ids: [cast.target], role_ids: [cast.role], mode: 'replace' }),
  '/sys-users/batch_reset_passwd': (cast) => ({ ids: [cast.target] }),
  '/sys-users/batch_set_status': (cast) => ({ ids: [cast.target], status: 'disabled' }),
  '/sys-users/batch_delete': (cast) => ({ ids: [cast.target], reason: '离职' }),
  '/sys-users/import_template': () => ({ locale: 'zh-cn' }),
  '/sys-users/import_preview': (cast) => ({ file: accountSheet(cast) }),
  '/sys-users/import': (cast) => ({ file: accountSheet(cast) }),
  '/sys-users/owned': (cast) => ({ id: cast.target }),
  '/sys-departments/tree': () => ({}),
  '/sys-departments/create': (cast) => ({ name: `新部门${cast.next()}`, parent_id: cast.department, sort: 1 }),
  '/sys-departments/edit': (cast) => ({ id: cast.department, sort: cast.next() }),
  '/sys-departments/move': (cast) => ({ id: cast.department, parent_id: cast.otherDepartment, sort: 1 }),
  '/sys-departments/set_leaders': (cast) => ({ id: cast.department, user_ids: [cast.target] }),
  '/sys-departments/delete': (cast) => ({ id: cast.emptyDepartment }),
  '/sys-roles/list': () => ({}),
  '/sys-roles/export': () => ({ columns: ['name'], locale: 'en' }),
  '/sys-roles/simple_list': () => ({}),
  '/sys-roles/detail': (cast) => ({ id: cast.role }),
  '/sys-roles/create': (cast) => ({ name: `新角色${cast.next()}`, paths: ['/advertising/copy-log'], actions: ['export'] }),
  '/sys-roles/edit': (cast) => ({ id: cast.role, version: 1, remark: `remark ${cast.next()}` }),
  '/sys-roles/copy': (cast) => ({ id: cast.role, name: `副本${cast.next()}` }),
  '/sys-roles/delete': (cast) => ({ id: cast.unusedRole }),
  '/sys-roles/users': (cast) => ({ id: cast.role }),
  '/sys-menus/list': () => ({}),
  '/sys-dicts/list': () => ({ names: ['timezones'] }),
  '/sys-prefs/get': () => ({ keys: ['columns'] }),
  '/sys-prefs/save': () => ({ key: 'columns', value: [1] }),
  '/sys-workspaces/get': () => ({ window: WINDOW }),
  '/sys-workspaces/save': (cast) => ({ window: WINDOW, state: { n: cast.next() } }),
  '/sys-drafts/get': () => ({ form: 'roleForm' }),
  '/sys-drafts/save': (cast) => ({ form: 'roleForm', subject_id: cast.role, version: 1, values: { name: '草稿' } }),
  '/sys-drafts/delete': (cast) => ({ form: 'roleForm', subject_id: cast.role }),
  '/sys-views/list': () => ({ page: '/index' }),
  '/sys-views/create': (cast) => ({ page: '/index', name: `视图${cast.next()}`, shared: 'all', query: '' }),
  '/sys-views/edit': (cast) => ({ id: cast.view, version: 1, query: `?n=${cast.next()}` }),
  '/sys-views/delete': (cast) => ({ id: cast.view }),
  '/sys-views/set_default': (cast) => ({ page: '/index', id: cast.view }),
  '/sys-search/find': () => ({ keyword: 'opt' }),
  '/sys-oplogs/list': () => ({}),
  '/sys-oplogs/export': () => ({ columns: ['at'], locale: 'en' }),
  '/home-board/operations': () => ({}),
  '/op-batches/list': () => ({}),
  '/op-batches/detail': (cast) => ({ batch_id: cast.batch }),
  '/op-batches/items': (cast) => ({ batch_id: cast.batch }),
  '/op-batches/cancel': (cast) => ({ batch_id: cast.batch }),
  '/op-batches/retry': (cast) => ({ batch_id: cast.batch }),
  '/op-batches/resolve': (cast) => ({ item_id: cast.unknownItem, outcome: 'not_created' }),
  '/op-batches/export': () => ({ columns: ['id'], locale: 'en' }),
  '/op-batches/export_items': (cast) => ({ batch_id: cast.batch, columns: ['seq'], locale: 'en' }),
  '/admin-crons/list': () => ({}),
  '/admin-crons/edit': (cast) => ({ key: cast.job, cron: '5 * * * *', timeout_s: 60 }),
  '/admin-crons/set_enabled': (cast) => ({ key: cast.job, enabled: false }),
  '/admin-crons/run': (cast) => ({ key: cast.job }),
  '/admin-crons/runs': (cast) => ({ job_key: cast.job }),
  '/admin-crons/log': (cast) => ({ run_id: cast.run, offset: 0 }),
  '/admin-crons/timeline': () => ({ hours: 24 }),
  '/sys-contracts/catalogue': () => ({}),
};
