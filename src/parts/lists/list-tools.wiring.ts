import { savedViewsWith, viewCallsOfTab } from '#machines/kernel/list/saved-views-with.ts';
import { tableViewWith } from '#machines/kernel/list/table-view-with.ts';
import type { ListTools } from '#machines/kernel/page/list-page-contract.ts';
import * as prefs from '#src/services/prefs.service.ts';
import { simpleRoles } from '#src/services/roles.service.ts';
import * as views from '#src/services/views.service.ts';

/** Where a list stands; its views and the look of its table are kept under it. */
export interface ListPlace {
  /** The path of its page. */
  path: string;
  /** Its tab, where the page has several. The first one's table is kept under the path alone. */
  under?: { tab: string; isFirst: boolean };
}

const calls = { ...views, simpleRoles };

/** What a reader keeps of a list, with the calls that keep it. */
export const keptTools = (tools: Partial<Pick<ListTools<never>, 'tableView' | 'views'>>, { path, under }: ListPlace) => ({
  ...(tools.tableView && {
    tableView: tableViewWith(tools.tableView, under && !under.isFirst ? `${path}:${under.tab}` : path, prefs),
  }),
  ...(tools.views && { views: savedViewsWith(tools.views, path, under ? viewCallsOfTab(calls, under) : calls) }),
});
