import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { factFixtures, type LaunchedAd } from '#tests/support/facts.ts';
import { sheetsIn } from '#tests/support/sheet.ts';
import { scoringJobs } from '../scoring/wire.ts';
import { scoreOpenRounds } from './index.ts';

let server: TestApp;
const rows = factFixtures(() => server);
const ids = { owner: 0, wolf: 0, rose: 0 };
let ownAd: LaunchedAd;
let otherAd: LaunchedAd;

const thresholds = { roi_d0: 0.6, pay_rate: 0.045, cost_per_payer_usd: 4_000, ctr_link: 0.012, hold_rate: 0.3 };
const good = {
  spend: 10_000,
  spend_usd: 10_000,
  impressions: 10_000,
  link_clicks: 120,
  new_users: 100,
  payers_d0: 5,
  first_payers: 5,
  rev_d0: 9_000,
  revenue_usd: 9_000,
  plays_3s: 100,
  thruplays: 30,
};

beforeAll(async () => {
  server = await createTestApp();
  ids.owner = await rows.idOf('opt_01');
  ids.wolf = await rows.drama({ title: '狼王', code: 'WOLF', language: 'en', stage: 'new', target_roi_d0_bp: 9_000 });
  ids.rose = await rows.drama({ title: '玫瑰', code: 'ROSE', language: 'es', stage: 'scaling' });
  const hidden = await rows.material('edit_02', { drama_id: ids.wolf, visibility: 'private', title: '别人的素材' });
  const shown = await rows.material('opt_01', { drama_id: ids.wolf, title: '自己的素材' });
  const adOf = async (by: string, material_id: number, country: string) =>
    await rows.ad(await rows.group(await rows.campaign(await rows.account(by), by, { drama_id: ids.wolf }), { country }), { material_id });
  ownAd = await adOf('opt_01', shown, 'US');
  otherAd = await adOf('opt_05', hidden, 'JP');
  await rows.days([
    rows.dayOf(ownAd, '2026-11-10', good),
    rows.dayOf(ownAd, '2026-11-09', { ...good, spend_usd: 99_999 }),
    rows.dayOf(otherAd, '2026-11-11', { ...good, rev_d0: 3_000 }),
    rows.dayOf(otherAd, '2026-11-20', { ...good, rev_d0: 0 }),
  ]);
});
afterAll(() => server.close());

const round = (more: object = {}) => ({
  drama_id: ids.wolf,
  date_from: '2026-11-10',
  test_budget_usd: 100_000,
  min_spend_usd: 20_000,
  thresholds,
  owner_user_id: ids.owner,
  ...more,
});
const create = (more: object = {}, by = 'opt_01') => server.as(by, '/analyse-evaluate/create', round(more) as never);
const list = async (body: object = {}, by = 'opt_01') => (await server.as(by, '/analyse-evaluate/list', body as never)).data.list;
const decide = (by: string, body: object) => server.as(by, '/analyse-evaluate/decide', body as never);
const stageOf = async (id: number) =>
  (await server.db.selectFrom('drama').select('stage').where('id', '=', id).executeTakeFirstOrThrow()).stage;

describe('opening a round', () => {
  it('suggests the target of the drama and the settings of its language', async () => {
    await server.db
      .updateTable('setting')
      .set({ value: JSON.stringify({ '*': { pay_rate: 0.05, ctr_link: 5 }, es: { hold_rate: 0.4 } }) })
      .where('key', '=', 'EVALUATION_THRESHOLDS')
      .execute();
    const defaults = async (drama_id: number) => (await server.as('opt_01', '/analyse-evaluate/defaults', { drama_id })).data;
    expect(await defaults(ids.wolf)).toEqual({
      drama: { id: ids.wolf, label: '狼王' },
      stage: 'new',
      thresholds: { ...thresholds, roi_d0: 0.9, pay_rate: 0.05 },
      min_spend_usd: 30_000,
      open_round: null,
    });
    expect((await defaults(ids.rose)).thresholds).toMatchObject({ roi_d0: 0.6, hold_rate: 0.4 });
  });

  it.each([
    ['a last day before the first', { date_to: '2026-11-09' }, 'date_to'],
    ['more than 14 days', { date_to: '2026-11-24' }, 'date_to'],
    ['a drama that does not exist', { drama_id: 424_242 }, 'drama_id'],
    ['a threshold beyond its limits', { thresholds: { ...thresholds, ctr_link: 0.3 } }, 'thresholds.ctr_link'],
  ])('refuses %s at its field', async (_, more, field) => {
    expect(await create(more)).toMatchObject({ code: 400, data: { errors: [{ field }] } });
  });

  it('names the allowed stages where the drama cannot be tested', async () => {
    const { code, reason, message, data } = await create({ drama_id: ids.rose });
    expect({ code, reason, message, allowed: data['allowed'] }).toEqual({
      code: 422,
      reason: 'STAGE_ORDER',
      message: '当前阶段只能转为 衰退',
      allowed: ['declining'],
    });
  });

  it('is not for analysts', async () => {
    expect(await create({}, 'ana_01')).toMatchObject({ code: 403, reason: 'NO_ACTION' });
    expect((await create({}, 'host_01')).reason).toBe('NO_PATH');
  });

  it('moves the drama to testing and scores it by the ads of every owner', async () => {
    const { data } = await create();
    expect(data).toMatchObject({
      drama: { id: ids.wolf, label: '狼王', code: 'WOLF' },
      stage: 'testing',
      round: 1,
      state: 'running',
      date_to: null,
      m: { spend: 30_000, roi_d0: 0.4, pay_rate: 0.05, cost_per_payer: 2_000, ctr_link: 0.012, hold_rate: 0.3 },
      running: true,
      score: 86.67,
      suggest: 'scale',
      campaigns_running: 2,
      campaigns_closable: 1,
      can: ['edit', 'score'],
    });
    const again = await create();
    expect(again).toMatchObject({ code: 422, reason: 'ROUND_OPEN', data: { id: data.id, round: 1 } });
  });
});

