import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AdPlatform, AdPlatformError, type ConversionEvent, type FailureKind } from '#server/channel/ad-platform.ts';
import { nothingOutside } from '#server/domain/outside.ts';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { connectionFixtures } from '#tests/support/connections.ts';
import { factFixtures } from '#tests/support/facts.ts';
import { testVault } from '#tests/support/outside.ts';
import { CAPI_TOKEN_PLACE } from './pixel.kind.ts';

/** Records the calls of the channel and makes them fail on demand. */
const calls: { shares: string[]; events: { token: string; event: ConversionEvent }[] } = { shares: [], events: [] };
let failureFor: (account: string) => FailureKind | null = () => null;
const failIf = (kind: FailureKind | null) => {
  if (kind !== null) throw new AdPlatformError(kind, { code: 100, subcode: 33, title: 'No', userMessage: 'The account takes no pixel' });
};
const platform: Partial<AdPlatform> = {
  async sharePixel(_t, pixel, account) {
    failIf(failureFor(account));
    calls.shares.push(`${pixel} + ${account}`);
  },
  async unsharePixel(_t, pixel, account) {
    failIf(failureFor(account));
    calls.shares.push(`${pixel} - ${account}`);
  },
  async sendConversion(t, _pixel, [event]) {
    failIf(failureFor(''));
    if (event !== undefined) calls.events.push({ token: t.token, event });
    return { received: 1, errors: [] };
  },
};

const PAGES = ['/auth/site', '/auth/pixel', '/auth/homepage'];
let server: TestApp;
let person: number;
let owner: number;
const rows = connectionFixtures(() => server);

beforeAll(async () => {
  const channels = { of: () => platform as AdPlatform, connectorsFor: () => ['sandbox'] as const };
  server = await createTestApp({ outside: { ...nothingOutside, vault: testVault, channels } });
  const role = server.db.updateTable('sys_role').where('name', '=', '优化师');
  await role.set({ paths: PAGES, actions: ['asset'] }).execute();
  person = await rows.person('opt_01');
  owner = await rows.account(person);
});
afterAll(async () => await server.close());
beforeEach(() => {
  failureFor = () => null;
  calls.shares.length = 0;
  calls.events.length = 0;
});

const faults = (answer: { data: unknown }) =>
  (answer.data as { errors?: { field: string; rule: string }[] }).errors?.map(({ field, rule }) => `${field} ${rule}`);

describe.each([
  { kind: 'pixel', list: '/auth-pixels/list', simple: '/auth-pixels/simple_list' },
  { kind: 'homepage', list: '/auth-homepages/list', simple: '/auth-homepages/simple_list' },
] as const)('the list of $kind rows', ({ kind, list, simple }) => {
  it("contains assets in the caller's scope and assigned ones; only the former can be changed", async () => {
    const add = (name: string, personId: number, accountId: number) =>
      kind === 'pixel' ? rows.pixel(personId, accountId, { name }) : rows.homepage(personId, { name });
    const own = await add('vis-own', person, owner);
    const otherPerson = await rows.person('opt_05');
    const otherAccount = await rows.account(otherPerson);
    const shared = await add('vis-shared', otherPerson, otherAccount);
    await rows.assign(kind, shared, { user: 'opt_01' });
    const group = await add('vis-group', otherPerson, otherAccount);
    await rows.assign(kind, group, { department: '素材部' });

    const seen = async (account: string) => {
      const { data } = await server.as(account, list, { keyword: 'vis-' });
      const { data: choices } = await server.as(account, simple, { keyword: 'vis-' });
      expect(choices.list.map(({ id }) => id).sort()).toEqual(data.list.map(({ id }) => id).sort());
      return Object.fromEntries(data.list.map((row) => [row.name, row.can.length > 0]));
    };
    expect(await seen('opt_01')).toEqual({ 'vis-own': true, 'vis-shared': false });
    expect(await seen('opt_05')).toEqual({ 'vis-shared': true, 'vis-group': true });
    expect(await seen('lead_a')).toEqual({ 'vis-own': true, 'vis-shared': true, 'vis-group': true });
    expect(await seen('lead_b')).toEqual({ 'vis-group': false });
    expect(await seen('admin')).toEqual({ 'vis-own': true, 'vis-shared': true, 'vis-group': true });

    const edit = async (account: string, id: number) =>
      kind === 'pixel'
        ? await server.as(account, '/auth-pixels/edit', { id, version: 1, test_event_code: 'X' })
        : await server.as(account, '/auth-homepages/edit', { id, version: 1, biz: 'ec' });
    expect((await edit('opt_01', shared)).reason).toBe('NOT_OWNER');
    expect((await edit('opt_01', group)).reason).toBe('NOT_FOUND');
    expect((await edit('lead_b', own)).reason).toBe('NOT_FOUND');
    expect((await edit('opt_01', own)).code).toBe(0);
  });
});

