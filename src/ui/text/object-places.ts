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
