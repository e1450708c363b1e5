import type { MachineWalk } from '#machines/kernel/machine-walk.ts';
import { liveMachine } from './live.machine.ts';
import type { LiveContext } from './live-context.ts';

const shown = { window: 'w', session: 's1', title: 'Console', path: '/', takesEvents: true };
const born = {
  seq: 1,
  at: 0,
  kind: 'born',
  actor: { key: 'x:0', id: 'console', kind: 'machine', machine: { id: 'console', print: '1' }, isRestored: false },
  state: { status: 'active' },
};
const below = { ...born, seq: 2, actor: { ...born.actor, key: 'x:1', id: 'theme', parent: 'x:0' } };
const step = { seq: 3, at: 1, kind: 'step', actor: 'x:0', event: 'a', transitions: [], state: { status: 'active' } };
const told = { type: 'entries.told', session: 's1', entries: [step], isWhole: false, startedAt: '' };
const whole = { ...told, entries: [born, below], isWhole: true };
const chart = {
  id: 'theme',
  root: { id: 'theme', key: 'theme', kind: 'atomic' as const, tags: [], entry: [], exit: [], invokes: [], initial: [], children: [] },
  transitions: [],
};

const watched = [{ type: 'window.shown', window: shown }, whole];

export const walks: MachineWalk[] = [
  {
    machine: liveMachine,
    input: { place: { kind: 'overview' } },
    events: [
      { type: 'place.arrived', place: { kind: 'live', window: '', actor: '' } },
      { type: 'place.arrived', place: { kind: 'live', window: 'w', actor: '' } },
      { type: 'place.arrived', place: { kind: 'live', window: 'w', actor: 'x:1' } },
      { type: 'place.arrived', place: { kind: 'overview' } },
      { type: 'xstate.after.ANSWER_MS.live.awake.connection.looking' },
      { type: 'window.shown', window: shown },
      { type: 'window.shown', window: { ...shown, session: 's2' } },
      { type: 'window.shown', window: { ...shown, refused: 'signedOut' } },
      { type: 'window.shown', window: { ...shown, window: 'v', session: 's3' } },
      { type: 'window.left', session: 's1' },
      { type: 'window.left', session: 's3' },
      whole,
      { ...whole, session: 's2', entries: [born] },
      told,
      { ...told, session: 's2', entries: [below] },
      { type: 'chart.told', session: 's1', print: '1', chart },
      { type: 'time.passed' },
      { type: 'channel.missed' },
      { type: 'window.chosen', window: 'v' },
      { type: 'pause.toggled' },
      { type: 'log.cleared' },
      { type: 'recording.saved', part: 'shown' },
      { type: 'recording.opened', part: 'former' },
      { type: 'former.dismissed' },
      { type: 'trace.actorSelected', key: 'x:1' },
      { type: 'trace.chartWanted', print: '1' },
      { type: 'composer.sent', actor: 'x:0', event: { type: 'a' } },
    ],
    beginnings: [
      [{ type: 'place.arrived', place: { kind: 'live', window: 'w', actor: 'x:1' } }, ...watched],
      [
        { type: 'place.arrived', place: { kind: 'live', window: 'w', actor: 'x:1' } },
        ...watched,
        { type: 'window.shown', window: { ...shown, session: 's2' } },
        { ...whole, session: 's2', entries: [born] },
      ],
    ],
    distinguish: ({ place, windows, chosen, session }: LiveContext) => [place.kind, windows.length, chosen, session],
  },
];
