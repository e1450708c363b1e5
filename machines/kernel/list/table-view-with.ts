import { fromPromise } from 'xstate';
import { type createTableViewMachine, keptView } from './table-view.machine.ts';

/** Calls that keep a reader's look of a page's table, as the services have them. */
interface ViewCalls {
  loadTableView(page: string, signal?: AbortSignal): Promise<unknown>;
  /** Null is what the page came with. */
  saveTableView(page: string, view: object | null, signal?: AbortSignal): Promise<unknown>;
}

/** The look of the table of the page at this path, with these calls. */
export const tableViewWith = (machine: ReturnType<typeof createTableViewMachine>, page: string, calls: ViewCalls) =>
  machine.provide({
    actors: {
      loadView: fromPromise(async ({ signal }) => keptView(await calls.loadTableView(page, signal))),
      saveView: fromPromise(({ input, signal }) => calls.saveTableView(page, input.view ?? null, signal)),
    },
  });
