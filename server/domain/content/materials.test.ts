import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { BatchStart } from '#contracts/endpoints/batches.ts';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { contentFixtures } from '#tests/support/content.ts';
import { sheetsIn } from '#tests/support/sheet.ts';

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp();
});
afterAll(async () => await server.close());
beforeEach(async () => {
  for (const table of ['post', 'material_asset', 'material_upload', 'material'] as const) await server.db.deleteFrom(table).execute();
});
const rows = contentFixtures(() => server);

const list = async (by: string, body: object = {}) => (await server.as(by, '/material-files/list', body as never)).data;
const titles = async (by: string, body: object = {}) => (await list(by, body)).list.map((row) => row.title);
const detail = async (by: string, id: number) => await server.as(by, '/material-files/detail', { id });
const edit = (by: string, id: number, more: object, version = 1) =>
  server.as(by, '/material-files/edit', { id, version, ...more } as never);
/** Outcomes of all items of a batch. */
async function outcomes(answer: { code: number; data: BatchStart }, by = 'admin') {
  expect(answer.code).toBe(0);
  const { list: items } = (await server.as(by, '/op-batches/items', { batch_id: answer.data.batch_id })).data;
  return items.map(({ status, reason }) => reason ?? status);
}

describe('visibility', () => {
  const everybody = ['opt_01', 'opt_05', 'lead_a', 'lead_b', 'edit_01', 'opt_ec', 'admin'] as const;
  const seenBy = async (id: number) => {
    const seers: string[] = [];
    for (const by of everybody) {
      const inList = (await list(by)).list.some((row) => row.id === id);
      const byId = (await detail(by, id)).code === 0;
      expect({ by, byId }).toEqual({ by, byId: inList });
      if (inList) seers.push(by);
    }
    return seers;
  };

  test('of a private material includes its owner, creator and uploader, their leaders and administrators', async () => {
    const id = await rows.material('opt_01', { visibility: 'private' });
    expect(await seenBy(id)).toEqual(['opt_01', 'lead_a', 'admin']);
  });

  test('of a department material includes departments above and below, but no siblings', async () => {
    // 英语组 is below 投放一部, 西语组 is its sibling.
    expect(await seenBy(await rows.material('opt_01'))).toEqual(['opt_01', 'lead_a', 'admin']);
    expect(await seenBy(await rows.material('lead_a'))).toEqual(['opt_01', 'opt_05', 'lead_a', 'admin']);
    expect(await seenBy(await rows.material('edit_01'))).toEqual(['lead_b', 'edit_01', 'admin']);
    expect(await seenBy(await rows.material('admin'))).toEqual([...everybody]);
  });

  test('of a company material includes all users', async () => {
    expect(await seenBy(await rows.material('edit_01', { visibility: 'company' }))).toEqual([...everybody]);
  });

  test('includes creator and owner in any department', async () => {
    const made = await rows.material('opt_01', { visibility: 'private', creator_user_id: await rows.idOf('edit_01') });
    expect(await seenBy(made)).toEqual(['opt_01', 'lead_a', 'lead_b', 'edit_01', 'admin']);
    const owned = await rows.material('opt_01', { visibility: 'private', owner_user_id: await rows.idOf('opt_ec') });
    expect(await seenBy(owned)).toEqual(['opt_01', 'lead_a', 'opt_ec', 'admin']);
  });

  test('of a deleted material includes no user', async () => {
    expect(await seenBy(await rows.material('admin', { visibility: 'company', deleted_at: new Date() }))).toEqual([]);
  });

  test('is never widened by a filter', async () => {
    const id = await rows.material('edit_01', { visibility: 'private', title: '秘密' });
    const edit01 = await rows.idOf('edit_01');
    expect((await list('opt_01', { keyword: '秘密' })).total).toBe(0);
    expect((await list('opt_01', { uploader_user_id: edit01 })).total).toBe(0);
    expect((await server.as('opt_01', '/material-files/simple_list', { ids: [id] })).data.list).toEqual([]);
    expect((await server.as('opt_01', '/material-files/usage', { id })).reason).toBe('NOT_FOUND');
    expect((await server.as('opt_01', '/material-files/url', { id, kind: 'play' })).reason).toBe('NOT_FOUND');
    expect((await edit('opt_01', id, { title: 'x' })).reason).toBe('NOT_FOUND');
    const shared = await server.as('opt_01', '/material-files/batch_share', { ids: [id], visibility: 'company' });
    expect(await outcomes(shared, 'opt_01')).toEqual(['NOT_FOUND']);
    expect((await server.as('opt_01', '/op-batches/items', { batch_id: shared.data.batch_id })).data.list[0]?.label).toBe(`#${id}`);
  });
});

