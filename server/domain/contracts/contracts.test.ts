import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createCatalogueReader } from '#server/http/catalogue-file.ts';
import { createTestApp, type TestApp } from '#tests/support/app.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'ad-catalogue-'));
const file = path.join(folder, 'catalogue.json');
const empty = { calls: [], reasons: [], states: [], releases: [] };
const build = (version: string) => {
  writeFileSync(`${file}.new`, JSON.stringify({ ...empty, version }));
  renameSync(`${file}.new`, file);
};

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp({ catalogue: createCatalogueReader(file) });
});
beforeEach(() => rmSync(file, { force: true }));
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

const ask = (by: string, language = 'zh-CN') => server.as(by, '/sys-contracts/catalogue', {}, { language });

test('administrators of either level can read the built catalogue', async () => {
  build('1.2.3');
  for (const by of ['admin', 'super']) expect(await ask(by)).toMatchObject({ code: 0, data: { ...empty, version: '1.2.3' } });
});

test('other users cannot read it with any page', async () => {
  build('1.2.3');
  for (const by of ['lead_a', 'opt_01', 'noaccess']) expect(await ask(by)).toMatchObject({ code: 403, reason: 'NO_PATH' });
});

test('a catalogue that was not built is not found, and the answer tells how to build it', async () => {
  expect(await ask('admin')).toMatchObject({ code: 404, reason: 'NOT_FOUND', message: '合约目录尚未构建，请运行 npm run contracts:docs' });
  expect((await ask('admin', 'en-US')).message).toBe('The catalogue of the contracts was not built; run npm run contracts:docs');
});

test('a catalogue that is built while the server runs is available from then on', async () => {
  expect((await ask('admin')).code).toBe(404);
  build('1.2.3');
  expect((await ask('admin')).data.version).toBe('1.2.3');
  build('1.2.30');
  expect((await ask('admin')).data.version).toBe('1.2.30');
});
