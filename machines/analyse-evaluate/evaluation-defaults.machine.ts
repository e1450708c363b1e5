import { assign, setup } from 'xstate';
import { missingActor } from '../kernel/placeholders.ts';
import { tell } from '../kernel/tell.ts';
import type { EvaluationDefaults } from './evaluation-rules.ts';

interface DefaultsContext {
  dramaId: number | undefined;
  answer: EvaluationDefaults | undefined;
}

export type EvaluationDefaultsEvent = { type: 'defaults.requested'; dramaId: number } | { type: 'defaults.forgotten' };

/** The defaults of the drama that was chosen last. */
export type EvaluationDefaultsFact = { type: 'defaults.loaded'; defaults: EvaluationDefaults };

/** What a new round of a drama starts with. A failure leaves the form as it is. */
export const evaluationDefaultsMachine = setup({
  types: {} as {
    context: DefaultsContext;
    events: EvaluationDefaultsEvent;
    emitted: EvaluationDefaultsFact;
    tags: 'busy';
  },
  actors: { loadDefaults: missingActor<EvaluationDefaults, { dramaId: number }>('loadDefaults') },
  actions: {
    keepDrama: assign((_, { dramaId }: { dramaId: number }) => ({ dramaId, answer: undefined })),
    keepAnswer: assign((_, { defaults }: { defaults: EvaluationDefaults }) => ({ answer: defaults })),
    forget: assign({ dramaId: undefined, answer: undefined }),
    tellLoaded: tell<DefaultsContext, { defaults: EvaluationDefaults }>((_, { defaults }) => ({ type: 'defaults.loaded', defaults })),
  },
}).createMachine({
  id: 'evaluationDefaults',
  description: 'What a new round of a drama starts with.',
  context: { dramaId: undefined, answer: undefined },
  initial: 'idle',
  on: {
    'defaults.requested': { target: '.loading', reenter: true, actions: { type: 'keepDrama', params: ({ event }) => event } },
    'defaults.forgotten': { target: '.idle', actions: 'forget' },
  },
  states: {
    idle: {},
    loading: {
      tags: 'busy',
      invoke: {
        id: 'loadDefaults',
        src: 'loadDefaults',
        // Entered only with a drama.
        input: ({ context }) => ({ dramaId: context.dramaId ?? 0 }),
        onDone: {
          target: 'known',
          actions: [
            { type: 'keepAnswer', params: ({ event }) => ({ defaults: event.output }) },
            { type: 'tellLoaded', params: ({ event }) => ({ defaults: event.output }) },
          ],
        },
        onError: 'unknown',
      },
    },
    known: { description: 'The defaults of the chosen drama were told.' },
    unknown: { description: 'The defaults could not be loaded; the form keeps what it has.' },
  },
});
