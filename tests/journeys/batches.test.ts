import { existsSync } from 'node:fs';
import { sql } from 'kysely';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addManyOptimizers } from '#tests/support/batches.ts';
import { sharedBrowser } from '#tests/support/browser.ts';
import { consoleDir } from '#tests/support/console-server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { controlsOf } from '#tests/support/page-controls.ts';
import { callApi, type ServerProcess, signIn, spawnFaultyServer } from '#tests/support/server-process.ts';
import { type Visitor, visit } from '#tests/support/visitor.ts';

const OBJECTS = 500;
const FAILING = OBJECTS / 10;

let database: TestDatabase;
let browser: Browser;
let server: ServerProcess;
let token: string;
const servers: ServerProcess[] = [];
const visitors: Visitor[] = [];

/** A server in which every tenth object fails at its first attempt; on the same port as the one before. */
async function startServer(slowMs: number) {
  const port = server ? Number(new URL(server.url).port) : 0;
  server = await spawnFaultyServer({ databaseUrl: database.url, plan: { failEvery: 10, slowMs }, consoleDir, port });
  servers.push(server);
}

async function openBrowser(path: string): Promise<Visitor> {
  const visitor = await visit(browser, server.url, { token });
  visitors.push(visitor);
  await visitor.open(path);
  return visitor;
}

const batch = async () => await database.db.selectFrom('batch').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow();
const done = async () => (await batch()).done;

/** How many accounts have the role, by what the batch says became of them, and how often each was changed. */
const changes = async (role: string) => {
  const { rows } = await sql<{ status: string; has: boolean; version: number; accounts: number }>`
    select i.status, u.version, count(*)::int as accounts,
      exists (select 1 from sys_user_role r join sys_role s on s.id = r.role_id where r.user_id = u.id and s.name = ${role}) as has
    from batch_item i join sys_user u on u.id = i.target_id
    group by 1, 2, 4 order by 1`.execute(database.db);
  return rows;
};

beforeAll(async () => {
  if (!existsSync(consoleDir)) throw new Error('the console is not built: run npm run build (npm test does it by itself)');
  [database, browser] = await Promise.all([createTestDatabase({ seed: 'people' }), sharedBrowser()]);
  await addManyOptimizers(database.db, OBJECTS);
  await startServer(8);
  token = await signIn(server.url, 'admin', 'Demo@2026');
});

afterAll(async () => {
  for (const visitor of visitors) await visitor.leave().catch(() => undefined);
  for (const one of servers) await one.stop();
  await database?.close();
});

describe(`a change of the roles of ${OBJECTS} accounts`, () => {
  it('goes on over another page, a server that is killed and a browser that is closed, and ends as the database says', async () => {
    const first = await openBrowser('/sys/accounts?keyword=many_');
    const { page } = first;
    const controls = controlsOf(page);
    await page.getByRole('checkbox', { name: '选择本页全部' }).first().check();
    await page.getByRole('button', { name: `选择全部 ${OBJECTS}` }).click();
    await page.getByRole('button', { name: '批量设角色', exact: true }).click();
    await controls.chooseSeveral('角色', '素材师');
    await controls.field('输入数量').fill(String(OBJECTS));
    await controls.press(`设置 ${OBJECTS} 个账号`);
    await page.getByRole('progressbar').waitFor();
    await expect.poll(done).toBeGreaterThan(60);

    // Closing the dialog stops nothing; the chip says so on another page.
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: '部门管理' }).click();
    await page.getByRole('heading', { name: '部门管理' }).waitFor();
    const chip = page.getByRole('button', { name: '1 个批次进行中' });
    await chip.waitFor();

    await server.kill('process');
    const left = await batch();
    expect(left.done).toBeLessThan(OBJECTS);
    expect(left.status).toBe('running');
    await startServer(8);
    await expect.poll(done, { timeout: 60_000 }).toBeGreaterThan(left.done + 40);
    expect(first.faults).toEqual([]);
    await first.leave();

    await server.kill('process');
    await startServer(2);
    const second = await openBrowser('/index');
    await second.page.getByRole('button', { name: '1 个批次进行中' }).click();
    await second.page.getByRole('menuitem', { name: /素材师/ }).click();
    const dialog = second.page.getByRole('dialog', { name: /设置角色 · 批次/ });
    await expect.poll(() => dialog.locator('.ads-batch-line').innerText(), { timeout: 60_000 }).toContain('部分成功');
    await second.page.getByRole('button', { name: '1 个批次进行中' }).waitFor({ state: 'hidden' });

    expect(await batch()).toMatchObject({ status: 'partial', total: OBJECTS, done: OBJECTS, ok: OBJECTS - FAILING, fail: FAILING });
    await dialog.getByRole('button', { name: `成功 ${OBJECTS - FAILING}` }).waitFor();
    await dialog.getByRole('button', { name: `失败 ${FAILING}` }).click();
    await expect.poll(() => dialog.locator('tr[data-row-id]').count()).toBe(FAILING);
    expect(await changes('素材师')).toEqual([
      { status: 'failed', has: false, version: 1, accounts: FAILING },
      { status: 'succeeded', has: true, version: 2, accounts: OBJECTS - FAILING },
    ]);

    await dialog.getByRole('button', { name: '重试失败项' }).click();
    await expect.poll(() => dialog.locator('.ads-batch-line').innerText(), { timeout: 60_000 }).toMatch(/^\s*成功/);
    await dialog.getByRole('button', { name: `成功 ${OBJECTS}` }).waitFor();
    expect(await changes('素材师')).toEqual([{ status: 'succeeded', has: true, version: 2, accounts: OBJECTS }]);
    expect(second.faults).toEqual([]);
  });

  it('is found in the log of batches, with the sums of all that match', async () => {
    const { page } = await openBrowser('/advertising/copy-log?type=user_role');
    const row = page.locator('tr[data-row-id]').filter({ hasText: '素材师' });
    await row.waitFor();
    await expect.poll(() => page.locator('.ads-totals').innerText()).toContain(String(OBJECTS));
    await row.getByRole('button', { name: /^展开/ }).click();
    await page.getByRole('table', { name: '批次结果' }).waitFor();
    await page.getByRole('button', { name: `成功 ${OBJECTS}` }).waitFor();
    await page.getByRole('tab', { name: '操作日志' }).click();
    await page.getByRole('table', { name: '操作日志' }).waitFor();
    expect(new URL(page.url()).searchParams.get('tab')).toBe('operations');
  });

  it('is begun once, however often the question is sent with its key', async () => {
    const before = await database.db.selectFrom('batch').select('id').execute();
    const ids = (await database.db.selectFrom('sys_user').select('id').where('account', 'like', 'many_%').limit(5).execute()).map(
      ({ id }) => id,
    );
    const request = { ids, status: 'disabled', idempotency_key: '1c7a5e0e-8f5b-4a52-9d4f-3a3d0f7d2b11' };
    for (let time = 0; time < 5; time += 1) await callApi(server.url, '/sys-users/batch_set_status', request, token);
    expect(await database.db.selectFrom('batch').select('id').execute()).toHaveLength(before.length + 1);
  });
});
