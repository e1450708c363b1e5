/** The pages that list objects of a type: path, and how one of them is asked for by its name. */
const places: Record<string, { pathname: string; parameter: string }> = {
  user: { pathname: '/sys/accounts', parameter: 'keyword' },
  ad_account: { pathname: '/auth/account', parameter: 'keyword' },
  personal_account: { pathname: '/auth/personage', parameter: 'keyword' },
  pixel: { pathname: '/auth/pixel', parameter: 'keyword' },
  homepage: { pathname: '/auth/homepage', parameter: 'keyword' },
  site: { pathname: '/auth/site', parameter: 'keyword' },
  post: { pathname: '/advertising/post', parameter: 'keyword' },
};

/** What was launched is under a tab of its own, and found by its id: many have one name. */
const tabs: Record<string, string> = { campaign: 'campaign', ad_group: 'group', ad: 'ad' };

/** Where an object is found, for whoever may open that page. */
export function placeOf({ target_type, target_id, label }: { target_type: string; target_id: number | null; label: string }) {
  const tab = tabs[target_type];
  if (tab !== undefined && target_id !== null) {
    return { pathname: '/advertising/start', search: `?${new URLSearchParams({ tab, ids: String(target_id) })}` };
  }
  const place = places[target_type];
  return place && target_id !== null
    ? { pathname: place.pathname, search: `?${new URLSearchParams({ [place.parameter]: label })}` }
    : undefined;
}
