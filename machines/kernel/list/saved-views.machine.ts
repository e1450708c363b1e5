import { type ActorRefFrom, assign, setup } from 'xstate';
import type { View as SavedView, ViewTable } from '#contracts/endpoints/views.ts';
import { type Failure, type FieldFaults, toFailure } from '../form/faults.ts';
import { arrayMinimum, faultsIn, firstFault, required, stringMaximum } from '../form/field-rules.ts';
import { createFormDialogMachine, type FormFact } from '../form/form-dialog.machine.ts';
import type { MachineName } from '../machine-name.ts';
import { type CommandFact, createCommandMachine } from '../page/command.machine.ts';
import type { HistoryStep, PageInput } from '../page/page-contract.ts';
import { missingActor } from '../placeholders.ts';
import { tell, toChild } from '../tell.ts';
import { createOptionsMachine } from './options.machine.ts';

export type { SavedView, ViewTable };

/** The content of a view: the query of the list and the look of its table. A null table leaves the user's own. */
export interface ViewContent {
  query: string;
  table: ViewTable | null;
}

export interface ViewValues {
  name: string;
  shared: SavedView['shared'];
  role_ids: number[];
}

/** The content of a new view, or the existing view to rename or share. */
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
  description: 'A saved view: its name and who may use it.',
  blank: blankView,
  check: checkView,
});

/** Changes that need no confirmation, except for a deletion. */
export type ViewChange =
  | ({ kind: 'update'; id: number; version: number; name: string } & ViewContent)
  /** Null: the page opens without a default view. */
  | { kind: 'default'; id: number | null }
  | { kind: 'delete'; view: SavedView };

export const viewChange = createCommandMachine<ViewChange>({
  id: 'viewChange',
  description: 'A saved view is overwritten, made the default, or deleted.',
});

export const viewRoles = createOptionsMachine<{ id: number; name: string }>({
  id: 'viewRoles',
  description: 'Roles a view can be shared with.',
});

interface SavedViewsContext {
  /** The page was opened without a query of its own, and no view has been chosen since. */
  isOpening: boolean;
  /** The view that was chosen last, with later changes to it. */
  applied: Pick<SavedView, 'id' | 'name' | 'query' | 'table'> | undefined;
  /** All views the user may use here; parts of their queries that the page does not understand are left out. */
  answer: SavedView[] | undefined;
  failure: Failure | undefined;
}

export type SavedViewsEvent =
  /** The page is on the screen: unknown views are loaded. */
  | { type: 'views.seen' }
  /** The menu of views was opened: the views may have changed and are loaded again. */
  | { type: 'views.opened' }
  | { type: 'views.chosen'; id: number }
  /** No view: the list without filters. */
  | { type: 'views.allChosen' }
  /** Discards changes made since the view was chosen. */
  | { type: 'views.resetRequested' }
  | ({ type: 'views.saveRequested' } & ViewContent)
  | ({ type: 'views.updateRequested'; id: number } & ViewContent)
  | { type: 'views.editRequested'; id: number }
  | { type: 'views.deleteRequested'; id: number }
  | { type: 'views.defaultChosen'; id: number | null }
  | FormFact<'viewForm', SavedView>
  | CommandFact<'viewChange', ViewChange>;

/** Told upwards: the list and its table follow this view. `replace` marks the default view, which the user did not choose. */
export type SavedViewsFact = { type: 'views.applied'; how: HistoryStep } & ViewContent;

const toForm = toChild(viewForm, 'form');
const toChange = toChild(viewChange, 'change');

/** Reads and writes the query of a view. */
interface ViewAddress<Query extends { page: number }> {
  read(search: string): Query;
  write(query: Query): string;
  /** Whether the address has none of the view's keys. */
  isBare(search: string): boolean;
}

