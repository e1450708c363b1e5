import { assign, setup } from 'xstate';
import type { SimpleRow } from '#contracts/endpoints/shapes.ts';
import { type Failure, toFailure } from '../form/faults.ts';
import { isSame } from '../form/form-values.ts';
import type { MachineName } from '../machine-name.ts';
import { missingActor } from '../placeholders.ts';
import { tell } from '../tell.ts';
import { SEARCH_PAUSE_MS } from './options.machine.ts';

/** One choice: a row of a `…/simple_list` answer. */
export type Choice = SimpleRow;

/** The input of a load: a search, names by id, or both. */
export interface PickerRequest<Narrowing> {
  /** The first page for a keyword; undefined while the list is not open. */
  search: { keyword: string; narrowing: Narrowing } | undefined;
  /** Ids whose names are needed and unknown. May be empty. */
  ids: number[];
}

export interface PickerAnswer {
  /** Undefined if no search was requested. */
  found: Choice[] | undefined;
  /** Rows requested by id, without those the user may not see. */
  named: Choice[];
}

/** Everything the server has answered so far. */
export interface KnownChoices {
  found: Choice[] | undefined;
  named: Choice[];
  /** Gone, or hidden from the user. */
  unseen: number[];
}

interface PickerContext<Narrowing> {
  keyword: string;
  narrowing: Narrowing;
  /** The list was opened or searched, and its answer has not arrived yet. */
  isListDue: boolean;
  /** Distinct ids whose names are needed. */
  ids: number[];
  answer: KnownChoices | undefined;
  failure: Failure | undefined;
}

export type PickerEvent<Narrowing> =
  /** The list was opened, perhaps narrowed by another field. Unknown choices are loaded. */
  | { type: 'picker.opened'; narrowing?: Narrowing | undefined }
  | { type: 'picker.searched'; keyword: string }
  /** The names of chosen values are needed before the list is opened. */
  | { type: 'picker.namesRequested'; ids: number[] }
  | { type: 'picker.retried' };

/** Told upwards under the id of the picker: these ids are gone or hidden from the user. */
export type PickerFact<Id extends string> = { type: `${Id}.unseen`; ids: number[] };

const NONE: KnownChoices = { found: undefined, named: [], unseen: [] };
const idsOf = (rows: readonly Choice[] = []) => rows.map(({ id }) => id);
const without = (ids: readonly number[], others: readonly number[]) => ids.filter((id) => !others.includes(id));

