import { type ActorRefFrom, assign, setup } from 'xstate';
import { type Failure, toFailure } from '#machines/kernel/form/faults.ts';
import { missingActor } from '#machines/kernel/placeholders.ts';
import { tell } from '#machines/kernel/tell.ts';
import type { Coverage as Report, SuiteFilter } from '#visualiser/model/coverage.ts';
import type { MachinePlace, Place } from './visualiser-place.ts';

/** Columns that the table can be sorted by. */
export type CoverageColumn = 'machine' | 'states' | 'transitions' | 'unit' | 'paths' | 'browser' | 'unreached';

interface CoverageContext {
  place: Place;
  /** The report; undefined until it is loaded. */
  answer: Report | undefined;
  failure: Failure | undefined;
  /** Only what this suite reached counts. */
  suite: SuiteFilter;
  /** Hides machines that were reached completely. */
  isIncompleteOnly: boolean;
  column: CoverageColumn;
  isDescending: boolean;
  /** Key of the machine whose unreached parts are listed; empty for all machines. */
  chosen: string;
}

export type CoverageEvent =
  /** The address changed. */
  | { type: 'place.changed'; place: Place }
  | { type: 'suite.chosen'; suite: SuiteFilter }
  | { type: 'incomplete.toggled' }
  /** Sorts by the column, or reverses the order if it is sorted by it already. */
  | { type: 'column.chosen'; column: CoverageColumn }
  | { type: 'machine.chosen'; key: string }
  /** The drawing of a machine is to mark what the suite did not reach; undefined to mark nothing. */
  | { type: 'overlay.chosen'; place: MachinePlace; suite: SuiteFilter | undefined }
  | { type: 'coverage.retried' };

type PlaceParams = { place: Place };

/** Shows what the tests reached of all machines. */
export const coverageMachine = setup({
  types: {} as { context: CoverageContext; events: CoverageEvent; input: PlaceParams; children: { loadCoverage: 'loadCoverage' } },
  actors: {
    /** Null if nothing was measured. */
    loadCoverage: missingActor<Report | null>('loadCoverage'),
  },
  guards: {
    isNeeded: (_, { place }: PlaceParams) => place.kind === 'coverage' || (place.kind === 'machine' && place.coverage !== undefined),
    hasReport: (_, { report }: { report: Report | null }) => report !== null,
  },
  actions: {
    keepPlace: assign((_, { place }: PlaceParams) => ({ place })),
    keepReport: assign((_, { report }: { report: Report | null }) => ({ answer: report ?? undefined })),
    keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: toFailure(error) })),
    chooseSuite: assign((_, { suite }: { suite: SuiteFilter }) => ({ suite })),
    toggleIncomplete: assign(({ context }) => ({ isIncompleteOnly: !context.isIncompleteOnly })),
    sort: assign(({ context }, { column }: { column: CoverageColumn }) => ({
      column,
      isDescending: context.column === column && !context.isDescending,
    })),
    toggleMachine: assign(({ context }, { key }: { key: string }) => ({ chosen: context.chosen === key ? '' : key })),
    requestPlace: tell<CoverageContext, { place: MachinePlace; suite: SuiteFilter | undefined }>(
      (_, { place: { coverage: _before, ...place }, suite }) => ({
        type: 'place.requested',
        place: { ...place, ...(suite && { coverage: suite }) },
        how: 'replace',
      }),
    ),
  },
}).createMachine({
  id: 'coverage',
  description: 'Shows what the tests reached of all machines.',
  context: ({ input: { place } }) => ({
    place,
    answer: undefined,
    failure: undefined,
    suite: 'all',
    isIncompleteOnly: false,
    column: 'machine',
    isDescending: false,
    chosen: '',
  }),
  on: {
    'place.changed': { actions: { type: 'keepPlace', params: ({ event }) => event } },
    'suite.chosen': { actions: { type: 'chooseSuite', params: ({ event }) => event } },
    'incomplete.toggled': { actions: 'toggleIncomplete' },
    'column.chosen': { actions: { type: 'sort', params: ({ event }) => event } },
    'machine.chosen': { actions: { type: 'toggleMachine', params: ({ event }) => event } },
    'overlay.chosen': { actions: { type: 'requestPlace', params: ({ event }) => event } },
  },
  initial: 'idle',
  states: {
    idle: {
      description: 'The report has not been needed yet.',
      always: { guard: { type: 'isNeeded', params: ({ context }) => context }, target: 'loading' },
    },
    loading: {
      invoke: {
        id: 'loadCoverage',
        src: 'loadCoverage',
        onDone: [
          {
            guard: { type: 'hasReport', params: ({ event }) => ({ report: event.output }) },
            target: 'shown',
            actions: { type: 'keepReport', params: ({ event }) => ({ report: event.output }) },
          },
          { target: 'missing' },
        ],
        onError: { target: 'failed', actions: { type: 'keepFailure', params: ({ event }) => event } },
      },
    },
    missing: { description: 'Nothing was measured yet.', on: { 'coverage.retried': 'loading' } },
    failed: { on: { 'coverage.retried': 'loading' } },
    shown: { description: 'The report does not change while the page is open.' },
  },
});

export type Coverage = ActorRefFrom<typeof coverageMachine>;