describe('permission to change a material', () => {
  test.each<[string, string]>([
    ['opt_01', 'ok'],
    ['lead_a', 'ok'],
    ['admin', 'ok'],
    ['edit_01', 'ok'],
    ['lead_b', 'ok'],
    ['opt_02', 'NOT_OWNER'],
    ['opt_05', 'NOT_OWNER'],
  ])('%s: %s', async (by, expected) => {
    const id = await rows.material('opt_01', { visibility: 'company', creator_user_id: await rows.idOf('edit_01') });
    const answer = await edit(by, id, { title: '改过' });
    expect(answer.reason ?? 'ok').toBe(expected);
    expect((await detail(by, id)).data.can.includes('edit')).toBe(expected === 'ok');
    const ordered = await server.as(by, '/material-files/batch_archive', { ids: [id], archived: true });
    expect(await outcomes(ordered)).toEqual([expected === 'ok' ? 'succeeded' : expected]);
  });

  test('is lost by an uploader who is no longer owner or creator', async () => {
    const other = await rows.idOf('edit_02');
    const id = await rows.material('opt_01', { owner_user_id: other, creator_user_id: other });
    expect((await edit('opt_01', id, { title: 'x' })).reason).toBe('NOT_OWNER');
  });

  test('requires the action and depends on the status', async () => {
    const can = async (by: string, more: object) =>
      (await detail(by, await rows.material('opt_01', { visibility: 'company', ...more }))).data.can;
    expect(await can('opt_01', {})).toEqual(['edit', 'archive', 'delete', 'sync']);
    expect(await can('opt_05', {})).toEqual(['sync']);
    expect(await can('opt_01', { status: 'archived' })).toEqual(['edit', 'unarchive', 'delete']);
    expect(await can('opt_01', { status: 'failed' })).toEqual(['edit', 'delete', 'reprocess']);
    expect(await can('opt_01', { status: 'blocked' })).toEqual(['edit', 'delete']);
    expect(await can('admin', { status: 'blocked' })).toEqual(['edit', 'delete', 'unblock']);
    expect(await can('opt_01', { status: 'processing', processing_since: new Date('2026-11-20T07:50:00Z') })).toEqual(['edit', 'delete']);
    expect(await can('opt_01', { status: 'processing', processing_since: new Date('2026-11-20T07:40:00Z') })).toContain('reprocess');
  });
});

