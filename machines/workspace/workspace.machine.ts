import { type ActorRefFrom, assign, raise, sendTo, setup, stopChild } from 'xstate';
import type { HistoryStep, PageFact } from '../kernel/page/page-contract.ts';
import { missingActor } from '../kernel/placeholders.ts';
import { tell } from '../kernel/tell.ts';
import { tabMachine } from './tab.machine.ts';
import { changeTab, findSuccessor, findTabToClose, findTabToSleep, moveTab, type StoredWorkspace, toStoredWorkspace } from './tab-list.ts';
import {
  type Arrival,
  closedKeys,
  findTab,
  resolveArrival,
  type TabKey,
  type WorkspaceContext,
  type WorkspaceEvent,
} from './workspace-contract.ts';
import {
  activateTab,
  addCopy,
  addStored,
  applyPermissions,
  emptyWorkspace,
  findNeighbour,
  findNewest,
  findTabToHide,
  makeRoom,
  openPending,
  removeNextClosing,
  showPending,
  spareUnsettled,
  togglePin,
  toMovedFact,
} from './workspace-rules.ts';

/** How long the first page waits for the stored tabs before it is opened without them. */
export const RESTORE_TIMEOUT_MS = 3000;
/** How long changes are collected before they are saved. */
export const SAVE_PAUSE_MS = 1000;
/** How long to wait after a failed load or save before the next attempt. */
export const SAVE_RETRY_MS = 15_000;

/** Asks before something would be lost, and closes at once otherwise. */
const closeTransitions = (which: keyof typeof closedKeys) => {
  const keys = ({ context, event }: { context: WorkspaceContext; event: TabKey }) => ({ keys: closedKeys[which](context, event.key) });
  return [
    { guard: { type: 'hasUnsettled', params: keys }, target: '.confirmingClose', actions: { type: 'askToClose', params: keys } },
    { target: '.closing', actions: { type: 'askToClose', params: keys } },
  ] as const;
};

const toPending = (arrival: Arrival | undefined) => ({ arrival });

