import { type ActorRefFrom, assign, sendTo, setup, stopChild } from 'xstate';
import type { HistoryStep, PageFact } from '../kernel/page-contract.ts';
import { missingActor } from '../kernel/placeholders.ts';
import { tell } from '../kernel/tell.ts';
import { tabMachine } from './tab.machine.ts';
import {
  changed,
  movedTo,
  overdueForClosing,
  overdueForSleep,
  pinnedFirst,
  type StoredWorkspace,
  storedWorkspace,
  successorOf,
  type Tab,
} from './tab-list.ts';
import { type Arrival, type Key, keysOf, placeOf, tabAt, type WorkspaceContext, type WorkspaceEvent } from './workspace-contract.ts';

/** How long the first page waits for the tabs of the last visit before it is opened without them. */
export const RESTORE_PATIENCE_MS = 3000;
/** How long changes are gathered before they are sent. */
export const KEEP_PAUSE_MS = 1000;
/** How long after a failure the next try is made. */
export const KEEP_RETRY_MS = 15_000;

/** Asked about where something would be lost, done at once where nothing is. */
const closes = (which: keyof typeof keysOf) => {
  const keys = ({ context, event }: { context: WorkspaceContext; event: Key }) => ({ keys: keysOf[which](context, event.key) });
  return [
    { guard: { type: 'hasUnsettled', params: keys }, target: '.confirmingClose', actions: { type: 'askToClose', params: keys } },
    { target: '.closing', actions: { type: 'askToClose', params: keys } },
  ] as const;
};

const wanted = (arrival: Arrival | undefined) => ({ arrival });

/** A tab that nobody has looked at yet. */
const newTab = (serial: number, { path, search }: Pick<Tab, 'path' | 'search'>, begin: (key: string) => Tab['ref']): Tab => {
  const key = `${path}#${serial}`;
  return { key, path, search, pinned: false, seen: 0, unsettled: false, ref: begin(key) };
};

