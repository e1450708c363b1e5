import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { contentFixtures } from '#tests/support/content.ts';
import { launchFixtures } from '#tests/support/launches.ts';
import { sheetsIn } from '#tests/support/sheet.ts';
import { nextRuns } from '../jobs/schedule.rules.ts';
import { expireContent } from './content.jobs.ts';

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp();
  await server.db.deleteFrom('post').execute();
  await server.db.deleteFrom('material_asset').execute();
  await server.db.deleteFrom('material_upload').execute();
  await server.db.deleteFrom('material').execute();
  await server.db.deleteFrom('landing_page').execute();
  await server.db.deleteFrom('drama').execute();
});
afterAll(async () => await server.close());
const rows = contentFixtures(() => server);
const launches = launchFixtures(() => server);

const drama = {
  code: 'LOVE-01',
  title: ' 天价宠妻 ',
  title_en: 'Priceless Bride',
  language: 'en',
  genres: ['romance', 'ceo'],
  episodes_total: 80,
  free_episodes: 10,
  price_model: 'coin' as const,
  target_roi_d0_bp: 6_000,
  online_at: '2026-11-01',
  copyright_until: '2027-11-01',
};
const create = (more: object = {}, by = 'opt_01') => server.as(by, '/material-dramas/create', { ...drama, ...more } as never);
const list = async (body: object = {}, by = 'opt_01') => (await server.as(by, '/material-dramas/list', body as never)).data;
const codes = async (body: object = {}) => (await list(body)).list.map((row) => row.code);

test('a drama is created with the entered fields, status on and stage new, and is logged', async () => {
  const { code, data } = await create();
  expect(code).toBe(0);
  expect(data).toMatchObject({
    ...drama,
    title: '天价宠妻',
    stage: 'new',
    status: 'on',
    version: 1,
    materials: 0,
    cover_url: null,
    can: ['edit', 'set_status', 'delete'],
  });
  expect((await server.as('opt_01', '/material-dramas/detail', { id: data.id })).data).toEqual(data);
  const { list: entries } = (await server.as('admin', '/sys-oplogs/list', { target: 'LOVE-01' })).data;
  expect(entries).toMatchObject([{ action: '/material-dramas/create', account: 'opt_01', target: { label: 'LOVE-01' }, ok: true }]);
});

test.each<[string, object, string, string]>([
  ['a code in small letters', { code: 'love' }, 'code', 'pattern'],
  ['a language of no dictionary', { code: 'A-1', language: 'xx' }, 'language', 'enum'],
  ['a genre of no dictionary', { code: 'A-1', genres: ['romance', 'opera'] }, 'genres.1', 'enum'],
  ['six genres', { code: 'A-1', genres: ['romance', 'ceo', 'revenge', 'rebirth', 'fantasy', 'comedy'] }, 'genres', 'maxItems'],
  ['only free episodes', { code: 'A-1', episodes_total: 8, free_episodes: 8 }, 'free_episodes', 'maximum'],
  ['a copyright that ends before it begins', { code: 'A-1', copyright_until: '2026-10-31' }, 'copyright_until', 'beforeOnline'],
  ['a target of nothing', { code: 'A-1', target_roi_d0_bp: 99 }, 'target_roi_d0_bp', 'minimum'],
  ['a blank title', { code: 'A-1', title: '   ' }, 'title', 'blank'],
  ['a year nobody stores', { code: 'A-1', online_at: '0001-01-01' }, 'online_at', 'minimum'],
  ['a cover that is no picture', { code: 'A-1', cover: { content: 'aGVsbG8=' } }, 'cover', 'pictureType'],
])('%s is refused at its field', async (_, more, field, rule) => {
  expect(await create(more)).toMatchObject({ code: 400, reason: 'VALIDATION', data: { errors: [{ field, rule }] } });
});

test('a code is unique until its drama is deleted', async () => {
  const first = await create({ code: 'TWICE' });
  expect(await create({ code: 'TWICE' })).toMatchObject({ code: 409, reason: 'DUPLICATE', data: { field: 'code' } });
  await server.as('opt_01', '/material-dramas/delete', { id: first.data.id, reason: '重复' });
  expect((await create({ code: 'TWICE' })).code).toBe(0);
  await server.as('opt_01', '/material-dramas/delete', { id: (await list({ keyword: 'TWICE' })).list[0]?.id ?? 0, reason: '清理' });
});

