import type { Kysely } from 'kysely';
import type { EventRow } from '#contracts/endpoints/ad-events.ts';
import type { CloseLogRow, logExportColumns, RemoveLogRow } from '#contracts/endpoints/ad-logs.ts';
import type { Database } from '#server/database/schema.ts';
import { nameWhereSeen } from '../../assets/index.ts';
import {
  anyOf,
  COUNT,
  days,
  type ExportColumn,
  type FilterInWords,
  instant,
  keyword,
  line,
  MONEY,
  nameOf,
  pick,
  type Words,
} from '../../spreadsheet/index.ts';
import type { Caller } from '../../work-context.ts';
import type { CloseFilter } from './ad-logs.query.ts';
import { actorWords, effectiveWords, eventWords, levelTitles } from './event-words.ts';

const ROI = '0.00';
/** Cents as dollars. */
export const dollars = (cents: number | null): number | null => (cents === null ? null : cents / 100);

const common = {
  at: { zh: '时间', en: 'Time', width: 18, cell: (row) => instant(row.at) },
  level: { zh: '层级', en: 'Level', width: 10, cell: (row, locale) => pick(levelTitles[row.level], locale) },
  name: { zh: '对象', en: 'Object', width: 40, cell: (row) => row.entity.label },
  campaign: { zh: '广告系列', en: 'Campaign', width: 40, cell: (row) => row.campaign.label },
  account: { zh: '账户', en: 'Account', width: 26, cell: (row) => row.account.label },
  content: { zh: '剧目/商品', en: 'Drama or product', width: 24, cell: (row) => row.content?.label ?? null },
  owner: { zh: '负责人', en: 'Owner', width: 16, cell: (row) => row.owner?.label ?? null },
  actor_type: { zh: '操作者类型', en: 'Kind of actor', width: 14, cell: (row, locale) => pick(actorWords[row.actor_type], locale) },
  actor: { zh: '操作者', en: 'Actor', width: 16, cell: (row) => row.actor?.label ?? null },
  rule: { zh: '规则', en: 'Rule', width: 20, cell: (row) => row.rule?.label ?? null },
  reason: { zh: '原因', en: 'Reason', width: 40, cell: (row) => row.reason },
  batch_id: { zh: '批次', en: 'Batch', width: 10, cell: (row) => row.batch_id },
} as const satisfies Record<string, ExportColumn<EventRow>>;

export const closeColumns: Record<(typeof logExportColumns.close)[number], ExportColumn<CloseLogRow>> = {
  ...common,
  event: { zh: '事件', en: 'Event', width: 10, cell: (row, locale) => pick(eventWords[row.event], locale) },
  spend_at: { zh: '当时消耗(USD)', en: 'Spend then (USD)', width: 16, format: MONEY, cell: (row) => dollars(row.snapshot.spend_usd) },
  orders_at: { zh: '当时订单数', en: 'Orders then', width: 12, format: COUNT, cell: (row) => row.snapshot.orders },
  roi_at: { zh: '当时ROI', en: 'ROI then', width: 12, format: ROI, cell: (row) => row.snapshot.roi },
  roi_d0_at: { zh: '当时D0 ROI', en: 'D0 ROI then', width: 12, format: ROI, cell: (row) => row.snapshot.roi_d0 },
  hours_running: { zh: '投放时长(小时)', en: 'Hours running', width: 14, format: '0.0', cell: (row) => row.snapshot.hours_running },
  after_revenue: {
    zh: '关闭后收入(USD)',
    en: 'Revenue after it (USD)',
    width: 18,
    format: MONEY,
    cell: (row) => dollars(row.after_revenue_usd),
  },
  current_status: { zh: '当前状态', en: 'Status now', width: 14, cell: (row, locale) => pick(effectiveWords[row.current_status], locale) },
};

export const removalColumns: Record<(typeof logExportColumns.remove)[number], ExportColumn<RemoveLogRow>> = {
  ...common,
  platform_id: { zh: '平台ID', en: 'Platform id', width: 22, cell: (row) => row.platform_id },
  children: { zh: '下级数', en: 'Went with it', width: 10, format: COUNT, cell: (row) => row.children },
  lifetime_spend: {
    zh: '累计消耗(USD)',
    en: 'Lifetime spend (USD)',
    width: 18,
    format: MONEY,
    cell: (row) => dollars(row.lifetime_spend_usd),
  },
  lifetime_revenue: {
    zh: '累计收入(USD)',
    en: 'Lifetime revenue (USD)',
    width: 18,
    format: MONEY,
    cell: (row) => dollars(row.lifetime_revenue_usd),
  },
  lifetime_roi: { zh: '累计ROI', en: 'Lifetime ROI', width: 12, format: ROI, cell: (row) => row.lifetime_roi },
};

/** Several things that a filter asks for, by name. */
export async function inWords(
  ids: readonly number[] | undefined,
  name: (id: number) => Promise<string | undefined>,
): Promise<Words | undefined> {
  if (ids === undefined) return undefined;
  const found = await Promise.all(ids.map(async (id) => (await name(id)) ?? `#${id}`));
  return anyOf(found.map((each) => ({ zh: each, en: each })));
}

/** The filters of a log that are set. */
export async function filtersInWords(db: Kysely<Database>, caller: Caller, filter: CloseFilter): Promise<FilterInWords[]> {
  const one = (table: 'sys_user' | 'drama' | 'product') => (id: number) => nameOf(db, table, id);
  return [
    ...keyword(filter.keyword),
    ...days(filter),
    ...line('事件', 'Event', filter.event && eventWords[filter.event]),
    ...line('操作者类型', 'Kind of actor', anyOf(filter.actor_type?.map((type) => actorWords[type]))),
    ...line('负责人', 'Owner', await inWords(filter.user_id, one('sys_user'))),
    ...line('操作者', 'Actor', await nameOf(db, 'sys_user', filter.actor_user_id)),
    ...line('账户', 'Account', await inWords(filter.ad_account_id, (id) => nameWhereSeen(db, caller, 'ad_account', id))),
    ...line('层级', 'Level', filter.level && levelTitles[filter.level]),
    ...line('剧目', 'Drama', await inWords(filter.drama_id, one('drama'))),
    ...line('商品', 'Product', await inWords(filter.product_id, one('product'))),
    ...line('规则', 'Rule', filter.rule_id === undefined ? undefined : `#${filter.rule_id}`),
    ...line('原因', 'Reason', filter.reason?.trim()),
    ...line('日志编号', 'Log entry', filter.id === undefined ? undefined : String(filter.id)),
  ];
}