/** The open tabs of whoever is signed in. It alone asks for page addresses, and keeps everything for the next visit. */
export const workspaceMachine = setup({
  types: {} as { context: WorkspaceContext; events: WorkspaceEvent; tags: 'busy' },
  actors: {
    tab: tabMachine,
    loadWorkspace: missingActor<StoredWorkspace | undefined, { user: number }>('loadWorkspace'),
    saveWorkspace: missingActor<unknown, { user: number; workspace: StoredWorkspace }>('saveWorkspace'),
  },
  guards: {
    isOther: ({ context }, { key }: Key) => key !== context.active && tabAt(context, key) !== undefined,
    isActive: ({ context }, { key }: Key) => key === context.active,
    isOpen: ({ context }, { key }: Key) => tabAt(context, key) !== undefined,
    hasOthers: ({ context }) => context.tabs.length > 1,
    hasShown: ({ context }) => tabAt(context, context.active) !== undefined,
    isUnwaited: ({ context }) => context.pending === undefined,
    hasUnsettled: ({ context }, { keys }: { keys: string[] }) => context.tabs.some((tab) => keys.includes(tab.key) && tab.unsettled),
    /** Somebody came in by the front door and had something open the last time. */
    isComingHome: ({ context }) => context.pending?.byRoot === true && tabAt(context, context.last) !== undefined,
    hasClosing: ({ context }) => context.closing.length > 0,
    closesActive: ({ context }) => context.active !== undefined && context.closing.includes(context.active),
    isTouched: ({ context }) => context.touched,
    /** The address does not say yet where the reader comes to stand. */
    isElsewhere: ({ context }) =>
      context.pending !== undefined && (context.pending.byRoot || placeOf(context, context.pending).search !== context.pending.search),
  },
  delays: { restorePatience: RESTORE_PATIENCE_MS, keepPause: KEEP_PAUSE_MS, keepRetry: KEEP_RETRY_MS },
  actions: {
    keepOwner: assign((_, { user, paths }: { user: number; paths: readonly string[] }) => ({ user, paths })),
    keepPaths: assign((_, { paths }: { paths: readonly string[] }) => ({ paths })),
    keepPending: assign((_, { arrival }: { arrival: Arrival | undefined }) => ({ pending: arrival })),
    takeStored: assign(({ context, spawn }, { stored }: { stored: StoredWorkspace | undefined }) => {
      let { serial } = context;
      const known = (stored?.tabs ?? []).map((tab, index) => ({ ...tab, index }));
      const restored = known
        .filter(({ path }) => context.paths.includes(path) && !context.tabs.some((open) => open.path === path))
        .map((tab): Tab => {
          serial += 1;
          const begun = newTab(serial, tab, (key) => spawn('tab', { id: key, input: { ...tab, key } }));
          return { ...begun, pinned: tab.pinned, seen: tab.index === stored?.active ? 1 : 0 };
        });
      const last = context.active === undefined ? restored.find(({ seen }) => seen > 0)?.key : undefined;
      return { tabs: pinnedFirst([...restored, ...context.tabs]), serial, last, clock: context.clock + 1 };
    }),
    returnToLast: assign(({ context }) => {
      const last = tabAt(context, context.last);
      return last ? { pending: { path: last.path, search: '', isStep: false, byRoot: true, tab: last.key }, last: undefined } : {};
    }),
    makeRoom: assign(({ context: { tabs, active } }) => {
      const overdue = overdueForClosing(tabs, active);
      return overdue ? { tabs: tabs.filter((tab) => tab !== overdue) } : {};
    }),
    stopOverdue: stopChild(({ context: { tabs, active } }) => overdueForClosing(tabs, active)?.ref ?? 'none'),
    open: assign(({ context, spawn }) => {
      const arrival = context.pending;
      if (!arrival || placeOf(context, arrival).key !== undefined) return {};
      const { path, search } = arrival;
      const serial = context.serial + 1;
      const tab = newTab(serial, arrival, (key) => spawn('tab', { id: key, input: { key, path, search } }));
      return { serial, tabs: [...context.tabs, tab] };
    }),
    duplicate: assign(({ context, spawn }, { key: original }: Key) => {
      const tab = tabAt(context, original);
      if (!tab) return {};
      const serial = context.serial + 1;
      const { path, search } = tab;
      const copy = newTab(serial, tab, (key) => spawn('tab', { id: key, input: { key, path, search } }));
      return { serial, tabs: pinnedFirst(context.tabs.toSpliced(context.tabs.indexOf(tab) + 1, 0, copy)) };
    }),
    leaveShown: sendTo(({ context, self }) => tabAt(context, context.active)?.ref ?? self, { type: 'tab.hidden' }),
    /** Whoever wants to be where they are does not leave. */
    leaveForPending: sendTo(
      ({ context, self }) => {
        const wanted = context.pending && placeOf(context, context.pending).key;
        return (wanted === context.active ? undefined : tabAt(context, context.active)?.ref) ?? self;
      },
      { type: 'tab.hidden' },
    ),
    arrive: assign(({ context }) => {
      const place = context.pending && placeOf(context, context.pending);
      if (!place?.key) return { pending: undefined };
      const { key, search } = place;
      return {
        active: key,
        pending: undefined,
        last: undefined,
        clock: context.clock + 1,
        tabs: changed(context.tabs, key, { search, seen: context.clock + 1 }),
      };
    }),
    activate: assign(({ context }, { key }: Key) => ({
      active: key,
      clock: context.clock + 1,
      tabs: changed(context.tabs, key, { seen: context.clock + 1 }),
    })),
    activateNewest: assign(({ context: { tabs, serial, clock } }) => {
      const newest = tabs.find((tab) => tab.key.endsWith(`#${serial}`));
      return newest ? { active: newest.key, clock: clock + 1, tabs: changed(tabs, newest.key, { seen: clock + 1 }) } : {};
    }),
    activateNext: assign(({ context: { tabs, active, clock } }, { by }: { by: 1 | -1 }) => {
      const at = tabs.findIndex((tab) => tab.key === active);
      const next = tabs.at((at + by + tabs.length) % tabs.length);
      return next ? { active: next.key, clock: clock + 1, tabs: changed(tabs, next.key, { seen: clock + 1 }) } : {};
    }),
    deactivate: assign({ active: undefined }),
    adviseSleep: sendTo(({ context, self }) => overdueForSleep(context.tabs, context.active)?.ref ?? self, { type: 'tab.sleepAdvised' }),
    show: sendTo(
      ({ context, self }) => tabAt(context, context.active)?.ref ?? self,
      ({ context }) => ({ type: 'tab.shown', search: tabAt(context, context.active)?.search ?? '' }),
    ),
    refreshShown: sendTo(({ context, self }) => tabAt(context, context.active)?.ref ?? self, { type: 'page.refreshRequested' }),
    keepMove: assign(({ context }, { key, search }: Key & { search: string }) => ({ tabs: changed(context.tabs, key, { search }) })),
    keepStakes: assign(({ context }, { key, unsettled }: Key & { unsettled: boolean }) => ({
      tabs: changed(context.tabs, key, { unsettled }),
    })),
    askToClose: assign((_, { keys }: { keys: string[] }) => ({ closing: keys })),
    spareUnsettled: assign(({ context: { tabs, closing } }) => ({
      closing: closing.filter((key) => tabs.some((tab) => tab.key === key && !tab.unsettled)),
    })),
    forgetClosing: assign({ closing: [] }),
    handOver: assign(({ context: { tabs, active, closing } }) => ({ active: successorOf(tabs, active, closing)?.key })),
    stopNext: stopChild(({ context }) => tabAt(context, context.closing[0])?.ref ?? 'none'),
    forgetNext: assign(({ context: { tabs, closing } }) => ({
      tabs: tabs.filter((tab) => tab.key !== closing[0]),
      closing: closing.slice(1),
    })),
    condemnForbidden: assign(({ context: { tabs, active } }, { paths }: { paths: readonly string[] }) => {
      const closing = tabs.filter((tab) => !paths.includes(tab.path)).map((tab) => tab.key);
      return { paths, closing, active: closing.includes(active ?? '') ? undefined : active };
    }),
    noteTouch: assign({ touched: true }),
    forgetTouch: assign({ touched: false }),
    togglePin: assign(({ context: { tabs } }, { key }: Key) => ({
      tabs: pinnedFirst(tabs.map((tab) => (tab.key === key ? { ...tab, pinned: !tab.pinned } : tab))),
    })),
    reorder: assign(({ context }, { key, index }: Key & { index: number }) => ({ tabs: movedTo(context.tabs, key, index) })),
    tellMoved: tell<WorkspaceContext, { how: HistoryStep }>((context, { how }) => {
      const tab = tabAt(context, context.active);
      return tab ? { type: 'workspace.moved', path: tab.path, search: tab.search, how, tab: tab.key } : { type: 'workspace.emptied' };
    }),
    passOn: tell<WorkspaceContext, Exclude<PageFact, { type: 'page.moved' }>>((_, fact) => fact),
  },
}).createMachine({
  id: 'workspace',
  description: 'The open tabs: restored, opened, shown one at a time, put to sleep, closed, and kept for the next visit.',
  context: {
    user: 0,
    paths: [],
    tabs: [],
    active: undefined,
    closing: [],
    pending: undefined,
    last: undefined,
    clock: 0,
    serial: 0,
    touched: false,
  },
  initial: 'nobodys',
  states: {
    nobodys: {
      description: 'Nobody is signed in; where somebody wants to be is remembered.',
      on: {
        'workspace.began': { target: 'open', actions: { type: 'keepOwner', params: ({ event }) => event } },
        'page.wanted': { actions: { type: 'keepPending', params: ({ event }) => ({ arrival: event }) } },
        'page.dismissed': { actions: { type: 'keepPending', params: { arrival: undefined } } },
      },
    },
    open: {
      description: 'The tabs are those of whoever is signed in.',
      type: 'parallel',
      invoke: {
        id: 'loadWorkspace',
        src: 'loadWorkspace',
        input: ({ context }) => ({ user: context.user }),
        onDone: { target: '.tabs.opening', actions: { type: 'takeStored', params: ({ event }) => ({ stored: event.output }) } },
        onError: '.tabs.opening',
      },
      states: {
        tabs: {
          description: 'Which tabs are open, and which of them is shown.',
          initial: 'restoring',
          on: {
            'workspace.began': { actions: { type: 'keepOwner', params: ({ event }) => event } },
            'pages.permitted': { target: '.closing', actions: { type: 'condemnForbidden', params: ({ event }) => event } },
            'page.wanted': { target: '.opening', actions: { type: 'keepPending', params: ({ event }) => wanted(event) } },
            'page.dismissed': { target: '.working', actions: ['leaveShown', 'deactivate'] },
            // With nothing shown it would come back here, and again.
            'page.refreshRequested': { guard: 'hasShown', actions: 'refreshShown' },
            'page.passwordResetRequested': { actions: { type: 'passOn', params: ({ event }) => event } },
            'page.batchStarted': { actions: { type: 'passOn', params: ({ event }) => event } },
            'tab.moved': [
              {
                guard: { type: 'isActive', params: ({ event }) => event },
                actions: [
                  { type: 'keepMove', params: ({ event }) => event },
                  { type: 'tellMoved', params: ({ event }) => event },
                ],
              },
              { actions: { type: 'keepMove', params: ({ event }) => event } },
            ],
            'tab.chosen': {
              guard: { type: 'isOther', params: ({ event }) => event },
              target: '.working',
              actions: [
                'leaveShown',
                { type: 'activate', params: ({ event }) => event },
                'adviseSleep',
                'show',
                { type: 'tellMoved', params: { how: 'push' } },
              ],
            },
            'tab.stepRequested': {
              guard: 'hasOthers',
              target: '.working',
              actions: [
                'leaveShown',
                { type: 'activateNext', params: ({ event }) => event },
                'adviseSleep',
                'show',
                { type: 'tellMoved', params: { how: 'push' } },
              ],
            },
            'tab.duplicateRequested': {
              guard: { type: 'isOpen', params: ({ event }) => event },
              target: '.working',
              actions: [
                'leaveShown',
                { type: 'duplicate', params: ({ event }) => event },
                'activateNewest',
                'adviseSleep',
                'show',
                { type: 'tellMoved', params: { how: 'push' } },
              ],
            },
            'tab.stakesChanged': { actions: { type: 'keepStakes', params: ({ event }) => event } },
            'tab.pinToggled': { actions: { type: 'togglePin', params: ({ event }) => event } },
            'tab.dragged': { actions: { type: 'reorder', params: ({ event }) => event } },
            'tab.closeRequested': closes('one'),
            'tab.othersCloseRequested': closes('others'),
            'tab.rightCloseRequested': closes('right'),
          },
          states: {
            restoring: {
              description: 'The tabs of the last visit are on their way; the first page waits for them, but not for long.',
              tags: 'busy',
              after: { restorePatience: 'opening' },
              on: {
                'pages.permitted': { actions: { type: 'keepPaths', params: ({ event }) => event } },
                'page.wanted': { actions: { type: 'keepPending', params: ({ event }) => wanted(event) } },
                'page.dismissed': { actions: { type: 'keepPending', params: { arrival: undefined } } },
              },
            },
            opening: {
              description: 'Where somebody wanted to be is opened, or the tab that is open there is shown.',
              always: [
                { guard: 'isUnwaited', target: 'working' },
                { guard: 'isComingHome', target: 'opening', reenter: true, actions: 'returnToLast' },
                {
                  guard: 'isElsewhere',
                  target: 'working',
                  actions: [
                    'stopOverdue',
                    'makeRoom',
                    'leaveForPending',
                    'open',
                    'arrive',
                    'adviseSleep',
                    'show',
                    { type: 'tellMoved', params: { how: 'replace' } },
                  ],
                },
                {
                  target: 'working',
                  actions: ['stopOverdue', 'makeRoom', 'leaveForPending', 'open', 'arrive', 'adviseSleep', 'show'],
                },
              ],
            },
            working: { description: 'The tabs stand as they are wanted.' },
            confirmingClose: {
              description: 'Closing would lose something that was typed, or leave what is being sent in doubt.',
              on: {
                'tab.closeConfirmed': 'closing',
                'tab.settledCloseChosen': { target: 'closing', actions: 'spareUnsettled' },
                'tab.closeCancelled': { target: 'working', actions: 'forgetClosing' },
              },
            },
            closing: {
              description: 'One after the other; first the one that is shown makes way for its neighbour.',
              always: [
                {
                  guard: 'closesActive',
                  target: 'closing',
                  reenter: true,
                  actions: ['handOver', 'adviseSleep', 'show', { type: 'tellMoved', params: { how: 'replace' } }],
                },
                { guard: 'hasClosing', target: 'closing', reenter: true, actions: ['stopNext', 'forgetNext'] },
                { target: 'working' },
              ],
            },
          },
        },
        keeping: {
          description: 'Whether the server has the tabs as they stand.',
          initial: 'kept',
          states: {
            kept: { description: 'It has.', on: { 'workspace.touched': 'changed' } },
            changed: {
              description: 'Not yet: they are saved once they have rested a while.',
              after: { keepPause: 'saving' },
              on: { 'workspace.flushRequested': 'saving' },
            },
            saving: {
              entry: 'forgetTouch',
              invoke: {
                id: 'saveWorkspace',
                src: 'saveWorkspace',
                input: ({ context }) => ({ user: context.user, workspace: storedWorkspace(context) }),
                onDone: [{ guard: 'isTouched', target: 'changed' }, { target: 'kept' }],
                onError: 'unkept',
              },
              on: { 'workspace.touched': { actions: 'noteTouch' } },
            },
            unkept: {
              description: 'The server did not take it; it is tried again, and nothing is lost meanwhile.',
              after: { keepRetry: 'saving' },
              on: { 'workspace.flushRequested': 'saving' },
            },
          },
        },
      },
    },
  },
});

export type Workspace = ActorRefFrom<typeof workspaceMachine>;
