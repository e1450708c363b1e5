import { assign, setup } from 'xstate';
import type { SimpleRow } from '#contracts/endpoints/shapes.ts';
import { type Failure, failureOf } from '../form/faults.ts';
import { isSame } from '../form/form-values.ts';
import type { MachineName } from '../machine-name.ts';
import { missingActor } from '../placeholders.ts';
import { tell } from '../tell.ts';
import { SEARCH_PAUSE_MS } from './options.machine.ts';

/** One thing to choose: every `…/simple_list` answers such rows. */
export type Choice = SimpleRow;

/** What is asked, either half where it is wanted. */
export interface PickerQuestion<Narrowing> {
  /** The first page for a keyword; undefined while nobody looks at the list. */
  search: { keyword: string; narrowing: Narrowing } | undefined;
  /** Names that are wanted and not known. May be empty. */
  ids: number[];
}

export interface PickerAnswer {
  /** Undefined where no search was asked for. */
  found: Choice[] | undefined;
  /** Of those that were asked for by id; what the reader may not see is left out. */
  named: Choice[];
}

/** What the server answered so far. */
export interface PickerKnowledge {
  found: Choice[] | undefined;
  named: Choice[];
  /** Gone, or hidden from the reader. */
  unseen: number[];
}

interface PickerContext<Narrowing> {
  keyword: string;
  narrowing: Narrowing;
  /** The list was looked at or searched, and its answer is not here yet. */
  isListDue: boolean;
  /** Whose names somebody wants, each once. */
  ids: number[];
  answer: PickerKnowledge | undefined;
  failure: Failure | undefined;
}

export type PickerEvent<Narrowing> =
  /** Somebody looks at the list, where something else may decide what there is to choose from: what is not at hand is asked for. */
  | { type: 'picker.opened'; narrowing?: Narrowing | undefined }
  | { type: 'picker.searched'; keyword: string }
  /** Something stands chosen: its name is shown before anybody opens the list. */
  | { type: 'picker.namesWanted'; ids: number[] }
  | { type: 'picker.retried' };

/** Told upwards under the name of the picker: these are gone, or the reader may not see them. */
export type PickerFact<Id extends string> = { type: `${Id}.unseen`; ids: number[] };

const NOTHING: PickerKnowledge = { found: undefined, named: [], unseen: [] };
const idsOf = (rows: readonly Choice[] = []) => rows.map(({ id }) => id);
const without = (ids: readonly number[], others: readonly number[]) => ids.filter((id) => !others.includes(id));

