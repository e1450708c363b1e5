import { type AnyMachineSnapshot, assign, sendTo, setup } from 'xstate';
import type { PageFact, PageInput, PageLogic } from '../kernel/page/page-contract.ts';
import { missingActor } from '../kernel/placeholders.ts';
import { tell } from '../kernel/tell.ts';
import { hostedPage } from './hosted-page.ts';
import { createMemo, type Memo } from './memo.ts';

export interface TabInput extends PageInput {
  key: string;
  /** The page's path in the registry. */
  path: string;
  memo?: Memo | undefined;
  /** Scroll position of the page, in CSS pixels. */
  scroll?: number | undefined;
}

interface TabContext extends PageInput {
  key: string;
  path: string;
  memo: Memo | undefined;
  scroll: number;
  /** Whether the tab is on the screen. */
  isShown: boolean;
  logic: PageLogic | undefined;
  /** The address that the page was opened with, until it has moved away from the one it prefers instead. */
  replacedSearch: string | undefined;
}

export type TabEvent =
  | { type: 'tab.shown'; search: string }
  | { type: 'tab.hidden' }
  | { type: 'tab.sleepAdvised' }
  | { type: 'tab.scrolled'; scroll: number }
  | { type: 'page.refreshRequested' }
  | { type: 'page.retried' }
  | PageFact;

/** Facts of the page, passed on with the key of the tab. */
export type TabFact =
  | { type: 'tab.moved'; key: string; search: string; how: 'push' | 'replace' }
  | Exclude<PageFact, { type: 'page.moved' }>;

const toFirstSearch = ({ toFirstSearch: change }: PageLogic, search: string): string => change?.(search) ?? search;

