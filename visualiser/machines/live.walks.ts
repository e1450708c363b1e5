import type { MachineWalk } from '#machines/kernel/machine-walk.ts';
import { liveMachine } from './live.machine.ts';
import type { LiveContext } from './live-context.ts';

const consoleWindow = { window: 'w', session: 's1', title: 'Console', path: '/', takesEvents: true };
const consoleBorn = {
  seq: 1,
  at: 0,
  kind: 'born',
  actor: { key: 'x:0', id: 'console', kind: 'machine', machine: { id: 'console', print: '1' }, isRestored: false },
  state: { status: 'active' },
};
const themeBorn = { ...consoleBorn, seq: 2, actor: { ...consoleBorn.actor, key: 'x:1', id: 'theme', parent: 'x:0' } };
const step = { seq: 3, at: 1, kind: 'step', actor: 'x:0', event: 'a', transitions: [], state: { status: 'active' } };
const moreEntries = { type: 'entries.received', session: 's1', entries: [step], isWhole: false, startedAt: '' };
const allEntries = { ...moreEntries, entries: [consoleBorn, themeBorn], isWhole: true };
const chart = {
  id: 'theme',
  root: { id: 'theme', key: 'theme', kind: 'atomic' as const, tags: [], entry: [], exit: [], invokes: [], initial: [], children: [] },
  transitions: [],
};

const startWatching = [{ type: 'window.announced', window: consoleWindow }, allEntries];

export const walks: MachineWalk[] = [
  {
    machine: liveMachine,
    input: { place: { kind: 'overview' } },
    events: [
      { type: 'place.changed', place: { kind: 'live', window: '', actor: '' } },
      { type: 'place.changed', place: { kind: 'live', window: 'w', actor: '' } },
      { type: 'place.changed', place: { kind: 'live', window: 'w', actor: 'x:1' } },
      { type: 'place.changed', place: { kind: 'overview' } },
      { type: 'xstate.after.answerTimeout.live.visited.connection.searching' },
      { type: 'window.announced', window: consoleWindow },
      { type: 'window.announced', window: { ...consoleWindow, session: 's2' } },
      { type: 'window.announced', window: { ...consoleWindow, refused: 'signedOut' } },
      { type: 'window.announced', window: { ...consoleWindow, window: 'v', session: 's3' } },
      { type: 'session.ended', session: 's1' },
      { type: 'session.ended', session: 's3' },
      allEntries,
      { ...allEntries, session: 's2', entries: [consoleBorn] },
      moreEntries,
      { ...moreEntries, session: 's2', entries: [themeBorn] },
      { type: 'chart.received', session: 's1', print: '1', chart },
      { type: 'heartbeat.elapsed' },
      { type: 'channel.unsupported' },
      { type: 'window.chosen', window: 'v' },
      { type: 'pause.toggled' },
      { type: 'log.cleared' },
      { type: 'recording.saveRequested', part: 'current' },
      { type: 'recording.openRequested', part: 'previous' },
      { type: 'previousRecording.dismissed' },
      { type: 'trace.actorSelected', key: 'x:1' },
      { type: 'trace.chartRequested', print: '1' },
      { type: 'composer.eventSubmitted', actor: 'x:0', event: { type: 'a' } },
    ],
    beginnings: [
      [{ type: 'place.changed', place: { kind: 'live', window: 'w', actor: 'x:1' } }, ...startWatching],
      [
        { type: 'place.changed', place: { kind: 'live', window: 'w', actor: 'x:1' } },
        ...startWatching,
        { type: 'window.announced', window: { ...consoleWindow, session: 's2' } },
        { ...allEntries, session: 's2', entries: [consoleBorn] },
      ],
    ],
    distinguish: ({ place, windows, chosen, session }: LiveContext) => [place.kind, windows.length, chosen, session],
  },
];
