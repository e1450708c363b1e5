import { readdirSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { type Insertable, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReportDeclaration } from '#contracts/reports/report.ts';
import { hourlyMeasures, type MetricDefinition, metricFrom, metricOf, type SumNeeded, sumsOf } from '#contracts/rules/metrics.ts';
import type { BizOrderTable, InsightDailyTable } from '#server/database/schema-facts.ts';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { connectionFixtures } from '#tests/support/connections.ts';
import { deep } from '#tests/support/depth.ts';
import { factFixtures, type LaunchedAd } from '#tests/support/facts.ts';

/** Every declared report: a new file of declarations joins by itself. */
const FOLDER = path.resolve(import.meta.dirname, '../../../contracts/reports');
const isReport = (value: unknown): value is ReportDeclaration =>
  typeof value === 'object' && value !== null && ['path', 'groupBy', 'metrics', 'slug'].every((key) => key in value);
const modules: object[] = await Promise.all(readdirSync(FOLDER).map((file) => import(path.join(FOLDER, file))));
const reports: ReportDeclaration[] = modules.flatMap((module) => Object.values(module).filter(isReport));

let server: TestApp;
const rows = factFixtures(() => server);
const assets = connectionFixtures(() => server);

/** Three currencies and three time zones; two of these change to winter time within the days. */
const ACCOUNTS = [
  { timezone: 'Asia/Shanghai', currency: 'USD', today: '2026-11-21' },
  { timezone: 'Europe/London', currency: 'EUR', today: '2026-11-21' },
  { timezone: 'America/Los_Angeles', currency: 'JPY', today: '2026-11-20' },
] as const;
const OWNERS = ['opt_01', 'opt_05', null] as const;
const VIEWERS = ['opt_01', 'opt_05'] as const;
const FIRST_DAY = '2026-10-20';
const DAYS = 33;
const DAY_MS = 86_400_000;
const plusDays = (date: string, days: number): string => new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
const daysFrom = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;

const accounts: number[] = [];
const ads: LaunchedAd[] = [];
const ids = {
  site: 0,
  pixel: 0,
  pages: [] as number[],
  materials: [] as number[],
  dramas: [] as number[],
  people: new Map<string, number>(),
};

beforeAll(async () => {
  server = await createTestApp();
  // 04:00 UTC on the 21st: still the 20th in Los Angeles.
  server.clock.forward({ hours: 20 });
  for (const account of ['opt_01', 'opt_05', 'edit_01', 'edit_02']) ids.people.set(account, await rows.idOf(account));
  // The properties are about rows; who may open which page is tested elsewhere.
  const pages = [...new Set(reports.flatMap((report) => report.pages))];
  await sql`update sys_role set paths = ${pages}::text[]`.execute(server.db);
  ids.site = await assets.site();
  ids.dramas = [await rows.drama({ genres: ['romance', 'revenge'] }), await rows.drama({ language: 'es', genres: [] })];
  for (const { timezone, currency } of ACCOUNTS) accounts.push(await rows.account('admin', { timezone, currency }));
  ids.pixel = await assets.pixel(await assets.person('admin'), accounts[0] ?? 0);
  ids.materials = [
    await rows.material('edit_01', { tags: ['a', 'b'], hit_level: 'hit' }),
    await rows.material('edit_02', { tags: ['b'], ratio: '1:1', duration_ms: 90_000 }),
  ];
  for (const [index, slug] of ['one', 'two'].entries()) {
    const page = {
      site_id: ids.site,
      biz: 'dj' as const,
      drama_id: ids.dramas[index] ?? null,
      title: slug,
      slug,
      template: 'player' as const,
    };
    const { id } = await server.db
      .insertInto('landing_page')
      .values({
        ...page,
        language: 'en',
        status: 'online',
        ab_group: index === 0 ? 'a' : null,
        created_at: server.clock.now(),
        updated_at: server.clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    ids.pages.push(id);
  }
  for (let index = 0; index < 6; index += 1) {
    const drama_id = ids.dramas[index % 2];
    const campaign = await rows.campaign(accounts[index % 3] ?? 0, OWNERS[index % 3 === 0 ? 0 : index % 2] ?? null, {
      ...(drama_id !== undefined && { drama_id }),
    });
    const group = await rows.group(campaign, { country: index % 2 === 0 ? 'US' : 'JP' });
    const material_id = ids.materials[index % 3];
    const ad = await rows.ad(group, material_id === undefined ? {} : { material_id });
    const scheme = index % 2 === 0 ? { scheme_id: 1 + (index % 4), scheme_version: 1 + (index % 3) } : {};
    ads.push({ ...ad, dims: { ...ad.dims, landing_page_id: ids.pages[index % 2] ?? null, pixel_id: ids.pixel, ...scheme } });
  }
});
afterAll(() => server.close());

type Draw = (below: number) => number;
/** A stream of numbers that follows from its seed. */
function drawFrom(seed: number): Draw {
  let state = seed + 1;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const HOURLY = [
  'spend',
  'spend_usd',
  'impressions',
  'clicks',
  'link_clicks',
  'lp_views',
  'plays_3s',
  'thruplays',
  'new_users',
  'orders',
  'revenue_usd',
  'plat_purchases',
  'plat_value_usd',
] as const;
const DAILY = [
  'video_plays',
  'p25',
  'p50',
  'p75',
  'p95',
  'p100',
  'watch_ms',
  'reacq_users',
  'first_payers',
  'refund_usd',
  'fee_usd',
  'payers_d0',
] as const;
const COHORTS = ['rev_d0', 'rev_h24', 'rev_d1', 'rev_d3', 'rev_d7', 'rev_d14', 'rev_d30', 'rev_d60', 'rev_d90'] as const;

/** Hours of the current day that have passed in every account. */
const HOURS_TODAY = 4;

const FACT_TABLES = ['insight_daily', 'insight_hourly', 'landing_daily', 'pixel_event_daily', 'biz_order'] as const;

/** Replaces all facts by random ones. A third of the values is zero, so that ratios without a divisor occur. */
async function writeFacts(draw: Draw): Promise<void> {
  for (const table of FACT_TABLES) await sql`delete from ${sql.table(table)}`.execute(server.db);
  const value = (most: number) => (draw(3) === 0 ? 0 : draw(most));
  const days: Insertable<InsightDailyTable>[] = [];
  const visits: object[] = [];
  const hours: Parameters<typeof rows.hours>[0][number][] = [];
  const orders: Insertable<BizOrderTable>[] = [];
  for (const [index, ad] of ads.entries()) {
    for (let at = 0; at < DAYS; at += 1) {
      const date = plusDays(FIRST_DAY, at);
      const { today } = ACCOUNTS[accounts.indexOf(ad.account)] ?? { today: '' };
      if (date > today || draw(5) < 2) continue;
      const byHour = [1, 2]
        .map(() => draw(date === today ? HOURS_TODAY : 24))
        .map((hour) => ({ hour, sums: Object.fromEntries(HOURLY.map((name) => [name, value(400)])) }));
      const merged = byHour[0]?.hour === byHour[1]?.hour ? byHour.slice(0, 1) : byHour;
      for (const { hour, sums } of merged) hours.push(rows.hourOf(ad, date, hour, sums));
      const hourly = Object.fromEntries(HOURLY.map((name) => [name, merged.reduce((sum, { sums }) => sum + (sums[name] ?? 0), 0)]));
      let revenue = 0;
      const cohorts = Object.fromEntries(COHORTS.map((name) => [name, (revenue += value(300))]));
      const daily = Object.fromEntries(DAILY.map((name) => [name, value(90)]));
      days.push(rows.dayOf(ad, date, { ...hourly, ...daily, ...cohorts, video_impressions: hourly['impressions'] ?? 0 }));
      const pv = draw(60);
      visits.push({
        landing_page_id: ids.pages[index % 2],
        ad_id: ad.ad,
        ad_account_id: ad.account,
        owner_user_id: ad.owner,
        stat_date: date,
        pv,
        uv: value(40),
        bounces: value(9),
        cta_clicks: value(9),
        load_ms_sum: pv * 700,
        load_samples: pv,
      });
      if (draw(2) === 0) orders.push(createOrder(ad, date, draw, orders.length));
    }
  }
  for (let at = 0; at < DAYS; at += 3) {
    const stat_date = plusDays(FIRST_DAY, at);
    visits.push({ landing_page_id: ids.pages[at % 2], ad_id: 0, stat_date, pv: draw(50), uv: draw(30) });
    orders.push({ ...createOrder(undefined, stat_date, draw, orders.length) });
  }
  await rows.days(days);
  await rows.hours(hours);
  await server.db
    .insertInto('landing_daily')
    .values(visits as never)
    .execute();
  await server.db.insertInto('biz_order').values(orders).execute();
  // Dates and hours follow from the instant, like where orders come in.
  await sql`
    update biz_order o set stat_date = z.at::date, stat_hour = extract(hour from z.at)::int
    from (select o.id, o.paid_at at time zone coalesce(a.timezone_name, 'UTC') as at from biz_order o left join ad_account a on a.id = o.ad_account_id) z
    where z.id = o.id`.execute(server.db);
  await sql`update biz_order set biz_date = (paid_at at time zone 'Asia/Shanghai')::date`.execute(server.db);
  const events = Array.from({ length: DAYS }, (_, at) =>
    (['browser', 'server'] as const).flatMap((source) =>
      ['PageView', 'Purchase'].map((event_name) => {
        const received = draw(50);
        return {
          pixel_id: ids.pixel,
          event_name,
          source,
          site_id: at % 2 === 0 ? ids.site : 0,
          stat_date: plusDays(FIRST_DAY, at),
          received,
          duplicates: draw(received + 1),
          errors: value(3),
          matched_sum: value(2_000),
          attributed: value(9),
          value_usd: value(900),
        };
      }),
    ),
  ).flat();
  await server.db.insertInto('pixel_event_daily').values(events).execute();
  for (const material of ids.materials) {
    const created_at = new Date(Date.parse(FIRST_DAY) + draw(30) * DAY_MS);
    const first_used_at = draw(3) === 0 ? null : new Date(created_at.getTime() + draw(4) * DAY_MS);
    await server.db.updateTable('material').set({ created_at, first_used_at }).where('id', '=', material).execute();
  }
}

function createOrder(ad: LaunchedAd | undefined, date: string, draw: Draw, serial: number): Insertable<BizOrderTable> {
  // Up to the hours in which clocks are turned back.
  const paid = Date.parse(date) + draw(24) * 3_600_000 + draw(60) * 60_000;
  const now = server.clock.now().getTime();
  const paid_at = new Date(paid < now ? paid : paid - 2 * DAY_MS);
  const amount_usd = 500 + draw(12_000);
  const isRefunded = draw(4) === 0;
  const pick = <One>(all: readonly [One, ...One[]]): One => all[draw(all.length)] ?? all[0];
  const {
    ad_id,
    ad_group_id,
    campaign_id,
    ad_account_id,
    owner_user_id,
    drama_id,
    material_id,
    creator_user_id,
    landing_page_id,
    scheme_id,
  } = ad?.dims ?? {};
  return {
    ...(ad !== undefined && {
      ad_id,
      ad_group_id,
      campaign_id,
      ad_account_id,
      owner_user_id,
      drama_id,
      material_id,
      creator_user_id,
      landing_page_id,
      scheme_id,
    }),
    pixel_id: ids.pixel,
    order_no: `p${serial}`,
    biz: 'dj',
    site_id: ids.site,
    user_key: `u${draw(40)}`,
    order_type: pick(['first', 'repeat', 'subscribe', 'renew']),
    amount: amount_usd,
    currency: 'USD',
    amount_usd,
    fee_usd: draw(90),
    pay_channel: pick(['stripe', 'paypal']),
    status: isRefunded ? 'refunded' : pick(['paid', 'paid', 'created']),
    ordered_at: paid_at,
    paid_at,
    ...(isRefunded && { refunded_at: new Date(Math.min(paid_at.getTime() + draw(5) * DAY_MS, now)), refund_usd: draw(amount_usd) }),
    country: pick(['US', 'JP']),
    os: pick(['ios', 'android']),
    stat_date: date,
    stat_hour: 0,
    biz_date: date,
    day_n: draw(40),
    is_first: draw(3) === 0,
    is_reacq: draw(5) === 0,
    attribution: ad === undefined ? 'none' : 'click',
    created_at: paid_at,
    updated_at: paid_at,
  };
}

type Values = Record<string, number | null>;
interface Line {
  key: string;
  dims: Record<string, { id: number | string }>;
  m: Values;
  prev?: Values;
  mature?: Record<string, string>;
  local?: { currency: string; m: Values };
}
interface Answer {
  list: Line[];
  total: number;
  totals: Omit<Line, 'key' | 'dims'>;
}
interface Asked {
  viewer: string;
  from: string;
  to: string;
  filters: Record<string, unknown>;
  groupBy: readonly string[];
}

/** Counts of the present moment are the same on every day, and reach belongs to one ad on one day. */
const metricsOf = (report: ReportDeclaration): readonly MetricDefinition[] =>
  report.metrics.map(metricOf).filter(({ key, single }) => !single && key !== 'ads_running' && key !== 'campaigns_running');

async function send(viewer: string, address: string, body: object): Promise<never> {
  const { code, reason, data } = await server.as(viewer, address as never, body as never);
  if (code !== 0) throw new Error(`${address} ${reason} ${JSON.stringify({ body, data })}`);
  return data as never;
}

async function query(report: ReportDeclaration, { viewer, from, to, filters, groupBy }: Asked, more: object = {}): Promise<Answer> {
  const body = {
    date_from: from,
    date_to: to,
    group_by: groupBy,
    filters,
    metrics: metricsOf(report).map(({ key }) => key),
    page_size: 200,
    ...more,
  };
  const answer: Answer = await send(viewer, `${report.path}/${report.prefix ?? ''}query`, body);
  for (let page = 2; answer.list.length < answer.total; page += 1) {
    const next: Answer = await send(viewer, `${report.path}/${report.prefix ?? ''}query`, { ...body, page });
    answer.list.push(...next.list);
  }
  return answer;
}

const isSummed = ({ totals, formula, ripens }: MetricDefinition) => totals === 'sum' && formula.kind === 'sum' && ripens === undefined;
/** A measure that a report shows by itself, so that its sum is known. */
const measuresShown = (metrics: readonly MetricDefinition[]) =>
  new Map(
    metrics.flatMap(({ key, formula, ripens }) =>
      formula.kind === 'sum' && formula.of.length === 1 && ripens === undefined ? [[formula.of[0] as string, key]] : [],
    ),
  );

/** A quotient is that of the shown sums, and null where it would divide by nothing. */
function expectQuotients(metrics: readonly MetricDefinition[], m: Values): void {
  const shown = measuresShown(metrics);
  for (const metric of metrics) {
    const value = m[metric.key];
    expect(value === null || Number.isFinite(value), metric.key).toBe(true);
    if (metric.formula.kind !== 'quotient' || metric.ripens !== undefined || value === undefined) continue;
    const needed: SumNeeded[] = sumsOf(metric);
    if (!needed.every(({ measure }) => shown.has(measure) && m[shown.get(measure) ?? ''] !== null)) continue;
    const sums = Object.fromEntries(needed.map(({ measure }) => [measure, m[shown.get(measure) ?? ''] ?? 0]));
    expect(value, metric.key).toBe(metricFrom(metric, sums));
  }
}

const sumUp = (lines: readonly { m: Values }[], key: string): number => lines.reduce((sum, { m }) => sum + (m[key] ?? 0), 0);

function expectTotals(metrics: readonly MetricDefinition[], { list, totals }: Answer, groupBy: readonly string[]): void {
  for (const { m } of [...list, totals]) expectQuotients(metrics, m);
  for (const metric of metrics) {
    const { key } = metric;
    const total = totals.m[key] ?? null;
    if (total === null) continue;
    if (metric.totals === 'distinct') {
      expect(total, key).toBeLessThanOrEqual(sumUp(list, key));
      for (const { m } of list) expect(m[key] ?? 0, key).toBeLessThanOrEqual(total);
    } else if (isSummed(metric) && !groupBy.includes('tag') && list.every(({ m }) => m[key] !== null)) {
      expect(sumUp(list, key), key).toBe(total);
    }
  }
}

/** Direct visits belong to no ad, so rows by user or country leave them out. */
const VISITS = ['pv', 'uv'];

/** Both where both have values; a source may have nothing for a grouping. */
const common = (a: Values, b: Values): [Values, Values] => {
  const keys = Object.keys(a).filter((key) => a[key] !== null && b[key] !== null && !VISITS.includes(key));
  const pick = (of: Values) => Object.fromEntries(keys.map((key) => [key, of[key] ?? null]));
  return [pick(a), pick(b)];
};

const pickBy = <One>(draw: Draw, all: readonly One[]): One => {
  const one = all[draw(all.length)];
  if (one === undefined) throw new Error('nothing to pick from');
  return one;
};

/** Reports of super admins are for nobody else. */
const isOfSuperAdmins = ({ pages }: ReportDeclaration): boolean => pages.every((page) => page.startsWith('/admin/'));

function drawQuestion(report: ReportDeclaration, draw: Draw): Asked {
  const from = plusDays(FIRST_DAY, draw(DAYS - 2));
  const filters = pickBy(draw, [
    {},
    {},
    { country: ['US'] },
    { drama_id: [ids.dramas[0]] },
    { biz: 'dj' },
    { ad_account_id: accounts.slice(0, 2) },
  ]);
  const groupBy = [...new Set([pickBy(draw, report.groupBy), pickBy(draw, report.groupBy)])];
  return { viewer: isOfSuperAdmins(report) ? 'super' : 'admin', from, to: plusDays(from, draw(14)), filters, groupBy };
}

const facts = fc.record({ seed: fc.nat({ max: 1_000_000 }), questions: fc.nat({ max: 1_000_000 }) });

/** Asks each report something of its own over the same facts. */
const overEveryReport = (check: (report: ReportDeclaration, question: Asked, draw: Draw) => Promise<void>) =>
  fc.assert(
    fc.asyncProperty(facts, async ({ seed, questions }) => {
      await writeFacts(drawFrom(seed));
      const draw = drawFrom(questions);
      for (const report of reports) {
        const question = drawQuestion(report, draw);
        try {
          await check(report, question, draw);
        } catch (error) {
          throw new Error(`${report.key} ${JSON.stringify(question)} ${String(error)}`, { cause: error });
        }
      }
    }),
    { numRuns: deep(3, 40), seed: 11, endOnFailure: true },
  );

describe('every declared report', { timeout: deep(60_000, 1_800_000) }, () => {
  it('is among those that are asked', () => {
    expect(reports.length).toBeGreaterThanOrEqual(9);
    expect(new Set(reports.map(({ key }) => key)).size).toBe(reports.length);
  });

  it('has totals that are the sum or the distinct count of its rows, and the same under any grouping', async () => {
    await overEveryReport(async (report, question, draw) => {
      const metrics = metricsOf(report);
      const first = await query(report, question);
      expectTotals(metrics, first, question.groupBy);
      const groupBy = [pickBy(draw, report.groupBy)];
      const other = await query(report, { ...question, groupBy });
      expectTotals(metrics, other, groupBy);
      const [a, b] = common(first.totals.m, other.totals.m);
      expect(a).toEqual(b);
    });
  });

  it('compares with the figures that the period before has by itself, and adds up two periods', async () => {
    await overEveryReport(async (report, question) => {
      const { from, to, groupBy } = question;
      const length = daysFrom(from, to);
      const compared = await query(report, question, { compare: 'prev' });
      const before = await query(report, { ...question, from: plusDays(from, -length), to: plusDays(from, -1) });
      expect(compared.totals.m).toEqual((await query(report, question)).totals.m);
      expect(compared.totals.prev).toEqual(before.totals.m);
      if (!groupBy.some((key) => key === 'date' || key === 'month')) {
        const byKey = new Map(before.list.map((line) => [line.key, line]));
        for (const line of compared.list) if (byKey.has(line.key)) expect(line.prev, line.key).toEqual(byKey.get(line.key)?.m);
      }
      const both = await query(report, { ...question, from: plusDays(from, -length) });
      for (const metric of metricsOf(report)) {
        const parts = [before.totals.m[metric.key] ?? null, compared.totals.m[metric.key] ?? null];
        if (!isSummed(metric) || parts.includes(null)) continue;
        expect(both.totals.m[metric.key], metric.key).toBe((parts[0] ?? 0) + (parts[1] ?? 0));
      }
    });
  });

  it('has, below a row, totals equal to that row', async () => {
    await overEveryReport(async (report, question, draw) => {
      const [by = '', inner = pickBy(draw, report.groupBy)] = question.groupBy;
      const { list } = await query(report, { ...question, groupBy: [by] });
      const line = list[draw(Math.max(1, list.length))];
      if (line === undefined) return;
      const below = await query(report, { ...question, groupBy: [inner] }, { under: [{ by, id: line.dims[by]?.id }] });
      const [{ share: _, ...a }, { share: __, ...b }] = common(below.totals.m, line.m);
      expect(a).toEqual(b);
    });
  });

  it('ripens by the date of each account: unripe days count neither above nor below', async () => {
    await overEveryReport(async (report, question, draw) => {
      const ripening = metricsOf(report).filter(({ ripens }) => ripens !== undefined && ripens > 0);
      if (ripening.length === 0) return;
      const at = draw(ACCOUNTS.length);
      const today = ACCOUNTS[at]?.today ?? '';
      const one = { ...question, filters: { ad_account_id: [accounts[at]] } };
      const { totals } = await query(report, one);
      if (totals.m['spend'] === 0) return;
      const length = daysFrom(one.from, one.to);
      for (const { key, ripens = 0 } of ripening) {
        const lastRipe = plusDays(today, -ripens - 1);
        const to = one.to < lastRipe ? one.to : lastRipe;
        const ripe = Math.max(0, daysFrom(one.from, to));
        expect(totals.mature?.[key], key).toBe(ripe < length ? `${ripe}/${length}` : undefined);
        expect(totals.m[key], key).toBe(ripe === 0 ? null : (await query(report, { ...one, to }, { metrics: [key] })).totals.m[key]);
      }
    });
  });

  it('draws points that add up to its totals, by hour too across the change of clocks', async () => {
    await overEveryReport(async (report, question, draw) => {
      const charted = metricsOf(report).filter((metric) => isSummed(metric) && metric.key !== 'share');
      const isHourly = (metric: MetricDefinition) => sumsOf(metric).every(({ measure }) => hourlyMeasures.includes(measure));
      const { from, to, filters, viewer } = question;
      const { totals } = await query(report, { ...question, groupBy: [report.groupBy[0]] });
      for (const by of ['day', 'week', 'month', 'hour'] as const) {
        const able = by === 'hour' ? charted.filter(isHourly) : charted;
        // Events of pixels by hour are counted from single events, which these facts have none of.
        const isAble = by !== 'hour' || (daysFrom(from, to) <= 14 && report.key !== 'pixelAnalysis');
        if (able.length === 0 || !isAble) continue;
        const metrics = [...new Set([pickBy(draw, able).key, pickBy(draw, able).key])];
        const { x, series }: { x: string[]; series: { metric: string; data: (number | null)[] }[] } = await send(
          viewer,
          `${report.path}/${report.prefix ?? ''}trend`,
          { date_from: from, date_to: to, by, metrics, filters },
        );
        expect(new Set(x).size).toBe(x.length);
        for (const { metric, data } of series) {
          if (totals.m[metric] === null) continue;
          expect(
            data.reduce<number>((sum, value) => sum + (value ?? 0), 0),
            `${metric} by ${by}`,
          ).toBe(totals.m[metric]);
        }
      }
    });
  });

  it('shows users what the full report has of their own, and nothing more for foreign ids in filters', async () => {
    await overEveryReport(async (report, question, draw) => {
      if (isOfSuperAdmins(report)) return;
      const viewer = pickBy(draw, VIEWERS);
      const self = ids.people.get(viewer);
      const groupBy = [pickBy(draw, report.groupBy)];
      const own = await query(report, { ...question, viewer, groupBy });
      const full = await query(report, { ...question, groupBy });
      // What a pixel received is not narrowed by owner, and who sees no pixel sees none of it.
      if (report.key === 'pixelAnalysis') {
        expect(own.totals.m['ev_received']).toBe(0);
        return;
      }
      const filtered = await query(report, { ...question, groupBy, filters: { ...question.filters, user_id: [self] } });
      expect(own.totals.m).toEqual(filtered.totals.m);
      const foreign = { ...question, viewer, groupBy, filters: { ...question.filters, user_id: [...ids.people.values()] } };
      expect((await query(report, foreign)).totals.m).toEqual(own.totals.m);
      for (const metric of metricsOf(report)) {
        if (isSummed(metric) && metric.key !== 'profit' && metric.key !== 'net_revenue')
          expect(own.totals.m[metric.key] ?? 0, metric.key).toBeLessThanOrEqual(full.totals.m[metric.key] ?? Number.POSITIVE_INFINITY);
      }
    });
  });

  it('adds up dollars over accounts, and tells the own currency only within one', async () => {
    await overEveryReport(async (report, question) => {
      if (!report.groupBy.includes('account') || !report.metrics.includes('spend')) return;
      const { list, totals } = await query(report, { ...question, groupBy: ['account'] });
      const spending = list.filter(({ m }) => (m['spend'] ?? 0) > 0);
      for (const line of spending) {
        const at = accounts.indexOf(Number(line.dims['account']?.id));
        expect(line.local?.currency).toBe(ACCOUNTS[at]?.currency);
      }
      expect(sumUp(list, 'spend')).toBe(totals.m['spend']);
      if (spending.length > 1) expect(totals.local).toBeUndefined();
    });
  });
});

it('orders by payment day and by business day are the same orders, only on other days', async () => {
  const orders = reports.find(({ facts: of, groupBy }) => of === 'orders' && groupBy.includes('hour'));
  if (orders === undefined) throw new Error('no report of orders is declared');
  await fc.assert(
    fc.asyncProperty(facts, async ({ seed }) => {
      await writeFacts(drawFrom(seed));
      // Two days wider than the facts, because a business day may be the day before or after.
      const all = { viewer: 'admin', from: plusDays(FIRST_DAY, -2), to: plusDays(FIRST_DAY, DAYS + 7), groupBy: ['date'] };
      const [payment, business] = [
        await query(orders, { ...all, filters: { time_basis: 'payment' } }),
        await query(orders, { ...all, filters: { time_basis: 'business' } }),
      ];
      for (const { totals, list } of [payment, business]) {
        expect(sumUp(list, 'orders')).toBe(totals.m['orders']);
        expect(sumUp(list, 'refund')).toBe(totals.m['refund']);
      }
      const { spend: _, roi: __, ...own } = payment.totals.m;
      expect(business.totals.m).toMatchObject(own);
      const hours = await query(orders, { ...all, filters: { time_basis: 'payment' }, groupBy: ['hour'] });
      expect(sumUp(hours.list, 'revenue')).toBe(payment.totals.m['revenue']);
    }),
    { numRuns: deep(2, 20), seed: 11 },
  );
});
