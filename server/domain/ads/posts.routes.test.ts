import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ReplyOf, RequestOf } from '#contracts/endpoints/endpoint.ts';
import type { createPost, listPosts } from '#contracts/endpoints/posts.ts';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { FakePosts, postFixtures } from '#tests/support/posts.ts';
import { reconcileItems } from '../batches/index.ts';
import { checkPosts } from './posts.job.ts';
import { adsBatchTypes } from './wire.ts';

let server: TestApp;
let channel: FakePosts;
const rows = postFixtures(() => server);
const fixture = { page: 0, material: 0, landing: 0, drama: 0 };

beforeAll(async () => {
  channel = new FakePosts();
  server = await createTestApp({ channels: channel.channels });
  fixture.drama = await rows.drama();
  fixture.page = await rows.homepage('opt_01');
  fixture.material = await rows.material('opt_01', {
    drama_id: fixture.drama,
    file_key: await server.outside.files.store(Buffer.from('a short film'), 'video/mp4'),
  });
  fixture.landing = await rows.landing('opt_01', fixture.drama);
});
afterAll(() => server.close());
beforeEach(() => {
  channel.faults.clear();
  channel.states.clear();
});

type Fields = RequestOf<typeof createPost>;
const fields = (more: Partial<Fields> = {}): Fields => ({
  homepage_id: fixture.page,
  type: 'video',
  material_id: fixture.material,
  message: 'She came back.',
  landing_page_id: fixture.landing,
  call_to_action: 'WATCH_MORE',
  published: false,
  ...more,
});
const create = (more: Partial<Fields> = {}, as = 'opt_01') => server.as(as, '/ad-posts/create', fields(more));
const list = async (as: string, query: RequestOf<typeof listPosts> = {}): Promise<ReplyOf<typeof listPosts>['list']> =>
  (await server.as(as, '/ad-posts/list', { page_size: 200, ...query })).data.list;
const detail = async (id: number, as = 'opt_01') => (await server.as(as, '/ad-posts/detail', { id })).data;
const itemsOf = async (batch_id: number) => (await server.as('admin', '/op-batches/items', { batch_id, page_size: 200 })).data.list;

