import { call, fileCall } from './call.ts';
import { adBase, campaignBase, groupBase, ref } from './launch-bases.ts';
import { accountReads, rowReads, trendReads, userReads } from './report-reads.ts';

export const queryAdData = call(
  '/ad-data/query',
  rowReads({
    department: ref,
    user: userReads,
    account: accountReads,
    campaign: { ...ref, base: campaignBase },
    ad_group: { ...ref, base: groupBase },
    ad: { ...ref, base: adBase },
    material: { ...ref, cover_url: true },
    date: ref,
  }),
);
export const trendAdData = call('/ad-data/trend', trendReads);
export const exportAdData = fileCall('/ad-data/export');
