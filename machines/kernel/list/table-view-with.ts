import { fromPromise } from 'xstate';
import { type createTableViewMachine, readTableView } from './table-view.machine.ts';

/** The service calls that store the user's view of a page's table. */
interface ViewCalls {
  loadTableView(page: string, signal?: AbortSignal): Promise<unknown>;
  /** Null removes the stored view. */
  saveTableView(page: string, view: object | null, signal?: AbortSignal): Promise<unknown>;
}

/** The table view of the page at this path, with these calls. */
export const tableViewWith = (machine: ReturnType<typeof createTableViewMachine>, page: string, calls: ViewCalls) =>
  machine.provide({
    actors: {
      loadView: fromPromise(async ({ signal }) => readTableView(await calls.loadTableView(page, signal))),
      saveView: fromPromise(({ input, signal }) => calls.saveTableView(page, input.view ?? null, signal)),
    },
  });
