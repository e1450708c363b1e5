import { type ActorRefFrom, setup } from 'xstate';
import { type GuardFact, guardMachine } from '../guard/guard.machine.ts';
import type { HistoryStep, PageFact } from '../kernel/page-contract.ts';
import { effect } from '../kernel/placeholders.ts';
import { toChild } from '../kernel/tell.ts';
import { type LayoutFact, layoutMachine } from '../layout/layout.machine.ts';
import { type Language, localeMachine } from '../locale/locale.machine.ts';
import { menuMachine } from '../menu/menu.machine.ts';
import type { MenuEntry } from '../menu/menu-tree.ts';
import { pageHostMachine } from '../page-host/page-host.machine.ts';
import { resetPasswordMachine } from '../reset-password/reset-password.machine.ts';
import { type SessionFact, type SessionInput, sessionMachine } from '../session/session.machine.ts';
import { sidebarMachine } from '../sidebar/sidebar.machine.ts';
import { themeMachine } from '../theme/theme.machine.ts';

export interface ConsoleInput {
  session: SessionInput;
  isDark: boolean;
  language: Language;
  /** Of the window, in CSS pixels. */
  width: number;
  /** The console's own menu. */
  menu: readonly MenuEntry[];
}

export type ConsoleEvent = SessionFact | GuardFact | LayoutFact | PageFact;

const toGuard = toChild(guardMachine, 'guard');
const toMenu = toChild(menuMachine, 'menu');
const toPage = toChild(pageHostMachine, 'page');
const toResetPassword = toChild(resetPasswordMachine, 'resetPassword');

type Opened = { path: string; search: string };

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
      resetPassword: 'resetPassword';
      page: 'page';
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
    resetPassword: resetPasswordMachine,
    page: pageHostMachine,
  },
  guards: { isDoubted: (_, { doubted }: { doubted: boolean }) => doubted },
  actions: {
    beginGuard: toGuard(() => ({ type: 'session.began' })),
    grant: toGuard(({ paths, doubted }: { paths: string[]; doubted: boolean }) => ({ type: 'rights.known', paths, doubted })),
    grantNothing: toGuard(() => ({ type: 'rights.unknown' })),
    showPage: toPage(({ path, search }: Opened) => ({ type: 'page.wanted', path, search })),
    dismissPage: toPage(() => ({ type: 'page.dismissed' })),
    markMenu: toMenu(({ path }: Opened) => ({ type: 'page.opened', path })),
    reloadMenu: toMenu(() => ({ type: 'menu.reloadRequested' })),
    refreshPage: toPage(() => ({ type: 'page.refreshRequested' })),
    askForReset: toResetPassword(({ subject }: { subject: { id: number; account: string } }) => ({
      type: 'resetPassword.requested',
      subject,
    })),
    writeAddress: effect<{ search: string; how: HistoryStep }>('writeAddress'),
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
    { id: 'menu', src: 'menu', input: ({ context }) => ({ own: context.menu }) },
    { id: 'resetPassword', src: 'resetPassword' },
    { id: 'page', src: 'page' },
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
        actions: [{ type: 'grant', params: ({ event }) => event }, 'reloadMenu'],
      },
      { actions: { type: 'grant', params: ({ event }) => event } },
    ],
    'session.userUnknown': { actions: 'grantNothing' },
    'guard.opened': {
      actions: [
        { type: 'showPage', params: ({ event }) => event },
        { type: 'markMenu', params: ({ event }) => event },
      ],
    },
    'guard.barred': { actions: 'dismissPage' },
    'layout.refreshed': { actions: ['reloadMenu', 'refreshPage'] },
    'page.moved': { actions: { type: 'writeAddress', params: ({ event }) => event } },
    'page.passwordResetRequested': { actions: { type: 'askForReset', params: ({ event }) => event } },
  },
});

export type Console = ActorRefFrom<typeof consoleMachine>;
