import { sql } from 'kysely';
import { AdPlatformError } from '#server/channel/ad-platform.ts';
import { ensureRates, NoRate, pullRates } from '../insights/index.ts';
import type { Job } from '../jobs/index.ts';
import { Refusal } from '../refusal.ts';
import { noteFactsFailed } from './fact-sync.ts';
import { factAccounts, pullAccount } from './pull-account.ts';

type JobContext = Parameters<Job['run']>[0];

/** Days before today whose conversions are told again: several times an hour, and every night. */
const HOURLY_DAYS = 3;
const NIGHTLY_DAYS = 28;

/** In words without anything secret; null for a fault of ours. */
const faultText = (error: unknown): string | null => {
  if (error instanceof AdPlatformError || error instanceof NoRate) return error.message;
  return error instanceof Refusal ? error.reason : null;
};

/** Account by account: one that fails keeps what it has, is noted, and holds no other up. */
async function pullAll(context: JobContext, asked: { days: number; by: 'hour' | 'day' }) {
  const { db, now, signal, log, rates } = context;
  await ensureRates(db, rates, now);
  const accounts = await factAccounts(db);
  let [rows, ok, failed] = [0, 0, 0];
  let fault: Error | undefined;
  for (const account of accounts) {
    signal.throwIfAborted();
    try {
      const pulled = await pullAccount(context, account, asked);
      rows += pulled.rows;
      ok += 1;
      if (pulled.unknown > 0) log(`${account.platform_account_id} ${account.name}: ${pulled.unknown} ads are not known here`);
    } catch (error) {
      signal.throwIfAborted();
      const text = faultText(error);
      await noteFactsFailed(db, account.id, text ?? 'INTERNAL', now);
      log(`${account.platform_account_id} ${account.name}: ${text ?? (error instanceof Error ? error.message : 'failed')}`);
      failed += 1;
      if (text === null) fault ??= error instanceof Error ? error : new Error(String(error));
    }
  }
  // A fault of ours is told, once everybody else was served.
  if (fault !== undefined) throw fault;
  return { rowsIn: rows, rowsOut: rows, message: `${ok} accounts pulled, ${failed} failed` };
}

const hourly: Job = {
  key: 'insights.hourly',
  name: { zh: '小时数据拉取', en: 'Pull the last days by hour' },
  cron: '8,23,38,53 * * * *',
  timeoutS: 840,
  core: true,
  allowManual: true,
  run: (context) => pullAll(context, { days: HOURLY_DAYS, by: 'hour' }),
};

const nightly: Job = {
  key: 'insights.daily',
  name: { zh: '日数据重拉', en: 'Pull 28 days again' },
  cron: '10 19 * * *',
  timeoutS: 3600,
  core: false,
  allowManual: true,
  async run(context) {
    const pulled = await pullAll(context, { days: NIGHTLY_DAYS, by: 'day' });
    // Whose work a film is may be corrected later, and the days it was shown on follow.
    const { numAffectedRows } = await sql`
      update insight_daily d set creator_user_id = m.creator_user_id from material m
      where m.id = d.material_id and d.creator_user_id is distinct from m.creator_user_id`.execute(context.db);
    context.log(`${numAffectedRows ?? 0n} days credited to another editor`);
    return pulled;
  },
};

const dailyRates: Job = {
  key: 'rates.pull',
  name: { zh: '汇率', en: 'Exchange rates' },
  cron: '0 1 * * *',
  timeoutS: 120,
  core: false,
  allowManual: true,
  async run({ db, rates, now }) {
    const { told, written } = await pullRates(db, rates, now);
    return { rowsIn: told, rowsOut: written };
  },
};

/** Days that hours, visits by the hour and events of pixels are kept. */
const HOURS_KEPT = 60;
const VISITS_KEPT = 5;
const EVENTS_KEPT = 7;
/** Rows removed per statement, so that no lock is held for long. */
const CHUNK = 5_000;

const cleanFacts: Job = {
  key: 'cleanup.facts',
  name: { zh: '清理小时数据与像素事件', en: 'Remove old hours and pixel events' },
  cron: '30 21 * * *',
  timeoutS: 1800,
  core: false,
  allowManual: true,
  async run({ db, now, signal, log }) {
    const before = (days: number) => new Date(now.getTime() - days * 86_400_000);
    const old = [
      ['insight_hourly', sql`stat_date < ${before(HOURS_KEPT)}::date`],
      ['visit_hour', sql`hour < ${before(VISITS_KEPT)}`],
      ['pixel_event', sql`event_time < ${before(EVENTS_KEPT)}`],
    ] as const;
    let removed = 0;
    for (const [table, condition] of old) {
      let [gone, all] = [CHUNK, 0];
      while (gone === CHUNK) {
        signal.throwIfAborted();
        const { numAffectedRows } = await sql`
          delete from ${sql.table(table)} where ctid = any(array(select ctid from ${sql.table(table)} where ${condition} limit ${CHUNK}))`.execute(
          db,
        );
        gone = Number(numAffectedRows ?? 0n);
        all += gone;
      }
      log(`${table}: ${all} rows removed`);
      removed += all;
    }
    return { rowsOut: removed };
  },
};

/** What brings the numbers of the channel, and the rates they are counted by. */
export const insightJobs: readonly Job[] = [hourly, nightly, dailyRates, cleanFacts];
