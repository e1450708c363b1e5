import fc from 'fast-check';
import type { Insertable } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AdDataRow, queryAdData } from '#contracts/endpoints/ad-data.ts';
import type { RequestOf } from '#contracts/endpoints/endpoint.ts';
import type { AdDataDimension } from '#contracts/reports/ad-data.ts';
import { type MetricKey, metricFrom, metricOf, sumName, sumsOf } from '#contracts/rules/metrics.ts';
import type { InsightDailyTable } from '#server/database/schema-facts.ts';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { deep } from '#tests/support/depth.ts';
import { factFixtures, type LaunchedAd } from '#tests/support/facts.ts';

type Request = RequestOf<typeof queryAdData>;
type Day = Insertable<InsightDailyTable> & Record<string, number | string | null | undefined | Date>;

let server: TestApp;
const rows = factFixtures(() => server);

/** The written facts and their people. */
const facts: Day[] = [];
const ads: LaunchedAd[] = [];
const people = new Map<string, number>();
const departments = new Map<number, number>();
const today = new Map<number, string>();
const accounts: number[] = [];

const OWNERS = ['opt_01', 'opt_02', 'opt_05', 'opt_ec', 'gone_01', null] as const;
const VIEWERS = ['opt_01', 'opt_05', 'lead_a', 'lead_b', 'admin'] as const;
const OF_LEAD_A = ['lead_a', 'opt_01', 'opt_02', 'opt_05', 'gone_01'];
const COUNTRIES = ['US', 'JP', 'BR'];
const METRICS: MetricKey[] = [
  'spend',
  'impressions',
  'ctr',
  'new_users',
  'pay_rate',
  'revenue',
  'profit',
  'profit_rate',
  'roi',
  'roi_h24',
  'roi_d0',
  'roi_d3',
  'roi_d7',
  'roi_d30',
  'ltv_d7',
  'payback_day',
];
const COHORTS = ['rev_d0', 'rev_h24', 'rev_d1', 'rev_d3', 'rev_d7', 'rev_d14', 'rev_d30', 'rev_d60', 'rev_d90'];

const dateAt = (index: number): string => new Date(Date.parse('2026-10-20') + index * 86_400_000).toISOString().slice(0, 10);
const DAYS = 33;

/** Random numbers that are the same in every run. */
const [numbers = []] = fc.sample(fc.array(fc.nat({ max: 9_999 }), { minLength: 12_000, maxLength: 12_000 }), {
  numRuns: 1,
  seed: 20_261_120,
});
let drawn = 0;
const drawNumber = (below: number): number => {
  drawn += 1;
  return (numbers[drawn % numbers.length] ?? 0) % below;
};

function createDay(ad: LaunchedAd, date: string, owner: number | null): Day {
  const isQuiet = drawNumber(6) === 0;
  const spend_usd = isQuiet ? 0 : drawNumber(9_000);
  let revenue = 0;
  const cohorts = Object.fromEntries(
    COHORTS.map((name) => {
      revenue += drawNumber(3) === 0 ? drawNumber(4_000) : 0;
      return [name, revenue];
    }),
  );
  return rows.dayOf(ad, date, {
    owner_user_id: owner,
    spend: spend_usd * 2,
    spend_usd,
    impressions: isQuiet ? 0 : drawNumber(5_000),
    clicks: drawNumber(80),
    new_users: drawNumber(12),
    payers_d0: drawNumber(3),
    orders: drawNumber(4),
    first_payers: drawNumber(3),
    revenue_usd: drawNumber(8_000),
    refund_usd: drawNumber(200),
    fee_usd: drawNumber(90),
    ...cohorts,
  }) as Day;
}

