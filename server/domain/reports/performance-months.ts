import { type Kysely, sql } from 'kysely';
import type { RequestOf } from '#contracts/endpoints/endpoint.ts';
import type { monthPerformance } from '#contracts/endpoints/performance.ts';
import type { MonthMetric } from '#contracts/reports/performance.ts';
import { digitsOf, metricOf } from '#contracts/rules/metrics.ts';
import type { Database } from '#server/database/schema.ts';
import type { SettledFigures } from '#server/database/schema-content.ts';
import { loadBusinessDay } from '../business-time.ts';
import {
  chooseMaterialVisibility,
  type FactFilter,
  type Freshness,
  matchesFilter,
  queryReport,
  type ReportLine,
} from '../insights/index.ts';
import { scopeOf, userInScope } from '../people/index.ts';
import type { Caller } from '../work-context.ts';
import { monthDays } from './months.ts';

export type MonthRequest = Pick<RequestOf<typeof monthPerformance>, 'year' | 'metric' | 'biz' | 'department_id' | 'creator_id'>;
type Db = Kysely<Database>;

/** More rows than any company has in a year of months. */
const MAX_LINES = 1_000_000;
const RATIO_DIGITS = 10 ** digitsOf(metricOf('roi_d0'));

/** Sums of one month or of several. */
interface MonthSums {
  /** The metric, where it is a sum. */
  added: number;
  spend: number;
  revenueD0: number;
}

const NOTHING: MonthSums = { added: 0, spend: 0, revenueD0: 0 };

const add = (a: MonthSums, b: MonthSums): MonthSums => ({
  added: a.added + b.added,
  spend: a.spend + b.spend,
  revenueD0: a.revenueD0 + b.revenueD0,
});
const subtract = (a: MonthSums, b: MonthSums): MonthSums => add(a, { added: -b.added, spend: -b.spend, revenueD0: -b.revenueD0 });

const ratioOf = ({ spend, revenueD0 }: MonthSums): number | null =>
  spend === 0 ? null : Math.round((revenueD0 / spend) * RATIO_DIGITS) / RATIO_DIGITS;
const valueOf = (metric: MonthMetric, sums: MonthSums): number | null => (metric === 'roi_d0' ? ratioOf(sums) : sums.added);

/** A settled month keeps the ratio; its dividend follows from the spend. */
const fromSettled = (metric: MonthMetric, { spend_usd: spend, revenue_usd: revenue, roi_d0, ...counts }: SettledFigures): MonthSums => ({
  added: metric === 'roi_d0' ? 0 : { spend, revenue, ...counts }[metric],
  spend,
  revenueD0: (roi_d0 ?? 0) * spend,
});

const fromLine = (metric: MonthMetric, { m, sums }: ReportLine): MonthSums => ({
  added: metric === 'roi_d0' ? 0 : (m[metric] ?? 0),
  spend: sums['spend_usd'] ?? 0,
  revenueD0: sums['rev_d0'] ?? 0,
});

export interface MonthFigures {
  v: (number | null)[];
  total: number | null;
  live: Record<string, number | null>;
}
/** A row before the details of its dimension are known. */
export interface MonthLine extends MonthFigures {
  line: ReportLine;
}
export interface PerformanceMonths extends Freshness {
  months: string[];
  current: string;
  lines: MonthLine[];
  totals: MonthFigures & { roi_d0: (number | null)[] };
  settled: Record<string, string>;
}

/** The question of a month request as filters of facts. */
export const toMonthFilter = ({ biz, department_id, creator_id }: MonthRequest): FactFilter => ({
  biz,
  creator_department_id: department_id,
  creator_id: creator_id === undefined ? undefined : [creator_id],
});

/** A request with the months of its year. */
type YearRequest = MonthRequest & { months: readonly string[] };
const boundsOf = (months: readonly string[]): [string, string] => [months[0] ?? '', months.at(-1) ?? ''];

interface Asker {
  db: Db;
  caller: Caller;
  now: Date;
}

/** Live sums of rows by month. */
async function loadLive({ db, caller, now }: Asker, { months, ...request }: YearRequest, by: 'creator' | 'material') {
  const filter = toMonthFilter(request);
  const { metric } = request;
  const {
    lines,
    totals: _totals,
    total: _total,
    ...fresh
  } = await queryReport(
    db,
    {
      caller,
      ...chooseMaterialVisibility(caller, filter, [by, 'month']),
      now,
      days: monthDays(...boundsOf(months)),
      filter,
      under: [],
      before: false,
      groupBy: [by, 'month'],
      metrics: [...new Set([metric, 'spend', 'roi_d0'] as const)],
      sort: [],
    },
    { limit: MAX_LINES, offset: 0 },
  );
  const rows = new Map<number, { line: ReportLine; live: Map<string, MonthSums> }>();
  for (const line of lines) {
    const of = line.values[by] ?? { id: 0, label: null };
    const id = Number(of.id);
    const row = rows.get(id) ?? { line: { ...line, key: String(id), values: { [by]: of } }, live: new Map() };
    rows.set(id, row);
    row.live.set(String(line.values.month?.id), fromLine(metric, line));
  }
  return { rows, fresh };
}

const isWithin = (months: readonly string[]) => {
  const [first, last] = boundsOf(months);
  return sql`month between ${`${first}-01`}::date and ${`${last}-01`}::date`;
};

