import type { EntityLevel } from '#contracts/vocabulary/launches.ts';
import { type EntityPlace, placeAddress } from '#machines/admin-advertising/ad-details.machine.ts';
import { type AdminFilters, adminQueries } from '#machines/admin-advertising/admin-entities.machine.ts';

export const ADMIN_PATHS: Readonly<Record<EntityLevel, string>> = {
  campaign: '/admin/advertising/campaign',
  ad_group: '/admin/advertising/group',
  ad: '/admin/advertising/list',
};
export const DETAILS_PATH = '/admin/advertising/details';

export interface Place {
  pathname: string;
  search: string;
}

/** A list of another level over the same days and filters; what is said of single objects stays behind. */
export function toList(level: EntityLevel, filters: AdminFilters, parents: Pick<AdminFilters, 'campaign_id' | 'group_id'>): Place {
  const {
    keyword: _k,
    effective_status: _s,
    created_from: _f,
    created_to: _t,
    campaign_id: _c,
    group_id: _g,
    deleted: _d,
    only: _o,
    ...kept
  } = filters;
  const query = adminQueries[level];
  return { pathname: ADMIN_PATHS[level], search: query.write({ ...query.read(''), filters: { ...kept, ...parents } }) };
}

export const toDetails = (place: EntityPlace): Place => ({ pathname: DETAILS_PATH, search: placeAddress(place) });
