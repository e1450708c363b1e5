import { assign, setup } from 'xstate';
import { effect, missingCallback } from '#machines/kernel/placeholders.ts';
import { tell, toChild } from '#machines/kernel/tell.ts';
import type { Chart } from '#visualiser/model/chart.ts';
import type { ShownWindow, ViewerMessage, WindowKey } from '#visualiser/model/protocol.ts';
import type { ActorKey, RecordedEntry, Recording } from '#visualiser/model/recording.ts';
import { composerMachine } from './composer.machine.ts';
import { actorAlong, firstActor, pathOf } from './live-actor.ts';
import {
  actorAt,
  type ChannelEvent,
  isWatched,
  type LiveContext,
  type LiveEvent,
  type RecordingHanded,
  shownPart,
  watching,
  windowAt,
  windowOf,
} from './live-context.ts';
import { withoutSession, withSilence, withWindow } from './live-windows.ts';
import { traceMachine } from './trace.machine.ts';
import { continued } from './trace-entries.ts';
import { isAt, type Place } from './visualiser-place.ts';

/** Whoever is there answers within so many milliseconds. */
const ANSWER_MS = 400;

/** More entries than these are not kept for later. */
const MOST_WAITING = 20_000;

type Told = { entries: readonly RecordedEntry[] };
type ToldBy = { context: LiveContext; session: string };
type Said = { message: ViewerMessage };

const channel = missingCallback<Record<string, never>, ChannelEvent>('channel');