beforeAll(async () => {
  server = await createTestApp();
  // 04:00 UTC on the 21st: already the 21st in Shanghai and London, still the 20th in Los Angeles.
  server.clock.forward({ hours: 20 });
  for (const { id, account, department_id } of await server.db
    .selectFrom('sys_user')
    .select(['id', 'account', 'department_id'])
    .execute()) {
    people.set(account, id);
    departments.set(id, department_id ?? 0);
  }
  for (const [timezone, day] of [
    ['Asia/Shanghai', '2026-11-21'],
    ['Europe/London', '2026-11-21'],
    ['America/Los_Angeles', '2026-11-20'],
  ] as const) {
    const account = await rows.account('admin', { timezone });
    accounts.push(account);
    today.set(account, day);
  }
  const materials = [await rows.material('edit_01'), await rows.material('edit_02')];
  for (const [index, owner] of [...OWNERS, ...OWNERS].entries()) {
    const campaign = await rows.campaign(accounts[index % accounts.length] ?? 0, owner);
    for (const country of COUNTRIES.slice(0, 1 + (index % 3))) {
      const group = await rows.group(campaign, { country });
      const material_id = materials[drawNumber(materials.length)];
      for (let n = 0; n < 1 + drawNumber(2); n += 1)
        ads.push(await rows.ad(group, material_id === undefined || n > 0 ? {} : { material_id }));
    }
  }
  for (const [index, ad] of ads.entries()) {
    // Some ads changed hands in between; earlier facts keep their owner.
    const later = index % 5 === 0 ? (people.get('opt_05') ?? null) : ad.owner;
    for (let at = 0; at < DAYS; at += 1) if (drawNumber(4) > 0) facts.push(createDay(ad, dateAt(at), at < 18 ? ad.owner : later));
  }
  await rows.days(facts);
});
afterAll(() => server.close());

const findSeenOwners = (viewer: (typeof VIEWERS)[number]) => {
  const ids = viewer === 'lead_a' ? OF_LEAD_A : viewer === 'lead_b' ? ['lead_b', 'edit_01', 'edit_02', 'edit_03'] : [viewer];
  const scope = new Set(ids.map((account) => people.get(account)));
  return ({ owner_user_id }: Day) => viewer === 'admin' || (owner_user_id !== null && scope.has(owner_user_id as number));
};

type Filters = NonNullable<Request['filters']>;
const columns = {
  user_id: 'owner_user_id',
  ad_account_id: 'ad_account_id',
  campaign_id: 'campaign_id',
  country: 'country',
  material_id: 'material_id',
} as const;

const passesFilters = (filters: Filters) => (fact: Day) =>
  (Object.keys(columns) as (keyof typeof columns)[]).every((key) => {
    const wanted = filters[key] as readonly (number | string)[] | undefined;
    return wanted === undefined || wanted.includes(fact[columns[key]] as number | string);
  });

const valueOf: Readonly<Record<AdDataDimension, (fact: Day) => number | string>> = {
  department: ({ owner_user_id }) => departments.get((owner_user_id as number | null) ?? -1) ?? 0,
  user: ({ owner_user_id }) => (owner_user_id as number | null) ?? 0,
  account: ({ ad_account_id }) => ad_account_id,
  campaign: ({ campaign_id }) => campaign_id,
  ad_group: ({ ad_group_id }) => ad_group_id,
  ad: ({ ad_id }) => ad_id,
  material: ({ material_id }) => (material_id as number | null) ?? 0,
  date: ({ stat_date }) => stat_date,
};

const daysBetween = (a: string, b: string) => (Date.parse(b) - Date.parse(a)) / 86_400_000;

/** Computes the metrics of these facts in the simplest way. */
function computeExpected(some: readonly Day[]): Record<string, number | null> {
  const values: Record<string, number | null> = {};
  for (const key of METRICS) {
    const metric = metricOf(key);
    const sums: Record<string, number> = {};
    for (const { measure, ripens } of sumsOf(metric)) {
      const ripe = some.filter(
        ({ stat_date, ad_account_id }) => ripens === undefined || daysBetween(stat_date, today.get(ad_account_id) ?? '') > ripens,
      );
      sums[sumName(measure, ripens)] = ripe.reduce((sum, fact) => sum + ((fact[measure] as number | undefined) ?? 0), 0);
    }
    values[key] = metricFrom(metric, sums);
  }
  return values;
}

interface Question {
  viewer: (typeof VIEWERS)[number];
  from: string;
  to: string;
  filters: Filters;
  groupBy: AdDataDimension[];
}

const subset = <T>(values: () => readonly T[]) =>
  fc.uniqueArray(fc.nat({ max: 40 }), { minLength: 1, maxLength: 4 }).map((picks) => {
    const all = values();
    return [...new Set(picks.map((pick) => all[pick % all.length] as T))];
  });
