import { Readable } from 'node:stream';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { sheetsIn } from '#tests/support/sheet.ts';

const EVENTS = ['data: first\n\n', `data: ${'x'.repeat(2000)}\n\n`];
const VIDEO = Buffer.alloc(4000, 'frame');

let server: TestApp;
let token: string;
beforeAll(async () => {
  server = await createTestApp({
    extend: (app) => {
      app.get('/api/events', async (_request, reply) => await reply.type('text/event-stream').send(Readable.from(EVENTS)));
      app.get('/api/video', async (_request, reply) => await reply.type('video/mp4').send(VIDEO));
    },
  });
  token = await server.signIn('admin');
});
afterAll(async () => await server.close());

const post = (url: string, encoding: string, payload: object = {}) =>
  server.app.inject({
    method: 'POST',
    url: `/api${url}`,
    headers: { authorization: `Bearer ${token}`, 'accept-encoding': encoding },
    payload,
  });
const get = (url: string) => server.app.inject({ method: 'GET', url, headers: { 'accept-encoding': 'br' } });

describe('an answer over 1 kB', () => {
  test.each([
    ['br', 'gzip, deflate, br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
  ])('is sent as %s and decompresses to the same content', async (encoding, accepted, decompress) => {
    const plain = await post('/sys-menus/list', 'identity');
    const sent = await post('/sys-menus/list', accepted);
    expect(plain.rawPayload.length).toBeGreaterThan(1024);
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(sent.headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' });
    expect(sent.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
    expect(JSON.parse(decompress(sent.rawPayload).toString())).toEqual(plain.json());
  });
});

test('sends a short answer uncompressed', async () => {
  const answer = await post('/sys-roles/export', 'br', { columns: ['name'], locale: 'en', count_only: true });
  expect(answer.headers['content-encoding']).toBeUndefined();
  expect(answer.json().code).toBe(0);
});

test('does not compress files that are already compressed', async () => {
  const sheet = await post('/sys-roles/export', 'br', { columns: ['name'], locale: 'en' });
  expect(sheet.rawPayload.length).toBeGreaterThan(1024);
  expect(sheet.headers['content-encoding']).toBeUndefined();
  expect(sheetsIn(sheet.rawPayload)[0]?.length).toBeGreaterThan(2);
  const video = await get('/api/video');
  expect([video.headers['content-encoding'], video.headers['content-length']]).toEqual([undefined, String(VIDEO.length)]);
  expect(video.rawPayload).toEqual(VIDEO);
});

test('sends server events without buffering them', async () => {
  const answer = await get('/api/events');
  expect(answer.headers['content-encoding']).toBeUndefined();
  expect(answer.body).toBe(EVENTS.join(''));
});

test('refuses a compressed request, whose content could exceed the body limit', async () => {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/sys-menus/list',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'content-encoding': 'gzip' },
    payload: gzipSync('{}'),
  });
  expect(answer.json().data.reason).toBe('VALIDATION');
});
