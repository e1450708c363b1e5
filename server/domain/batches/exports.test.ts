import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { addManyOptimizers } from '#tests/support/batches.ts';
import { sheetsIn } from '#tests/support/sheet.ts';

let server: TestApp;
let batch_id: number;
beforeAll(async () => {
  server = await createTestApp();
  const ids = await addManyOptimizers(server.db, 3);
  const { data } = await server.as('admin', '/sys-users/batch_set_status', { ids: [...ids, 424_242], status: 'disabled' });
  batch_id = data.batch_id;
});
afterAll(async () => await server.close());

async function download(by: string, path: string, body: object) {
  const headers = { authorization: `Bearer ${await server.signIn(by)}` };
  return await server.app.inject({ method: 'POST', url: `/api${path}`, headers, payload: body });
}

test('exports batches with their totals and readable filters', async () => {
  const answer = await download('admin', '/op-batches/export', {
    columns: ['id', 'type', 'origin', 'status', 'summary', 'total', 'ok', 'fail', 'created_at'],
    locale: 'zh-cn',
    type: ['user_status'],
    status: 'partial',
  });
  expect(String(answer.headers['content-disposition'])).toContain('filename="batches_202611201600.xlsx"');
  const [data, notes] = sheetsIn(answer.rawPayload);
  expect(data?.[0]).toEqual(['批次', '类型', '来源', '状态', '参数摘要', '总数', '成功', '失败', '创建时间']);
  expect(data?.[1]?.slice(0, 8)).toEqual([String(batch_id), '启停账号', '账号管理', '部分成功', '停用账号', '4', '3', '1']);
  // Empty cells are omitted.
  expect(data?.[2]).toEqual(['合计', '4', '3', '1']);
  expect(notes?.flat()).toEqual(expect.arrayContaining(['筛选:类型', '启停账号', '筛选:状态', '部分成功']));
});

test('exports the results of a batch in the language of the file', async () => {
  const columns = ['seq', 'label', 'status', 'code', 'text', 'after'];
  const answer = await download('admin', '/op-batches/export_items', { batch_id, columns, locale: 'en', status: 'failed' });
  expect(sheetsIn(answer.rawPayload)[0]).toEqual([
    ['No.', 'Object', 'Result', 'Code', 'Reason', 'After'],
    ['4', '#424242', 'Failed', '404', 'Not found, or you have no access'],
  ]);
  const whole = sheetsIn((await download('admin', '/op-batches/export_items', { batch_id, columns, locale: 'zh-cn' })).rawPayload)[0];
  expect(whole?.slice(1).map((row) => row[2])).toEqual(['成功', '成功', '成功', '失败']);
  expect(whole?.[1]?.at(-1)).toBe('状态：停用');
});

test('refuses an export without the permission or of batches the user may not see', async () => {
  expect((await download('lead_a', '/op-batches/export_items', { batch_id, columns: ['seq'], locale: 'en' })).json()).toMatchObject({
    code: 404,
    data: { reason: 'NOT_FOUND' },
  });
  const { list } = (await server.as('lead_a', '/op-batches/list', {})).data;
  expect(list).toEqual([]);
  const rows = sheetsIn((await download('lead_a', '/op-batches/export', { columns: ['id', 'total'], locale: 'en' })).rawPayload)[0];
  expect(rows).toEqual([
    ['Batch', 'Objects'],
    ['Total', '0'],
  ]);
});
