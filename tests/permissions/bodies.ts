import type { ApiPath } from '#contracts/endpoints/index.ts';
import { md5 } from '#tests/support/app.ts';
import { createSheetFile } from '#tests/support/archives.ts';
import { authorisingBodies } from './authorising.ts';
import { connectionBodies } from './connections.ts';
import { contentBodies } from './content.ts';
import { evaluationBodies } from './evaluations.ts';
import { figureBodies } from './figures.ts';
import type { Fixtures } from './fixtures.ts';
import { hostingBodies } from './hosting.ts';
import { launchReadingBodies } from './launch-reading.ts';
import { launchWritingBodies } from './launch-writing.ts';
import { postBodies } from './posts.ts';
import { publishingBodies } from './publishing.ts';
import { ruleBodies } from './rules.ts';
import { uploadBodies } from './uploads.ts';

const WINDOW = '7b1f4a52-3f5c-4d0e-9c0a-1f2e3d4c5b6a';

/** One account, as people fill it in. */
const accountSheet = (fixtures: Fixtures) => ({
  name: 'accounts.xlsx',
  content: createSheetFile([
    ['账号', '姓名', '部门', '角色'],
    [`sheet_${fixtures.next()}`, '新人', '公司', '优化师'],
  ]).toString('base64'),
});

