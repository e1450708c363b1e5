import { type Kysely, type RawBuilder, sql } from 'kysely';
import { setEntityStatuses } from '#contracts/endpoints/ad-entities.ts';
import type { Database } from '#server/database/schema.ts';
import { formatAmount, type StatusParams, statusBatch } from '../ads/index.ts';
import { raiseAlert } from '../alerts.ts';
import { type AnyBatchType, orderAsServer } from '../batches/index.ts';
import { isHostedAt } from './host-account.scope.ts';

type Db = Kysely<Database>;

/** Objects of one batch. */
const CAMPAIGNS_PER_BATCH = 500;
/** Reason of the events, by which the campaigns to turn on again are found. */
export const DAILY_CAP = 'DAILY_CAP';

interface CappedAccount {
  id: number;
  ad_account_id: number;
  name: string;
  today: string;
  daily_cap: number;
  currency: string;
  exponent: number;
  operator: { id: number; account: string };
}

interface Campaign {
  id: number;
  name: string;
}

const TODAY = (now: Date) => sql`(${now}::timestamptz at time zone t.timezone_name)::date`;

const HAS_REACHED_CAP = (now: Date) => sql<boolean>`(h.daily_cap is not null and h.daily_cap <= (
  select coalesce(sum(f.spend), 0) from insight_account_daily f where f.ad_account_id = h.ad_account_id and f.stat_date = ${TODAY(now)}))`;

/** Locks the accounts that are run now and meet the condition. */
async function lockAccounts(db: Db, condition: RawBuilder<boolean>, now: Date): Promise<CappedAccount[]> {
  const found = await sql<CappedAccount>`
    select h.id, h.ad_account_id, t.name, ${TODAY(now)}::text as today, h.daily_cap, t.currency, c.exponent,
      jsonb_build_object('id', o.id, 'account', o.account) as operator
    from host_account h join ad_account t on t.id = h.ad_account_id join currency c on c.code = t.currency
      join sys_user o on o.id = h.operator_user_id
    where ${isHostedAt(now)} and t.deleted_at is null and ${condition} order by h.id for no key update of h`.execute(db);
  return found.rows;
}

async function orderStatus(
  db: Db,
  { account, campaigns, to, job }: { account: CappedAccount; campaigns: readonly Campaign[]; to: StatusParams['to']; job: string },
  now: Date,
): Promise<void> {
  const verb =
    to === 'PAUSED' ? { zh: '达到日上限，关闭', en: 'Daily cap reached: turn off' } : { zh: '新的一天，重新开启', en: 'New day: turn on' };
  for (let at = 0; at < campaigns.length; at += CAMPAIGNS_PER_BATCH) {
    const part = campaigns.slice(at, at + CAMPAIGNS_PER_BATCH);
    const params: StatusParams = { to, by: 'rule' };
    await orderAsServer(db, {
      type: statusBatch as AnyBatchType,
      user: account.operator,
      now,
      order: {
        type: statusBatch.type,
        action: setEntityStatuses.path,
        origin: `cron:${job}`,
        level: 'campaign',
        reason: DAILY_CAP,
        summary: {
          zh: `${account.name}：${verb.zh} ${part.length} 个广告系列`,
          en: `${account.name}: ${verb.en} ${part.length} campaign${part.length === 1 ? '' : 's'}`,
        },
        params,
        items: part.map(({ id, name }) => ({ targetType: 'campaign', targetId: id, label: name })),
      },
    });
  }
}

const findActive = async (db: Db, { ad_account_id }: CappedAccount): Promise<Campaign[]> =>
  (
    await sql<Campaign>`
      select c.id, c.name from campaign c
      where c.ad_account_id = ${ad_account_id} and c.status = 'ACTIVE' and c.deleted_at is null order by c.id`.execute(db)
  ).rows;

/** Campaigns that are off because of the cap: nothing has turned them on or off since. */
const findClosedByCap = async (db: Db, { ad_account_id }: CappedAccount): Promise<Campaign[]> =>
  (
    await sql<Campaign>`
      select c.id, c.name from campaign c
      where c.ad_account_id = ${ad_account_id} and c.status = 'PAUSED' and c.closed_by = 'rule' and c.deleted_at is null and ${DAILY_CAP} = (
        select v.reason from ad_event v
        where v.campaign_id = c.id and v.level = 'campaign' and v.event in ('open', 'close') order by v.at desc, v.id desc limit 1)
      order by c.id`.execute(db)
  ).rows;

/** Turns off the active campaigns of accounts that have spent their daily cap, once a day, and alerts their operators. */
async function closeCapped(db: Db, job: string, now: Date): Promise<number> {
  const isDue = sql<boolean>`h.capped_on is distinct from ${TODAY(now)} and ${HAS_REACHED_CAP(now)}`;
  const accounts = await lockAccounts(db, isDue, now);
  for (const account of accounts) {
    const campaigns = await findActive(db, account);
    await orderStatus(db, { account, campaigns, to: 'PAUSED', job }, now);
    await db.updateTable('host_account').set({ capped_on: account.today }).where('id', '=', account.id).execute();
    if (campaigns.length === 0) continue;
    await raiseAlert(
      db,
      [account.operator.id],
      {
        kind: 'budget_cap',
        about: { type: 'ad_account', key: account.ad_account_id, name: account.name },
        data: { name: account.name, cap: formatAmount(account.daily_cap, { code: account.currency, exponent: account.exponent }) },
        link: `/operation/account?keyword=${encodeURIComponent(account.name)}`,
        dedupeKey: `host-cap:${account.id}:${account.today}`,
      },
      now,
    );
  }
  return accounts.length;
}

/** Turns campaigns on again that the cap of an earlier day of their account turned off. */
async function reopenCapped(db: Db, job: string, now: Date): Promise<number> {
  const accounts = await lockAccounts(db, sql<boolean>`h.capped_on < ${TODAY(now)}`, now);
  for (const account of accounts) {
    await orderStatus(db, { account, campaigns: await findClosedByCap(db, account), to: 'ACTIVE', job }, now);
    await db.updateTable('host_account').set({ capped_on: null }).where('id', '=', account.id).execute();
  }
  return accounts.length;
}

/**
 * Applies the daily caps of hosted accounts: turns campaigns off once an account has spent its cap, and on again on the next day of the
 * account. The changes are ordered in the name of the operator and are made by a rule; `job` is the scheduled task that asks.
 */
export async function applyDailyCaps(db: Db, { job, now }: { job: string; now: Date }): Promise<{ closed: number; reopened: number }> {
  return await db.transaction().execute(async (transaction) => ({
    reopened: await reopenCapped(transaction, job, now),
    closed: await closeCapped(transaction, job, now),
  }));
}
