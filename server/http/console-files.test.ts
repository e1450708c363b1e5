import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { consoleFile } from './console-files.ts';

const HTML = 'text/html,application/xhtml+xml';
const files = ['/static/js/index.1a2b3c4d5e.js', '/static/js/index.1a2b3c4d5e.js.br', '/favicon.svg', '/theme.js'];
const exists = (path: string) => files.includes(path);

test.each([
  ['/', HTML, 'index.html', 'revalidate'],
  ['/sys/role', HTML, 'index.html', 'revalidate'],
  ['/static/js/index.1a2b3c4d5e.js', '*/*', 'static/js/index.1a2b3c4d5e.js', 'immutable'],
  ['/theme.js', '*/*', 'theme.js', 'revalidate'],
])('%s is answered by a file', (path, accept, file, caching) => {
  expect(consoleFile(path, accept, exists)).toEqual({ file, caching });
});

test.each([
  ['/static/js/old.99999999aa.js', HTML],
  ['/sys/role', 'application/json'],
  ['/static/js/index.1a2b3c4d5e.js.br', HTML],
  ['/.env', HTML],
])('%s is answered by nothing', (path, accept) => {
  expect(consoleFile(path, accept, exists)).toBeNull();
});

describe('served beside the API', () => {
  let server: TestApp;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'console-'));
    mkdirSync(join(folder, 'static'));
    writeFileSync(join(folder, 'index.html'), '<!doctype html><title>console</title>');
    writeFileSync(join(folder, 'static/app.0123456789.js'), 'plain');
    writeFileSync(join(folder, 'static/app.0123456789.js.br'), 'brotli');
    writeFileSync(join(folder, 'static/app.0123456789.js.gz'), 'gzip');
    server = await createTestApp({ consoleDir: folder });
  });
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });
  const get = (url: string, headers: Record<string, string> = {}) => server.app.inject({ method: 'GET', url, headers });

  test('the page is served for navigations and asked for again each time', async () => {
    for (const url of ['/', '/sys/accounts?keyword=x', '/nowhere']) {
      const answer = await get(url, { accept: HTML });
      expect(answer.statusCode).toBe(200);
      expect(answer.body).toContain('console');
      expect(answer.headers['cache-control']).toBe('no-cache');
      expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
    }
  });

  test('assets go out as the build compressed them and are kept for a year', async () => {
    const url = '/static/app.0123456789.js';
    const brotli = await get(url, { 'accept-encoding': 'gzip, br' });
    expect([brotli.body, brotli.headers['content-encoding']]).toEqual(['brotli', 'br']);
    expect(brotli.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(brotli.headers['content-type']).toContain('javascript');
    expect((await get(url, { 'accept-encoding': 'gzip' })).body).toBe('gzip');
    expect((await get(url)).body).toBe('plain');
  });

  test('a missing asset and an unknown call are no page', async () => {
    expect((await get('/static/gone.0123456789.js', { accept: HTML })).statusCode).toBe(404);
    const unknown = await get('/api/nothing', { accept: HTML });
    expect([unknown.statusCode, unknown.json().code]).toEqual([404, 404]);
  });

  test('nothing outside the folder can be read', async () => {
    for (const url of ['/../package.json', '/%2e%2e/package.json', '/static/..%2f..%2fpackage.json', '/%00', '/%']) {
      expect((await get(url, { accept: '*/*' })).statusCode).toBe(404);
    }
  });
});
