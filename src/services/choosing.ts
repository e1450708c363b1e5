import { fromPromise } from 'xstate';
import type { SimpleRow } from '#contracts/endpoints/shapes.ts';

interface Asked {
  keyword?: string;
  page_size?: 20;
  ids?: number[];
}

type SimpleCall<Narrowing> = (request: Asked & Narrowing, signal?: AbortSignal) => Promise<{ list: SimpleRow[] }>;

interface Question<Narrowing> {
  keyword: string;
  narrowing: Narrowing;
  /** Names that are wanted; may be empty. */
  ids: number[];
}

/** Without what nobody chose: a filter that is undefined is none. */
const given = <Narrowing extends object>(narrowing: Narrowing) =>
  Object.fromEntries(Object.entries(narrowing).filter(([, value]) => value !== undefined)) as Narrowing;

/** What a picker asks for, by the `…/simple_list` of its resource: the first twenty for a keyword, and the names of what is chosen. */
export const choiceActors = <Narrowing extends object>(call: SimpleCall<Narrowing>) => ({
  loadChoices: fromPromise(async ({ input, signal }: { input: Question<Narrowing>; signal: AbortSignal }) => {
    const { keyword, narrowing, ids } = input;
    const nothing = {} as Narrowing;
    const [found, named] = await Promise.all([
      call({ ...given(narrowing), ...(keyword && { keyword }), page_size: 20 }, signal),
      ids.length > 0 ? call({ ...nothing, ids }, signal) : { list: [] },
    ]);
    return { found: found.list, named: named.list };
  }),
});