/** Of many, found by words that the server searches; what stands chosen has its name at once. Several fields may share one. */
export function createPickerMachine<Narrowing extends object = object>({
  id,
  description = 'Of many, found by words that the server searches; what stands chosen has its name at once.',
}: MachineName) {
  type Context = PickerContext<Narrowing>;
  const nameless = ({ answer = NOTHING }: Context, ids: readonly number[]) =>
    without(ids, [...idsOf(answer.named), ...idsOf(answer.found), ...answer.unseen]);
  const unseenIn = (context: Context, named: readonly Choice[]) => without(nameless(context, context.ids), idsOf(named));
  const isNarrowed = ({ narrowing }: Context, by: Narrowing | undefined) => isSame(narrowing, by ?? {});

  return setup({
    types: {} as { context: Context; events: PickerEvent<Narrowing>; emitted: PickerFact<string>; tags: 'busy' | 'failed' },
    actors: { loadChoices: missingActor<PickerAnswer, PickerQuestion<Narrowing>>('loadChoices') },
    guards: {
      /** The list from its start, as narrow as it is wanted, is here or on its way. */
      isListed: ({ context }, { narrowing }: { narrowing?: Narrowing | undefined }) =>
        context.keyword === '' && isNarrowed(context, narrowing) && (context.isListDue || context.answer?.found !== undefined),
      isNameless: ({ context }, { ids }: { ids: number[] }) => nameless(context, ids).length > 0,
      isAwaited: ({ context }, { ids }: { ids: number[] }) => without(nameless(context, ids), context.ids).length === 0,
      isUnseen: ({ context }, { ids }: { ids: number[] }) => ids.some((one) => context.answer?.unseen.includes(one)),
      hasUnseen: ({ context }, { named }: PickerAnswer) => unseenIn(context, named).length > 0,
    },
    delays: { searchPause: SEARCH_PAUSE_MS },
    actions: {
      beginList: assign(({ context }, { narrowing }: { narrowing?: Narrowing | undefined }) => ({
        keyword: '',
        narrowing: narrowing ?? ({} as Narrowing),
        isListDue: true,
        // What was found for other words, or for something else, is not what is looked for now.
        answer: context.answer && { ...context.answer, found: undefined },
      })),
      keepKeyword: assign((_, { keyword }: { keyword: string }) => ({ keyword, isListDue: true })),
      // What was chosen from the list keeps its name when the list is another one.
      keepWanted: assign(({ context: { ids: known, answer } }, { ids }: { ids: number[] }) => ({
        ids: [...new Set([...known, ...ids])],
        answer: answer && {
          ...answer,
          named: [...answer.named, ...(answer.found ?? []).filter((row) => ids.includes(row.id) && !idsOf(answer.named).includes(row.id))],
        },
      })),
      keepAnswer: assign(({ context }, { found, named }: PickerAnswer) => {
        const known = context.answer ?? NOTHING;
        return {
          isListDue: false,
          failure: undefined,
          answer: {
            found: found ?? known.found,
            named: [...known.named, ...named],
            unseen: [...known.unseen, ...unseenIn(context, named)],
          },
        };
      }),
      keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: failureOf(error) })),
      tellMissed: tell<Context, PickerAnswer>((context, { named }) => ({ type: `${id}.unseen`, ids: unseenIn(context, named) })),
      tellUnseen: tell<Context, { ids: number[] }>(({ answer }, { ids }) => ({
        type: `${id}.unseen`,
        ids: ids.filter((one) => answer?.unseen.includes(one)),
      })),
    },
  }).createMachine({
    id,
    description,
    context: { keyword: '', narrowing: {} as Narrowing, isListDue: false, ids: [], answer: undefined, failure: undefined },
    initial: 'unknown',
    on: {
      'picker.opened': { target: '.loading', reenter: true, actions: { type: 'beginList', params: ({ event }) => event } },
      'picker.searched': { target: '.pausing', reenter: true, actions: { type: 'keepKeyword', params: ({ event }) => event } },
      'picker.namesWanted': [
        {
          guard: { type: 'isNameless', params: ({ event }) => event },
          target: '.loading',
          reenter: true,
          actions: { type: 'keepWanted', params: ({ event }) => event },
        },
        {
          guard: { type: 'isUnseen', params: ({ event }) => event },
          actions: [
            { type: 'keepWanted', params: ({ event }) => event },
            { type: 'tellUnseen', params: ({ event }) => event },
          ],
        },
        { actions: { type: 'keepWanted', params: ({ event }) => event } },
      ],
    },
    states: {
      unknown: { description: 'Nobody has looked yet.' },
      pausing: { description: 'Somebody may still be typing.', tags: 'busy', after: { searchPause: 'loading' } },
      loading: {
        tags: 'busy',
        on: {
          'picker.opened': { guard: { type: 'isListed', params: ({ event }) => event } },
          'picker.namesWanted': {
            guard: { type: 'isAwaited', params: ({ event }) => event },
            actions: { type: 'keepWanted', params: ({ event }) => event },
          },
        },
        invoke: {
          id: 'loadChoices',
          src: 'loadChoices',
          input: ({ context }) => ({
            search: context.isListDue ? { keyword: context.keyword, narrowing: context.narrowing } : undefined,
            ids: nameless(context, context.ids),
          }),
          onDone: [
            {
              guard: { type: 'hasUnseen', params: ({ event }) => event.output },
              target: 'known',
              actions: [
                { type: 'tellMissed', params: ({ event }) => event.output },
                { type: 'keepAnswer', params: ({ event }) => event.output },
              ],
            },
            { target: 'known', actions: { type: 'keepAnswer', params: ({ event }) => event.output } },
          ],
          onError: { target: 'failed', actions: { type: 'keepFailure', params: ({ event }) => event } },
        },
      },
      known: {
        description: 'What was asked for is here.',
        // The answer is not kept while the page sleeps: then it is asked for as if nothing were known.
        on: { 'picker.opened': { guard: { type: 'isListed', params: ({ event }) => event } } },
      },
      failed: {
        description: 'What was asked for could not be had. Another look asks again.',
        tags: 'failed',
        on: { 'picker.retried': 'loading' },
      },
    },
  });
}
