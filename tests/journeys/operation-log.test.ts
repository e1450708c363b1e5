import { describe, expect, it } from 'vitest';
import { downloadExport } from '#tests/support/exporting.ts';
import { controlsOf } from '#tests/support/page-controls.ts';
import { readDownloadedSheets } from '#tests/support/sheet.ts';
import { journeyStage } from '#tests/support/stage-journey.ts';

const stage = journeyStage();

interface Entry {
  account?: string;
  target: string;
  daysAgo?: number;
  ok?: boolean;
  before?: unknown;
  after?: unknown;
}

/** Operations on made-up roles, the first one oldest; answers their ids. */
async function addEntries(...entries: Entry[]): Promise<number[]> {
  const { db, clock } = stage.server();
  const ids: number[] = [];
  for (const { account = 'admin', target, daysAgo = 0, ok = true, before = null, after = null } of entries) {
    const row = {
      at: new Date(clock.now().getTime() - daysAgo * 86_400_000),
      user_id: await stage.people.idOf(account),
      account,
      action: '/sys-roles/edit',
      target_type: 'role',
      target_id: 1,
      target_label: target,
      ip: '10.1.2.3',
      summary: 'name',
      before: before === null ? null : JSON.stringify(before),
      after: after === null ? null : JSON.stringify(after),
      ok,
      code: ok ? 0 : 409,
      ms: 7,
    };
    ids.push((await db.insertInto('op_log').values(row).returning('id').executeTakeFirstOrThrow()).id);
  }
  return ids;
}

const visit = async (account: string, search = '') => {
  const visitor = await stage.visitorAs(account, `/advertising/copy-log${search}`, { width: 1600 });
  await visitor.page.getByRole('heading', { name: '系统日志' }).waitFor();
  const targets = async () => await visitor.page.locator('tr[data-row-id] td:nth-child(5) .ads-name-lines').allInnerTexts();
  return { ...visitor, controls: controlsOf(visitor.page), targets, search: () => decodeURIComponent(new URL(visitor.page.url()).search) };
};

describe('the operation log', () => {
  it('shows the last seven days, and older ones when they are asked for', async () => {
    await addEntries({ target: 'days_old', daysAgo: 8 }, { target: 'days_new', daysAgo: 3 });
    const { page, targets, search } = await visit('admin', '?target=days_');
    await expect.poll(targets).toEqual(['days_new']);
    await page.getByRole('button', { name: /^日期/ }).click();
    await page.getByRole('button', { name: '近 14 天', exact: true }).click();
    await expect.poll(targets).toEqual(['days_new', 'days_old']);
    expect(search()).toMatch(/date_from=\d{4}-\d\d-\d\d&date_to=\d{4}-\d\d-\d\d/);
    await page.reload();
    await expect.poll(targets).toEqual(['days_new', 'days_old']);
    await page.goBack();
    await expect.poll(targets).toEqual(['days_new']);
  });

  it('is filtered by account, action, target and result, all of them in the address', async () => {
    await addEntries({ target: 'pick_a' }, { target: 'pick_b', ok: false }, { target: 'pick_c', account: 'opt_02' });
    const { page, controls, targets, search } = await visit('admin', '?target=pick_');
    await expect.poll(targets).toEqual(['pick_c', 'pick_b', 'pick_a']);
    await page.getByRole('textbox', { name: '账号', exact: true }).fill('admin');
    await page.keyboard.press('Enter');
    await expect.poll(targets).toEqual(['pick_b', 'pick_a']);
    await controls.filter('结果', '失败');
    await expect.poll(targets).toEqual(['pick_b']);
    await page.getByRole('textbox', { name: '动作' }).fill('编辑角色');
    await page.keyboard.press('Enter');
    await expect.poll(search).toBe('?account=admin&action=编辑角色&target=pick_&result=fail');
    await expect.poll(targets).toEqual(['pick_b']);
    await page.getByRole('textbox', { name: '动作' }).fill('删除部门');
    await page.keyboard.press('Enter');
    await page.getByText('没有符合条件的数据').waitFor();
  });

  it('shows what was before and after, field by field', async () => {
    await addEntries({ target: 'diff', before: { name: '旧名', remark: '同' }, after: { name: '新名', remark: '同' } });
    const { page } = await visit('admin', '?target=diff');
    await page.getByRole('button', { name: /^展开 admin/ }).click();
    const rows = page.getByRole('table', { name: '改动内容' }).locator('tbody tr');
    expect((await rows.allInnerTexts()).map((line) => line.split('\t'))).toEqual([['名称', '旧名', '新名']]);
  });

  it('opens the entry that a link names, whenever it was', async () => {
    const [id] = await addEntries({ target: 'linked', daysAgo: 200, before: { remark: 'a' }, after: { remark: 'b' } });
    const { page, targets } = await visit('admin', `?id=${id}`);
    await expect.poll(targets).toEqual(['linked']);
    await page.getByRole('table', { name: '改动内容' }).waitFor();
    await page.getByRole('button', { name: `移除筛选 日志编号: ${id}` }).click();
    await expect.poll(targets).not.toContain('linked');
  });

  it('goes on below, fifty at a time, without losing or repeating a row', async () => {
    await addEntries(...Array.from({ length: 120 }, (_, index) => ({ target: `more_${index}` })));
    const { page, targets } = await visit('admin', '?target=more_');
    await page.getByText('已加载 50 / 120').waitFor();
    await page.getByRole('button', { name: '加载更多' }).click();
    await page.getByText('已加载 100 / 120').waitFor();
    await page.getByRole('button', { name: '加载更多' }).click();
    await page.getByText('已加载 120 / 120').waitFor();
    expect(await page.getByRole('button', { name: '加载更多' }).count()).toBe(0);
    expect(await targets()).toEqual(Array.from({ length: 120 }, (_, index) => `more_${119 - index}`));
  });

  it('is exported as it is filtered', async () => {
    await addEntries({ target: 'sheet_a' }, { target: 'sheet_b', ok: false });
    const { page, targets } = await visit('admin', '?target=sheet_&result=fail');
    await expect.poll(targets).toEqual(['sheet_b']);
    const download = await downloadExport(page);
    const [data = []] = await readDownloadedSheets(download);
    expect(data).toHaveLength(2);
    expect(data[1]).toEqual(expect.arrayContaining(['admin', '编辑角色', 'sheet_b', '10.1.2.3', '失败']));
  });

  it('shows staff what they did themselves, and a leader what the people below did', async () => {
    const [foreign] = await addEntries(
      { target: 'due_admin' },
      { target: 'due_own', account: 'opt_01' },
      { target: 'due_mate', account: 'opt_02' },
      { target: 'due_afar', account: 'host_01' },
    );
    const staff = await visit('opt_01', '?target=due_');
    await expect.poll(staff.targets).toEqual(['due_own']);
    await staff.open(`/advertising/copy-log?id=${foreign}`);
    await staff.page.getByText('没有符合条件的数据').waitFor();
    const leader = await visit('lead_a', '?target=due_');
    await expect.poll(leader.targets).toEqual(['due_mate', 'due_own']);
  });
});
