import { call, fileCall } from './call.ts';

/** Of every report, whatever it is grouped by. */
export const figures = { m: true, prev: true, mature: true, running: true, local: { currency: true, m: true } } as const;

const since = { as_of: true, provisional_from: true } as const;

/** How fresh the figures are. */
export const freshness = {
  ...since,
  warnings: [{ kind: true, text: true, refs: [{ id: true, label: true, since: true }] }],
} as const;

/** Of every chart. What its figures lack is said beside the table. */
export const trendReads = { x: true, series: [{ key: true, label: true, metric: true, data: true }], ...since } as const;

const value = { id: true, label: true } as const;

export const queryAdData = call('/ad-data/query', {
  list: [
    {
      key: true,
      dims: {
        department: value,
        user: { ...value, deleted: true, department: value },
        account: {
          ...value,
          platform_account_id: true,
          account_status: true,
          currency: true,
          timezone_name: true,
          balance: true,
          cap_left: true,
          personal_account: value,
          usage: true,
          today_started: true,
          partial: true,
          pulled_at: true,
          stale_since: true,
        },
        campaign: { ...value, base: true },
        ad_group: { ...value, base: true },
        ad: { ...value, base: true },
        material: { ...value, cover_url: true },
        date: value,
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
