import type { DrillDimension, DrillFilters } from '#machines/advertising-data/drill-query.ts';
import type { ReportQuery } from '#machines/kernel/report/report-query.ts';
import { toRequestDays, withoutEmpty } from '#src/parts/reports/report-calls.wiring.ts';
import { queryAdData } from '#src/services/ad-data.service.ts';

type DrillRequest = Parameters<typeof queryAdData>[0];

/** Converts the filters for the calls, including the parents of the rows. */
export const toRequestFilters = ({
  unowned,
  account_id,
  campaign_id,
  group_id,
  ...filters
}: DrillFilters): NonNullable<DrillRequest['filters']> =>
  withoutEmpty({
    ...filters,
    ...(unowned && { unowned: true as const }),
    ...(account_id !== undefined && { ad_account_id: [account_id] }),
    ...(campaign_id !== undefined && { campaign_id: [campaign_id] }),
    ...(group_id !== undefined && { ad_group_id: [group_id] }),
  });

/** The parent row over the same days and filters; undefined where it has no figures. */
export async function loadParentRow(dimension: DrillDimension, query: ReportQuery<DrillFilters>, signal: AbortSignal) {
  const { list } = await queryAdData(
    { ...toRequestDays(query), group_by: [dimension], filters: toRequestFilters(query.filters), page_size: 20 },
    signal,
  );
  return list[0];
}

/** Most campaigns of the chart; those with less spend would be dots on its axis. */
const MAX_CAMPAIGNS = 200;

/** The campaigns that match, most spend first, whichever page of them the table shows. */
export async function loadTopCampaigns(query: ReportQuery<DrillFilters>, signal: AbortSignal) {
  const { list, total } = await queryAdData(
    {
      ...toRequestDays(query),
      group_by: ['campaign'],
      filters: toRequestFilters(query.filters),
      metrics: ['spend', 'roi_d0'],
      sort: [{ field: 'spend', order: 'desc' }],
      page_size: MAX_CAMPAIGNS,
    },
    signal,
  );
  const rows = list.flatMap(({ dims: { campaign }, m }) =>
    campaign === undefined
      ? []
      : [
          {
            id: Number(campaign.id),
            name: campaign.label,
            content: campaign.base?.content?.label,
            spend: m['spend'] ?? null,
            roi: m['roi_d0'] ?? null,
          },
        ],
  );
  return { rows, total };
}
