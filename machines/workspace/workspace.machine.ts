import { type ActorRefFrom, assign, raise, sendTo, setup, stopChild } from 'xstate';
import type { HistoryStep, PageFact } from '../kernel/page/page-contract.ts';
import { missingActor } from '../kernel/placeholders.ts';
import { tell } from '../kernel/tell.ts';
import { tabMachine } from './tab.machine.ts';
import { changed, movedTo, overdueForClosing, overdueForSleep, type StoredWorkspace, storedWorkspace, successorOf } from './tab-list.ts';
import { type Arrival, type Key, keysOf, placeOf, tabAt, type WorkspaceContext, type WorkspaceEvent } from './workspace-contract.ts';
import {
  arrived,
  leftForPending,
  movedFact,
  neighbourIn,
  newestIn,
  nobodysTabs,
  permitted,
  pinToggled,
  shownNow,
  sparingUnsettled,
  withCopy,
  withoutNext,
  withPending,
  withRoom,
  withStored,
} from './workspace-rules.ts';

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

/** The open tabs of whoever is signed in. It alone asks for page addresses, and keeps everything for the next visit. */
export const workspaceMachine = setup({
  types: {} as { context: WorkspaceContext; events: WorkspaceEvent; tags: 'busy' | 'unknown' },
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
    hasClosing: ({ context }) => context.closing.length > 0,
    closesActive: ({ context }) => context.active !== undefined && context.closing.includes(context.active),
    isTouched: ({ context }) => context.touched,
    /** The address does not say yet where the reader comes to stand. */
    isElsewhere: ({ context }) => context.pending !== undefined && placeOf(context, context.pending).search !== context.pending.search,
  },
  delays: { restorePatience: RESTORE_PATIENCE_MS, keepPause: KEEP_PAUSE_MS, keepRetry: KEEP_RETRY_MS },
  actions: {
    keepOwner: assign((_, { user, paths }: { user: number; paths: readonly string[] }) => ({ user, paths })),
    keepPaths: assign((_, { paths }: { paths: readonly string[] }) => ({ paths })),
    keepPending: assign((_, { arrival }: { arrival: Arrival | undefined }) => ({ pending: arrival })),
    takeStored: assign(({ context, spawn }, { stored }: { stored: StoredWorkspace | undefined }) =>
      withStored(context, stored, (input) => spawn('tab', { id: input.key, input })),
    ),
    raiseAnswered: raise({ type: 'workspace.answered' }),
    makeRoom: assign(({ context }) => withRoom(context)),
    stopOverdue: stopChild(({ context: { tabs, active } }) => overdueForClosing(tabs, active)?.ref ?? 'none'),
    open: assign(({ context, spawn }) => withPending(context, (input) => spawn('tab', { id: input.key, input }))),
    duplicate: assign(({ context, spawn }, { key }: Key) => withCopy(context, key, (input) => spawn('tab', { id: input.key, input }))),
    leaveShown: sendTo(({ context, self }) => tabAt(context, context.active)?.ref ?? self, { type: 'tab.hidden' }),
    leaveForPending: sendTo(({ context, self }) => leftForPending(context)?.ref ?? self, { type: 'tab.hidden' }),
    arrive: assign(({ context }) => arrived(context)),
    activate: assign(({ context }, { key }: Key) => shownNow(context, key)),
    activateNewest: assign(({ context }) => shownNow(context, newestIn(context))),
    activateNext: assign(({ context }, { by }: { by: 1 | -1 }) => shownNow(context, neighbourIn(context, by))),
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
    spareUnsettled: assign(({ context }) => sparingUnsettled(context)),
    forgetClosing: assign({ closing: [] }),
    handOver: assign(({ context: { tabs, active, closing } }) => ({ active: successorOf(tabs, active, closing)?.key })),
    stopNext: stopChild(({ context }) => tabAt(context, context.closing[0])?.ref ?? 'none'),
    forgetNext: assign(({ context }) => withoutNext(context)),
    condemnForbidden: assign(({ context, spawn }, { paths }: { paths: readonly string[] }) =>
      permitted(context, paths, (input) => spawn('tab', { id: input.key, input })),
    ),
    noteTouch: assign({ touched: true }),
    forgetTouch: assign({ touched: false }),
    togglePin: assign(({ context }, { key }: Key) => pinToggled(context, key)),
    reorder: assign(({ context }, { key, index }: Key & { index: number }) => ({ tabs: movedTo(context.tabs, key, index) })),
    tellMoved: tell<WorkspaceContext, { how: HistoryStep }>((context, { how }) => movedFact(context, how)),
    passOn: tell<WorkspaceContext, Exclude<PageFact, { type: 'page.moved' }>>((_, fact) => fact),
  },
}).createMachine({
  id: 'workspace',
  description: 'The open tabs: restored, opened, shown one at a time, put to sleep, closed, and kept for the next visit.',
  context: nobodysTabs,
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
                'workspace.answered': 'opening',
                'pages.permitted': { actions: { type: 'keepPaths', params: ({ event }) => event } },
                'page.wanted': { actions: { type: 'keepPending', params: ({ event }) => wanted(event) } },
                'page.dismissed': { actions: { type: 'keepPending', params: { arrival: undefined } } },
              },
            },
            opening: {
              description: 'Where somebody wanted to be is opened, or the tab that is open there is shown.',
              always: [
                { guard: 'isUnwaited', target: 'working' },
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
          description: 'Whether the server has the tabs as they stand. Nothing is saved over the last visit before that is known.',
          initial: 'loading',
          states: {
            loading: {
              description: 'The tabs of the last visit are asked for.',
              tags: 'unknown',
              invoke: {
                id: 'loadWorkspace',
                src: 'loadWorkspace',
                input: ({ context }) => ({ user: context.user }),
                onDone: [
                  {
                    guard: 'isTouched',
                    target: 'changed',
                    actions: [{ type: 'takeStored', params: ({ event }) => ({ stored: event.output }) }, 'raiseAnswered'],
                  },
                  {
                    target: 'kept',
                    actions: [{ type: 'takeStored', params: ({ event }) => ({ stored: event.output }) }, 'raiseAnswered'],
                  },
                ],
                onError: { target: 'unloaded', actions: 'raiseAnswered' },
              },
              on: { 'workspace.touched': { actions: 'noteTouch' } },
            },
            unloaded: {
              description: 'They did not come: they are asked for again, and nothing is saved meanwhile.',
              tags: 'unknown',
              after: { keepRetry: 'loading' },
              on: { 'workspace.touched': { actions: 'noteTouch' } },
            },
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