/** A body that each call of the contract accepts from a caller with access. */
export const bodies: Record<ApiPath, (fixtures: Fixtures) => unknown> = {
  ...authorisingBodies,
  ...connectionBodies,
  ...contentBodies,
  ...launchReadingBodies,
  ...evaluationBodies,
  ...figureBodies,
  ...hostingBodies,
  ...ruleBodies,
  ...launchWritingBodies,
  ...postBodies,
  ...publishingBodies,
  ...uploadBodies,
  '/login': () => ({ account: 'opt_01', pwd: md5('Demo@2026') }),
  '/sys-users/logout': () => ({}),
  '/sys-users/get_user_info': () => undefined,
  '/sys-users/sessions': () => ({}),
  '/sys-users/end_sessions': () => ({}),
  '/sys-users/change_passwd': (fixtures) => ({ old_pwd: md5('Demo@2026'), new_pwd: md5(`chosen ${fixtures.next()}`) }),
  '/sys-users/list': () => ({}),
  '/sys-users/export': () => ({ columns: ['account'], locale: 'zh-cn' }),
  '/sys-users/create_account': (fixtures) => ({
    account: `made_${fixtures.next()}`,
    name: '新人',
    department_id: fixtures.department,
    role_ids: [fixtures.role],
    is_admin: 0,
    is_leader: 0,
    platform: 'dj',
    timezone: 'Asia/Shanghai',
  }),
  '/sys-users/edit_account': (fixtures) => ({ id: fixtures.target, version: 1, remark: `remark ${fixtures.next()}` }),
  '/sys-users/delete_user': (fixtures) => ({ id: fixtures.target, handover_user_id: fixtures.successor }),
  '/sys-users/reset_passwd': (fixtures) => ({ currentUserId: fixtures.target }),
  '/sys-users/simple_list': () => ({}),
  '/sys-users/batch_save_user_role': (fixtures) => ({ user_ids: [fixtures.target], role_ids: [fixtures.role], mode: 'replace' }),
  '/sys-users/batch_reset_passwd': (fixtures) => ({ ids: [fixtures.target] }),
  '/sys-users/batch_set_status': (fixtures) => ({ ids: [fixtures.target], status: 'disabled' }),
  '/sys-users/batch_delete': (fixtures) => ({ ids: [fixtures.target], reason: '离职' }),
  '/sys-users/import_template': () => ({ locale: 'zh-cn' }),
  '/sys-users/import_preview': (fixtures) => ({ file: accountSheet(fixtures) }),
  '/sys-users/import': (fixtures) => ({ file: accountSheet(fixtures) }),
  '/sys-users/owned': (fixtures) => ({ id: fixtures.target }),
  '/sys-departments/tree': () => ({}),
  '/sys-departments/create': (fixtures) => ({ name: `新部门${fixtures.next()}`, parent_id: fixtures.department, sort: 1 }),
  '/sys-departments/edit': (fixtures) => ({ id: fixtures.department, sort: fixtures.next() }),
  '/sys-departments/move': (fixtures) => ({ id: fixtures.department, parent_id: fixtures.otherDepartment, sort: 1 }),
  '/sys-departments/set_leaders': (fixtures) => ({ id: fixtures.department, user_ids: [fixtures.target] }),
  '/sys-departments/assets': (fixtures) => ({ id: fixtures.emptyDepartment }),
  '/sys-departments/delete': (fixtures) => ({ id: fixtures.emptyDepartment }),
  '/sys-roles/list': () => ({}),
  '/sys-roles/export': () => ({ columns: ['name'], locale: 'en' }),
  '/sys-roles/simple_list': () => ({}),
  '/sys-roles/detail': (fixtures) => ({ id: fixtures.role }),
  '/sys-roles/create': (fixtures) => ({ name: `新角色${fixtures.next()}`, paths: ['/advertising/copy-log'], actions: ['export'] }),
  '/sys-roles/edit': (fixtures) => ({ id: fixtures.role, version: 1, remark: `remark ${fixtures.next()}` }),
  '/sys-roles/copy': (fixtures) => ({ id: fixtures.role, name: `副本${fixtures.next()}` }),
  '/sys-roles/delete': (fixtures) => ({ id: fixtures.unusedRole }),
  '/sys-roles/users': (fixtures) => ({ id: fixtures.role }),
  '/sys-menus/list': () => ({}),
  '/sys-dicts/list': () => ({ names: ['timezones'] }),
  '/sys-prefs/get': () => ({ keys: ['columns'] }),
  '/sys-prefs/save': () => ({ key: 'columns', value: [1] }),
  '/sys-workspaces/get': () => ({ window: WINDOW }),
  '/sys-workspaces/save': (fixtures) => ({ window: WINDOW, state: { n: fixtures.next() } }),
  '/sys-drafts/get': () => ({ form: 'roleForm' }),
  '/sys-drafts/save': (fixtures) => ({ form: 'roleForm', subject_id: fixtures.role, version: 1, values: { name: '草稿' } }),
  '/sys-drafts/delete': (fixtures) => ({ form: 'roleForm', subject_id: fixtures.role }),
  '/sys-views/list': () => ({ page: '/index' }),
  '/sys-views/create': (fixtures) => ({ page: '/index', name: `视图${fixtures.next()}`, shared: 'all', query: '' }),
  '/sys-views/edit': (fixtures) => ({ id: fixtures.view, version: 1, query: `?n=${fixtures.next()}` }),
  '/sys-views/delete': (fixtures) => ({ id: fixtures.view }),
  '/sys-views/set_default': (fixtures) => ({ page: '/index', id: fixtures.view }),
  '/sys-search/find': () => ({ keyword: 'opt' }),
  '/sys-oplogs/list': () => ({}),
  '/sys-oplogs/export': () => ({ columns: ['at'], locale: 'en' }),
  '/home-board/operations': () => ({}),
  '/op-batches/list': () => ({}),
  '/op-batches/detail': (fixtures) => ({ batch_id: fixtures.batch }),
  '/op-batches/items': (fixtures) => ({ batch_id: fixtures.batch }),
  '/op-batches/cancel': (fixtures) => ({ batch_id: fixtures.batch }),
  '/op-batches/retry': (fixtures) => ({ batch_id: fixtures.batch }),
  '/op-batches/undo': (fixtures) => ({ batch_ids: [fixtures.batch] }),
  '/op-batches/resolve': (fixtures) => ({ item_id: fixtures.unknownItem, outcome: 'not_created' }),
  '/op-batches/export': () => ({ columns: ['id'], locale: 'en' }),
  '/op-batches/export_items': (fixtures) => ({ batch_id: fixtures.batch, columns: ['seq'], locale: 'en' }),
  '/admin-crons/list': () => ({}),
  '/admin-crons/edit': (fixtures) => ({ key: fixtures.job, cron: '5 * * * *', timeout_s: 60 }),
  '/admin-crons/set_enabled': (fixtures) => ({ key: fixtures.job, enabled: false }),
  '/admin-crons/run': (fixtures) => ({ key: fixtures.job }),
  '/admin-crons/runs': (fixtures) => ({ job_key: fixtures.job }),
  '/admin-crons/log': (fixtures) => ({ run_id: fixtures.run, offset: 0 }),
  '/admin-crons/timeline': () => ({ hours: 24 }),
  '/sys-contracts/catalogue': () => ({}),
};
