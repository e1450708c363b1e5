import { assign, setup } from 'xstate';
import { type Failure, failureOf } from './faults.ts';
import { missingActor } from './placeholders.ts';

/** How long a search waits for the next key. */
export const SEARCH_PAUSE_MS = 300;

interface OptionsContext<Option> {
  keyword: string;
  options: Option[];
  failure: Failure | undefined;
}

export type OptionsEvent =
  /** Somebody looks: what is known already is shown, else it is asked for. */
  | { type: 'options.wanted' }
  | { type: 'options.searched'; keyword: string }
  /** What is known may be old: it is asked for at the next look. */
  | { type: 'options.spoiled' };

/** What can be chosen from: asked for when first looked at, and again for what is typed. */
export function createOptionsMachine<Option>({ id }: { id: string }) {
  return setup({
    types: {} as { context: OptionsContext<Option>; events: OptionsEvent; tags: 'busy' | 'failed' },
    actors: { loadOptions: missingActor<Option[], { keyword: string }>('loadOptions') },
    delays: { searchPause: SEARCH_PAUSE_MS },
    actions: {
      keepKeyword: assign((_, { keyword }: { keyword: string }) => ({ keyword })),
      keepOptions: assign((_, { options }: { options: Option[] }) => ({ options, failure: undefined })),
      keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: failureOf(error) })),
    },
  }).createMachine({
    id,
    context: { keyword: '', options: [], failure: undefined },
    initial: 'unknown',
    on: {
      'options.searched': { target: '.pausing', reenter: true, actions: { type: 'keepKeyword', params: ({ event }) => event } },
    },
    states: {
      unknown: { on: { 'options.wanted': 'loading' } },
      pausing: { tags: 'busy', after: { searchPause: 'loading' } },
      loading: {
        tags: 'busy',
        invoke: {
          id: 'loadOptions',
          src: 'loadOptions',
          input: ({ context }) => ({ keyword: context.keyword }),
          onDone: { target: 'known', actions: { type: 'keepOptions', params: ({ event }) => ({ options: event.output }) } },
          onError: { target: 'failed', actions: { type: 'keepFailure', params: ({ event }) => event } },
        },
      },
      known: { on: { 'options.spoiled': 'unknown' } },
      failed: { tags: 'failed', on: { 'options.wanted': 'loading' } },
    },
  });
}