/** The open tabs of the signed-in user. Only this machine writes page addresses, and it stores everything for the next visit. */
export const workspaceMachine = setup({
  types: {} as { context: WorkspaceContext; events: WorkspaceEvent; tags: 'busy' | 'unknown' },
  actors: {
    tab: tabMachine,
    loadWorkspace: missingActor<StoredWorkspace | undefined, { user: number }>('loadWorkspace'),
    saveWorkspace: missingActor<unknown, { user: number; workspace: StoredWorkspace }>('saveWorkspace'),
  },
  guards: {
    isAnotherTab: ({ context }, { key }: TabKey) => key !== context.active && findTab(context, key) !== undefined,
    isActive: ({ context }, { key }: TabKey) => key === context.active,
    isOpen: ({ context }, { key }: TabKey) => findTab(context, key) !== undefined,
    hasOthers: ({ context }) => context.tabs.length > 1,
    hasShown: ({ context }) => findTab(context, context.active) !== undefined,
    hasNothingPending: ({ context }) => context.pending === undefined,
    hasUnsettled: ({ context }, { keys }: { keys: string[] }) => context.tabs.some((tab) => keys.includes(tab.key) && tab.unsettled),
    hasClosing: ({ context }) => context.closing.length > 0,
    closesActive: ({ context }) => context.active !== undefined && context.closing.includes(context.active),
    hasChanged: ({ context }) => context.hasChanges,
    /** The address does not name the final query string of the pending arrival yet. */
    movesAddress: ({ context }) =>
      context.pending !== undefined && resolveArrival(context, context.pending).search !== context.pending.search,
  },
  delays: { restoreTimeout: RESTORE_TIMEOUT_MS, savePause: SAVE_PAUSE_MS, saveRetry: SAVE_RETRY_MS },
  actions: {
    keepOwner: assign((_, { user, paths }: { user: number; paths: readonly string[] }) => ({ user, paths })),
    keepPaths: assign((_, { paths }: { paths: readonly string[] }) => ({ paths })),
    keepPending: assign((_, { arrival }: { arrival: Arrival | undefined }) => ({ pending: arrival })),
    addStored: assign(({ context, spawn }, { stored }: { stored: StoredWorkspace | undefined }) =>
      addStored(context, stored, (input) => spawn('tab', { id: input.key, input })),
    ),
    raiseAnswered: raise({ type: 'workspace.answered' }),
    makeRoom: assign(({ context }) => makeRoom(context)),
    stopOverdue: stopChild(({ context: { tabs, active } }) => findTabToClose(tabs, active)?.ref ?? 'none'),
    open: assign(({ context, spawn }) => openPending(context, (input) => spawn('tab', { id: input.key, input }))),
    duplicate: assign(({ context, spawn }, { key }: TabKey) => addCopy(context, key, (input) => spawn('tab', { id: input.key, input }))),
    hideActive: sendTo(({ context, self }) => findTab(context, context.active)?.ref ?? self, { type: 'tab.hidden' }),
    hideForPending: sendTo(({ context, self }) => findTabToHide(context)?.ref ?? self, { type: 'tab.hidden' }),
    showPending: assign(({ context }) => showPending(context)),
    activate: assign(({ context }, { key }: TabKey) => activateTab(context, key)),
    activateNewest: assign(({ context }) => activateTab(context, findNewest(context))),
    activateNext: assign(({ context }, { by }: { by: 1 | -1 }) => activateTab(context, findNeighbour(context, by))),
    deactivate: assign({ active: undefined }),
    adviseSleep: sendTo(({ context, self }) => findTabToSleep(context.tabs, context.active)?.ref ?? self, { type: 'tab.sleepAdvised' }),
    show: sendTo(
      ({ context, self }) => findTab(context, context.active)?.ref ?? self,
      ({ context }) => ({ type: 'tab.shown', search: findTab(context, context.active)?.search ?? '' }),
    ),
    refreshShown: sendTo(({ context, self }) => findTab(context, context.active)?.ref ?? self, { type: 'page.refreshRequested' }),
    keepMove: assign(({ context }, { key, search }: TabKey & { search: string }) => ({ tabs: changeTab(context.tabs, key, { search }) })),
    keepUnsettled: assign(({ context }, { key, unsettled }: TabKey & { unsettled: boolean }) => ({
      tabs: changeTab(context.tabs, key, { unsettled }),
    })),
    askToClose: assign((_, { keys }: { keys: string[] }) => ({ closing: keys })),
    spareUnsettled: assign(({ context }) => spareUnsettled(context)),
    forgetClosing: assign({ closing: [] }),
    activateSuccessor: assign(({ context: { tabs, active, closing } }) => ({ active: findSuccessor(tabs, active, closing)?.key })),
    stopNext: stopChild(({ context }) => findTab(context, context.closing[0])?.ref ?? 'none'),
    forgetNext: assign(({ context }) => removeNextClosing(context)),
    applyPermissions: assign(({ context, spawn }, { paths }: { paths: readonly string[] }) =>
      applyPermissions(context, paths, (input) => spawn('tab', { id: input.key, input })),
    ),
    markChanged: assign({ hasChanges: true }),
    clearChanged: assign({ hasChanges: false }),
    togglePin: assign(({ context }, { key }: TabKey) => togglePin(context, key)),
    reorder: assign(({ context }, { key, index }: TabKey & { index: number }) => ({ tabs: moveTab(context.tabs, key, index) })),
    tellMoved: tell<WorkspaceContext, { how: HistoryStep }>((context, { how }) => toMovedFact(context, how)),
    passOn: tell<WorkspaceContext, Exclude<PageFact, { type: 'page.moved' }>>((_, fact) => fact),
  },
}).createMachine({
  id: 'workspace',
  description: 'The open tabs: restored, opened, shown one at a time, put to sleep, closed, and saved for the next visit.',
  context: emptyWorkspace,
  initial: 'signedOut',
  states: {
    signedOut: {
      description: 'Signed out; the requested place is saved for later.',
      on: {
        'workspace.started': { target: 'open', actions: { type: 'keepOwner', params: ({ event }) => event } },
        'page.requested': { actions: { type: 'keepPending', params: ({ event }) => ({ arrival: event }) } },
        'page.dismissed': { actions: { type: 'keepPending', params: { arrival: undefined } } },
      },
    },
    open: {
      description: 'The tabs of the signed-in user.',
      type: 'parallel',
      states: {
        tabs: {
          description: 'Which tabs are open, and which one is active.',
          initial: 'restoring',
          on: {
            'workspace.started': { actions: { type: 'keepOwner', params: ({ event }) => event } },
            'pages.permitted': { target: '.closing', actions: { type: 'applyPermissions', params: ({ event }) => event } },
            'page.requested': { target: '.opening', actions: { type: 'keepPending', params: ({ event }) => toPending(event) } },
            'page.dismissed': { target: '.working', actions: ['hideActive', 'deactivate'] },
            // Without an active tab the event would be sent back here, endlessly.
            'page.refreshRequested': { guard: 'hasShown', actions: 'refreshShown' },
            'page.passwordResetRequested': { actions: { type: 'passOn', params: ({ event }) => event } },
            'page.alertDeliveryRequested': { actions: { type: 'passOn', params: ({ event }) => event } },
            'page.alertsRead': { actions: { type: 'passOn', params: ({ event }) => event } },
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
              guard: { type: 'isAnotherTab', params: ({ event }) => event },
              target: '.working',
              actions: [
                'hideActive',
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
                'hideActive',
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
                'hideActive',
                { type: 'duplicate', params: ({ event }) => event },
                'activateNewest',
                'adviseSleep',
                'show',
                { type: 'tellMoved', params: { how: 'push' } },
              ],
            },
            'tab.unsettledChanged': { actions: { type: 'keepUnsettled', params: ({ event }) => event } },
            'tab.pinToggled': { actions: { type: 'togglePin', params: ({ event }) => event } },
            'tab.dragged': { actions: { type: 'reorder', params: ({ event }) => event } },
            'tab.closeRequested': closeTransitions('one'),
            'tab.othersCloseRequested': closeTransitions('others'),
            'tab.rightCloseRequested': closeTransitions('right'),
          },
          states: {
            restoring: {
              description: 'The stored tabs are loading; the first page waits for them for a limited time.',
              tags: 'busy',
              after: { restoreTimeout: 'opening' },
              on: {
                'workspace.answered': 'opening',
                'pages.permitted': { actions: { type: 'keepPaths', params: ({ event }) => event } },
                'page.requested': { actions: { type: 'keepPending', params: ({ event }) => toPending(event) } },
                'page.dismissed': { actions: { type: 'keepPending', params: { arrival: undefined } } },
              },
            },
            opening: {
              description: 'Opens the pending place, or shows the tab that is open there.',
              always: [
                { guard: 'hasNothingPending', target: 'working' },
                {
                  guard: 'movesAddress',
                  target: 'working',
                  actions: [
                    'stopOverdue',
                    'makeRoom',
                    'hideForPending',
                    'open',
                    'showPending',
                    'adviseSleep',
                    'show',
                    { type: 'tellMoved', params: { how: 'replace' } },
                  ],
                },
                {
                  target: 'working',
                  actions: ['stopOverdue', 'makeRoom', 'hideForPending', 'open', 'showPending', 'adviseSleep', 'show'],
                },
              ],
            },
            working: { description: 'Nothing is pending.' },
            confirmingClose: {
              description: 'Closing would lose typed content or interrupt a running request; the user decides.',
              on: {
                'tab.closeConfirmed': 'closing',
                'tab.closeSettledChosen': { target: 'closing', actions: 'spareUnsettled' },
                'tab.closeCancelled': { target: 'working', actions: 'forgetClosing' },
              },
            },
            closing: {
              description: 'Tabs are closed one after the other; an active one first hands over to its neighbour.',
              always: [
                {
                  guard: 'closesActive',
                  target: 'closing',
                  reenter: true,
                  actions: ['activateSuccessor', 'adviseSleep', 'show', { type: 'tellMoved', params: { how: 'replace' } }],
                },
                { guard: 'hasClosing', target: 'closing', reenter: true, actions: ['stopNext', 'forgetNext'] },
                { target: 'working' },
              ],
            },
          },
        },
        storing: {
          description: 'Whether the server has the current tabs. Nothing is saved before the stored tabs are known.',
          initial: 'loading',
          states: {
            loading: {
              description: 'The stored tabs are loading.',
              tags: 'unknown',
              invoke: {
                id: 'loadWorkspace',
                src: 'loadWorkspace',
                input: ({ context }) => ({ user: context.user }),
                onDone: [
                  {
                    guard: 'hasChanged',
                    target: 'changed',
                    actions: [{ type: 'addStored', params: ({ event }) => ({ stored: event.output }) }, 'raiseAnswered'],
                  },
                  {
                    target: 'saved',
                    actions: [{ type: 'addStored', params: ({ event }) => ({ stored: event.output }) }, 'raiseAnswered'],
                  },
                ],
                onError: { target: 'loadFailed', actions: 'raiseAnswered' },
              },
              on: { 'workspace.changed': { actions: 'markChanged' } },
            },
            loadFailed: {
              description: 'The stored tabs could not be loaded; loading is retried, and nothing is saved meanwhile.',
              tags: 'unknown',
              after: { saveRetry: 'loading' },
              on: { 'workspace.changed': { actions: 'markChanged' } },
            },
            saved: { description: 'The server has the current tabs.', on: { 'workspace.changed': 'changed' } },
            changed: {
              description: 'There are unsaved changes; they are saved after a pause.',
              after: { savePause: 'saving' },
              on: { 'workspace.flushRequested': 'saving' },
            },
            saving: {
              entry: 'clearChanged',
              invoke: {
                id: 'saveWorkspace',
                src: 'saveWorkspace',
                input: ({ context }) => ({ user: context.user, workspace: toStoredWorkspace(context) }),
                onDone: [{ guard: 'hasChanged', target: 'changed' }, { target: 'saved' }],
                onError: 'saveFailed',
              },
              on: { 'workspace.changed': { actions: 'markChanged' } },
            },
            saveFailed: {
              description: 'The save failed; it is retried, and nothing is lost meanwhile.',
              after: { saveRetry: 'saving' },
              on: { 'workspace.flushRequested': 'saving' },
            },
          },
        },
      },
    },
  },
});

export type Workspace = ActorRefFrom<typeof workspaceMachine>;
