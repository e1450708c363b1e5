import { setup } from 'xstate';
import { blankChange, changePasswordMachine } from '../change-password/change-password.machine.ts';
import type { HistoryStep } from '../kernel/page/page-contract.ts';
import { effect } from '../kernel/placeholders.ts';
import { toChild } from '../kernel/tell.ts';
import { type LayoutFact, layoutMachine } from '../layout/layout.machine.ts';
import { menuMachine } from '../menu/menu.machine.ts';
import type { MenuEntry } from '../menu/menu-tree.ts';
import { type PaletteFact, paletteMachine } from '../palette/palette.machine.ts';
import { alertDeliveryMachine } from '../parts/alert-delivery/alert-delivery.machine.ts';
import { resetPasswordMachine } from '../reset-password/reset-password.machine.ts';
import { runningBatchesMachine } from '../running-batches/running-batches.machine.ts';
import { sidebarMachine } from '../sidebar/sidebar.machine.ts';
import { unreadAlertsMachine } from '../unread-alerts/unread-alerts.machine.ts';
import { workspaceMachine } from '../workspace/workspace.machine.ts';
import type { Arrival, WorkspaceFact } from '../workspace/workspace-contract.ts';

export interface WorkbenchInput {
  /** The width of the window in CSS pixels. */
  width: number;
  /** The entries of the menu. */
  menu: readonly MenuEntry[];
}

/** The user, and the pages that the user may open. */
export interface WorkbenchRights {
  user: number;
  paths: string[];
  /** Requested because a call was not permitted. */
  doubted: boolean;
  /** The account of a user who has just logged in with a password that others know. */
  newPasswordFor?: string | undefined;
}

export type WorkbenchEvent =
  | ({ type: 'rights.known' } & WorkbenchRights)
  | ({ type: 'page.requested' } & Arrival)
  | { type: 'page.dismissed' }
  | { type: 'connection.restored' }
  | LayoutFact
  | PaletteFact
  | WorkspaceFact;

const toMenu = toChild(menuMachine, 'menu');
const toWorkspace = toChild(workspaceMachine, 'workspace');
const toRunning = toChild(runningBatchesMachine, 'running');
const toUnreadAlerts = toChild(unreadAlertsMachine, 'unreadAlerts');
const toAlertDelivery = toChild(alertDeliveryMachine, 'alertDelivery');
const toChangePassword = toChild(changePasswordMachine, 'changePassword');
const toResetPassword = toChild(resetPasswordMachine, 'resetPassword');

