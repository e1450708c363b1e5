import {
  type ActorRefFromLogic,
  type AnyEventObject,
  type AnyStateMachine,
  assign,
  type EventObject,
  type MetaObject,
  type NonReducibleUnknown,
  type ParameterizedObject,
  type StateMachine,
  type StateSchema,
  type StateValue,
  sendTo,
  setup,
} from 'xstate';
import type { MachineName } from '../machine-name.ts';
import { passOn } from '../tell.ts';
import type { PageEvent, PageFact, PageInput } from './page-contract.ts';

/** The address key of the tab. It is absent for the first tab. */
const TAB_KEY = 'tab';

interface TabbedContext<Tab extends string> extends PageInput {
  tab: Tab;
  /** The last query string of each tab. */
  kept: Partial<Record<Tab, string>>;
}

export type TabbedEvent<Tab extends string> = PageEvent | PageFact | { type: 'tab.chosen'; tab: Tab };

type TabsOf<Tabs> = { [Tab in keyof Tabs & string]: { src: Tab; logic: Tabs[Tab]; id: Tab } }[keyof Tabs & string];

/** Its children have the names of the tabs; the child of a tab that was never opened does not exist. */
export type TabbedPageMachine<Tabs extends Record<string, AnyStateMachine>> = StateMachine<
  TabbedContext<keyof Tabs & string>,
  TabbedEvent<keyof Tabs & string>,
  { [Tab in keyof Tabs]?: ActorRefFromLogic<Tabs[Tab]> },
  TabsOf<Tabs>,
  ParameterizedObject,
  ParameterizedObject,
  string,
  StateValue,
  string,
  PageInput,
  NonReducibleUnknown,
  EventObject,
  MetaObject,
  StateSchema
>;

interface ToTab {
  tab: string;
  event: AnyEventObject;
}

/**
 * A page of several pages, one visible at a time under its tab. A tab's page starts when the tab is first opened and then keeps running
 * hidden the others. Each keeps its own query string with its `tab`; the address of the page is that of the visible tab.
 */
export function createTabbedPageMachine<Tabs extends Record<string, AnyStateMachine>>({
  id,
  description = 'Several pages in one, each under its tab.',
  tabs,
}: MachineName & {
  /** In display order; the first tab is shown when the address names none. */
  tabs: Tabs;
}): TabbedPageMachine<Tabs> {
  const names = Object.keys(tabs);
  const first = names[0] ?? '';
  const tabOf = (search: string): string => names.find((name) => name === new URLSearchParams(search).get(TAB_KEY)) ?? first;
  const initialSearch = (tab: string): string => (tab === first ? '' : `?${new URLSearchParams({ [TAB_KEY]: tab })}`);
  const withSearch = (kept: Partial<Record<string, string>>, search: string) => ({ ...kept, [tabOf(search)]: search });

  const tabState = (tab: string) => ({
    initial: 'unopened',
    description: 'A tab and its page.',
    states: {
      unopened: {
        description: 'The tab was not opened yet.',
        always: { guard: { type: 'isShown', params: { tab } }, target: 'opened' },
      },
      opened: {
        description: "The tab's page is running, visible or hidden.",
        invoke: { id: tab, src: tab, input: ({ context: { search } }: { context: PageInput }) => ({ search }) },
        initial: 'starting',
        states: {
          starting: {
            description: 'The page of the tab exists only once this state is entered.',
            always: { target: 'shown', actions: { type: 'tellTab', params: { tab, event: { type: 'page.seen' } } } },
          },
          shown: {
            always: {
              guard: { type: 'isOtherTab', params: { tab } },
              target: 'hidden',
              actions: { type: 'tellTab', params: { tab, event: { type: 'page.left' } } },
            },
            on: {
              'page.located': {
                guard: { type: 'isForTab', params: ({ event }: { event: PageInput }) => ({ search: event.search, tab }) },
                actions: { type: 'tellTab', params: ({ event }: { event: AnyEventObject }) => ({ tab, event }) },
              },
              'page.seen': { actions: { type: 'tellTab', params: { tab, event: { type: 'page.seen' } } } },
              'page.left': { actions: { type: 'tellTab', params: { tab, event: { type: 'page.left' } } } },
              'page.refreshRequested': { actions: { type: 'tellTab', params: { tab, event: { type: 'page.refreshRequested' } } } },
            },
          },
          hidden: {
            description: 'Another tab is on the screen.',
            always: {
              guard: { type: 'isShown', params: { tab } },
              target: 'shown',
              actions: [
                {
                  type: 'tellTab',
                  params: ({ context: { search } }: { context: PageInput }) => ({ tab, event: { type: 'page.located', search } }),
                },
                { type: 'tellTab', params: { tab, event: { type: 'page.seen' } } },
              ],
            },
          },
        },
      },
    },
  });

  const machine = setup({
    types: {} as { context: TabbedContext<string>; events: TabbedEvent<string>; input: PageInput },
    actors: tabs as Record<string, AnyStateMachine>,
    guards: {
      isShown: ({ context }, { tab }: { tab: string }) => context.tab === tab,
      isOtherTab: ({ context }, { tab }: { tab: string }) => context.tab !== tab,
      isForTab: (_, { search, tab }: PageInput & { tab: string }) => tabOf(search) === tab,
      isOnScreen: ({ context }, { search }: PageInput) => tabOf(search) === context.tab,
    },
    actions: {
      locate: assign(({ context: { kept } }, { search }: PageInput) => ({ search, tab: tabOf(search), kept: withSearch(kept, search) })),
      keepTabSearch: assign(({ context: { kept } }, { search }: PageInput) => ({ kept: withSearch(kept, search) })),
      selectTab: assign(({ context: { kept } }, { tab }: { tab: string }) => ({ tab, search: kept[tab] ?? initialSearch(tab) })),
      tellTab: sendTo(
        (_, { tab }: ToTab) => tab,
        (_, { event }: ToTab) => event,
      ),
      passOn: passOn<PageFact>(),
    },
  }).createMachine({
    id,
    description,
    context: ({ input: { search } }) => ({ search, tab: tabOf(search), kept: withSearch({}, search) }),
    type: 'parallel',
    on: {
      'page.moved': [
        {
          guard: { type: 'isOnScreen', params: ({ event }) => event },
          actions: [
            { type: 'locate', params: ({ event }) => event },
            { type: 'passOn', params: ({ event }) => event },
          ],
        },
        // A hidden tab moved late: the address already belongs to another tab.
        { actions: { type: 'keepTabSearch', params: ({ event }) => event } },
      ],
      'page.batchStarted': { actions: { type: 'passOn', params: ({ event }) => event } },
      'page.passwordResetRequested': { actions: { type: 'passOn', params: ({ event }) => event } },
    },
    states: {
      address: {
        description: 'Which tab the address names.',
        on: {
          'page.located': { actions: { type: 'locate', params: ({ event }) => event } },
          'tab.chosen': {
            guard: { type: 'isOtherTab', params: ({ event }) => event },
            actions: [
              { type: 'selectTab', params: ({ event }) => event },
              { type: 'passOn', params: ({ context }) => ({ type: 'page.moved', search: context.search, how: 'push' }) },
            ],
          },
        },
      },
      ...(Object.fromEntries(names.map((tab) => [tab, tabState(tab)])) as object),
    },
  });
  // Only the caller's types know the tabs and their pages.
  return machine as unknown as TabbedPageMachine<Tabs>;
}
