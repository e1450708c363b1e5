import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import axios from 'axios';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createActor, setup } from 'xstate';
import { settled } from '#tests/support/stage.ts';
import { ApiError, TransportError } from './api-error.ts';
import { connect } from './connection.ts';
import { exportActors } from './export-actors.ts';
import { exportRoles } from './roles.service.ts';
import { isWholeSpreadsheet } from './whole-file.ts';

// In the browser axios reads files as blobs; in Node only its fetch adapter can.
axios.defaults.adapter = 'fetch';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const endRecord = Buffer.concat([Buffer.from('PK\u0005\u0006'), Buffer.alloc(18)]);
const whole = Buffer.concat([Buffer.alloc(200_000, 7), endRecord]);

let server: Server;
let answer: RequestListener;
let requests: unknown[] = [];
const announcements: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      requests.push(JSON.parse(Buffer.concat(parts).toString()));
      answer(request, response);
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  connect({
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`,
    currentToken: () => ({ token: 't', serial: 1 }),
    isClosed: () => false,
    language: () => 'en-US',
    textFor: ({ kind }) => kind,
    onRejected: () => announcements.push('rejected'),
    onRefused: () => announcements.push('refused'),
    onUnanswered: () => announcements.push('broken'),
  });
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  requests = [];
  announcements.length = 0;
});

const body = { columns: ['name'], locale: 'en' as const };

describe('file calls', () => {
  it('return the name, and report the progress', async () => {
    answer = (_, response) => {
      response.writeHead(200, { 'content-type': XLSX, 'content-disposition': 'attachment; filename="roles.xlsx"' });
      response.write(whole.subarray(0, 100_000));
      setTimeout(() => response.end(whole.subarray(100_000)), 20);
    };
    const seen: number[] = [];
    const file = await exportRoles(body, undefined, ({ received }) => seen.push(received));
    expect(file.name).toBe('roles.xlsx');
    expect(file.content.size).toBe(whole.length);
    expect(seen.at(-1)).toBe(whole.length);
    expect(announcements).toEqual([]);
  });

  it.each([
    ['text/csv', 'export.csv'],
    ['Text/CSV; charset=GBK', 'export.csv'],
    ['application/vnd.ms-excel', 'export.xls'],
    ['application/vnd.ms-excel; charset=binary', 'export.xls'],
    ['text/tab-separated-values', 'export.tsv'],
  ])('treat the type %s as a download, whatever the bytes', async (type, name) => {
    answer = (_, response) => response.writeHead(200, { 'content-type': type }).end('a,b');
    expect(await exportRoles(body)).toMatchObject({ name, content: { size: 3 } });
    expect(announcements).toEqual([]);
  });

  it.each([
    XLSX.toUpperCase(),
    `${XLSX};charset=utf-8`,
    'application/vnd.oasis.opendocument.spreadsheet',
    'application/vnd.ms-excel.sheet.macroEnabled.12',
  ])('treat the type %s as a download when the file is complete', async (type) => {
    answer = (_, response) => response.writeHead(200, { 'content-type': type }).end(whole);
    expect((await exportRoles(body)).content.size).toBe(whole.length);
    answer = (_, response) => response.writeHead(200, { 'content-type': type }).end(whole.subarray(0, 1000));
    await expect(exportRoles(body)).rejects.toThrow('cutOff');
  });

  it.each(['application/octet-stream', 'application/pdf', 'image/png', 'application/zip'])(
    'read the type %s as JSON and throw an error',
    async (type) => {
      answer = (_, response) => response.writeHead(200, { 'content-type': type }).end(JSON.stringify({ code: 0, message: 'OK', data: {} }));
      await expect(exportRoles(body)).rejects.toBeInstanceOf(ApiError);
      answer = (_, response) => response.writeHead(200, { 'content-type': type }).end(whole);
      await expect(exportRoles(body)).rejects.toThrow('unreadable');
      expect(announcements).toEqual(['refused', 'broken']);
    },
  );

  it.each<[string, RequestListener]>([
    [
      'cut off by a broken connection',
      (_, response) => {
        response.writeHead(200, { 'content-type': XLSX });
        response.write(whole.subarray(0, 100_000));
        setTimeout(() => response.destroy(), 20);
      },
    ],
    [
      'cut off by somebody who closed the answer in good order',
      (_, response) => response.writeHead(200, { 'content-type': XLSX }).end(whole.subarray(0, 150_000)),
    ],
    ['without its last byte', (_, response) => response.writeHead(200, { 'content-type': XLSX }).end(whole.subarray(0, -1))],
    ['without anything in it', (_, response) => response.writeHead(200, { 'content-type': XLSX }).end()],
    [
      'shorter than its announced length',
      (_, response) => {
        response.writeHead(200, { 'content-type': XLSX, 'content-length': whole.length + 10 });
        response.write(whole);
        setTimeout(() => response.destroy(), 20);
      },
    ],
  ])('%s is no file, and is told once', async (_, content) => {
    answer = content;
    await expect(exportRoles(body)).rejects.toBeInstanceOf(TransportError);
    expect(announcements).toEqual(['broken']);
  });

  it('announce nothing after they were aborted', async () => {
    const leaving = new AbortController();
    answer = (_, response) => {
      response.writeHead(200, { 'content-type': XLSX }).write(whole.subarray(0, 10));
      leaving.abort();
    };
    await expect(exportRoles(body, leaving.signal)).rejects.toThrow(/cancel|abort/i);
    expect(announcements).toEqual([]);
  });

  it('can count the rows instead', async () => {
    answer = (_, response) =>
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ code: 0, message: 'OK', data: { count: 12, max: 200_000, more: true } }));
    expect(await exportRoles.count(body)).toEqual({ count: 12, max: 200_000 });
    expect(requests).toEqual([{ ...body, count_only: true }]);
  });
});

it('accept an archive only up to its last byte, also with a trailing comment', async () => {
  const withComment = Buffer.concat([Buffer.alloc(70_000), endRecord.subarray(0, 20), Buffer.from([5, 0]), Buffer.from('hello')]);
  for (const bytes of [endRecord, whole, withComment]) expect(await isWholeSpreadsheet(new Blob([new Uint8Array(bytes)]))).toBe(true);
  for (const bytes of [Buffer.alloc(0), whole.subarray(0, -4), withComment.subarray(0, -1), Buffer.concat([whole, Buffer.from('x')])]) {
    expect(await isWholeSpreadsheet(new Blob([new Uint8Array(bytes)]))).toBe(false);
  }
});

describe('download of an export machine', () => {
  const saved: string[] = [];
  function start(counted: { count: number; max: number } | undefined) {
    saved.length = 0;
    const { download } = exportActors({ call: exportRoles, toRequest: () => body, save: (name) => saved.push(name) });
    const events: { type: string }[] = [];
    const parent = setup({ actors: { download } }).createMachine({
      invoke: { id: 'download', src: 'download', input: { subject: 'roles', answer: counted } },
      on: { '*': { actions: ({ event }) => void events.push(event) } },
    });
    return { events, actor: createActor(parent).start() };
  }
  const waitUntil = async (condition: () => boolean) => {
    while (!condition()) await settled();
  };

  it('saves the file and reports it', async () => {
    answer = (_, response) =>
      response.writeHead(200, { 'content-type': XLSX, 'content-disposition': 'attachment; filename="a.xlsx"' }).end(whole);
    const { events } = start({ count: 1, max: 2 });
    await waitUntil(() => events.at(-1)?.type === 'export.finished');
    expect(saved).toEqual(['a.xlsx']);
    expect(events.filter(({ type }) => type !== 'export.progressed')).toHaveLength(1);
  });

  it('does not save a truncated file', async () => {
    answer = (_, response) => response.writeHead(200, { 'content-type': XLSX }).end(whole.subarray(0, 1000));
    const { events } = start({ count: 1, max: 2 });
    await waitUntil(() => events.at(-1)?.type === 'export.failed');
    expect(saved).toEqual([]);
  });

  it('aborts its request, saves nothing and reports nothing when it is stopped', async () => {
    let isAborted = false;
    answer = (request, response) => {
      request.socket.on('close', () => {
        isAborted = true;
      });
      response.writeHead(200, { 'content-type': XLSX }).write(whole.subarray(0, 10));
    };
    const { events, actor } = start({ count: 1, max: 2 });
    await waitUntil(() => requests.length === 1);
    actor.stop();
    await waitUntil(() => isAborted);
    expect([saved, events.filter(({ type }) => type !== 'export.progressed')]).toEqual([[], []]);
  });

  it('requests nothing when the page was restored in the middle of it', async () => {
    const { events } = start(undefined);
    await settled();
    expect(events).toEqual([{ type: 'export.cancelled' }]);
    expect(requests).toEqual([]);
  });
});
