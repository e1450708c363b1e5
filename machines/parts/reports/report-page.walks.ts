import type { AnyStateMachine } from 'xstate';
import { detailWalk, exportWalk, pageWalk, reportWalk, tableViewWalk } from '../../kernel/kernel.walks.ts';
import { viewsWalk } from '../../kernel/list/saved-views.walks.ts';
import type { MachineWalk } from '../../kernel/machine-walk.ts';
import { trendWalk } from '../../kernel/report/trend.walks.ts';

type Part = 'page' | 'report' | 'trend' | 'export' | 'tableView' | 'views' | 'rowDetail' | 'rowExport' | 'plotData';

interface Samples {
  /** Has the key "a". */
  row: object;
  /** An address with two dimensions, on the third page. */
  search: string;
  /** The answer about the opened value, where the page has one. */
  rowDetail?: unknown;
  /** A chart that loads data of its own and its answer, where the page has one. */
  plotData?: { plot: string; answer: unknown };
  /** The filter of the objects the page is about, where it has one. */
  subjectFilter?: string;
}

/** The walks of a report page and of its parts. */
export const reportPageWalks = (
  parts: Record<Part, AnyStateMachine>,
  { row, search, rowDetail, plotData, subjectFilter }: Samples,
): MachineWalk[] => [
  {
    ...pageWalk(parts.page, [
      { type: 'page.located', search: '?biz=dj&user_id=7' },
      { type: 'report.moved', search: '?biz=ec', how: 'push' },
      { type: 'report.moved', search: '?page=2', how: 'push' },
      { type: 'trend.moved', search: '?step=hour', how: 'replace' },
      { type: 'view.updated', table: parts.tableView.id, view: { shown: ['dims'], density: 'compact', autoRefresh: 30 } },
      { type: 'report.refreshStarted' },
      { type: 'views.applied', query: '?biz=dj', table: null, how: 'push' },
      { type: 'adPickers.unseen', filter: 'user_id', ids: [7] },
      ...(subjectFilter === undefined
        ? []
        : [
            { type: 'page.located', search: `?${subjectFilter}=9` },
            { type: 'adPickers.unseen', filter: subjectFilter, ids: [9] },
          ]),
      { type: 'plot.chosen', plot: 'other' },
      ...(plotData ? [{ type: 'plot.chosen', plot: plotData.plot }] : []),
      ...(rowDetail === undefined ? [] : [{ type: 'details.opened', id: 7, name: 'Li' }, { type: 'details.closed' }]),
    ]),
    distinguish: ({ search: at, plot, openedValue }: { search: string; plot: string; openedValue?: unknown }) => [
      at,
      plotData !== undefined && plot,
      openedValue !== undefined,
    ],
  },
  { ...reportWalk(parts.report, row), input: { search } },
  trendWalk(parts.trend),
  exportWalk(parts.export, {}),
  exportWalk(parts.rowExport, {}),
  tableViewWalk(parts.tableView, { shown: ['spend'], density: 'compact' }),
  viewsWalk(parts.views),
  detailWalk(parts.rowDetail, { id: 1, name: 'Li', query: {} }, rowDetail ?? []),
  detailWalk(parts.plotData, { plot: plotData?.plot ?? '', query: {} }, plotData?.answer ?? []),
];
