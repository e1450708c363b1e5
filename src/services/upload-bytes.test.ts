import { beforeEach, expect, it, vi } from 'vitest';
import { connect } from './connection.ts';
import { sendBytes } from './upload-bytes.ts';

const fate = vi.hoisted(() => ({ status: 0, body: '' }));

/** Every upload ends with the answer of `fate`, or without an answer when its status is 0. */
vi.mock('tus-js-client', () => {
  class DetailedError extends Error {
    readonly originalResponse =
      fate.status === 0 ? null : { getStatus: () => fate.status, getBody: () => fate.body, getHeader: () => 'request-1' };
  }
  class Upload {
    readonly #options: { onError: (error: Error) => void };
    constructor(_: File, options: { onError: (error: Error) => void }) {
      this.#options = options;
    }
    start() {
      this.#options.onError(new DetailedError('tus: failed'));
    }
  }
  return { Upload, DetailedError };
});

const announcements: unknown[] = [];
beforeEach(() => {
  announcements.length = 0;
  connect({
    baseUrl: '/api',
    currentToken: () => ({ token: 't', serial: 4 }),
    isClosed: () => false,
    language: () => 'en-US',
    textFor: ({ kind }) => kind,
    onRejected: (rejection) => announcements.push(['rejected', rejection]),
    onRefused: (refused) => announcements.push(['refused', refused]),
    onUnanswered: (breakage) => announcements.push(['broken', breakage]),
  });
});

const send = (status: number, body: object | undefined) => {
  fate.status = status;
  fate.body = body === undefined ? '' : JSON.stringify(body);
  const { signal } = new AbortController();
  return sendBytes({ file: new File(['x'], 'a.mp4'), url: '/api/uploads/u1', chunkSize: 8, signal, onProgress: () => undefined });
};

it('announces a refusal of the server once, like any call', async () => {
  const data = { reason: 'STORAGE_FULL', trace_id: 'trace-1' };
  await expect(send(507, { code: 422, message: 'No room left', data })).rejects.toMatchObject({ reason: 'full', message: 'No room left' });
  const refused = { method: 'PATCH', url: '/uploads/u1', status: 507, requestId: 'request-1' };
  expect(announcements).toEqual([
    ['refused', { ...refused, code: 422, message: 'No room left', reason: 'STORAGE_FULL', traceId: 'trace-1' }],
  ]);
});

it('ends the session with the reason and the cause of a revoked token', async () => {
  const data = { reason: 'TOKEN_REVOKED', cause: 'password_reset' };
  await expect(send(401, { code: 401, message: 'Your password was reset', data })).rejects.toMatchObject({ reason: 'session' });
  expect(announcements).toEqual([
    ['rejected', { serial: 4, message: 'Your password was reset', reason: 'TOKEN_REVOKED', cause: 'password_reset' }],
  ]);
});

it('announces nothing when the network fails, because sending resumes by itself', async () => {
  await expect(send(0, undefined)).rejects.toMatchObject({ reason: 'network' });
  expect(announcements).toEqual([]);
});
