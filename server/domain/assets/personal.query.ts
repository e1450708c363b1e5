import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Assignee, HostedPersonRow, PersonalAccountRow, PersonalStatus } from '#contracts/endpoints/authorising.ts';
import type { SimpleRow } from '#contracts/endpoints/shapes.ts';
import type { personalFilters, personalSortable } from '#contracts/vocabulary/personal-accounts.ts';
import type { SetFilters } from '#contracts/vocabulary/vocabulary.ts';
import type { Database } from '#server/database/schema.ts';
import { type Language, reasonText } from '../messages.ts';
import { containsWord, ORDER_ZH } from '../searching.ts';
import { runningCampaigns } from '../usage.sql.ts';
import type { Caller } from '../work-context.ts';
import { isRowVisible, isRowWritable } from './asset-access.ts';
import { assigneesSql } from './assign.repository.ts';
import { personalStatus, undeliverableReason } from './deliverable.ts';
import { findMissingScopes, isUsable } from './personal.rules.ts';
import { describeSyncFault } from './sync-fault.ts';

type Db = Kysely<Database>;
export type Usage = 'self' | 'host';
/** The reader of one of the two pages of personal accounts. Expiry is computed for `now`. */
export interface PersonContext {
  caller: Caller;
  usage: Usage;
  now: Date;
  language: Language;
}

export type PersonalFilter = SetFilters<typeof personalFilters>;
type Sort = readonly { field: (typeof personalSortable)[number]; order: 'asc' | 'desc' }[];

/** A row as the database returns it. */
export interface PersonRecord {
  id: number;
  version: number;
  channel: 'meta' | 'tiktok';
  platform_user_id: string;
  name: string;
  usage: Usage;
  owner: { id: number; label: string };
  status: PersonalStatus;
  token_expires_at: Date | null;
  data_access_expires_at: Date | null;
  scopes: string[];
  accounts: number;
  homepages: number;
  pixels: number;
  running: number;
  blocked: number;
  assignees: Assignee[];
  last_checked_at: Date | null;
  last_error: string | null;
  held_since: Date | null;
  remark: string | null;
  holder_name: string | null;
  contact: string | null;
  consent_at: Date | null;
  consent_note: string | null;
  hosted_accounts: number;
  created_at: Date;
  updated_at: Date;
  is_writable: boolean;
}

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

/** Only the owner and administrators may replace the token. */
export const mayOperateToken = (caller: Caller, ownerUserId: number): boolean => caller.isAdmin === 1 || caller.userId === ownerUserId;

function listPermits(found: PersonRecord, caller: Caller): PersonalAccountRow['can'] {
  if (!found.is_writable || !caller.actions.includes('asset')) return [];
  const canImport = isUsable(found.status) && (found.usage === 'self' || found.consent_at !== null);
  return [
    'check',
    ...(mayOperateToken(caller, found.owner.id) ? (['reauthorise'] as const) : []),
    ...(canImport ? (['import'] as const) : []),
    'sync',
    'assign',
    'edit',
    'set_status',
    'delete',
  ];
}

export function toPersonRow(found: PersonRecord, { caller, language }: Pick<PersonContext, 'caller' | 'language'>): PersonalAccountRow {
  const { is_writable: _w, holder_name: _h, contact: _c, consent_at: _a, consent_note: _n, hosted_accounts: _o, ...row } = found;
  return {
    ...row,
    missing_scopes: findMissingScopes(found.scopes),
    last_error: describeSyncFault(found.last_error, language, found.name),
    token_expires_at: iso(found.token_expires_at),
    data_access_expires_at: iso(found.data_access_expires_at),
    last_checked_at: iso(found.last_checked_at),
    held_since: iso(found.held_since),
    created_at: found.created_at.toISOString(),
    updated_at: found.updated_at.toISOString(),
    can: listPermits(found, caller),
  };
}

