import { batchStart } from './batches.service.ts';
import { call, exportCallWith, fileCall } from './call.ts';
import { adBase, campaignBase, groupBase, ref } from './launch-bases.ts';
import { entityDetailReads, eventReads, figures } from './launches.service.ts';
import { orderReads } from './orders.service.ts';
import { pixelEventReads } from './pixel-analysis.service.ts';
import { freshness, trendReads } from './report-reads.ts';

const belonging = { department: ref, personal_account: ref } as const;
const keyset = { next_cursor: true, total: true, total_capped: true } as const;
const cohort = { spend_usd: true, new_users: true, dn: true } as const;

export const listAdminEntities = call('/admin-entities/list', {
  list: [{ ...campaignBase, ...groupBase, ...adBase, ...figures, ...belonging }],
  total: true,
  page: true,
  page_size: true,
  totals: { ...figures, deleted: figures },
  ...freshness,
});
export const exportAdminEntities = fileCall('/admin-entities/export');
export const closeAdminEntities = call('/admin-entities/close', batchStart);
export const trendAdminEntities = call('/admin-entities/trend', { ...trendReads, events: [{ at: true, kind: true, label: true }] });
export const searchAdminEntities = call('/admin-entities/search', {
  list: [{ level: true, id: true, name: true, platform_id: true, effective_status: true, account: ref, owner: ref }],
});
export const adminEntityDetail = call('/admin-entities/detail', {
  ...entityDetailReads,
  above: { campaign: campaignBase, ad_group: groupBase },
  ...belonging,
});
export const adminEntityCohort = call('/admin-entities/cohort', { rows: [{ date: true, ...cohort }], step: true, totals: cohort });
export const adminEntityEvents = call('/admin-entities/events', { list: [eventReads], ...keyset });
export const adminEntityOrders = call('/admin-entities/orders', { list: [orderReads], total: true });
export const adminEntityPixelEvents = call('/admin-entities/pixel_events', { list: [pixelEventReads], ...keyset });
export const adminEntityRaw = call('/admin-entities/raw', { body: true, synced_at: true, is_missing: true });

/** The export of one level. */
export const exportAdminEntitiesOf = (level: 'campaign' | 'ad_group' | 'ad') => exportCallWith(exportAdminEntities, { level });
