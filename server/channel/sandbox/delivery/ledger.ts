import { sql } from 'kysely';
import type { SandboxDatabase } from '../tables.ts';
import { dayBefore, weekStart } from './local-time.ts';

/** What an ad did so far, as far as the next slot depends on it. */
interface Account {
  spent: number;
  slots: number;
  impressions: number;
  /** Of the last days, by date. */
  days: Map<string, { spend: number; payers: number }>;
}

const DAYS_KEPT = 8;

const emptyAccount = (): Account => ({ spent: 0, slots: 0, impressions: 0, days: new Map() });

/** Sums over what was delivered, kept up while slots are added. */
export class Ledger {
  readonly #ads = new Map<string, Account>();

  static async read(db: SandboxDatabase, account: string, today: string): Promise<Ledger> {
    const ledger = new Ledger();
    const recent = dayBefore(today, DAYS_KEPT);
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

  of(ad: string): Readonly<Account> {
    return this.#ads.get(ad) ?? emptyAccount();
  }

  add(ad: string, date: string | null, sums: { spend: number; payers: number; slots: number; impressions: number }): void {
    let account = this.#ads.get(ad);
    if (account === undefined) this.#ads.set(ad, (account = emptyAccount()));
    account.spent += sums.spend;
    account.slots += sums.slots;
    account.impressions += sums.impressions;
    if (date === null) return;
    const day = account.days.get(date);
    if (day === undefined) {
      const recent = dayBefore(date, DAYS_KEPT);
      for (const known of account.days.keys()) if (known < recent) account.days.delete(known);
      account.days.set(date, { spend: sums.spend, payers: sums.payers });
      return;
    }
    day.spend += sums.spend;
    day.payers += sums.payers;
  }

  /** Of some ads: today, in the week of the channel, and ever. */
  spent(ads: readonly string[], today: string): { today: number; week: number; ever: number } {
    const sunday = weekStart(today);
    const total = { today: 0, week: 0, ever: 0 };
    for (const ad of ads) {
      const { spent, days } = this.of(ad);
      total.ever += spent;
      for (const [date, { spend }] of days) {
        if (date === today) total.today += spend;
        if (date >= sunday && date <= today) total.week += spend;
      }
    }
    return total;
  }

  #week = { today: '', first: '' };
  /** The first of the seven days that end with one. */
  #firstOf(today: string): string {
    if (this.#week.today !== today) this.#week = { today, first: dayBefore(today, 6) };
    return this.#week.first;
  }

  /** Payers of some ads within seven days. */
  events(ads: readonly string[], today: string): number {
    const first = this.#firstOf(today);
    let sum = 0;
    for (const ad of ads) {
      for (const [date, { payers }] of this.of(ad).days) if (date >= first && date <= today) sum += payers;
    }
    return sum;
  }
}
