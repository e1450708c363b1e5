import { assign, setup } from 'xstate';
import { type Failure, failureOf } from '../form/faults.ts';
import type { MachineName } from '../machine-name.ts';
import { missingActor } from '../placeholders.ts';
import { tell } from '../tell.ts';

/** How long a search waits for the next key. */
export const SEARCH_PAUSE_MS = 300;

interface OptionsContext<Option> {
  keyword: string;
  /** What can be chosen from; undefined until it was asked for. */
  answer: Option[] | undefined;
  failure: Failure | undefined;
}

export type OptionsEvent =
  /** Somebody looks: what is known already is shown, else it is asked for. */
  | { type: 'options.wanted' }
  | { type: 'options.searched'; keyword: string }
  /** What is known may be old: it is asked for at the next look. */
  | { type: 'options.spoiled' };

/** Told upwards under the name of the options: everything that can be chosen from, or what was found for a keyword. */
export type OptionsFact<Id extends string, Option> = { type: `${Id}.known`; keyword: string; options: Option[] };

/** What can be chosen from: asked for when first looked at, and again for what is typed. */
export function createOptionsMachine<Option>({ id, description = 'What can be chosen from, asked for once somebody looks.' }: MachineName) {
  return setup({
    types: {} as { context: OptionsContext<Option>; events: OptionsEvent; tags: 'busy' | 'failed' },
    actors: { loadOptions: missingActor<Option[], { keyword: string }>('loadOptions') },
    guards: { hasAnswer: ({ context }) => context.answer !== undefined },
    delays: { searchPause: SEARCH_PAUSE_MS },
    actions: {
      keepKeyword: assign((_, { keyword }: { keyword: string }) => ({ keyword })),
      keepOptions: assign((_, { options }: { options: Option[] }) => ({ answer: options, failure: undefined })),
      tellKnown: tell<OptionsContext<Option>, { options: Option[] }>(({ keyword }, { options }) => ({
        type: `${id}.known`,
        keyword,
        options,
      })),
      keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: failureOf(error) })),
    },
  }).createMachine({
    id,
    description,
    context: { keyword: '', answer: undefined, failure: undefined },
    initial: 'unknown',
    on: {
      'options.wanted': '.loading',
      'options.searched': { target: '.pausing', reenter: true, actions: { type: 'keepKeyword', params: ({ event }) => event } },
    },
    states: {
      unknown: { description: 'Nobody has looked yet, or what was known may be wrong by now.' },
      // Without an answer a look does not wait: nothing was typed yet, or the page slept meanwhile.
      pausing: {
        description: 'Somebody may still be typing.',
        tags: 'busy',
        after: { searchPause: 'loading' },
        on: { 'options.wanted': { guard: 'hasAnswer' } },
      },
      loading: {
        tags: 'busy',
        on: { 'options.wanted': {} },
        invoke: {
          id: 'loadOptions',
          src: 'loadOptions',
          input: ({ context }) => ({ keyword: context.keyword }),
          onDone: {
            target: 'known',
            actions: [
              { type: 'keepOptions', params: ({ event }) => ({ options: event.output }) },
              { type: 'tellKnown', params: ({ event }) => ({ options: event.output }) },
            ],
          },
          onError: { target: 'failed', actions: { type: 'keepFailure', params: ({ event }) => event } },
        },
      },
      // The answer is not kept while the page sleeps: then it is asked for as if nothing were known.
      known: {
        description: 'What can be chosen from is here.',
        on: { 'options.spoiled': 'unknown', 'options.wanted': { guard: 'hasAnswer' } },
      },
      failed: { tags: 'failed' },
    },
  });
}
