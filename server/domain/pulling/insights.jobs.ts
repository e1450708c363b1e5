import { sql } from 'kysely';
import { AdPlatformError } from '#server/channel/ad-platform.ts';
import { decideTakeOffs, ensureRates, MissingRateError, pullRates } from '../insights/index.ts';
import type { Job } from '../jobs/index.ts';
import { Refusal } from '../refusal.ts';
import { recordFactsFailed } from './fact-sync.ts';
import { listFactAccounts, pullAccount } from './pull-account.ts';

type JobContext = Parameters<Job['run']>[0];

/** Days before today whose conversions are pulled again, several times an hour and every night. */
const HOURLY_DAYS = 3;
const NIGHTLY_DAYS = 28;

/** A message without secrets; null for an unexpected error. */
const faultText = (error: unknown): string | null => {
  if (error instanceof AdPlatformError || error instanceof MissingRateError) return error.message;
  return error instanceof Refusal ? error.reason : null;
};

/** Pulls account by account. A failing account keeps its facts, is recorded as failed and does not block the others. */
async function pullAll(context: JobContext, options: { days: number; by: 'hour' | 'day' }) {
  const { db, now, signal, log, rates } = context;
  await ensureRates(db, rates, now);
  const accounts = await listFactAccounts(db);
  let [rows, ok, failed] = [0, 0, 0];
  let unexpectedError: Error | undefined;
  for (const account of accounts) {
    signal.throwIfAborted();
    try {
      const pulled = await pullAccount(context, account, options);
      rows += pulled.rows;
      ok += 1;
      if (pulled.unknown > 0) log(`${account.platform_account_id} ${account.name}: ${pulled.unknown} ads are not known here`);
    } catch (error) {
      signal.throwIfAborted();
      const text = faultText(error);
      await recordFactsFailed(db, account.id, text ?? 'INTERNAL', now);
      log(`${account.platform_account_id} ${account.name}: ${text ?? (error instanceof Error ? error.message : 'failed')}`);
      failed += 1;
      if (text === null) unexpectedError ??= error instanceof Error ? error : new Error(String(error));
    }
  }
  // An unexpected error is raised after all other accounts were pulled.
  if (unexpectedError !== undefined) throw unexpectedError;
  return { rowsIn: rows, rowsOut: rows, message: `${ok} accounts pulled, ${failed} failed` };
}

const hourly: Job = {
  key: 'insights.hourly',
  name: { zh: '小时数据拉取', en: 'Pull recent days by hour' },
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
    // The credited editor of a material may be corrected later; the days of its ads follow.
    const { numAffectedRows } = await sql`
      update insight_daily d set creator_user_id = m.creator_user_id from material m
      where m.id = d.material_id and d.creator_user_id is distinct from m.creator_user_id`.execute(context.db);
    context.log(`${numAffectedRows ?? 0n} days credited to another editor`);
    return pulled;
  },
};

const takeOffs: Job = {
  key: 'ads.takeoff',
  name: { zh: '广告起量判定', en: 'Decide which ads took off' },
  cron: '45 * * * *',
  timeoutS: 600,
  core: false,
  allowManual: true,
  async run({ db, now }) {
    return { rowsOut: await decideTakeOffs(db, now) };
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
    const { reported, written } = await pullRates(db, rates, now);
    return { rowsIn: reported, rowsOut: written };
  },
};

/** Retention of hourly facts, hourly visits and pixel events in days. */
const HOUR_RETENTION_DAYS = 60;
/** Rules are rehearsed on hours of the last weeks. */
const KNOWN_RETENTION_DAYS = 30;
const VISIT_RETENTION_DAYS = 5;
const EVENT_RETENTION_DAYS = 7;
/** Rows deleted per statement, so that no lock is held for long. */
const ROWS_PER_DELETE = 5_000;

const cleanFacts: Job = {
  key: 'cleanup.facts',
  name: { zh: '清理小时数据与像素事件', en: 'Remove old hours and pixel events' },
  cron: '30 21 * * *',
  timeoutS: 1800,
  core: false,
  allowManual: true,
  async run({ db, now, signal, log }) {
    const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
    const old = [
      ['insight_hourly', sql`stat_date < ${daysAgo(HOUR_RETENTION_DAYS)}::date`],
      ['insight_hour_known', sql`stat_date < ${daysAgo(KNOWN_RETENTION_DAYS)}::date`],
      ['visit_hour', sql`hour < ${daysAgo(VISIT_RETENTION_DAYS)}`],
      ['pixel_event', sql`event_time < ${daysAgo(EVENT_RETENTION_DAYS)}`],
    ] as const;
    let removed = 0;
    for (const [table, condition] of old) {
      let [deleted, all] = [ROWS_PER_DELETE, 0];
      while (deleted === ROWS_PER_DELETE) {
        signal.throwIfAborted();
        const { numAffectedRows } = await sql`
          delete from ${sql.table(table)} where ctid = any(array(select ctid from ${sql.table(table)} where ${condition} limit ${ROWS_PER_DELETE}))`.execute(
          db,
        );
        deleted = Number(numAffectedRows ?? 0n);
        all += deleted;
      }
      log(`${table}: ${all} rows removed`);
      removed += all;
    }
    return { rowsOut: removed };
  },
};

/** Jobs that pull facts and exchange rates. */
export const insightJobs: readonly Job[] = [hourly, nightly, takeOffs, dailyRates, cleanFacts];