describe('a post', () => {
  it('is created on the channel with its texts, file and link', async () => {
    const { code, data } = await create({ headline: '  EP1  ', description: null });
    expect([code, data.status, data.ok]).toEqual([0, 'succeeded', 1]);
    const post = await detail(data.id);
    expect(post).toMatchObject({ status: 'ready', eligible: true, headline: 'EP1', description: null, error: null });
    const known = channel.posts.get(post.platform_post_id ?? '');
    expect(known?.spec).toMatchObject({ message: 'She came back.', headline: 'EP1', published: false, link: post.link_url });
    expect(known?.spec.file).toMatchObject({ mime: 'video/mp4' });
    expect([...channel.bytesRead.values()].at(-1)).toBe(Buffer.from('a short film').length);
  });

  it('stays a draft on request, without calling the channel', async () => {
    const before = channel.posts.size;
    const { data } = await create({ draft: true });
    expect(data).toEqual({ id: data.id });
    expect((await detail(data.id)).status).toBe('draft');
    expect(channel.posts.size).toBe(before);
  });

  it('can be edited as a draft, but not once it is on the channel', async () => {
    const draft = (await create({ draft: true })).data.id;
    const edited = await server.as('opt_01', '/ad-posts/edit', { id: draft, version: 1, message: 'Another text' });
    expect(edited.data).toMatchObject({ message: 'Another text', version: 2 });
    const stale = await server.as('opt_01', '/ad-posts/edit', { id: draft, version: 1, message: 'Too late' });
    expect([stale.code, stale.reason]).toEqual([409, 'VERSION_CONFLICT']);
    const ready = (await create()).data.id;
    const fixed = await server.as('opt_01', '/ad-posts/edit', { id: ready, version: 1, message: 'Another text' });
    expect([fixed.code, fixed.reason, fixed.data.field]).toEqual([422, 'IMMUTABLE_FIELD', 'message']);
    expect((await detail(ready)).message).toBe('She came back.');
  });

  it.each<[string, Partial<Fields>, string, string]>([
    ['an unknown homepage', { homepage_id: 424_242 }, 'homepage_id', 'exists'],
    ['a material of another kind', { type: 'image' }, 'material_id', 'materialKind'],
    ['neither landing page nor link', { landing_page_id: null }, 'landing_page_id', 'landingOrLink'],
    ['both landing page and link', { link_url: 'https://drama1.test/x' }, 'landing_page_id', 'landingOrLink'],
    ['a link to an unknown site', { landing_page_id: null, link_url: 'https://elsewhere.example/x' }, 'link_url', 'siteUnknown'],
    ['a schedule for an unpublished post', { scheduled_at: '2026-11-21T08:00:00Z' }, 'scheduled_at', 'scheduleUnpublished'],
    ['a schedule that is too soon', { published: true, scheduled_at: '2026-11-20T08:05:00Z' }, 'scheduled_at', 'scheduleRange'],
  ])('is refused with %s at its field', async (_what, more, field, rule) => {
    const before = (await list('opt_01')).length;
    const { code, reason, data } = await create(more);
    expect([code, reason]).toEqual([400, 'VALIDATION']);
    expect(data.errors).toEqual([expect.objectContaining({ field, rule })]);
    expect((await list('opt_01')).length).toBe(before);
  });

  describe('for a drama, leading to the other business line', () => {
    let mat = 0;
    beforeAll(async () => {
      mat = await rows.landing('opt_01', null, { biz: 'ec', product_id: await rows.product(await rows.site()) });
    });
    const refusal = (field = 'landing_page_id') => ({ code: 400, data: { errors: [{ field, rule: 'otherBizThanMaterial' }] } });

    it('is refused, even as a draft', async () => {
      expect(await create({ landing_page_id: mat })).toMatchObject(refusal());
      expect(await create({ landing_page_id: mat, draft: true })).toMatchObject(refusal());
    });

    it('is refused because of its link', async () => {
      await rows.site({ domain: 'yoga-mats.test' });
      expect(await create({ landing_page_id: null, link_url: 'https://yoga-mats.test/mat' })).toMatchObject(refusal('link_url'));
    });

    it('is refused when edited, and when an older draft is created', async () => {
      const { id } = (await create({ draft: true })).data;
      expect(await server.as('opt_01', '/ad-posts/edit', { id, version: 1, landing_page_id: mat })).toMatchObject(refusal());
      await server.db.updateTable('post').set({ landing_page_id: mat }).where('id', '=', id).execute();
      const { data } = await server.as('opt_01', '/ad-posts/retry', { ids: [id] });
      expect(await itemsOf(data.batch_id)).toMatchObject([
        { status: 'failed', reason: 'VALIDATION', text: expect.stringContaining('业务线') },
      ]);
    });

    it('is refused in a bulk order, which creates nothing', async () => {
      const before = (await list('opt_01')).length;
      const order = {
        homepage_ids: [fixture.page],
        material_ids: [fixture.material],
        texts: ['Once'],
        call_to_action: 'WATCH_MORE' as const,
      };
      expect(await server.as('opt_01', '/ad-posts/batch_create', { ...order, landing_page_id: mat, combine: 'each' })).toMatchObject(
        refusal(),
      );
      expect((await list('opt_01')).length).toBe(before);
    });

    it('is not offered: the choices are landing pages of the drama, or of its business line', async () => {
      const other = await rows.landing('opt_01', await rows.drama());
      const offered = async (of_content?: true) => {
        const { data } = await server.as('opt_01', '/auth-landings/simple_list', {
          for_material_ids: [fixture.material],
          of_content,
          page_size: 200,
        });
        const ids = data.list.map(({ id }: { id: number }) => id);
        return [fixture.landing, other, mat].map((id) => ids.includes(id));
      };
      expect([await offered(true), await offered()]).toEqual([
        [true, false, false],
        [true, true, false],
      ]);
    });
  });

  it('may lack everything but its text as a draft, and its creation names what is missing', async () => {
    const { homepage_id: _page, material_id: _material, landing_page_id: _landing, ...rest } = fields({ message: 'Only a text' });
    const missing = await server.as('opt_01', '/ad-posts/create', rest);
    expect([missing.code, missing.reason]).toEqual([400, 'VALIDATION']);
    const { code, data } = await server.as('opt_01', '/ad-posts/create', { ...rest, draft: true });
    expect(code).toBe(0);
    expect(await detail(data.id)).toMatchObject({ status: 'draft', homepage: null, material: null, landing: null, link_url: null });
    expect((await list('opt_01', { keyword: 'Only a text' })).map(({ id }) => id)).toEqual([data.id]);

    const early = await server.as('opt_01', '/ad-posts/retry', { ids: [data.id] });
    expect(await itemsOf(early.data.batch_id)).toMatchObject([{ status: 'failed', reason: 'VALIDATION' }]);
    expect((await detail(data.id)).status).toBe('draft');

    const edit = { id: data.id, version: 1, homepage_id: fixture.page, material_id: fixture.material, landing_page_id: fixture.landing };
    expect((await server.as('opt_01', '/ad-posts/edit', edit)).data).toMatchObject({ homepage: { id: fixture.page } });
    expect((await server.as('opt_01', '/ad-posts/retry', { ids: [data.id] })).data.status).toBe('succeeded');
    expect((await detail(data.id)).status).toBe('ready');
    // An incomplete draft can also be deleted.
    const other = (await server.as('opt_01', '/ad-posts/create', { ...rest, draft: true })).data.id;
    expect((await server.as('opt_01', '/ad-posts/delete', { ids: [other], reason: 'not wanted' })).data.status).toBe('succeeded');
  });

  it('is offered for its drama, with its material to tell it from posts with equal texts', async () => {
    const { id } = (await create({ message: 'Same words' })).data;
    const offered = async (drama_id: number) =>
      (await server.as('opt_01', '/ad-posts/simple_list', { drama_id, keyword: 'Same words' })).data.list;
    const { title } = await server.db.selectFrom('material').select('title').where('id', '=', fixture.material).executeTakeFirstOrThrow();
    expect(await offered(fixture.drama)).toMatchObject([{ id, sub: expect.stringContaining(title) }]);
    expect(await offered(await rows.drama())).toEqual([]);
  });

  it('needs a homepage that accepts posts and a material that is ready', async () => {
    const shut = await rows.homepage('opt_01', { tasks: ['ADVERTISE'] });
    const refused = await create({ homepage_id: shut });
    expect([refused.code, refused.reason, refused.data.status]).toEqual([422, 'HOMEPAGE_UNUSABLE', 'task_create_content']);
    const processing = await rows.material('opt_01', { drama_id: fixture.drama, status: 'processing' });
    expect((await create({ material_id: processing })).reason).toBe('MATERIAL_NOT_READY');
  });

  it('fails with the reason when the channel refuses it, and can be retried', async () => {
    channel.faults.set('[no]', 'rejected');
    const { data } = await create({ message: 'hello [no]' });
    expect(data).toMatchObject({ status: 'failed', fail: 1 });
    expect(await detail(data.id)).toMatchObject({ status: 'failed', error: 'the page said no', can: ['edit', 'retry', 'delete'] });
    channel.faults.clear();
    expect((await server.as('opt_01', '/ad-posts/retry', { ids: [data.id] })).data.status).toBe('succeeded');
    expect(await detail(data.id)).toMatchObject({ status: 'ready', error: null });
  });

  it('with a lost answer exists once and is not created again', async () => {
    channel.faults.set('[lost]', 'unknown');
    const { data } = await create({ message: 'hello [lost]' });
    expect(data).toMatchObject({ unknown: 1 });
    expect((await detail(data.id)).status).toBe('creating');
    channel.faults.clear();
    // It must not be created again while the outcome is unknown.
    const again = await server.as('opt_01', '/ad-posts/retry', { ids: [data.id] });
    const [item] = await itemsOf(again.data.batch_id);
    expect([...channel.posts.values()].filter(({ spec }) => spec.message.includes('[lost]'))).toHaveLength(1);
    expect(item?.status).not.toBe('succeeded');
  });

  it('is synchronised: its reactions, and whether it still exists', async () => {
    const [existing, deleted] = [(await create()).data.id, (await create()).data.id];
    const [existingId, deletedId] = [(await detail(existing)).platform_post_id ?? '', (await detail(deleted)).platform_post_id ?? ''];
    Object.assign(channel.posts.get(existingId) ?? {}, { reactions: 12, comments: 3, shares: 1 });
    channel.posts.delete(deletedId);
    const { data } = await server.as('opt_01', '/ad-posts/sync', { ids: [existing, deleted] });
    expect([data.status, data.ok]).toEqual(['succeeded', 2]);
    expect(await detail(existing)).toMatchObject({ reactions: 12, comments: 3, shares: 1, status: 'ready' });
    expect(await detail(deleted)).toMatchObject({ status: 'lost', eligible: false });
  });

  it('is found by the daily check when the channel lost it, and its owner is told once', async () => {
    const [existing, gone] = [(await create()).data.id, (await create({ headline: 'EP 7' })).data.id];
    channel.posts.delete((await detail(gone)).platform_post_id ?? '');
    await server.db.updateTable('post').set({ synced_at: null }).where('id', 'in', [existing, gone]).execute();
    const lines: string[] = [];
    const run = () =>
      checkPosts.run({
        ...server.outside,
        db: server.db,
        now: server.clock.now(),
        signal: new AbortController().signal,
        log: (line) => void lines.push(line),
      });
    expect((await run()).rowsOut).toBe(1);
    expect(await detail(gone)).toMatchObject({ status: 'lost', eligible: false });
    expect(await detail(existing)).toMatchObject({ status: 'ready' });
    const { data } = await server.as('opt_01', '/home-alerts/list', {});
    const told = data.list.filter(({ kind }) => kind === 'posts_lost');
    expect(told).toMatchObject([{ title: '帖子在平台上已不存在：EP 7', link: expect.stringContaining('status=lost') }]);
    expect((await run()).rowsOut).toBe(0);
    expect(lines).toEqual([]);
  });

  it('is deleted here and on the channel, unless the channel refuses', async () => {
    const [deleted, refused, draft] = [
      (await create()).data.id,
      (await create({ message: 'hello [keep]' })).data.id,
      (await create({ draft: true })).data.id,
    ];
    const platform = (await detail(deleted)).platform_post_id ?? '';
    channel.faults.set('[keep]', 'rejected');
    const { data } = await server.as('opt_01', '/ad-posts/delete', { ids: [deleted, refused, draft], reason: 'old' });
    expect([data.status, data.ok, data.fail]).toEqual(['partial', 2, 1]);
    expect(channel.posts.has(platform)).toBe(false);
    const left = (await list('opt_01')).map(({ id }) => id);
    expect([left.includes(deleted), left.includes(draft), left.includes(refused)]).toEqual([false, false, true]);
  });
});

