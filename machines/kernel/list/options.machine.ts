import { assign, setup } from 'xstate';
import { type Failure, toFailure } from '../form/faults.ts';
import type { MachineName } from '../machine-name.ts';
import { missingActor } from '../placeholders.ts';
import { tell } from '../tell.ts';

/** How long a search waits for the next keystroke. */
export const SEARCH_PAUSE_MS = 300;

interface OptionsContext<Option> {
  keyword: string;
  /** The options; undefined until they were loaded. */
  answer: Option[] | undefined;
  /** Distinct ids whose names are needed. */
  ids: number[];
  failure: Failure | undefined;
}

export type OptionsEvent =
  /** The list is on the screen: known options are shown, unknown ones are loaded. */
  | { type: 'options.opened' }
  /** Names of chosen values are needed before the list is opened. */
  | { type: 'options.namesRequested'; ids: number[] }
  | { type: 'options.searched'; keyword: string }
  /** The known options may be outdated and are loaded again when the list is next opened. */
  | { type: 'options.invalidated' };

/** Told upwards under the id of the options once the whole list is known: the chosen rows that are missing from it. */
export type OptionsFact<Id extends string> = { type: `${Id}.unseen`; ids: number[] };

interface OptionsConfig<Option> extends MachineName {
  /** The ids of the rows that options stand for. With it, chosen rows that are not among the options are reported. */
  idsOf?: (options: readonly Option[]) => number[];
}

/** Options of a field: loaded when the list is first opened, and again for each search. */
export function createOptionsMachine<Option>({
  id,
  description = 'Options of a field, loaded when the list is first opened.',
  idsOf,
}: OptionsConfig<Option>) {
  type Context = OptionsContext<Option>;
  const findUnseen = ({ keyword, ids, answer }: Context) => {
    // Search results do not say which other options exist.
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
      keepIds: assign(({ context }, { ids }: { ids: number[] }) => ({ ids: [...new Set([...context.ids, ...ids])] })),
      keepOptions: assign((_, { options }: { options: Option[] }) => ({ answer: options, failure: undefined })),
      tellUnseen: tell<Context>((context) => ({ type: `${id}.unseen`, ids: findUnseen(context) })),
      keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: toFailure(error) })),
    },
  }).createMachine({
    id,
    description,
    context: { keyword: '', answer: undefined, ids: [], failure: undefined },
    initial: 'unknown',
    on: {
      'options.opened': '.loading',
      'options.namesRequested': { target: '.loading', actions: { type: 'keepIds', params: ({ event }) => event } },
      'options.searched': { target: '.pausing', reenter: true, actions: { type: 'keepKeyword', params: ({ event }) => event } },
    },
    states: {
      unknown: { description: 'The list was not opened yet, or the known options may be outdated.' },
      // Without an answer there is no search to wait for: nothing was typed yet, or the page was restored from a memo.
      pausing: {
        description: 'The user may still be typing.',
        tags: 'busy',
        after: { searchPause: 'loading' },
        on: {
          'options.opened': { guard: 'hasAnswer' },
          'options.namesRequested': { guard: 'hasAnswer', actions: { type: 'keepIds', params: ({ event }) => event } },
        },
      },
      loading: {
        tags: 'busy',
        on: {
          'options.opened': {},
          'options.namesRequested': { actions: { type: 'keepIds', params: ({ event }) => event } },
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
      // A page's memo does not keep the answer, so the options are then loaded again.
      known: {
        description: 'The options are loaded.',
        on: {
          'options.invalidated': 'unknown',
          'options.opened': { guard: 'hasAnswer' },
          'options.namesRequested': {
            guard: 'hasAnswer',
            actions: [{ type: 'keepIds', params: ({ event }) => event }, 'tellUnseen'],
          },
        },
      },
      failed: { tags: 'failed' },
    },
  });
}