const option = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined, freq: 2 });

const questions: fc.Arbitrary<Question> = fc
  .record({
    viewer: fc.constantFrom(...VIEWERS),
    range: fc.tuple(fc.nat({ max: DAYS + 3 }), fc.nat({ max: DAYS + 3 })),
    user_id: option(subset(() => [...people.values()])),
    ad_account_id: option(subset(() => accounts)),
    campaign_id: option(subset(() => [...new Set(ads.map(({ campaign }) => campaign))])),
    country: option(subset(() => COUNTRIES)),
    material_id: option(subset(() => ads.flatMap(({ dims }) => (typeof dims.material_id === 'number' ? [dims.material_id] : [])))),
    groupBy: fc.uniqueArray(
      fc.constantFrom<AdDataDimension>('department', 'user', 'account', 'campaign', 'ad_group', 'ad', 'material', 'date'),
      { minLength: 1, maxLength: 3 },
    ),
  })
  .map(({ viewer, range: [a, b], groupBy, ...filters }) => ({
    viewer,
    from: dateAt(Math.min(a, b)),
    to: dateAt(Math.max(a, b)),
    groupBy,
    filters: Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined)),
  }));

async function queryPage(question: Question, more: Partial<Request> = {}) {
  const { viewer, from, to, filters, groupBy } = question;
  const answer = await server.as(viewer, '/ad-data/query', {
    date_from: from,
    date_to: to,
    group_by: groupBy,
    filters,
    metrics: METRICS,
    page_size: 200,
    ...more,
  });
  if (answer.code !== 0) throw new Error(`${answer.reason} ${JSON.stringify(answer.data)}`);
  return answer.data;
}

/** All rows of all pages. */
async function queryAllRows(question: Question, more: Partial<Request> = {}): Promise<AdDataRow[]> {
  const all: AdDataRow[] = [];
  for (let page = 1; ; page += 1) {
    const { list, total } = await queryPage(question, { ...more, page });
    all.push(...list);
    if (all.length >= total || list.length === 0) return all;
  }
}

const filterFacts = ({ viewer, from, to, filters }: Question): Day[] => {
  const [sees, fits] = [findSeenOwners(viewer), passesFilters(filters)];
  return facts.filter((fact) => fact.stat_date >= from && fact.stat_date <= to && sees(fact) && fits(fact));
};

const keyOf = (groupBy: readonly AdDataDimension[], fact: Day) => groupBy.map((key) => String(valueOf[key](fact))).join('|');
const runs = { numRuns: deep(12, 100), seed: 7 };