describe('a post with an unknown outcome', () => {
  const advance = (ms: number) => server.clock.forward({ ms });
  const reconcile = () =>
    reconcileItems({ db: server.db, now: server.clock.now(), ...server.outside, channels: channel.channels }, adsBatchTypes, {
      signal: new AbortController().signal,
      onError: () => undefined,
    });
  const createWithLostAnswer = async (mark: string) => {
    channel.faults.set(mark, 'unknown');
    const { data } = await create({ message: `hello ${mark}` });
    channel.faults.clear();
    return { id: data.id, batch: data.batch_id ?? 0 };
  };
  const deleteOnChannel = (mark: string) => {
    for (const [id, { spec }] of channel.posts) if (spec.message.includes(mark)) channel.posts.delete(id);
  };
  const countOnChannel = (mark: string) => [...channel.posts.values()].filter(({ spec }) => spec.message.includes(mark)).length;

  it('is found on the channel by its tag and becomes ready', async () => {
    const { id, batch } = await createWithLostAnswer('[found]');
    advance(31_000);
    await reconcile();
    expect((await itemsOf(batch))[0]).toMatchObject({ status: 'succeeded', reason: null });
    expect(await detail(id)).toMatchObject({ status: 'ready', eligible: true, error: null });
    expect((await detail(id)).platform_post_id).toBe([...channel.posts.values()].at(-1)?.id);
  });

  it('fails when it does not exist, and is created by the next attempt', async () => {
    const { id, batch } = await createWithLostAnswer('[nowhere]');
    deleteOnChannel('[nowhere]');
    // The channel may only be late, so the outcome stays unknown, without retries, until the last check.
    for (const ms of [31_000, 90_000]) {
      advance(ms);
      expect(await reconcile()).toEqual({ checked: 1, settled: 0 });
      expect((await server.as('opt_01', '/op-batches/retry', { batch_id: batch })).reason).toBe('OUTCOME_UNKNOWN');
      expect((await detail(id)).status).toBe('creating');
    }
    advance(480_000);
    expect(await reconcile()).toEqual({ checked: 1, settled: 1 });
    expect((await itemsOf(batch))[0]).toMatchObject({ status: 'failed', reason: 'PLATFORM_UNKNOWN', retryable: true });
    expect((await detail(id)).status).toBe('failed');
    expect((await server.as('opt_01', '/op-batches/retry', { batch_id: batch })).code).toBe(0);
    await server.app.batches.settled();
    expect(await detail(id)).toMatchObject({ status: 'ready' });
    expect(countOnChannel('[nowhere]')).toBe(1);
  });

  it('waits for its video; after ten minutes a retry waits for the same post', async () => {
    channel.states.set('[slow]', { status: 'processing', eligible: false });
    const { id, batch } = await createWithLostAnswer('[slow]');
    const settled: number[] = [];
    for (const ms of [31_000, 121_000, 601_000]) {
      advance(ms);
      settled.push((await reconcile()).settled);
      expect((await detail(id)).status).toBe('creating');
    }
    expect(settled).toEqual([0, 0, 1]);
    expect((await itemsOf(batch))[0]).toMatchObject({ status: 'failed', reason: 'MATERIAL_NOT_READY', retryable: true });
    Object.assign([...channel.posts.values()].at(-1) ?? {}, { status: 'ready', eligible: true });
    await server.as('opt_01', '/op-batches/retry', { batch_id: batch });
    await server.app.batches.settled();
    expect((await itemsOf(batch))[0]).toMatchObject({ status: 'succeeded' });
    expect(await detail(id)).toMatchObject({ status: 'ready' });
    expect(countOnChannel('[slow]')).toBe(1);
  });

  it('is not mistaken for the failed post of an earlier attempt', async () => {
    channel.states.set('[again]', { status: 'failed', error: 'not allowed' });
    const { data } = await create({ message: 'hello [again]' });
    expect(await detail(data.id)).toMatchObject({ status: 'failed', error: 'not allowed' });
    channel.states.clear();
    channel.faults.set('[again]', 'unknown');
    await server.as('opt_01', '/ad-posts/retry', { ids: [data.id] });
    channel.faults.clear();
    expect(await detail(data.id)).toMatchObject({ status: 'creating', platform_post_id: null });
    advance(31_000);
    await reconcile();
    expect(await detail(data.id)).toMatchObject({ status: 'ready' });
  });

  it.each([
    ['created', 'ready'],
    ['not_created', 'failed'],
  ] as const)('follows the decision of a person: %s', async (outcome, status) => {
    const { id, batch } = await createWithLostAnswer(`[${outcome} by hand]`);
    const post = [...channel.posts.values()].at(-1);
    // Hidden from the search by tag, so that only a person can tell.
    channel.hidden.add(post?.tag ?? '');
    for (const ms of [31_000, 121_000, 601_000]) {
      advance(ms);
      await reconcile();
    }
    const [item] = await itemsOf(batch);
    const settled = await server.as('opt_01', '/op-batches/resolve', {
      item_id: item?.id ?? 0,
      outcome,
      ...(outcome === 'created' && { platform_id: post?.id ?? '' }),
    });
    expect(settled.code).toBe(0);
    expect(await detail(id)).toMatchObject({ status, platform_post_id: outcome === 'created' ? post?.id : null });
  });

  it('marks its material as used from its first post on', async () => {
    const material = await rows.material('opt_01', {
      drama_id: fixture.drama,
      file_key: await server.outside.files.store(Buffer.from('x'), 'video/mp4'),
    });
    const usedAt = async () =>
      (await server.db.selectFrom('material').select('first_used_at').where('id', '=', material).executeTakeFirstOrThrow()).first_used_at;
    await create({ material_id: material, draft: true });
    expect(await usedAt()).toBe(null);
    const first = server.clock.now();
    await create({ material_id: material });
    expect(await usedAt()).toEqual(first);
    advance(60_000);
    await create({ material_id: material });
    expect(await usedAt()).toEqual(first);
  });

  it('is not created on a homepage with a lost authorisation', async () => {
    const page = await rows.homepage('opt_01', { status: 'token_expired' });
    const { code, reason, data } = await create({ homepage_id: page });
    expect([code, reason, data.field]).toEqual([512, 'PLATFORM_AUTH', 'homepage_id']);
  });
});

