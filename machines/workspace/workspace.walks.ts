import { createActor, setup } from 'xstate';
import type { MachineWalk } from '../kernel/machine-walk.ts';
import { createMemo } from './memo.ts';
import { tabMachine } from './tab.machine.ts';
import { workspaceMachine } from './workspace.machine.ts';

const page = setup({ types: {} as { input: { search: string } } }).createMachine({ id: 'somePage' });

const memo = createMemo(createActor(page, { input: { search: '' } }), page);

export const walks: MachineWalk[] = [
  {
    machine: tabMachine,
    input: { key: '/a#1', path: '/a', search: '' },
    events: [
      { type: 'tab.shown', search: '?page=2' },
      { type: 'tab.hidden' },
      { type: 'tab.sleepAdvised' },
      { type: 'tab.scrolled', scroll: 120 },
      { type: 'page.refreshRequested' },
      { type: 'page.retried' },
      { type: 'page.moved', search: '?page=3', how: 'push' },
      { type: 'page.passwordResetRequested', subject: { id: 1, account: 'li' } },
      { type: 'page.alertDeliveryRequested' },
      { type: 'page.alertsRead', unread: 0 },
      { type: 'page.batchStarted', batchId: 7 },
      { type: 'xstate.done.actor.loadPage', output: { machine: page } },
      { type: 'xstate.done.actor.loadPage', output: { machine: page, toFirstSearch: () => '?page=4' } },
      { type: 'xstate.error.actor.loadPage', error: { message: 'no such file', traceId: '' } },
      { type: 'xstate.error.actor.page', error: { message: 'broken', traceId: '' } },
    ],
  },
  {
    machine: workspaceMachine,
    beginnings: [
      [
        { type: 'workspace.started', user: 1, paths: ['/a', '/b'] },
        { type: 'xstate.done.actor.loadWorkspace', output: undefined },
        { type: 'page.requested', path: '/a', search: '', isStep: true },
        { type: 'page.requested', path: '/b', search: '', isStep: true },
        { type: 'tab.unsettledChanged', key: '/a#1', unsettled: true },
        { type: 'tab.unsettledChanged', key: '/b#2', unsettled: true },
        { type: 'tab.closeRequested', key: '/b#2' },
      ],
      [
        { type: 'workspace.started', user: 1, paths: ['/a', '/b'] },
        { type: 'xstate.done.actor.loadWorkspace', output: undefined },
        { type: 'workspace.changed' },
        { type: 'workspace.flushRequested' },
      ],
    ],
    events: [
      { type: 'workspace.started', user: 1, paths: ['/a', '/b'] },
      { type: 'pages.permitted', paths: ['/a'] },
      { type: 'pages.permitted', paths: ['/a', '/b'] },
      { type: 'page.requested', path: '/a', search: '?page=2', isStep: true },
      { type: 'page.requested', path: '/b', search: '', isStep: false },
      { type: 'page.requested', path: '/a', search: '', isStep: false },
      { type: 'page.dismissed' },
      { type: 'page.refreshRequested' },
      { type: 'page.passwordResetRequested', subject: { id: 1, account: 'li' } },
      { type: 'page.alertDeliveryRequested' },
      { type: 'page.alertsRead', unread: 0 },
      { type: 'page.batchStarted', batchId: 7 },
      { type: 'tab.chosen', key: '/a#1' },
      { type: 'tab.stepRequested', by: 1 },
      { type: 'tab.moved', key: '/a#1', search: '?page=3', how: 'push' },
      { type: 'tab.closeRequested', key: '/a#1' },
      { type: 'tab.othersCloseRequested', key: '/a#1' },
      { type: 'tab.rightCloseRequested', key: '/a#1' },
      { type: 'tab.closeConfirmed' },
      { type: 'tab.closeSettledChosen' },
      { type: 'tab.closeCancelled' },
      { type: 'tab.pinToggled', key: '/a#1' },
      { type: 'tab.duplicateRequested', key: '/a#1' },
      { type: 'tab.unsettledChanged', key: '/a#1', unsettled: true },
      { type: 'tab.unsettledChanged', key: '/b#2', unsettled: true },
      { type: 'tab.dragged', key: '/a#1', index: 1 },
      { type: 'xstate.after.restoreTimeout.workspace.open.tabs.restoring' },
      { type: 'xstate.after.saveRetry.workspace.open.storing.loadFailed' },
      { type: 'workspace.answered' },
      { type: 'xstate.after.savePause.workspace.open.storing.changed' },
      { type: 'xstate.after.saveRetry.workspace.open.storing.saveFailed' },
      { type: 'workspace.changed' },
      { type: 'workspace.flushRequested' },
      { type: 'xstate.done.actor.loadWorkspace', output: undefined },
      {
        type: 'xstate.done.actor.loadWorkspace',
        output: { version: 1, active: 0, tabs: [{ path: '/b', search: '?page=9', pinned: true, scroll: 40, unsettled: true, memo }] },
      },
      { type: 'xstate.error.actor.loadWorkspace', error: { message: 'refused', traceId: '' } },
      { type: 'xstate.done.actor.saveWorkspace', output: undefined },
      { type: 'xstate.error.actor.saveWorkspace', error: { message: 'refused', traceId: '' } },
    ],
  },
];
