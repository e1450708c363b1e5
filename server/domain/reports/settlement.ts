import { type Kysely, sql } from 'kysely';
import { monthMetrics } from '#contracts/reports/performance.ts';
import type { Database } from '#server/database/schema.ts';
import type { SettledFigures } from '#server/database/schema-content.ts';
import { loadBusinessDay } from '../business-time.ts';
import { queryReport, type ReportLine } from '../insights/index.ts';
import { startOfDay } from '../instants.ts';
import { isMonth, monthAfter, monthDays } from './months.ts';

type Db = Kysely<Database>;

/** The day of the next month on which a month is settled; until then conversions of its last days are still corrected. */
const SETTLEMENT_DAY = 8;
const MAX_CREATORS = 100_000;
/** Several servers may settle at once; the lock lets one of them do it. */
const LOCK = 'settle.month';

/** The latest month that may be settled on that day of the company. */
export function getLastDueMonth(today: string): string {
  const isDue = Number(today.slice(8)) >= SETTLEMENT_DAY;
  return monthAfter(today.slice(0, 7), isDue ? -1 : -2);
}

export const toSettledFigures = ({ m }: Pick<ReportLine, 'm'>): SettledFigures => ({
  uploaded: m['uploaded'] ?? 0,
  used: m['used'] ?? 0,
  hits: m['hits'] ?? 0,
  spend_usd: m['spend'] ?? 0,
  revenue_usd: m['revenue'] ?? 0,
  roi_d0: m['roi_d0'] ?? null,
});

/** When a month is settled: the 8th of the next one, midnight of the company. */
export const getSettlementTime = (month: string, timezone: string): Date =>
  startOfDay(`${monthAfter(month, 1)}-0${SETTLEMENT_DAY}`, timezone);

/** The first month that is not settled although a later or equal one may be: after the last settled one, else the first with a material. */
async function findFirstOpenMonth(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ settled: string | null; first: string | null }>`
    select (select to_char(max(month), 'YYYY-MM') from creator_month_settlement) as settled,
      (select to_char(min(created_at) at time zone 'UTC', 'YYYY-MM') from material) as first`.execute(db);
  const { settled = null, first = null } = rows[0] ?? {};
  if (settled !== null) return monthAfter(settled, 1);
  return first ?? undefined;
}

/** Writes the figures of every editor in a month. Spend of all owners counts, because it is the editor's work that is settled. */
export async function settleMonth(db: Db, month: string, now: Date): Promise<number> {
  let written = 0;
  for (const biz of ['dj', 'ec'] as const) {
    const { lines } = await queryReport(
      db,
      {
        caller: { userId: 0, isAdmin: 1, isLeader: false, departmentPath: null },
        now,
        days: monthDays(month),
        filter: { biz },
        under: [],
        before: false,
        visible: sql<boolean>`true`,
        groupBy: ['creator'],
        metrics: monthMetrics,
        sort: [],
      },
      { limit: MAX_CREATORS, offset: 0 },
    );
    const rows = lines.flatMap((line) => {
      const creator = Number(line.values.creator?.id ?? 0);
      if (creator === 0) return [];
      return [{ creator_user_id: creator, month: `${month}-01`, biz, metrics: JSON.stringify(toSettledFigures(line)), settled_at: now }];
    });
    if (rows.length > 0) await db.insertInto('creator_month_settlement').values(rows).execute();
    written += rows.length;
  }
  return written;
}

/** Every month that is due and not settled yet, oldest first. */
export async function listDueMonths(db: Db, now: Date): Promise<string[]> {
  const months: string[] = [];
  const last = getLastDueMonth(await loadBusinessDay(db, now));
  for (let month = await findFirstOpenMonth(db); month !== undefined && isMonth(month) && month <= last; month = monthAfter(month, 1)) {
    months.push(month);
  }
  return months;
}

/** Settles every month that is due and not settled yet. A settled month is never written again. */
export async function settleDueMonths(
  db: Db,
  { now, signal, log }: { now: Date; signal: AbortSignal; log: (line: string) => void },
): Promise<{ months: number; written: number }> {
  const due = await listDueMonths(db, now);
  let written = 0;
  for (const month of due) {
    signal.throwIfAborted();
    const count = await db.transaction().execute(async (transaction) => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${LOCK}, 0))`.execute(transaction);
      const settled = await transaction
        .selectFrom('creator_month_settlement')
        .select('month')
        .where('month', '=', `${month}-01`)
        .limit(1)
        .executeTakeFirst();
      return settled === undefined ? await settleMonth(transaction, month, now) : 0;
    });
    log(`${month}: ${count} settled`);
    written += count;
  }
  return { months: due.length, written };
}
