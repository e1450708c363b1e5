import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { findConsoleFile, findStandaloneFile } from './built-pages.ts';

const HTML = 'text/html,application/xhtml+xml';
const files = ['/static/js/index.1a2b3c4d5e.js', '/static/js/index.1a2b3c4d5e.js.br', '/favicon.svg', '/theme.js'];
const exists = (path: string) => files.includes(path);

test.each([
  ['/', HTML, 'index.html', 'revalidate'],
  ['/sys/role', HTML, 'index.html', 'revalidate'],
  ['/login', '*/*', 'index.html', 'revalidate'],
  ['/static/js/index.1a2b3c4d5e.js', '*/*', 'static/js/index.1a2b3c4d5e.js', 'immutable'],
  ['/theme.js', '*/*', 'theme.js', 'revalidate'],
])('%s returns a file', (path, accept, file, caching) => {
  expect(findConsoleFile(path, accept, exists)).toEqual({ file, caching });
});

test.each([
  ['/static/js/old.99999999aa.js', HTML],
  ['/sys/role', 'application/json'],
  ['/static/js/index.1a2b3c4d5e.js.br', HTML],
  ['/.env', HTML],
])('%s returns nothing', (path, accept) => {
  expect(findConsoleFile(path, accept, exists)).toBeNull();
});

test.each([
  ['/', { file: 'index.html', caching: 'revalidate' }],
  ['/static/js/index.1a2b3c4d5e.js', { file: 'static/js/index.1a2b3c4d5e.js', caching: 'immutable' }],
  ['/calls', null],
  ['/static/js/old.99999999aa.js', null],
  ['/static/js/index.1a2b3c4d5e.js.br', null],
])('%s of a standalone page is a file or nothing', (path, found) => {
  expect(findStandaloneFile(path, exists)).toEqual(found);
});

