import { assign, setup } from 'xstate';
import { type Failure, toFailure } from '../form/faults.ts';
import type { MachineName } from '../machine-name.ts';
import { STALE_MS } from '../page/freshness.ts';
import type { HistoryStep } from '../page/page-contract.ts';
import { missingActor } from '../placeholders.ts';
import { tell } from '../tell.ts';
import type { TrendQuery, TrendQueryDefinition, TrendStep } from './trend-query.ts';

/** Metrics over time. */
export interface TrendAnswer {
  /** All points, oldest first: `YYYY-MM-DDTHH`, `YYYY-MM-DD`, the date of a Monday, or `YYYY-MM`. */
  x: string[];
  step: TrendStep;
  /** `part` is the dimension value that a line of a split metric stands for, or `other`. */
  lines: { metric: string; part: string | undefined; label: string; data: (number | null)[] }[];
  /** Events at points in time. */
  marks: { at: string; kind: string; label: string }[];
  asOf: string;
  /** First date whose numbers will still change. */
  provisionalFrom: string;
  /** Metrics without points, because the platform tells them by the day only. */
  byDayOnly?: string[];
}

/** Shown as a chart, as a table, or folded; a folded trend loads nothing. */
export const trendForms = ['chart', 'table', 'folded'] as const;
export type TrendForm = (typeof trendForms)[number];

export interface TrendContext<Filters> {
  query: TrendQuery<Filters>;
  form: TrendForm;
  /** The newest answer and the query it belongs to. */
  answer: { trend: TrendAnswer; queryKey: string } | undefined;
  failure: Failure | undefined;
  /** Whether the chart is on the screen. */
  watched: boolean;
}

export type TrendEvent =
  /** The address changed, including the days and filters of its report. */
  | { type: 'trend.located'; search: string }
  | { type: 'trend.stepChosen'; step: TrendStep | undefined }
  | { type: 'trend.metricsChosen'; metrics: string[] }
  | { type: 'trend.splitChosen'; isSplit: boolean }
  | { type: 'trend.formChosen'; form: TrendForm }
  | { type: 'trend.refreshRequested' }
  /** Sent by the clock: reloads quietly. */
  | { type: 'trend.refreshDue' }
  /** The chart is on the screen, again or for the first time. */
  | { type: 'trend.seen' }
  /** The chart is no longer on the screen. */
  | { type: 'trend.left' };

export type TrendFact = { type: 'trend.moved'; search: string; how: HistoryStep };

/**
 * A chart beside a report. It shares the days and filters through the address, and loads, fails and reloads on its own. A folded chart
 * loads nothing.
 */
