import type { MachineWalk } from '../kernel/machine-walk.ts';
import { visualiserMachine } from './visualiser.machine.ts';
import { figureOf, machinePlace } from './visualiser-place.ts';

const chart = {
  id: 'theme',
  root: { id: 'theme', key: 'theme', kind: 'atomic' as const, tags: [], entry: [], exit: [], invokes: [], initial: [], children: [] },
  transitions: [],
};
const gallery = { name: 'x', machines: [{ key: 'theme', at: 'theme', chart, actors: {}, isLaidOut: true }] };
const drawing = { key: 'theme', collapsed: [], layout: { width: 1, height: 1, states: {}, lines: {}, starts: {}, collapsed: [] } };

export const walks: MachineWalk[] = [
  {
    machine: visualiserMachine,
    input: { place: { kind: 'overview' }, isDark: false, language: { name: 'zh-cn' } },
    events: [
      { type: 'address.arrived', place: machinePlace('theme') },
      { type: 'address.arrived', place: machinePlace('unknown') },
      { type: 'room.moved', place: { kind: 'live', window: 'w', actor: '' }, how: 'push' },
      { type: 'selection.changed', id: 'theme.light' },
      { type: 'state.toggled', id: 'theme.light' },
      { type: 'folding.chosen', ids: [] },
      { type: 'search.typed', query: 'theme' },
      { type: 'search.left' },
      { type: 'list.toggled' },
      { type: 'gallery.retried' },
      { type: 'drawing.retried' },
      { type: 'xstate.done.actor.loadGallery', output: gallery },
      { type: 'xstate.error.actor.loadGallery', error: { message: 'no answer', traceId: '' } },
      { type: 'xstate.done.actor.arrange', output: drawing },
      { type: 'xstate.error.actor.arrange', error: { message: 'no room', traceId: '' } },
    ],
    distinguish: ({ place, answer }: { place: Parameters<typeof figureOf>[0]; answer: unknown }) => [figureOf(place), answer !== undefined],
  },
];
