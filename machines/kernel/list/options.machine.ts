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
  /** Whose names are wanted, each once. */
  ids: number[];
  failure: Failure | undefined;
}

export type OptionsEvent =
  /** The list is looked at: what is known already is shown, else it is asked for. */
  | { type: 'options.wanted' }
  /** These stand chosen: their names are shown before the list is opened. */
  | { type: 'options.namesWanted'; ids: number[] }
  | { type: 'options.searched'; keyword: string }
  /** What is known may be old: it is asked for at the next look. */
  | { type: 'options.spoiled' };

/** Told upwards under the name of the options when the whole list is known: chosen rows that are not in it, mostly none. */
export type OptionsFact<Id extends string> = { type: `${Id}.unseen`; ids: number[] };

interface OptionsDeclaration<Option> extends MachineName {
  /** The rows that options stand for, where they stand for rows: one that is chosen and not among them is told. */
  idsOf?: (options: readonly Option[]) => number[];
}

/** What can be chosen from: asked for when first looked at, and again for what is typed. */
export function createOptionsMachine<Option>({
  id,
  description = 'What can be chosen from, asked for when the list is first looked at.',
  idsOf,
}: OptionsDeclaration<Option>) {
  type Context = OptionsContext<Option>;
  const unseenIn = ({ keyword, ids, answer }: Context) => {
    // What a search found does not say what else there is.
    if (!idsOf || !answer || keyword !== '') return [];
    const seen = idsOf(answer);
    return ids.filter((one) => !seen.includes(one));
  };
  return setup({
    types: {} as { context: Context; events: OptionsEvent; emitted: OptionsFact<string>; tags: 'busy' | 'failed' },
    actors: { loadOptions: missingActor<Option[], { keyword: string }>('loadOptions') },
    guards: { hasAnswer: ({ context }) => context.answer !== undefined },
    delays: { searchPause: SEARCH_PAUSE_MS },
    actions: {
      keepKeyword: assign((_, { keyword }: { keyword: string }) => ({ keyword })),
      keepWanted: assign(({ context }, { ids }: { ids: number[] }) => ({ ids: [...new Set([...context.ids, ...ids])] })),
      keepOptions: assign((_, { options }: { options: Option[] }) => ({ answer: options, failure: undefined })),
      tellUnseen: tell<Context>((context) => ({ type: `${id}.unseen`, ids: unseenIn(context) })),
      keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: failureOf(error) })),
    },
  }).createMachine({
    id,
    description,
    context: { keyword: '', answer: undefined, ids: [], failure: undefined },
    initial: 'unknown',
    on: {
      'options.wanted': '.loading',
      'options.namesWanted': { target: '.loading', actions: { type: 'keepWanted', params: ({ event }) => event } },
      'options.searched': { target: '.pausing', reenter: true, actions: { type: 'keepKeyword', params: ({ event }) => event } },
    },
    states: {
      unknown: { description: 'The list was not looked at yet, or what was known may be wrong by now.' },
      // Without an answer a look does not wait: nothing was typed yet, or the page slept meanwhile.
      pausing: {
        description: 'The reader may still be typing.',
        tags: 'busy',
        after: { searchPause: 'loading' },
        on: {
          'options.wanted': { guard: 'hasAnswer' },
          'options.namesWanted': { guard: 'hasAnswer', actions: { type: 'keepWanted', params: ({ event }) => event } },
        },
      },
      loading: {
        tags: 'busy',
        on: {
          'options.wanted': {},
          'options.namesWanted': { actions: { type: 'keepWanted', params: ({ event }) => event } },
        },
        invoke: {
          id: 'loadOptions',
          src: 'loadOptions',
          input: ({ context }) => ({ keyword: context.keyword }),
          onDone: {
            target: 'known',
            actions: [{ type: 'keepOptions', params: ({ event }) => ({ options: event.output }) }, 'tellUnseen'],
          },
          onError: { target: 'failed', actions: { type: 'keepFailure', params: ({ event }) => event } },
        },
      },
      // The answer is not kept while the page sleeps: then it is asked for as if nothing were known.
      known: {
        description: 'What can be chosen from is here.',
        on: {
          'options.spoiled': 'unknown',
          'options.wanted': { guard: 'hasAnswer' },
          'options.namesWanted': {
            guard: 'hasAnswer',
            actions: [{ type: 'keepWanted', params: ({ event }) => event }, 'tellUnseen'],
          },
        },
      },
      failed: { tags: 'failed' },
    },
  });
}