test('the list can be narrowed by each filter and sorted by each column', async () => {
  const [a, b] = [await rows.drama({ title: '爱' }), await rows.drama({ title: '白' })];
  const shop = await rows.site();
  const product_id = await rows.product(shop, { name: '灯' });
  const edit01 = await rows.idOf('edit_01');
  const at = (day: string) => ({ created_at: new Date(`${day}T02:00:00Z`) });
  await rows.material('opt_01', {
    title: '一',
    drama_id: a,
    tags: ['甜宠'],
    language: 'es',
    ...at('2026-11-01'),
    duration_ms: 9_000,
    size_bytes: 9,
  });
  await rows.material('opt_01', {
    title: '二',
    drama_id: b,
    kind: 'image',
    ratio: '1:1',
    duration_ms: null,
    ...at('2026-11-02'),
    size_bytes: 8,
  });
  await rows.material('opt_01', {
    title: '三',
    biz: 'ec',
    product_id,
    status: 'archived',
    hit_level: 'hit',
    ...at('2026-11-03'),
    size_bytes: 7,
  });
  await rows.material('opt_01', {
    title: '四',
    drama_id: a,
    visibility: 'private',
    creator_user_id: edit01,
    first_used_at: new Date('2026-11-05T00:00:00Z'),
    duration_ms: 60_000,
    size_bytes: 6,
    ...at('2026-11-04'),
  });
  await rows.material('opt_02', {
    title: '五',
    drama_id: b,
    size_bytes: 5,
    ...at('2026-11-05'),
    created_at: new Date('2026-11-05T16:30:00Z'),
  });
  const of = (body: object) => titles('opt_01', body);
  expect(await of({})).toEqual(['五', '四', '三', '二', '一']);
  expect(await of({ keyword: '甜' })).toEqual(['一']);
  expect(await of({ keyword: '四' })).toEqual(['四']);
  expect(await of({ biz: 'ec' })).toEqual(['三']);
  expect(await of({ drama_id: a })).toEqual(['四', '一']);
  expect(await of({ product_id })).toEqual(['三']);
  expect(await of({ kind: 'image' })).toEqual(['二']);
  expect(await of({ ratio: '1:1' })).toEqual(['二']);
  expect(await of({ language: 'es' })).toEqual(['一']);
  expect(await of({ tag: ['甜宠', '没有'] })).toEqual(['一']);
  expect(await of({ tag: ['甜'] })).toEqual([]);
  expect(await of({ creator_user_id: edit01 })).toEqual(['四']);
  expect(await of({ uploader_user_id: await rows.idOf('opt_02') })).toEqual(['五']);
  expect(await of({ mine: true, used: true })).toEqual(['四']);
  expect(await of({ mine: true, used: false })).toEqual(['三', '二', '一']);
  expect(await of({ status: 'archived' })).toEqual(['三']);
  expect(await of({ visibility: 'private' })).toEqual(['四']);
  expect(await of({ hit_level: 'hit' })).toEqual(['三']);
  // 00:30 on the sixth in Shanghai.
  expect(await of({ date_from: '2026-11-06' })).toEqual(['五']);
  expect(await of({ date_from: '2026-11-02', date_to: '2026-11-03' })).toEqual(['三', '二']);
  expect((await server.as('opt_01', '/material-files/list', { date_from: '2026-11-03', date_to: '2026-11-02' })).reason).toBe('VALIDATION');
  const by = (field: string, order = 'asc') => of({ sort: [{ field, order }] });
  expect(await by('title')).toEqual(['二', '三', '四', '五', '一']);
  expect(await by('drama', 'desc')).toEqual(['五', '二', '四', '一', '三']);
  expect(await by('product', 'desc')).toEqual(['三', '五', '四', '二', '一']);
  expect(await by('duration', 'desc')).toEqual(['四', '五', '三', '一', '二']);
  expect(await by('size')).toEqual(['五', '四', '三', '二', '一']);
  expect(await by('creator')).toEqual(['三', '二', '一', '四', '五']);
  expect(await by('status')).toEqual(['三', '五', '四', '二', '一']);
  expect(await by('first_used_at', 'desc')).toEqual(['四', '五', '三', '二', '一']);
  expect(await of({ page: 2, page_size: 20 })).toEqual([]);
});

describe('an edit', () => {
  test('changes the sent fields and tidies tags, and an outdated version gets the newest row', async () => {
    const id = await rows.material('opt_01');
    const answer = await edit('opt_01', id, { title: ' 新 ', tags: [' 甜宠 ', '甜宠', '复仇'], visibility: 'company', language: 'es' });
    expect(answer.data).toMatchObject({ title: '新', tags: ['甜宠', '复仇'], visibility: 'company', language: 'es', version: 2 });
    expect(await edit('opt_01', id, { title: '晚' })).toMatchObject({ reason: 'VERSION_CONFLICT', data: { latest: { title: '新' } } });
    expect((await edit('opt_01', id, { title: '新' }, 2)).data.version).toBe(2);
    const entries = await server.db
      .selectFrom('op_log')
      .selectAll()
      .where('target_type', '=', 'material')
      .where('target_id', '=', id)
      .where('ok', '=', true)
      .execute();
    expect(entries).toMatchObject([{ action: '/material-files/edit', after: { title: '新' } }]);
  });

  test.each<[string, () => Promise<object>, string, string]>([
    ['eleven tags', async () => ({ tags: Array.from({ length: 11 }, (_, n) => `t${n}`) }), 'tags', 'maxItems'],
    ['a tag of 21 characters', async () => ({ tags: ['x'.repeat(21)] }), 'tags.0', 'maxLength'],
    ['a language of no dictionary', async () => ({ language: 'xx' }), 'language', 'enum'],
    ['a drama that is none', async () => ({ drama_id: 424_242 }), 'drama_id', 'exists'],
    ['a deleted drama', async () => ({ drama_id: await rows.drama({ deleted_at: new Date() }) }), 'drama_id', 'exists'],
    ['a product of a drama', async () => ({ product_id: await rows.product(await rows.site()) }), 'product_id', 'exists'],
    ['a creator out of sight', async () => ({ creator_user_id: await rows.idOf('edit_01') }), 'creator_user_id', 'exists'],
    ['a super admin as creator', async () => ({ creator_user_id: await rows.idOf('super') }), 'creator_user_id', 'exists'],
  ])('refuses %s at its field', async (_, more, field, rule) => {
    const id = await rows.material('opt_01');
    expect(await edit('opt_01', id, await more())).toMatchObject({ code: 400, data: { errors: [{ field, rule }] } });
  });

  test('accepts only creators in the scope of the caller', async () => {
    const id = await rows.material('opt_01');
    expect((await edit('lead_a', id, { creator_user_id: await rows.idOf('opt_05') })).data.creator.label).toBe('吴小五');
    // A creator who can no longer be chosen may stay.
    await server.db.updateTable('sys_user').set({ status: 'disabled' }).where('account', '=', 'opt_05').execute();
    expect((await edit('opt_01', id, { creator_user_id: await rows.idOf('opt_05'), title: 'x' }, 2)).code).toBe(0);
    await server.db.updateTable('sys_user').set({ status: 'enabled' }).where('account', '=', 'opt_05').execute();
  });
});

