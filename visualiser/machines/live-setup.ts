import { assign, setup } from 'xstate';
import { effect, missingCallback } from '#machines/kernel/placeholders.ts';
import { tell, toChild } from '#machines/kernel/tell.ts';
import type { Chart } from '#visualiser/model/chart.ts';
import type { ShownWindow, ViewerMessage, WindowKey } from '#visualiser/model/protocol.ts';
import type { ActorKey, RecordedEntry, Recording } from '#visualiser/model/recording.ts';
import { composerMachine } from './composer.machine.ts';
import { chooseActor, findActorByPath, findActorPath } from './live-actor.ts';
import {
  type ChannelCommand,
  createWatch,
  findWatchedWindow,
  getActor,
  getWindow,
  isWatched,
  type LiveContext,
  type LiveEvent,
  type ReplayRequest,
  toRecording,
} from './live-context.ts';
import { countMissedHeartbeats, removeSession, updateWindow } from './live-windows.ts';
import { traceMachine } from './trace.machine.ts';
import { appendEntries } from './trace-entries.ts';
import { isPlaceOfKind, type Place } from './visualiser-place.ts';

/** Pages answer within this time. */
const ANSWER_TIMEOUT_MS = 400;

/** With more entries than this, a paused view starts again instead of catching up. */
const MAX_PAUSED_ENTRIES = 20_000;

type Entries = { entries: readonly RecordedEntry[] };
type OfSession = { context: LiveContext; session: string };
type Message = { message: ViewerMessage };

const channel = missingCallback<Record<string, never>, ChannelCommand>('channel');

