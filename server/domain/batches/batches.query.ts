import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { BatchItemRow, BatchRow, batchItems } from '#contracts/endpoints/batches.ts';
import type { RequestOf } from '#contracts/endpoints/endpoint.ts';
import type { batchFilters, batchItemSortable, batchSortable } from '#contracts/vocabulary/batches.ts';
import type { SetFilters } from '#contracts/vocabulary/vocabulary.ts';
import type { Database, ItemStatus } from '#server/database/schema.ts';
import { startOfDay } from '../instants.ts';
import type { Language } from '../messages.ts';
import { type Scope, scopeOf, userInScope } from '../people/index.ts';
import { contains } from '../searching.ts';
import { currencyOfTarget } from '../target-currency.sql.ts';
import type { Caller, MenuEntry } from '../work-context.ts';
import type { Words } from './batch-type.ts';
import { faultText } from './item-text.ts';

type Db = Kysely<Database>;

/** The page that shows the batches of other users; without it users see only their own. */
const LOG_PAGE = '/advertising/copy-log';

/** Whose batches the caller may see. A super admin has no page that shows the batches of others. */
export const batchScope = (caller: Caller): Scope =>
  caller.isAdmin !== 9 && caller.paths.includes(LOG_PAGE) ? scopeOf(caller) : { kind: 'self', self: caller.userId };

export type BatchFilter = SetFilters<typeof batchFilters>;
type Order = 'asc' | 'desc';
type BatchSort = readonly { field: (typeof batchSortable)[number]; order: Order }[];

function matchesFilter(caller: Caller, filter: BatchFilter): RawBuilder<boolean> {
  const parts = [userInScope(batchScope(caller), sql`b.user_id`)];
  const keyword = filter.keyword?.trim();
  if (keyword) {
    const number = /^#?\d{1,15}$/.test(keyword) ? Number(keyword.replace('#', '')) : null;
    parts.push(
      sql<boolean>`(b.id = ${number} or exists (select 1 from batch_item k where k.batch_id = b.id and k.label ilike ${contains(keyword)}))`,
    );
  }
  if (filter.type !== undefined) parts.push(sql<boolean>`b.type = any(${filter.type}::text[])`);
  if (filter.status !== undefined) parts.push(sql<boolean>`b.status = ${filter.status}`);
  if (filter.user_id !== undefined) parts.push(sql<boolean>`b.user_id = ${filter.user_id}`);
  if (filter.origin !== undefined) {
    const by = { user: sql`b.origin !~ '^(rule|cron):'`, rule: sql`b.origin like 'rule:%'`, cron: sql`b.origin like 'cron:%'` };
    parts.push(sql<boolean>`${by[filter.origin]}`);
  }
  if (filter.ad_account_id !== undefined)
    parts.push(sql<boolean>`exists (select 1 from batch_item i where i.batch_id = b.id and ${ITEM_ACCOUNT} = ${filter.ad_account_id})`);
  if (filter.mine === true) parts.push(sql<boolean>`b.user_id = ${caller.userId}`);
  if (filter.running === true) parts.push(sql<boolean>`b.finished_at is null`);
  if (filter.date_from !== undefined) parts.push(sql<boolean>`b.created_at >= ${startOfDay(filter.date_from, caller.timezone)}`);
  if (filter.date_to !== undefined) parts.push(sql<boolean>`b.created_at < ${startOfDay(filter.date_to, caller.timezone, 1)}`);
  return sql<boolean>`${sql.join(parts, sql` and `)}`;
}

export interface BatchRecord
  extends Omit<BatchRow, 'origin_label' | 'user' | 'created_at' | 'started_at' | 'finished_at' | 'can' | 'undoable'> {
  user_id: number;
  user_name: string;
  created_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
  is_cancelable: boolean;
  is_retryable: boolean;
  /** One of its changes that took effect and was not undone; null when there is none or it has not ended. */
  undo_sample: {
    target_type: string;
    params: Readonly<Record<string, unknown>>;
    batch_params: unknown;
    before: Readonly<Record<string, unknown>> | null;
    after: Readonly<Record<string, unknown>> | null;
  } | null;
}

