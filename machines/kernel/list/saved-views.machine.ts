import { type ActorRefFrom, assign, setup } from 'xstate';
import type { View as SavedView, ViewTable } from '#contracts/endpoints/views.ts';
import { type Failure, type FieldFaults, failureOf } from '../form/faults.ts';
import { arrayMinimum, faultsIn, firstFault, required, stringMaximum } from '../form/field-rules.ts';
import { createFormDialogMachine, type FormFact } from '../form/form-dialog.machine.ts';
import type { MachineName } from '../machine-name.ts';
import { type CommandFact, createCommandMachine } from '../page/command.machine.ts';
import type { HistoryStep, PageInput } from '../page/page-contract.ts';
import { missingActor } from '../placeholders.ts';
import { tell, toChild } from '../tell.ts';
import { createOptionsMachine } from './options.machine.ts';

export type { SavedView, ViewTable };

/** What a view holds: where the list stands, and how its table looks. Null leaves the table as its reader has it. */
export interface ViewContent {
  query: string;
  table: ViewTable | null;
}

export interface ViewValues {
  name: string;
  shared: SavedView['shared'];
  role_ids: number[];
}

/** What is saved as a new view, or which view gets another name or other readers. */
export interface ViewSubject extends ViewContent {
  existing: Pick<SavedView, 'id' | 'version'> | undefined;
}

const checkView = ({ name, shared, role_ids }: ViewValues): FieldFaults<ViewValues> =>
  faultsIn<ViewValues>({
    name: firstFault(name, required, stringMaximum(60)),
    role_ids: shared === 'roles' ? firstFault(role_ids, arrayMinimum(1)) : undefined,
  });

const blankView: ViewValues = { name: '', shared: 'me', role_ids: [] };

export const viewForm = createFormDialogMachine<ViewValues, SavedView, ViewSubject>({
  id: 'viewForm',
  description: 'A saved view: named, and shared with others.',
  blank: blankView,
  check: checkView,
});

/** Done without a question, but for a deletion. */
export type ViewChange =
  | ({ kind: 'update'; id: number; version: number; name: string } & ViewContent)
  /** Null: the page opens as it came. */
  | { kind: 'default'; id: number | null }
  | { kind: 'delete'; view: SavedView };

export const viewChange = createCommandMachine<ViewChange>({
  id: 'viewChange',
  description: 'A saved view is written over, made the first to be shown, or deleted.',
});

export const viewRoles = createOptionsMachine<{ id: number; name: string }>({
  id: 'viewRoles',
  description: 'Roles that a view can be shared with.',
});

interface SavedViewsContext {
  /** The page was opened without saying where it is to stand, and nothing has been decided since. */
  isOpening: boolean;
  /** The view that was chosen last, as it was then or has become since. */
  applied: Pick<SavedView, 'id' | 'name' | 'query' | 'table'> | undefined;
  /** Every view the reader may use here; what their queries say and the page does not understand is left out. */
  answer: SavedView[] | undefined;
  failure: Failure | undefined;
}

export type SavedViewsEvent =
  /** Somebody looks at the page: what is not known is asked for. */
  | { type: 'views.wanted' }
  /** Somebody looks at the views: they may have become others. */
  | { type: 'views.opened' }
  | { type: 'views.chosen'; id: number }
  /** Everything, as the page came. */
  | { type: 'views.allChosen' }
  /** Back to the chosen view. */
  | { type: 'views.resetRequested' }
  | ({ type: 'views.saveRequested' } & ViewContent)
  | ({ type: 'views.updateRequested'; id: number } & ViewContent)
  | { type: 'views.editRequested'; id: number }
  | { type: 'views.deleteRequested'; id: number }
  | { type: 'views.defaultChosen'; id: number | null }
  | FormFact<'viewForm', SavedView>
  | CommandFact<'viewChange', ViewChange>;

/** Told upwards: the list is to stand there, and its table to look so. `replace`: because the page opens so, not because somebody chose it. */
export type SavedViewsFact = { type: 'views.applied'; how: HistoryStep } & ViewContent;

const toForm = toChild(viewForm, 'form');
const toChange = toChild(viewChange, 'change');

/** How the query of a view is read and written. */
interface ViewAddress<Query extends { page: number }> {
  read(search: string): Query;
  write(query: Query): string;
  /** Nothing in this address is of the view. */
  isBare(search: string): boolean;
}

