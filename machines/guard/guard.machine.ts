import { assign, setup } from 'xstate';
import { effect } from '../kernel/placeholders.ts';
import { tell } from '../kernel/tell.ts';
import { type Decision, decide, NOT_FOUND, type Place, ROOT } from './decide.ts';

export interface GuardInput {
  signedIn: boolean;
  children: readonly string[];
}

interface GuardContext extends GuardInput {
  paths: readonly string[] | undefined;
  /** The paths are those of an earlier visit. */
  remembered: boolean;
  place: Place | undefined;
  /** Where the reader was refused and sent to the 404; `lost` when the page stood open until then. */
  denied: { place: Place; lost: boolean } | undefined;
}

/** `fresh`: just told by the server, not remembered from an earlier visit. */
type Rights = { paths: string[]; fresh: boolean };

export type GuardEvent =
  | { type: 'location.arrived'; place: Place }
  /** The console itself wrote this address for the page that is open. */
  | { type: 'location.followed'; place: Place }
  | { type: 'session.began' }
  | ({ type: 'rights.known' } & Rights)
  /** The user could not be loaded: what is known stays, and nothing known means nothing permitted. */
  | { type: 'rights.unknown' };

/** The decision is told again whenever the address or the rights change. */
export type GuardFact =
  | { type: 'guard.opened'; path: string; search: string; isStep: boolean; tab: string | undefined }
  /** There is no page to be seen where the reader stands. */
  | { type: 'guard.barred' };

const decisionOf = ({ place, ...view }: GuardContext): Decision => (place ? decide(view, place) : { kind: 'wait' });

const hrefOf = (context: GuardContext): string => {
  const decision = decisionOf(context);
  return decision.kind === 'redirect' ? decision.href : ROOT;
};

const withRights = (context: GuardContext, { paths, fresh }: Rights): GuardContext => ({ ...context, paths, remembered: !fresh });

/** Whether a page of this console may be opened at all. */
export const hasPage = ({ paths, children }: Pick<GuardContext, 'paths' | 'children'>): boolean =>
  children.some((path) => paths?.includes(path));

/** Where a reader at the 404 wanted to be; without any page that is the first one. */
const wantedPlace = (context: GuardContext): Place | undefined =>
  context.denied?.place ?? (hasPage(context) ? undefined : { pathname: ROOT, search: '', hash: '' });

/** The address that new rights open to a reader at the 404. */
function openedHref(context: GuardContext, rights: Rights): string | undefined {
  const place = wantedPlace(context);
  const decision = place && decide(withRights(context, rights), place);
  if (decision?.kind === 'open') return place && place.pathname + place.search + place.hash;
  return decision?.kind === 'redirect' && decision.href !== NOT_FOUND ? decision.href : undefined;
}

/** Lets nobody see a page before it is known that they may: no flash of a page, and none of a 404. */
export const guardMachine = setup({
  types: {} as { context: GuardContext; events: GuardEvent; input: GuardInput },
  guards: {
    isDecided: ({ context }, { kind }: { kind: Decision['kind'] }) => decisionOf(context).kind === kind,
    isDenied: ({ context }) => hrefOf(context) === NOT_FOUND && decisionOf(context).kind === 'redirect',
    takesAway: ({ context }, rights: Rights) => {
      const decision = decisionOf(withRights(context, rights));
      return decision.kind === 'redirect' && decision.href === NOT_FOUND;
    },
    givesBack: ({ context }, rights: Rights) => openedHref(context, rights) !== undefined,
  },
  actions: {
    keepPlace: assign((_, { place }: { place: Place }) => ({ place })),
    keepDenied: assign(({ context }, { lost }: { lost: boolean }) => ({ denied: context.place && { place: context.place, lost } })),
    forgetDenied: assign({ denied: undefined }),
    keepPaths: assign((_, { paths, fresh }: Rights) => ({ paths, remembered: !fresh })),
    keepNothing: assign(({ context }) => ({ paths: context.paths ?? [], remembered: false })),
    begin: assign({ signedIn: true, paths: undefined, remembered: false, denied: undefined }),
    goTo: effect<{ href: string }>('goTo'),
    tellBarred: tell<GuardContext>(() => ({ type: 'guard.barred' })),
    tellOpened: tell<GuardContext>((context) => {
      const decision = decisionOf(context);
      return {
        type: 'guard.opened',
        path: decision.kind === 'open' ? decision.path : '',
        search: context.place?.search ?? '',
        isStep: context.place?.isStep ?? false,
        tab: context.place?.tab,
      };
    }),
  },
}).createMachine({
  id: 'guard',
  description: 'Decides who may be where; every redirect replaces the history entry.',
  context: ({ input }) => ({ ...input, paths: undefined, remembered: false, place: undefined, denied: undefined }),
  initial: 'waiting',
  on: {
    'location.arrived': { target: '.deciding', actions: { type: 'keepPlace', params: ({ event }) => event } },
    'location.followed': { actions: { type: 'keepPlace', params: ({ event }) => event } },
    'session.began': { target: '.deciding', actions: 'begin' },
    'rights.known': { target: '.deciding', actions: { type: 'keepPaths', params: ({ event }) => event } },
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
          guard: 'isDenied',
          target: 'redirecting',
          actions: [
            { type: 'keepDenied', params: { lost: false } },
            { type: 'goTo', params: { href: NOT_FOUND } },
          ],
        },
        {
          guard: { type: 'isDecided', params: { kind: 'redirect' } },
          target: 'redirecting',
          actions: { type: 'goTo', params: ({ context }) => ({ href: hrefOf(context) }) },
        },
        { target: 'waiting' },
      ],
    },
    open: {
      description: 'A page that the reader may see.',
      entry: ['tellOpened', 'forgetDenied'],
      on: {
        'rights.known': {
          guard: { type: 'takesAway', params: ({ event }) => event },
          target: 'redirecting',
          actions: [
            { type: 'keepPaths', params: ({ event }) => event },
            { type: 'keepDenied', params: { lost: true } },
            { type: 'goTo', params: { href: NOT_FOUND } },
          ],
        },
      },
    },
    atSignIn: { description: 'Nobody is signed in, and the address is that of the sign-in.' },
    notFound: {
      description: 'The address leads to nothing that this reader may see.',
      entry: 'tellBarred',
      on: {
        // A working tab was chosen: there is a page to be seen again.
        'location.followed': { target: 'deciding', actions: { type: 'keepPlace', params: ({ event }) => event } },
        'rights.known': {
          guard: { type: 'givesBack', params: ({ event }) => event },
          target: 'redirecting',
          actions: [
            { type: 'goTo', params: ({ context, event }) => ({ href: openedHref(context, event) ?? ROOT }) },
            { type: 'keepPaths', params: ({ event }) => event },
          ],
        },
      },
    },
    redirecting: { description: 'Until the new address arrives.' },
  },
});