/** SQL condition: the item changed an object, and no other item undoes that change. */
export const isNotUndone = (item: string) => {
  const [id, status, target] = ['id', 'status', 'target_id'].map((column) => sql.ref(`${item}.${column}`));
  return sql<boolean>`(${status} = 'succeeded' and ${target} is not null and not exists (
    select 1 from batch_item u where u.undoes_item_id = ${id} and u.status in ('pending', 'running', 'succeeded', 'unknown')))`;
};

const SELECT_BATCH = sql`
  select b.id, b.type, b.level, b.origin, b.user_id, u.name as user_name, b.status, b.summary, b.created_at, b.started_at, b.finished_at,
    b.total, b.done, b.ok, b.fail, b.skip, b.unknown, b.canceled,
    (select count(*) from batch_item g where g.batch_id = b.id and g.undone and g.parent_item_id is null) as removed,
    b.finished_at is null and b.cancel_requested_at is null as is_cancelable,
    exists (select 1 from batch_item f where f.batch_id = b.id and f.status = 'failed' and f.retryable) as is_retryable,
    case when b.finished_at is not null then (
      select jsonb_build_object('target_type', d.target_type, 'params', d.params, 'batch_params', b.params, 'before', d.before, 'after', d.after)
      from batch_item d where d.batch_id = b.id and ${isNotUndone('d')} order by d.seq limit 1) end as undo_sample
  from batch b join sys_user u on u.id = b.user_id`;

const RULE_LABEL: Words = { zh: '规则', en: 'Rule' };
const CRON_LABEL: Words = { zh: '定时', en: 'Scheduled task' };

/** Title of the page the batch was ordered on, or of the rule or task that ordered it. */
export function findOriginLabel(origin: string, menu: readonly MenuEntry[]): { zh: string; en: string } {
  const page = menu.find((entry) => entry.path === origin);
  if (page !== undefined) return { zh: page.titleZh, en: page.titleEn };
  if (origin.startsWith('rule:')) return { ...RULE_LABEL };
  if (origin.startsWith('cron:')) return { ...CRON_LABEL };
  return { zh: origin, en: origin };
}

export interface BatchReader {
  caller: Caller;
  menu: readonly MenuEntry[];
  /** Whether the reader may undo the batch; absent where the answer does not say. */
  canUndo?: (record: BatchRecord) => boolean;
}

export function toBatchRow(record: BatchRecord, { menu, canUndo }: Pick<BatchReader, 'menu' | 'canUndo'>): BatchRow {
  const { user_id, user_name, is_cancelable, is_retryable, undo_sample: _sample, ...row } = record;
  return {
    ...row,
    origin_label: findOriginLabel(record.origin, menu),
    user: { id: user_id, label: user_name },
    created_at: record.created_at.toISOString(),
    started_at: record.started_at?.toISOString() ?? null,
    finished_at: record.finished_at?.toISOString() ?? null,
    can: [...(is_cancelable ? (['cancel'] as const) : []), ...(is_retryable ? (['retry'] as const) : [])],
    ...(canUndo?.(record) && { undoable: true as const }),
  };
}

/** Number of matching batches and the sums of their counts. */
export async function loadBatchTotals(db: Db, caller: Caller, filter: BatchFilter) {
  const found = await sql<{ batches: number; total: number; ok: number; fail: number; skip: number; unknown: number }>`
    select count(*) as batches, coalesce(sum(b.total), 0) as total, coalesce(sum(b.ok), 0) as ok, coalesce(sum(b.fail), 0) as fail,
      coalesce(sum(b.skip), 0) as skip, coalesce(sum(b.unknown), 0) as unknown
    from batch b where ${matchesFilter(caller, filter)}`.execute(db);
  const { batches, ...totals } = found.rows[0] ?? { batches: 0, total: 0, ok: 0, fail: 0, skip: 0, unknown: 0 };
  return { batches, totals };
}

