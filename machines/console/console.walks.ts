import type { MachineWalk } from '../kernel/machine-walk.ts';
import { consoleMachine } from './console.machine.ts';
import { workbenchMachine } from './workbench.machine.ts';

const workbenchInput = { width: 1280, menu: [] };

export const walks: MachineWalk[] = [
  {
    machine: consoleMachine,
    input: {
      session: { serial: 1, user: undefined, routes: { base: ['/index'], admin: ['/admin/index'] } },
      isDark: false,
      language: { name: 'zh-cn' },
      isOnline: true,
      release: 'a1',
    },
    events: [
      { type: 'session.started' },
      { type: 'session.userKnown', user: 7, paths: ['/index'], fresh: true, doubted: false },
      { type: 'session.userKnown', user: 7, paths: ['/index'], fresh: true, doubted: true },
      { type: 'session.userKnown', user: 7, paths: ['/index'], fresh: true, doubted: false, newPasswordFor: 'li' },
      { type: 'session.userUnknown' },
      { type: 'xstate.done.actor.loadWorkbench', output: { machine: workbenchMachine, input: workbenchInput } },
      { type: 'xstate.error.actor.loadWorkbench', error: new Error('no network') },
      { type: 'workbench.retried' },
      { type: 'guard.opened', path: '/index', search: '', isStep: false, tab: undefined },
      { type: 'guard.barred' },
      { type: 'connection.restored' },
    ],
  },
  {
    machine: workbenchMachine,
    input: workbenchInput,
    events: [
      { type: 'rights.known', user: 7, paths: ['/index'], doubted: false },
      { type: 'rights.known', user: 7, paths: ['/index'], doubted: true },
      { type: 'rights.known', user: 7, paths: ['/index'], doubted: false, newPasswordFor: 'li' },
      { type: 'page.requested', path: '/index', search: '', isStep: false, tab: undefined },
      { type: 'page.dismissed' },
      { type: 'connection.restored' },
      { type: 'layout.refreshed' },
      { type: 'workspace.moved', path: '/index', search: '?page=2', how: 'push', tab: '/index#1' },
      { type: 'workspace.emptied' },
      { type: 'palette.chosen', path: '/index', search: '' },
      { type: 'palette.actionChosen', key: 'theme' },
      { type: 'page.batchStarted', batchId: 7 },
      { type: 'page.passwordResetRequested', subject: { id: 1, account: 'li' } },
      { type: 'page.alertDeliveryRequested' },
      { type: 'page.alertsRead', unread: 0 },
    ],
  },
];
