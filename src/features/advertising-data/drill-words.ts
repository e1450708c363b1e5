import type { DrillDimension, DrillPage } from '#machines/advertising-data/drill-query.ts';

export const pageWords: Record<DrillPage, 'data.user' | 'data.account' | 'data.campaign' | 'data.group'> = {
  user: 'data.user',
  account: 'data.account',
  campaign: 'data.campaign',
  group: 'data.group',
};

export const dimensionWords = {
  department: 'data.by.department',
  user: 'data.by.user',
  account: 'data.by.account',
  campaign: 'data.by.campaign',
  ad_group: 'data.by.ad_group',
  ad: 'data.by.ad',
  material: 'data.by.material',
  date: 'data.by.date',
} as const satisfies Record<DrillDimension, string>;
