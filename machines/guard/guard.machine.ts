import { assign, setup } from 'xstate';
import { effect } from '../kernel/placeholders.ts';
import { tell } from '../kernel/tell.ts';
import { type Decision, decide, normalised, type Place, ROOT } from './decide.ts';

export interface GuardInput {
  signedIn: boolean;
  children: readonly string[];
}

interface GuardContext extends GuardInput {
  paths: readonly string[] | undefined;
  place: Place | undefined;
  /** The reader came by `/` and was led to the first page; nobody asked for that page by name. */
  byRoot: boolean;
}

export type GuardEvent =
  | { type: 'location.arrived'; place: Place }
  /** The console itself wrote this address for the page that is open. */
  | { type: 'location.followed'; place: Place }
  | { type: 'session.began' }
  /** `doubted`: the rights were asked for because a call was refused; a page that is gone then leads home, not to a dead end. */
  | { type: 'rights.known'; paths: string[]; doubted: boolean }
  /** The user could not be loaded: what is known stays, and nothing known means nothing permitted. */
  | { type: 'rights.unknown' };

/** The decision is told again whenever the address or the rights change. */
export type GuardFact =
  | { type: 'guard.opened'; path: string; search: string; isStep: boolean; byRoot: boolean; tab: string | undefined }
  /** There is no page to be seen where the reader stands. */
  | { type: 'guard.barred' };

const decisionOf = ({ signedIn, paths, children, place }: GuardContext): Decision =>
  place ? decide({ signedIn, paths, children }, place) : { kind: 'wait' };

const hrefOf = (context: GuardContext): string => {
  const decision = decisionOf(context);
  return decision.kind === 'redirect' ? decision.href : ROOT;
};

const isNoPlace = ({ kind }: Decision) => kind === 'redirect' || kind === 'notFound';

/** Lets nobody see a page before it is known that they may: no flash of a page, and none of a 404. */
export const guardMachine = setup({
  types: {} as { context: GuardContext; events: GuardEvent; input: GuardInput },
  guards: {
    isDecided: ({ context }, { kind }: { kind: Decision['kind'] }) => decisionOf(context).kind === kind,
    isLost: ({ context }, { paths, doubted }: { paths: string[]; doubted: boolean }) =>
      doubted && paths.some((path) => context.children.includes(path)) && isNoPlace(decisionOf({ ...context, paths })),
  },
  actions: {
    keepPlace: assign((_, { place }: { place: Place }) => ({ place })),
    keepOrigin: assign(({ context }) => ({ byRoot: context.place !== undefined && normalised(context.place.pathname) === ROOT })),
    forgetOrigin: assign({ byRoot: false }),
    keepPaths: assign((_, { paths }: { paths: string[] }) => ({ paths })),
    keepNothing: assign(({ context }) => ({ paths: context.paths ?? [] })),
    begin: assign({ signedIn: true, paths: undefined }),
    goTo: effect<{ href: string }>('goTo'),
    tellBarred: tell<GuardContext>(() => ({ type: 'guard.barred' })),
    tellOpened: tell<GuardContext>((context) => {
      const decision = decisionOf(context);
      return {
        type: 'guard.opened',
        path: decision.kind === 'open' ? decision.path : '',
        search: context.place?.search ?? '',
        isStep: context.place?.isStep ?? false,
        byRoot: context.byRoot,
        tab: context.place?.tab,
      };
    }),
  },
}).createMachine({
  id: 'guard',
  description: 'Decides who may be where; every redirect replaces the history entry.',
  context: ({ input }) => ({ ...input, paths: undefined, place: undefined, byRoot: false }),
  initial: 'waiting',
  on: {
    'location.arrived': { target: '.deciding', actions: { type: 'keepPlace', params: ({ event }) => event } },
    'location.followed': { actions: { type: 'keepPlace', params: ({ event }) => event } },
    'session.began': { target: '.deciding', actions: 'begin' },
    'rights.known': [
      {
        guard: { type: 'isLost', params: ({ event }) => event },
        target: '.redirecting',
        actions: [
          { type: 'keepPaths', params: ({ event }) => event },
          { type: 'goTo', params: { href: ROOT } },
        ],
      },
      { target: '.deciding', actions: { type: 'keepPaths', params: ({ event }) => event } },
    ],
    'rights.unknown': { target: '.deciding', actions: 'keepNothing' },
  },
  states: {
    waiting: { description: 'The address or the rights are not known yet.' },
    deciding: {
      description: 'Address and rights say together what may be shown.',
      always: [
        { guard: { type: 'isDecided', params: { kind: 'open' } }, target: 'open' },
        { guard: { type: 'isDecided', params: { kind: 'signIn' } }, target: 'atSignIn' },
        { guard: { type: 'isDecided', params: { kind: 'notFound' } }, target: 'notFound' },
        {
          guard: { type: 'isDecided', params: { kind: 'redirect' } },
          target: 'redirecting',
          actions: ['keepOrigin', { type: 'goTo', params: ({ context }) => ({ href: hrefOf(context) }) }],
        },
        { target: 'waiting' },
      ],
    },
    open: { description: 'A page that the reader may see.', entry: ['tellOpened', 'forgetOrigin'] },
    atSignIn: { description: 'Nobody is signed in, and the address is that of the sign-in.' },
    notFound: {
      description: 'The address leads to nothing that this reader may see.',
      entry: 'tellBarred',
      // A working tab was chosen: there is a page to be seen again.
      on: { 'location.followed': { target: 'deciding', actions: { type: 'keepPlace', params: ({ event }) => event } } },
    },
    redirecting: { description: 'Until the new address arrives.' },
  },
});
