import type { KnownTemplate, PublishValues } from './publish-values.ts';
import type { WizardContext } from './wizard-rules.ts';

type Context = { context: WizardContext };
type Changed = { event: { changes: Partial<PublishValues> } };
type Loaded = { event: { output: KnownTemplate } };

/** Loads the chosen scheme, and again after a restore from a memo. */
export const schemeRegion = {
  description: 'The chosen scheme.',
  initial: 'none',
  states: {
    none: { description: 'No scheme is chosen.', always: { guard: 'needsScheme', target: 'loading' } },
    loading: {
      tags: 'busy',
      always: { guard: 'hasNoScheme', target: 'none' },
      on: {
        'wizard.fieldChanged': { guard: { type: 'isOtherScheme', params: ({ event }: Changed) => event }, target: 'none' },
        'draft.restored': 'none',
      },
      invoke: {
        id: 'loadScheme',
        src: 'loadScheme',
        // Entered only with a scheme.
        input: ({ context: { values } }: Context) => ({ id: values.scheme_id as number, version: values.scheme_version }),
        onDone: [
          {
            guard: { type: 'isChosenScheme', params: ({ event }: Loaded) => ({ scheme: event.output }) },
            target: 'known',
            actions: [
              { type: 'keepScheme', params: ({ event }: Loaded) => ({ scheme: event.output }) },
              { type: 'filterAccounts', params: ({ context }: Context) => context },
              { type: 'filterMaterials', params: ({ context }: Context) => context },
              { type: 'filterPosts', params: ({ context }: Context) => context },
            ],
          },
          { target: 'none' },
        ],
        onError: { target: 'failed', actions: { type: 'keepFailure', params: ({ event }: { event: { error: unknown } }) => event } },
      },
    },
    known: {
      description: 'The scheme is known until another one is chosen or the page is restored from a memo.',
      always: [
        { guard: 'hasNoScheme', target: 'none' },
        { guard: 'needsScheme', target: 'loading' },
      ],
    },
    failed: {
      description: 'The scheme could not be loaded: gone, hidden from the user, or no answer.',
      tags: 'failed',
      always: { guard: 'hasNoScheme', target: 'none' },
      on: {
        'wizard.schemeRetried': 'loading',
        'wizard.preselectionApplied': 'none',
        'wizard.fieldChanged': { guard: { type: 'isOtherScheme', params: ({ event }: Changed) => event }, target: 'none' },
        'draft.restored': 'none',
      },
    },
  },
} as const;