describe('a round', () => {
  it('is edited by version, and new terms are scored at once', async () => {
    const [row] = await list();
    const { id = 0, version = 0 } = row ?? {};
    const edited = await server.as('opt_02', '/analyse-evaluate/edit', { id, version, min_spend_usd: 40_000 });
    expect(edited.data).toMatchObject({ version: 2, score: null, suggest: 'insufficient' });
    expect(await server.as('opt_01', '/analyse-evaluate/edit', { id, version, min_spend_usd: 1 })).toMatchObject({
      reason: 'VERSION_CONFLICT',
      data: { latest: { version: 2, min_spend_usd: 40_000 } },
    });
    const bounded = await server.as('opt_01', '/analyse-evaluate/edit', { id, version: 2, date_to: '2026-11-11', min_spend_usd: 20_000 });
    expect(bounded.data).toMatchObject({ state: 'waiting', m: { spend: 20_000 }, score: 100 });
  });

  it('is scored at once and every night without a new version', async () => {
    const [row] = await list();
    const id = row?.id ?? 0;
    await rows.days([rows.dayOf(ownAd, '2026-11-11', { ...good, rev_d0: 0 })]);
    expect(row).toMatchObject({ score: 100, parts: { roi_d0: { threshold: 0.6, score: 1 } } });
    const now = server.clock.now();
    expect(await scoreOpenRounds(server.db, { now })).toEqual({ scored: 1, changed: 1 });
    expect(await scoreOpenRounds(server.db, { now })).toEqual({ scored: 1, changed: 0 });
    expect((await server.as('lead_a', '/analyse-evaluate/score', { id })).data).toMatchObject({ score: 86.67, version: row?.version });
    expect((await server.as('ana_01', '/analyse-evaluate/score', { id })).reason).toBe('NO_ACTION');
    const lines: string[] = [];
    const [job] = scoringJobs;
    await job?.run({ db: server.db, now, signal: new AbortController().signal, log: (line: string) => void lines.push(line) } as never);
    expect(lines).toContain('drama evaluations: 1 scored, 0 changed');
  });

  it('shows its days, countries and creatives without names the reader may not see', async () => {
    const [row] = await list();
    const detail = (await server.as('opt_01', '/analyse-evaluate/detail', { id: row?.id ?? 0 })).data;
    expect(detail.daily.map(({ date, m }) => [date, m['spend']])).toEqual([
      ['2026-11-11', 20_000],
      ['2026-11-10', 10_000],
    ]);
    expect(detail.countries.map(({ country, m }) => [country, m['spend']])).toEqual([
      ['US', 20_000],
      ['JP', 10_000],
    ]);
    expect(detail.materials.map(({ place, material, m }) => [place, material?.label ?? null, m['roi_d0']])).toEqual([
      ['best', '自己的素材', 0.45],
      ['best', null, 0.3],
    ]);
    expect(detail.rounds).toEqual([]);
    expect(JSON.stringify(detail)).not.toContain('别人的素材');
    expect(detail).not.toHaveProperty('warnings');
    const trend = (await server.as('opt_01', '/analyse-evaluate/trend', { id: row?.id ?? 0, metrics: ['spend'] })).data;
    expect(trend).toMatchObject({ x: ['2026-11-10', '2026-11-11'], series: [{ metric: 'spend', data: [10_000, 20_000] }] });
    expect(trend).not.toHaveProperty('warnings');
  });

  it('is found by its filters, sorted by its figures and exported', async () => {
    const count = async (body: object) => (await list(body)).length;
    expect(await count({ keyword: '狼', language: ['en'], stage: ['testing'], suggest: ['scale'], owner_user_id: [ids.owner] })).toBe(1);
    expect([await count({ state: 'waiting' }), await count({ state: 'running' }), await count({ decision: ['stop'] })]).toEqual([1, 0, 0]);
    expect([await count({ date_from: '2026-11-12', date_to: '2026-11-20' }), await count({ drama_id: [ids.rose] })]).toEqual([0, 0]);
    for (const field of ['drama', 'spend', 'roi_d0', 'pay_rate', 'cost_per_payer', 'score', 'decided_at', 'stage', 'date_from']) {
      expect(await count({ sort: [{ field, order: 'asc' }] })).toBe(1);
    }
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/analyse-evaluate/export',
      headers: { authorization: `Bearer ${await server.signIn('ana_01')}` },
      payload: { columns: ['drama', 'date_to', 'spend', 'roi_d0', 'progress', 'suggest', 'state'], locale: 'zh-cn' },
    });
    expect(sheetsIn(answer.rawPayload)[0]).toEqual([
      ['剧目', '结束日期', '消耗 (USD)', 'D0 ROI', '进度', '建议', '状态'],
      ['狼王', '2026-11-11', '300', '0.4', '1.5', '放量', '待决策'],
    ]);
  });
});