describe('built pages beside the API', () => {
  let server: TestApp;
  let folder: string;
  let contracts: string;
  let visualiser: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'console-'));
    mkdirSync(join(folder, 'static'));
    writeFileSync(join(folder, 'index.html'), '<!doctype html><title>console</title>');
    writeFileSync(join(folder, 'static/app.0123456789.js'), 'plain');
    writeFileSync(join(folder, 'static/app.0123456789.js.br'), 'brotli');
    writeFileSync(join(folder, 'static/app.0123456789.js.gz'), 'gzip');
    contracts = mkdtempSync(join(tmpdir(), 'contracts-'));
    mkdirSync(join(contracts, 'static'));
    writeFileSync(join(contracts, 'index.html'), '<!doctype html><title>contracts</title>');
    writeFileSync(join(contracts, 'static/site.0123456789.js'), 'plain');
    writeFileSync(join(contracts, 'static/site.0123456789.js.br'), 'brotli');
    visualiser = mkdtempSync(join(tmpdir(), 'visualiser-'));
    writeFileSync(join(visualiser, 'index.html'), '<!doctype html><title>visualiser</title>');
    writeFileSync(join(visualiser, 'gallery.json'), '{}');
    writeFileSync(join(visualiser, 'gallery.json.br'), 'brotli');
    server = await createTestApp({ consoleDir: folder, contractsDir: contracts, visualiserDir: visualiser });
  });
  afterAll(async () => {
    await server.close();
    for (const one of [folder, contracts, visualiser]) rmSync(one, { recursive: true });
  });
  const get = (url: string, headers: Record<string, string> = {}) => server.app.inject({ method: 'GET', url, headers });

  test('serve the console page for navigations with revalidation', async () => {
    for (const url of ['/', '/sys/accounts?keyword=x', '/nowhere']) {
      const answer = await get(url, { accept: HTML });
      expect(answer.statusCode).toBe(200);
      expect(answer.body).toContain('console');
      expect(answer.headers['cache-control']).toBe('no-cache');
      expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
    }
  });

  test('serve assets precompressed and cacheable for a year', async () => {
    const url = '/static/app.0123456789.js';
    const brotli = await get(url, { 'accept-encoding': 'gzip, br' });
    expect([brotli.body, brotli.headers['content-encoding']]).toEqual(['brotli', 'br']);
    expect(brotli.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(brotli.headers['content-type']).toContain('javascript');
    expect((await get(url, { 'accept-encoding': 'gzip' })).body).toBe('gzip');
    expect((await get(url)).body).toBe('plain');
  });

  test('never answer a missing asset or an unknown call with the console page', async () => {
    expect((await get('/static/gone.0123456789.js', { accept: HTML })).statusCode).toBe(404);
    const unknown = await get('/api/nothing', { accept: HTML });
    expect([unknown.statusCode, unknown.json().code]).toEqual([404, 404]);
  });

  test('serve nothing outside their folder', async () => {
    for (const url of ['/../package.json', '/%2e%2e/package.json', '/static/..%2f..%2fpackage.json', '/%00', '/%']) {
      expect((await get(url, { accept: '*/*' })).statusCode).toBe(404);
    }
  });

  test('do not serve a folder as a file', async () => {
    expect((await get('/static', { accept: '*/*' })).statusCode).toBe(404);
  });

  test('serve the contract catalogue with its own files and the same headers', async () => {
    const page = await get('/contracts/', { accept: HTML });
    expect([page.statusCode, page.headers['cache-control']]).toEqual([200, 'no-cache']);
    expect(page.body).toContain('<title>contracts');
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    const asset = await get('/contracts/static/site.0123456789.js', { 'accept-encoding': 'br' });
    expect([asset.body, asset.headers['cache-control']]).toEqual(['brotli', 'public, max-age=31536000, immutable']);
    // The catalogue and the console do not serve each other's files.
    expect((await get('/contracts/static/app.0123456789.js')).statusCode).toBe(404);
    expect((await get('/static/site.0123456789.js')).statusCode).toBe(404);
  });

  test('redirect the catalogue address without a trailing slash', async () => {
    const answer = await get('/contracts', { accept: HTML });
    expect([answer.statusCode, answer.headers.location]).toEqual([302, '/contracts/']);
  });

  test('never answer a path below the catalogue with the console page', async () => {
    for (const url of [
      '/contracts/nothing',
      '/contracts/calls/roles.list',
      '/contracts/static',
      '/contracts/gone.0123456789.js',
      '/contracts/..%2fx',
    ]) {
      const answer = await get(url, { accept: HTML });
      expect([url, answer.statusCode, answer.json().code]).toEqual([url, 404, 404]);
    }
    // A path that only starts with the same letters belongs to the console.
    expect((await get('/contractsx', { accept: HTML })).body).toContain('<title>console');
  });

  test('serve the console when the catalogue is not built', async () => {
    const bare = await createTestApp({ consoleDir: folder });
    for (const url of ['/contracts', '/contracts/', '/contracts/index.html']) {
      expect((await bare.app.inject({ method: 'GET', url, headers: { accept: HTML } })).statusCode).toBe(404);
    }
    expect((await bare.app.inject({ method: 'GET', url: '/', headers: { accept: HTML } })).statusCode).toBe(200);
    await bare.close();
  });

  test('serve the visualiser with its own files when it is switched on', async () => {
    const page = await get('/visualiser/', { accept: HTML });
    expect([page.statusCode, page.headers['cache-control']]).toEqual([200, 'no-cache']);
    expect(page.body).toContain('<title>visualiser');
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    const data = await get('/visualiser/gallery.json', { 'accept-encoding': 'br' });
    expect([data.body, data.headers['content-encoding'], data.headers['cache-control']]).toEqual(['brotli', 'br', 'no-cache']);
    const short = await get('/visualiser', { accept: HTML });
    expect([short.statusCode, short.headers.location]).toEqual([302, '/visualiser/']);
    expect((await get('/visualiser/static/app.0123456789.js')).statusCode).toBe(404);
    expect((await get('/gallery.json')).statusCode).toBe(404);
  });

  test('answer nothing below the visualiser address when it is switched off', async () => {
    const bare = await createTestApp({ consoleDir: folder, contractsDir: contracts });
    for (const url of ['/visualiser', '/visualiser/', '/visualiser/index.html', '/visualiser/gallery.json']) {
      const answer = await bare.app.inject({ method: 'GET', url, headers: { accept: HTML } });
      expect([url, answer.statusCode]).toEqual([url, 404]);
    }
    await bare.close();
  });

  describe('a console page that may be watched', () => {
    const NOTE = '<meta name="visualiser" content="production">';
    let watched: TestApp;
    let own: string;
    const page = (headers: Record<string, string> = {}, url = '/sys/role') =>
      watched.app.inject({ method: 'GET', url, headers: { accept: HTML, ...headers } });
    beforeAll(async () => {
      own = mkdtempSync(join(tmpdir(), 'watched-'));
      writeFileSync(join(own, 'index.html'), '<!doctype html><html><head><title>console</title></head></html>');
      writeFileSync(join(own, 'index.html.br'), 'without the note');
      writeFileSync(join(own, 'index.html.gz'), 'without the note');
      writeFileSync(join(own, 'app.js'), 'plain');
      writeFileSync(join(visualiser, 'connection.js'), 'export const connect = 1;');
      watched = await createTestApp({ consoleDir: own, visualiserDir: visualiser });
    });
    afterAll(async () => {
      await watched.close();
      rmSync(own, { recursive: true });
      rmSync(join(visualiser, 'connection.js'));
    });

    test('says so in its head in every encoding', async () => {
      const unpack = { br: brotliDecompressSync, gzip: gunzipSync, identity: (body: Buffer) => body };
      for (const encoding of ['br', 'gzip', 'identity'] as const) {
        const answer = await page({ 'accept-encoding': encoding });
        expect([answer.statusCode, answer.headers['content-encoding'] ?? 'identity']).toEqual([200, encoding]);
        expect(unpack[encoding](answer.rawPayload).toString()).toBe(
          `<!doctype html><html><head>${NOTE}<title>console</title></head></html>`,
        );
        expect(answer.headers).toMatchObject({
          'cache-control': 'no-cache',
          vary: 'accept-encoding',
          'content-type': 'text/html; charset=utf-8',
        });
        expect(answer.headers['content-security-policy']).toContain("script-src 'self'");
      }
      expect((await page({ 'accept-encoding': 'gzip, br;q=0' })).headers['content-encoding']).toBe('gzip');
      expect((await page({}, '/')).body).toContain(NOTE);
      expect((await page({}, '/app.js')).body).toBe('plain');
    });

    test('is not sent again to a client that has it until a new release replaces it', async () => {
      const etag = String((await page({ 'accept-encoding': 'br' })).headers.etag);
      const again = await page({ 'accept-encoding': 'br', 'if-none-match': `W/${etag}` });
      expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag]);
      expect((await page({ 'if-none-match': etag })).statusCode).toBe(200);
      writeFileSync(join(own, 'index.html'), '<!doctype html><html><head><title>another release</title></head></html>');
      const after = await page({ 'if-none-match': etag });
      expect([after.statusCode, after.body]).toEqual([200, expect.stringContaining('another release')]);
      expect(after.body).toContain(NOTE);
    });

    test('is sent as built when watching is off', async () => {
      for (const folders of [{ consoleDir: own }, { consoleDir: own, visualiserDir: folder }]) {
        const bare = await createTestApp(folders);
        const answer = await bare.app.inject({ method: 'GET', url: '/', headers: { accept: HTML } });
        expect(answer.body).toContain('<title>');
        expect(answer.body).not.toContain('visualiser');
        await bare.close();
      }
    });
  });

  test('serves a catalogue without a console', async () => {
    const alone = await createTestApp({ contractsDir: contracts });
    expect((await alone.app.inject({ method: 'GET', url: '/contracts/' })).body).toContain('<title>contracts');
    expect((await alone.app.inject({ method: 'GET', url: '/', headers: { accept: HTML } })).statusCode).toBe(404);
    await alone.close();
  });
});
