import type { MachineWalk } from '#machines/kernel/machine-walk.ts';
import { contractCatalogueMachine } from './contract-catalogue.machine.ts';

const catalogue = { version: '1.0.0', calls: [], reasons: [], states: [], releases: [] };

export const walks: MachineWalk[] = [
  {
    machine: contractCatalogueMachine,
    input: { place: { kind: 'overview' }, isDark: false, language: { name: 'zh-cn' } },
    events: [
      { type: 'address.changed', place: { kind: 'call', name: 'roles.list', example: '' } },
      { type: 'address.changed', place: { kind: 'search', query: 'role' } },
      { type: 'search.changed', query: 'role' },
      { type: 'search.changed', query: ' ' },
      { type: 'search.cancelled' },
      { type: 'tree.toggled' },
      { type: 'session.changed' },
      { type: 'catalogue.retried' },
      { type: 'xstate.done.actor.loadCatalogue', output: { kind: 'found', catalogue } },
      { type: 'xstate.done.actor.loadCatalogue', output: { kind: 'signedOut' } },
      { type: 'xstate.done.actor.loadCatalogue', output: { kind: 'notAllowed', message: 'no' } },
      { type: 'xstate.error.actor.loadCatalogue', error: { message: 'no answer', traceId: '' } },
    ],
  },
];
