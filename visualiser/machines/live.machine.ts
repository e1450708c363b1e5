import type { ActorRefFrom } from 'xstate';
import { actorAt, partOf, watching, windowAt } from './live-context.ts';
import { liveSetup } from './live-setup.ts';

/** Pages of this browser that are watched while they run. */
export const liveMachine = liveSetup.createMachine({
  id: 'live',
  description: 'Pages of this browser that are watched while they run.',
  context: ({ input: { place } }) => ({ place, windows: [], charts: {}, ...watching([], windowAt(place), actorAt(place)) }),
  invoke: [
    {
      id: 'trace',
      src: 'trace',
      input: ({ context: { actor } }) => ({ entries: [], isOpen: true, ...(actor !== '' && { actor }) }),
    },
    { id: 'composer', src: 'composer', input: ({ context }) => ({ target: context.actor }) },
  ],
  initial: 'asleep',
  on: {
    'place.arrived': { actions: { type: 'goTo', params: ({ event }) => event } },
    'recording.saved': { actions: { type: 'saveRecording', params: ({ context, event }) => ({ recording: partOf(context, event.part) }) } },
    'recording.opened': {
      actions: [{ type: 'tellHanded', params: ({ context, event }) => ({ recording: partOf(context, event.part) }) }, 'tellReplay'],
    },
    'former.dismissed': { actions: 'forgetFormer' },
    'window.chosen': { actions: { type: 'tellChosen', params: ({ event }) => event } },
  },
  states: {
    asleep: {
      description: 'Nobody came to this room yet: no page is asked anything.',
      always: { guard: 'isHere', target: 'awake' },
      on: {
        'place.arrived': {
          actions: [
            { type: 'goTo', params: ({ event }) => event },
            { type: 'choose', params: ({ event }) => event },
            { type: 'select', params: ({ context }) => ({ key: context.actor }) },
            { type: 'turnComposer', params: ({ context }) => ({ key: context.actor }) },
          ],
        },
      },
    },
    deaf: { description: 'The browser has no channel between its windows, or keeps them apart.' },
    awake: {
      description: 'From the first visit on, also while the reader is in another room: what happens meanwhile is not missed.',
      type: 'parallel',
      invoke: { id: 'channel', src: 'channel', input: {} },
      on: {
        'channel.missed': 'deaf',
        'place.arrived': [
          {
            description: 'Another window.',
            guard: { type: 'leadsElsewhere', params: ({ context, event }) => ({ context, place: event.place }) },
            target: '.connection.nobody',
            actions: [
              { type: 'say', params: ({ context: { session } }) => ({ message: { kind: 'unwatch', session } }) },
              { type: 'goTo', params: ({ event }) => event },
              { type: 'choose', params: ({ event }) => event },
              { type: 'giveWhole', params: { entries: [] } },
              { type: 'select', params: ({ context }) => ({ key: context.actor }) },
              { type: 'turnComposer', params: ({ context }) => ({ key: context.actor }) },
            ],
          },
          {
            description: 'Back to what is watched.',
            guard: { type: 'leadsBack', params: ({ context, event }) => ({ context, place: event.place }) },
            actions: [{ type: 'goTo', params: ({ event }) => event }, 'tellMoved'],
          },
          {
            description: 'Another actor of the same window.',
            guard: { type: 'isAnotherActor', params: ({ context, event }) => ({ context, key: actorAt(event.place) }) },
            actions: [
              { type: 'goTo', params: ({ event }) => event },
              { type: 'lookAt', params: ({ event }) => ({ key: actorAt(event.place) }) },
              { type: 'select', params: ({ context }) => ({ key: context.actor }) },
              { type: 'turnComposer', params: ({ context }) => ({ key: context.actor }) },
            ],
          },
          { actions: { type: 'goTo', params: ({ event }) => event } },
        ],
        'window.shown': { actions: { type: 'noteWindow', params: ({ event }) => event } },
        'window.left': { actions: { type: 'forgetWindow', params: ({ event }) => event } },
        'time.passed': [
          {
            guard: 'isWatched',
            actions: [
              'countSilence',
              { type: 'say', params: { message: { kind: 'looking' } } },
              {
                type: 'say',
                params: ({ context: { session, isBegun } }) => ({ message: { kind: 'watch', session, begin: !isBegun } }),
              },
            ],
          },
          { actions: ['countSilence', { type: 'say', params: { message: { kind: 'looking' } } }] },
        ],
        'trace.actorSelected': {
          guard: { type: 'isAnotherActor', params: ({ context, event }) => ({ context, key: event.key }) },
          actions: [{ type: 'lookAt', params: ({ event }) => event }, { type: 'turnComposer', params: ({ event }) => event }, 'tellMoved'],
        },
        'trace.chartWanted': {
          actions: [
            { type: 'noteWanted', params: ({ event }) => event },
            { type: 'say', params: ({ context: { session }, event: { print } }) => ({ message: { kind: 'chartWanted', session, print } }) },
          ],
        },
        'chart.told': {
          guard: { type: 'isOurs', params: ({ context, event }) => ({ context, session: event.session }) },
          actions: [
            { type: 'keepChart', params: ({ event }) => event },
            { type: 'giveChart', params: ({ event }) => event },
          ],
        },
        'composer.sent': {
          guard: 'takesEvents',
          actions: {
            type: 'say',
            params: ({ context: { session }, event: { actor, event } }) => ({ message: { kind: 'send', session, actor, event } }),
          },
        },
      },
      states: {
        connection: {
          description: 'Which window is there, and whether it tells.',
          initial: 'looking',
          states: {
            looking: {
              description: 'Everybody was asked who is there.',
              entry: { type: 'say', params: { message: { kind: 'looking' } } },
              always: { guard: 'isThere', target: 'there' },
              after: { ANSWER_MS: 'nobody' },
            },
            nobody: {
              description: 'No page with machines answered.',
              always: [
                { guard: 'isThere', target: 'there' },
                { guard: 'isChosen', target: 'absent' },
                { guard: 'isLone', target: 'there', actions: ['chooseLone', 'tellMoved'] },
                { guard: 'hasWindows', target: 'choosing' },
              ],
            },
            choosing: {
              description: 'Several windows are there, and none was chosen.',
              always: [
                { guard: 'isLone', target: 'there', actions: ['chooseLone', 'tellMoved'] },
                { guard: 'isEmpty', target: 'nobody' },
              ],
            },
            absent: {
              description: 'The window that the address names does not answer.',
              always: { guard: 'isThere', target: 'there' },
            },
            there: {
              description: 'The window that was chosen is there.',
              initial: 'refused',
              always: { guard: 'isGone', target: 'lost' },
              states: {
                refused: {
                  description: 'It shows nothing: nobody is signed in there, or who is may not be watched.',
                  always: { guard: 'isAdmitted', target: 'reaching' },
                },
                reaching: {
                  description: 'It was asked to tell, and did not begin yet.',
                  entry: [
                    'beginSession',
                    { type: 'say', params: ({ context: { session } }) => ({ message: { kind: 'watch', session, begin: true } }) },
                  ],
                  always: { guard: 'isRefused', target: 'refused' },
                  on: {
                    'entries.told': {
                      guard: { type: 'isBeginning', params: ({ context, event }) => ({ context, ...event }) },
                      target: 'watching',
                      actions: 'noteBegun',
                    },
                  },
                },
                watching: {
                  description: 'It tells what happens.',
                  always: [
                    { guard: 'isRefused', target: 'refused' },
                    { guard: 'isReloaded', target: 'reaching' },
                  ],
                },
              },
            },
            lost: {
              description: 'It was watched, and closed, reloads, or does not answer any more.',
              always: { guard: 'isThere', target: 'there' },
            },
          },
        },
        flow: {
          description: 'What becomes of what is told.',
          initial: 'flowing',
          states: {
            flowing: {
              description: 'It is shown at once.',
              initial: 'awaiting',
              on: {
                'pause.toggled': 'paused',
                'entries.told': {
                  guard: { type: 'isBeginning', params: ({ context, event }) => ({ context, ...event }) },
                  target: '.running',
                  actions: [
                    'keepFormer',
                    'noteSought',
                    { type: 'takeWhole', params: ({ event }) => event },
                    'findActor',
                    { type: 'giveWhole', params: ({ context }) => context },
                    { type: 'select', params: ({ context }) => ({ key: context.actor }) },
                    { type: 'turnComposer', params: ({ context }) => ({ key: context.actor }) },
                    'tellMoved',
                    { type: 'tellComposer', params: ({ event }) => event },
                  ],
                },
                'log.cleared': {
                  target: '.awaiting',
                  actions: [
                    'letEntriesGo',
                    { type: 'giveWhole', params: { entries: [] } },
                    { type: 'say', params: ({ context: { session } }) => ({ message: { kind: 'watch', session, begin: true } }) },
                  ],
                },
              },
              states: {
                awaiting: { description: 'The next that counts begins from nothing.' },
                running: {
                  description: 'What comes goes on from what is known.',
                  on: {
                    'entries.told': [
                      {
                        description: 'Whoever was looked at before the reload is there again.',
                        guard: { type: 'isSoughtFound', params: ({ context, event }) => ({ context, ...event }) },
                        actions: [
                          { type: 'takeMore', params: ({ event }) => event },
                          'findActor',
                          { type: 'giveMore', params: ({ event }) => event },
                          { type: 'select', params: ({ context }) => ({ key: context.actor }) },
                          { type: 'turnComposer', params: ({ context }) => ({ key: context.actor }) },
                          'tellMoved',
                        ],
                      },
                      {
                        guard: { type: 'isContinuing', params: ({ context, event }) => ({ context, ...event }) },
                        actions: [
                          { type: 'takeMore', params: ({ event }) => event },
                          { type: 'giveMore', params: ({ event }) => event },
                          { type: 'tellComposer', params: ({ event }) => event },
                        ],
                      },
                    ],
                  },
                },
              },
            },
            paused: {
              description: 'Nothing moves; the page does not notice it.',
              initial: 'keeping',
              on: {
                'log.cleared': {
                  target: '.behind',
                  actions: ['letEntriesGo', { type: 'giveWhole', params: { entries: [] } }],
                },
              },
              states: {
                keeping: {
                  description: 'What comes is kept for later.',
                  on: {
                    'entries.told': [
                      {
                        description: 'It begins from nothing, or it is more than can be kept.',
                        guard: { type: 'isTooMuch', params: ({ context, event }) => ({ context, ...event }) },
                        target: 'behind',
                      },
                      {
                        guard: { type: 'isContinuing', params: ({ context, event }) => ({ context, ...event }) },
                        actions: [
                          { type: 'wait', params: ({ event }) => event },
                          { type: 'tellComposer', params: ({ event }) => event },
                        ],
                      },
                    ],
                    'pause.toggled': {
                      target: '#live.awake.flow.flowing.running',
                      actions: [
                        { type: 'giveMore', params: ({ context: { waiting } }) => ({ entries: waiting }) },
                        { type: 'takeMore', params: ({ context: { waiting } }) => ({ entries: waiting }) },
                        'forgetWaiting',
                      ],
                    },
                  },
                },
                behind: {
                  description: 'Too much happened, or the page was loaded again: what goes on will begin with how it stands then.',
                  entry: 'forgetWaiting',
                  on: {
                    'entries.told': {
                      guard: { type: 'isOurs', params: ({ context, event }) => ({ context, ...event }) },
                      actions: { type: 'tellComposer', params: ({ event }) => event },
                    },
                    'pause.toggled': {
                      target: '#live.awake.flow.flowing.awaiting',
                      actions: {
                        type: 'say',
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
