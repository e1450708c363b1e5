import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { AdAccountRow, simpleAdAccounts, undeliverableReasons } from '#contracts/endpoints/ad-accounts.ts';
import type { Assignee, PersonalStatus } from '#contracts/endpoints/authorising.ts';
import type { ReplyOf } from '#contracts/endpoints/endpoint.ts';
import type { adAccountFilters, adAccountSortable } from '#contracts/vocabulary/ad-accounts.ts';
import type { SetFilters } from '#contracts/vocabulary/vocabulary.ts';
import type { Database } from '#server/database/schema.ts';
import { type Freshness, getLastDaysEverywhere, loadFreshnessIfPulled } from '../insights/index.ts';
import type { Language } from '../messages.ts';
import { assetVisible, scopeOf, userInScope } from '../people/index.ts';
import { containsWord, ORDER_ZH } from '../searching.ts';
import { runningCampaigns } from '../usage.sql.ts';
import type { Caller } from '../work-context.ts';
import { isRowVisible, isRowWritable } from './asset-access.ts';
import { describeAccountStatus, undeliverableWords } from './asset-words.ts';
import { assignedToUser, assigneesSql, isUnassigned } from './assign.repository.ts';
import { personalStatus, undeliverableReason } from './deliverable.ts';
import { isUsableBy } from './pixels.repository.ts';
import { describeSyncFault } from './sync-fault.ts';

type Db = Kysely<Database>;
type Reason = (typeof undeliverableReasons)[number];

export interface AccountContext {
  caller: Caller;
  now: Date;
  language: Language;
}

export type AdAccountFilter = SetFilters<typeof adAccountFilters>;
type Sort = readonly { field: (typeof adAccountSortable)[number]; order: 'asc' | 'desc' }[];

/** A row as the database returns it. */
export interface AccountRecord
  extends Omit<AdAccountRow, 'deliverable' | 'authorised_at' | 'last_sync_at' | 'created_at' | 'updated_at' | 'can'> {
  undeliverable_reason: Reason | null;
  personal_status: PersonalStatus;
  assignees: Assignee[];
  authorised_at: Date;
  last_sync_at: Date | null;
  created_at: Date;
  updated_at: Date;
  is_writable: boolean;
  /** Decimals of its currency. */
  exponent: number;
}

export const toAccountRow = (found: AccountRecord, { caller, language }: Pick<AccountContext, 'caller' | 'language'>): AdAccountRow => {
  const { is_writable, exponent: _exponent, ...row } = found;
  return {
    ...row,
    deliverable: row.undeliverable_reason === null,
    sync_error: describeSyncFault(row.sync_error, language, row.personal_account.label),
    authorised_at: row.authorised_at.toISOString(),
    last_sync_at: row.last_sync_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    can: is_writable && caller.actions.includes('asset') ? ['sync', 'assign', 'edit', 'set_enabled', 'unbind'] : [],
  };
};

const FROM = sql`from ad_account t join personal_account p on p.id = t.personal_account_id`;

const SPEND_DAYS = 7;

/** SQL: the spend of the account's last seven days including today, as far as the caller sees it. */
const recentSpendSql = ({ caller, now }: Pick<AccountContext, 'caller' | 'now'>) => sql<number>`(
  select coalesce(sum(f.spend_usd), 0)::bigint from insight_daily f
  where f.ad_account_id = t.id and f.stat_date > (${now}::timestamptz at time zone t.timezone_name)::date - ${sql.lit(SPEND_DAYS)}
    and ${userInScope(scopeOf(caller), sql`f.owner_user_id`)})`;

const RUNNING = runningCampaigns(sql<boolean>`xc.ad_account_id = t.id`);
const UNOWNED = sql`(select count(*) from campaign xc where xc.ad_account_id = t.id and xc.owner_user_id is null and xc.deleted_at is null)`;

