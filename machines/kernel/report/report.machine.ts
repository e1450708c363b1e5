import { assign, emit, setup } from 'xstate';
import type { MetricKey } from '#contracts/rules/metrics.ts';
import { toFailure } from '../form/faults.ts';
import type { FiltersRemoved } from '../list/filters-removed.ts';
import type { MachineName } from '../machine-name.ts';
import { pauseAfter, type RefreshSeconds, STALE_MS } from '../page/freshness.ts';
import type { HistoryStep } from '../page/page-contract.ts';
import { missingActor } from '../placeholders.ts';
import { tell } from '../tell.ts';
import { isMetricPreset, metricPresets } from './metric-presets.ts';
import type { BranchRequest, ChosenRow, ReportContext, ReportEvent } from './report-events.ts';
import type { ReportQuery, ReportQueryDefinition, ReportRequest } from './report-query.ts';
import { type Branch, chainTo, depthOf, type ReportAnswer, type ReportRow } from './report-tree.ts';

export type { BranchRequest, ChosenRow, ReportContext, ReportEvent, ReportFact } from './report-events.ts';
export type { ReportAnswer, ReportWarning } from './report-tree.ts';

/** Rows per request while the rows of all pages are loaded. */
const GATHERED_PAGE_SIZE = 200;

/** Metrics by one to three nested dimensions. The query is in the address; child rows are loaded when a row is unfolded. */
export function createReportMachine<Filters, Row extends ReportRow = ReportRow, Answer extends ReportAnswer<Row> = ReportAnswer<Row>>({
  id,
  description = 'Metrics by dimension as the address specifies them, unfolded level by level.',
  query: address,
  opening,
  idOf = () => undefined,
}: MachineName & {
  query: ReportQueryDefinition<Filters>;
  /** The metrics that are always loaded; others follow when their columns are chosen. All of the report by default. */
  opening?: readonly MetricKey[] | undefined;
  /** The object of an outermost row, where rows can be chosen; undefined for a row that cannot. */
  idOf?: (row: Row) => number | undefined;
}) {
  type Context = ReportContext<Filters, Row, Answer>;
  type Change = Partial<ReportQuery<Filters>>;
  const lastPage = (total: number, size: number) => Math.max(1, Math.ceil(total / size));
  const noneGathered: Context['gathered'] = { rows: [], page: 1, total: 0 };
  const toChosenRow = (row: Row): ChosenRow[] => {
    const chosenId = idOf(row);
    return chosenId === undefined ? [] : [{ path: row.key, id: chosenId }];
  };
  const without = (paths: string[], path: string) => paths.filter((one) => one !== path);
  const findChain = ({ answer }: Context, path: string) => answer && chainTo(path, answer.page.rows, answer.branches);
  // Children of a row that is unknown by now are not loaded.
  const findNextBranch = (context: Context) =>
    context.queued.find((path) => depthOf(path) < context.query.groupBy.length && findChain(context, path) !== undefined);
  /** The metrics to load, unless those are all. */
  const metricsOf = ({ query: { preset }, needed }: Pick<Context, 'query' | 'needed'>) =>
    opening && address.metricsOf([...opening, ...(isMetricPreset(preset) ? metricPresets[preset] : []), ...needed]);
  const toRequest = (context: Context): ReportRequest<Filters> => ({ ...context.query, metrics: metricsOf(context) });
  const queryKeyOf = (query: ReportQuery<Filters>) => address.write({ ...query, preset: undefined });

  return setup({
    types: {} as {
      context: Context;
      events: ReportEvent<Filters>;
      input: { search: string; autoRefresh?: RefreshSeconds; needed?: readonly string[] };
      emitted: FiltersRemoved;
      tags: 'busy' | 'quiet' | 'failed';
    },
    actors: {
      loadRows: missingActor<Answer, ReportRequest<Filters>>('loadRows'),
      loadBranch: missingActor<Branch<Row>, BranchRequest<Filters, Row>>('loadBranch'),
    },
    guards: {
      hasAnswer: ({ context }) => context.answer !== undefined,
      isWatched: ({ context }) => context.watched,
      isAutoRefreshed: ({ context }) => context.watched && context.autoRefresh > 0,
      isNotAutoRefreshed: ({ context }) => !context.watched || context.autoRefresh === 0,
      isRefreshHeld: ({ context }) => context.chosen.length > 0,
      hasQueuedBranch: ({ context }) => findNextBranch(context) !== undefined,
      isAnotherQuery: ({ context }, { search }: { search: string }) => queryKeyOf(address.read(search)) !== queryKeyOf(context.query),
      isMissingMetrics: ({ context }, change: { preset?: string | undefined; needed?: readonly string[] }) => {
        const loaded = metricsOf(context);
        const { needed = context.needed } = change;
        const query = 'preset' in change ? { ...context.query, preset: change.preset } : context.query;
        return loaded !== undefined && metricsOf({ query, needed })?.every((key) => loaded.includes(key)) === false;
      },
      isGathered: ({ context: { gathered } }) => gathered.page > lastPage(gathered.total, GATHERED_PAGE_SIZE),
      isPastTheEnd: ({ context }, { answer }: { answer: Answer }) => context.query.page > lastPage(answer.total, context.query.pageSize),
    },
    delays: { staleness: STALE_MS, refreshPause: ({ context }) => pauseAfter(context.failures, context.autoRefresh * 1000) },
    actions: {
      emitFiltersRemoved: emit({ type: 'filters.removed' }),
      // Written and read again, to drop what no longer fits the other parts, such as a sort by a removed dimension.
      changeQuery: assign(({ context }, change: Change) => ({
        query: address.read(address.write({ ...context.query, page: 1, ...change })),
      })),
      watch: assign({ watched: true }),
      unwatch: assign({ watched: false }),
      keepAutoRefresh: assign((_, { seconds }: { seconds: RefreshSeconds }) => ({ autoRefresh: seconds })),
      readAddress: assign((_, { search }: { search: string }) => ({ query: address.read(search) })),
      keepPreset: assign(({ context }, { preset }: { preset: string | undefined }) => ({ query: { ...context.query, preset } })),
      keepNeeded: assign((_, { needed }: { needed: readonly string[] }) => ({ needed })),
      // Also clears the chosen rows, because the rows have changed.
      foldAll: assign({ expanded: [], queued: [], branchFailures: {}, chosen: [] }),
      keepChosen: assign((_, { chosen }: { chosen: ChosenRow[] }) => ({ chosen })),
      startGathering: assign({ gathered: noneGathered }),
      gather: assign(({ context: { gathered } }, { answer }: { answer: Answer }) => ({
        gathered: { rows: [...gathered.rows, ...answer.rows.flatMap(toChosenRow)], page: gathered.page + 1, total: answer.total },
      })),
      chooseGathered: assign(({ context: { gathered } }) => ({ chosen: gathered.rows })),
      keepAnswer: assign(({ context: { answer, expanded, query } }, { answer: page }: { answer: Answer }) => {
        const queryKey = queryKeyOf(query);
        // Children stay until newer ones arrive, but never below rows of another query.
        const branches = answer?.queryKey === queryKey ? answer.branches : {};
        return { answer: { page, branches, queryKey }, queued: expanded, failure: undefined, failures: 0, branchFailures: {} };
      }),
      keepFailure: assign(({ context }, { error }: { error: unknown }) => ({ failure: toFailure(error), failures: context.failures + 1 })),
      toggleRow: assign(({ context: { expanded, queued, answer } }, { path }: { path: string }) => {
        if (expanded.includes(path)) return { expanded: without(expanded, path), queued: without(queued, path) };
        const isKnown = answer?.branches[path] !== undefined;
        return { expanded: [...expanded, path], queued: isKnown ? queued : [...without(queued, path), path] };
      }),
      queueAgain: assign(({ context: { queued, branchFailures } }, { path }: { path: string }) => {
        const { [path]: _, ...others } = branchFailures;
        return { queued: [...without(queued, path), path], branchFailures: others };
      }),
      startNextBranch: assign(({ context }) => {
        const loadingPath = findNextBranch(context);
        return { loadingPath, queued: without(context.queued, loadingPath ?? '') };
      }),
      keepBranch: assign(({ context: { answer, loadingPath = '' } }, { branch }: { branch: Branch<Row> }) => ({
        answer: answer && { ...answer, branches: { ...answer.branches, [loadingPath]: branch } },
        loadingPath: undefined,
      })),
      keepBranchFailure: assign(({ context: { branchFailures, loadingPath = '' } }, { error }: { error: unknown }) => ({
        branchFailures: { ...branchFailures, [loadingPath]: toFailure(error) },
        loadingPath: undefined,
      })),
      tellMoved: tell<Context, { how: HistoryStep }>(({ query }, { how }) => ({ type: 'report.moved', search: address.write(query), how })),
      tellRefreshDue: tell<Context>(() => ({ type: 'report.refreshStarted' })),
    },
  }).createMachine({
    id,
    description,
    context: ({ input }) => ({
      query: address.read(input.search),
      needed: input.needed ?? [],
      expanded: [],
      queued: [],
      loadingPath: undefined,
      watched: false,
      autoRefresh: input.autoRefresh ?? 0,
      chosen: [],
      gathered: noneGathered,
      answer: undefined,
      failure: undefined,
      failures: 0,
      branchFailures: {},
    }),
    initial: 'loading',
    on: {
      'report.located': [
        {
          guard: { type: 'isAnotherQuery', params: ({ event }) => event },
          target: '.loading',
          reenter: true,
          actions: ['foldAll', { type: 'readAddress', params: ({ event }) => event }],
        },
        {
          guard: { type: 'isMissingMetrics', params: ({ event }) => ({ preset: address.read(event.search).preset }) },
          target: '.loading',
          actions: { type: 'readAddress', params: ({ event }) => event },
        },
        { actions: { type: 'readAddress', params: ({ event }) => event } },
      ],
      'report.rangeChosen': {
        target: '.loading',
        actions: [
          {
            type: 'changeQuery',
            params: ({ event: { dateFrom, dateTo } }) => ({ dateFrom, dateTo, accountToday: undefined, only: undefined }),
          },
          { type: 'tellMoved', params: { how: 'push' } },
        ],
      },
      'report.accountTodayChosen': {
        target: '.loading',
        actions: [
          { type: 'changeQuery', params: { dateFrom: undefined, dateTo: undefined, accountToday: true, only: undefined } },
          { type: 'tellMoved', params: { how: 'push' } },
        ],
      },
      'report.onlyChosen': {
        target: '.loading',
        actions: [
          { type: 'changeQuery', params: ({ event }) => ({ only: event.only }) },
          { type: 'tellMoved', params: { how: 'push' } },
        ],
      },
      'report.groupsChosen': {
        target: '.loading',
        actions: [
          'foldAll',
          { type: 'changeQuery', params: ({ event }) => ({ groupBy: event.groupBy }) },
          { type: 'tellMoved', params: { how: 'push' } },
        ],
      },
      'report.compareChosen': {
        target: '.loading',
        actions: [
          { type: 'changeQuery', params: ({ context, event }) => ({ compare: event.compare, page: context.query.page }) },
          { type: 'tellMoved', params: { how: 'push' } },
        ],
      },
      'report.filtersRefused': {
        target: '.loading',
        actions: [
          'foldAll',
          { type: 'changeQuery', params: ({ event }) => ({ filters: event.left }) },
          { type: 'tellMoved', params: { how: 'replace' } },
          'emitFiltersRemoved',
        ],
      },
      'report.filtersChosen': {
        target: '.loading',
        actions: [
          'foldAll',
          { type: 'changeQuery', params: ({ event }) => ({ filters: event.filters }) },
          { type: 'tellMoved', params: { how: 'push' } },
        ],
      },
      'report.sortChosen': {
        target: '.loading',
        actions: [
          { type: 'changeQuery', params: ({ event }) => ({ sort: event.sort }) },
          { type: 'tellMoved', params: { how: 'push' } },
        ],
      },
      'report.pageChosen': {
        target: '.loading',
        actions: [
          { type: 'changeQuery', params: ({ event }) => ({ page: event.page }) },
          { type: 'tellMoved', params: { how: 'push' } },
        ],
      },
      'report.pageSizeChosen': {
        target: '.loading',
        actions: [
          { type: 'changeQuery', params: ({ event }) => ({ pageSize: event.pageSize }) },
          { type: 'tellMoved', params: { how: 'push' } },
        ],
      },
      'report.presetChosen': [
        {
          guard: { type: 'isMissingMetrics', params: ({ event: { preset } }) => ({ preset }) },
          target: '.loading',
          actions: [
            { type: 'keepPreset', params: ({ event }) => event },
            { type: 'tellMoved', params: { how: 'replace' } },
          ],
        },
        {
          actions: [
            { type: 'keepPreset', params: ({ event }) => event },
            { type: 'tellMoved', params: { how: 'replace' } },
          ],
        },
      ],
      'report.metricsNeeded': [
        {
          guard: { type: 'isMissingMetrics', params: ({ event: { needed } }) => ({ needed }) },
          target: '.loading',
          actions: { type: 'keepNeeded', params: ({ event }) => event },
        },
        { actions: { type: 'keepNeeded', params: ({ event }) => event } },
      ],
      'report.refreshRequested': { target: '.loading' },
      'report.seen': { actions: 'watch' },
      'report.left': { actions: 'unwatch' },
      'report.autoRefreshChosen': { actions: { type: 'keepAutoRefresh', params: ({ event }) => event } },
      'report.rowToggled': { actions: { type: 'toggleRow', params: ({ event }) => event } },
      'report.rowsChosen': { actions: { type: 'keepChosen', params: ({ event }) => event } },
      'report.branchRetried': { actions: { type: 'queueAgain', params: ({ event }) => event } },
    },
    states: {
      loading: {
        initial: 'visibly',
        states: {
          visibly: { description: 'The table shows a loading indicator.', tags: 'busy' },
          quietly: { description: 'Known numbers stay unchanged meanwhile.', tags: 'quiet' },
          asNeeded: {
            description: 'Loads quietly if there are numbers to keep, visibly otherwise.',
            always: [{ guard: 'hasAnswer', target: 'quietly' }, { target: 'visibly' }],
          },
        },
        invoke: {
          id: 'loadRows',
          src: 'loadRows',
          input: ({ context }) => toRequest(context),
          onDone: [
            {
              guard: { type: 'isPastTheEnd', params: ({ event }) => ({ answer: event.output }) },
              target: 'loading',
              reenter: true,
              actions: [
                { type: 'changeQuery', params: ({ context, event }) => ({ page: lastPage(event.output.total, context.query.pageSize) }) },
                { type: 'tellMoved', params: { how: 'replace' } },
              ],
            },
            { target: 'shown', actions: { type: 'keepAnswer', params: ({ event }) => ({ answer: event.output }) } },
          ],
          onError: { target: 'failed', actions: { type: 'keepFailure', params: ({ event }) => event } },
        },
      },
      shown: {
        type: 'parallel',
        on: {
          'report.refreshDue': 'loading.quietly',
          // Also without an answer, because a page's memo does not keep answers.
          'report.seen': { target: 'loading.asNeeded', actions: 'watch' },
        },
        states: {
          age: {
            description: 'Whether the numbers are old enough to be reloaded.',
            initial: 'fresh',
            states: {
              fresh: { after: { staleness: 'stale' }, on: { 'report.seen': { guard: 'hasAnswer', actions: 'watch' } } },
              stale: {},
            },
          },
          clock: {
            description:
              'Reloads at the chosen interval while the report is on the screen and no rows are chosen, because chosen rows must not move.',
            initial: 'resting',
            states: {
              resting: { description: 'Nothing is reloaded automatically.', always: { guard: 'isAutoRefreshed', target: 'ticking' } },
              ticking: {
                description: 'Waits for the next reload.',
                always: { guard: 'isNotAutoRefreshed', target: 'resting' },
                on: {
                  'report.autoRefreshChosen': {
                    target: 'ticking',
                    reenter: true,
                    actions: { type: 'keepAutoRefresh', params: ({ event }) => event },
                  },
                },
                after: {
                  refreshPause: [
                    { guard: 'isRefreshHeld', target: 'ticking', reenter: true },
                    { target: `#${id}.loading.quietly`, actions: 'tellRefreshDue' },
                  ],
                },
              },
            },
          },
          choice: {
            description: 'Whether the rows of all pages are loading to be chosen.',
            initial: 'resting',
            states: {
              resting: {
                description: 'No further rows are loading to be chosen.',
                on: { 'report.allRequested': { target: 'gathering', actions: 'startGathering' } },
              },
              gathering: {
                description: 'The rows of one page after the other are loading.',
                initial: 'loading',
                states: {
                  loading: {
                    tags: 'busy',
                    invoke: {
                      id: 'gatherRows',
                      src: 'loadRows',
                      input: ({ context }) => ({ ...toRequest(context), page: context.gathered.page, pageSize: GATHERED_PAGE_SIZE }),
                      onDone: { target: 'checking', actions: { type: 'gather', params: ({ event }) => ({ answer: event.output }) } },
                      onError: {
                        target: `#${id}.shown.choice.resting`,
                        actions: { type: 'keepFailure', params: ({ event }) => event },
                      },
                    },
                  },
                  checking: {
                    description: 'Decides whether there are further pages.',
                    always: [
                      { guard: 'isGathered', target: `#${id}.shown.choice.resting`, actions: 'chooseGathered' },
                      { target: 'loading' },
                    ],
                  },
                },
              },
            },
          },
          branches: {
            description: 'Children of unfolded rows, loaded one row at a time; a new query cancels the running load.',
            initial: 'complete',
            states: {
              complete: {
                description: 'No children are loading.',
                always: { guard: 'hasQueuedBranch', target: 'loading', actions: 'startNextBranch' },
              },
              loading: {
                invoke: {
                  id: 'loadBranch',
                  src: 'loadBranch',
                  // Entered only with a path whose rows are known.
                  input: ({ context }) => ({
                    query: toRequest(context),
                    chain: findChain(context, context.loadingPath ?? '') as [Row, ...Row[]],
                  }),
                  onDone: { target: 'complete', actions: { type: 'keepBranch', params: ({ event }) => ({ branch: event.output }) } },
                  onError: { target: 'complete', actions: { type: 'keepBranchFailure', params: ({ event }) => event } },
                },
              },
            },
          },
        },
      },
      failed: {
        description: 'Loading failed; with automatic refreshes it is retried after longer and longer pauses.',
        tags: 'failed',
        // Reloads only after the report was away from the screen, not when its view is first drawn.
        on: { 'report.seen': [{ guard: 'isWatched' }, { target: 'loading.asNeeded', actions: 'watch' }] },
        initial: 'resting',
        states: {
          resting: { description: 'Nothing is reloaded automatically.', always: { guard: 'isAutoRefreshed', target: 'ticking' } },
          ticking: {
            description: 'Waits for the next attempt.',
            always: { guard: 'isNotAutoRefreshed', target: 'resting' },
            on: {
              'report.autoRefreshChosen': {
                target: 'ticking',
                reenter: true,
                actions: { type: 'keepAutoRefresh', params: ({ event }) => event },
              },
            },
            after: {
              refreshPause: [
                { guard: 'isRefreshHeld', target: 'ticking', reenter: true },
                { target: `#${id}.loading.quietly`, actions: 'tellRefreshDue' },
              ],
            },
          },
        },
      },
    },
  });
}