/** Actors, guards and actions of the live room. */
export const liveSetup = setup({
  types: {} as { context: LiveContext; events: LiveEvent; input: { place: Place } },
  actors: { channel, trace: traceMachine, composer: composerMachine },
  guards: {
    isCurrentPlace: ({ context: { place } }) => isPlaceOfKind(place, 'live'),
    hasChosenWindow: ({ context: { chosen } }) => chosen !== '',
    isWindowPresent: ({ context }) => findWatchedWindow(context) !== undefined,
    isWindowGone: ({ context }) => findWatchedWindow(context) === undefined,
    hasNoWindows: ({ context: { windows } }) => windows.length === 0,
    /** Only chooses the window for a user who looks at the live room. */
    isOnlyWindow: ({ context: { place, windows } }) => isPlaceOfKind(place, 'live') && windows.length === 1,
    hasWindows: ({ context: { windows } }) => windows.length > 0,
    isRefused: ({ context }) => findWatchedWindow(context)?.refused !== undefined,
    isAllowed: ({ context }) => findWatchedWindow(context)?.refused === undefined,
    isReloaded: ({ context }) => findWatchedWindow(context)?.session !== context.session,
    isWatched: ({ context }) => isWatched(context),
    isCurrentSession: (_, { context, session }: OfSession) => session !== '' && session === context.session,
    isStart: (_, { context, session, isWhole }: OfSession & { isWhole: boolean }) => isWhole && session === context.session,
    isContinuation: (_, { context, session, isWhole }: OfSession & { isWhole: boolean }) =>
      !isWhole && context.hasStarted && session === context.session,
    hasSoughtActor: (_, { context, session, entries }: OfSession & Entries) =>
      context.hasStarted &&
      session === context.session &&
      context.soughtPath.length > 0 &&
      entries.some(({ kind }) => kind === 'born') &&
      findActorByPath([...context.entries, ...entries], context.soughtPath) !== undefined,
    isBufferExceeded: (_, { context, session, entries, isWhole }: OfSession & Entries & { isWhole: boolean }) =>
      session === context.session && (isWhole || context.pausedEntries.length + entries.length > MAX_PAUSED_ENTRIES),
    isOtherWindow: (_, { context, place }: { context: LiveContext; place: Place }) =>
      getWindow(place) !== '' && getWindow(place) !== context.chosen,
    isReturning: (_, { context, place }: { context: LiveContext; place: Place }) =>
      isPlaceOfKind(place, 'live') && place.window === '' && context.chosen !== '',
    canSendEvents: ({ context }) => isWatched(context) && findWatchedWindow(context)?.takesEvents === true,
    isOtherActor: (_, { context, key }: { context: LiveContext; key: ActorKey }) => key !== '' && key !== context.actor,
  },
  actions: {
    keepPlace: assign((_, { place }: { place: Place }) => ({ place })),
    keepWindow: assign(({ context }, { window }: { window: ShownWindow }) => ({
      windows: updateWindow(context.windows, window),
      ...(window.window === context.chosen && { title: window.title }),
    })),
    removeSession: assign(({ context }, { session }: { session: string }) => ({ windows: removeSession(context.windows, session) })),
    countMissedHeartbeats: assign(({ context }) => ({ windows: countMissedHeartbeats(context.windows) })),
    chooseWindow: assign(({ context: { windows } }, { place }: { place: Place }) =>
      createWatch(windows, getWindow(place), getActor(place)),
    ),
    keepActor: assign((_, { key }: { key: ActorKey }) => ({ actor: key, soughtPath: [] })),
    keepSoughtPath: assign(({ context: { soughtPath, entries, actor } }) => ({
      soughtPath: soughtPath.length > 0 ? soughtPath : findActorPath(entries, actor),
    })),
    /** The actor that was selected before the reload; the first one until it exists. */
    restoreActor: assign(({ context: { soughtPath, entries, actor } }) => {
      const found = findActorByPath(entries, soughtPath);
      return found === undefined ? { actor: chooseActor(entries, actor) } : { actor: found, soughtPath: [] };
    }),
    chooseOnlyWindow: assign(({ context: { windows } }) => createWatch(windows, windows[0]?.window ?? '')),
    startSession: assign(({ context }) => ({ session: findWatchedWindow(context)?.session ?? '', hasStarted: false })),
    markStarted: assign({ hasStarted: true }),
    keepPreviousRecording: assign(({ context }) => (context.entries.length > 0 ? { previousRecording: toRecording(context) } : {})),
    dismissPreviousRecording: assign({ previousRecording: undefined }),
    replaceEntries: assign((_, { entries, startedAt }: Entries & { startedAt: string }) => ({
      entries: appendEntries([], entries),
      startedAt,
    })),
    appendEntries: assign(({ context }, { entries }: Entries) => ({ entries: appendEntries(context.entries, entries) })),
    clearEntries: assign({ entries: [], pausedEntries: [] }),
    keepForLater: assign(({ context }, { entries }: Entries) => ({ pausedEntries: [...context.pausedEntries, ...entries] })),
    clearPausedEntries: assign({ pausedEntries: [] }),
    keepChart: assign(({ context }, { print, chart }: { print: string; chart: Chart }) => ({
      charts: { ...context.charts, [print]: chart },
      requestedCharts: context.requestedCharts.filter((one) => one !== print),
    })),
    noteChartRequest: assign(({ context: { requestedCharts } }, { print }: { print: string }) => ({
      requestedCharts: [...new Set([...requestedCharts, print])],
    })),
    sendMessage: toChild(channel, 'channel')(({ message }: Message) => ({ type: 'message.posted', message })),
    replaceTrace: toChild(traceMachine, 'trace')(({ entries }: Entries) => ({ type: 'entries.received', entries, isWhole: true })),
    appendToTrace: toChild(traceMachine, 'trace')(({ entries }: Entries) => ({ type: 'entries.received', entries, isWhole: false })),
    passChartToTrace: toChild(
      traceMachine,
      'trace',
    )(({ print, chart }: { print: string; chart: Chart }) => ({
      type: 'chart.received',
      print,
      chart,
    })),
    selectActor: toChild(traceMachine, 'trace')(({ key }: { key: ActorKey }) => ({ type: 'actor.selected', key })),
    passEntriesToComposer: toChild(composerMachine, 'composer')(({ entries }: Entries) => ({ type: 'entries.received', entries })),
    changeComposerTarget: toChild(composerMachine, 'composer')(({ key }: { key: ActorKey }) => ({ type: 'target.changed', key })),
    /** Puts the watched window and actor into the address; a user in another room stays there. */
    requestCurrentPlace: tell(({ place, chosen, actor }: LiveContext) => ({
      type: 'place.requested',
      place: isPlaceOfKind(place, 'live') ? { kind: 'live', window: chosen, actor } : place,
      how: 'replace',
    })),
    requestWindowPlace: tell((_, { window }: { window: WindowKey }) => ({
      type: 'place.requested',
      place: { kind: 'live', window, actor: '' },
      how: 'push',
    })),
    requestReplay: tell((_, { recording }: { recording: Recording }): ReplayRequest => ({ type: 'replay.requested', recording })),
    requestReplayPlace: tell(() => ({ type: 'place.requested', place: { kind: 'recording' }, how: 'push' })),
    saveRecording: effect<{ recording: Recording }>('saveRecording'),
  },
  delays: { answerTimeout: ANSWER_TIMEOUT_MS },
});
