import type { MachineWalk } from '#machines/kernel/machine-walk.ts';
import { visualiserMachine } from './visualiser.machine.ts';
import { createMachinePlace } from './visualiser-place.ts';

const chart = {
  id: 'theme',
  root: { id: 'theme', key: 'theme', kind: 'atomic' as const, tags: [], entry: [], exit: [], invokes: [], initial: [], children: [] },
  transitions: [],
};
const gallery = { name: 'x', machines: [{ key: 'theme', at: 'theme', chart, actors: {}, isLaidOut: true }] };

export const walks: MachineWalk[] = [
  {
    machine: visualiserMachine,
    input: { place: { kind: 'overview' }, isDark: false, language: { name: 'zh-cn' } },
    events: [
      { type: 'address.changed', place: createMachinePlace('theme') },
      { type: 'address.changed', place: createMachinePlace('unknown') },
      { type: 'place.requested', place: { kind: 'live', window: 'w', actor: '' }, how: 'push' },
      { type: 'selection.changed', id: 'theme.light' },
      { type: 'state.toggled', id: 'theme.light' },
      { type: 'collapsedStates.changed', ids: [] },
      { type: 'search.changed', query: 'theme' },
      { type: 'search.cleared' },
      { type: 'list.toggled' },
      { type: 'gallery.retried' },
      { type: 'gallery.changed' },
      {
        type: 'replay.requested',
        recording: { format: 'xstate-recording', version: 1, title: 'x', startedAt: '2026-01-01T00:00:00.000Z', entries: [] },
      },
      { type: 'xstate.done.actor.loadGallery', output: gallery },
      { type: 'xstate.error.actor.loadGallery', error: { message: 'no answer', traceId: '' } },
      { type: 'xstate.done.actor.reloadGallery', output: gallery },
      { type: 'xstate.error.actor.reloadGallery', error: { message: 'no answer', traceId: '' } },
    ],
    distinguish: ({ place, answer }: { place: { kind: string }; answer: unknown }) => [place.kind, answer !== undefined],
  },
];