/** Query for all matching batches in order, not yet mapped to the reply. */
export function selectBatches(caller: Caller, query: BatchFilter & { sort?: BatchSort | undefined }): RawBuilder<BatchRecord> {
  const order = (query.sort ?? []).map(({ field, order: way }) => sql`${sql.ref(`b.${field}`)} ${way === 'asc' ? sql`asc` : sql`desc`}`);
  return sql<BatchRecord>`
    ${SELECT_BATCH} where ${matchesFilter(caller, query)} order by ${sql.join([...order, sql`b.created_at desc`, sql`b.id desc`])}`;
}

export async function loadBatchPage(
  db: Db,
  reader: BatchReader,
  query: BatchFilter & { sort?: BatchSort | undefined; limit: number; offset: number },
): Promise<BatchRow[]> {
  const found = await sql<BatchRecord>`${selectBatches(reader.caller, query)} limit ${query.limit} offset ${query.offset}`.execute(db);
  return found.rows.map((row) => toBatchRow(row, reader));
}

/** Undefined when the batch does not exist or the caller may not see it. */
export async function findVisibleBatch(db: Db, reader: BatchReader, id: number): Promise<BatchRow | undefined> {
  const found =
    await sql<BatchRecord>`${SELECT_BATCH} where b.id = ${id} and ${userInScope(batchScope(reader.caller), sql`b.user_id`)}`.execute(db);
  return found.rows[0] && toBatchRow(found.rows[0], reader);
}

/** Those of the given batches that the caller may see, by id. */
export async function findVisibleBatches(db: Db, reader: BatchReader, ids: readonly number[]): Promise<Map<number, BatchRow>> {
  const found = await sql<BatchRecord>`
    ${SELECT_BATCH} where b.id = any(${[...ids]}::bigint[]) and ${userInScope(batchScope(reader.caller), sql`b.user_id`)}`.execute(db);
  return new Map(found.rows.map((row) => [row.id, toBatchRow(row, reader)]));
}

type ItemFilter = Pick<RequestOf<typeof batchItems>, 'batch_id' | 'status' | 'keyword'>;
type ItemSort = readonly { field: (typeof batchItemSortable)[number]; order: Order }[];

function itemMatchesFilter(caller: Caller, filter: ItemFilter): RawBuilder<boolean> {
  const parts = [sql<boolean>`i.batch_id = ${filter.batch_id}`, userInScope(batchScope(caller), sql`b.user_id`)];
  if (filter.status !== undefined) parts.push(sql<boolean>`i.status = ${filter.status}`);
  if (filter.keyword?.trim()) parts.push(sql<boolean>`i.label ilike ${contains(filter.keyword)}`);
  return sql<boolean>`${sql.join(parts, sql` and `)}`;
}

export interface ItemRecord extends Omit<BatchItemRow, 'text' | 'started_at' | 'finished_at'> {
  message: string | null;
  data: unknown;
  /** Currency of the amounts in `before` and `after`. */
  currency: string | null;
  started_at: Date | null;
  finished_at: Date | null;
}

/** SQL: the ad account of the object of item `i`. */
const ITEM_ACCOUNT = sql<number | null>`coalesce((i.params ->> 'ad_account_id')::bigint, case i.target_type
  when 'campaign' then (select c.ad_account_id from campaign c where c.id = i.target_id)
  when 'ad_group' then (select g.ad_account_id from ad_group g where g.id = i.target_id)
  when 'ad' then (select x.ad_account_id from ad x where x.id = i.target_id) end)`;

/** SQL: the ad account that the object of an item is in; null when it is in none. */
export const accountOfItem = sql`(
  select jsonb_build_object('id', a.id, 'label', a.name) from ad_account a where a.id = ${ITEM_ACCOUNT})`;

