import { type ActorRefFrom, assign, setup } from 'xstate';
import { type ConnectionFact, connectionMachine } from '../connection/connection.machine.ts';
import { type GuardFact, guardMachine } from '../guard/guard.machine.ts';
import { missingActor } from '../kernel/placeholders.ts';
import { toChild } from '../kernel/tell.ts';
import { type Language, localeMachine } from '../locale/locale.machine.ts';
import { recentErrorsMachine } from '../recent-errors/recent-errors.machine.ts';
import { releaseMachine } from '../release/release.machine.ts';
import { type SessionFact, type SessionInput, sessionMachine } from '../session/session.machine.ts';
import { themeMachine } from '../theme/theme.machine.ts';
import type { Arrival } from '../workspace/workspace-contract.ts';
import { hostedWorkbench, type WorkbenchLogic } from './hosted-workbench.ts';
import type { WorkbenchRights } from './workbench.machine.ts';

export interface ConsoleInput {
  session: SessionInput;
  isDark: boolean;
  language: Language;
  /** What the browser says of the network. */
  isOnline: boolean;
  /** Release of the running code; empty if the build has none. */
  release: string;
}

/** `fresh`: just told by the server, not remembered from an earlier visit. */
type Rights = WorkbenchRights & { fresh: boolean };

interface ConsoleContext extends ConsoleInput {
  areRightsKnown: boolean;
  /** What the user may do, as told last before the workbench stood. */
  rights: Rights;
  workbench: WorkbenchLogic | undefined;
}

export type ConsoleEvent =
  | ConnectionFact
  | SessionFact
  | GuardFact
  /** The code of the workbench did not come, and the reader asks for it again. */
  | { type: 'workbench.retried' };

const NO_RIGHTS: Rights = { user: 0, paths: [], fresh: false, doubted: false };

const toGuard = toChild(guardMachine, 'guard');
const toSession = toChild(sessionMachine, 'session');
const toWorkbench = toChild(hostedWorkbench, 'workbench');

/** The whole console. Its parts never meet: here one's fact becomes another's event. */
export const consoleMachine = setup({
  types: {} as {
    context: ConsoleContext;
    events: ConsoleEvent;
    input: ConsoleInput;
    children: {
      session: 'session';
      guard: 'guard';
      theme: 'theme';
      locale: 'locale';
      connection: 'connection';
      release: 'release';
      errors: 'errors';
      loadWorkbench: 'loadWorkbench';
      workbench: 'workbench';
    };
  },
  actors: {
    session: sessionMachine,
    guard: guardMachine,
    theme: themeMachine,
    locale: localeMachine,
    connection: connectionMachine,
    release: releaseMachine,
    errors: recentErrorsMachine,
    loadWorkbench: missingActor<WorkbenchLogic>('loadWorkbench'),
    workbench: hostedWorkbench,
  },
  guards: { areRightsKnown: ({ context }) => context.areRightsKnown },
  actions: {
    startGuard: toGuard(() => ({ type: 'session.started' })),
    grant: toGuard(({ paths, fresh }: Rights) => ({ type: 'rights.known', paths, fresh })),
    grantNothing: toGuard(() => ({ type: 'rights.unknown' })),
    keepWorkbench: assign((_, { logic }: { logic: WorkbenchLogic }) => ({ workbench: logic })),
    // A change of password that was offered once stays offered.
    keepRights: assign(({ context }, { user, paths, fresh, doubted, newPasswordFor = context.rights.newPasswordFor }: Rights) => ({
      areRightsKnown: true,
      rights: { user, paths, fresh, doubted, newPasswordFor },
    })),
    tellRights: toWorkbench(({ user, paths, doubted, newPasswordFor }: Rights) => ({
      type: 'rights.known',
      user,
      paths,
      doubted,
      newPasswordFor,
    })),
    showPage: toWorkbench(({ path, search, isStep, tab }: Arrival) => ({ type: 'page.requested', path, search, isStep, tab })),
    dismissPage: toWorkbench(() => ({ type: 'page.dismissed' })),
    tellRestored: toWorkbench(() => ({ type: 'connection.restored' })),
    doubtRights: toSession(() => ({ type: 'session.rightsDoubted' })),
  },
}).createMachine({
  id: 'console',
  description: 'The whole console: its parts, and who hears of what. The workbench is fetched for who signs in.',
  context: ({ input }) => ({ ...input, areRightsKnown: false, rights: NO_RIGHTS, workbench: undefined }),
  invoke: [
    { id: 'theme', src: 'theme', input: ({ context }) => ({ isDark: context.isDark }) },
    { id: 'locale', src: 'locale', input: ({ context }) => ({ language: context.language }) },
    { id: 'errors', src: 'errors' },
    { id: 'release', src: 'release', input: ({ context }) => ({ current: context.release }) },
    { id: 'connection', src: 'connection', input: ({ context }) => ({ isOnline: context.isOnline }) },
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
    'session.userKnown': { actions: { type: 'keepRights', params: ({ event }) => event } },
    'session.userUnknown': { actions: 'grantNothing' },
    'connection.restored': { actions: 'doubtRights' },
  },
  initial: 'signedOut',
  states: {
    signedOut: { on: { 'session.started': { target: 'fetching', actions: 'startGuard' } } },
    fetching: {
      description: 'The code of the workbench is on its way. What the user may do is kept until it is there.',
      invoke: {
        id: 'loadWorkbench',
        src: 'loadWorkbench',
        onDone: { target: 'working', actions: { type: 'keepWorkbench', params: ({ event }) => ({ logic: event.output }) } },
        onError: 'missing',
      },
    },
    missing: {
      description: 'The code of the workbench did not come: a new release, or no network.',
      on: { 'workbench.retried': 'fetching' },
    },
    working: {
      description: 'The workbench stands: it hears of rights and of the pages that the guard opens.',
      invoke: {
        id: 'workbench',
        src: 'workbench',
        // Entered only with the logic that was just fetched.
        input: ({ context }) => context.workbench as WorkbenchLogic,
      },
      initial: 'beginning',
      states: {
        beginning: {
          description: 'Rights that were told before the workbench stood are passed on.',
          always: [
            {
              guard: 'areRightsKnown',
              target: 'open',
              actions: [
                { type: 'tellRights', params: ({ context }) => context.rights },
                { type: 'grant', params: ({ context }) => context.rights },
              ],
            },
            { target: 'open' },
          ],
        },
        open: {
          on: {
            'session.userKnown': {
              actions: [
                { type: 'tellRights', params: ({ event }) => event },
                { type: 'grant', params: ({ event }) => event },
              ],
            },
            'guard.opened': { actions: { type: 'showPage', params: ({ event }) => event } },
            'guard.barred': { actions: 'dismissPage' },
            'connection.restored': { actions: ['doubtRights', 'tellRestored'] },
          },
        },
      },
    },
  },
});

export type Console = ActorRefFrom<typeof consoleMachine>;