/** The saved views of one list or report. A chosen view is told upwards, and the page follows it. */
export function createSavedViewsMachine<Query extends { page: number }>({
  id,
  description = 'The saved views of one list: chosen, saved, renamed, shared, deleted, or made the default.',
  query: address,
}: MachineName & { query: ViewAddress<Query> }) {
  // A view describes a set of rows, not a page within it.
  const withoutPage = (query: string) => address.write({ ...address.read(query), page: 1 });
  const findView = ({ answer }: SavedViewsContext, wanted: number | null) => answer?.find((view) => view.id === wanted);
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
      isUnknown: ({ context }) => context.answer === undefined,
      isListed: ({ context }, { id: wanted }: { id: number }) => findView(context, wanted) !== undefined,
      hasApplied: ({ context }) => context.applied !== undefined,
      opensDefault: ({ context }, { views }: { views: SavedView[] }) => context.isOpening && views.some((view) => view.is_default),
      isNew: ({ context }, { saved }: { saved: SavedView }) => findView(context, saved.id) === undefined,
    },
    actions: {
      keepViews: assign(({ context: { applied } }, { views }: { views: SavedView[] }) => {
        const answer = views.map((view) => ({ ...view, query: withoutPage(view.query) }));
        const newest = answer.find((view) => view.id === applied?.id);
        // A view the user can no longer see is no longer applied.
        return { answer, failure: undefined, isOpening: false, applied: newest && contentOf(newest) };
      }),
      keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: toFailure(error) })),
      apply: assign(({ context }, { id: wanted }: { id: number }) => {
        const view = findView(context, wanted);
        return { applied: view && contentOf(view), isOpening: false };
      }),
      applyDefault: assign(({ context: { answer } }) => {
        const view = answer?.find((one) => one.is_default);
        return { applied: view && contentOf(view) };
      }),
      applyNew: assign((_, { saved }: { saved: SavedView }) => ({ applied: { ...contentOf(saved), query: withoutPage(saved.query) } })),
      applyNone: assign({ applied: undefined, isOpening: false }),
      tellApplied: tell<SavedViewsContext, { how: HistoryStep }>(({ applied }, { how }) => ({
        type: 'views.applied',
        query: applied?.query ?? '',
        table: applied?.table ?? null,
        how,
      })),
      askForName: toForm(({ query, table }: ViewContent) => ({
        type: 'form.opened',
        draft: { values: blankView, subject: { existing: undefined, query: withoutPage(query), table } },
      })),
      askForChanges: toForm(({ view }: { view: SavedView | undefined }) => ({
        type: 'form.opened',
        draft: {
          values: { name: view?.name ?? '', shared: view?.shared ?? 'me', role_ids: view?.roles.map((role) => role.id) ?? [] },
          subject: { existing: view && { id: view.id, version: view.version }, query: view?.query ?? '', table: view?.table ?? null },
        },
      })),
      update: toChange(({ view, query, table }: { view: SavedView } & ViewContent) => ({
        type: 'command.runRequested',
        subject: { kind: 'update', id: view.id, version: view.version, name: view.name, query: withoutPage(query), table },
      })),
      askAboutDeletion: toChange(({ view }: { view: SavedView }) => ({ type: 'command.requested', subject: { kind: 'delete', view } })),
      chooseDefault: toChange(({ id: wanted }: { id: number | null }) => ({
        type: 'command.runRequested',
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
      'views.seen': { guard: 'isUnknown', target: '.loading' },
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
        actions: { type: 'askForChanges', params: ({ context, event }) => ({ view: findView(context, event.id) }) },
      },
      'views.updateRequested': {
        guard: { type: 'isListed', params: ({ event }) => event },
        actions: {
          type: 'update',
          params: ({ context, event }) => ({ view: findView(context, event.id) as SavedView, query: event.query, table: event.table }),
        },
      },
      'views.deleteRequested': {
        guard: { type: 'isListed', params: ({ event }) => event },
        actions: { type: 'askAboutDeletion', params: ({ context, event }) => ({ view: findView(context, event.id) as SavedView }) },
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
        on: { 'views.seen': {} },
        invoke: {
          id: 'loadViews',
          src: 'loadViews',
          onDone: [
            {
              guard: { type: 'opensDefault', params: ({ event }) => ({ views: event.output }) },
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
        description: 'The views of this list are loaded.',
        on: { 'views.opened': 'loading' },
      },
      failed: { on: { 'views.opened': 'loading' } },
    },
  });
}

export type SavedViews = ActorRefFrom<ReturnType<typeof createSavedViewsMachine>>;