describe('lineage', () => {
  test('stays within one drama, has no cycle and shows as one chain', async () => {
    const drama_id = await rows.drama();
    const [a, b, c] = [
      await rows.material('opt_01', { drama_id }),
      await rows.material('opt_01', { drama_id }),
      await rows.material('opt_01', { drama_id }),
    ];
    const other = await rows.material('opt_01');
    const parent = (id: number, parent_material_id: number | null, version = 1) => edit('opt_01', id, { parent_material_id }, version);
    expect((await parent(b, a)).data.parent?.id).toBe(a);
    expect((await parent(c, b)).data.parent?.id).toBe(b);
    const refused = { code: 400, data: { errors: [{ field: 'parent_material_id', rule: 'parent' }] } };
    expect(await parent(a, c)).toMatchObject(refused);
    expect(await parent(a, a)).toMatchObject(refused);
    expect(await parent(a, other)).toMatchObject(refused);
    for (const id of [a, b, c]) {
      const { versions } = (await detail('opt_01', id)).data;
      expect(versions.map((each) => [each.id, each.parent_id])).toEqual([
        [a, null],
        [b, a],
        [c, b],
      ]);
    }
    const offered = await server.as('opt_01', '/material-files/simple_list', { parent_of: b });
    expect(offered.data.list.map((each) => each.id)).toEqual([a]);
    // Its descendants would be left behind in the other drama.
    expect(await edit('opt_01', b, { drama_id: await rows.drama() }, 2)).toMatchObject({
      data: { errors: [{ field: 'drama_id', rule: 'hasVersions' }] },
    });
    // A material without versions can move alone.
    expect((await edit('opt_01', c, { drama_id: await rows.drama() }, 2)).data.parent).toBeNull();
  });

  test('hides materials that the reader may not see', async () => {
    const drama_id = await rows.drama();
    const secret = await rows.material('edit_01', { drama_id, visibility: 'private' });
    const open = await rows.material('edit_01', { drama_id, visibility: 'company', parent_material_id: secret });
    const { parent, versions } = (await detail('opt_01', open)).data;
    expect(parent).toBeNull();
    expect(versions.map(({ id, parent_id }) => [id, parent_id])).toEqual([[open, null]]);
    const mine = await rows.material('opt_01', { drama_id });
    expect(await edit('opt_01', mine, { parent_material_id: secret })).toMatchObject({ data: { errors: [{ rule: 'parent' }] } });
  });

  test('has no cycle after two concurrent edits that refer to each other', async () => {
    const drama_id = await rows.drama();
    const [a, b] = [await rows.material('opt_01', { drama_id }), await rows.material('opt_01', { drama_id })];
    const answers = await Promise.all([edit('opt_01', a, { parent_material_id: b }), edit('opt_01', b, { parent_material_id: a })]);
    expect(answers.map(({ code }) => code).sort()).toEqual([0, 400]);
  });
});