test('an edit changes the sent fields and raises the version, and an outdated version gets the newest row', async () => {
  const { data } = await create({ code: 'EDIT-1' });
  const edited = await server.as('edit_01', '/material-dramas/edit', { id: data.id, version: 1, title: '新名', copyright_until: null });
  expect(edited.data).toMatchObject({ title: '新名', copyright_until: null, language: 'en', version: 2 });
  const late = await server.as('opt_02', '/material-dramas/edit', { id: data.id, version: 1, title: '旧' });
  expect(late).toMatchObject({ code: 409, reason: 'VERSION_CONFLICT', data: { latest: { title: '新名', version: 2 } } });
  expect(late.data.by).toBe('许剪');
  // The rules check the whole drama, not only the changed fields.
  expect(await server.as('opt_01', '/material-dramas/edit', { id: data.id, version: 2, episodes_total: 10 })).toMatchObject({
    code: 400,
    data: { errors: [{ field: 'free_episodes' }] },
  });
  const same = await server.as('opt_01', '/material-dramas/edit', { id: data.id, version: 2, title: '新名' });
  expect(same.data.version).toBe(2);
});

test('a cover is stored as a picture of its own and can be removed', async () => {
  const picture = await sharp({ create: { width: 40, height: 60, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const { data } = await create({ code: 'COVER-1', cover: { content: picture.toString('base64') } });
  expect(data.cover_url).toMatch(/^\//);
  const fetched = await server.app.inject({ method: 'GET', url: data.cover_url ?? '' });
  expect(fetched.statusCode).toBe(200);
  expect((await sharp(fetched.rawPayload).metadata()).height).toBe(60);
  const gone = await server.as('opt_01', '/material-dramas/edit', { id: data.id, version: 1, cover: null });
  expect(gone.data.cover_url).toBeNull();
});

test('users without the action can only read, and users without the page cannot read', async () => {
  const { data } = await create({ code: 'RIGHTS-1' });
  // Host operators and analysts have other pages.
  expect((await server.as('host_01', '/material-dramas/list', {})).reason).toBe('NO_PATH');
  expect((await server.as('super', '/material-dramas/list', {})).reason).toBe('NO_PATH');
  const { id } = (await server.as('admin', '/sys-roles/create', { name: '只看素材', paths: ['/advertising/video'], actions: [] })).data;
  await server.as('admin', '/sys-users/batch_save_user_role', { user_ids: [await rows.idOf('opt_09')], role_ids: [id], mode: 'replace' });
  expect((await server.as('opt_09', '/material-dramas/detail', { id: data.id })).data.can).toEqual([]);
  expect((await create({ code: 'RIGHTS-2' }, 'opt_09')).reason).toBe('NO_ACTION');
  expect((await server.as('opt_09', '/material-dramas/set_status', { id: data.id, status: 'off' })).reason).toBe('NO_ACTION');
});

describe('the list', () => {
  beforeAll(async () => {
    await server.db.deleteFrom('material').execute();
    await server.db.deleteFrom('drama').execute();
    await rows.drama({ code: 'B-2', title: '白月光', language: 'es', genres: ['revenge'], stage: 'scaling', price_model: 'hybrid' });
    await rows.drama({ code: 'A-1', title: '爱恨', title_en: 'Hate%Love', online_at: '2026-11-19', copyright_until: '2026-11-25' });
    await rows.drama({ code: 'C-3', title: '长夜', status: 'off', stage: 'stopped', copyright_until: '2026-01-01' });
  });

  test('can be narrowed by each filter', async () => {
    expect(await codes({ keyword: '白月' })).toEqual(['B-2']);
    expect(await codes({ keyword: 'e%l' })).toEqual(['A-1']);
    expect(await codes({ keyword: 'c-3' })).toEqual(['C-3']);
    expect(await codes({ language: 'es' })).toEqual(['B-2']);
    expect(await codes({ genre: 'revenge' })).toEqual(['B-2']);
    expect(await codes({ price_model: 'hybrid' })).toEqual(['B-2']);
    expect(await codes({ stage: 'stopped' })).toEqual(['C-3']);
    expect(await codes({ status: 'off' })).toEqual(['C-3']);
  });

  test('can be sorted by each column and shows the newest first by default', async () => {
    expect(await codes()).toEqual(['C-3', 'A-1', 'B-2']);
    const by = (field: string, order = 'asc') => codes({ sort: [{ field, order }] });
    expect(await by('code')).toEqual(['A-1', 'B-2', 'C-3']);
    expect(await by('title')).toEqual(['A-1', 'B-2', 'C-3']);
    expect(await by('stage')).toEqual(['A-1', 'B-2', 'C-3']);
    expect(await by('copyright_until', 'desc')).toEqual(['A-1', 'C-3', 'B-2']);
    expect(await by('online_at', 'desc')).toEqual(['A-1', 'C-3', 'B-2']);
    expect(await by('language')).toEqual(['C-3', 'A-1', 'B-2']);
  });

  test('counts the materials its reader may see and sorts by that count', async () => {
    const [a, b] = (await list({ sort: [{ field: 'code', order: 'asc' }] })).list.map((row) => row.id);
    await rows.material('opt_01', { drama_id: b, visibility: 'private' });
    await rows.material('opt_02', { drama_id: a, visibility: 'company' });
    await rows.material('opt_02', { drama_id: a, visibility: 'company', deleted_at: new Date() });
    const counts = async (by: string) =>
      Object.fromEntries((await list({ sort: [{ field: 'code', order: 'asc' }] }, by)).list.map((row) => [row.code, row.materials]));
    expect(await counts('opt_01')).toEqual({ 'A-1': 1, 'B-2': 1, 'C-3': 0 });
    expect(await counts('opt_ec')).toEqual({ 'A-1': 1, 'B-2': 0, 'C-3': 0 });
    expect(await counts('admin')).toEqual({ 'A-1': 1, 'B-2': 1, 'C-3': 0 });
    expect(await codes({ sort: [{ field: 'materials', order: 'asc' }] })).toEqual(['C-3', 'A-1', 'B-2']);
  });

  test('is available as picker options, with dramas that are off last and disabled for ads', async () => {
    const simple = async (body: object) => (await server.as('opt_01', '/material-dramas/simple_list', body as never)).data;
    expect((await simple({})).list.map(({ label, sub, disabled }) => [label, sub, disabled])).toEqual([
      ['爱恨', 'A-1 · en', undefined],
      ['白月光', 'B-2 · es', undefined],
      ['长夜', 'C-3 · en', undefined],
    ]);
    expect((await simple({ usable: true, keyword: '长' })).list).toMatchObject([{ status: 'off', disabled: '剧目/商品已下架或版权到期' }]);
    const { list: all, total } = await simple({ page_size: 20, page: 1, language: 'es' });
    expect({ total, ids: all.map((row) => row.label) }).toEqual({ total: 1, ids: ['白月光'] });
    expect((await simple({ ids: all.map((row) => row.id) })).list).toEqual(all);
  });

  test('is exported with its filters and numeric targets', async () => {
    const token = await server.signIn('opt_01');
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/material-dramas/export',
      headers: { authorization: `Bearer ${token}` },
      payload: { columns: ['code', 'language', 'target_roi_d0', 'stage'], locale: 'zh-cn', language: 'es' },
    });
    const [data] = sheetsIn(answer.rawPayload);
    expect(data).toEqual([
      ['编号', '语言', '目标 D0 ROI', '阶段'],
      ['B-2', '西班牙语', '0.6', '放量'],
    ]);
  });
});

test('a drama that is off can be switched on unless its copyright has ended', async () => {
  const id = await rows.drama({ copyright_until: '2026-11-19' });
  const set = (status: 'on' | 'off') => server.as('opt_01', '/material-dramas/set_status', { id, status });
  expect((await set('off')).data.status).toBe('off');
  expect(await set('on')).toMatchObject({ code: 422, reason: 'CONTENT_OFF' });
  await server.db.updateTable('drama').set({ copyright_until: '2026-11-20' }).where('id', '=', id).execute();
  expect((await set('on')).data.status).toBe('on');
  expect((await set('on')).code).toBe(0);
});

test('only dramas whose copyright has ended are switched off at the start of the business day', async () => {
  await server.db.updateTable('drama').set({ copyright_until: null }).execute();
  const due = await rows.drama({ copyright_until: '2026-11-20' });
  const today = await rows.drama({ copyright_until: '2026-11-21' });
  const never = await rows.drama({ copyright_until: null });
  await launches.tree('opt_05', { campaign: { drama_id: due } });
  const lines: string[] = [];
  const run = (now: string) =>
    expireContent.run({
      db: server.db,
      now: new Date(now),
      signal: new AbortController().signal,
      log: (line: string) => void lines.push(line),
    } as never);
  const statuses = async () =>
    (await server.db.selectFrom('drama').select(['id', 'status']).where('id', 'in', [due, today, never]).orderBy('id').execute()).map(
      (row) => row.status,
    );
  // 23:59 in Shanghai, so the last day has not ended.
  await run('2026-11-20T15:59:00Z');
  expect(await statuses()).toEqual(['on', 'on', 'on']);
  const alertsOf = async (account: string, wanted: string) =>
    (await server.as(account, '/home-alerts/list', { page_size: 50 })).data.list.filter(({ kind }) => kind === wanted);
  expect(await alertsOf('opt_05', 'copyright_expiring')).toMatchObject([
    {
      title: expect.stringContaining('版权即将到期'),
      body: '版权到期日为 2026-11-20，次日自动下架；目前有 1 个在投系列。',
      link: expect.stringContaining('/advertising/video?tab=dramas&keyword='),
    },
  ]);
  expect(await alertsOf('admin', 'copyright_expiring')).toHaveLength(2);
  expect(await run('2026-11-20T16:00:00Z')).toEqual({ rowsIn: 1, rowsOut: 1 });
  expect(await statuses()).toEqual(['off', 'on', 'on']);
  expect(lines.join()).toContain('copyright until 2026-11-20');
  const entries = await server.db.selectFrom('op_log').selectAll().where('action', '=', 'cron:content.expire').execute();
  expect(entries).toMatchObject([{ user_id: null, account: 'system', target_id: due, after: { status: 'off' } }]);
  expect(await alertsOf('opt_05', 'copyright_ended')).toMatchObject([
    { title: expect.stringContaining('版权到期，已下架'), body: '版权于 2026-11-20 到期，不能再发布；1 个在投系列仍在投放。' },
  ]);
  expect(await alertsOf('admin', 'copyright_ended')).toHaveLength(1);
  // Each is announced once.
  expect(await alertsOf('admin', 'copyright_expiring')).toHaveLength(2);
  expect(await alertsOf('opt_01', 'copyright_ended')).toEqual([]);
});

test.each([
  { timezone: 'America/New_York', midnight: '2026-11-21T05:00:00Z' },
  { timezone: 'Asia/Kathmandu', midnight: '2026-11-20T18:15:00Z' },
])('a drama is switched off at the midnight of the company in $timezone', async ({ timezone, midnight }) => {
  const setTimezone = (name: string) =>
    server.db
      .updateTable('setting')
      .set({ value: JSON.stringify(name) })
      .where('key', '=', 'BIZ_TZ')
      .execute();
  await server.db.updateTable('drama').set({ copyright_until: null }).execute();
  await setTimezone(timezone);
  const id = await rows.drama({ copyright_until: '2026-11-20' });
  const start = new Date(midnight);
  // The run at midnight, and the one before it.
  const before = nextRuns(expireContent.cron, new Date(start.getTime() - 16 * 60_000), 2);
  expect(before[1]).toEqual(start);
  const statusAfter = async (now: Date | undefined) => {
    await expireContent.run({ db: server.db, now, signal: new AbortController().signal, log: () => undefined } as never);
    return (await server.db.selectFrom('drama').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status;
  };
  expect(await statusAfter(before[0])).toBe('on');
  expect(await statusAfter(before[1])).toBe('off');
  await setTimezone('Asia/Shanghai');
});

test('a deleted drama is hidden from all users, and its materials stay', async () => {
  const id = await rows.drama();
  const material = await rows.material('opt_01', { drama_id: id });
  expect((await server.as('opt_01', '/material-dramas/delete', { id, reason: '下线' })).code).toBe(0);
  for (const call of ['detail', 'delete', 'set_status', 'edit'] as const) {
    const body = {
      id,
      ...(call === 'delete' ? { reason: 'x' } : call === 'set_status' ? { status: 'on' } : call === 'edit' ? { version: 1 } : {}),
    };
    expect((await server.as('opt_01', `/material-dramas/${call}`, body as never)).reason).toBe('NOT_FOUND');
  }
  expect((await server.as('opt_01', '/material-files/detail', { id: material })).code).toBe(0);
});
