import { runningStatuses } from '#contracts/vocabulary/launches.ts';

/** The pages that list objects of a type: path and the parameter that searches by name. */
const places: Record<string, { pathname: string; parameter: string }> = {
  user: { pathname: '/sys/accounts', parameter: 'keyword' },
  ad_account: { pathname: '/auth/account', parameter: 'keyword' },
  personal_account: { pathname: '/auth/personage', parameter: 'keyword' },
  pixel: { pathname: '/auth/pixel', parameter: 'keyword' },
  homepage: { pathname: '/auth/homepage', parameter: 'keyword' },
  site: { pathname: '/auth/site', parameter: 'keyword' },
  post: { pathname: '/advertising/post', parameter: 'keyword' },
};

/** Launched objects have a tab of their own and are found by id, because many share a name. */
const tabs: Record<string, string> = { campaign: 'campaign', ad_group: 'group', ad: 'ad' };

/** Reasons for which an object stays because ads use it, and the filter of ads by objects of each type. */
const IN_USE = new Set(['POST_IN_USE', 'CONTENT_IN_USE', 'LANDING_IN_USE', 'ASSET_IN_USE']);
/** A creative stays as long as any ad uses it, running or not. */
const IN_ANY_USE = 'MATERIAL_IN_USE';
const adFiltersByType: Record<string, string> = {
  post: 'post_id',
  material: 'material_id',
  drama: 'drama_id',
  product: 'product_id',
  landing_page: 'landing_page_id',
  ad_account: 'ad_account_id',
};

/** The address of the ads for which an object was not deleted or switched off. */
export function toUsersPlace({ target_type, target_id, reason }: { target_type: string; target_id: number | null; reason: string | null }) {
  const filter = adFiltersByType[target_type];
  if (filter === undefined || target_id === null || reason === null) return undefined;
  if (!IN_USE.has(reason) && reason !== IN_ANY_USE) return undefined;
  const status: Record<string, string> = reason === IN_ANY_USE ? {} : { effective_status: runningStatuses.join(',') };
  return { pathname: '/advertising/start', search: `?${new URLSearchParams({ tab: 'ad', [filter]: String(target_id), ...status })}` };
}

/** The address of an object. */
export function toObjectPlace({ target_type, target_id, label }: { target_type: string; target_id: number | null; label: string }) {
  const tab = tabs[target_type];
  if (tab !== undefined && target_id !== null) {
    return { pathname: '/advertising/start', search: `?${new URLSearchParams({ tab, ids: String(target_id) })}` };
  }
  const place = places[target_type];
  return place && target_id !== null
    ? { pathname: place.pathname, search: `?${new URLSearchParams({ [place.parameter]: label })}` }
    : undefined;
}
