import { type AnyMachineSnapshot, assign, sendTo, setup } from 'xstate';
import type { PageFact, PageInput, PageLogic } from '../kernel/page/page-contract.ts';
import { missingActor } from '../kernel/placeholders.ts';
import { tell } from '../kernel/tell.ts';
import { hostedPage } from './hosted-page.ts';
import { type Memo, memoOf } from './memo.ts';

export interface TabInput extends PageInput {
  key: string;
  /** The page's path in the registry. */
  path: string;
  memo?: Memo | undefined;
  /** How far the page was scrolled, in CSS pixels. */
  scroll?: number | undefined;
}

interface TabContext extends PageInput {
  key: string;
  path: string;
  memo: Memo | undefined;
  scroll: number;
  /** It is the one on the screen. */
  isShown: boolean;
  logic: PageLogic | undefined;
}

export type TabEvent =
  | { type: 'tab.shown'; search: string }
  | { type: 'tab.hidden' }
  | { type: 'tab.sleepAdvised' }
  | { type: 'tab.scrolled'; scroll: number }
  | { type: 'page.refreshRequested' }
  | { type: 'page.retried' }
  | PageFact;

/** What a page tells is told on with the tab's name on it. */
export type TabFact =
  | { type: 'tab.moved'; key: string; search: string; how: 'push' | 'replace' }
  | Exclude<PageFact, { type: 'page.moved' }>;

/** One working tab: fetches its page's code, keeps the page alive while it is open, puts it to sleep and wakes it where it was. */
export const tabMachine = setup({
  types: {} as {
    context: TabContext;
    events: TabEvent;
    input: TabInput;
    children: { page: 'page'; fetchPage: 'fetchPage' };
    tags: 'busy';
  },
  actors: { fetchPage: missingActor<PageLogic, { path: string }>('fetchPage'), page: hostedPage },
  guards: { isShown: ({ context }) => context.isShown },
  actions: {
    comeUp: assign((_, { search }: { search: string }) => ({ search, isShown: true })),
    goDown: assign({ isShown: false }),
    keepSearch: assign((_, { search }: { search: string }) => ({ search })),
    keepScroll: assign((_, { scroll }: { scroll: number }) => ({ scroll })),
    keepLogic: assign((_, { logic }: { logic: PageLogic }) => ({ logic })),
    keepMemo: assign(({ context: { logic, memo }, self }) => {
      // Without children only where a machine is walked without being run.
      const { page } = (self.getSnapshot() as Partial<AnyMachineSnapshot>).children ?? {};
      return { memo: page && logic ? memoOf(page, logic.machine) : memo };
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
  description: 'One working tab: asleep, fetching the code of its page, or with a living page in it.',
  context: ({ input: { key, path, search, memo, scroll = 0 } }) => ({ key, path, search, memo, scroll, isShown: false, logic: undefined }),
  initial: 'asleep',
  on: {
    'tab.scrolled': { actions: { type: 'keepScroll', params: ({ event }) => event } },
    'tab.hidden': { actions: 'goDown' },
  },
  states: {
    asleep: {
      description: 'The page is remembered, not alive.',
      on: { 'tab.shown': { target: 'fetching', actions: { type: 'comeUp', params: ({ event }) => event } } },
    },
    fetching: {
      description: 'The code of the page is on its way.',
      tags: 'busy',
      invoke: {
        id: 'fetchPage',
        src: 'fetchPage',
        input: ({ context }) => ({ path: context.path }),
        onDone: { target: 'living', actions: { type: 'keepLogic', params: ({ event }) => ({ logic: event.output }) } },
        onError: 'missing',
      },
      on: { 'tab.shown': { actions: { type: 'comeUp', params: ({ event }) => event } } },
    },
    living: {
      description: 'The page lives, on the screen or behind another.',
      invoke: {
        id: 'page',
        src: 'page',
        // Entered only with the logic that was just fetched.
        input: ({ context: { logic, memo, search } }) => ({ machine: (logic as PageLogic).machine, memo, search }),
        onError: { target: 'broken', actions: 'dropMemo' },
      },
      initial: 'beginning',
      states: {
        beginning: {
          description: 'The page lives: it is told where it stands, and that it is seen where it is.',
          always: [
            { guard: 'isShown', target: 'shown', actions: ['locatePage', 'seePage'] },
            { target: 'hidden', actions: 'locatePage' },
          ],
        },
        shown: {
          description: 'On the screen. Wanted once more, it only learns where it stands: nobody comes back who was never away.',
          on: {
            'tab.shown': { actions: [{ type: 'comeUp', params: ({ event }) => event }, 'locatePage'] },
            'tab.hidden': { target: 'hidden', actions: ['goDown', 'leavePage'] },
          },
        },
        hidden: {
          on: {
            'tab.shown': { target: 'shown', actions: [{ type: 'comeUp', params: ({ event }) => event }, 'locatePage', 'seePage'] },
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
        'page.batchStarted': { actions: { type: 'passOn', params: ({ event }) => event } },
      },
    },
    missing: {
      description: 'The code did not come: a new release, or no network. What is remembered of the page stays.',
      on: {
        'page.retried': 'fetching',
        'tab.shown': { target: 'fetching', actions: { type: 'comeUp', params: ({ event }) => event } },
      },
    },
    broken: {
      description: "The page's machine failed. It begins afresh.",
      on: {
        'page.retried': 'fetching',
        'tab.shown': { target: 'fetching', actions: { type: 'comeUp', params: ({ event }) => event } },
      },
    },
  },
});