/** When each settled month was settled. */
async function loadSettledAt(db: Db, months: readonly string[]): Promise<Record<string, string>> {
  const found = await sql<{ month: string; at: Date }>`
    select to_char(month, 'YYYY-MM') as month, min(settled_at) as at from creator_month_settlement
    where ${isWithin(months)} group by 1 order by 1`.execute(db);
  return Object.fromEntries(found.rows.map(({ month, at }) => [month, at.toISOString()]));
}

/** What was settled for the editors whose whole work the caller sees, with these editors. */
async function loadSettled({ db, caller }: Asker, { months, ...request }: YearRequest, listed: readonly number[]) {
  const { biz, ...filter } = toMonthFilter(request);
  // The filters of editors read the same column of settlements as of facts.
  const matches = [userInScope(scopeOf(caller), sql`f.creator_user_id`), ...matchesFilter(filter)];
  const { rows } = await sql<{ id: number; label: string; month: string | null; metrics: SettledFigures | null }>`
    select u.id, u.name as label, to_char(s.month, 'YYYY-MM') as month, s.metrics
    from (select id as creator_user_id from sys_user) f join sys_user u on u.id = f.creator_user_id
    left join (select * from creator_month_settlement where ${isWithin(months)} and biz = coalesce(${biz ?? null}::text, biz)) s
      on s.creator_user_id = u.id
    where (s.month is not null or u.id = any(${[...listed]}::bigint[])) and ${sql.join(matches, sql` and `)}
    order by u.id`.execute(db);
  const people = new Map<number, { label: string; months: Map<string, MonthSums> }>();
  for (const { id, label, month, metrics } of rows) {
    const person = people.get(id) ?? { label, months: new Map<string, MonthSums>() };
    people.set(id, person);
    if (month === null || metrics === null) continue;
    person.months.set(month, add(person.months.get(month) ?? NOTHING, fromSettled(request.metric, metrics)));
  }
  return people;
}

interface Cells {
  shown: (month: string) => MonthSums;
  /** Live sums of a month that is shown as it was settled. */
  replaced: (month: string) => MonthSums | undefined;
}

function toFigures(metric: MonthMetric, months: readonly string[], { shown, replaced }: Cells): MonthFigures {
  return {
    v: months.map((month) => valueOf(metric, shown(month))),
    total: valueOf(metric, months.map(shown).reduce(add, NOTHING)),
    live: Object.fromEntries(
      months.flatMap((month) => {
        const live = replaced(month);
        return live === undefined ? [] : [[month, valueOf(metric, live)]];
      }),
    ),
  };
}

/**
 * A year of months by editor, or by the creatives of one editor. A settled month shows what was settled, for editors whose whole work the
 * caller sees; the creatives of an editor are always shown as of now, because months are settled by editor.
 */
export async function loadPerformanceMonths(asker: Asker, request: MonthRequest): Promise<PerformanceMonths> {
  const current = (await loadBusinessDay(asker.db, asker.now)).slice(0, 7);
  const { year = Number(current.slice(0, 4)), metric, creator_id: creator } = request;
  const months = Array.from({ length: 12 }, (_, at) => `${year}-${String(at + 1).padStart(2, '0')}`);
  const asked = { ...request, months };
  const settled = await loadSettledAt(asker.db, months);
  const { rows: editors, fresh } = await loadLive(asker, asked, 'creator');
  const people = await loadSettled(asker, asked, [...editors.keys()]);
  for (const [id, { label }] of people) {
    if (editors.has(id)) continue;
    const line: ReportLine = { key: String(id), values: { creator: { id, label } }, sums: {}, m: {} };
    editors.set(id, { line, live: new Map() });
  }
  const cellsOf = (id: number, live: ReadonlyMap<string, MonthSums>): Cells => {
    const person = people.get(id);
    const isSettled = (month: string) => person !== undefined && settled[month] !== undefined;
    const now = (month: string) => live.get(month) ?? NOTHING;
    return {
      shown: (month) => (isSettled(month) ? (person?.months.get(month) ?? NOTHING) : now(month)),
      replaced: (month) => (isSettled(month) ? now(month) : undefined),
    };
  };
  const all = [...editors].map(([id, { line, live }]) => ({ line, cells: cellsOf(id, live) }));
  const shownByMonth = new Map(months.map((month) => [month, all.map(({ cells }) => cells.shown(month)).reduce(add, NOTHING)]));
  const total: Cells = {
    shown: (month) => shownByMonth.get(month) ?? NOTHING,
    replaced(month) {
      const replaced = all.flatMap(({ cells }) => {
        const live = cells.replaced(month);
        return live === undefined ? [] : [subtract(live, cells.shown(month))];
      });
      return replaced.length === 0 ? undefined : replaced.reduce(add, total.shown(month));
    },
  };
  const listed =
    creator === undefined
      ? all
      : [...(await loadLive(asker, asked, 'material')).rows.values()].map(({ line, live }) => ({
          line,
          cells: { shown: (month: string) => live.get(month) ?? NOTHING, replaced: () => undefined },
        }));
  const lines = listed.map(({ line, cells }): MonthLine => ({ line, ...toFigures(metric, months, cells) }));
  return {
    months,
    current,
    lines: lines.toSorted((a, b) => (b.total ?? -1) - (a.total ?? -1) || Number(a.line.key) - Number(b.line.key)),
    totals: {
      ...toFigures(metric, months, total),
      roi_d0: months.map((month) => ratioOf(total.shown(month))),
    },
    settled,
    ...fresh,
  };
}
