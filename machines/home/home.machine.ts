import { type ActorRefFrom, setup } from 'xstate';
import type { SessionRow } from '#contracts/endpoints/session.ts';
import { type CommandFact, createCommandMachine } from '../kernel/command.machine.ts';
import { createDetailMachine } from '../kernel/detail.machine.ts';
import type { PageEvent, PageInput } from '../kernel/page-contract.ts';
import { toChild } from '../kernel/tell.ts';

export interface OwnOperation {
  id: number;
  at: string;
  action: string;
  action_label: { zh: string; en: string };
  summary: string;
  ok: boolean;
}

type Whole = 'all';

export const ownOperations = createDetailMachine<Whole, OwnOperation[]>({ id: 'ownOperations' });
export const ownSessions = createDetailMachine<Whole, SessionRow[]>({ id: 'ownSessions' });
export const endOthers = createCommandMachine<{ count: number }>({ id: 'endOthers' });

const toOperations = toChild(ownOperations, 'operations');
const toSessions = toChild(ownSessions, 'sessions');

/** The first page: what the reader did lately, and where the reader is signed in. Its blocks load and fail on their own. */
export const homeMachine = setup({
  types: {} as {
    context: PageInput;
    events: PageEvent | CommandFact<'endOthers', { count: number }>;
    input: PageInput;
    children: { operations: 'operations'; sessions: 'sessions'; endOthers: 'endOthers' };
  },
  actors: { operations: ownOperations, sessions: ownSessions, endOthers },
  actions: {
    openOperations: toOperations(() => ({ type: 'detail.opened', subject: 'all' })),
    openSessions: toSessions(() => ({ type: 'detail.opened', subject: 'all' })),
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
    'page.refreshRequested': { actions: ['refreshOperations', 'refreshSessions'] },
    'endOthers.done': { actions: ['refreshSessions', 'refreshOperations'] },
  },
  states: {
    // The blocks exist only once this state is entered.
    starting: { always: { target: 'shown', actions: ['openOperations', 'openSessions'] } },
    shown: {},
  },
});

export type Home = ActorRefFrom<typeof homeMachine>;
