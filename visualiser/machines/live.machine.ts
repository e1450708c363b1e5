import type { ActorRefFrom } from 'xstate';
import { createWatch, getActor, getRecordingPart, getWindow } from './live-context.ts';
import { liveSetup } from './live-setup.ts';

/** Watches pages of this browser while they run. */
export const liveMachine = liveSetup.createMachine({
  id: 'live',
  description: 'Watches pages of this browser while they run.',
  context: ({ input: { place } }) => ({ place, windows: [], charts: {}, ...createWatch([], getWindow(place), getActor(place)) }),
  invoke: [
    {
      id: 'trace',
      src: 'trace',
      input: ({ context: { actor } }) => ({ entries: [], isLive: true, ...(actor !== '' && { actor }) }),
    },
    { id: 'composer', src: 'composer', input: ({ context }) => ({ target: context.actor }) },
  ],
  initial: 'unvisited',
  on: {
    'place.changed': { actions: { type: 'keepPlace', params: ({ event }) => event } },
    'recording.saveRequested': {
      actions: { type: 'saveRecording', params: ({ context, event }) => ({ recording: getRecordingPart(context, event.part) }) },
    },
    'recording.openRequested': {
      actions: [
        { type: 'requestReplay', params: ({ context, event }) => ({ recording: getRecordingPart(context, event.part) }) },
        'requestReplayPlace',
      ],
    },
    'previousRecording.dismissed': { actions: 'dismissPreviousRecording' },
    'window.chosen': { actions: { type: 'requestWindowPlace', params: ({ event }) => event } },
  },
  states: {
    unvisited: {
      description: 'The room has not been visited yet, so no page is asked anything.',
      always: { guard: 'isCurrentPlace', target: 'visited' },
      on: {
        'place.changed': {
          actions: [
            { type: 'keepPlace', params: ({ event }) => event },
            { type: 'chooseWindow', params: ({ event }) => event },
            { type: 'selectActor', params: ({ context }) => ({ key: context.actor }) },
            { type: 'changeComposerTarget', params: ({ context }) => ({ key: context.actor }) },
          ],
        },
      },
    },
    unsupported: { description: 'The browser has no channel between its windows.' },
    visited: {
      description: 'From the first visit on, also while the user is in another room, so that no entry is missed.',
      type: 'parallel',
      invoke: { id: 'channel', src: 'channel', input: {} },
      on: {
        'channel.unsupported': 'unsupported',
        'place.changed': [
          {
            description: 'Another window.',
            guard: { type: 'isOtherWindow', params: ({ context, event }) => ({ context, place: event.place }) },
            target: '.connection.noWindows',
            actions: [
              { type: 'sendMessage', params: ({ context: { session } }) => ({ message: { kind: 'unwatch', session } }) },
              { type: 'keepPlace', params: ({ event }) => event },
              { type: 'chooseWindow', params: ({ event }) => event },
              { type: 'replaceTrace', params: { entries: [] } },
              { type: 'selectActor', params: ({ context }) => ({ key: context.actor }) },
              { type: 'changeComposerTarget', params: ({ context }) => ({ key: context.actor }) },
            ],
          },
          {
            description: 'Back to the watched window.',
            guard: { type: 'isReturning', params: ({ context, event }) => ({ context, place: event.place }) },
            actions: [{ type: 'keepPlace', params: ({ event }) => event }, 'requestCurrentPlace'],
          },
          {
            description: 'Another actor of the same window.',
            guard: { type: 'isOtherActor', params: ({ context, event }) => ({ context, key: getActor(event.place) }) },
            actions: [
              { type: 'keepPlace', params: ({ event }) => event },
              { type: 'keepActor', params: ({ event }) => ({ key: getActor(event.place) }) },
              { type: 'selectActor', params: ({ context }) => ({ key: context.actor }) },
              { type: 'changeComposerTarget', params: ({ context }) => ({ key: context.actor }) },
            ],
          },
          { actions: { type: 'keepPlace', params: ({ event }) => event } },
        ],
        'window.announced': { actions: { type: 'keepWindow', params: ({ event }) => event } },
        'session.ended': { actions: { type: 'removeSession', params: ({ event }) => event } },
        'heartbeat.elapsed': [
          {
            guard: 'isWatched',
            actions: [
              'countMissedHeartbeats',
              { type: 'sendMessage', params: { message: { kind: 'looking' } } },
              {
                type: 'sendMessage',
                params: ({ context: { session, hasStarted } }) => ({ message: { kind: 'watch', session, begin: !hasStarted } }),
              },
            ],
          },
          { actions: ['countMissedHeartbeats', { type: 'sendMessage', params: { message: { kind: 'looking' } } }] },
        ],
        'trace.actorSelected': {
          guard: { type: 'isOtherActor', params: ({ context, event }) => ({ context, key: event.key }) },
          actions: [
            { type: 'keepActor', params: ({ event }) => event },
            { type: 'changeComposerTarget', params: ({ event }) => event },
            'requestCurrentPlace',
          ],
        },
        'trace.chartRequested': {
          actions: [
            { type: 'noteChartRequest', params: ({ event }) => event },
            {
              type: 'sendMessage',
              params: ({ context: { session }, event: { print } }) => ({ message: { kind: 'chartWanted', session, print } }),
            },
          ],
        },
        'chart.received': {
          guard: { type: 'isCurrentSession', params: ({ context, event }) => ({ context, session: event.session }) },
          actions: [
            { type: 'keepChart', params: ({ event }) => event },
            { type: 'passChartToTrace', params: ({ event }) => event },
          ],
        },
        'composer.eventSubmitted': {
          guard: 'canSendEvents',
          actions: {
            type: 'sendMessage',
            params: ({ context: { session }, event: { actor, event } }) => ({ message: { kind: 'send', session, actor, event } }),
          },
        },
      },
      states: {
        connection: {
          description: 'Which window is watched, and whether it sends entries.',
          initial: 'searching',
          states: {
            searching: {
              description: 'All windows were asked to announce themselves.',
              entry: { type: 'sendMessage', params: { message: { kind: 'looking' } } },
              always: { guard: 'isWindowPresent', target: 'connected' },
              after: { answerTimeout: 'noWindows' },
            },
            noWindows: {
              description: 'No page with machines answered.',
              always: [
                { guard: 'isWindowPresent', target: 'connected' },
                { guard: 'hasChosenWindow', target: 'windowMissing' },
                { guard: 'isOnlyWindow', target: 'connected', actions: ['chooseOnlyWindow', 'requestCurrentPlace'] },
                { guard: 'hasWindows', target: 'choosing' },
              ],
            },
            choosing: {
              description: 'Several windows are there, and none was chosen.',
              always: [
                { guard: 'isOnlyWindow', target: 'connected', actions: ['chooseOnlyWindow', 'requestCurrentPlace'] },
                { guard: 'hasNoWindows', target: 'noWindows' },
              ],
            },
            windowMissing: {
              description: 'The window named in the address does not answer.',
              always: { guard: 'isWindowPresent', target: 'connected' },
            },
            connected: {
              description: 'The chosen window is there.',
              initial: 'refused',
              always: { guard: 'isWindowGone', target: 'lost' },
              states: {
                refused: {
                  description: 'The page shows nothing: no user is signed in there, or the user may not be watched.',
                  always: { guard: 'isAllowed', target: 'starting' },
                },
                starting: {
                  description: 'The page was asked to send entries and has not started yet.',
                  entry: [
                    'startSession',
                    { type: 'sendMessage', params: ({ context: { session } }) => ({ message: { kind: 'watch', session, begin: true } }) },
                  ],
                  always: { guard: 'isRefused', target: 'refused' },
                  on: {
                    'entries.received': {
                      guard: { type: 'isStart', params: ({ context, event }) => ({ context, ...event }) },
                      target: 'watching',
                      actions: 'markStarted',
                    },
                  },
                },
                watching: {
                  description: 'The page sends entries.',
                  always: [
                    { guard: 'isRefused', target: 'refused' },
                    { guard: 'isReloaded', target: 'starting' },
                  ],
                },
              },
            },
            lost: {
              description: 'The watched window was closed, is reloading, or no longer answers.',
              always: { guard: 'isWindowPresent', target: 'connected' },
            },
          },
        },
        stream: {
          description: 'Whether received entries are shown.',
          initial: 'running',
          states: {
            running: {
              description: 'Entries are shown at once.',
              initial: 'awaiting',
              on: {
                'pause.toggled': 'paused',
                'entries.received': {
                  guard: { type: 'isStart', params: ({ context, event }) => ({ context, ...event }) },
                  target: '.receiving',
                  actions: [
                    'keepPreviousRecording',
                    'keepSoughtPath',
                    { type: 'replaceEntries', params: ({ event }) => event },
                    'restoreActor',
                    { type: 'replaceTrace', params: ({ context }) => context },
                    { type: 'selectActor', params: ({ context }) => ({ key: context.actor }) },
                    { type: 'changeComposerTarget', params: ({ context }) => ({ key: context.actor }) },
                    'requestCurrentPlace',
                    { type: 'passEntriesToComposer', params: ({ event }) => event },
                  ],
                },
                'log.cleared': {
                  target: '.awaiting',
                  actions: [
                    'clearEntries',
                    { type: 'replaceTrace', params: { entries: [] } },
                    { type: 'sendMessage', params: ({ context: { session } }) => ({ message: { kind: 'watch', session, begin: true } }) },
                  ],
                },
              },
              states: {
                awaiting: { description: 'Waits for entries that describe all actors from the beginning.' },
                receiving: {
                  description: 'Received entries continue the log.',
                  on: {
                    'entries.received': [
                      {
                        description: 'The actor that was selected before the reload exists again.',
                        guard: { type: 'hasSoughtActor', params: ({ context, event }) => ({ context, ...event }) },
                        actions: [
                          { type: 'appendEntries', params: ({ event }) => event },
                          'restoreActor',
                          { type: 'appendToTrace', params: ({ event }) => event },
                          { type: 'selectActor', params: ({ context }) => ({ key: context.actor }) },
                          { type: 'changeComposerTarget', params: ({ context }) => ({ key: context.actor }) },
                          'requestCurrentPlace',
                        ],
                      },
                      {
                        guard: { type: 'isContinuation', params: ({ context, event }) => ({ context, ...event }) },
                        actions: [
                          { type: 'appendEntries', params: ({ event }) => event },
                          { type: 'appendToTrace', params: ({ event }) => event },
                          { type: 'passEntriesToComposer', params: ({ event }) => event },
                        ],
                      },
                    ],
                  },
                },
              },
            },
            paused: {
              description: 'The view stands still; the page goes on sending.',
              initial: 'buffering',
              on: {
                'log.cleared': {
                  target: '.outdated',
                  actions: ['clearEntries', { type: 'replaceTrace', params: { entries: [] } }],
                },
              },
              states: {
                buffering: {
                  description: 'Received entries are kept for later.',
                  on: {
                    'entries.received': [
                      {
                        description: 'The entries start again from the beginning, or are too many to keep.',
                        guard: { type: 'isBufferExceeded', params: ({ context, event }) => ({ context, ...event }) },
                        target: 'outdated',
                      },
                      {
                        guard: { type: 'isContinuation', params: ({ context, event }) => ({ context, ...event }) },
                        actions: [
                          { type: 'keepForLater', params: ({ event }) => event },
                          { type: 'passEntriesToComposer', params: ({ event }) => event },
                        ],
                      },
                    ],
                    'pause.toggled': {
                      target: '#live.visited.stream.running.receiving',
                      actions: [
                        { type: 'appendToTrace', params: ({ context: { pausedEntries } }) => ({ entries: pausedEntries }) },
                        { type: 'appendEntries', params: ({ context: { pausedEntries } }) => ({ entries: pausedEntries }) },
                        'clearPausedEntries',
                      ],
                    },
                  },
                },
                outdated: {
                  description: 'Too much happened, or the page was reloaded: the log will start again from the current state.',
                  entry: 'clearPausedEntries',
                  on: {
                    'entries.received': {
                      guard: { type: 'isCurrentSession', params: ({ context, event }) => ({ context, ...event }) },
                      actions: { type: 'passEntriesToComposer', params: ({ event }) => event },
                    },
                    'pause.toggled': {
                      target: '#live.visited.stream.running.awaiting',
                      actions: {
                        type: 'sendMessage',
                        params: ({ context: { session } }) => ({ message: { kind: 'watch', session, begin: true } }),
                      },
                    },
                  },
                },
              },
            },
          },
        },
      },
    },
  },
});

export type Live = ActorRefFrom<typeof liveMachine>;