/** Everything that needs a logged-in user. Its parts never meet: the facts of one become the events of another here. */
export const workbenchMachine = setup({
  types: {} as {
    context: WorkbenchInput;
    events: WorkbenchEvent;
    input: WorkbenchInput;
    children: {
      sidebar: 'sidebar';
      menu: 'menu';
      layout: 'layout';
      palette: 'palette';
      changePassword: 'changePassword';
      resetPassword: 'resetPassword';
      running: 'running';
      unreadAlerts: 'unreadAlerts';
      alertDelivery: 'alertDelivery';
      workspace: 'workspace';
    };
  },
  actors: {
    sidebar: sidebarMachine,
    menu: menuMachine,
    layout: layoutMachine,
    palette: paletteMachine,
    changePassword: changePasswordMachine,
    resetPassword: resetPasswordMachine,
    running: runningBatchesMachine,
    unreadAlerts: unreadAlertsMachine,
    alertDelivery: alertDeliveryMachine,
    workspace: workspaceMachine,
  },
  guards: {
    isDoubted: (_, { doubted }: WorkbenchRights) => doubted,
    wantsPassword: (_, { newPasswordFor }: WorkbenchRights) => newPasswordFor !== undefined,
  },
  actions: {
    beginWorkspace: toWorkspace(({ user, paths }: WorkbenchRights) => ({ type: 'workspace.started', user, paths })),
    permitPages: toWorkspace(({ paths }: WorkbenchRights) => ({ type: 'pages.permitted', paths })),
    showPage: toWorkspace(({ path, search, isStep, tab }: Arrival) => ({ type: 'page.requested', path, search, isStep, tab })),
    dismissPage: toWorkspace(() => ({ type: 'page.dismissed' })),
    markMenu: toMenu(({ path }: { path: string }) => ({ type: 'page.opened', path })),
    reloadMenu: toMenu(() => ({ type: 'menu.reloadRequested' })),
    refreshPage: toWorkspace(() => ({ type: 'page.refreshRequested' })),
    askForReset: toResetPassword(({ subject }: { subject: { id: number; account: string } }) => ({
      type: 'resetPassword.requested',
      subject,
    })),
    offerPasswordChange: toChangePassword(({ newPasswordFor = '' }: WorkbenchRights) => ({
      type: 'form.opened',
      draft: { values: blankChange, subject: { account: newPasswordFor, isOffered: true } },
    })),
    openAlertDelivery: toAlertDelivery(() => ({ type: 'delivery.opened' })),
    permitAlerts: toUnreadAlerts(({ paths }: WorkbenchRights) => ({ type: 'alerts.permitted', paths })),
    keepUnread: toUnreadAlerts(({ unread }: { unread: number }) => ({ type: 'alerts.read', unread })),
    beginRunning: toRunning(() => ({ type: 'running.started' })),
    lookForRunning: toRunning(() => ({ type: 'batch.started' })),
    writeAddress: effect<{ path: string; search: string; how: HistoryStep; tab: string }>('writeAddress'),
    goHome: effect('goHome'),
    goTo: effect<{ path: string; search: string }>('goTo'),
    runAction: effect<{ key: string }>('runAction'),
    refreshFailedPages: effect('refreshFailedPages'),
  },
}).createMachine({
  id: 'workbench',
  description: 'What a signed-in user works with: menu, tabs, palette and the dialogs of the frame, and who hears of what.',
  context: ({ input }) => input,
  invoke: [
    { id: 'sidebar', src: 'sidebar', input: ({ context }) => ({ width: context.width }) },
    { id: 'layout', src: 'layout' },
    { id: 'palette', src: 'palette' },
    { id: 'menu', src: 'menu', input: ({ context }) => ({ own: context.menu }) },
    { id: 'changePassword', src: 'changePassword' },
    { id: 'resetPassword', src: 'resetPassword' },
    { id: 'running', src: 'running' },
    { id: 'unreadAlerts', src: 'unreadAlerts' },
    { id: 'alertDelivery', src: 'alertDelivery' },
    { id: 'workspace', src: 'workspace' },
  ],
  on: {
    'rights.known': [
      {
        guard: { type: 'isDoubted', params: ({ event }) => event },
        actions: [
          { type: 'beginWorkspace', params: ({ event }) => event },
          { type: 'permitPages', params: ({ event }) => event },
          { type: 'permitAlerts', params: ({ event }) => event },
          'beginRunning',
          'reloadMenu',
        ],
      },
      {
        guard: { type: 'wantsPassword', params: ({ event }) => event },
        actions: [
          { type: 'beginWorkspace', params: ({ event }) => event },
          { type: 'permitPages', params: ({ event }) => event },
          { type: 'permitAlerts', params: ({ event }) => event },
          'beginRunning',
          { type: 'offerPasswordChange', params: ({ event }) => event },
        ],
      },
      {
        actions: [
          { type: 'beginWorkspace', params: ({ event }) => event },
          { type: 'permitPages', params: ({ event }) => event },
          { type: 'permitAlerts', params: ({ event }) => event },
          'beginRunning',
        ],
      },
    ],
    'page.requested': {
      actions: [
        { type: 'showPage', params: ({ event }) => event },
        { type: 'markMenu', params: ({ event }) => event },
      ],
    },
    'page.dismissed': { actions: 'dismissPage' },
    'connection.restored': { actions: 'refreshFailedPages' },
    'layout.refreshed': { actions: ['reloadMenu', 'refreshPage'] },
    'workspace.moved': {
      actions: [
        { type: 'writeAddress', params: ({ event }) => event },
        { type: 'markMenu', params: ({ event }) => event },
      ],
    },
    'workspace.emptied': { actions: 'goHome' },
    'palette.chosen': { actions: { type: 'goTo', params: ({ event }) => event } },
    'palette.actionChosen': { actions: { type: 'runAction', params: ({ event }) => event } },
    'page.batchStarted': { actions: 'lookForRunning' },
    'page.alertDeliveryRequested': { actions: 'openAlertDelivery' },
    'page.alertsRead': { actions: { type: 'keepUnread', params: ({ event }) => event } },
    'page.passwordResetRequested': { actions: { type: 'askForReset', params: ({ event }) => event } },
  },
});