describe('a bulk order of posts', () => {
  it('creates every post and reports the result of each', async () => {
    const pages = [fixture.page, await rows.homepage('opt_01')];
    const materials = [
      fixture.material,
      await rows.material('opt_01', {
        drama_id: fixture.drama,
        file_key: await server.outside.files.store(Buffer.from('two'), 'video/mp4'),
      }),
    ];
    channel.faults.set('[no]', 'rejected');
    const { code, data } = await server.as('opt_01', '/ad-posts/batch_create', {
      homepage_ids: pages,
      material_ids: materials,
      texts: ['first', 'second [no]'],
      headlines: ['A'],
      landing_page_id: fixture.landing,
      call_to_action: 'LEARN_MORE',
      combine: 'each',
    });
    expect([code, data.status, data.total, data.ok, data.fail]).toEqual([0, 'partial', 4, 2, 2]);
    const items = await itemsOf(data.batch_id);
    const posts = await Promise.all(items.map(({ target_id }) => detail(target_id ?? 0)));
    expect(posts.map(({ homepage, material, message, status }) => [homepage?.id, material?.id, message, status])).toEqual([
      [pages[0], materials[0], 'first', 'ready'],
      [pages[1], materials[0], 'second [no]', 'failed'],
      [pages[0], materials[1], 'first', 'ready'],
      [pages[1], materials[1], 'second [no]', 'failed'],
    ]);
    expect(items[1]).toMatchObject({ reason: 'PLATFORM_REJECTED', platform_code: '100', retryable: true });
  });

  it('sent twice with one key creates one set', async () => {
    const order = {
      homepage_ids: [fixture.page],
      material_ids: [fixture.material],
      texts: ['once and only once'],
      landing_page_id: fixture.landing,
      call_to_action: 'LEARN_MORE' as const,
      combine: 'rotate' as const,
      idempotency_key: '0b7f9c5e-4a52-4f5e-9a1f-1f2e3d4c5b6a',
    };
    const [one, two] = [
      await server.as('opt_01', '/ad-posts/batch_create', order),
      await server.as('opt_01', '/ad-posts/batch_create', order),
    ];
    expect(two.data.batch_id).toBe(one.data.batch_id);
    expect(await list('opt_01', { keyword: 'once and only once' })).toHaveLength(1);
  });

  it('names the first unknown entry of its lists', async () => {
    const { data } = await server.as('opt_01', '/ad-posts/batch_create', {
      homepage_ids: [fixture.page, 424_242],
      material_ids: [fixture.material],
      texts: ['x'],
      landing_page_id: fixture.landing,
      call_to_action: 'LEARN_MORE',
      combine: 'each',
    });
    expect(data.errors).toEqual([expect.objectContaining({ field: 'homepage_ids.1', rule: 'exists' })]);
  });
});

