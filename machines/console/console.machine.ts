import { type ActorRefFrom, setup } from 'xstate';
import { blankChange, changePasswordMachine } from '../change-password/change-password.machine.ts';
import { type ConnectionFact, connectionMachine } from '../connection/connection.machine.ts';
import { type GuardFact, guardMachine } from '../guard/guard.machine.ts';
import type { HistoryStep } from '../kernel/page/page-contract.ts';
import { effect } from '../kernel/placeholders.ts';
import { toChild } from '../kernel/tell.ts';
import { type LayoutFact, layoutMachine } from '../layout/layout.machine.ts';
import { type Language, localeMachine } from '../locale/locale.machine.ts';
import { menuMachine } from '../menu/menu.machine.ts';
import type { MenuEntry } from '../menu/menu-tree.ts';
import { type PaletteFact, paletteMachine } from '../palette/palette.machine.ts';
import { recentErrorsMachine } from '../recent-errors/recent-errors.machine.ts';
import { releaseMachine } from '../release/release.machine.ts';
import { resetPasswordMachine } from '../reset-password/reset-password.machine.ts';
import { runningBatchesMachine } from '../running-batches/running-batches.machine.ts';
import { type SessionFact, type SessionInput, sessionMachine } from '../session/session.machine.ts';
import { sidebarMachine } from '../sidebar/sidebar.machine.ts';
import { themeMachine } from '../theme/theme.machine.ts';
import { workspaceMachine } from '../workspace/workspace.machine.ts';
import type { Arrival, WorkspaceFact } from '../workspace/workspace-contract.ts';

export interface ConsoleInput {
  session: SessionInput;
  isDark: boolean;
  language: Language;
  /** Of the window, in CSS pixels. */
  width: number;
  /** The console's own menu. */
  menu: readonly MenuEntry[];
  /** What the browser says of the network. */
  isOnline: boolean;
  /** Of the code that runs here; empty where the build gave none. */
  release: string;
}

export type ConsoleEvent = ConnectionFact | SessionFact | GuardFact | LayoutFact | PaletteFact | WorkspaceFact;

const toGuard = toChild(guardMachine, 'guard');
const toMenu = toChild(menuMachine, 'menu');
const toWorkspace = toChild(workspaceMachine, 'workspace');
const toSession = toChild(sessionMachine, 'session');
const toRunning = toChild(runningBatchesMachine, 'running');
const toChangePassword = toChild(changePasswordMachine, 'changePassword');
const toResetPassword = toChild(resetPasswordMachine, 'resetPassword');

/** Whose password is to be chosen anew, if anybody's. */
type Offered = { newPasswordFor?: string | undefined };

type Rights = { user: number; paths: string[] };