export function createTrendMachine<Filters>({
  id,
  description = 'Metrics over time beside a report, for the same days and filters.',
  query: address,
}: MachineName & { query: TrendQueryDefinition<Filters> }) {
  type Context = TrendContext<Filters>;
  type Change = Partial<TrendQuery<Filters>>;
  return setup({
    types: {} as {
      context: Context;
      events: TrendEvent;
      emitted: TrendFact;
      input: { search: string };
      tags: 'busy' | 'quiet' | 'failed' | 'folded';
    },
    actors: { loadTrend: missingActor<TrendAnswer, TrendQuery<Filters>>('loadTrend') },
    guards: {
      hasAnswer: ({ context }) => context.answer !== undefined,
      isAnswered: ({ context: { answer, query } }) => answer?.queryKey === address.keyOf(query),
      isFolded: ({ context }) => context.form === 'folded',
      isWatched: ({ context }) => context.watched,
      isAnotherQuery: ({ context }, { search }: { search: string }) => address.keyOf(address.read(search)) !== address.keyOf(context.query),
      isFolding: (_, { form }: { form: TrendForm }) => form === 'folded',
    },
    delays: { staleness: STALE_MS },
    actions: {
      readAddress: assign((_, { search }: { search: string }) => ({ query: address.read(search) })),
      changeQuery: assign(({ context: { query } }, change: Change) => ({ query: { ...query, ...change } })),
      keepForm: assign((_, { form }: { form: TrendForm }) => ({ form })),
      keepAnswer: assign(({ context: { query } }, { trend }: { trend: TrendAnswer }) => ({
        answer: { trend, queryKey: address.keyOf(query) },
        failure: undefined,
      })),
      keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: toFailure(error) })),
      watch: assign({ watched: true }),
      unwatch: assign({ watched: false }),
      tellMoved: tell<Context, { how: HistoryStep }>(({ query }, { how }) => ({ type: 'trend.moved', search: address.write(query), how })),
    },
  }).createMachine({
    id,
    description,
    context: ({ input }) => ({
      query: address.read(input.search),
      form: 'chart',
      answer: undefined,
      failure: undefined,
      watched: false,
    }),
    initial: 'loading',
    on: {
      'trend.located': [
        {
          guard: { type: 'isAnotherQuery', params: ({ event }) => event },
          target: '.deciding',
          actions: { type: 'readAddress', params: ({ event }) => event },
        },
        { actions: { type: 'readAddress', params: ({ event }) => event } },
      ],
      'trend.stepChosen': {
        target: '.deciding',
        actions: [
          { type: 'changeQuery', params: ({ event }) => ({ step: event.step }) },
          { type: 'tellMoved', params: { how: 'replace' } },
        ],
      },
      'trend.metricsChosen': {
        target: '.deciding',
        actions: [
          { type: 'changeQuery', params: ({ event }) => ({ metrics: event.metrics }) },
          { type: 'tellMoved', params: { how: 'replace' } },
        ],
      },
      'trend.splitChosen': {
        target: '.deciding',
        actions: [
          { type: 'changeQuery', params: ({ event }) => ({ isSplit: event.isSplit }) },
          { type: 'tellMoved', params: { how: 'replace' } },
        ],
      },
      'trend.formChosen': [
        {
          guard: { type: 'isFolding', params: ({ event }) => event },
          target: '.folded',
          actions: { type: 'keepForm', params: ({ event }) => event },
        },
        { actions: { type: 'keepForm', params: ({ event }) => event } },
      ],
      'trend.refreshRequested': '.deciding',
      'trend.seen': { actions: 'watch' },
      'trend.left': { actions: 'unwatch' },
    },
    states: {
      deciding: {
        description: 'Decides whether to load: only an unfolded chart does.',
        always: [{ guard: 'isFolded', target: 'folded' }, { target: 'loading.visibly' }],
      },
      folded: {
        description: 'Folded: nothing is loaded until it is opened again.',
        tags: 'folded',
        on: {
          'trend.formChosen': [
            { guard: { type: 'isFolding', params: ({ event }) => event } },
            { target: 'unfolding', actions: { type: 'keepForm', params: ({ event }) => event } },
          ],
        },
      },
      unfolding: {
        description: 'The chart was opened: it shows the answer to its query, or loads it.',
        always: [{ guard: 'isAnswered', target: 'shown' }, { target: 'loading' }],
      },
      loading: {
        initial: 'visibly',
        states: {
          visibly: { description: 'The chart shows a loading indicator.', tags: 'busy' },
          quietly: { description: 'The drawn chart stays unchanged meanwhile.', tags: 'quiet' },
          asNeeded: {
            description: 'Loads quietly if there is a chart to keep, visibly otherwise.',
            always: [{ guard: 'hasAnswer', target: 'quietly' }, { target: 'visibly' }],
          },
        },
        invoke: {
          id: 'loadTrend',
          src: 'loadTrend',
          input: ({ context }) => context.query,
          onDone: { target: 'shown', actions: { type: 'keepAnswer', params: ({ event }) => ({ trend: event.output }) } },
          onError: { target: 'failed', actions: { type: 'keepFailure', params: ({ event }) => event } },
        },
      },
      shown: {
        initial: 'fresh',
        on: {
          'trend.refreshDue': 'loading.quietly',
          // Also without an answer, because a page's memo does not keep answers.
          'trend.seen': { target: 'loading.asNeeded', actions: 'watch' },
        },
        states: {
          fresh: { after: { staleness: 'stale' }, on: { 'trend.seen': { guard: 'hasAnswer', actions: 'watch' } } },
          stale: { description: 'Old enough to be reloaded when the chart is seen again.' },
        },
      },
      failed: {
        tags: 'failed',
        // Reloads only after the chart was away from the screen, not when its view is first drawn.
        on: {
          'trend.seen': [{ guard: 'isWatched' }, { target: 'loading.asNeeded', actions: 'watch' }],
          // The clock of its report keeps running after a failure, and the chart follows it.
          'trend.refreshDue': 'loading.quietly',
        },
      },
    },
  });
}