describe('visibility of posts', () => {
  it('includes the owner, their leaders, users who see the homepage, and administrators', async () => {
    const page = await rows.homepage('opt_05');
    const own = await rows.post('opt_05', { homepage_id: page, message: 'seen by some' });
    const onShared = await rows.post('opt_01', { homepage_id: page, message: 'seen by some' });
    const seenBy = async (as: string) => (await list(as, { keyword: 'seen by some' })).map(({ id }) => id).toSorted((a, b) => a - b);
    expect(await seenBy('opt_05')).toEqual([own, onShared]);
    expect(await seenBy('opt_01')).toEqual([onShared]);
    expect(await seenBy('lead_a')).toEqual([own, onShared]);
    expect(await seenBy('admin')).toEqual([own, onShared]);
    expect(await seenBy('lead_b').catch(() => [])).toEqual([]);
    const unseen = await server.as('opt_01', '/ad-posts/detail', { id: own });
    expect([unseen.code, unseen.reason]).toEqual([404, 'NOT_FOUND']);
  });

  it('allows changes to the owner, their leaders and administrators only', async () => {
    const page = await rows.homepage('opt_05');
    const onShared = await rows.post('opt_01', { homepage_id: page, message: 'mine' });
    const edit = (as: string) => server.as(as, '/ad-posts/edit', { id: onShared, version: 1, message: 'not yours' });
    expect((await edit('opt_05')).reason).toBe('NOT_OWNER');
    const deleted = await server.as('opt_05', '/ad-posts/delete', { ids: [onShared], reason: 'x' });
    expect((await itemsOf(deleted.data.batch_id))[0]).toMatchObject({ status: 'failed', reason: 'NOT_OWNER' });
    const [row] = await list('opt_05', { keyword: 'mine' });
    expect(row?.can).toEqual([]);
  });

  it('lets a filter by an invisible homepage match nothing', async () => {
    const page = await rows.homepage('opt_05');
    await rows.post('opt_05', { homepage_id: page, message: 'foreign' });
    expect(await list('opt_01', { homepage_id: page })).toEqual([]);
  });
});

