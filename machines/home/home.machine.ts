import { type ActorRefFrom, setup } from 'xstate';
import type { SessionRow } from '#contracts/endpoints/session.ts';
import { type CommandFact, createCommandMachine } from '../kernel/command.machine.ts';
import { createDetailMachine } from '../kernel/detail.machine.ts';
import type { PageEvent, PageInput } from '../kernel/page-contract.ts';
import { missingActor } from '../kernel/placeholders.ts';
import { toChild } from '../kernel/tell.ts';

export interface OwnOperation {
  id: number;
  at: string;
  action: string;
  action_label: { zh: string; en: string };
  summary: string;
  ok: boolean;
}

/** How old what is shown may get while somebody looks. */
export const HOME_REFRESH_MS = 300_000;

type Whole = 'all';

export const ownOperations = createDetailMachine<Whole, OwnOperation[]>({
  id: 'ownOperations',
  description: 'What the reader did lately.',
});
export const ownSessions = createDetailMachine<Whole, SessionRow[]>({ id: 'ownSessions', description: 'Where the reader is signed in.' });
export const endOthers = createCommandMachine<{ count: number }, { ended: number }>({
  id: 'endOthers',
  description: 'Every other session of the reader ends.',
});

const toOperations = toChild(ownOperations, 'operations');
const toSessions = toChild(ownSessions, 'sessions');

/** The first page: what the reader did lately, and where the reader is signed in. Its blocks load and fail on their own, and are renewed while somebody looks. */
export const homeMachine = setup({
  types: {} as {
    context: PageInput;
    events: PageEvent | CommandFact<'endOthers', { count: number }, { ended: number }>;
    input: PageInput;
    children: { operations: 'operations'; sessions: 'sessions'; endOthers: 'endOthers' };
  },
  actors: {
    operations: ownOperations,
    sessions: ownSessions,
    endOthers,
    /** Is done as soon as the page can be seen: at once, where it can be seen already. */
    awaitReader: missingActor<void>('awaitReader'),
  },
  delays: { refreshPause: HOME_REFRESH_MS },
  actions: {
    openOperations: toOperations(() => ({ type: 'detail.opened', subject: 'all' })),
    openSessions: toSessions(() => ({ type: 'detail.opened', subject: 'all' })),
    seeOperations: toOperations(() => ({ type: 'detail.seen' })),
    seeSessions: toSessions(() => ({ type: 'detail.seen' })),
    refreshOperations: toOperations(() => ({ type: 'detail.refreshRequested' })),
    refreshSessions: toSessions(() => ({ type: 'detail.refreshRequested' })),
  },
}).createMachine({
  id: 'home',
  description: 'What the reader did lately, and where the reader is signed in.',
  context: ({ input }) => input,
  invoke: [
    { id: 'operations', src: 'operations' },
    { id: 'sessions', src: 'sessions' },
    { id: 'endOthers', src: 'endOthers' },
  ],
  initial: 'starting',
  on: {
    'page.seen': { target: '.shown', actions: ['seeOperations', 'seeSessions'] },
    'page.left': '.unseen',
    'page.refreshRequested': { actions: ['refreshOperations', 'refreshSessions'] },
    'endOthers.done': { actions: ['refreshSessions', 'refreshOperations'] },
  },
  states: {
    // The blocks exist only once this state is entered.
    starting: { description: 'The blocks begin with the page.', always: { target: 'shown', actions: ['openOperations', 'openSessions'] } },
    unseen: { description: 'Another page is on the screen; nothing is asked meanwhile.' },
    shown: { after: { refreshPause: 'awaitingReader' } },
    awaitingReader: {
      description: 'What is shown is old; it is asked for again once somebody looks.',
      invoke: {
        id: 'awaitReader',
        src: 'awaitReader',
        onDone: { target: 'shown', actions: ['refreshOperations', 'refreshSessions'] },
        onError: 'shown',
      },
    },
  },
});

export type Home = ActorRefFrom<typeof homeMachine>;
