import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AnyActorLogic, createActor, toPromise } from 'xstate';
import { batchActors, loadRunningBatches } from './batch-actors.ts';
import { connect, type Trace } from './connection.ts';

let server: Server;
const requests: { path: string; body: Record<string, unknown> }[] = [];
const announcements: (Trace & { kind: string })[] = [];
let respond: (path: string, body: Record<string, unknown>) => { code: number; data: object } | undefined;

const ok = (data: object) => ({ code: 0, data });
const notFound = { code: 404, data: { reason: 'NOT_FOUND', trace_id: 't' } };

beforeAll(async () => {
  server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const path = (request.url ?? '').replace('/api', '');
      const body = JSON.parse(Buffer.concat(parts).toString());
      requests.push({ path, body });
      const answer = respond(path, body);
      if (!answer) {
        response.writeHead(502, { 'content-type': 'text/html' }).end('<html>');
        return;
      }
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ message: '', ...answer }));
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  connect({
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`,
    currentToken: () => ({ token: 't', serial: 1 }),
    isClosed: () => false,
    language: () => 'en-US',
    textFor: ({ kind }) => kind,
    onRejected: () => announcements.push({ kind: 'rejected' } as never),
    onRefused: (refusal) => announcements.push({ ...refusal, kind: 'refused' }),
    onUnanswered: (breakage) => announcements.push({ ...breakage, kind: 'broken' }),
  });
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  requests.length = 0;
  announcements.length = 0;
});

const actors = batchActors({ waitVisible: async () => undefined, saveFile: () => undefined, locale: () => 'en', newKey: () => 'a-key' });
const run = (logic: AnyActorLogic, input: unknown): Promise<unknown> => toPromise(createActor(logic, { input } as never).start());

describe('loading batches', () => {
  it('separates batches that the user may not see from existing ones', async () => {
    respond = (_, { batch_id }) => (batch_id === 7 ? ok({ id: 7, status: 'running' }) : notFound);
    expect(await run(actors.loadBatches, { batchIds: [7, 8] })).toMatchObject({ batches: [{ id: 7, status: 'running' }], gone: [8] });
  });

  it('fails quietly when the answer is unreadable, because polling requested it', async () => {
    respond = () => undefined;
    await expect(run(actors.loadBatches, { batchIds: [7] })).rejects.toThrow();
    expect(announcements).toMatchObject([{ kind: 'broken', url: '/op-batches/detail', quiet: true }]);
  });

  it('collects the object ids of every batch by outcome across all result pages', async () => {
    respond = (_, { batch_id, status, page }) => {
      const total = batch_id === 7 && status === 'succeeded' ? 450 : 1;
      const from = (Number(page) - 1) * 200;
      const list = Array.from({ length: Math.min(200, total - from) }, (_one, index) => ({
        target_id: status === 'failed' && batch_id === 8 ? null : Number(batch_id) * 1000 + from + index,
      }));
      return ok({ list, total });
    };
    const { okIds, failedIds } = (await run(actors.collectResults, { batchIds: [7, 8] })) as { okIds: number[]; failedIds: number[] };
    expect(okIds).toHaveLength(451);
    expect(new Set(okIds).size).toBe(451);
    expect(failedIds).toEqual([7000]);
    expect(requests.map(({ body }) => [body.batch_id, body.status, body.page])).toEqual([
      [7, 'succeeded', 1],
      [7, 'succeeded', 2],
      [7, 'succeeded', 3],
      [7, 'failed', 1],
      [8, 'succeeded', 1],
      [8, 'failed', 1],
    ]);
  });

  it("keeps only objects of the page's type where a batch has several", async () => {
    const pixelActors = batchActors({
      waitVisible: async () => undefined,
      saveFile: () => undefined,
      locale: () => 'en',
      newKey: () => 'a-key',
      rows: 'pixel',
    });
    const list = [
      { target_id: 3, target_type: 'ad_account' },
      { target_id: 4, target_type: 'pixel' },
    ];
    respond = () => ok({ list, total: 2 });
    expect(await run(pixelActors.collectResults, { batchIds: [7] })).toEqual({ okIds: [4], failedIds: [4] });
  });

  it('reports which known batches ended, and not those that are merely missing from the page', async () => {
    respond = (path, { batch_id }) =>
      path === '/op-batches/list'
        ? ok({ list: [{ id: 9, status: 'running' }], total: 30 })
        : ok({ id: batch_id, status: batch_id === 7 ? 'succeeded' : 'running' });
    const { running, total, ended } = await loadRunningBatches([7, 8, 9], new AbortController().signal);
    expect([running.map(({ id }) => id), total, ended.map(({ id }) => id)]).toEqual([[9], 30, [7]]);
    expect(requests[0]?.body).toMatchObject({ mine: true, running: true });
  });
});

describe('commands on batches', () => {
  it('send a new key each time, and item ids only when items were named', async () => {
    respond = () => ok({});
    await run(actors.retry, { subject: { batchIds: [7, 8] } });
    await run(actors.retry, { subject: { batchIds: [7], itemIds: [71] } });
    await run(actors.cancel, { subject: { batchIds: [7] } });
    expect(requests).toEqual([
      { path: '/op-batches/retry', body: { batch_id: 7, idempotency_key: 'a-key' } },
      { path: '/op-batches/retry', body: { batch_id: 8, idempotency_key: 'a-key' } },
      { path: '/op-batches/retry', body: { batch_id: 7, item_ids: [71], idempotency_key: 'a-key' } },
      { path: '/op-batches/cancel', body: { batch_id: 7, idempotency_key: 'a-key' } },
    ]);
  });

  it('announce a refusal, because the user requested the command', async () => {
    respond = () => notFound;
    await expect(run(actors.cancel, { subject: { batchIds: [7] } })).rejects.toThrow();
    expect(announcements).toMatchObject([{ kind: 'refused', url: '/op-batches/cancel' }]);
    expect(announcements[0]).not.toHaveProperty('quiet');
  });

  it('send a platform id only for created objects', async () => {
    respond = () => ok({});
    await actors.resolve({ itemId: 71, outcome: 'created', platformId: ' 1203005559 ', key: 'k1' });
    await actors.resolve({ itemId: 71, outcome: 'not_created', platformId: '1203005559', key: 'k2' });
    expect(requests.map(({ body }) => body)).toEqual([
      { item_id: 71, outcome: 'created', platform_id: '1203005559', idempotency_key: 'k1' },
      { item_id: 71, outcome: 'not_created', idempotency_key: 'k2' },
    ]);
  });
});
