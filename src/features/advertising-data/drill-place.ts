import type { DrillParent } from '#machines/advertising-data/drill-parts.machine.ts';
import {
  DRILL_PAGES,
  type DrillFilters,
  type DrillPage,
  drillAddress,
  drillPaths,
  hasParent,
  type Parents,
} from '#machines/advertising-data/drill-query.ts';
import type { ReportQuery } from '#machines/kernel/report/report-query.ts';

export interface Place {
  pathname: string;
  search: string;
}

type Query = ReportQuery<DrillFilters>;

/** The parents of the rows, from the address or from the loaded objects. */
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

/** The address of another page with the same days and filters. */
export const toPlace = (page: DrillPage, query: Query, parents: Parents, level?: 'group' | 'ad'): Place => ({
  pathname: drillPaths[page],
  search: drillAddress(page, query, parents, level),
});

/** The address of the user page: a single parent is dropped, several filtered users stay. */
export const toEntryPlace = (query: Query): Place =>
  toPlace('user', query, { ...(query.filters.user_id?.length === 1 && { user_id: undefined }), unowned: undefined });

/** All pages, with their addresses where the parents are known. */
export function toJumps(query: Query, names: DrillParent['names'] | undefined): { page: DrillPage; to: Place | undefined }[] {
  const parents = parentsOf(query, names);
  return DRILL_PAGES.map((page) => {
    if (page === 'user') return { page, to: toEntryPlace(query) };
    return { page, to: hasParent(page, parents) ? toPlace(page, query, parents) : undefined };
  });
}

/** The address one level up; undefined on the outermost page. */
export function toPlaceAbove(page: DrillPage, query: Query, names: DrillParent['names'] | undefined): Place | undefined {
  const parents = parentsOf(query, names);
  switch (page) {
    case 'user':
      return undefined;
    case 'account':
      return toEntryPlace(query);
    case 'campaign':
      return toPlace('account', query, { ...parents, account_id: undefined });
    case 'group':
      if (query.filters.group_id !== undefined) return toPlace('group', query, { ...parents, group_id: undefined });
      return toPlace('campaign', query, parents);
  }
}
