import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reasonCodes } from '#contracts/endpoints/reasons.ts';
import { placements } from '#contracts/rules/scheme-body.ts';
import { ownMenu } from '#src/app/page-registry.ts';
import { createTestApp, type TestApp } from '#tests/support/app.ts';

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp();
});
afterAll(async () => await server.close());

const menu = async (by: string) => (await server.as(by, '/sys-menus/list', {})).data.list.map((row) => row.path);

test('the menu contains the pages its reader may open', async () => {
  const { paths } = (await server.as('opt_01', '/sys-users/get_user_info', {})).data;
  const bySort = ownMenu.toSorted((a, b) => a.sort - b.sort);
  const opened = bySort.filter(({ path }) => paths.some((one) => one === path || one.startsWith(`${path}/`)));
  expect(opened.length).toBeGreaterThan(paths.length);
  expect(await menu('opt_01')).toEqual(opened.map(({ path }) => path));
  // The same entries as in the console's own menu.
  const known = (isAdmin: boolean) => bySort.filter(({ path }) => path.startsWith('/admin/') === isAdmin).map(({ path }) => path);
  expect(await menu('admin')).toEqual(known(false));
  expect(await menu('super')).toEqual(known(true));
  expect(await menu('noaccess')).toEqual([]);
});

test('preferences are stored per user', async () => {
  const value = { columns: ['a', null, 1.5], deep: { 名: true } };
  expect((await server.as('opt_01', '/sys-prefs/save', { key: '/sys/accounts.columns', value })).code).toBe(0);
  expect((await server.as('opt_01', '/sys-prefs/save', { key: 'nothing', value: null })).code).toBe(0);
  const read = async (by: string) =>
    (await server.as(by, '/sys-prefs/get', { keys: ['/sys/accounts.columns', 'nothing', 'never'] })).data.values;
  expect(await read('opt_01')).toEqual({ '/sys/accounts.columns': value, nothing: null });
  expect(await read('opt_02')).toEqual({});
  await server.as('opt_01', '/sys-prefs/save', { key: '/sys/accounts.columns', value: [] });
  expect(await read('opt_01')).toMatchObject({ '/sys/accounts.columns': [] });
});

test('a user has at most 500 preferences, and can still change existing ones', async () => {
  await sql`
    insert into user_pref (user_id, key, value, updated_at)
    select id, 'key' || n, 'null', ${server.clock.now()}::timestamptz from sys_user, generate_series(1, 500) n where account = 'opt_03'`.execute(
    server.db,
  );
  const save = async (by: string, key: string) => await server.as(by, '/sys-prefs/save', { key, value: 1 });
  expect(await save('opt_03', 'another')).toMatchObject({ code: 400, data: { errors: [{ field: 'key', rule: 'tooMany' }] } });
  expect((await save('opt_03', 'key7')).code).toBe(0);
  expect((await save('opt_04', 'another')).code).toBe(0);
});

test('a preference that is larger than 16 KiB or too deep is refused at its field', async () => {
  const save = async (value: unknown) => (await server.as('opt_01', '/sys-prefs/save', { key: 'big', value })).data.errors;
  expect(await save('字'.repeat(6_000))).toMatchObject([{ field: 'value', rule: 'tooLarge' }]);
  expect(await save(JSON.parse('['.repeat(40) + ']'.repeat(40)))).toMatchObject([{ field: 'value', rule: 'tooDeep' }]);
  expect(await save('x'.repeat(16_000))).toBeUndefined();
});

test('dictionaries contain every time zone and every reason', async () => {
  const { timezones = [], reasons = [] } = (await server.as('noaccess', '/sys-dicts/list', { names: ['timezones', 'reasons'] })).data;
  expect(timezones.map((each) => each.value)).toContain('Asia/Shanghai');
  expect(timezones.length).toBeGreaterThan(300);
  expect(reasons.map((each) => each.value).sort()).toEqual(Object.keys(reasonCodes).sort());
  for (const { label_zh, label_en } of reasons) expect([label_zh, label_en].every(Boolean)).toBe(true);
  expect((await server.as('noaccess', '/sys-dicts/list', { names: ['timezones'] })).data.reasons).toBeUndefined();
});

test('placements are those that a scheme can choose', async () => {
  const { placements: listed = [] } = (await server.as('noaccess', '/sys-dicts/list', { names: ['placements'] })).data;
  expect(listed.map(({ value }) => value).toSorted()).toEqual(placements.toSorted());
  expect(listed.find(({ value }) => value === 'facebook_feed')).toMatchObject({ label_zh: 'Facebook 动态', label_en: 'Facebook feed' });
});

test('languages of audiences are those of content and the forms of them, each with its own name', async () => {
  const { languages = [], locales = [] } = (await server.as('noaccess', '/sys-dicts/list', { names: ['languages', 'locales'] })).data;
  const values = locales.map(({ value }) => value);
  expect(values).toEqual(expect.arrayContaining(languages.map(({ value }) => value)));
  expect(values.slice(values.indexOf('fr'), values.indexOf('fr') + 3)).toEqual(['fr', 'fr-FR', 'fr-CA']);
  expect(languages.filter(({ value }) => value.includes('-'))).toEqual([]);
  expect(locales.find(({ value }) => value === 'zh')).toEqual({ value: 'zh', label_zh: '中文（全部）', label_en: 'Chinese (all)' });
  for (const label of ['label_zh', 'label_en'] as const) expect(new Set(locales.map((one) => one[label])).size).toBe(locales.length);
});
