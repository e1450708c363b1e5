import { assign, sendTo, setup } from 'xstate';
import type { PageEvent, PageFact, PageLogic } from '../kernel/page-contract.ts';
import { missingActor } from '../kernel/placeholders.ts';
import { tell } from '../kernel/tell.ts';
import { hostedPage } from './hosted-page.ts';

interface HostContext {
  /** The page's path in the registry; empty before the first. */
  path: string;
  search: string;
  logic: PageLogic | undefined;
}

export type PageHostEvent =
  | { type: 'page.wanted'; path: string; search: string }
  /** Nobody may see it any more: what it has asked for is of no interest. */
  | { type: 'page.dismissed' }
  | { type: 'page.retried' }
  | PageEvent
  | PageFact;

/** Fetches a page's code, keeps its actor alive while it is shown, and carries its facts upwards. */
export const pageHostMachine = setup({
  types: {} as { context: HostContext; events: PageHostEvent; children: { page: 'page' }; tags: 'busy' },
  actors: { fetchPage: missingActor<PageLogic, { path: string }>('fetchPage'), page: hostedPage },
  guards: {
    isSamePage: ({ context }, { path }: { path: string }) => path === context.path,
  },
  actions: {
    keepPlace: assign((_, { path, search }: { path: string; search: string }) => ({ path, search })),
    forgetPlace: assign({ path: '', search: '', logic: undefined }),
    keepSearch: assign((_, { search }: { search: string }) => ({ search })),
    keepLogic: assign((_, { logic }: { logic: PageLogic }) => ({ logic })),
    locatePage: sendTo('page', ({ context }) => ({ type: 'page.located', search: context.search })),
    refreshPage: sendTo('page', { type: 'page.refreshRequested' }),
    passOn: tell<HostContext, PageFact>((_, fact) => fact),
  },
}).createMachine({
  id: 'pageHost',
  description: 'The page on the screen: its code is fetched, then its machine lives until another page is wanted.',
  context: { path: '', search: '', logic: undefined },
  initial: 'empty',
  on: {
    'page.dismissed': { target: '.empty', actions: 'forgetPlace' },
    'page.wanted': { target: '.fetching', actions: { type: 'keepPlace', params: ({ event }) => event } },
  },
  states: {
    empty: {},
    fetching: {
      tags: 'busy',
      invoke: {
        id: 'fetchPage',
        src: 'fetchPage',
        input: ({ context }) => ({ path: context.path }),
        onDone: { target: 'living', actions: { type: 'keepLogic', params: ({ event }) => ({ logic: event.output }) } },
        onError: 'missing',
      },
      on: {
        'page.wanted': { target: 'fetching', reenter: true, actions: { type: 'keepPlace', params: ({ event }) => event } },
      },
    },
    living: {
      invoke: {
        id: 'page',
        src: 'page',
        // Entered only with the logic that was just fetched.
        input: ({ context: { logic, search } }) => ({ machine: (logic as PageLogic).machine, search }),
        onError: 'broken',
      },
      on: {
        'page.wanted': [
          {
            guard: { type: 'isSamePage', params: ({ event }) => event },
            actions: [{ type: 'keepSearch', params: ({ event }) => event }, 'locatePage'],
          },
          { target: 'fetching', actions: { type: 'keepPlace', params: ({ event }) => event } },
        ],
        'page.refreshRequested': { actions: 'refreshPage' },
        'page.moved': {
          actions: [
            { type: 'keepSearch', params: ({ event }) => event },
            { type: 'passOn', params: ({ event }) => event },
          ],
        },
        'page.passwordResetRequested': { actions: { type: 'passOn', params: ({ event }) => event } },
      },
    },
    missing: {
      description: 'The code did not come: a new release, or no network.',
      on: { 'page.retried': 'fetching' },
    },
    broken: {
      description: "The page's machine failed.",
      on: { 'page.retried': 'fetching' },
    },
  },
});
