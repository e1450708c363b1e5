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

/** The key of the address that names the tab. The first tab is named by none. */
const TAB_KEY = 'tab';

interface TabbedContext<Tab extends string> extends PageInput {
  tab: Tab;
  /** Where each tab stood when it last moved. */
  kept: Partial<Record<Tab, string>>;
}

export type TabbedEvent<Tab extends string> = PageEvent | PageFact | { type: 'tab.chosen'; tab: Tab };

type TabsOf<Tabs> = { [Tab in keyof Tabs & string]: { src: Tab; logic: Tabs[Tab]; id: Tab } }[keyof Tabs & string];

/** Its children have the names of the tabs; one that was never looked at is not there. */
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
 * A page of several pages, one at a time under its tab. A tab's page begins when it is first looked at, and then goes on behind the
 * others. Each keeps its own place in the address, where it is named by `tab`; the address of the one on the screen is that of the whole.
 */
export function createTabbedPageMachine<Tabs extends Record<string, AnyStateMachine>>({
  id,
  description = 'Several pages in one, each under its tab.',
  tabs,
}: MachineName & {
  /** In the order they stand; the first one is shown where the address names none. */
  tabs: Tabs;
}): TabbedPageMachine<Tabs> {
  const names = Object.keys(tabs);
  const first = names[0] ?? '';
  const tabOf = (search: string): string => names.find((name) => name === new URLSearchParams(search).get(TAB_KEY)) ?? first;
  const bare = (tab: string): string => (tab === first ? '' : `?${new URLSearchParams({ [TAB_KEY]: tab })}`);
  const keep = (kept: Partial<Record<string, string>>, search: string) => ({ ...kept, [tabOf(search)]: search });

  const region = (tab: string) => ({
    initial: 'unseen',
    description: 'A tab, and what becomes of its page.',
    states: {
      unseen: {
        description: 'Nobody has looked at this tab yet.',
        always: { guard: { type: 'isShown', params: { tab } }, target: 'alive' },
      },
      alive: {
        description: 'The tab has a page of its own, on the screen or behind.',
        invoke: { id: tab, src: tab, input: ({ context: { search } }: { context: PageInput }) => ({ search }) },
        initial: 'starting',
        states: {
          starting: {
            description: 'The page of the tab exists only once this state is entered.',
            always: { target: 'shown', actions: { type: 'tellTab', params: { tab, event: { type: 'page.seen' } } } },
          },
          shown: {
            always: {
              guard: { type: 'isOther', params: { tab } },
              target: 'behind',
              actions: { type: 'tellTab', params: { tab, event: { type: 'page.left' } } },
            },
            on: {
              'page.located': {
                guard: { type: 'isMeant', params: ({ event }: { event: PageInput }) => ({ search: event.search, tab }) },
                actions: { type: 'tellTab', params: ({ event }: { event: AnyEventObject }) => ({ tab, event }) },
              },
              'page.seen': { actions: { type: 'tellTab', params: { tab, event: { type: 'page.seen' } } } },
              'page.left': { actions: { type: 'tellTab', params: { tab, event: { type: 'page.left' } } } },
              'page.refreshRequested': { actions: { type: 'tellTab', params: { tab, event: { type: 'page.refreshRequested' } } } },
            },
          },
          behind: {
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
      isOther: ({ context }, { tab }: { tab: string }) => context.tab !== tab,
      isMeant: (_, { search, tab }: PageInput & { tab: string }) => tabOf(search) === tab,
      isOnScreen: ({ context }, { search }: PageInput) => tabOf(search) === context.tab,
    },
    actions: {
      locate: assign(({ context: { kept } }, { search }: PageInput) => ({ search, tab: tabOf(search), kept: keep(kept, search) })),
      keepPlace: assign(({ context: { kept } }, { search }: PageInput) => ({ kept: keep(kept, search) })),
      turnTo: assign(({ context: { kept } }, { tab }: { tab: string }) => ({ tab, search: kept[tab] ?? bare(tab) })),
      tellTab: sendTo(
        (_, { tab }: ToTab) => tab,
        (_, { event }: ToTab) => event,
      ),
      passOn: passOn<PageFact>(),
    },
  }).createMachine({
    id,
    description,
    context: ({ input: { search } }) => ({ search, tab: tabOf(search), kept: keep({}, search) }),
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
        // Something that a tab behind had asked for came late: the address is another tab's by now.
        { actions: { type: 'keepPlace', params: ({ event }) => event } },
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
            guard: { type: 'isOther', params: ({ event }) => event },
            actions: [
              { type: 'turnTo', params: ({ event }) => event },
              { type: 'passOn', params: ({ context }) => ({ type: 'page.moved', search: context.search, how: 'push' }) },
            ],
          },
        },
      },
      ...(Object.fromEntries(names.map((tab) => [tab, region(tab)])) as object),
    },
  });
  // What is a tab, and which page stands under it, only the caller's types say.
  return machine as unknown as TabbedPageMachine<Tabs>;
}
