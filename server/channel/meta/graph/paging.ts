import { AdPlatformError } from '../../ad-platform.ts';
import { type Answer, answersOf, optionalAnswer, optionalText } from './answer.ts';
import type { Graph, GraphRequest } from './call.ts';
import { isTooMuchData } from './errors.ts';

const PAGE_SIZE = 100;
const SMALLEST_PAGE = 10;

/**
 * Reads every row of a listing. Pages follow the cursor, because the ready-made address of the next page contains the token. A page that
 * holds too much data is asked for again with half as many rows, and a row that is repeated while the data moves is left out.
 */
export async function* readAll(
  graph: Graph,
  request: Omit<GraphRequest, 'method'>,
  { pageSize = PAGE_SIZE, keyOf = (row: Answer) => optionalText(row, 'id') } = {},
): AsyncGenerator<Answer> {
  const seen = new Set<string>();
  let limit = pageSize;
  let after: string | undefined;
  for (;;) {
    let page: Answer;
    try {
      page = await graph.call({ ...request, method: 'GET', parameters: { ...request.parameters, limit, after } });
    } catch (error) {
      if (!isTooMuchData(error)) throw error;
      if (limit <= SMALLEST_PAGE)
        throw new AdPlatformError('rejected', {
          code: 100,
          subcode: 1_487_534,
          title: 'Too much data',
          userMessage: 'One page is too large.',
        });
      limit = Math.max(SMALLEST_PAGE, Math.floor(limit / 2));
      continue;
    }
    for (const row of answersOf(page, 'data')) {
      const key = keyOf(row);
      if (key !== null && seen.has(key)) continue;
      if (key !== null) seen.add(key);
      yield row;
    }
    const paging = optionalAnswer(page, 'paging');
    const cursors = paging === null ? null : optionalAnswer(paging, 'cursors');
    const next = cursors === null ? null : optionalText(cursors, 'after');
    if (paging === null || optionalText(paging, 'next') === null || next === null || next === after) return;
    after = next;
  }
}
