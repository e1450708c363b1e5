import { expect, test } from 'vitest';
import { roleActions } from '#contracts/vocabulary/roles.ts';
import type { MenuEntry } from '../work-context.ts';
import { accessRefusal, actionsOf, grantablePaths, menuFor, pagesInOrder, pathsOf } from './permissions.ts';

const entry = (path: string, sort: number, more: Partial<MenuEntry> = {}): MenuEntry => ({
  path,
  parentPath: null,
  group: path.startsWith('/admin') ? 'admin' : 'base',
  titleZh: path,
  titleEn: path,
  sort,
  hide: false,
  activeMenu: null,
  icon: null,
  ...more,
});
const menu = [
  entry('/sys', 7),
  entry('/sys/role', 73, { parentPath: '/sys' }),
  entry('/advertising/close-log', 1, { parentPath: '/advertising', hide: true, activeMenu: '/advertising/copy-log' }),
  entry('/advertising/remove-log', 2, { parentPath: '/advertising', hide: true, activeMenu: '/advertising/copy-log' }),
  entry('/advertising/user', 26, { parentPath: '/advertising' }),
  entry('/advertising/copy-log', 27, { parentPath: '/advertising' }),
  entry('/advertising', 2),
  entry('/index', 1),
  entry('/admin/sys/cron', 41, { parentPath: '/admin/sys' }),
  entry('/admin/sys', 4),
];
const base = ['/index', '/advertising/user', '/advertising/copy-log', '/advertising/close-log', '/advertising/remove-log', '/sys/role'];
const staff = { isAdmin: 0, rolePaths: [] as string[], roleActions: [] as string[], hasRole: true } as const;

test('pages are in menu order, hidden ones follow the entry they highlight, and groups are left out', () => {
  expect(
    pagesInOrder(menu)
      .filter((page) => page.group === 'base')
      .map((page) => page.path),
  ).toEqual(base);
});

test('roles cannot grant administration, hidden pages or groups', () => {
  expect(grantablePaths(menu)).toEqual(['/index', '/advertising/user', '/advertising/copy-log']);
});

test.each([
  ['a super admin sees the admin pages only', { ...staff, isAdmin: 9 as const }, ['/admin/sys/cron']],
  ['an ordinary admin sees all the others', { ...staff, isAdmin: 1 as const }, base],
  ['without a role there is no page', { ...staff, hasRole: false }, []],
  ['any role opens the home page', staff, ['/index']],
  [
    'a granted page brings its hidden pages along',
    { ...staff, rolePaths: ['/advertising/copy-log'] },
    ['/index', '/advertising/copy-log', '/advertising/close-log', '/advertising/remove-log'],
  ],
  ['a reserved page in a role opens nothing', { ...staff, rolePaths: ['/sys/role', '/admin/sys/cron', '/nowhere', '/sys'] }, ['/index']],
])('%s', (_name, grants, paths) => {
  expect(pathsOf(grants, menu)).toEqual(paths);
});

test('ordinary admins have every action, super admins only export, staff those of their roles', () => {
  expect(actionsOf({ ...staff, isAdmin: 1 })).toEqual([...roleActions]);
  expect(actionsOf({ ...staff, isAdmin: 9 })).toEqual(['export']);
  expect(actionsOf({ ...staff, roleActions: ['copy', 'export', 'fly'] })).toEqual(['export', 'copy']);
});

test.each([
  ['public', {}, null],
  ['signedIn', {}, null],
  ['anyPage', {}, 'NO_PATH'],
  ['anyPage', { paths: ['/index'] }, null],
  ['admin', { paths: ['/index'] }, 'NO_PATH'],
  ['admin', { isAdmin: 1 }, null],
  ['admin', { isAdmin: 9 }, null],
  ['superAdmin', { isAdmin: 1 }, 'ADMIN_ONLY'],
  ['superAdmin', { isAdmin: 9 }, null],
  [{ pages: ['/a', '/b'] }, { paths: ['/c'] }, 'NO_PATH'],
  [{ pages: ['/a', '/b'] }, { paths: ['/b'] }, 'NO_ACTION'],
  [{ pages: ['/a', '/b'] }, { paths: ['/b'], actions: ['export'] }, null],
] as const)('access %j for %j returns %s', (access, caller, reason) => {
  expect(accessRefusal({ access, action: 'export' }, { isAdmin: 0, paths: [], actions: [], ...caller })).toBe(reason);
});

test('the menu contains the pages and the groups above them', () => {
  expect(menuFor(menu, ['/sys/role', '/index']).map((each) => each.path)).toEqual(['/index', '/sys', '/sys/role']);
});
