import { type ActorRefFrom, assign, setup } from 'xstate';
import { tell } from '#machines/kernel/tell.ts';
import type { Chart } from '#visualiser/model/chart.ts';
import type { ActorKey, RecordedEntry } from '#visualiser/model/recording.ts';
import { appendEntries, findEntryIndex, findStartSeq } from './trace-entries.ts';

/** Kinds of entries that can be hidden in the log. */
export type ShownKind = Exclude<RecordedEntry['kind'], 'gap'>;

/** Which entries the log shows; playback passes through all of them. */
export interface TraceFilters {
  /** All actors, the selected one, or the selected one with its descendants. */
  scope: 'all' | 'selected' | 'within';
  /** Part of an event type; empty for any. */
  text: string;
  hidden: readonly ShownKind[];
  /** Whether XState's own events are hidden, such as the start and end of actors. */
  hidesInternals: boolean;
}

/** Playback speed; `step` shows entries one by one, regardless of their times. */
export type TraceSpeed = 1 | 4 | 'step';

interface TraceInput {
  entries: readonly RecordedEntry[];
  /** Whether more entries may come; the last one is followed until the user steps back. */
  isLive: boolean;
  /** Charts by print, for machines that the gallery may lack. */
  charts?: Readonly<Record<string, Chart>>;
  /** The actor that is selected at first. */
  actor?: ActorKey | undefined;
}

interface TraceContext extends Required<Omit<TraceInput, 'actor'>> {
  /** `seq` of the current entry while the last one is not followed. */
  cursor: number;
  selected: ActorKey | undefined;
  filters: TraceFilters;
  speed: TraceSpeed;
  /** Prints of requested charts. */
  requestedCharts: readonly string[];
}

export type TraceEvent =
  /** New entries; with `isWhole` they replace all others. */
  | { type: 'entries.received'; entries: readonly RecordedEntry[]; isWhole: boolean }
  | { type: 'chart.received'; print: string; chart: Chart }
  /** The chart of a shown machine is unknown here. */
  | { type: 'chart.notFound'; print: string }
  /** Moves the cursor to this entry, or to the last one before it. */
  | { type: 'cursor.moved'; seq: number }
  /** Follows the last entry again. */
  | { type: 'cursor.released' }
  | { type: 'play.started' }
  | { type: 'play.paused' }
  | { type: 'speed.chosen'; speed: TraceSpeed }
  | { type: 'actor.selected'; key: ActorKey }
  | { type: 'filters.changed'; change: Partial<TraceFilters> }
  | { type: 'log.chosen' }
  | { type: 'sequence.chosen' };

/** Sent to the parent. */
type TraceFact =
  | { type: 'trace.actorSelected'; key: ActorKey }
  /** Neither the gallery nor the recording has the chart with this print. */
  | { type: 'trace.chartRequested'; print: string };

/** Longer pauses are shortened in playback. */
const MAX_PAUSE_MS = 2000;

/** How long each entry is shown with the speed `step`. */
const STEP_DURATION_MS = 120;

const NO_FILTERS: TraceFilters = { scope: 'all', text: '', hidden: [], hidesInternals: false };

type CursorState = Pick<TraceContext, 'entries' | 'cursor'>;

/** The entry after the cursor. */
const findNextEntry = ({ entries, cursor }: CursorState): RecordedEntry | undefined => entries[findEntryIndex(entries, cursor) + 1];

/** The cursor after one playback step. Simultaneous entries count as one step, unless each entry is to be shown. */
function getNextCursor({ entries, cursor, speed }: TraceContext): number {
  const next = findNextEntry({ entries, cursor });
  if (!next) return cursor;
  if (speed === 'step') return next.seq;
  let index = findEntryIndex(entries, next.seq);
  while (entries[index + 1]?.at === next.at) index += 1;
  return entries[index]?.seq ?? cursor;
}