describe('deciding', () => {
  it('is for leaders and administrators, with a note where it differs from the suggestion', async () => {
    const [row] = await list({}, 'lead_a');
    expect(row?.can).toContain('decide');
    const body = { id: row?.id, version: row?.version, decision: 'stop' };
    expect((await decide('opt_01', body)).reason).toBe('NO_ACTION');
    expect(await decide('lead_a', body)).toMatchObject({ code: 400, data: { errors: [{ field: 'note', rule: 'required' }] } });
    expect((await decide('lead_a', { ...body, version: 1, note: '不行' })).reason).toBe('VERSION_CONFLICT');
  });

  it('stops the drama and reminds everyone whose campaigns still run', async () => {
    const [row] = await list();
    expect((await decide('lead_a', { id: row?.id, version: row?.version, decision: 'stop', note: '成本过高' })).data).toEqual({
      stage: 'stopped',
    });
    expect(await stageOf(ids.wolf)).toBe('stopped');
    const [decided] = await list({ state: 'decided' });
    expect(decided).toMatchObject({ decision: 'stop', note: '成本过高', can: [], decided_by: { label: expect.any(String) } });
    expect((await server.as('opt_01', '/analyse-evaluate/score', { id: row?.id ?? 0 })).reason).toBe('STATE_ENDED');
    const todo = async (by: string) =>
      (await server.as(by, '/home-board/todo', {})).data.list.filter(({ kind }) => kind === 'drama_stopped');
    expect(await todo('opt_01')).toEqual([{ kind: 'drama_stopped', count: 1, link: '/analyse/evaluate?still_running=true' }]);
    expect(await todo('opt_02')).toEqual([]);
    expect((await list({ still_running: true })).length).toBe(1);
    expect((await list({ still_running: true }, 'opt_02')).length).toBe(0);
  });

  it('opens the next round of a stopped drama and turns its campaigns off with the decision to stop', async () => {
    const { data } = await create({ date_from: '2026-11-12' });
    expect(data).toMatchObject({ round: 2, stage: 'testing' });
    const wrong = await decide('admin', { id: data.id, version: 1, decision: 'keep', note: 'x', close_campaigns: true });
    expect(wrong).toMatchObject({ code: 400, data: { errors: [{ field: 'close_campaigns' }] } });
    const { data: done } = await decide('admin', { id: data.id, version: 1, decision: 'stop', note: '关停', close_campaigns: true });
    expect(done).toEqual({ stage: 'stopped', batch_id: expect.any(Number) });
    const batch = (await server.as('admin', '/op-batches/detail', { batch_id: done.batch_id ?? 0 })).data;
    expect(batch).toMatchObject({ type: 'status', total: 2, origin: '/analyse/evaluate', origin_label: { zh: '短剧评估' } });
    const detail = (await server.as('opt_01', '/analyse-evaluate/detail', { id: data.id })).data;
    expect(detail.rounds).toMatchObject([{ round: 1, decision: 'stop', note: '成本过高' }]);
    expect(detail.date_to).toBe('2026-11-20');
  });
});