describe('the list of posts', () => {
  it('can be filtered by every filter and sorted by every column', async () => {
    const page = await rows.homepage('opt_02');
    const at = { homepage_id: page, message: 'sorted' };
    const first = await rows.post('opt_02', {
      ...at,
      headline: 'a',
      reactions: 2,
      status: 'ready',
      eligible: true,
      platform_post_id: '9_1',
    });
    const second = await rows.post('opt_02', {
      ...at,
      headline: 'b',
      reactions: 1,
      type: 'image',
      published: true,
      created_at: new Date('2026-11-10T02:00:00Z'),
    });
    const ids = async (query: RequestOf<typeof listPosts>) => (await list('opt_02', { homepage_id: page, ...query })).map(({ id }) => id);
    expect(await ids({ sort: [{ field: 'headline', order: 'asc' }] })).toEqual([first, second]);
    expect(await ids({ sort: [{ field: 'reactions', order: 'asc' }] })).toEqual([second, first]);
    expect(await ids({ sort: [{ field: 'status', order: 'asc' }] })).toEqual([second, first]);
    expect(await ids({ sort: [{ field: 'created_at', order: 'asc' }] })).toEqual([first, second]);
    expect(await ids({ type: 'image' })).toEqual([second]);
    expect(await ids({ published: true })).toEqual([second]);
    expect(await ids({ usable: true })).toEqual([first]);
    expect(await ids({ keyword: '9_1' })).toEqual([first]);
    expect(await ids({ date_from: '2026-11-05' })).toEqual([second]);
    expect(await ids({ date_to: '2026-11-05' })).toEqual([first]);
  });

  it('is exported with the same rows', async () => {
    const page = await rows.homepage('opt_02');
    await rows.post('opt_02', { homepage_id: page, message: 'exported' });
    const { data } = await server.as('lead_a', '/ad-posts/export', {
      homepage_id: page,
      columns: ['message'],
      locale: 'en',
      count_only: true,
    });
    expect(data).toMatchObject({ count: 1 });
  });
});

it('deleting a user hands their posts over', async () => {
  const page = await rows.homepage('admin');
  const post = await rows.post('opt_04', { homepage_id: page, message: 'handed over' });
  const [leaver, receiver] = [await rows.idOf('opt_04'), await rows.idOf('opt_06')];
  const owned = await server.as('admin', '/sys-users/owned', { id: leaver });
  expect(owned.data.counts).toMatchObject({ posts: 1 });
  expect((await server.as('admin', '/sys-users/delete_user', { id: leaver, handover_user_id: receiver })).code).toBe(0);
  expect((await detail(post, 'admin')).owner.id).toBe(receiver);
});
