import { fromPromise } from 'xstate';
import type { SimpleRow } from '#contracts/endpoints/shapes.ts';

const PAGE = 20;
/** The largest page size, and therefore the number of names per request. */
const NAMES = 200;

interface Asked {
  keyword?: string;
  page_size?: typeof PAGE | typeof NAMES;
  ids?: number[];
}

type SimpleCall<Narrowing> = (request: Asked & Narrowing, signal?: AbortSignal) => Promise<{ list: SimpleRow[] }>;

interface Question<Narrowing> {
  /** The search to list; undefined when only names are needed. */
  search: { keyword: string; narrowing: Narrowing } | undefined;
  /** Ids whose names are needed; may be empty. */
  ids: number[];
}

/** Drops filters without a value. */
const given = <Narrowing extends object>(narrowing: Narrowing) =>
  Object.fromEntries(Object.entries(narrowing).filter(([, value]) => value !== undefined)) as Narrowing;

const inPages = (ids: readonly number[]) =>
  Array.from({ length: Math.ceil(ids.length / NAMES) }, (_, page) => ids.slice(page * NAMES, (page + 1) * NAMES));

/** Actors of a picker for the `…/simple_list` call of its resource: the first page for a keyword, and the names of the chosen ids. */
export const choiceActors = <Narrowing extends object>(call: SimpleCall<Narrowing>) => ({
  loadChoices: fromPromise(async ({ input, signal }: { input: Question<Narrowing>; signal: AbortSignal }) => {
    const { search, ids } = input;
    const nothing = {} as Narrowing;
    const [found, ...named] = await Promise.all([
      search && call({ ...given(search.narrowing), ...(search.keyword && { keyword: search.keyword }), page_size: PAGE }, signal),
      ...inPages(ids).map((page) => call({ ...nothing, ids: page, ...(page.length > PAGE && { page_size: NAMES }) }, signal)),
    ]);
    return { found: found?.list, named: named.flatMap((page) => page?.list ?? []) };
  }),
});
