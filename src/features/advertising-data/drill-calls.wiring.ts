import type { DrillDimension, DrillFilters } from '#machines/advertising-data/drill-query.ts';
import type { ReportQuery } from '#machines/kernel/report/report-query.ts';
import { askedDays, saidFilters } from '#src/parts/reports/report-calls.wiring.ts';
import { queryAdData } from '#src/services/ad-data.service.ts';

type DrillRequest = Parameters<typeof queryAdData>[0];

/** Converts the filters for the calls, including the parents of the rows. */
export const askedFilters = ({
  unowned,
  account_id,
  campaign_id,
  group_id,
  ...filters
}: DrillFilters): NonNullable<DrillRequest['filters']> =>
  saidFilters({
    ...filters,
    ...(unowned && { unowned: true as const }),
    ...(account_id !== undefined && { ad_account_id: [account_id] }),
    ...(campaign_id !== undefined && { campaign_id: [campaign_id] }),
    ...(group_id !== undefined && { ad_group_id: [group_id] }),
  });

/** The parent row over the same days and filters; undefined where it has no figures. */
export async function rowAbove(dimension: DrillDimension, query: ReportQuery<DrillFilters>, signal: AbortSignal) {
  const { list } = await queryAdData(
    { ...askedDays(query), group_by: [dimension], filters: askedFilters(query.filters), page_size: 20 },
    signal,
  );
  return list[0];
}
