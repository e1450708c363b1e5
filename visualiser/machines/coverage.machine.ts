import { type ActorRefFrom, assign, setup } from 'xstate';
import { type Failure, failureOf } from '#machines/kernel/form/faults.ts';
import { missingActor } from '#machines/kernel/placeholders.ts';
import { tell } from '#machines/kernel/tell.ts';
import type { Coverage as Report, SuiteFilter } from '#visualiser/model/coverage.ts';
import type { MachinePlace, Place } from './visualiser-place.ts';

/** What the table of machines is sorted by. */
export type CoverageColumn = 'machine' | 'states' | 'transitions' | 'unit' | 'paths' | 'browser' | 'unreached';

interface CoverageContext {
  place: Place;
  /** What was measured; undefined until it is there. */
  answer: Report | undefined;
  failure: Failure | undefined;
  /** Whose reach counts. */
  reader: SuiteFilter;
  /** Machines of which everything was reached are not shown. */
  isIncompleteOnly: boolean;
  column: CoverageColumn;
  isDescending: boolean;
  /** Key of the machine whose unreached parts are listed; empty for all of them. */
  chosen: string;
}

export type CoverageEvent =
  /** The address says this. */
  | { type: 'place.arrived'; place: Place }
  | { type: 'reader.chosen'; reader: SuiteFilter }
  | { type: 'incomplete.toggled' }
  /** Sorted by it, or, where it is already, the other way round. */
  | { type: 'column.chosen'; column: CoverageColumn }
  | { type: 'machine.chosen'; key: string }
  /** In the drawing of a machine, what these tests did not reach is to be marked; undefined for nothing. */
  | { type: 'overlay.chosen'; place: MachinePlace; reader: SuiteFilter | undefined }
  | { type: 'coverage.retried' };

type At = { place: Place };

/** What the tests reached of all machines. */
export const coverageMachine = setup({
  types: {} as { context: CoverageContext; events: CoverageEvent; input: At; children: { loadCoverage: 'loadCoverage' } },
  actors: {
    /** Answers null where nothing was measured. */
    loadCoverage: missingActor<Report | null>('loadCoverage'),
  },
  guards: {
    isWanted: (_, { place }: At) => place.kind === 'coverage' || (place.kind === 'machine' && place.coverage !== undefined),
    isThere: (_, { report }: { report: Report | null }) => report !== null,
  },
  actions: {
    goTo: assign((_, { place }: At) => ({ place })),
    keepReport: assign((_, { report }: { report: Report | null }) => ({ answer: report ?? undefined })),
    keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: failureOf(error) })),
    read: assign((_, { reader }: { reader: SuiteFilter }) => ({ reader })),
    toggleIncomplete: assign(({ context }) => ({ isIncompleteOnly: !context.isIncompleteOnly })),
    sort: assign(({ context }, { column }: { column: CoverageColumn }) => ({
      column,
      isDescending: context.column === column && !context.isDescending,
    })),
    choose: assign(({ context }, { key }: { key: string }) => ({ chosen: context.chosen === key ? '' : key })),
    tellMoved: tell<CoverageContext, { place: MachinePlace; reader: SuiteFilter | undefined }>(
      (_, { place: { coverage: _before, ...place }, reader }) => ({
        type: 'room.moved',
        place: { ...place, ...(reader && { coverage: reader }) },
        how: 'replace',
      }),
    ),
  },
}).createMachine({
  id: 'coverage',
  description: 'What the tests reached of all machines.',
  context: ({ input: { place } }) => ({
    place,
    answer: undefined,
    failure: undefined,
    reader: 'all',
    isIncompleteOnly: false,
    column: 'machine',
    isDescending: false,
    chosen: '',
  }),
  on: {
    'place.arrived': { actions: { type: 'goTo', params: ({ event }) => event } },
    'reader.chosen': { actions: { type: 'read', params: ({ event }) => event } },
    'incomplete.toggled': { actions: 'toggleIncomplete' },
    'column.chosen': { actions: { type: 'sort', params: ({ event }) => event } },
    'machine.chosen': { actions: { type: 'choose', params: ({ event }) => event } },
    'overlay.chosen': { actions: { type: 'tellMoved', params: ({ event }) => event } },
  },
  initial: 'unasked',
  states: {
    unasked: {
      description: 'Nobody has looked for it yet.',
      always: { guard: { type: 'isWanted', params: ({ context }) => context }, target: 'loading' },
    },
    loading: {
      invoke: {
        id: 'loadCoverage',
        src: 'loadCoverage',
        onDone: [
          {
            guard: { type: 'isThere', params: ({ event }) => ({ report: event.output }) },
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
    shown: { description: 'It does not change while somebody looks at it.' },
  },
});

export type Coverage = ActorRefFrom<typeof coverageMachine>;