/** Holds everything recorded of running machines, and the moment that is shown. */
export const traceMachine = setup({
  types: {} as { context: TraceContext; events: TraceEvent; input: TraceInput },
  guards: {
    isLive: ({ context }) => context.isLive,
    isWhole: (_, { isWhole }: { isWhole: boolean }) => isWhole,
    isAtEnd: ({ context }) => findNextEntry(context) === undefined,
    isAtLiveEnd: ({ context }) => context.isLive && findNextEntry(context) === undefined,
    isOtherActor: ({ context }, { key }: { key: ActorKey }) => context.selected !== key,
    isNewRequest: ({ context }, { print }: { print: string }) => !context.requestedCharts.includes(print) && !(print in context.charts),
  },
  delays: {
    nextEntry: ({ context }) => {
      const { entries, cursor, speed } = context;
      if (speed === 'step') return STEP_DURATION_MS;
      const [now, next] = [entries[findEntryIndex(entries, cursor)], findNextEntry(context)];
      return now && next ? Math.min(Math.max(0, next.at - now.at) / speed, MAX_PAUSE_MS) : 0;
    },
  },
  actions: {
    appendEntries: assign(({ context }, { entries }: { entries: readonly RecordedEntry[] }) => ({
      entries: appendEntries(context.entries, entries),
    })),
    replaceEntries: assign((_, { entries }: { entries: readonly RecordedEntry[] }) => ({
      entries: appendEntries([], entries),
      requestedCharts: [],
    })),
    goToStart: assign(({ context }) => ({ cursor: findStartSeq(context.entries) })),
    moveCursor: assign(({ context: { entries } }, { seq }: { seq: number }) => ({
      cursor: (entries[findEntryIndex(entries, seq)] ?? entries[0])?.seq ?? 0,
    })),
    advanceCursor: assign(({ context }) => ({ cursor: getNextCursor(context) })),
    rewindFromEnd: assign(({ context }) => (findNextEntry(context) ? {} : { cursor: findStartSeq(context.entries) })),
    keepChart: assign(({ context }, { print, chart }: { print: string; chart: Chart }) => ({
      charts: { ...context.charts, [print]: chart },
    })),
    noteRequest: assign(({ context }, { print }: { print: string }) => ({ requestedCharts: [...context.requestedCharts, print] })),
    selectActor: assign((_, { key }: { key: ActorKey }) => ({ selected: key })),
    changeFilters: assign(({ context }, { change }: { change: Partial<TraceFilters> }) => ({ filters: { ...context.filters, ...change } })),
    keepSpeed: assign((_, { speed }: { speed: TraceSpeed }) => ({ speed })),
    tellSelected: tell((_, { key }: { key: ActorKey }): TraceFact => ({ type: 'trace.actorSelected', key })),
    tellChartRequested: tell((_, { print }: { print: string }): TraceFact => ({ type: 'trace.chartRequested', print })),
  },
}).createMachine({
  id: 'trace',
  description: 'Holds everything recorded of running machines, and the moment that is shown.',
  context: ({ input: { entries, isLive, charts = {}, actor } }) => ({
    // A finished recording is kept whole, however long it is.
    entries: isLive ? appendEntries([], entries) : entries,
    isLive,
    charts,
    cursor: 0,
    selected: actor,
    filters: NO_FILTERS,
    speed: 1,
    requestedCharts: [],
  }),
  type: 'parallel',
  states: {
    moment: {
      description: 'Which moment is shown.',
      initial: 'starting',
      on: {
        'entries.received': [
          {
            guard: { type: 'isWhole', params: ({ event }) => event },
            target: '.starting',
            actions: { type: 'replaceEntries', params: ({ event }) => event },
          },
          { actions: { type: 'appendEntries', params: ({ event }) => event } },
        ],
        'cursor.moved': { target: '.paused', actions: { type: 'moveCursor', params: ({ event }) => event } },
        'cursor.released': '.following',
        'play.started': { target: '.playing', actions: 'rewindFromEnd' },
        'speed.chosen': { actions: { type: 'keepSpeed', params: ({ event }) => event } },
      },
      states: {
        starting: {
          description: 'A live trace is followed, a finished one is read from its start.',
          always: [
            { guard: 'isLive', target: 'following' },
            { target: 'paused', actions: 'goToStart' },
          ],
        },
        following: {
          description: 'Shows the last entry, also when new ones arrive.',
          on: { 'play.started': { target: 'playing', actions: 'goToStart' } },
        },
        paused: { description: 'Shows the entry at the cursor.' },
        playing: {
          description: 'Moves from entry to entry at the chosen speed.',
          always: [
            { guard: 'isAtLiveEnd', target: 'following' },
            { guard: 'isAtEnd', target: 'paused' },
          ],
          after: { nextEntry: { target: 'playing', reenter: true, actions: 'advanceCursor' } },
          on: {
            'play.paused': 'paused',
            'speed.chosen': { target: 'playing', reenter: true, actions: { type: 'keepSpeed', params: ({ event }) => event } },
          },
        },
      },
    },
    actor: {
      description: 'Which actor is shown, and the charts requested for it.',
      on: {
        'actor.selected': {
          guard: { type: 'isOtherActor', params: ({ event }) => event },
          actions: [
            { type: 'selectActor', params: ({ event }) => event },
            { type: 'tellSelected', params: ({ event }) => event },
          ],
        },
        'chart.notFound': {
          guard: { type: 'isNewRequest', params: ({ event }) => event },
          actions: [
            { type: 'noteRequest', params: ({ event }) => event },
            { type: 'tellChartRequested', params: ({ event }) => event },
          ],
        },
        'chart.received': { actions: { type: 'keepChart', params: ({ event }) => event } },
      },
    },
    record: {
      description: 'How the entries are shown.',
      initial: 'log',
      on: { 'filters.changed': { actions: { type: 'changeFilters', params: ({ event }) => event } } },
      states: {
        log: { description: 'Line by line.', on: { 'sequence.chosen': 'sequence' } },
        sequence: { description: 'As messages between actors.', on: { 'log.chosen': 'log' } },
      },
    },
  },
});

export type Trace = ActorRefFrom<typeof traceMachine>;