const selectRow = ({ caller, now }: Pick<AccountContext, 'caller' | 'now'>) => sql`
  select t.id, t.version, t.channel, t.connector, t.platform_account_id, t.name, t.business_name, t.account_status, t.disable_reason,
    ${undeliverableReason('t', 'p', now)} as undeliverable_reason, t.enabled, t.biz, t.usage, t.currency, t.timezone_name, t.balance,
    t.spend_cap, t.spend_cap - t.amount_spent as cap_left, t.amount_spent, t.min_daily_budget, t.authorised_at, t.last_sync_at,
    t.sync_error, t.sync_notice, t.remark, t.created_at, t.updated_at,
    jsonb_build_object('id', p.id, 'label', p.name) as personal_account, ${personalStatus('p', now)} as personal_status,
    (select jsonb_build_object('id', u.id, 'label', u.name) from asset_assign aa join sys_user u on u.id = aa.user_id
      where aa.asset_type = 'ad_account' and aa.asset_id = t.id and aa.to_at is null and aa.is_primary) as "primary",
    ${assigneesSql('ad_account', sql`t.id`)} as assignees,
    (select count(*) from pixel x where x.deleted_at is null and ${isUsableBy(sql`x`, sql`t.id`)}
      and ${assetVisible(caller, 'pixel', { id: sql`x.id`, authoriser: sql`x.personal_account_id` })}) as pixels,
    ${RUNNING} as campaigns_running, ${caller.isAdmin === 1 ? UNOWNED : sql`null::bigint`} as unassigned_campaigns,
    ${recentSpendSql({ caller, now })} as spend_7d_usd,
    exists (select 1 from batch_item bi join batch b on b.id = bi.batch_id where bi.target_type = 'ad_account' and bi.target_id = t.id
      and bi.status in ('pending', 'running') and b.type = 'asset_sync') as is_syncing,
    (select exponent from currency where code = t.currency) as exponent,
    ${isRowWritable(caller, 'ad_account')} as is_writable
  ${FROM}`;

function accountCondition({ caller, now }: Pick<AccountContext, 'caller' | 'now'>, filter: AdAccountFilter): RawBuilder<boolean> {
  const parts = [sql<boolean>`t.deleted_at is null`, isRowVisible(caller, 'ad_account')];
  const keyword = filter.keyword?.trim();
  if (keyword) parts.push(sql<boolean>`(${containsWord(sql`t.name`, keyword)} or t.platform_account_id = ${keyword})`);
  if (filter.channel !== undefined) parts.push(sql<boolean>`t.channel = ${filter.channel}`);
  if (filter.account_status !== undefined) parts.push(sql<boolean>`t.account_status = any(${[...filter.account_status]}::int[])`);
  if (filter.deliverable !== undefined) {
    const reason = undeliverableReason('t', 'p', now);
    parts.push(filter.deliverable ? sql<boolean>`${reason} is null` : sql<boolean>`${reason} is not null`);
  }
  if (filter.biz !== undefined) parts.push(sql<boolean>`t.biz = ${filter.biz}`);
  if (filter.currency !== undefined) parts.push(sql<boolean>`t.currency = ${filter.currency}`);
  if (filter.personal_account_id !== undefined) parts.push(sql<boolean>`t.personal_account_id = ${filter.personal_account_id}`);
  if (filter.assignee_user_id !== undefined) parts.push(assignedToUser('ad_account', sql`t.id`, filter.assignee_user_id));
  if (filter.spent_7d !== undefined) parts.push(sql<boolean>`${recentSpendSql({ caller, now })} > 0`);
  if (filter.unassigned !== undefined) parts.push(isUnassigned('ad_account', sql`t.id`));
  return sql<boolean>`${sql.join(parts, sql` and `)}`;
}

/** SQL: an amount in major units, for comparison across currencies. */
const inMajorUnits = (amount: RawBuilder<unknown>) => sql`${amount} / power(10, (select exponent from currency where code = t.currency))`;