export const toHostedRow = (found: PersonRecord, context: Pick<PersonContext, 'caller' | 'language'>): HostedPersonRow => ({
  ...toPersonRow(found, context),
  holder_name: found.holder_name,
  contact: found.contact,
  consent_at: iso(found.consent_at),
  consent_note: found.consent_note,
  hosted_accounts: found.hosted_accounts,
});

const countBound = (table: 'ad_account' | 'homepage' | 'pixel') =>
  sql`(select count(*) from ${sql.table(table)} b where b.personal_account_id = t.id and b.deleted_at is null)`;

const selectRow = ({ caller, now }: Pick<PersonContext, 'caller' | 'now'>) => sql`
  select t.id, t.version, t.channel, t.platform_user_id, t.name, t.usage, t.token_expires_at, t.data_access_expires_at, t.scopes,
    t.last_checked_at, t.last_error, t.held_since, t.remark, t.holder_name, t.contact, t.consent_at, t.consent_note, t.created_at, t.updated_at,
    ${personalStatus('t', now)} as status, jsonb_build_object('id', o.id, 'label', o.name) as owner,
    ${countBound('ad_account')} as accounts, ${countBound('homepage')} as homepages, ${countBound('pixel')} as pixels,
    ${runningCampaigns(sql<boolean>`xc.ad_account_id in (
      select b.id from ad_account b where b.personal_account_id = t.id and b.deleted_at is null)`)} as running,
    (select count(*) from campaign xc join ad_account b on b.id = xc.ad_account_id
      where b.personal_account_id = t.id and b.deleted_at is null and xc.status = 'ACTIVE' and xc.deleted_at is null
        and ${undeliverableReason('b', 't', now)} = 'authoriser') as blocked,
    (select count(*) from host_account h join ad_account b on b.id = h.ad_account_id
      where b.personal_account_id = t.id and h.state <> 'ended') as hosted_accounts,
    ${assigneesSql('personal_account', sql`t.id`)} as assignees, ${isRowWritable(caller, 'personal_account')} as is_writable
  from personal_account t join sys_user o on o.id = t.owner_user_id`;

function personCondition(
  { caller, usage, now }: Pick<PersonContext, 'caller' | 'usage' | 'now'>,
  filter: PersonalFilter,
): RawBuilder<boolean> {
  const parts = [sql<boolean>`t.deleted_at is null and t.usage = ${usage}`, isRowVisible(caller, 'personal_account')];
  const keyword = filter.keyword?.trim();
  if (keyword) {
    const [name, holder] = [sql`t.name`, sql`t.holder_name`].map((text) => containsWord(text, keyword));
    parts.push(sql<boolean>`(${name} or t.platform_user_id = ${keyword} or ${holder})`);
  }
  if (filter.channel !== undefined) parts.push(sql<boolean>`t.channel = ${filter.channel}`);
  if (filter.status !== undefined) parts.push(sql<boolean>`${personalStatus('t', now)} = any(${[...filter.status]}::text[])`);
  if (filter.owner_user_id !== undefined) parts.push(sql<boolean>`t.owner_user_id = ${filter.owner_user_id}`);
  if (filter.expires_within !== undefined) {
    parts.push(
      sql<boolean>`t.token_expires_at > ${now} and t.token_expires_at <= ${now}::timestamptz + make_interval(days => ${filter.expires_within})`,
    );
  }
  return sql<boolean>`${sql.join(parts, sql` and `)}`;
}

/** Most urgent first. */
const STATUS_ORDER = ['revoked', 'expired', 'limited', 'expiring', 'pending', 'disabled', 'active'];

function createOrderBy(sort: Sort, now: Date): RawBuilder<unknown> {
  const columns: Readonly<Record<Sort[number]['field'], RawBuilder<unknown>>> = {
    name: sql`t.name ${ORDER_ZH}`,
    status: sql`array_position(${STATUS_ORDER}::text[], ${personalStatus('t', now)})`,
    token_expires_at: sql`t.token_expires_at`,
    created_at: sql`t.created_at`,
  };
  // A token without an end sorts after every date.
  const parts = sort.map((each) => sql`${columns[each.field]} ${each.order === 'asc' ? sql`asc nulls last` : sql`desc nulls first`}`);
  return sql.join([...parts, sql`t.id desc`]);
}

