import type { Kysely } from 'kysely';
import type { EventRow } from '#contracts/endpoints/ad-events.ts';
import type { CloseLogRow, RemoveLogRow } from '#contracts/endpoints/ad-logs.ts';
import { actorWords, eventWords } from '#contracts/vocabulary/launch-events.ts';
import { closeLogColumnWords, closeLogFilters, type logColumnWords, removeLogColumnWords } from '#contracts/vocabulary/launch-logs.ts';
import { effectiveStatusWords, entityLevelWords } from '#contracts/vocabulary/launches.ts';
import type { SetFilters } from '#contracts/vocabulary/vocabulary.ts';
import type { Database } from '#server/database/schema.ts';
import {
  COUNT,
  type DescribedFilter,
  describeById,
  describeFilters,
  type ExportColumn,
  findRowName,
  instant,
  MONEY,
  pick,
  type Words,
  withHeadings,
} from '../../spreadsheet/index.ts';
import type { Caller } from '../../work-context.ts';
import { adFilterNames } from '../ad-filter-words.ts';

const ROI = '0.00';
export const toDollars = (cents: number | null): number | null => (cents === null ? null : cents / 100);

const COMMON_COLUMNS = {
  at: { width: 18, cell: (row) => instant(row.at) },
  level: { width: 10, cell: (row, locale) => pick(entityLevelWords[row.level], locale) },
  name: { width: 40, cell: (row) => row.entity.label },
  campaign: { width: 40, cell: (row) => row.campaign.label },
  account: { width: 26, cell: (row) => row.account.label },
  content: { width: 24, cell: (row) => row.content?.label ?? null },
  owner: { width: 16, cell: (row) => row.owner?.label ?? null },
  actor_type: { width: 14, cell: (row, locale) => pick(actorWords[row.actor_type], locale) },
  actor: { width: 16, cell: (row) => row.actor?.label ?? null },
  rule: { width: 20, cell: (row) => row.rule?.label ?? null },
  reason: { width: 40, cell: (row) => row.reason },
  batch_id: { width: 10, cell: (row) => row.batch_id },
} as const satisfies Record<keyof typeof logColumnWords, Omit<ExportColumn<EventRow>, keyof Words>>;

export const closeColumns = withHeadings<CloseLogRow, keyof typeof closeLogColumnWords>(closeLogColumnWords, {
  ...COMMON_COLUMNS,
  event: { width: 10, cell: (row, locale) => pick(eventWords[row.event], locale) },
  spend_at: { width: 16, format: MONEY, cell: (row) => toDollars(row.snapshot.spend_usd) },
  orders_at: { width: 12, format: COUNT, cell: (row) => row.snapshot.orders },
  roi_at: { width: 12, format: ROI, cell: (row) => row.snapshot.roi },
  roi_d0_at: { width: 12, format: ROI, cell: (row) => row.snapshot.roi_d0 },
  hours_running: { width: 14, format: '0.0', cell: (row) => row.snapshot.hours_running },
  after_revenue: {
    width: 18,
    format: MONEY,
    cell: (row) => toDollars(row.after_revenue_usd),
  },
  current_status: { width: 14, cell: (row, locale) => pick(effectiveStatusWords[row.current_status], locale) },
});

export const removalColumns = withHeadings<RemoveLogRow, keyof typeof removeLogColumnWords>(removeLogColumnWords, {
  ...COMMON_COLUMNS,
  platform_id: { width: 22, cell: (row) => row.platform_id },
  children: { width: 10, format: COUNT, cell: (row) => row.children },
  lifetime_spend: {
    width: 18,
    format: MONEY,
    cell: (row) => toDollars(row.lifetime_spend_usd),
  },
  lifetime_revenue: {
    width: 18,
    format: MONEY,
    cell: (row) => toDollars(row.lifetime_revenue_usd),
  },
  lifetime_roi: { width: 12, format: ROI, cell: (row) => row.lifetime_roi },
});

/** The filters of a log in words, for the notes sheet of its export. */
export function describeLogFilters(
  db: Kysely<Database>,
  caller: Caller,
  filter: SetFilters<typeof closeLogFilters>,
): Promise<DescribedFilter[]> {
  const names = {
    ...adFilterNames(db, caller),
    actor_user_id: (id?: number) => findRowName(db, 'sys_user', id),
    rule_id: (id?: number) => findRowName(db, 'host_rule', id),
    id: describeById,
  };
  return describeFilters(closeLogFilters, filter, names);
}