describe('a report over random facts', () => {
  it('equals plain sums over the visible facts, in every row and in the totals', async () => {
    await fc.assert(
      fc.asyncProperty(questions, async (question) => {
        const own = filterFacts(question);
        const groups = new Map<string, Day[]>();
        for (const fact of own) groups.set(keyOf(question.groupBy, fact), [...(groups.get(keyOf(question.groupBy, fact)) ?? []), fact]);
        const found = await queryAllRows(question);
        const byKey = new Map(found.map((row) => [row.key, row]));
        expect(byKey.size).toBe(found.length);
        for (const [key, some] of groups) expect(byKey.get(key)?.m, key).toEqual(computeExpected(some));
        // Objects listed without facts have no figures.
        for (const [key, row] of byKey) if (!groups.has(key)) expect(row.m, key).toEqual(computeExpected([]));
        expect((await queryPage(question)).totals.m).toEqual(computeExpected(own));
      }),
      runs,
    );
  });

  it('has the same totals with any grouping, sorting and paging, and rows that add up to them', async () => {
    await fc.assert(
      fc.asyncProperty(questions, fc.constantFrom(...METRICS), async (question, sorted) => {
        const sort = [{ field: sorted, order: 'desc' as const }];
        const first = await queryPage(question, { sort, page_size: 20 });
        const other = await queryPage({ ...question, groupBy: ['account'] }, { page: 3, page_size: 20 });
        expect(other.totals.m).toEqual(first.totals.m);
        const all = await queryAllRows(question, { sort, page_size: 20 });
        expect(all.length).toBe(first.total);
        expect(all.reduce((sum, { m }) => sum + (m['spend'] ?? 0), 0)).toBe(first.totals.m['spend']);
        // In descending order with missing values last.
        const values = all.map(({ m }) => m[sorted] ?? Number.NEGATIVE_INFINITY);
        for (const [index, value] of values.entries())
          expect(value).toBeLessThanOrEqual((values[index - 1] ?? Number.POSITIVE_INFINITY) + 1e-6);
      }),
      runs,
    );
  });

  it('has, below a row, totals equal to that row', async () => {
    await fc.assert(
      fc.asyncProperty(questions, fc.nat(), async (question, pick) => {
        const [outer = 'user', ...others] = question.groupBy;
        const found = await queryPage({ ...question, groupBy: [outer] });
        const row = found.list[pick % Math.max(1, found.list.length)];
        if (row === undefined) return;
        const id = row.dims[outer]?.id ?? 0;
        const inner: AdDataDimension[] = others.length > 0 ? others : ['ad'];
        const below = await queryPage({ ...question, groupBy: inner }, { under: [{ by: outer, id }] });
        expect(below.totals.m).toEqual(row.m);
        const all = await queryAllRows({ ...question, groupBy: inner }, { under: [{ by: outer, id }] });
        expect(all.reduce((sum, { m }) => sum + (m['revenue'] ?? 0), 0)).toBe(row.m['revenue']);
      }),
      runs,
    );
  });

  it('of a user equals the full report filtered by the users they see; foreign ids in filters change nothing', async () => {
    await fc.assert(
      fc.asyncProperty(questions, async (question) => {
        const { viewer, filters } = question;
        const visible = [...people].filter(([, id]) => findSeenOwners(viewer)({ owner_user_id: id } as Day)).map(([, id]) => id);
        const own = await queryPage(question);
        if (viewer !== 'admin') {
          const users = filters.user_id === undefined ? visible : visible.filter((id) => filters.user_id?.includes(id));
          // Facts without an owner need the filter `unowned`.
          const asAdmin = await queryPage({
            ...question,
            viewer: 'admin',
            filters: { ...filters, user_id: users.length > 0 ? users : [999_999] },
          });
          expect(own.totals.m).toEqual(asAdmin.totals.m);
        }
        const foreign = await queryPage({ ...question, filters: { ...filters, user_id: [...(filters.user_id ?? visible), 999_998] } });
        if (viewer !== 'admin') expect(foreign.totals.m).toEqual(own.totals.m);
      }),
      runs,
    );
  });

  it('of many rows has the same figures on every page as when all rows are summed at once', async () => {
    const counts: MetricKey[] = ['ads_running', 'ads_created', 'ads_spending', 'accounts'];
    const metrics = [...METRICS, ...counts];
    await fc.assert(
      fc.asyncProperty(
        questions,
        fc.constantFrom<AdDataDimension>('ad', 'ad_group'),
        fc.constantFrom(...metrics, 'ad_name' as const),
        async (question, by, sorted) => {
          const sort = sorted === 'ad_name' ? [{ field: by, order: 'asc' as const }] : [{ field: sorted, order: 'desc' as const }];
          const more = { metrics, sort, compare: 'prev' as const };
          const found = await queryPage({ ...question, groupBy: [by] }, more);
          // Each row belongs to one account, so this groups the same way, but sums everything before it selects a page.
          const plain = await queryPage({ ...question, groupBy: [by, 'account'] }, more);
          const figures = ({ m, prev, mature, running, local }: Partial<AdDataRow>) => ({ m, prev, mature, running, local });
          expect(figures(found.totals)).toEqual(figures(plain.totals));
          const byId = new Map(found.list.map((row) => [String(row.dims[by]?.id), row]));
          for (const row of plain.list) expect(figures(byId.get(String(row.dims[by]?.id)) ?? {}), row.key).toEqual(figures(row));
          const second = await queryPage({ ...question, groupBy: [by] }, { ...more, page: 2, page_size: 20 });
          expect(second.list).toEqual(found.list.slice(20));
          expect(second.total).toBe(found.total);
        },
      ),
      runs,
    );
  });
});
