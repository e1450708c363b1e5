import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AdPlatformError } from '../../ad-platform.ts';
import type { Answer } from './answer.ts';
import type { Graph, GraphRequest } from './call.ts';
import { readAll } from './paging.ts';

/** A listing of the network: pages of its own size, some of them answered twice, some too large. */
function listing(ids: readonly string[], { serverLimit = 100, repeats = false, tooLargeFrom = Number.POSITIVE_INFINITY } = {}) {
  const asked: number[] = [];
  const call = async ({ parameters = {} }: GraphRequest): Promise<Answer> => {
    const limit = Number(parameters['limit']);
    asked.push(limit);
    if (limit > tooLargeFrom) throw new AdPlatformError('down', { code: 100, subcode: 1_487_534, title: 'Too much data' });
    const from = Number(parameters['after'] ?? 0);
    const end = Math.min(from + Math.min(limit, serverLimit), ids.length);
    const data = ids.slice(repeats ? Math.max(0, from - 1) : from, end).map((id) => ({ id }));
    return { data, paging: { cursors: { after: String(end) }, ...(end < ids.length ? { next: 'https://next' } : {}) } };
  };
  return { graph: { call } as unknown as Graph, asked };
}

async function read(graph: Graph): Promise<string[]> {
  const list: string[] = [];
  for await (const row of readAll(graph, { path: '/x', token: 't' })) list.push(String(row['id']));
  return list;
}

describe('a listing', () => {
  it('delivers each id once, for any page size and any repeated row', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 60 }),
        fc.integer({ min: 1, max: 20 }),
        fc.boolean(),
        async (count, serverLimit, repeats) => {
          const ids = Array.from({ length: count }, (_, index) => String(index));
          expect(await read(listing(ids, { serverLimit, repeats }).graph)).toEqual(ids);
        },
      ),
    );
  });

  it('asks for half as many rows while a page is too large', async () => {
    const ids = Array.from({ length: 30 }, (_, index) => String(index));
    const { graph, asked } = listing(ids, { tooLargeFrom: 20 });
    expect(await read(graph)).toEqual(ids);
    expect(asked).toEqual([100, 50, 25, 12, 12, 12]);
  });

  it('is given up when even the smallest page is too large', async () => {
    await expect(read(listing(['1'], { tooLargeFrom: 5 }).graph)).rejects.toMatchObject({ kind: 'rejected' });
  });
});
