import { fromPromise } from 'xstate';
import type { SimpleRow } from '#contracts/endpoints/shapes.ts';

const PAGE_SIZE = 20;
/** The largest page size, and therefore the number of names per request. */
const MAX_NAMES = 200;

interface SimpleListRequest {
  keyword?: string;
  page_size?: typeof PAGE_SIZE | typeof MAX_NAMES;
  ids?: number[];
}

type SimpleCall<Narrowing> = (request: SimpleListRequest & Narrowing, signal?: AbortSignal) => Promise<{ list: SimpleRow[] }>;

interface PickerQuestion<Narrowing> {
  /** The search to list; undefined when only names are needed. */
  search: { keyword: string; narrowing: Narrowing } | undefined;
  /** Ids whose names are needed; may be empty. */
  ids: number[];
}

/** Drops filters without a value. */
const withoutEmpty = <Narrowing extends object>(narrowing: Narrowing) =>
  Object.fromEntries(Object.entries(narrowing).filter(([, value]) => value !== undefined)) as Narrowing;

const chunkIds = (ids: readonly number[]) =>
  Array.from({ length: Math.ceil(ids.length / MAX_NAMES) }, (_, page) => ids.slice(page * MAX_NAMES, (page + 1) * MAX_NAMES));

/** Actors of a picker for the `…/simple_list` call of its resource: the first page for a keyword, and the names of the chosen ids. */
export const choiceActors = <Narrowing extends object>(call: SimpleCall<Narrowing>) => ({
  loadChoices: fromPromise(async ({ input, signal }: { input: PickerQuestion<Narrowing>; signal: AbortSignal }) => {
    const { search, ids } = input;
    const noNarrowing = {} as Narrowing;
    const [found, ...named] = await Promise.all([
      search &&
        call({ ...withoutEmpty(search.narrowing), ...(search.keyword && { keyword: search.keyword }), page_size: PAGE_SIZE }, signal),
      ...chunkIds(ids).map((page) => call({ ...noNarrowing, ids: page, ...(page.length > PAGE_SIZE && { page_size: MAX_NAMES }) }, signal)),
    ]);
    return { found: found?.list, named: named.flatMap((page) => page?.list ?? []) };
  }),
});