/** Chooses from many rows by a search on the server and loads the names of chosen rows at once. Several fields may share one picker. */
export function createPickerMachine<Narrowing extends object = object>({
  id,
  description = 'Chooses from many rows by a search on the server and loads the names of chosen rows at once.',
}: MachineName) {
  type Context = PickerContext<Narrowing>;
  const withoutNames = ({ answer = NONE }: Context, ids: readonly number[]) =>
    without(ids, [...idsOf(answer.named), ...idsOf(answer.found), ...answer.unseen]);
  const findUnseen = (context: Context, named: readonly Choice[]) => without(withoutNames(context, context.ids), idsOf(named));
  const isNarrowedBy = ({ narrowing }: Context, by: Narrowing | undefined) => isSame(narrowing, by ?? {});

  return setup({
    types: {} as { context: Context; events: PickerEvent<Narrowing>; emitted: PickerFact<string>; tags: 'busy' | 'failed' },
    actors: { loadChoices: missingActor<PickerAnswer, PickerRequest<Narrowing>>('loadChoices') },
    guards: {
      /** The unfiltered list for this narrowing is known or being loaded. */
      isListCurrent: ({ context }, { narrowing }: { narrowing?: Narrowing | undefined }) =>
        context.keyword === '' && isNarrowedBy(context, narrowing) && (context.isListDue || context.answer?.found !== undefined),
      hasUnnamed: ({ context }, { ids }: { ids: number[] }) => withoutNames(context, ids).length > 0,
      isRequested: ({ context }, { ids }: { ids: number[] }) => without(withoutNames(context, ids), context.ids).length === 0,
      hasKnownUnseen: ({ context }, { ids }: { ids: number[] }) => ids.some((one) => context.answer?.unseen.includes(one)),
      hasUnseen: ({ context }, { named }: PickerAnswer) => findUnseen(context, named).length > 0,
    },
    delays: { searchPause: SEARCH_PAUSE_MS },
    actions: {
      beginList: assign(({ context }, { narrowing }: { narrowing?: Narrowing | undefined }) => ({
        keyword: '',
        narrowing: narrowing ?? ({} as Narrowing),
        isListDue: true,
        // Results of another search or narrowing do not apply any more.
        answer: context.answer && { ...context.answer, found: undefined },
      })),
      keepKeyword: assign((_, { keyword }: { keyword: string }) => ({ keyword, isListDue: true })),
      // A row chosen from the list keeps its name when the list is replaced.
      keepIds: assign(({ context: { ids: known, answer } }, { ids }: { ids: number[] }) => ({
        ids: [...new Set([...known, ...ids])],
        answer: answer && {
          ...answer,
          named: [...answer.named, ...(answer.found ?? []).filter((row) => ids.includes(row.id) && !idsOf(answer.named).includes(row.id))],
        },
      })),
      keepAnswer: assign(({ context }, { found, named }: PickerAnswer) => {
        const known = context.answer ?? NONE;
        return {
          isListDue: false,
          failure: undefined,
          answer: {
            found: found ?? known.found,
            named: [...known.named, ...named],
            unseen: [...known.unseen, ...findUnseen(context, named)],
          },
        };
      }),
      keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: toFailure(error) })),
      tellNewUnseen: tell<Context, PickerAnswer>((context, { named }) => ({ type: `${id}.unseen`, ids: findUnseen(context, named) })),
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
      'picker.namesRequested': [
        {
          guard: { type: 'hasUnnamed', params: ({ event }) => event },
          target: '.loading',
          reenter: true,
          actions: { type: 'keepIds', params: ({ event }) => event },
        },
        {
          guard: { type: 'hasKnownUnseen', params: ({ event }) => event },
          actions: [
            { type: 'keepIds', params: ({ event }) => event },
            { type: 'tellUnseen', params: ({ event }) => event },
          ],
        },
        { actions: { type: 'keepIds', params: ({ event }) => event } },
      ],
    },
    states: {
      unknown: { description: 'The list was not opened yet.' },
      pausing: { description: 'The user may still be typing.', tags: 'busy', after: { searchPause: 'loading' } },
      loading: {
        tags: 'busy',
        on: {
          'picker.opened': { guard: { type: 'isListCurrent', params: ({ event }) => event } },
          'picker.namesRequested': {
            guard: { type: 'isRequested', params: ({ event }) => event },
            actions: { type: 'keepIds', params: ({ event }) => event },
          },
        },
        invoke: {
          id: 'loadChoices',
          src: 'loadChoices',
          input: ({ context }) => ({
            search: context.isListDue ? { keyword: context.keyword, narrowing: context.narrowing } : undefined,
            ids: withoutNames(context, context.ids),
          }),
          onDone: [
            {
              guard: { type: 'hasUnseen', params: ({ event }) => event.output },
              target: 'known',
              actions: [
                { type: 'tellNewUnseen', params: ({ event }) => event.output },
                { type: 'keepAnswer', params: ({ event }) => event.output },
              ],
            },
            { target: 'known', actions: { type: 'keepAnswer', params: ({ event }) => event.output } },
          ],
          onError: { target: 'failed', actions: { type: 'keepFailure', params: ({ event }) => event } },
        },
      },
      known: {
        description: 'The requested choices are loaded.',
        // A page's memo does not keep the answer, so the choices are then loaded again.
        on: { 'picker.opened': { guard: { type: 'isListCurrent', params: ({ event }) => event } } },
      },
      failed: {
        description: 'The choices could not be loaded. Opening the list again retries.',
        tags: 'failed',
        on: { 'picker.retried': 'loading' },
      },
    },
  });
}
