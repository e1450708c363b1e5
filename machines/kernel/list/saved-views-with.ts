import { fromPromise } from 'xstate';
import { changedSince } from '../form/form-values.ts';
import { saveOutcome } from '../form/save-outcome.ts';
import { type createSavedViewsMachine, type SavedView, type ViewValues, viewChange, viewForm, viewRoles } from './saved-views.machine.ts';

type Content = Pick<SavedView, 'query' | 'table'>;
type Sharing = Pick<SavedView, 'name' | 'shared'> & { role_ids?: number[] };
type Keyed = { idempotency_key?: string };

/** Calls that keep views, as the services have them, and the one that knows the roles a view can be shared with. */
interface ViewCalls {
  listViews(asked: { page: string }, signal?: AbortSignal): Promise<{ list: SavedView[] }>;
  createView(asked: { page: string } & Sharing & Content & Keyed): Promise<SavedView>;
  editView(asked: { id: number; version: number } & Partial<Sharing & Content> & Keyed): Promise<SavedView>;
  deleteView(asked: { id: number }): Promise<unknown>;
  setDefaultView(asked: { page: string; id: number | null }): Promise<unknown>;
  simpleRoles(asked: object, signal?: AbortSignal): Promise<{ list: { id: number; name: string }[] }>;
}

/** Roles count only where the view is shared with roles. */
const sharing = ({ name, shared, role_ids }: ViewValues): Sharing => ({
  name: name.trim(),
  shared,
  ...(shared === 'roles' && { role_ids }),
});

/** The saved views of the page at this path, with these calls. */
export const viewsWith = (machine: ReturnType<typeof createSavedViewsMachine>, page: string, calls: ViewCalls) =>
  machine.provide({
    actors: {
      loadViews: fromPromise(async ({ signal }) => (await calls.listViews({ page }, signal)).list),
      form: viewForm.provide({
        actors: {
          save: fromPromise(({ input: { values, subject, origin, key } }) => {
            const existing = subject?.existing;
            const asked = sharing(values);
            const asking = existing
              ? calls.editView({
                  ...existing,
                  // Who changes the roles says again what they are for.
                  ...changedSince(sharing(origin), asked),
                  ...(asked.role_ids && { shared: asked.shared, role_ids: asked.role_ids }),
                  idempotency_key: key,
                })
              : calls.createView({ page, ...asked, query: subject?.query ?? '', table: subject?.table ?? null, idempotency_key: key });
            return saveOutcome(asking, { fields: ['name', 'shared', 'role_ids'], fieldOf: { DUPLICATE: 'name' } });
          }),
        },
      }),
      change: viewChange.provide({
        actors: {
          run: fromPromise(({ input: { subject } }): Promise<unknown> => {
            if (subject.kind === 'default') return calls.setDefaultView({ page, id: subject.id });
            if (subject.kind === 'delete') return calls.deleteView({ id: subject.view.id });
            const { id, version, query, table } = subject;
            return calls.editView({ id, version, query, table });
          }),
        },
      }),
      roles: viewRoles.provide({
        actors: { loadOptions: fromPromise(async ({ signal }) => (await calls.simpleRoles({}, signal)).list) },
      }),
    },
  });

/**
 * The same calls for one tab of a page of several: its views stand beside those of the other tabs, and their queries name the tab. The
 * first tab also has those that name none.
 */
export const viewsOnTab = (calls: ViewCalls, { tab, isFirst }: { tab: string; isFirst: boolean }): ViewCalls => {
  const isHere = ({ query }: SavedView) => {
    const named = new URLSearchParams(query).get('tab');
    return named === tab || (isFirst && named === null);
  };
  const named = (query: string) => {
    const written = new URLSearchParams(query);
    written.set('tab', tab);
    return `?${written}`;
  };
  return {
    ...calls,
    listViews: async (asked, signal) => ({ list: (await calls.listViews(asked, signal)).list.filter(isHere) }),
    createView: (asked) => calls.createView({ ...asked, query: named(asked.query) }),
    editView: (asked) => calls.editView({ ...asked, ...(asked.query !== undefined && { query: named(asked.query) }) }),
  };
};