const sortColumns = (context: Pick<AccountContext, 'caller' | 'now'>): Readonly<Record<Sort[number]['field'], RawBuilder<unknown>>> => ({
  name: sql`t.name ${ORDER_ZH}`,
  account_status: sql`t.account_status`,
  balance: inMajorUnits(sql`t.balance`),
  cap_left: inMajorUnits(sql`(t.spend_cap - t.amount_spent)`),
  amount_spent: inMajorUnits(sql`t.amount_spent`),
  campaigns_running: RUNNING,
  spend_7d: recentSpendSql(context),
  last_sync_at: sql`t.last_sync_at`,
  created_at: sql`t.created_at`,
});

function createOrderBy(sort: Sort, context: Pick<AccountContext, 'caller' | 'now'>): RawBuilder<unknown> {
  const by = sortColumns(context);
  const parts = sort.map((each) => sql`${by[each.field]} ${each.order === 'asc' ? sql`asc nulls first` : sql`desc nulls last`}`);
  return sql.join([...parts, sql`t.id desc`]);
}

export async function countAccounts(db: Db, context: AccountContext, filter: AdAccountFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total ${FROM} where ${accountCondition(context, filter)}`.execute(db);
  return rows[0]?.total ?? 0;
}

/** Ids of matching rows in ascending order, at most `max`. */
export async function selectAccountIds(db: Db, context: AccountContext, filter: AdAccountFilter, max: number): Promise<number[]> {
  const { rows } = await sql<{
    id: number;
  }>`select t.id ${FROM} where ${accountCondition(context, filter)} order by t.id limit ${max}`.execute(db);
  return rows.map((row) => row.id);
}

/** How recent the figures of the matching rows are; undefined when none of them was ever pulled. */
export async function loadAccountFreshness(db: Db, context: AccountContext, filter: AdAccountFilter): Promise<Freshness | undefined> {
  const { rows } = await sql<{ id: number }>`select t.id ${FROM} where ${accountCondition(context, filter)}`.execute(db);
  const asked = { days: getLastDaysEverywhere(context.now, SPEND_DAYS), now: context.now };
  return await loadFreshnessIfPulled(
    db,
    asked,
    rows.map(({ id }) => id),
  );
}

/** Every matching row, in order. */
export const selectAccounts = (context: AccountContext, query: AdAccountFilter & { sort?: Sort | undefined }): RawBuilder<AccountRecord> =>
  sql<AccountRecord>`${selectRow(context)} where ${accountCondition(context, query)} order by ${createOrderBy(query.sort ?? [], context)}`;

export async function loadAccountPage(
  db: Db,
  context: AccountContext,
  query: AdAccountFilter & { sort?: Sort | undefined; limit: number; offset: number },
): Promise<AdAccountRow[]> {
  const { rows } = await sql<AccountRecord>`${selectAccounts(context, query)} limit ${query.limit} offset ${query.offset}`.execute(db);
  return rows.map((row) => toAccountRow(row, context));
}

/** One row of the list; undefined when the caller does not see it. */
export async function findAccountRow(db: Db, context: AccountContext, id: number): Promise<AdAccountRow | undefined> {
  const { rows } = await sql<AccountRecord>`${selectRow(context)} where t.id = ${id} and ${accountCondition(context, {})}`.execute(db);
  return rows[0] && toAccountRow(rows[0], context);
}

interface SimpleFilter {
  keyword?: string | undefined;
  ids?: readonly number[] | undefined;
  channel?: 'meta' | 'tiktok' | undefined;
  biz?: 'dj' | 'ec' | undefined;
  personal_account_id?: number | undefined;
  to_host?: true | undefined;
}

/** SQL condition: the account may be hosted and is not hosted yet. */
const IS_HOSTABLE = sql<boolean>`(t.usage = 'host' and not exists (
  select 1 from host_account h where h.ad_account_id = t.id and h.state <> 'ended'))`;

/** Extra facts for a user who is about to publish into the accounts. */
interface PublishOptions {
  to_publish?: true | undefined;
  pixel_id?: number | undefined;
  pixel_of_site_id?: number | undefined;
}

/** SQL: columns for publishing; empty for callers that only need names. A pixel or site that the caller does not see yields null. */
function publishColumns({ caller }: AccountContext, { to_publish, pixel_id, pixel_of_site_id }: PublishOptions): RawBuilder<unknown> {
  if (to_publish === undefined) return sql``;
  const isVisible = {
    pixel: assetVisible(caller, 'pixel', { id: sql.ref('px.id'), authoriser: sql.ref('px.personal_account_id') }),
    site: assetVisible(caller, 'site', { id: sql.ref('st.id') }),
  };
  const pixelId =
    pixel_id === undefined
      ? sql`select st.default_pixel_id from site st where st.id = ${pixel_of_site_id ?? null}::bigint and st.deleted_at is null and ${isVisible.site}`
      : sql`select px.id from pixel px where px.id = ${pixel_id}::bigint and ${isVisible.pixel}`;
  return sql`,
    t.timezone_name, t.spend_cap - t.amount_spent as cap_left,
    (select count(*) from ad where ad.ad_account_id = t.id and ad.effective_status = 'ACTIVE' and ad.deleted_at is null) as ads_running,
    (${pixelId}) as pixel_id,
    (select ${isUsableBy(sql`x`, sql`t.id`)}
     from pixel x where x.id = (${pixelId}) and x.deleted_at is null) as pixel_usable`;
}

/** Accounts to choose from, sorted by name. An account that cannot deliver carries the reason. */
export async function loadSimpleAccounts(
  db: Db,
  context: AccountContext,
  { ids, to_host, to_publish, pixel_id, pixel_of_site_id, ...filter }: SimpleFilter & PublishOptions,
  { limit, offset }: { limit: number; offset: number },
): Promise<ReplyOf<typeof simpleAdAccounts>> {
  const isChosen = ids === undefined ? sql<boolean>`true` : sql<boolean>`t.id = any(${[...ids]}::bigint[])`;
  const where = sql`${accountCondition(context, filter)} and ${isChosen} and ${to_host ? IS_HOSTABLE : sql<boolean>`true`}`;
  const [counted, found] = await Promise.all([
    sql<{ total: number }>`select count(*) as total ${FROM} where ${where}`.execute(db),
    sql<{
      id: number;
      name: string;
      platform_account_id: string;
      currency: string;
      account_status: number;
      disable_reason: number;
      why: Reason | null;
      timezone_name: string;
      cap_left: number | null;
      ads_running: number;
      pixel_id: number | null;
      pixel_usable: boolean | null;
    }>`
      select t.id, t.name, t.platform_account_id, t.currency, t.account_status, t.disable_reason,
        ${undeliverableReason('t', 'p', context.now)} as why ${publishColumns(context, { to_publish, pixel_id, pixel_of_site_id })}
      ${FROM} where ${where} order by t.name ${ORDER_ZH}, t.id limit ${limit} offset ${offset}`.execute(db),
  ]);
  const list = found.rows.map((row) => ({
    id: row.id,
    label: row.name,
    sub: `${row.platform_account_id} · ${row.currency}`,
    status: String(row.account_status),
    ...(row.why === null
      ? {}
      : {
          disabled:
            row.why === 'account_status'
              ? describeAccountStatus(row.account_status)[context.language]
              : undeliverableWords[row.why][context.language],
        }),
    ...(to_publish && {
      publish: {
        currency: row.currency,
        timezone_name: row.timezone_name,
        cap_left: row.cap_left,
        ads_running: row.ads_running,
        pixel_id: row.pixel_id,
        pixel_usable: row.pixel_usable,
      },
    }),
  }));
  return { list, total: counted.rows[0]?.total ?? 0 };
}

/** The status history, newest first. */
export async function loadStatusLog(db: Db, id: number): Promise<{ at: string; account_status: number; disable_reason: number }[]> {
  const rows = await db
    .selectFrom('account_status_log')
    .select(['at', 'account_status', 'disable_reason'])
    .where('ad_account_id', '=', id)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(200)
    .execute();
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}
