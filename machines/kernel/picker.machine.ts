import { assign, setup } from 'xstate';
import type { SimpleRow } from '#contracts/endpoints/shapes.ts';
import { type Failure, failureOf } from './faults.ts';
import { isSame } from './form-values.ts';
import type { MachineName } from './machine-name.ts';
import { SEARCH_PAUSE_MS } from './options.machine.ts';
import { missingActor } from './placeholders.ts';
import { tell } from './tell.ts';

/** One thing to choose: every `…/simple_list` answers such rows. */
export type Choice = SimpleRow;

/** What is asked: the first page for a keyword, and the names of `ids`, each where it is wanted. */
export interface PickerQuestion<Narrowing> {
  keyword: string;
  narrowing: Narrowing;
  /** Names that are wanted and not known. May be empty. */
  ids: number[];
}

export interface PickerAnswer {
  found: Choice[];
  /** Of those that were asked for by id; what the reader may not see is left out. */
  named: Choice[];
}

interface PickerContext<Narrowing> {
  keyword: string;
  narrowing: Narrowing;
  /** Whose names somebody wants, each once. */
  ids: number[];
  answer: { found: Choice[] | undefined; named: Choice[] } | undefined;
  failure: Failure | undefined;
}

export type PickerEvent<Narrowing> =
  /** Somebody looks at the list: what is not known is asked for, and an old search is forgotten. */
  | { type: 'picker.opened' }
  | { type: 'picker.searched'; keyword: string }
  /** Something stands chosen: its name is shown before anybody opens the list. */
  | { type: 'picker.namesWanted'; ids: number[] }
  /** Something else decides what there is to choose from. */
  | { type: 'picker.narrowed'; narrowing: Narrowing }
  /** What is known may be old: it is asked for at the next look. */
  | { type: 'picker.spoiled' };

/** Told upwards under the name of the picker: these are gone, or the reader may not see them. */
export type PickerFact<Id extends string> = { type: `${Id}.unseen`; ids: number[] };

/** One of many, found by words that the server searches; what stands chosen has its name at once. */
export function createPickerMachine<Narrowing extends object = object>({
  id,
  description = 'One of many, found by words that the server searches; what stands chosen has its name at once.',
}: MachineName) {
  type Context = PickerContext<Narrowing>;
  const isNamed = ({ answer }: Context, one: number) =>
    answer?.named.some((row) => row.id === one) === true || answer?.found?.some((row) => row.id === one) === true;
  const nameless = (context: Context, ids: readonly number[]) => ids.filter((one) => !isNamed(context, one));
  const mergedIds = (known: readonly number[], more: readonly number[]) => [...new Set([...known, ...more])];

  return setup({
    types: {} as { context: Context; events: PickerEvent<Narrowing>; tags: 'busy' | 'failed' },
    actors: { loadChoices: missingActor<PickerAnswer, PickerQuestion<Narrowing>>('loadChoices') },
    guards: {
      isUnsearched: ({ context }) => context.keyword === '',
      isAtHand: ({ context }) => context.answer?.found !== undefined && context.keyword === '',
      // Those that were asked for and not named are not asked for again, unless the answer was lost meanwhile.
      isNameless: ({ context }, { ids }: { ids: number[] }) =>
        nameless(context, ids).some((one) => context.answer === undefined || !context.ids.includes(one)),
      isOther: ({ context }, { narrowing }: { narrowing: Narrowing }) => !isSame(context.narrowing, narrowing),
      hasUnseen: ({ context }, { named }: { named: Choice[] }) =>
        nameless(context, context.ids).some((one) => !named.some((row) => row.id === one)),
    },
    delays: { searchPause: SEARCH_PAUSE_MS },
    actions: {
      keepKeyword: assign((_, { keyword }: { keyword: string }) => ({ keyword })),
      keepIds: assign(({ context }, { ids }: { ids: number[] }) => ({ ids: mergedIds(context.ids, ids) })),
      keepNarrowing: assign(({ context: { answer } }, { narrowing }: { narrowing: Narrowing }) => ({
        narrowing,
        keyword: '',
        answer: answer && { ...answer, found: undefined },
      })),
      keepAnswer: assign(({ context: { answer } }, { found, named }: PickerAnswer) => ({
        answer: { found, named: [...(answer?.named.filter(({ id: known }) => !named.some((row) => row.id === known)) ?? []), ...named] },
        failure: undefined,
      })),
      forgetFound: assign(({ context: { answer } }) => ({ answer: answer && { ...answer, found: undefined } })),
      keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: failureOf(error) })),
      tellUnseen: tell<Context>((context) => ({ type: `${id}.unseen`, ids: nameless(context, context.ids) })),
    },
  }).createMachine({
    id,
    description,
    context: { keyword: '', narrowing: {} as Narrowing, ids: [], answer: undefined, failure: undefined },
    initial: 'unknown',
    on: {
      'picker.opened': { target: '.loading', actions: { type: 'keepKeyword', params: { keyword: '' } } },
      'picker.searched': { target: '.pausing', reenter: true, actions: { type: 'keepKeyword', params: ({ event }) => event } },
      'picker.namesWanted': {
        guard: { type: 'isNameless', params: ({ event }) => event },
        target: '.loading',
        reenter: true,
        actions: { type: 'keepIds', params: ({ event }) => event },
      },
      'picker.narrowed': {
        guard: { type: 'isOther', params: ({ event }) => event },
        target: '.unknown',
        actions: { type: 'keepNarrowing', params: ({ event }) => event },
      },
    },
    states: {
      unknown: { description: 'Nobody has looked yet, or what was known may be wrong by now.' },
      pausing: { description: 'Somebody may still be typing.', tags: 'busy', after: { searchPause: 'loading' } },
      loading: {
        tags: 'busy',
        on: {
          'picker.opened': [
            { guard: 'isUnsearched' },
            { target: 'loading', reenter: true, actions: { type: 'keepKeyword', params: { keyword: '' } } },
          ],
        },
        invoke: {
          id: 'loadChoices',
          src: 'loadChoices',
          input: ({ context }) => ({
            keyword: context.keyword,
            narrowing: context.narrowing,
            ids: nameless(context, context.ids),
          }),
          onDone: [
            {
              guard: { type: 'hasUnseen', params: ({ event }) => event.output },
              target: 'known',
              actions: [{ type: 'keepAnswer', params: ({ event }) => event.output }, 'tellUnseen'],
            },
            { target: 'known', actions: { type: 'keepAnswer', params: ({ event }) => event.output } },
          ],
          onError: { target: 'failed', actions: { type: 'keepFailure', params: ({ event }) => event } },
        },
      },
      known: {
        description: 'What can be chosen from is here.',
        on: {
          'picker.opened': [{ guard: 'isAtHand' }, { target: 'loading', actions: { type: 'keepKeyword', params: { keyword: '' } } }],
          'picker.spoiled': { target: 'unknown', actions: 'forgetFound' },
        },
      },
      failed: { tags: 'failed' },
    },
  });
}
