import type { DrillPage } from '#machines/advertising-data/drill-query.ts';

export const pageWords: Record<DrillPage, 'data.user' | 'data.account' | 'data.campaign' | 'data.group'> = {
  user: 'data.user',
  account: 'data.account',
  campaign: 'data.campaign',
  group: 'data.group',
};