/** What the machine of live pages can tell, ask and remember. */
export const liveSetup = setup({
  types: {} as { context: LiveContext; events: LiveEvent; input: { place: Place } },
  actors: { channel, trace: traceMachine, composer: composerMachine },
  guards: {
    isHere: ({ context: { place } }) => isAt(place, 'live'),
    isChosen: ({ context: { chosen } }) => chosen !== '',
    isThere: ({ context }) => windowOf(context) !== undefined,
    isGone: ({ context }) => windowOf(context) === undefined,
    isEmpty: ({ context: { windows } }) => windows.length === 0,
    /** Only who looks is led somewhere. */
    isLone: ({ context: { place, windows } }) => isAt(place, 'live') && windows.length === 1,
    hasWindows: ({ context: { windows } }) => windows.length > 0,
    isRefused: ({ context }) => windowOf(context)?.refused !== undefined,
    isAdmitted: ({ context }) => windowOf(context)?.refused === undefined,
    isReloaded: ({ context }) => windowOf(context)?.session !== context.session,
    isWatched: ({ context }) => isWatched(context),
    isOurs: (_, { context, session }: ToldBy) => session !== '' && session === context.session,
    isBeginning: (_, { context, session, isWhole }: ToldBy & { isWhole: boolean }) => isWhole && session === context.session,
    isContinuing: (_, { context, session, isWhole }: ToldBy & { isWhole: boolean }) =>
      !isWhole && context.isBegun && session === context.session,
    isSoughtFound: (_, { context, session, entries }: ToldBy & Told) =>
      context.isBegun &&
      session === context.session &&
      context.sought.length > 0 &&
      entries.some(({ kind }) => kind === 'born') &&
      actorAlong([...context.entries, ...entries], context.sought) !== undefined,
    isTooMuch: (_, { context, session, entries, isWhole }: ToldBy & Told & { isWhole: boolean }) =>
      session === context.session && (isWhole || context.waiting.length + entries.length > MOST_WAITING),
    leadsElsewhere: (_, { context, place }: { context: LiveContext; place: Place }) =>
      windowAt(place) !== '' && windowAt(place) !== context.chosen,
    leadsBack: (_, { context, place }: { context: LiveContext; place: Place }) =>
      isAt(place, 'live') && place.window === '' && context.chosen !== '',
    takesEvents: ({ context }) => isWatched(context) && windowOf(context)?.takesEvents === true,
    isAnotherActor: (_, { context, key }: { context: LiveContext; key: ActorKey }) => key !== '' && key !== context.actor,
  },
  actions: {
    goTo: assign((_, { place }: { place: Place }) => ({ place })),
    noteWindow: assign(({ context }, { window }: { window: ShownWindow }) => ({
      windows: withWindow(context.windows, window),
      ...(window.window === context.chosen && { title: window.title }),
    })),
    forgetWindow: assign(({ context }, { session }: { session: string }) => ({ windows: withoutSession(context.windows, session) })),
    countSilence: assign(({ context }) => ({ windows: withSilence(context.windows) })),
    choose: assign(({ context: { windows } }, { place }: { place: Place }) => watching(windows, windowAt(place), actorAt(place))),
    lookAt: assign((_, { key }: { key: ActorKey }) => ({ actor: key, sought: [] })),
    noteSought: assign(({ context: { sought, entries, actor } }) => ({ sought: sought.length > 0 ? sought : pathOf(entries, actor) })),
    /** The same actor as before the reload; while it is not there, the first one. */
    findActor: assign(({ context: { sought, entries, actor } }) => {
      const found = actorAlong(entries, sought);
      return found === undefined ? { actor: firstActor(entries, actor) } : { actor: found, sought: [] };
    }),
    chooseLone: assign(({ context: { windows } }) => watching(windows, windows[0]?.window ?? '')),
    beginSession: assign(({ context }) => ({ session: windowOf(context)?.session ?? '', isBegun: false })),
    noteBegun: assign({ isBegun: true }),
    keepFormer: assign(({ context }) => (context.entries.length > 0 ? { former: shownPart(context) } : {})),
    forgetFormer: assign({ former: undefined }),
    takeWhole: assign((_, { entries, startedAt }: Told & { startedAt: string }) => ({ entries: continued([], entries), startedAt })),
    takeMore: assign(({ context }, { entries }: Told) => ({ entries: continued(context.entries, entries) })),
    letEntriesGo: assign({ entries: [], waiting: [] }),
    wait: assign(({ context }, { entries }: Told) => ({ waiting: [...context.waiting, ...entries] })),
    forgetWaiting: assign({ waiting: [] }),
    keepChart: assign(({ context }, { print, chart }: { print: string; chart: Chart }) => ({
      charts: { ...context.charts, [print]: chart },
      wanted: context.wanted.filter((one) => one !== print),
    })),
    noteWanted: assign(({ context: { wanted } }, { print }: { print: string }) => ({ wanted: [...new Set([...wanted, print])] })),
    say: toChild(channel, 'channel')(({ message }: Said) => ({ type: 'message.given', message })),
    giveWhole: toChild(traceMachine, 'trace')(({ entries }: Told) => ({ type: 'entries.arrived', entries, isWhole: true })),
    giveMore: toChild(traceMachine, 'trace')(({ entries }: Told) => ({ type: 'entries.arrived', entries, isWhole: false })),
    giveChart: toChild(
      traceMachine,
      'trace',
    )(({ print, chart }: { print: string; chart: Chart }) => ({
      type: 'chart.arrived',
      print,
      chart,
    })),
    select: toChild(traceMachine, 'trace')(({ key }: { key: ActorKey }) => ({ type: 'actor.selected', key })),
    tellComposer: toChild(composerMachine, 'composer')(({ entries }: Told) => ({ type: 'entries.arrived', entries })),
    turnComposer: toChild(composerMachine, 'composer')(({ key }: { key: ActorKey }) => ({ type: 'target.changed', key })),
    /** The address says again what is looked at; who is in another room stays there. */
    tellMoved: tell(({ place, chosen, actor }: LiveContext) => ({
      type: 'room.moved',
      place: isAt(place, 'live') ? { kind: 'live', window: chosen, actor } : place,
      how: 'replace',
    })),
    tellChosen: tell((_, { window }: { window: WindowKey }) => ({
      type: 'room.moved',
      place: { kind: 'live', window, actor: '' },
      how: 'push',
    })),
    tellHanded: tell((_, { recording }: { recording: Recording }): RecordingHanded => ({ type: 'recording.handed', recording })),
    tellReplay: tell(() => ({ type: 'room.moved', place: { kind: 'recording' }, how: 'push' })),
    saveRecording: effect<{ recording: Recording }>('saveRecording'),
  },
  delays: { ANSWER_MS },
});
