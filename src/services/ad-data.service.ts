import { call, fileCall } from './call.ts';
import { adBase, campaignBase, groupBase, ref } from './launch-bases.ts';

/** Of every report, whatever it is grouped by. */
export const figures = { m: true, prev: true, mature: true, running: true, local: { currency: true, m: true } } as const;

const since = { as_of: true, newest_at: true, provisional_from: true } as const;

/** How fresh the figures are. */
export const freshness = {
  ...since,
  warnings: [{ kind: true, text: true, refs: [{ id: true, label: true, since: true }] }],
} as const;

/** Of every chart. What its figures lack is said beside the table. */
export const trendReads = { x: true, series: [{ key: true, label: true, metric: true, data: true }], ...since } as const;

export const queryAdData = call('/ad-data/query', {
  list: [
    {
      key: true,
      dims: {
        department: ref,
        user: { ...ref, deleted: true, department: ref },
        account: {
          ...ref,
          platform_account_id: true,
          account_status: true,
          currency: true,
          timezone_name: true,
          balance: true,
          cap_left: true,
          personal_account: ref,
          usage: true,
          today_started: true,
          partial: true,
          pulled_at: true,
          stale_since: true,
        },
        campaign: { ...ref, base: campaignBase },
        ad_group: { ...ref, base: groupBase },
        ad: { ...ref, base: adBase },
        material: { ...ref, cover_url: true },
        date: ref,
      },
      ...figures,
    },
  ],
  totals: figures,
  total: true,
  ...freshness,
});
export const trendAdData = call('/ad-data/trend', trendReads);
export const exportAdData = fileCall('/ad-data/export');