test('a cover must be a picture and can be set only by users who may change the material', async () => {
  const id = await rows.material('opt_01', { visibility: 'company' });
  const content = (
    await sharp({ create: { width: 9, height: 16, channels: 3, background: 'blue' } })
      .jpeg()
      .toBuffer()
  ).toString('base64');
  const set = (by: string, cover: object, version = 1) => server.as(by, '/material-files/set_cover', { id, version, cover } as never);
  expect(await set('opt_01', { content: 'AAAA' })).toMatchObject({ data: { errors: [{ field: 'cover', rule: 'pictureType' }] } });
  expect((await set('opt_05', { content })).reason).toBe('NOT_OWNER');
  const { data } = await set('opt_01', { content });
  expect(data).toMatchObject({ version: 2, cover_url: expect.stringMatching(/^\//) });
  expect((await set('opt_01', { content })).reason).toBe('VERSION_CONFLICT');
  const { url } = (await server.as('opt_05', '/material-files/url', { id, kind: 'cover' })).data;
  expect((await server.app.inject({ method: 'GET', url })).statusCode).toBe(200);
});

test('an address plays, downloads under a clean name and expires after two hours; unprocessed files get none', async () => {
  const address = (id: number, kind: 'play' | 'cover' | 'download') => server.as('opt_01', '/material-files/url', { id, kind });
  for (const status of ['processing', 'failed', 'uploading'] as const) {
    expect((await address(await rows.material('opt_01', { status }), 'play')).reason).toBe('MATERIAL_NOT_READY');
  }
  expect((await address(await rows.material('opt_01'), 'cover')).reason).toBe('MATERIAL_NOT_READY');
  const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const file_key = await server.outside.files.store(picture, 'image/png');
  const id = await rows.material('opt_01', { title: 'a/b"c', kind: 'image', mime: 'image/png', file_key });
  const { url, expires_at } = (await address(id, 'play')).data;
  expect(expires_at).toBe('2026-11-20T10:00:00.000Z');
  const played = await server.app.inject({ method: 'GET', url });
  expect(played.rawPayload.equals(picture)).toBe(true);
  const saved = await server.app.inject({ method: 'GET', url: (await address(id, 'download')).data.url });
  expect(saved.headers['content-disposition']).toMatch(/^attachment/);
  expect(decodeURIComponent(String(saved.headers['content-disposition']))).toMatch(/a_b_c_M\d+\.png/);
});

describe('batches of materials', () => {
  test('add and remove tags, and only the material with too many fails', async () => {
    const full = Array.from({ length: 10 }, (_, n) => `t${n}`);
    const ids = [
      await rows.material('opt_01', { tags: ['a', 'b'] }),
      await rows.material('opt_01', { tags: full }),
      await rows.material('opt_01', { tags: ['x'] }),
    ];
    const answer = await server.as('opt_01', '/material-files/batch_tag', { ids, add: ['x'], remove: ['a', 'b'] });
    expect(await outcomes(answer)).toEqual(['succeeded', 'VALIDATION', 'NO_CHANGE']);
    const { data } = await detail('opt_01', ids[0] ?? 0);
    expect(data.tags).toEqual(['x']);
    expect(await server.as('opt_01', '/material-files/batch_tag', { ids, add: [], remove: [] })).toMatchObject({
      data: { errors: [{ field: 'add' }] },
    });
  });

  test('are undone: tags and archived files return, and a material changed since is skipped', async () => {
    const [one, two] = [await rows.material('opt_01', { tags: ['a', 'b'] }), await rows.material('opt_01', { tags: [] })];
    const undo = (batch_id: number) => server.as('opt_01', '/op-batches/undo', { batch_ids: [batch_id] });
    const tagged = (await server.as('opt_01', '/material-files/batch_tag', { ids: [one, two], add: ['x'], remove: ['a'] })).data.batch_id;
    await server.as('opt_01', '/material-files/batch_tag', { ids: [two], add: ['y'], remove: [] });
    expect(await outcomes(await undo(tagged))).toEqual(['succeeded', 'STATE_CHANGED']);
    expect((await detail('opt_01', one)).data.tags).toEqual(['a', 'b']);
    expect((await detail('opt_01', two)).data.tags).toEqual(['x', 'y']);
    const archived = (await server.as('opt_01', '/material-files/batch_archive', { ids: [one], archived: true })).data.batch_id;
    expect(await outcomes(await undo(archived))).toEqual(['succeeded']);
    expect((await detail('opt_01', one)).data.status).toBe('ready');
  });

  test('apply to all matching materials when the count is unchanged', async () => {
    const drama_id = await rows.drama();
    await rows.material('opt_01', { drama_id });
    await rows.material('opt_01', { drama_id });
    await rows.material('edit_01', { drama_id, visibility: 'private' });
    const share = (expected_total: number) =>
      server.as('opt_01', '/material-files/batch_share', { filter: { drama_id }, expected_total, visibility: 'private' });
    expect(await share(3)).toMatchObject({ reason: 'SELECTION_CHANGED', data: { total: 2 } });
    expect(await outcomes(await share(2))).toEqual(['succeeded', 'succeeded']);
  });

  test('archive ready materials and restore archived ones', async () => {
    const ids = [
      await rows.material('opt_01'),
      await rows.material('opt_01', { status: 'failed' }),
      await rows.material('opt_01', { status: 'archived' }),
    ];
    const archive = (archived: boolean) => server.as('opt_01', '/material-files/batch_archive', { ids, archived });
    expect(await outcomes(await archive(true))).toEqual(['succeeded', 'MATERIAL_NOT_READY', 'NO_CHANGE']);
    expect(await outcomes(await archive(false))).toEqual(['succeeded', 'MATERIAL_NOT_READY', 'succeeded']);
  });

  test('lift blocks for administrators only, and only from blocked materials', async () => {
    const ids = [await rows.material('opt_01', { status: 'blocked' }), await rows.material('opt_01')];
    expect((await server.as('opt_01', '/material-files/unblock', { ids })).reason).toBe('NOT_OWNER');
    expect((await server.as('lead_a', '/material-files/unblock', { ids })).reason).toBe('NOT_OWNER');
    expect(await outcomes(await server.as('admin', '/material-files/unblock', { ids }))).toEqual(['succeeded', 'NO_CHANGE']);
    expect((await detail('opt_01', ids[0] ?? 0)).data.status).toBe('ready');
  });

  test('change fields, and refuse faults common to all materials beforehand', async () => {
    const ids = [
      await rows.material('opt_01'),
      await rows.material('opt_01', { biz: 'ec', product_id: await rows.product(await rows.site()) }),
    ];
    const change = (patch: object) => server.as('opt_01', '/material-files/batch_edit', { ids, patch } as never);
    expect(await outcomes((await change({ language: 'ja', tags: ['新'] })) as never)).toEqual(['succeeded', 'succeeded']);
    expect(await outcomes((await change({ drama_id: await rows.drama() })) as never)).toEqual(['succeeded', 'VALIDATION']);
    expect(await change({})).toMatchObject({ data: { errors: [{ field: 'patch' }] } });
    expect(await change({ language: 'xx' })).toMatchObject({ data: { errors: [{ field: 'patch.language' }] } });
    expect(await change({ drama_id: 424_242 })).toMatchObject({ data: { errors: [{ field: 'patch.drama_id' }] } });
    expect(await change({ creator_user_id: await rows.idOf('edit_01') })).toMatchObject({
      data: { errors: [{ field: 'patch.creator_user_id' }] },
    });
  });

  test('bind e-commerce materials to a product', async () => {
    const site = await rows.site();
    const [one, two] = [await rows.product(site), await rows.product(site)];
    const ids = [await rows.material('opt_ec', { biz: 'ec', product_id: one }), await rows.material('opt_ec')];
    const bind = (product_id: number) => server.as('opt_ec', '/material-files/batch_bind_product', { ids, product_id });
    expect(await outcomes(await bind(two))).toEqual(['succeeded', 'VALIDATION']);
    expect((await detail('opt_ec', ids[0] ?? 0)).data.product?.id).toBe(two);
    expect(await bind(424_242)).toMatchObject({ data: { errors: [{ field: 'product_id', rule: 'exists' }] } });
  });

  test('process failed materials again unless the same file was uploaded again', async () => {
    const failed = await rows.material('opt_01', { status: 'failed', fail_reason: 'BROKEN' });
    const twin = await rows.material('opt_01', { status: 'failed' });
    const { sha256 } = await server.db.selectFrom('material').select('sha256').where('id', '=', twin).executeTakeFirstOrThrow();
    await rows.material('opt_01', { sha256 });
    const ids = [failed, twin, await rows.material('opt_01')];
    expect(await outcomes(await server.as('opt_01', '/material-files/reprocess', { ids }))).toEqual([
      'succeeded',
      'DUPLICATE_MATERIAL',
      'NO_CHANGE',
    ]);
    expect(['processing', 'failed']).toContain((await detail('opt_01', failed)).data.status);
  });

  test('delete materials with a reason and keep the rows that posts refer to', async () => {
    const ids = [await rows.material('opt_01'), await rows.material('edit_01', { visibility: 'company' })];
    expect((await server.as('opt_01', '/material-files/batch_delete', { ids } as never)).reason).toBe('VALIDATION');
    expect(await outcomes(await server.as('opt_01', '/material-files/batch_delete', { ids, reason: '过期' }))).toEqual([
      'succeeded',
      'NOT_OWNER',
    ]);
    expect((await detail('admin', ids[0] ?? 0)).reason).toBe('NOT_FOUND');
    expect(
      await server.db
        .selectFrom('material')
        .select('deleted_at')
        .where('id', '=', ids[0] ?? 0)
        .executeTakeFirst(),
    ).toMatchObject({
      deleted_at: expect.any(Date),
    });
  });
});

test('picker options leave out archived materials and disable those that are not ready', async () => {
  const drama_id = await rows.drama({ title: '甲' });
  await rows.material('opt_01', { title: '好', drama_id });
  await rows.material('opt_01', { title: '坏', drama_id, status: 'failed' });
  await rows.material('opt_01', { title: '旧', drama_id, status: 'archived' });
  const offered = (body: object) => server.as('opt_01', '/material-files/simple_list', body as never);
  expect((await offered({ usable: true })).data.list.map(({ label, disabled }) => [label, disabled])).toEqual([
    ['坏', '未就绪'],
    ['好', undefined],
  ]);
  expect((await offered({ drama_id })).data.total).toBe(3);
});

test('tags in use are those of materials in sight, the most used first', async () => {
  await rows.material('opt_01', { tags: ['甜宠', '复仇'] });
  await rows.material('opt_01', { tags: ['复仇'], visibility: 'private' });
  await rows.material('edit_01', { tags: ['秘密'], visibility: 'private' });
  await rows.material('opt_01', { tags: ['删除'], deleted_at: new Date() });
  const tags = async (as: string) => (await server.as(as, '/sys-dicts/list', { names: ['tags'] })).data.tags?.map(({ value }) => value);
  expect(await tags('opt_01')).toEqual(['复仇', '甜宠']);
  expect(await tags('edit_01')).toContain('秘密');
  expect(await tags('edit_01')).not.toContain('删除');
  await rows.material('opt_01', { tags: Array.from({ length: 10 }, (_, at) => `甲${at}`) });
  for (let from = 0; from < 200; from += 10)
    await rows.material('opt_01', { tags: Array.from({ length: 10 }, (_, at) => `乙${from + at}`) });
  expect(await tags('opt_01')).toHaveLength(200);
});

test('an export contains the rows its reader may see', async () => {
  await rows.material('opt_01', { title: '我的', tags: ['a', 'b'] });
  await rows.material('edit_01', { title: '他的', visibility: 'private' });
  const token = await server.signIn('opt_01');
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/material-files/export',
    headers: { authorization: `Bearer ${token}` },
    payload: { columns: ['title', 'tags', 'duration', 'status', 'creator'], locale: 'zh-cn' },
  });
  expect(sheetsIn(answer.rawPayload)[0]).toEqual([
    ['标题', '标签', '时长（秒）', '状态', '剪辑师'],
    ['我的', 'a, b', '30', '可用', '陈一鸣'],
  ]);
});

test('a deleted user hands their materials over', async () => {
  const id = await rows.material('edit_02');
  const gone = await rows.idOf('edit_02');
  const owned = await server.as('admin', '/sys-users/owned', { id: gone });
  expect(owned.data.counts.materials).toBe(1);
  expect((await server.as('admin', '/sys-users/delete_user', { id: gone })).reason).toBe('HANDOVER_REQUIRED');
  const to = await rows.idOf('edit_01');
  expect((await server.as('admin', '/sys-users/delete_user', { id: gone, handover_user_id: to })).code).toBe(0);
  expect((await detail('edit_01', id)).data).toMatchObject({ owner: { id: to }, creator: { id: gone }, uploader: { id: gone } });
});