const SELECT_ITEM = sql`
  select i.id, i.seq, (select p.seq from batch_item p where p.id = i.parent_item_id) as parent_seq, i.target_type, i.target_id, i.label, i.status, i.attempt, i.code, i.reason, i.platform_code, i.platform_subcode,
    i.message, i.data, ${currencyOfTarget(sql`i.target_type`, sql`i.target_id`)} as currency, i.before, i.after, i.started_at, i.finished_at, i.status = 'failed' and i.retryable as retryable,
    i.status = 'unknown' and i.next_check_at is null as resolvable, i.undone and i.status = 'succeeded' as undone,
    ${accountOfItem} as account
  from batch_item i join batch b on b.id = i.batch_id`;

/** Reason shown for an item that succeeded and was removed again because nothing below it could be made. */
const UNDONE_REASON = 'NOTHING_MADE';

export function toItemRow({ message, data, currency: _currency, ...row }: ItemRecord, language: Language): BatchItemRow {
  const shown =
    row.undone && row.reason === null ? { reason: UNDONE_REASON, message: null, data: null } : { reason: row.reason, message, data };
  return {
    ...row,
    reason: shown.reason,
    text: faultText(shown, language),
    started_at: row.started_at?.toISOString() ?? null,
    finished_at: row.finished_at?.toISOString() ?? null,
  };
}

export async function countItems(db: Db, caller: Caller, filter: ItemFilter): Promise<number> {
  const found = await sql<{ total: number }>`
    select count(*) as total from batch_item i join batch b on b.id = i.batch_id where ${itemMatchesFilter(caller, filter)}`.execute(db);
  return found.rows[0]?.total ?? 0;
}

/** Query for all matching items in order, not yet mapped to the reply. */
export function selectItems(caller: Caller, query: ItemFilter & { sort?: ItemSort | undefined }): RawBuilder<ItemRecord> {
  const order = (query.sort ?? []).map(
    ({ field, order: way }) => sql`${sql.ref(`i.${field}`)} ${way === 'asc' ? sql`asc nulls last` : sql`desc nulls last`}`,
  );
  return sql<ItemRecord>`${SELECT_ITEM} where ${itemMatchesFilter(caller, query)} order by ${sql.join([...order, sql`i.seq`])}`;
}

export async function loadItemPage(
  db: Db,
  { caller, language }: { caller: Caller; language: Language },
  query: ItemFilter & { sort?: ItemSort | undefined; limit: number; offset: number },
): Promise<BatchItemRow[]> {
  const found = await sql<ItemRecord>`${selectItems(caller, query)} limit ${query.limit} offset ${query.offset}`.execute(db);
  return found.rows.map((row) => toItemRow(row, language));
}

export interface VisibleItem {
  id: number;
  batch_id: number;
  batch_type: string;
  attempt: number;
  status: ItemStatus;
  next_check_at: Date | null;
}

/** The item, if the caller may see its batch. */
export async function findVisibleItem(db: Db, caller: Caller, id: number): Promise<VisibleItem | undefined> {
  const found = await sql<VisibleItem>`
    select i.id, i.batch_id, b.type as batch_type, i.attempt, i.status, i.next_check_at from batch_item i join batch b on b.id = i.batch_id
    where i.id = ${id} and ${userInScope(batchScope(caller), sql`b.user_id`)}`.execute(db);
  return found.rows[0];
}

export async function loadItemRow(db: Db, language: Language, id: number): Promise<BatchItemRow | undefined> {
  const found = await sql<ItemRecord>`${SELECT_ITEM} where i.id = ${id}`.execute(db);
  return found.rows[0] && toItemRow(found.rows[0], language);
}

/** Results of the items that have ended. */
export async function loadItemResults(db: Db, batchId: number, language: Language) {
  const found = await sql<{
    seq: number;
    target_id: number | null;
    status: ItemStatus;
    reason: string | null;
    message: string | null;
    data: unknown;
  }>`
    select seq, target_id, status, reason, message, data from batch_item
    where batch_id = ${batchId} and status not in ('pending', 'running') order by seq`.execute(db);
  return found.rows.map((row) => ({
    seq: row.seq,
    targetId: row.target_id,
    status: row.status,
    reason: row.reason,
    text: faultText(row, language),
  }));
}
