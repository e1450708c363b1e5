import { batchStart } from './batches.service.ts';
import { call, fileCall } from './call.ts';
import { assignees, foundAssets } from './personal-accounts.service.ts';

const ref = { id: true, label: true } as const;

const row = {
  id: true,
  version: true,
  platform_page_id: true,
  name: true,
  picture_url: true,
  category: true,
  status: true,
  usable_for_ads: true,
  ads_obstacle: true,
  usable_for_posts: true,
  posts_obstacle: true,
  tasks: true,
  is_published: true,
  ad_limit: true,
  ads_active: true,
  posts: true,
  sites: [ref],
  default_sites: [ref],
  biz: true,
  assignees,
  personal_account: ref,
  last_sync_at: true,
  sync_error: true,
  created_at: true,
  can: true,
} as const;

export const listHomepages = call('/auth-homepages/list', { list: [row], total: true });
export const simpleHomepages = call('/auth-homepages/simple_list', {
  list: [{ id: true, label: true, sub: true, status: true, disabled: true }],
  total: true,
});
export const discoverHomepages = call('/auth-homepages/discover', { list: foundAssets });
export const bindHomepages = call('/auth-homepages/bind', batchStart);
export const editHomepage = call('/auth-homepages/edit', row);
export const syncHomepages = call('/auth-homepages/sync', batchStart);
export const bindHomepageSites = call('/auth-homepages/bind_sites', row);
export const setHomepageStatuses = call('/auth-homepages/set_status', batchStart);
export const unbindHomepages = call('/auth-homepages/unbind', batchStart);
export const exportHomepages = fileCall('/auth-homepages/export');
