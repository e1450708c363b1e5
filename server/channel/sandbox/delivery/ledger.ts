import { sql } from 'kysely';
import type { SandboxDatabase } from '../tables.ts';
import { dayBefore, weekStart } from './local-time.ts';

/** Totals of an ad that the next slot depends on. */
interface AdTotals {
  spent: number;
  slots: number;
  impressions: number;
  /** The last days, by date. */
  days: Map<string, { spend: number; payers: number }>;
}

const KEEP_DAYS = 8;

const emptyTotals = (): AdTotals => ({ spent: 0, slots: 0, impressions: 0, days: new Map() });

/** Totals per ad, updated while slots are added. */
export class Ledger {
  readonly #ads = new Map<string, AdTotals>();

  static async read(db: SandboxDatabase, account: string, today: string): Promise<Ledger> {
    const ledger = new Ledger();
    const recent = dayBefore(today, KEEP_DAYS);
    const rows = await db
      .selectFrom('sbx_hour')
      .select(['ad_id', sql<string>`case when stat_date >= ${recent} then stat_date end`.as('date')])
      .select([
        sql<number>`sum(spend)::bigint`.as('spend'),
        sql<number>`sum(payers)::bigint`.as('payers'),
        sql<number>`sum(slots)::bigint`.as('slots'),
        sql<number>`sum(impressions)::bigint`.as('impressions'),
      ])
      .where('account_id', '=', account)
      .groupBy(['ad_id', sql`2`])
      .execute();
    for (const { ad_id, date, ...sums } of rows) ledger.add(ad_id, date, sums);
    return ledger;
  }

  totalsOf(ad: string): Readonly<AdTotals> {
    return this.#ads.get(ad) ?? emptyTotals();
  }

  add(ad: string, date: string | null, sums: { spend: number; payers: number; slots: number; impressions: number }): void {
    let totals = this.#ads.get(ad);
    if (totals === undefined) this.#ads.set(ad, (totals = emptyTotals()));
    totals.spent += sums.spend;
    totals.slots += sums.slots;
    totals.impressions += sums.impressions;
    if (date === null) return;
    const day = totals.days.get(date);
    if (day === undefined) {
      const recent = dayBefore(date, KEEP_DAYS);
      for (const known of totals.days.keys()) if (known < recent) totals.days.delete(known);
      totals.days.set(date, { spend: sums.spend, payers: sums.payers });
      return;
    }
    day.spend += sums.spend;
    day.payers += sums.payers;
  }

  /** Spend of some ads: today, in the channel's week, and ever. */
  spent(ads: readonly string[], today: string): { today: number; week: number; ever: number } {
    const sunday = weekStart(today);
    const total = { today: 0, week: 0, ever: 0 };
    for (const ad of ads) {
      const { spent, days } = this.totalsOf(ad);
      total.ever += spent;
      for (const [date, { spend }] of days) {
        if (date === today) total.today += spend;
        if (date >= sunday && date <= today) total.week += spend;
      }
    }
    return total;
  }

  #week = { today: '', first: '' };
  /** The first of the seven days ending today. */
  #firstOf(today: string): string {
    if (this.#week.today !== today) this.#week = { today, first: dayBefore(today, 6) };
    return this.#week.first;
  }

  /** Number of payers of some ads in the last seven days. */
  events(ads: readonly string[], today: string): number {
    const first = this.#firstOf(today);
    let sum = 0;
    for (const ad of ads) {
      for (const [date, { payers }] of this.totalsOf(ad).days) if (date >= first && date <= today) sum += payers;
    }
    return sum;
  }
}
