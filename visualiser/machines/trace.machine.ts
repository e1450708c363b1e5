import { type ActorRefFrom, assign, setup } from 'xstate';
import { tell } from '#machines/kernel/tell.ts';
import type { Chart } from '#visualiser/model/chart.ts';
import type { ActorKey, RecordedEntry } from '#visualiser/model/recording.ts';
import { beginningOf, continued, placeOf } from './trace-entries.ts';

/** Kinds of entries that can be left out of the log. */
export type ShownKind = Exclude<RecordedEntry['kind'], 'gap'>;

/** Which entries the log shows; time passes through all of them. */
export interface TraceFilters {
  /** Of everybody, of the actor that is selected, or of that one and whoever it started. */
  scope: 'all' | 'selected' | 'within';
  /** Part of the type of an event; empty for any. */
  text: string;
  hidden: readonly ShownKind[];
  /** Whether events of XState itself are left out: that an actor began, ended, or was told of another's state. */
  hidesInternals: boolean;
}

/** How many times as fast as it happened; `step` shows one entry after the other, however long it took. */
export type TraceSpeed = 1 | 4 | 'step';

interface TraceStarted {
  entries: readonly RecordedEntry[];
  /** More may come: the last entry is followed until the reader steps back. */
  isOpen: boolean;
  /** By print: of machines the gallery may not have. */
  charts?: Readonly<Record<string, Chart>>;
  /** Who is selected at first. */
  actor?: ActorKey | undefined;
}

interface TraceContext extends Required<Omit<TraceStarted, 'actor'>> {
  /** Number of the entry at which the reader stands, while the last one is not followed. */
  cursor: number;
  selected: ActorKey | undefined;
  filters: TraceFilters;
  speed: TraceSpeed;
  /** Prints of charts that were asked for. */
  asked: readonly string[];
}

export type TraceEvent =
  /** More was seen; `isWhole`: from nothing again, whatever was known. */
  | { type: 'entries.arrived'; entries: readonly RecordedEntry[]; isWhole: boolean }
  | { type: 'chart.arrived'; print: string; chart: Chart }
  /** A machine is looked at that nobody here can draw. */
  | { type: 'chart.missed'; print: string }
  /** The reader stands at this entry, or at the last one before it. */
  | { type: 'cursor.moved'; seq: number }
  /** The last entry is followed again. */
  | { type: 'cursor.released' }
  | { type: 'play.started' }
  | { type: 'play.paused' }
  | { type: 'speed.chosen'; speed: TraceSpeed }
  | { type: 'actor.selected'; key: ActorKey }
  | { type: 'filters.changed'; change: Partial<TraceFilters> }
  | { type: 'log.chosen' }
  | { type: 'sequence.chosen' };

/** What its parent is told. */
type TraceFact =
  | { type: 'trace.actorSelected'; key: ActorKey }
  /** Neither the gallery nor the recording has the chart of this print. */
  | { type: 'trace.chartWanted'; print: string };

/** Longer silence is cut short, in milliseconds. */
const LONGEST_SILENCE_MS = 2000;

/** The least while an entry is seen that is stepped through, in milliseconds. */
const STEP_MS = 120;

const NO_FILTERS: TraceFilters = { scope: 'all', text: '', hidden: [], hidesInternals: false };

type Log = Pick<TraceContext, 'entries' | 'cursor'>;

/** The entry after the one the reader stands at. */
const nextOf = ({ entries, cursor }: Log): RecordedEntry | undefined => entries[placeOf(entries, cursor) + 1];

/** Where a reader stands after one step: what happened at the same moment is one step, unless each entry is to be seen. */
function steppedFrom({ entries, cursor, speed }: TraceContext): number {
  const next = nextOf({ entries, cursor });
  if (!next) return cursor;
  if (speed === 'step') return next.seq;
  let place = placeOf(entries, next.seq);
  while (entries[place + 1]?.at === next.at) place += 1;
  return entries[place]?.seq ?? cursor;
}