describe('a pixel', () => {
  it('is silent a day after its last event while ads spend with it, and has no health before its first', async () => {
    const ago = (hours: number) => new Date(server.clock.now().getTime() - hours * 3_600_000);
    await rows.pixel(person, owner, { name: 'heard-ok', last_fired_at: ago(23) });
    const silent = await rows.pixel(person, owner, { name: 'heard-silent', last_fired_at: ago(25) });
    await rows.pixel(person, owner, { name: 'heard-unused', last_fired_at: ago(25) });
    await rows.pixel(person, owner, { name: 'heard-never' });
    const facts = factFixtures(() => server);
    const ad = await facts.tree(owner, 'opt_01');
    await facts.days([facts.dayOf(ad, ago(12).toISOString().slice(0, 10), { spend: 100, spend_usd: 100, pixel_id: silent })]);
    const found = async (filter: object) => {
      const { list } = (
        await server.as('opt_01', '/auth-pixels/list', { keyword: 'heard-', sort: [{ field: 'name', order: 'asc' }], ...filter })
      ).data;
      return list.map(({ name, health }) => `${name} ${health}`);
    };
    expect(await found({})).toEqual(['heard-never never', 'heard-ok ok', 'heard-silent silent', 'heard-unused ok']);
    expect(await found({ silent: true })).toEqual(['heard-never never', 'heard-silent silent', 'heard-unused ok']);
    expect(await found({ silent: false })).toEqual(['heard-ok ok']);
  });

  it('is sorted by its share of duplicates and its gap to the orders', async () => {
    const at = new Date(server.clock.now().getTime() - 3_600_000);
    const add = async (name: string, kept: number, duplicates: number) => {
      const pixel_id = await rows.pixel(person, owner, { name });
      await sql`
        insert into pixel_event (pixel_id, event_name, event_id, source, event_time, received_at, dedupe, match_score, status)
        select ${pixel_id}, 'Purchase', 'e' || n, 'browser', ${at}, ${at}, case when n <= ${kept}::int then 'kept' else 'duplicate' end, 5, 'ok'
        from generate_series(1, ${kept + duplicates}::int) n`.execute(server.db);
    };
    await add('dup-half', 1, 1);
    await add('dup-none', 2, 0);
    await add('dup-most', 1, 3);
    const sorted = async (field: 'dup_rate' | 'report_gap', order: 'asc' | 'desc') =>
      (await server.as('opt_01', '/auth-pixels/list', { keyword: 'dup-', sort: [{ field, order }] })).data.list.map(({ name }) => name);
    expect(await sorted('dup_rate', 'desc')).toEqual(['dup-most', 'dup-half', 'dup-none']);
    expect(await sorted('dup_rate', 'asc')).toEqual(['dup-none', 'dup-half', 'dup-most']);
    expect(await sorted('report_gap', 'asc')).toHaveLength(3);
  });

  it('counts as many events as a row of events stands for', async () => {
    const at = new Date(server.clock.now().getTime() - 3_600_000);
    const pixel_id = await rows.pixel(person, owner, { name: 'counted', last_fired_at: at });
    const event = { pixel_id, source: 'browser' as const, event_time: at, received_at: at, match_score: 6, status: 'ok' as const };
    await server.db
      .insertInto('pixel_event')
      .values([
        { ...event, event_name: 'PageView', event_id: 'v', count: 30, dedupe: 'kept' },
        { ...event, event_name: 'PageView', event_id: 'w', count: 10, dedupe: 'duplicate' },
        { ...event, event_name: 'Purchase', event_id: 'p', count: 1, dedupe: 'kept' },
      ])
      .execute();
    const [row] = (await server.as('opt_01', '/auth-pixels/list', { keyword: 'counted' })).data.list;
    expect(row).toMatchObject({ events_24h: 41, dup_rate: 0.243902, report_gap: null, health: 'ok' });
  });

  it('sends server events only with a token, which is sealed and never returned or logged', async () => {
    const id = await rows.pixel(person, owner);
    const capi_token = 'a-capi-token-that-nobody-sees-again';
    const early = await server.as('opt_01', '/auth-pixels/edit', { id, version: 1, capi_enabled: true });
    expect(faults(early)).toEqual(['capi_token required']);
    const { code, data } = await server.as('opt_01', '/auth-pixels/edit', { id, version: 1, capi_enabled: true, capi_token });
    expect([code, data.capi_enabled, data.capi_token_set, data.version]).toEqual([0, true, true, 2]);
    expect(JSON.stringify(data)).not.toContain(capi_token);
    const row = await server.db.selectFrom('pixel').select('capi_token_enc').where('id', '=', id).executeTakeFirstOrThrow();
    expect(row.capi_token_enc).not.toContain(capi_token);
    expect(testVault.open(row.capi_token_enc ?? '', CAPI_TOKEN_PLACE)).toBe(capi_token);
    const log = await server.db.selectFrom('op_log').selectAll().where('target_type', '=', 'pixel').where('target_id', '=', id).execute();
    expect(log.length).toBeGreaterThan(0);
    expect(JSON.stringify(log)).not.toContain(capi_token);
    const off = await server.as('opt_01', '/auth-pixels/edit', { id, version: 2, capi_enabled: false });
    expect(off.data).toMatchObject({ capi_enabled: false, capi_token_set: true });
    expect((await server.as('opt_01', '/auth-pixels/edit', { id, version: 3, capi_enabled: true })).data.capi_enabled).toBe(true);
  });

  it('is shared per account: refused accounts state the reason and do not affect the others', async () => {
    const pixel = await rows.pixel(person, owner);
    const [good, bad, unseen] = [
      await rows.account(person),
      await rows.account(person, { platform_account_id: 'bad' }),
      await rows.account(await rows.person('opt_05')),
    ];
    failureFor = (account) => (account === 'bad' ? 'rejected' : null);
    const ad_account_ids = [good, bad, unseen, owner];
    const { data } = await server.as('opt_01', '/auth-pixels/share', { pixel_id: pixel, ad_account_ids });
    expect(data).toMatchObject({ status: 'partial', total: 4, ok: 1, fail: 2, skip: 1 });
    const { list } = (await server.as('opt_01', '/op-batches/items', { batch_id: data.batch_id })).data;
    expect(list.map(({ reason }) => reason)).toEqual([null, 'PLATFORM_REJECTED', 'NOT_FOUND', 'NO_CHANGE']);
    expect(list[1]).toMatchObject({
      platform_code: '100',
      platform_subcode: '33',
      text: expect.stringContaining('The account takes no pixel'),
    });
    const shares = (await server.as('opt_01', '/auth-pixels/shares', { pixel_id: pixel })).data.list;
    expect(shares.map(({ account, status, error }) => [account.id, status, error])).toEqual([
      [good, 'active', null],
      [bad, 'failed', 'The account takes no pixel'],
    ]);
    const row = (await server.as('opt_01', '/auth-pixels/list', {})).data.list.find(({ id }) => id === pixel);
    expect(row?.shared_accounts).toBe(1);

    const usable = (await server.as('opt_01', '/auth-pixels/simple_list', { ad_account_id: good })).data.list;
    expect(usable.map(({ id }) => id)).toEqual([pixel]);
    const names = await server.db.selectFrom('ad_account').select('name').where('id', 'in', [owner, good]).execute();
    const [offered] = (await server.as('opt_01', '/auth-pixels/simple_list', { ids: [pixel], use: 'ads' }, { language: 'en-US' })).data
      .list;
    expect(offered?.sub).toMatch(/^\d+ · works for .+, .+$/);
    for (const { name } of names) expect(offered?.sub).toContain(name);
    const back = await server.as('opt_01', '/auth-pixels/unshare', { pixel_id: pixel, ad_account_ids: [good, bad] });
    expect(back.data).toMatchObject({ ok: 1, skip: 1 });
    expect((await server.as('opt_01', '/auth-pixels/shares', { pixel_id: pixel })).data.list).toEqual([]);
    expect(calls.shares.map((line) => line.split(' ')[1])).toEqual(['+', '-']);
  });

  it('is counted of an account that owns it or may use it, and listed by the same account', async () => {
    await server.db
      .updateTable('sys_role')
      .set({ paths: [...PAGES, '/auth/account'] })
      .where('name', '=', '优化师')
      .execute();
    const [account, other] = [await rows.account(person), await rows.account(person)];
    const stranger = await rows.person('opt_05');
    const pixels = {
      owned: await rows.pixel(person, account),
      shared: await rows.pixel(person, other),
      failed: await rows.pixel(person, other),
      unseen: await rows.pixel(stranger, await rows.account(stranger)),
    };
    const at = { created_at: server.clock.now(), updated_at: server.clock.now() };
    const share = (pixel_id: number, status: 'active' | 'failed') => ({ pixel_id, ad_account_id: account, status, ...at });
    await server.db
      .insertInto('pixel_share')
      .values([share(pixels.shared, 'active'), share(pixels.failed, 'failed'), share(pixels.unseen, 'active')])
      .execute();
    const listed = async (who: string) => {
      const { list } = (await server.as(who, '/auth-pixels/list', { account_id: account })).data;
      const found = (await server.as(who, '/auth-accounts/list', {})).data.list.find(({ id }) => id === account);
      expect(found?.pixels).toBe(list.length);
      return list.map(({ id }) => id).toSorted((a, b) => a - b);
    };
    expect(await listed('opt_01')).toEqual([pixels.owned, pixels.shared]);
    expect(await listed('admin')).toEqual([pixels.owned, pixels.shared, pixels.unseen]);
  });

  it('is taken back where sharing is undone, but not where it was shared anew meanwhile', async () => {
    const pixel = await rows.pixel(person, owner);
    const [one, two] = [await rows.account(person), await rows.account(person)];
    const shared = (await server.as('opt_01', '/auth-pixels/share', { pixel_id: pixel, ad_account_ids: [one, two] })).data.batch_id;
    await server.as('opt_01', '/auth-pixels/unshare', { pixel_id: pixel, ad_account_ids: [two] });
    const { data } = await server.as('opt_01', '/op-batches/undo', { batch_ids: [shared] });
    expect(data).toMatchObject({ total: 2, ok: 1, skip: 1 });
    expect((await server.as('opt_01', '/auth-pixels/shares', { pixel_id: pixel })).data.list).toEqual([]);
    expect(calls.shares.map((line) => line.split(' ')[1])).toEqual(['+', '+', '-', '-']);
  });

  it('is shared again where taking it back is undone', async () => {
    const pixel = await rows.pixel(person, owner);
    const account = await rows.account(person);
    const sharedWith = async () =>
      (await server.as('opt_01', '/auth-pixels/shares', { pixel_id: pixel })).data.list.map(({ account: { id } }) => id);
    await server.as('opt_01', '/auth-pixels/share', { pixel_id: pixel, ad_account_ids: [account] });
    const { batch_id } = (await server.as('opt_01', '/auth-pixels/unshare', { pixel_id: pixel, ad_account_ids: [account] })).data;
    expect((await server.as('opt_01', '/op-batches/detail', { batch_id })).data).toMatchObject({ undoable: true });
    expect(await sharedWith()).toEqual([]);
    expect((await server.as('opt_01', '/op-batches/undo', { batch_ids: [batch_id] })).data).toMatchObject({ ok: 1 });
    expect(await sharedWith()).toEqual([account]);
  });

  it('cannot be shared by a user it is only assigned to', async () => {
    const otherPerson = await rows.person('opt_05');
    const pixel = await rows.pixel(otherPerson, await rows.account(otherPerson));
    await rows.assign('pixel', pixel, { user: 'opt_01' });
    const refused = await server.as('opt_01', '/auth-pixels/share', { pixel_id: pixel, ad_account_ids: [owner] });
    expect(refused).toMatchObject({ code: 403, reason: 'NOT_OWNER' });
  });

  it('is tested with one event, and a repeated request sends the same event', async () => {
    const pixel = await rows.pixel(person, owner, { test_event_code: 'TEST77' });
    const body = {
      pixel_id: pixel,
      event_name: 'Purchase' as const,
      value: 999,
      currency: 'USD',
      url: 'https://drama.test/buy',
      idempotency_key: '7b1f4a52-3f5c-4d0e-9c0a-1f2e3d4c5b6a',
    };
    for (let n = 0; n < 2; n++)
      expect((await server.as('opt_01', '/auth-pixels/test_event', body)).data).toEqual({ received: 1, errors: [] });
    expect(new Set(calls.events.map(({ event }) => event.event_id)).size).toBe(1);
    expect(calls.events[0]?.event).toMatchObject({ event_name: 'Purchase', value: 999, currency: 'USD', test_event_code: 'TEST77' });
    // Channels refuse an event that tells nothing of a customer.
    expect(calls.events[0]?.event.user).toMatchObject({
      user_agent: expect.any(String),
      external_id: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(faults(await server.as('opt_01', '/auth-pixels/test_event', { ...body, currency: 'XXX' }))).toEqual(['currency enum']);
    const { currency: _, ...bare } = body;
    expect(faults(await server.as('opt_01', '/auth-pixels/test_event', bare))).toEqual(['currency required']);
  });

  it("reports the channel's errors about an event, and refuses when the channel accepts none", async () => {
    const pixel = await rows.pixel(person, owner);
    const send = () =>
      server.as('opt_01', '/auth-pixels/test_event', { pixel_id: pixel, event_name: 'PageView', url: 'https://drama.test/' });
    failureFor = () => 'rejected';
    expect((await send()).data).toMatchObject({ received: 0, errors: [{ message: 'The account takes no pixel' }] });
    failureFor = () => 'auth';
    expect(await send()).toMatchObject({ code: 512, reason: 'PLATFORM_AUTH', data: { personal_account_id: person } });
    failureFor = () => 'down';
    expect(await send()).toMatchObject({ code: 514, reason: 'PLATFORM_DOWN' });
    failureFor = () => 'throttled';
    expect(await send()).toMatchObject({ code: 511, reason: 'PLATFORM_LIMIT' });
    const token = 'sealed-token-for-server-events';
    await server.as('opt_01', '/auth-pixels/edit', { id: pixel, version: 1, capi_token: token });
    failureFor = () => 'auth';
    expect((await send()).data.received).toBe(0);
    failureFor = () => null;
    await send();
    expect(calls.events.at(-1)?.token).toBe(token);
  });

  it('can be related to visible sites; relations to other sites stay', async () => {
    const pixel = await rows.pixel(person, owner);
    const [mine, hidden] = [await rows.site(), await rows.site({ default_pixel_id: pixel })];
    await rows.assign('site', mine, { user: 'opt_01' });
    await server.db.insertInto('site_pixel').values({ site_id: hidden, pixel_id: pixel }).execute();
    const { data } = await server.as('opt_01', '/auth-pixels/bind_sites', { pixel_id: pixel, site_ids: [mine] });
    expect(data.sites.map(({ id }) => id).sort()).toEqual([mine, hidden].sort());
    expect(faults(await server.as('opt_01', '/auth-pixels/bind_sites', { pixel_id: pixel, site_ids: [hidden] }))).toEqual([
      'site_ids.0 exists',
    ]);
    const none = await server.as('opt_01', '/auth-pixels/bind_sites', { pixel_id: pixel, site_ids: [] });
    expect(none.data.sites.map(({ id }) => id)).toEqual([hidden]);
  });

  it('can be disabled, enabled with its status on the channel, and unbound with its relations', async () => {
    const pixel = await rows.pixel(person, owner, { platform_status: 'unavailable', status: 'unavailable' });
    const site = await rows.site({ default_pixel_id: pixel });
    await server.db.insertInto('site_pixel').values({ site_id: site, pixel_id: pixel }).execute();
    const status = async () => (await server.as('opt_01', '/auth-pixels/list', {})).data.list.find(({ id }) => id === pixel)?.status;
    const setEnabled = async (enabled: boolean) => (await server.as('opt_01', '/auth-pixels/set_status', { ids: [pixel], enabled })).data;
    expect(await setEnabled(false)).toMatchObject({ ok: 1 });
    expect(await status()).toBe('disabled');
    expect(await setEnabled(false)).toMatchObject({ skip: 1 });
    expect(await setEnabled(true)).toMatchObject({ ok: 1 });
    expect(await status()).toBe('unavailable');
    expect((await server.as('opt_01', '/auth-pixels/unbind', { ids: [pixel] })).data).toMatchObject({ ok: 1 });
    expect(await status()).toBeUndefined();
    const left = await server.db.selectFrom('site').select('default_pixel_id').where('id', '=', site).executeTakeFirstOrThrow();
    expect(left.default_pixel_id).toBeNull();
  });
});

describe('a homepage', () => {
  it('shows whether it can be used, and the obstacle', async () => {
    const homepages = [
      { name: 'use-good' },
      { name: 'use-limited', tasks: ['ADVERTISE'] },
      { name: 'use-none', tasks: ['CREATE_CONTENT'] },
      { name: 'use-hidden', status: 'unpublished', is_published: false },
    ];
    for (const more of homepages) await rows.homepage(person, more);
    const { list } = (await server.as('opt_01', '/auth-homepages/list', { keyword: 'use-', sort: [{ field: 'name', order: 'asc' }] })).data;
    expect(list.map(({ name, ads_obstacle, posts_obstacle }) => [name, ads_obstacle, posts_obstacle])).toEqual([
      ['use-good', null, null],
      ['use-hidden', 'unpublished', 'unpublished'],
      ['use-limited', null, 'task_create_content'],
      ['use-none', 'task_advertise', 'task_advertise'],
    ]);
    for (const row of list)
      expect([row.usable_for_ads, row.usable_for_posts]).toEqual([row.ads_obstacle === null, row.posts_obstacle === null]);
    const blocked = async (use: 'ads' | 'posts' | undefined) =>
      (
        await server.as('opt_01', '/auth-homepages/simple_list', { keyword: 'use-', ...(use === undefined ? {} : { use }) })
      ).data.list.filter(({ disabled }) => disabled !== undefined).length;
    expect([await blocked(undefined), await blocked('ads'), await blocked('posts')]).toEqual([0, 2, 3]);
  });

  it('shows how many more ads it can take to users who want to use it', async () => {
    await rows.homepage(person, { name: 'headroom', ads_active: 318, ad_limit: 5000 });
    const sub = async (use: object) =>
      (await server.as('opt_01', '/auth-homepages/simple_list', { keyword: 'headroom', ...use })).data.list[0]?.sub;
    expect(await sub({ use: 'posts' })).toMatch(/^\d+ · 广告余量 4,682 \/ 5,000$/);
    expect(await sub({})).toMatch(/^\d+$/);
  });

  it('is offered to an account after those of its authoriser if another person authorised it, and says so', async () => {
    const own = await rows.homepage(person, { name: 'account-own' });
    const other = await rows.homepage(await rows.person('opt_01'), { name: 'account-by-another' });
    const account = await rows.account(person);
    const found = async (more: object) =>
      (await server.as('opt_01', '/auth-homepages/simple_list', { keyword: 'account-', use: 'ads' as const, ...more })).data.list;
    expect((await found({})).map(({ id }) => id)).toEqual([other, own]);
    const offered = await found({ ad_account_id: account });
    expect(offered.map(({ id }) => id)).toEqual([own, other]);
    expect(offered.map(({ sub }) => sub.includes('授权，预览时检查'))).toEqual([false, true]);
  });

  it('is scarce with less than a fifth of its ad places left', async () => {
    for (const ads_active of [200, 201, 246]) await rows.homepage(person, { name: `room-${ads_active}`, ads_active });
    const { list } = (
      await server.as('opt_01', '/auth-homepages/list', { keyword: 'room-', scarce: true, sort: [{ field: 'usage', order: 'desc' }] })
    ).data;
    expect(list.map(({ name }) => name)).toEqual(['room-246', 'room-201']);
  });

  it('can be related to sites and be the default of some', async () => {
    const page = await rows.homepage(person);
    const other = await rows.homepage(person);
    const [first, second] = [await rows.site(), await rows.site({ default_homepage_id: other })];
    for (const site of [first, second]) await rows.assign('site', site, { user: 'opt_01' });
    await server.db.insertInto('site_homepage').values({ site_id: second, homepage_id: other }).execute();
    const bind = (site_ids: number[], default_site_ids: number[]) =>
      server.as('opt_01', '/auth-homepages/bind_sites', { homepage_id: page, site_ids, default_site_ids });
    expect(faults(await bind([first], [second]))).toEqual(['default_site_ids.0 bound']);
    const both = (await bind([first, second], [second])).data;
    expect([both.sites.length, both.default_sites.map(({ id }) => id)]).toEqual([2, [second]]);
    expect((await bind([first, second], [])).data.default_sites).toEqual([]);
    const left = await server.db.selectFrom('site').select('default_homepage_id').where('id', '=', second).executeTakeFirstOrThrow();
    expect(left.default_homepage_id).toBeNull();
    expect((await bind([], [])).data.sites).toEqual([]);
  });
});
