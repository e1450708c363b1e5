import type { Kysely } from 'kysely';
import { launchFilters } from '#contracts/vocabulary/launch-filters.ts';
import type { Database } from '#server/database/schema.ts';
import { describeMetricRanges } from '../../insights/index.ts';
import { type DescribedFilter, describeById, describeFilters } from '../../spreadsheet/index.ts';
import type { Caller } from '../../work-context.ts';
import { ACCOUNT_TODAY_LINE, adFilterNames } from '../ad-filter-words.ts';
import type { LaunchFilter } from './launch-conditions.ts';

/** The filters of a list in words, for the notes sheet of its export. */
export async function describeLaunchFilters(db: Kysely<Database>, caller: Caller, filter: LaunchFilter): Promise<DescribedFilter[]> {
  const { metric_range, date_mode, ...conditions } = filter;
  const { date_from, date_to, ...others } = conditions;
  const isDated = date_mode === undefined && date_from !== undefined && date_to !== undefined;
  const names = { ...adFilterNames(db, caller), ids: describeById, post_id: describeById, batch_id: describeById };
  return [
    ...(isDated ? [] : ACCOUNT_TODAY_LINE),
    ...(await describeFilters(launchFilters, isDated ? conditions : others, names)),
    ...describeMetricRanges(metric_range, filter.biz),
  ];
}