/** Everything that was seen of running machines, and the moment of it that is looked at. */
export const traceMachine = setup({
  types: {} as { context: TraceContext; events: TraceEvent; input: TraceStarted },
  guards: {
    isOpen: ({ context }) => context.isOpen,
    isWhole: (_, { isWhole }: { isWhole: boolean }) => isWhole,
    isAtEnd: ({ context }) => nextOf(context) === undefined,
    isEndOfOpen: ({ context }) => context.isOpen && nextOf(context) === undefined,
    isAnother: ({ context }, { key }: { key: ActorKey }) => context.selected !== key,
    isUnasked: ({ context }, { print }: { print: string }) => !context.asked.includes(print) && !(print in context.charts),
  },
  delays: {
    untilNext: ({ context }) => {
      const { entries, cursor, speed } = context;
      if (speed === 'step') return STEP_MS;
      const [now, next] = [entries[placeOf(entries, cursor)], nextOf(context)];
      return now && next ? Math.min(Math.max(0, next.at - now.at) / speed, LONGEST_SILENCE_MS) : 0;
    },
  },
  actions: {
    keepMore: assign(({ context }, { entries }: { entries: readonly RecordedEntry[] }) => ({
      entries: continued(context.entries, entries),
    })),
    keepWhole: assign((_, { entries }: { entries: readonly RecordedEntry[] }) => ({ entries: continued([], entries), asked: [] })),
    goToBeginning: assign(({ context }) => ({ cursor: beginningOf(context.entries) })),
    goTo: assign(({ context: { entries } }, { seq }: { seq: number }) => ({
      cursor: (entries[placeOf(entries, seq)] ?? entries[0])?.seq ?? 0,
    })),
    goOn: assign(({ context }) => ({ cursor: steppedFrom(context) })),
    beginAgainFromEnd: assign(({ context }) => (nextOf(context) ? {} : { cursor: beginningOf(context.entries) })),
    keepChart: assign(({ context }, { print, chart }: { print: string; chart: Chart }) => ({
      charts: { ...context.charts, [print]: chart },
    })),
    noteAsked: assign(({ context }, { print }: { print: string }) => ({ asked: [...context.asked, print] })),
    select: assign((_, { key }: { key: ActorKey }) => ({ selected: key })),
    filter: assign(({ context }, { change }: { change: Partial<TraceFilters> }) => ({ filters: { ...context.filters, ...change } })),
    keepSpeed: assign((_, { speed }: { speed: TraceSpeed }) => ({ speed })),
    tellSelected: tell((_, { key }: { key: ActorKey }): TraceFact => ({ type: 'trace.actorSelected', key })),
    tellWanted: tell((_, { print }: { print: string }): TraceFact => ({ type: 'trace.chartWanted', print })),
  },
}).createMachine({
  id: 'trace',
  description: 'Everything that was seen of running machines, and the moment of it that is looked at.',
  context: ({ input: { entries, isOpen, charts = {}, actor } }) => ({
    // What is over is kept as it is, however long.
    entries: isOpen ? continued([], entries) : entries,
    isOpen,
    charts,
    cursor: 0,
    selected: actor,
    filters: NO_FILTERS,
    speed: 1,
    asked: [],
  }),
  type: 'parallel',
  states: {
    moment: {
      description: 'Where in time the reader stands.',
      initial: 'begun',
      on: {
        'entries.arrived': [
          {
            guard: { type: 'isWhole', params: ({ event }) => event },
            target: '.begun',
            actions: { type: 'keepWhole', params: ({ event }) => event },
          },
          { actions: { type: 'keepMore', params: ({ event }) => event } },
        ],
        'cursor.moved': { target: '.standing', actions: { type: 'goTo', params: ({ event }) => event } },
        'cursor.released': '.following',
        'play.started': { target: '.playing', actions: 'beginAgainFromEnd' },
        'speed.chosen': { actions: { type: 'keepSpeed', params: ({ event }) => event } },
      },
      states: {
        begun: {
          description: 'What goes on is followed, what is over is read from its beginning.',
          always: [
            { guard: 'isOpen', target: 'following' },
            { target: 'standing', actions: 'goToBeginning' },
          ],
        },
        following: {
          description: 'At the last entry, whatever comes.',
          on: { 'play.started': { target: 'playing', actions: 'goToBeginning' } },
        },
        standing: { description: 'At the entry of the cursor.' },
        playing: {
          description: 'From entry to entry, as fast as it happened or as it was wished.',
          always: [
            { guard: 'isEndOfOpen', target: 'following' },
            { guard: 'isAtEnd', target: 'standing' },
          ],
          after: { untilNext: { target: 'playing', reenter: true, actions: 'goOn' } },
          on: {
            'play.paused': 'standing',
            'speed.chosen': { target: 'playing', reenter: true, actions: { type: 'keepSpeed', params: ({ event }) => event } },
          },
        },
      },
    },
    actor: {
      description: 'Whose chart and context are shown, and what is asked for to draw it.',
      on: {
        'actor.selected': {
          guard: { type: 'isAnother', params: ({ event }) => event },
          actions: [
            { type: 'select', params: ({ event }) => event },
            { type: 'tellSelected', params: ({ event }) => event },
          ],
        },
        'chart.missed': {
          guard: { type: 'isUnasked', params: ({ event }) => event },
          actions: [
            { type: 'noteAsked', params: ({ event }) => event },
            { type: 'tellWanted', params: ({ event }) => event },
          ],
        },
        'chart.arrived': { actions: { type: 'keepChart', params: ({ event }) => event } },
      },
    },
    record: {
      description: 'How it is written down what happened.',
      initial: 'log',
      on: { 'filters.changed': { actions: { type: 'filter', params: ({ event }) => event } } },
      states: {
        log: { description: 'Line by line.', on: { 'sequence.chosen': 'sequence' } },
        sequence: { description: 'As messages between actors.', on: { 'log.chosen': 'log' } },
      },
    },
  },
});

export type Trace = ActorRefFrom<typeof traceMachine>;
