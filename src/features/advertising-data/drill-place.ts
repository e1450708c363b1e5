import type { DrillParent } from '#machines/advertising-data/drill-parts.machine.ts';
import {
  DRILL_PAGES,
  type DrillFilters,
  type DrillPage,
  drillPaths,
  drillTo,
  isPlaced,
  type Parents,
} from '#machines/advertising-data/drill-query.ts';
import type { ReportQuery } from '#machines/kernel/report/report-query.ts';

export interface Place {
  pathname: string;
  search: string;
}

type Query = ReportQuery<DrillFilters>;

/** What stands above the rows, as the address says it or as the objects themselves do. */
export function parentsOf({ filters }: Query, names: DrillParent['names'] | undefined): Parents {
  return {
    user_id: filters.user_id,
    unowned: filters.unowned,
    department_id: filters.department_id,
    account_id: filters.account_id ?? names?.account?.id,
    campaign_id: filters.campaign_id,
    group_id: filters.group_id,
  };
}

/** Another page over the same days and filters. */
export const placeAt = (page: DrillPage, query: Query, parents: Parents, level?: 'group' | 'ad'): Place => ({
  pathname: drillPaths[page],
  search: drillTo(page, query, parents, level),
});

/** The people again: the one who was looked into is one of many there, several who were filtered stay. */
export const entryPlace = (query: Query): Place =>
  placeAt('user', query, { ...(query.filters.user_id?.length === 1 && { user_id: undefined }), unowned: undefined });

/** Every page, and whether the address knows enough to go there. */
export function jumps(query: Query, names: DrillParent['names'] | undefined): { page: DrillPage; to: Place | undefined }[] {
  const parents = parentsOf(query, names);
  return DRILL_PAGES.map((page) => {
    if (page === 'user') return { page, to: entryPlace(query) };
    return { page, to: isPlaced(page, parents) ? placeAt(page, query, parents) : undefined };
  });
}

/** One level up; undefined on the outermost page. */
export function placeAbove(page: DrillPage, query: Query, names: DrillParent['names'] | undefined): Place | undefined {
  const parents = parentsOf(query, names);
  switch (page) {
    case 'user':
      return undefined;
    case 'account':
      return entryPlace(query);
    case 'campaign':
      return placeAt('account', query, { ...parents, account_id: undefined });
    case 'group':
      if (query.filters.group_id !== undefined) return placeAt('group', query, { ...parents, group_id: undefined });
      return placeAt('campaign', query, parents);
  }
}