/** The saved views of one list or report: what is chosen is told, and the page goes there. */
export function createSavedViewsMachine<Query extends { page: number }>({
  id,
  description = 'The saved views of one list: chosen, saved, renamed, shared, deleted, and one of them the first to be shown.',
  query: address,
}: MachineName & { query: ViewAddress<Query> }) {
  // A view is about rows, not about where in them somebody was.
  const normal = (query: string) => address.write({ ...address.read(query), page: 1 });
  const viewAt = ({ answer }: SavedViewsContext, wanted: number | null) => answer?.find((view) => view.id === wanted);
  const contentOf = ({ id: own, name, query, table }: SavedView) => ({ id: own, name, query, table });

  return setup({
    types: {} as {
      context: SavedViewsContext;
      events: SavedViewsEvent;
      input: PageInput;
      tags: 'busy';
      children: { form: 'form'; change: 'change'; roles: 'roles'; loadViews?: 'loadViews' };
    },
    actors: { form: viewForm, change: viewChange, roles: viewRoles, loadViews: missingActor<SavedView[]>('loadViews') },
    guards: {
      isForgotten: ({ context }) => context.answer === undefined,
      isListed: ({ context }, { id: wanted }: { id: number }) => viewAt(context, wanted) !== undefined,
      hasApplied: ({ context }) => context.applied !== undefined,
      isToDefault: ({ context }, { views }: { views: SavedView[] }) => context.isOpening && views.some((view) => view.is_default),
      isNew: ({ context }, { saved }: { saved: SavedView }) => viewAt(context, saved.id) === undefined,
    },
    actions: {
      keepViews: assign(({ context: { applied } }, { views }: { views: SavedView[] }) => {
        const answer = views.map((view) => ({ ...view, query: normal(view.query) }));
        const newest = answer.find((view) => view.id === applied?.id);
        // One that is not to be seen any more is nobody's any more.
        return { answer, failure: undefined, isOpening: false, applied: newest && contentOf(newest) };
      }),
      keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: failureOf(error) })),
      apply: assign(({ context }, { id: wanted }: { id: number }) => {
        const view = viewAt(context, wanted);
        return { applied: view && contentOf(view), isOpening: false };
      }),
      applyDefault: assign(({ context: { answer } }) => {
        const view = answer?.find((one) => one.is_default);
        return { applied: view && contentOf(view) };
      }),
      applyNew: assign((_, { saved }: { saved: SavedView }) => ({ applied: { ...contentOf(saved), query: normal(saved.query) } })),
      applyNone: assign({ applied: undefined, isOpening: false }),
      tellApplied: tell<SavedViewsContext, { how: HistoryStep }>(({ applied }, { how }) => ({
        type: 'views.applied',
        query: applied?.query ?? '',
        table: applied?.table ?? null,
        how,
      })),
      askForName: toForm(({ query, table }: ViewContent) => ({
        type: 'form.opened',
        draft: { values: blankView, subject: { existing: undefined, query: normal(query), table } },
      })),
      askForChanges: toForm(({ view }: { view: SavedView | undefined }) => ({
        type: 'form.opened',
        draft: {
          values: { name: view?.name ?? '', shared: view?.shared ?? 'me', role_ids: view?.roles.map((role) => role.id) ?? [] },
          subject: { existing: view && { id: view.id, version: view.version }, query: view?.query ?? '', table: view?.table ?? null },
        },
      })),
      update: toChange(({ view, query, table }: { view: SavedView } & ViewContent) => ({
        type: 'command.ordered',
        subject: { kind: 'update', id: view.id, version: view.version, name: view.name, query: normal(query), table },
      })),
      askAboutDeletion: toChange(({ view }: { view: SavedView }) => ({ type: 'command.requested', subject: { kind: 'delete', view } })),
      chooseDefault: toChange(({ id: wanted }: { id: number | null }) => ({
        type: 'command.ordered',
        subject: { kind: 'default', id: wanted },
      })),
    },
  }).createMachine({
    id,
    description,
    context: ({ input }) => ({ isOpening: address.isBare(input.search), applied: undefined, answer: undefined, failure: undefined }),
    invoke: [
      { id: 'form', src: 'form' },
      { id: 'change', src: 'change' },
      { id: 'roles', src: 'roles' },
    ],
    initial: 'loading',
    on: {
      'views.wanted': { guard: 'isForgotten', target: '.loading' },
      'views.chosen': {
        guard: { type: 'isListed', params: ({ event }) => event },
        actions: [
          { type: 'apply', params: ({ event }) => event },
          { type: 'tellApplied', params: { how: 'push' } },
        ],
      },
      'views.allChosen': { actions: ['applyNone', { type: 'tellApplied', params: { how: 'push' } }] },
      'views.resetRequested': { guard: 'hasApplied', actions: { type: 'tellApplied', params: { how: 'push' } } },
      'views.saveRequested': { actions: { type: 'askForName', params: ({ event }) => event } },
      'views.editRequested': {
        guard: { type: 'isListed', params: ({ event }) => event },
        actions: { type: 'askForChanges', params: ({ context, event }) => ({ view: viewAt(context, event.id) }) },
      },
      'views.updateRequested': {
        guard: { type: 'isListed', params: ({ event }) => event },
        actions: {
          type: 'update',
          params: ({ context, event }) => ({ view: viewAt(context, event.id) as SavedView, query: event.query, table: event.table }),
        },
      },
      'views.deleteRequested': {
        guard: { type: 'isListed', params: ({ event }) => event },
        actions: { type: 'askAboutDeletion', params: ({ context, event }) => ({ view: viewAt(context, event.id) as SavedView }) },
      },
      'views.defaultChosen': { actions: { type: 'chooseDefault', params: ({ event }) => event } },
      'viewForm.saved': [
        {
          guard: { type: 'isNew', params: ({ event }) => event },
          target: '.loading',
          reenter: true,
          actions: { type: 'applyNew', params: ({ event }) => event },
        },
        { target: '.loading', reenter: true },
      ],
      'viewChange.done': { target: '.loading', reenter: true },
    },
    states: {
      loading: {
        tags: 'busy',
        on: { 'views.wanted': {} },
        invoke: {
          id: 'loadViews',
          src: 'loadViews',
          onDone: [
            {
              guard: { type: 'isToDefault', params: ({ event }) => ({ views: event.output }) },
              target: 'known',
              actions: [
                { type: 'keepViews', params: ({ event }) => ({ views: event.output }) },
                'applyDefault',
                { type: 'tellApplied', params: { how: 'replace' } },
              ],
            },
            { target: 'known', actions: { type: 'keepViews', params: ({ event }) => ({ views: event.output }) } },
          ],
          onError: { target: 'failed', actions: { type: 'keepFailure', params: ({ event }) => event } },
        },
      },
      known: {
        description: 'The views of this list are here.',
        on: { 'views.opened': 'loading' },
      },
      failed: { on: { 'views.opened': 'loading' } },
    },
  });
}

export type SavedViews = ActorRefFrom<ReturnType<typeof createSavedViewsMachine>>;
