import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { factFixtures } from '#tests/support/facts.ts';
import { createScoreJob } from '../scoring/score.job.ts';
import { scoreMaterials } from './material-scores.ts';

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp();
});
afterAll(() => server.close());
const rows = factFixtures(() => server);

const lines: string[] = [];
const context = () =>
  ({ db: server.db, now: server.clock.now(), signal: new AbortController().signal, log: (line: string) => void lines.push(line) }) as never;
const score = () => scoreMaterials(context());
const rowOf = (id: number) => server.db.selectFrom('material').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** A material with one ad, and the given spend and D0 revenue in cents on each day. */
async function launched(days: Record<string, readonly [number, number]>, material: object = {}) {
  const account = await rows.account('opt_01');
  const id = await rows.material('edit_01', material);
  const ad = await rows.ad(await rows.group(await rows.campaign(account, 'opt_01')), { material_id: id });
  await rows.days(
    Object.entries(days).map(([date, [spend_usd, revenue]]) =>
      rows.dayOf(ad, date, { spend_usd, material_id: id, rev_d0: revenue, revenue_usd: revenue }),
    ),
  );
  return { id, ad: ad.ad };
}

describe('the score of a material', () => {
  it.each([
    ['a hit from 1,000 USD at the target of its drama', 100_000, 60_000, 'hit'],
    ['no more than potential below 1,000 USD', 99_999, 60_000, 'potential'],
    ['potential from 200 USD', 20_000, 12_000, 'potential'],
    ['nothing below 200 USD', 19_999, 20_000, 'none'],
    ['nothing below the target', 500_000, 299_999, 'none'],
  ])('is %s', async (_name, spend, revenue, level) => {
    const { id } = await launched({ '2026-11-10': [spend, revenue] });
    await score();
    expect((await rowOf(id)).hit_level).toBe(level);
  });

  it('follows the settings, and a worse ROI takes the level away again', async () => {
    const { id } = await launched({ '2026-11-10': [5_000, 4_000] });
    await server.db.updateTable('setting').set({ value: '50' }).where('key', '=', 'HIT_MIN_SPEND_USD').execute();
    await score();
    expect((await rowOf(id)).hit_level).toBe('hit');
    await server.db.updateTable('setting').set({ value: '1000' }).where('key', '=', 'HIT_MIN_SPEND_USD').execute();
    await score();
    expect((await rowOf(id)).hit_level).toBe('none');
  });

  it('judges a product by its revenue of all days', async () => {
    const product_id = await rows.product(await rows.site());
    const { id } = await launched({ '2026-11-10': [100_000, 150_000] }, { biz: 'ec', drama_id: null, product_id });
    await server.db.updateTable('insight_daily').set({ rev_d0: 0 }).where('material_id', '=', id).execute();
    await score();
    expect((await rowOf(id)).hit_level).toBe('hit');
  });

  it('counts the days with spend, names the best of them and keeps the first use', async () => {
    const { id, ad } = await launched({ '2026-11-10': [100, 0], '2026-11-11': [300, 0], '2026-11-12': [0, 50], '2026-11-13': [300, 0] });
    const created = new Date('2026-11-09T03:00:00Z');
    await server.db.updateTable('ad').set({ created_at: created }).where('id', '=', ad).execute();
    await server.db.updateTable('material').set({ first_used_at: null }).where('id', '=', id).execute();
    const before = await rowOf(id);
    await score();
    const found = await rowOf(id);
    expect(found).toMatchObject({ life_days: 3, first_used_at: created, version: before.version });
    expect(String(found.peak_day)).toContain('2026-11-11');
    await server.db
      .updateTable('ad')
      .set({ created_at: new Date('2026-11-01T00:00:00Z') })
      .where('id', '=', ad)
      .execute();
    expect(await score()).toMatchObject({ changed: 0 });
    expect((await rowOf(id)).first_used_at).toEqual(created);
  });
});

describe('rejections', () => {
  const reject = async (ad: number, at: string) => {
    const { campaign_id, ad_group_id, ad_account_id } = await server.db
      .selectFrom('ad')
      .selectAll()
      .where('id', '=', ad)
      .executeTakeFirstOrThrow();
    await server.db
      .insertInto('ad_event')
      .values({
        at: new Date(at),
        level: 'ad',
        campaign_id,
        ad_group_id,
        ad_id: ad,
        ad_account_id,
        event: 'review',
        actor_type: 'platform',
        before: '{"review":"pending"}',
        after: '{"review":"rejected"}',
        snapshot: '{}',
      })
      .execute();
  };
  const adsOf = async (count: number) => {
    const account = await rows.account('opt_01');
    const id = await rows.material('edit_01');
    const group = await rows.group(await rows.campaign(account, 'opt_01'));
    const ads: number[] = [];
    for (let n = 0; n < count; n++) ads.push((await rows.ad(group, { material_id: id })).ad);
    return { id, ads };
  };

  it('of three ads within seven days block a material, which is logged; lifting the block starts the count anew', async () => {
    const { id, ads } = await adsOf(3);
    for (const ad of ads) await reject(ad, '2026-11-18T00:00:00Z');
    await score();
    expect((await rowOf(id)).status).toBe('blocked');
    const entries = await server.db.selectFrom('op_log').selectAll().where('action', '=', 'cron:score.nightly').execute();
    expect(entries).toMatchObject([{ account: 'system', target_id: id, before: { status: 'ready' }, after: { status: 'blocked' } }]);
    expect((await server.as('admin', '/material-files/unblock', { ids: [id] })).code).toBe(0);
    await expect.poll(async () => (await rowOf(id)).status).toBe('ready');
    await score();
    expect((await rowOf(id)).status).toBe('ready');
  });

  it('that are too few, too old or undone by an appeal block nothing', async () => {
    const few = await adsOf(2);
    for (const ad of few.ads) {
      await reject(ad, '2026-11-18T00:00:00Z');
      await reject(ad, '2026-11-19T00:00:00Z');
    }
    const old = await adsOf(3);
    for (const ad of old.ads) await reject(ad, '2026-11-12T00:00:00Z');
    const undone = await adsOf(3);
    for (const ad of undone.ads) await reject(ad, '2026-11-18T00:00:00Z');
    await server.db.updateTable('ad').set({ appeal: 'granted' }).where('id', 'in', undone.ads.slice(0, 1)).execute();
    await score();
    for (const { id } of [few, old, undone]) expect((await rowOf(id)).status).toBe('ready');
  });
});

describe('the nightly scores', () => {
  it('go on with the next kind when one fails, and fail afterwards', async () => {
    const scored: string[] = [];
    const job = createScoreJob([
      { name: 'first', run: () => Promise.reject(new Error('broken')) },
      {
        name: 'second',
        run: async () => {
          scored.push('second');
          return { scored: 1, changed: 1 };
        },
      },
    ]);
    await expect(job.run(context())).rejects.toThrow('broken');
    expect(scored).toEqual(['second']);
    expect(lines).toContain('first: broken');
  });
});
