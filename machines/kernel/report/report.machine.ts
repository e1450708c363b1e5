import { assign, setup } from 'xstate';
import { failureOf } from '../form/faults.ts';
import type { MachineName } from '../machine-name.ts';
import { pauseAfter, type RefreshSeconds, STALE_MS } from '../page/freshness.ts';
import type { HistoryStep } from '../page/page-contract.ts';
import { missingActor } from '../placeholders.ts';
import { tell } from '../tell.ts';
import type { BranchQuestion, ChosenRow, ReportContext, ReportEvent } from './report-events.ts';
import type { ReportQuery, ReportQueryDefinition } from './report-query.ts';
import { type Branch, chainTo, depthOf, type ReportAnswer, type ReportRow } from './report-tree.ts';

export type { BranchQuestion, ChosenRow, ReportContext, ReportEvent, ReportFact } from './report-events.ts';
export type { ReportAnswer, ReportWarning } from './report-tree.ts';

/** Numbers by one to three nested dimensions. The query lives in the address; children come when a row is unfolded. */
export function createReportMachine<Filters, Row extends ReportRow = ReportRow, Answer extends ReportAnswer<Row> = ReportAnswer<Row>>({
  id,
  description = 'Numbers by dimension as the address asks for them, unfolded level by level.',
  query: address,
}: MachineName & {
  query: ReportQueryDefinition<Filters>;
}) {
  type Context = ReportContext<Filters, Row, Answer>;
  type Change = Partial<ReportQuery<Filters>>;
  const lastPage = (total: number, size: number) => Math.max(1, Math.ceil(total / size));
  const without = (paths: string[], path: string) => paths.filter((one) => one !== path);
  const chainIn = ({ answer }: Context, path: string) => answer && chainTo(path, answer.page.rows, answer.branches);
  // Children of a row that is not known (any more) are not asked for.
  const nextIn = (context: Context) =>
    context.wanted.find((path) => depthOf(path) < context.query.groupBy.length && chainIn(context, path) !== undefined);
  const questionOf = (query: ReportQuery<Filters>) => address.write({ ...query, preset: undefined });

  return setup({
    types: {} as {
      context: Context;
      events: ReportEvent<Filters>;
      input: { search: string; autoRefresh?: RefreshSeconds };
      tags: 'busy' | 'quiet' | 'failed';
    },
    actors: {
      loadRows: missingActor<Answer, ReportQuery<Filters>>('loadRows'),
      loadBranch: missingActor<Branch<Row>, BranchQuestion<Filters, Row>>('loadBranch'),
    },
    guards: {
      hasAnswer: ({ context }) => context.answer !== undefined,
      isWatched: ({ context }) => context.watched,
      isWaitedFor: ({ context }) => context.watched && context.autoRefresh > 0,
      isNotWaitedFor: ({ context }) => !context.watched || context.autoRefresh === 0,
      isHeldStill: ({ context }) => context.chosen.length > 0,
      hasWanted: ({ context }) => nextIn(context) !== undefined,
      isAnotherQuestion: ({ context }, { search }: { search: string }) => questionOf(address.read(search)) !== questionOf(context.query),
      isPastTheEnd: ({ context }, { answer }: { answer: Answer }) => context.query.page > lastPage(answer.total, context.query.pageSize),
    },
    delays: { staleness: STALE_MS, refreshPause: ({ context }) => pauseAfter(context.failures, context.autoRefresh * 1000) },
    actions: {
      // Written and read again: what no longer fits the other parts (a sort by a dimension that is gone) falls out.
      turnTo: assign(({ context }, change: Change) => ({ query: address.read(address.write({ ...context.query, page: 1, ...change })) })),
      watch: assign({ watched: true }),
      unwatch: assign({ watched: false }),
      keepPace: assign((_, { seconds }: { seconds: RefreshSeconds }) => ({ autoRefresh: seconds })),
      turnToAddress: assign((_, { search }: { search: string }) => ({ query: address.read(search) })),
      keepPreset: assign(({ context }, { preset }: { preset: string | undefined }) => ({ query: { ...context.query, preset } })),
      // What was chosen is let go as well: the rows are others now.
      foldAll: assign({ expanded: [], wanted: [], branchFailures: {}, chosen: [] }),
      keepChosen: assign((_, { chosen }: { chosen: ChosenRow[] }) => ({ chosen })),
      keepAnswer: assign(({ context: { answer, expanded, query } }, { answer: page }: { answer: Answer }) => {
        const question = questionOf(query);
        // Children stay until newer ones come, but never below numbers of another question.
        const branches = answer?.question === question ? answer.branches : {};
        return { answer: { page, branches, question }, wanted: expanded, failure: undefined, failures: 0, branchFailures: {} };
      }),
      keepFailure: assign(({ context }, { error }: { error: unknown }) => ({ failure: failureOf(error), failures: context.failures + 1 })),
      toggleRow: assign(({ context: { expanded, wanted, answer } }, { path }: { path: string }) => {
        if (expanded.includes(path)) return { expanded: without(expanded, path), wanted: without(wanted, path) };
        const isKnown = answer?.branches[path] !== undefined;
        return { expanded: [...expanded, path], wanted: isKnown ? wanted : [...without(wanted, path), path] };
      }),
      wantAgain: assign(({ context: { wanted, branchFailures } }, { path }: { path: string }) => {
        const { [path]: _, ...others } = branchFailures;
        return { wanted: [...without(wanted, path), path], branchFailures: others };
      }),
      takeNext: assign(({ context }) => {
        const asking = nextIn(context);
        return { asking, wanted: without(context.wanted, asking ?? '') };
      }),
      keepBranch: assign(({ context: { answer, asking = '' } }, { branch }: { branch: Branch<Row> }) => ({
        answer: answer && { ...answer, branches: { ...answer.branches, [asking]: branch } },
        asking: undefined,
      })),
      keepBranchFailure: assign(({ context: { branchFailures, asking = '' } }, { error }: { error: unknown }) => ({
        branchFailures: { ...branchFailures, [asking]: failureOf(error) },
        asking: undefined,
      })),
      tellMoved: tell<Context, { how: HistoryStep }>(({ query }, { how }) => ({ type: 'report.moved', search: address.write(query), how })),
      tellDue: tell<Context>(() => ({ type: 'report.fellDue' })),
    },
  }).createMachine({
    id,
    description,
    context: ({ input }) => ({
      query: address.read(input.search),
      expanded: [],
      wanted: [],
      asking: undefined,
      watched: false,
      autoRefresh: input.autoRefresh ?? 0,
      chosen: [],
      answer: undefined,
      failure: undefined,
      failures: 0,
      branchFailures: {},
    }),
    initial: 'loading',
    on: {
      'report.located': [
        {
          guard: { type: 'isAnotherQuestion', params: ({ event }) => event },
          target: '.loading',
          reenter: true,
          actions: ['foldAll', { type: 'turnToAddress', params: ({ event }) => event }],
        },
        { actions: { type: 'turnToAddress', params: ({ event }) => event } },
      ],
      'report.rangeChosen': {
        target: '.loading',
        actions: [
          {
            type: 'turnTo',
            params: ({ event: { dateFrom, dateTo } }) => ({ dateFrom, dateTo, accountToday: undefined, only: undefined }),
          },
          { type: 'tellMoved', params: { how: 'push' } },
        ],
      },
      'report.accountTodayChosen': {
        target: '.loading',
        actions: [
          { type: 'turnTo', params: { dateFrom: undefined, dateTo: undefined, accountToday: true, only: undefined } },
          { type: 'tellMoved', params: { how: 'push' } },
        ],
      },
      'report.onlyChosen': {
        target: '.loading',
        actions: [
          { type: 'turnTo', params: ({ event }) => ({ only: event.only }) },
          { type: 'tellMoved', params: { how: 'push' } },
        ],
      },
      'report.groupsChosen': {
        target: '.loading',
        actions: [
          'foldAll',
          { type: 'turnTo', params: ({ event }) => ({ groupBy: event.groupBy }) },
          { type: 'tellMoved', params: { how: 'push' } },
        ],
      },
      'report.compareChosen': {
        target: '.loading',
        actions: [
          { type: 'turnTo', params: ({ context, event }) => ({ compare: event.compare, page: context.query.page }) },
          { type: 'tellMoved', params: { how: 'push' } },
        ],
      },
      'report.filtersChosen': {
        target: '.loading',
        actions: [
          'foldAll',
          { type: 'turnTo', params: ({ event }) => ({ filters: event.filters }) },
          { type: 'tellMoved', params: { how: 'push' } },
        ],
      },
      'report.sortChosen': {
        target: '.loading',
        actions: [
          { type: 'turnTo', params: ({ event }) => ({ sort: event.sort }) },
          { type: 'tellMoved', params: { how: 'push' } },
        ],
      },
      'report.pageChosen': {
        target: '.loading',
        actions: [
          { type: 'turnTo', params: ({ event }) => ({ page: event.page }) },
          { type: 'tellMoved', params: { how: 'push' } },
        ],
      },
      'report.pageSizeChosen': {
        target: '.loading',
        actions: [
          { type: 'turnTo', params: ({ event }) => ({ pageSize: event.pageSize }) },
          { type: 'tellMoved', params: { how: 'push' } },
        ],
      },
      'report.presetChosen': {
        actions: [
          { type: 'keepPreset', params: ({ event }) => event },
          { type: 'tellMoved', params: { how: 'replace' } },
        ],
      },
      'report.refreshRequested': { target: '.loading' },
      'report.seen': { actions: 'watch' },
      'report.left': { actions: 'unwatch' },
      'report.autoRefreshChosen': { actions: { type: 'keepPace', params: ({ event }) => event } },
      'report.rowToggled': { actions: { type: 'toggleRow', params: ({ event }) => event } },
      'report.rowsChosen': { actions: { type: 'keepChosen', params: ({ event }) => event } },
      'report.branchRetried': { actions: { type: 'wantAgain', params: ({ event }) => event } },
    },
    states: {
      loading: {
        initial: 'openly',
        states: {
          openly: { description: 'The table shows that it loads.', tags: 'busy' },
          quietly: { description: 'Numbers that are known stay as they are meanwhile.', tags: 'quiet' },
          asNeeded: {
            description: 'Who comes back to numbers keeps them while newer ones load; who comes back to none sees that they load.',
            always: [{ guard: 'hasAnswer', target: 'quietly' }, { target: 'openly' }],
          },
        },
        invoke: {
          id: 'loadRows',
          src: 'loadRows',
          input: ({ context }) => context.query,
          onDone: [
            {
              guard: { type: 'isPastTheEnd', params: ({ event }) => ({ answer: event.output }) },
              target: 'loading',
              reenter: true,
              actions: [
                { type: 'turnTo', params: ({ context, event }) => ({ page: lastPage(event.output.total, context.query.pageSize) }) },
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
          // Also without an answer: it was not kept while the page slept.
          'report.seen': { target: 'loading.asNeeded', actions: 'watch' },
        },
        states: {
          age: {
            description: 'Whether the numbers are old enough to be asked for again.',
            initial: 'fresh',
            states: {
              fresh: { after: { staleness: 'stale' }, on: { 'report.seen': { guard: 'hasAnswer', actions: 'watch' } } },
              stale: {},
            },
          },
          clock: {
            description: 'Asks again at the pace that was chosen, while somebody looks and has chosen no rows: those stay where they are.',
            initial: 'resting',
            states: {
              resting: { description: 'Nothing is asked by itself.', always: { guard: 'isWaitedFor', target: 'ticking' } },
              ticking: {
                description: 'Until it is time to ask again.',
                always: { guard: 'isNotWaitedFor', target: 'resting' },
                on: {
                  'report.autoRefreshChosen': {
                    target: 'ticking',
                    reenter: true,
                    actions: { type: 'keepPace', params: ({ event }) => event },
                  },
                },
                after: {
                  refreshPause: [
                    { guard: 'isHeldStill', target: 'ticking', reenter: true },
                    { target: `#${id}.loading.quietly`, actions: 'tellDue' },
                  ],
                },
              },
            },
          },
          branches: {
            description: 'Children of unfolded rows, one question at a time; a new question above makes those under way void.',
            initial: 'complete',
            states: {
              complete: {
                description: 'Nothing below an unfolded row is on its way.',
                always: { guard: 'hasWanted', target: 'loading', actions: 'takeNext' },
              },
              loading: {
                invoke: {
                  id: 'loadBranch',
                  src: 'loadBranch',
                  // Entered only with a path whose rows are known.
                  input: ({ context }) => ({
                    query: context.query,
                    chain: chainIn(context, context.asking ?? '') as [Row, ...Row[]],
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
        description: 'Asked again by itself where rows are asked for by the clock, after longer and longer pauses.',
        tags: 'failed',
        // Only who was away comes back: a view that is drawn for the first time asks nothing anew.
        on: { 'report.seen': [{ guard: 'isWatched' }, { target: 'loading.asNeeded', actions: 'watch' }] },
        initial: 'resting',
        states: {
          resting: { description: 'Nothing is asked by itself.', always: { guard: 'isWaitedFor', target: 'ticking' } },
          ticking: {
            description: 'Until it is time to try again.',
            always: { guard: 'isNotWaitedFor', target: 'resting' },
            on: {
              'report.autoRefreshChosen': {
                target: 'ticking',
                reenter: true,
                actions: { type: 'keepPace', params: ({ event }) => event },
              },
            },
            after: {
              refreshPause: [
                { guard: 'isHeldStill', target: 'ticking', reenter: true },
                { target: `#${id}.loading.quietly`, actions: 'tellDue' },
              ],
            },
          },
        },
      },
    },
  });
}
