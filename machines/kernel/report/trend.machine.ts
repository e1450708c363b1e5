import { assign, setup } from 'xstate';
import { type Failure, failureOf } from '../form/faults.ts';
import type { MachineName } from '../machine-name.ts';
import { STALE_MS } from '../page/freshness.ts';
import type { HistoryStep } from '../page/page-contract.ts';
import { missingActor } from '../placeholders.ts';
import { tell } from '../tell.ts';
import type { TrendQuery, TrendQueryDefinition, TrendStep } from './trend-query.ts';

/** Numbers over time. */
export interface TrendAnswer {
  /** Every point, the oldest first: `YYYY-MM-DDTHH`, `YYYY-MM-DD`, the date of a Monday, or `YYYY-MM`. */
  x: string[];
  step: TrendStep;
  /** `part` is what the line stands for, where a metric is divided: the value of the dimension, or `other`. */
  lines: { metric: string; part: string | undefined; label: string; data: (number | null)[] }[];
  /** What happened, at points. */
  marks: { at: string; kind: string; label: string }[];
  asOf: string;
  /** First date whose numbers will still change. */
  provisionalFrom: string;
}

/** As a drawing, as a table, or out of the way: then nothing is asked. */
export const trendForms = ['chart', 'table', 'folded'] as const;
export type TrendForm = (typeof trendForms)[number];

export interface TrendContext<Filters> {
  query: TrendQuery<Filters>;
  form: TrendForm;
  /** The newest answer, and which question it belongs to. */
  answer: { trend: TrendAnswer; question: string } | undefined;
  failure: Failure | undefined;
  /** It is on the screen. */
  watched: boolean;
}

export type TrendEvent =
  /** The address now says this: also days and filters that its report chose. */
  | { type: 'trend.located'; search: string }
  | { type: 'trend.stepChosen'; step: TrendStep | undefined }
  | { type: 'trend.metricsChosen'; metrics: string[] }
  | { type: 'trend.divisionChosen'; divided: boolean }
  | { type: 'trend.formChosen'; form: TrendForm }
  | { type: 'trend.refreshRequested' }
  /** By the clock: done quietly, and only while all is well. */
  | { type: 'trend.refreshDue' }
  /** The chart is on the screen, again or for the first time. */
  | { type: 'trend.seen' }
  /** Something else is on the screen now. */
  | { type: 'trend.left' };

export type TrendFact = { type: 'trend.moved'; search: string; how: HistoryStep };

/**
 * A chart beside a report: it shares its days and filters through the address, and is asked for, fails and is asked again on its own.
 * Folded away it asks nothing.
 */
export function createTrendMachine<Filters>({
  id,
  description = 'Numbers over time beside a report, over the same days and filters.',
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
      isAnswered: ({ context: { answer, query } }) => answer?.question === address.questionOf(query),
      isFolded: ({ context }) => context.form === 'folded',
      isWatched: ({ context }) => context.watched,
      isAnotherQuestion: ({ context }, { search }: { search: string }) =>
        address.questionOf(address.read(search)) !== address.questionOf(context.query),
      isFolding: (_, { form }: { form: TrendForm }) => form === 'folded',
    },
    delays: { staleness: STALE_MS },
    actions: {
      turnToAddress: assign((_, { search }: { search: string }) => ({ query: address.read(search) })),
      turnTo: assign(({ context: { query } }, change: Change) => ({ query: { ...query, ...change } })),
      keepForm: assign((_, { form }: { form: TrendForm }) => ({ form })),
      keepAnswer: assign(({ context: { query } }, { trend }: { trend: TrendAnswer }) => ({
        answer: { trend, question: address.questionOf(query) },
        failure: undefined,
      })),
      keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: failureOf(error) })),
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
          guard: { type: 'isAnotherQuestion', params: ({ event }) => event },
          target: '.turning',
          actions: { type: 'turnToAddress', params: ({ event }) => event },
        },
        { actions: { type: 'turnToAddress', params: ({ event }) => event } },
      ],
      'trend.stepChosen': {
        target: '.turning',
        actions: [
          { type: 'turnTo', params: ({ event }) => ({ step: event.step }) },
          { type: 'tellMoved', params: { how: 'replace' } },
        ],
      },
      'trend.metricsChosen': {
        target: '.turning',
        actions: [
          { type: 'turnTo', params: ({ event }) => ({ metrics: event.metrics }) },
          { type: 'tellMoved', params: { how: 'replace' } },
        ],
      },
      'trend.divisionChosen': {
        target: '.turning',
        actions: [
          { type: 'turnTo', params: ({ event }) => ({ divided: event.divided }) },
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
      'trend.refreshRequested': '.turning',
      'trend.seen': { actions: 'watch' },
      'trend.left': { actions: 'unwatch' },
    },
    states: {
      turning: {
        description: 'Asked for at once where it can be seen.',
        always: [{ guard: 'isFolded', target: 'folded' }, { target: 'loading.openly' }],
      },
      folded: {
        description: 'Out of the way: nothing is asked until it is wanted again.',
        tags: 'folded',
        on: {
          'trend.formChosen': [
            { guard: { type: 'isFolding', params: ({ event }) => event } },
            { target: 'unfolding', actions: { type: 'keepForm', params: ({ event }) => event } },
          ],
        },
      },
      unfolding: {
        description: 'The chart was opened: what it knows is shown, and asked for where it knows nothing.',
        always: [{ guard: 'isAnswered', target: 'shown' }, { target: 'loading' }],
      },
      loading: {
        initial: 'openly',
        states: {
          openly: { description: 'The chart shows that it loads.', tags: 'busy' },
          quietly: { description: 'What is drawn stays as it is meanwhile.', tags: 'quiet' },
          asNeeded: {
            description: 'Who comes back to a chart keeps it while a newer one loads.',
            always: [{ guard: 'hasAnswer', target: 'quietly' }, { target: 'openly' }],
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
          // Also without an answer: it was not kept while the page slept.
          'trend.seen': { target: 'loading.asNeeded', actions: 'watch' },
        },
        states: {
          fresh: { after: { staleness: 'stale' }, on: { 'trend.seen': { guard: 'hasAnswer', actions: 'watch' } } },
          stale: { description: 'Old enough to be asked for again when somebody looks.' },
        },
      },
      failed: {
        tags: 'failed',
        // Only who was away comes back: a view that is drawn for the first time asks nothing anew.
        on: {
          'trend.seen': [{ guard: 'isWatched' }, { target: 'loading.asNeeded', actions: 'watch' }],
          // The clock of its report goes on after a failure, and the chart with it.
          'trend.refreshDue': 'loading.quietly',
        },
      },
    },
  });
}
