import type { KnownTemplate, PublishValues } from './publish-values.ts';
import type { WizardContext } from './wizard-rules.ts';

type Context = { context: WizardContext };
type Changed = { event: { changes: Partial<PublishValues> } };
type Loaded = { event: { output: KnownTemplate } };

/** What is known of the scheme that was chosen: asked for when it is chosen, and again where the page slept meanwhile. */
export const schemeRegion = {
  description: 'What is known of the scheme that was chosen.',
  initial: 'none',
  states: {
    none: { description: 'No scheme is chosen.', always: { guard: 'isSchemeWanted', target: 'loading' } },
    loading: {
      tags: 'busy',
      always: { guard: 'isSchemeUnset', target: 'none' },
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
            guard: { type: 'isMeant', params: ({ event }: Loaded) => ({ scheme: event.output }) },
            target: 'known',
            actions: [
              { type: 'keepScheme', params: ({ event }: Loaded) => ({ scheme: event.output }) },
              { type: 'lookForAccounts', params: ({ context }: Context) => context },
              { type: 'lookForMaterials', params: ({ context }: Context) => context },
            ],
          },
          { target: 'none' },
        ],
        onError: { target: 'failed', actions: { type: 'keepFailure', params: ({ event }: { event: { error: unknown } }) => event } },
      },
    },
    known: {
      description: 'What it says is known, until another one is chosen or the page has slept.',
      always: [
        { guard: 'isSchemeUnset', target: 'none' },
        { guard: 'isSchemeWanted', target: 'loading' },
      ],
    },
    failed: {
      description: 'It could not be had: gone, hidden from the reader, or nobody answered.',
      tags: 'failed',
      always: { guard: 'isSchemeUnset', target: 'none' },
      on: {
        'wizard.schemeRetried': 'loading',
        'wizard.orderTaken': 'none',
        'wizard.fieldChanged': { guard: { type: 'isOtherScheme', params: ({ event }: Changed) => event }, target: 'none' },
        'draft.restored': 'none',
      },
    },
  },
} as const;