export async function countPeople(db: Db, context: PersonContext, filter: PersonalFilter): Promise<number> {
  const { rows } = await sql<{
    total: number;
  }>`select count(*) as total from personal_account t where ${personCondition(context, filter)}`.execute(db);
  return rows[0]?.total ?? 0;
}

/** Ids of matching rows in ascending order, at most `max`. */
export async function selectPersonIds(db: Db, context: PersonContext, filter: PersonalFilter, max: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select t.id from personal_account t where ${personCondition(context, filter)} order by t.id limit ${max}`.execute(db);
  return rows.map((row) => row.id);
}

/** Every matching row, in order. */
export const selectPeople = (context: PersonContext, query: PersonalFilter & { sort?: Sort | undefined }): RawBuilder<PersonRecord> =>
  sql<PersonRecord>`${selectRow(context)} where ${personCondition(context, query)} order by ${createOrderBy(query.sort ?? [], context.now)}`;

export async function loadPersonPage(
  db: Db,
  context: PersonContext,
  query: PersonalFilter & { sort?: Sort | undefined; limit: number; offset: number },
): Promise<PersonRecord[]> {
  const { rows } = await sql<PersonRecord>`${selectPeople(context, query)} limit ${query.limit} offset ${query.offset}`.execute(db);
  return rows;
}

/** One row of the page; undefined when the caller does not see it or it belongs to the other page. */
export async function findPerson(db: Db, context: PersonContext, id: number): Promise<PersonRecord | undefined> {
  const { rows } = await sql<PersonRecord>`${selectRow(context)} where t.id = ${id} and ${personCondition(context, {})}`.execute(db);
  return rows[0];
}

interface SimpleFilter {
  keyword?: string | undefined;
  ids?: readonly number[] | undefined;
  channel?: 'meta' | 'tiktok' | undefined;
  usage?: Usage | undefined;
  usable?: true | undefined;
}

/** Personal accounts to choose from, sorted by name. */
export async function loadSimplePeople(
  db: Db,
  { caller, now, language }: Omit<PersonContext, 'usage'>,
  { keyword, ids, channel, usage, usable }: SimpleFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ list: SimpleRow[]; total: number }> {
  const status = personalStatus('t', now);
  const parts = [sql<boolean>`t.deleted_at is null`, isRowVisible(caller, 'personal_account')];
  if (keyword?.trim()) parts.push(sql<boolean>`(${containsWord(sql`t.name`, keyword)} or t.platform_user_id = ${keyword.trim()})`);
  if (ids !== undefined) parts.push(sql<boolean>`t.id = any(${[...ids]}::bigint[])`);
  if (channel !== undefined) parts.push(sql<boolean>`t.channel = ${channel}`);
  if (usage !== undefined) parts.push(sql<boolean>`t.usage = ${usage}`);
  if (usable !== undefined)
    parts.push(sql<boolean>`${isRowWritable(caller, 'personal_account')} and ${status} in ('active', 'expiring', 'limited')`);
  const where = sql.join(parts, sql` and `);
  const [counted, found] = await Promise.all([
    sql<{ total: number }>`select count(*) as total from personal_account t where ${where}`.execute(db),
    sql<{ id: number; name: string; platform_user_id: string; status: PersonalStatus }>`
      select t.id, t.name, t.platform_user_id, ${status} as status from personal_account t where ${where}
      order by t.name ${ORDER_ZH}, t.id limit ${limit} offset ${offset}`.execute(db),
  ]);
  const list = found.rows.map((row) => ({
    id: row.id,
    label: row.name,
    sub: row.platform_user_id,
    status: row.status,
    ...(isUsable(row.status) ? {} : { disabled: reasonText('PLATFORM_AUTH', language, { name: row.name }) }),
  }));
  return { list, total: counted.rows[0]?.total ?? 0 };
}
