import type { Kysely } from 'kysely';
import { reportFilters } from '#contracts/vocabulary/report-filters.ts';
import type { ReferenceNames } from '#contracts/vocabulary/vocabulary.ts';
import type { Database } from '#server/database/schema.ts';
import { findNameOrNumber } from '../assets/index.ts';
import { findVisibleMaterialTitle } from '../content/index.ts';
import type { FactFilter } from '../insights/index.ts';
import { type DescribedFilter, days, describeById, describeFilters, findRowName, line, type Words } from '../spreadsheet/index.ts';
import type { Caller } from '../work-context.ts';

type Names = Readonly<Record<ReferenceNames<typeof reportFilters>, typeof describeById>>;

/** Names of the objects in ad filters, for the notes sheet of an export. Objects whose names are not unique are given by number. */
export const adFilterNames = (db: Kysely<Database>, caller: Caller): Names => ({
  department_id: (id) => findRowName(db, 'sys_department', id),
  user_id: (id) => findRowName(db, 'sys_user', id),
  ad_account_id: (id) => findNameOrNumber(db, caller, 'ad_account', id),
  drama_id: (id) => findRowName(db, 'drama', id),
  product_id: (id) => findRowName(db, 'product', id),
  creator_id: (id) => findRowName(db, 'sys_user', id),
  material_id: (id) => findVisibleMaterialTitle(db, caller, id),
  scheme_id: describeById,
  landing_page_id: describeById,
  campaign_id: describeById,
  ad_group_id: describeById,
  ad_id: describeById,
  pixel_id: (id) => findNameOrNumber(db, caller, 'pixel', id),
  creator_department_id: (id) => findRowName(db, 'sys_department', id),
  site_id: (id) => findNameOrNumber(db, caller, 'site', id),
});

/** The notes line for exports without fixed days. */
export const ACCOUNT_TODAY_LINE: readonly DescribedFilter[] = line('日期', 'Dates', {
  zh: '账户今日',
  en: 'Today of each account',
} satisfies Words);

interface ReportConditions {
  date_from?: string | undefined;
  date_to?: string | undefined;
  date_mode?: 'account_today' | undefined;
  filters?: FactFilter | undefined;
}

/** The filters of a report in words, for the notes sheet of its export. */
export async function describeReportFilters(
  db: Kysely<Database>,
  caller: Caller,
  { filters = {}, ...asked }: ReportConditions,
): Promise<DescribedFilter[]> {
  return [
    ...(asked.date_mode === undefined ? days(asked) : ACCOUNT_TODAY_LINE),
    ...(await describeFilters(reportFilters, filters, adFilterNames(db, caller))),
  ];
}
