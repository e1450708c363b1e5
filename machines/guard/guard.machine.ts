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
  /** The paths are remembered from an earlier visit. */
  remembered: boolean;
  place: Place | undefined;
  /** The place that was denied before the redirect to the 404; `lost` if the page was open until then. */
  denied: { place: Place; lost: boolean } | undefined;
}

/** `fresh`: just loaded from the server, not remembered from an earlier visit. */
type Rights = { paths: string[]; fresh: boolean };

export type GuardEvent =
  | { type: 'location.arrived'; place: Place }
  /** The console itself wrote this address for the open page. */
  | { type: 'location.written'; place: Place }
  | { type: 'session.started' }
  | ({ type: 'rights.known' } & Rights)
  /** The user could not be loaded: known rights stay, and without known rights nothing is permitted. */
  | { type: 'rights.unknown' };

/** The decision is told again whenever the address or the rights change. */
export type GuardFact =
  | { type: 'guard.opened'; path: string; search: string; isStep: boolean; tab: string | undefined }
  /** The user may not see a page at this address. */
  | { type: 'guard.barred' };

const decisionOf = ({ place, ...view }: GuardContext): Decision => (place ? decide(view, place) : { kind: 'wait' });

const currentHref = (context: GuardContext): string => {
  const decision = decisionOf(context);
  return decision.kind === 'redirect' ? decision.href : ROOT;
};

const withRights = (context: GuardContext, { paths, fresh }: Rights): GuardContext => ({ ...context, paths, remembered: !fresh });

/** Whether the user may open any page of this console. */
export const hasPage = ({ paths, children }: Pick<GuardContext, 'paths' | 'children'>): boolean =>
  children.some((path) => paths?.includes(path));

/** The place a user at the 404 was denied; without any permitted page that is the root. */
const deniedPlace = (context: GuardContext): Place | undefined =>
  context.denied?.place ?? (hasPage(context) ? undefined : { pathname: ROOT, search: '', hash: '' });

/** The address that new rights open to a user at the 404. */
function openedHref(context: GuardContext, rights: Rights): string | undefined {
  const place = deniedPlace(context);
  const decision = place && decide(withRights(context, rights), place);
  if (decision?.kind === 'open') return place && place.pathname + place.search + place.hash;
  return decision?.kind === 'redirect' && decision.href !== NOT_FOUND ? decision.href : undefined;
}

/** Shows no page before it is known to be permitted, and no 404 before it is known to be denied. */
export const guardMachine = setup({
  types: {} as { context: GuardContext; events: GuardEvent; input: GuardInput },
  guards: {
    isDecided: ({ context }, { kind }: { kind: Decision['kind'] }) => decisionOf(context).kind === kind,
    isDenied: ({ context }) => currentHref(context) === NOT_FOUND && decisionOf(context).kind === 'redirect',
    losesPage: ({ context }, rights: Rights) => {
      const decision = decisionOf(withRights(context, rights));
      return decision.kind === 'redirect' && decision.href === NOT_FOUND;
    },
    regainsPage: ({ context }, rights: Rights) => openedHref(context, rights) !== undefined,
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
  description: 'Decides which page an address may show; every redirect replaces the history entry.',
  context: ({ input }) => ({ ...input, paths: undefined, remembered: false, place: undefined, denied: undefined }),
  initial: 'waiting',
  on: {
    'location.arrived': { target: '.deciding', actions: { type: 'keepPlace', params: ({ event }) => event } },
    'location.written': { actions: { type: 'keepPlace', params: ({ event }) => event } },
    'session.started': { target: '.deciding', actions: 'begin' },
    'rights.known': { target: '.deciding', actions: { type: 'keepPaths', params: ({ event }) => event } },
    'rights.unknown': { target: '.deciding', actions: 'keepNothing' },
  },
  states: {
    waiting: { description: 'The address or the rights are not known yet.' },
    deciding: {
      description: 'Address and rights together decide what is shown.',
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
          actions: { type: 'goTo', params: ({ context }) => ({ href: currentHref(context) }) },
        },
        { target: 'waiting' },
      ],
    },
    open: {
      description: 'A page the user may see is open.',
      entry: ['tellOpened', 'forgetDenied'],
      on: {
        'rights.known': {
          guard: { type: 'losesPage', params: ({ event }) => event },
          target: 'redirecting',
          actions: [
            { type: 'keepPaths', params: ({ event }) => event },
            { type: 'keepDenied', params: { lost: true } },
            { type: 'goTo', params: { href: NOT_FOUND } },
          ],
        },
      },
    },
    atSignIn: { description: 'The user is signed out and at the sign-in page.' },
    notFound: {
      description: 'The address leads to no page the user may see.',
      entry: 'tellBarred',
      on: {
        // A working tab was chosen, so there is a page to show again.
        'location.written': { target: 'deciding', actions: { type: 'keepPlace', params: ({ event }) => event } },
        'rights.known': {
          guard: { type: 'regainsPage', params: ({ event }) => event },
          target: 'redirecting',
          actions: [
            { type: 'goTo', params: ({ context, event }) => ({ href: openedHref(context, event) ?? ROOT }) },
            { type: 'keepPaths', params: ({ event }) => event },
          ],
        },
      },
    },
    redirecting: { description: 'Waits for the new address.' },
  },
});