/** The whole console. Its parts never meet: here one's fact becomes another's event. */
export const consoleMachine = setup({
  types: {} as {
    context: ConsoleInput;
    events: ConsoleEvent;
    input: ConsoleInput;
    children: {
      session: 'session';
      guard: 'guard';
      theme: 'theme';
      locale: 'locale';
      sidebar: 'sidebar';
      menu: 'menu';
      layout: 'layout';
      connection: 'connection';
      release: 'release';
      errors: 'errors';
      palette: 'palette';
      changePassword: 'changePassword';
      resetPassword: 'resetPassword';
      running: 'running';
      workspace: 'workspace';
    };
  },
  actors: {
    session: sessionMachine,
    guard: guardMachine,
    theme: themeMachine,
    locale: localeMachine,
    sidebar: sidebarMachine,
    menu: menuMachine,
    layout: layoutMachine,
    connection: connectionMachine,
    release: releaseMachine,
    errors: recentErrorsMachine,
    palette: paletteMachine,
    changePassword: changePasswordMachine,
    resetPassword: resetPasswordMachine,
    running: runningBatchesMachine,
    workspace: workspaceMachine,
  },
  guards: {
    isDoubted: (_, { doubted }: { doubted: boolean }) => doubted,
    wantsPassword: (_, { newPasswordFor }: Offered) => newPasswordFor !== undefined,
  },
  actions: {
    beginGuard: toGuard(() => ({ type: 'session.began' })),
    grant: toGuard(({ paths, fresh }: { paths: string[]; fresh: boolean }) => ({ type: 'rights.known', paths, fresh })),
    grantNothing: toGuard(() => ({ type: 'rights.unknown' })),
    beginWorkspace: toWorkspace(({ user, paths }: Rights) => ({ type: 'workspace.began', user, paths })),
    permitPages: toWorkspace(({ paths }: Rights) => ({ type: 'pages.permitted', paths })),
    showPage: toWorkspace(({ path, search, isStep, tab }: Arrival) => ({ type: 'page.wanted', path, search, isStep, tab })),
    dismissPage: toWorkspace(() => ({ type: 'page.dismissed' })),
    markMenu: toMenu(({ path }: { path: string }) => ({ type: 'page.opened', path })),
    reloadMenu: toMenu(() => ({ type: 'menu.reloadRequested' })),
    refreshPage: toWorkspace(() => ({ type: 'page.refreshRequested' })),
    askForReset: toResetPassword(({ subject }: { subject: { id: number; account: string } }) => ({
      type: 'resetPassword.requested',
      subject,
    })),
    offerPasswordChange: toChangePassword(({ newPasswordFor = '' }: Offered) => ({
      type: 'form.opened',
      draft: { values: blankChange, subject: { account: newPasswordFor, isOffered: true } },
    })),
    beginRunning: toRunning(() => ({ type: 'running.began' })),
    lookForRunning: toRunning(() => ({ type: 'batch.started' })),
    writeAddress: effect<{ path: string; search: string; how: HistoryStep; tab: string }>('writeAddress'),
    goHome: effect('goHome'),
    goTo: effect<{ path: string; search: string }>('goTo'),
    runAction: effect<{ key: string }>('runAction'),
    refreshFailedPages: effect('refreshFailedPages'),
    doubtRights: toSession(() => ({ type: 'session.rightsDoubted' })),
  },
}).createMachine({
  id: 'console',
  description: 'The whole console: its parts, and who hears of what.',
  context: ({ input }) => input,
  invoke: [
    { id: 'theme', src: 'theme', input: ({ context }) => ({ isDark: context.isDark }) },
    { id: 'locale', src: 'locale', input: ({ context }) => ({ language: context.language }) },
    { id: 'sidebar', src: 'sidebar', input: ({ context }) => ({ width: context.width }) },
    { id: 'layout', src: 'layout' },
    { id: 'errors', src: 'errors' },
    { id: 'palette', src: 'palette' },
    { id: 'release', src: 'release', input: ({ context }) => ({ current: context.release }) },
    { id: 'connection', src: 'connection', input: ({ context }) => ({ isOnline: context.isOnline }) },
    { id: 'menu', src: 'menu', input: ({ context }) => ({ own: context.menu }) },
    { id: 'changePassword', src: 'changePassword' },
    { id: 'resetPassword', src: 'resetPassword' },
    { id: 'running', src: 'running' },
    { id: 'workspace', src: 'workspace' },
    {
      id: 'guard',
      src: 'guard',
      input: ({ context: { session } }) => ({
        signedIn: session.serial !== 0,
        children: [...session.routes.base, ...session.routes.admin],
      }),
    },
    { id: 'session', src: 'session', input: ({ context }) => context.session },
  ],
  on: {
    'session.began': { actions: 'beginGuard' },
    'session.userKnown': [
      {
        guard: { type: 'isDoubted', params: ({ event }) => event },
        actions: [
          { type: 'beginWorkspace', params: ({ event }) => event },
          { type: 'permitPages', params: ({ event }) => event },
          { type: 'grant', params: ({ event }) => event },
          'beginRunning',
          'reloadMenu',
        ],
      },
      {
        guard: { type: 'wantsPassword', params: ({ event }) => event },
        actions: [
          { type: 'beginWorkspace', params: ({ event }) => event },
          { type: 'permitPages', params: ({ event }) => event },
          { type: 'grant', params: ({ event }) => event },
          'beginRunning',
          { type: 'offerPasswordChange', params: ({ event }) => event },
        ],
      },
      {
        actions: [
          { type: 'beginWorkspace', params: ({ event }) => event },
          { type: 'permitPages', params: ({ event }) => event },
          { type: 'grant', params: ({ event }) => event },
          'beginRunning',
        ],
      },
    ],
    'session.userUnknown': { actions: 'grantNothing' },
    'guard.opened': {
      actions: [
        { type: 'showPage', params: ({ event }) => event },
        { type: 'markMenu', params: ({ event }) => event },
      ],
    },
    'guard.barred': { actions: 'dismissPage' },
    'connection.restored': { actions: ['doubtRights', 'refreshFailedPages'] },
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
    'page.passwordResetRequested': { actions: { type: 'askForReset', params: ({ event }) => event } },
  },
});

export type Console = ActorRefFrom<typeof consoleMachine>;
