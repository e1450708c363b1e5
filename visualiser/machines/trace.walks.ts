import type { MachineWalk } from '#machines/kernel/machine-walk.ts';
import { traceMachine } from './trace.machine.ts';

const state = { status: 'active' as const };
const entries = [
  { seq: 1, at: 0, kind: 'born', actor: { key: 'x:0', id: 'x:0', kind: 'machine', isRestored: false }, state },
  { seq: 2, at: 5, kind: 'event', to: 'x:0', event: { type: 'go' } },
  { seq: 3, at: 5, kind: 'step', actor: 'x:0', event: 'go', transitions: [], state },
  { seq: 4, at: 9, kind: 'gone', actor: 'x:0' },
];
const chart = {
  id: 'm',
  root: { id: 'm', key: 'm', kind: 'atomic' as const, tags: [], entry: [], exit: [], invokes: [], initial: [], children: [] },
  transitions: [],
};

const events = [
  { type: 'entries.received', entries: [{ seq: 5, at: 9, kind: 'gap', dropped: 1 }], isWhole: false },
  { type: 'entries.received', entries, isWhole: true },
  { type: 'chart.notFound', print: 'p' },
  { type: 'chart.received', print: 'p', chart },
  { type: 'cursor.moved', seq: 2 },
  { type: 'cursor.released' },
  { type: 'play.started' },
  { type: 'play.paused' },
  { type: 'speed.chosen', speed: 'step' },
  { type: 'speed.chosen', speed: 4 },
  { type: 'xstate.after.nextEntry.trace.moment.playing' },
  { type: 'actor.selected', key: 'x:0' },
  { type: 'filters.changed', change: { text: 'go' } },
  { type: 'log.chosen' },
  { type: 'sequence.chosen' },
];

const distinguish = ({
  entries: log,
  cursor,
  selected,
  requestedCharts,
}: {
  entries: unknown[];
  cursor: number;
  selected: unknown;
  requestedCharts: unknown[];
}) => [log.length > 4, cursor, selected, requestedCharts.length];

/** A live trace; a finished one starts in another state. */
export const walks: MachineWalk[] = [{ machine: traceMachine, input: { entries, isLive: true }, events, distinguish }];
