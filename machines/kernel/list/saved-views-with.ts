import { fromPromise } from 'xstate';
import { changedSince } from '../form/form-values.ts';
import { toSaveOutcome } from '../form/save-outcome.ts';
import { type createSavedViewsMachine, type SavedView, type ViewValues, viewChange, viewForm, viewRoles } from './saved-views.machine.ts';

type Content = Pick<SavedView, 'query' | 'table'>;
type Sharing = Pick<SavedView, 'name' | 'shared'> & { role_ids?: number[] };
type Keyed = { idempotency_key?: string };

/** The service calls that store views, and the one that lists the roles a view can be shared with. */
interface ViewCalls {
  listViews(asked: { page: string }, signal?: AbortSignal): Promise<{ list: SavedView[] }>;
  createView(asked: { page: string } & Sharing & Content & Keyed): Promise<SavedView>;
  editView(asked: { id: number; version: number } & Partial<Sharing & Content> & Keyed): Promise<SavedView>;
  deleteView(asked: { id: number }): Promise<unknown>;
  setDefaultView(asked: { page: string; id: number | null }): Promise<unknown>;
  simpleRoles(asked: object, signal?: AbortSignal): Promise<{ list: { id: number; name: string }[] }>;
}

/** Roles are sent only for a view shared with roles. */
const toSharing = ({ name, shared, role_ids }: ViewValues): Sharing => ({
  name: name.trim(),
  shared,
  ...(shared === 'roles' && { role_ids }),
});

/** The saved views of the page at this path, with these calls. */
export const savedViewsWith = (machine: ReturnType<typeof createSavedViewsMachine>, page: string, calls: ViewCalls) =>
  machine.provide({
    actors: {
      loadViews: fromPromise(async ({ signal }) => (await calls.listViews({ page }, signal)).list),
      form: viewForm.provide({
        actors: {
          save: fromPromise(({ input: { values, subject, origin, key } }) => {
            const existing = subject?.existing;
            const changes = toSharing(values);
            const request = existing
              ? calls.editView({
                  ...existing,
                  // The server requires `shared` together with `role_ids`.
                  ...changedSince(toSharing(origin), changes),
                  ...(changes.role_ids && { shared: changes.shared, role_ids: changes.role_ids }),
                  idempotency_key: key,
                })
              : calls.createView({ page, ...changes, query: subject?.query ?? '', table: subject?.table ?? null, idempotency_key: key });
            return toSaveOutcome(request, { fields: ['name', 'shared', 'role_ids'], fieldOf: { DUPLICATE: 'name' } });
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
 * The same calls for one tab of a tabbed page: only the views whose query names the tab. The first tab also has the views that name none.
 */
export const viewCallsOfTab = (calls: ViewCalls, { tab, isFirst }: { tab: string; isFirst: boolean }): ViewCalls => {
  const isOnTab = ({ query }: SavedView) => {
    const named = new URLSearchParams(query).get('tab');
    return named === tab || (isFirst && named === null);
  };
  const withTab = (query: string) => {
    const written = new URLSearchParams(query);
    written.set('tab', tab);
    return `?${written}`;
  };
  return {
    ...calls,
    listViews: async (asked, signal) => ({ list: (await calls.listViews(asked, signal)).list.filter(isOnTab) }),
    createView: (asked) => calls.createView({ ...asked, query: withTab(asked.query) }),
    editView: (asked) => calls.editView({ ...asked, ...(asked.query !== undefined && { query: withTab(asked.query) }) }),
  };
};
