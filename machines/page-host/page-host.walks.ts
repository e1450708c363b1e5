import { setup } from 'xstate';
import type { MachineWalk } from '../kernel/machine-walk.ts';
import { pageHostMachine } from './page-host.machine.ts';

const page = setup({ types: {} as { input: { search: string } } }).createMachine({ id: 'somePage' });

export const walks: MachineWalk[] = [
  {
    machine: pageHostMachine,
    events: [
      { type: 'page.wanted', path: '/a', search: '' },
      { type: 'page.wanted', path: '/b', search: '?page=2' },
      { type: 'page.dismissed' },
      { type: 'page.retried' },
      { type: 'page.refreshRequested' },
      { type: 'page.moved', search: '?page=3', how: 'push' },
      { type: 'page.passwordResetRequested', subject: { id: 1, account: 'li' } },
      { type: 'xstate.done.actor.fetchPage', output: { machine: page } },
      { type: 'xstate.error.actor.fetchPage', error: { message: 'no such file', traceId: '' } },
      { type: 'xstate.error.actor.page', error: { message: 'broken', traceId: '' } },
    ],
  },
];