/** One working tab: loads the code of its page, keeps the page running while it is open, puts it to sleep and restores it. */
export const tabMachine = setup({
  types: {} as {
    context: TabContext;
    events: TabEvent;
    input: TabInput;
    children: { page: 'page'; loadPage: 'loadPage' };
    tags: 'busy';
  },
  actors: { loadPage: missingActor<PageLogic, { path: string }>('loadPage'), page: hostedPage },
  guards: {
    isShown: ({ context }) => context.isShown,
    // A restored page keeps its address.
    startsElsewhere: ({ context: { memo, search } }, { logic }: { logic: PageLogic }) =>
      memo === undefined && toFirstSearch(logic, search) !== search,
    isReplaced: ({ context }, { search }: { search: string }) => search === context.replacedSearch,
  },
  actions: {
    markShown: assign((_, { search }: { search: string }) => ({ search, isShown: true, replacedSearch: undefined })),
    markShownUnmoved: assign({ isShown: true }),
    markHidden: assign({ isShown: false }),
    keepSearch: assign((_, { search }: { search: string }) => ({ search, replacedSearch: undefined })),
    keepScroll: assign((_, { scroll }: { scroll: number }) => ({ scroll })),
    startElsewhere: assign(({ context: { search } }, { logic }: { logic: PageLogic }) => ({
      search: toFirstSearch(logic, search),
      replacedSearch: search,
    })),
    tellStart: tell<TabContext>(({ key, search }) => ({ type: 'tab.moved', key, search, how: 'replace' })),
    keepLogic: assign((_, { logic }: { logic: PageLogic }) => ({ logic })),
    keepMemo: assign(({ context: { logic, memo }, self }) => {
      // Children are missing only in path walks, which do not run the machine.
      const { page } = (self.getSnapshot() as Partial<AnyMachineSnapshot>).children ?? {};
      return { memo: page && logic ? createMemo(page, logic.machine) : memo };
    }),
    dropMemo: assign({ memo: undefined }),
    locatePage: sendTo('page', ({ context }) => ({ type: 'page.located', search: context.search })),
    seePage: sendTo('page', { type: 'page.seen' }),
    leavePage: sendTo('page', { type: 'page.left' }),
    refreshPage: sendTo('page', { type: 'page.refreshRequested' }),
    tellMoved: tell<TabContext, { search: string; how: 'push' | 'replace' }>(({ key }, { search, how }) => ({
      type: 'tab.moved',
      key,
      search,
      how,
    })),
    passOn: tell<TabContext, Exclude<PageFact, { type: 'page.moved' }>>((_, fact) => fact),
  },
}).createMachine({
  id: 'tab',
  description: 'One working tab: asleep, loading the code of its page, or with a running page.',
  context: ({ input: { key, path, search, memo, scroll = 0 } }) => ({
    key,
    path,
    search,
    memo,
    scroll,
    isShown: false,
    logic: undefined,
    replacedSearch: undefined,
  }),
  initial: 'asleep',
  on: {
    'tab.scrolled': { actions: { type: 'keepScroll', params: ({ event }) => event } },
    'tab.hidden': { actions: 'markHidden' },
  },
  states: {
    asleep: {
      description: 'The page is stored as a memo and not running.',
      on: { 'tab.shown': { target: 'loading', actions: { type: 'markShown', params: ({ event }) => event } } },
    },
    loading: {
      description: 'The code of the page is loading.',
      tags: 'busy',
      invoke: {
        id: 'loadPage',
        src: 'loadPage',
        input: ({ context }) => ({ path: context.path }),
        onDone: [
          {
            guard: { type: 'startsElsewhere', params: ({ event }) => ({ logic: event.output }) },
            target: 'running',
            actions: [
              { type: 'keepLogic', params: ({ event }) => ({ logic: event.output }) },
              { type: 'startElsewhere', params: ({ event }) => ({ logic: event.output }) },
              'tellStart',
            ],
          },
          { target: 'running', actions: { type: 'keepLogic', params: ({ event }) => ({ logic: event.output }) } },
        ],
        onError: 'missing',
      },
      on: { 'tab.shown': { actions: { type: 'markShown', params: ({ event }) => event } } },
    },
    running: {
      description: 'The page is running, shown or hidden.',
      invoke: {
        id: 'page',
        src: 'page',
        // Entered only with the loaded logic.
        input: ({ context: { logic, memo, search } }) => ({ machine: (logic as PageLogic).machine, memo, search }),
        onError: { target: 'broken', actions: 'dropMemo' },
      },
      initial: 'starting',
      states: {
        starting: {
          description: 'The page has started: it is told its address, and that it is seen if it is shown.',
          always: [
            { guard: 'isShown', target: 'shown', actions: ['locatePage', 'seePage'] },
            { target: 'hidden', actions: 'locatePage' },
          ],
        },
        shown: {
          description: 'The page is on the screen. Shown again, it is only told its address, because it was never hidden.',
          on: {
            'tab.shown': [
              { guard: { type: 'isReplaced', params: ({ event }) => event }, actions: 'tellStart' },
              { actions: [{ type: 'markShown', params: ({ event }) => event }, 'locatePage'] },
            ],
            'tab.hidden': { target: 'hidden', actions: ['markHidden', 'leavePage'] },
          },
        },
        hidden: {
          on: {
            'tab.shown': [
              {
                guard: { type: 'isReplaced', params: ({ event }) => event },
                target: 'shown',
                actions: ['markShownUnmoved', 'tellStart', 'seePage'],
              },
              { target: 'shown', actions: [{ type: 'markShown', params: ({ event }) => event }, 'locatePage', 'seePage'] },
            ],
          },
        },
      },
      on: {
        'tab.sleepAdvised': { target: 'asleep', actions: 'keepMemo' },
        'page.refreshRequested': { actions: 'refreshPage' },
        'page.moved': {
          actions: [
            { type: 'keepSearch', params: ({ event }) => event },
            { type: 'tellMoved', params: ({ event }) => event },
          ],
        },
        'page.passwordResetRequested': { actions: { type: 'passOn', params: ({ event }) => event } },
        'page.alertDeliveryRequested': { actions: { type: 'passOn', params: ({ event }) => event } },
        'page.alertsRead': { actions: { type: 'passOn', params: ({ event }) => event } },
        'page.batchStarted': { actions: { type: 'passOn', params: ({ event }) => event } },
      },
    },
    missing: {
      description: 'The code could not be loaded, because of a new release or no network. The memo stays.',
      on: {
        'page.retried': 'loading',
        'tab.shown': { target: 'loading', actions: { type: 'markShown', params: ({ event }) => event } },
      },
    },
    broken: {
      description: "The page's machine failed. The page starts afresh.",
      on: {
        'page.retried': 'loading',
        'tab.shown': { target: 'loading', actions: { type: 'markShown', params: ({ event }) => event } },
      },
    },
  },
});
