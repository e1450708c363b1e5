import { describe, expect, it } from 'vitest';
import { createSheetFile } from '#tests/support/archives.ts';
import { downloadExport } from '#tests/support/exporting.ts';
import { controlsOf, holdAnswers } from '#tests/support/page-controls.ts';
import { readDownloadedSheets } from '#tests/support/sheet.ts';
import { journeyStage } from '#tests/support/stage-journey.ts';

const stage = journeyStage();

const asAdmin = async (search = '') => {
  const visitor = await stage.visitorAs('admin', `/sys/accounts${search}`);
  const controls = controlsOf(visitor.page);
  const accounts = async () => await visitor.page.locator('tr[data-row-id] td.ads-cell:nth-child(2)').allInnerTexts();
  return { ...visitor, controls, accounts, search: () => decodeURIComponent(new URL(visitor.page.url()).search) };
};

describe('the list', () => {
  it('keeps its filters in the address: they survive a reload, and Back and Forward walk through them', async () => {
    const { page, controls, accounts: shown, search } = await asAdmin();
    const accounts = async () => (await shown()).toSorted();
    await expect.poll(shown).not.toEqual([]);
    await page.getByRole('textbox', { name: '账号或姓名' }).fill('edit_');
    await page.keyboard.press('Enter');
    await expect.poll(accounts).toEqual(['edit_01', 'edit_02', 'edit_03']);
    expect(search()).toBe('?keyword=edit_');
    await controls.filter('状态', '停用');
    await page.getByText('没有符合条件的数据').waitFor();
    expect(search()).toBe('?keyword=edit_&status=disabled');
    const chips = page.locator('.ads-chip-text');
    expect(await chips.allInnerTexts()).toEqual(['账号或姓名: edit_', '状态: 停用']);

    await page.reload();
    await page.getByText('没有符合条件的数据').waitFor();
    expect(await page.getByRole('textbox', { name: '账号或姓名' }).inputValue()).toBe('edit_');
    await page.goBack();
    await expect.poll(accounts).toEqual(['edit_01', 'edit_02', 'edit_03']);
    expect(await chips.allInnerTexts()).toEqual(['账号或姓名: edit_']);
    await page.goForward();
    await page.getByText('没有符合条件的数据').waitFor();

    await page.getByRole('button', { name: '移除筛选 账号或姓名: edit_' }).click();
    await expect.poll(accounts).toEqual(['left_01']);
    expect(search()).toBe('?status=disabled');
    await page.locator('.ads-chips').getByRole('button', { name: '重置', exact: true }).click();
    await expect.poll(search).toBe('');
    await expect.poll(async () => (await shown()).length).toBeGreaterThan(1);
  });

  it('finds the people below a department, and names the filter that came with the address', async () => {
    const { page, accounts } = await asAdmin(`?department_id=${await stage.people.departmentOf('投放一部')}&is_leader=1`);
    await expect.poll(accounts).toEqual(['lead_a']);
    await expect.poll(() => page.locator('.ads-chip-text').allInnerTexts()).toEqual(['部门: 投放一部', '组长: 是']);
    expect(await page.getByRole('button', { name: '更多筛选（1）' }).count()).toBe(1);
  });

  it('sorts up, down, and as it came', async () => {
    const { page, accounts, search } = await asAdmin('?keyword=edit_');
    const head = page.getByRole('columnheader', { name: '账号', exact: true });
    await expect.poll(accounts).toHaveLength(3);
    await head.getByRole('button').click();
    await expect.poll(accounts).toEqual(['edit_01', 'edit_02', 'edit_03']);
    await head.getByRole('button').click();
    await expect.poll(accounts).toEqual(['edit_03', 'edit_02', 'edit_01']);
    expect(await head.getAttribute('aria-sort')).toBe('descending');
    expect(search()).toBe('?keyword=edit_&sort=account.desc');
    await head.getByRole('button').click();
    await expect.poll(() => head.getAttribute('aria-sort')).toBe('none');
    expect(search()).toBe('?keyword=edit_');
  });

  it('pages, keeps what was chosen over pages, and goes to the last page that exists', async () => {
    await stage.people.add(Array.from({ length: 45 }, (_, index) => `page_${String(index).padStart(2, '0')}`));
    const { page, controls, accounts, search, open } = await asAdmin('?keyword=page_&sort=account.asc');
    await expect.poll(async () => (await accounts()).at(-1)).toBe('page_19');
    await page.getByRole('checkbox', { name: '选择 page_03' }).check();
    await page.getByRole('button', { name: '第 3 页' }).click();
    await expect.poll(accounts).toEqual(['page_40', 'page_41', 'page_42', 'page_43', 'page_44']);
    expect(search()).toContain('page=3');
    await page.getByRole('checkbox', { name: '选择 page_44' }).check();
    await page.locator('.ads-selection').getByText('已选 2').waitFor();
    await page.getByRole('combobox', { name: '每页条数' }).click();
    await page.getByRole('option', { name: '50 条/页' }).click();
    await expect.poll(accounts).toHaveLength(45);
    expect(search()).toBe('?keyword=page_&sort=account.asc&page_size=50');
    expect(await page.getByRole('checkbox', { name: '选择 page_03' }).isChecked()).toBe(true);
    await open('/sys/accounts?keyword=page_&sort=account.asc&page=9');
    await expect.poll(accounts).toEqual(['page_40', 'page_41', 'page_42', 'page_43', 'page_44']);
    expect(search()).toContain('page=3');
    await controls.row('page_44').waitFor();
  });

  it('drops the answer to an older question, even when it comes last', async () => {
    const { page, accounts } = await asAdmin('?keyword=lead_&sort=account.asc');
    await expect.poll(accounts).toEqual(['lead_a', 'lead_b']);
    const held = await holdAnswers(page, '/sys-users/list');
    const keyword = page.getByRole('textbox', { name: '账号或姓名' });
    for (const word of ['edit_', 'host_']) {
      await keyword.fill(word);
      await keyword.press('Enter');
      await expect.poll(() => held.bodies.at(-1)).toMatchObject({ keyword: word });
    }
    await page.locator('table[aria-busy=true]').waitFor();
    expect(await accounts()).toEqual(['lead_a', 'lead_b']);
    await held.letGo(1);
    await expect.poll(accounts).toEqual(['host_01']);
    await held.letGo(0);
    expect(await accounts()).toEqual(['host_01']);
    expect(await page.getByText('加载失败').count()).toBe(0);
  });

  it('remembers which columns are shown, for the account and not for the browser', async () => {
    const { page, open } = await stage.signedIn('admin');
    // The pages of the other browser are restored from what this one stored, which knows nothing of the column yet.
    const stored = page.waitForResponse('**/api/sys-workspaces/save');
    await open('/sys/accounts');
    await stored;
    await page.getByRole('button', { name: '列设置' }).click();
    const panel = page.getByRole('dialog', { name: '列设置' });
    const saved = page.waitForResponse('**/api/sys-prefs/save');
    await panel.getByRole('checkbox', { name: '备注' }).check();
    await page.getByRole('columnheader', { name: '备注' }).waitFor();
    await saved;
    const elsewhere = await asAdmin();
    await elsewhere.page.getByRole('columnheader', { name: '备注' }).waitFor();
    await elsewhere.page.getByRole('button', { name: '列设置' }).click();
    await elsewhere.page.getByRole('button', { name: '恢复默认' }).click();
    await elsewhere.page.getByRole('columnheader', { name: '备注' }).waitFor({ state: 'detached' });
  });

  it('exports what the filters leave, as a spreadsheet', async () => {
    const { page, accounts } = await asAdmin('?keyword=edit_&sort=account.desc');
    await expect.poll(accounts).toHaveLength(3);
    const download = await downloadExport(page);
    expect(download.suggestedFilename()).toMatch(/^账号管理_\d{12}\.xlsx$/);
    const [data = [], remarks = []] = await readDownloadedSheets(download);
    expect(data[0]?.slice(0, 4)).toEqual(['账号', '姓名', '部门', '角色']);
    expect(data.slice(1).map((row) => row.slice(0, 4))).toEqual([
      ['edit_03', '杨帧', '素材部', '素材师'],
      ['edit_02', '韩影', '素材部', '素材师'],
      ['edit_01', '许剪', '素材部', '素材师'],
    ]);
    expect(remarks.flat().join(' ')).toContain('edit_');
  });
});

describe('an import', () => {
  it('goes from the template over the preview to new accounts, and lists what was left out', async () => {
    const { page } = await asAdmin();
    await page.getByRole('button', { name: '导入', exact: true }).click();
    const drawer = page.getByRole('dialog', { name: '导入账号' });
    const [template] = await Promise.all([page.waitForEvent('download'), drawer.getByRole('button', { name: '下载模板' }).click()]);
    const [[titles = []] = []] = await readDownloadedSheets(template);
    const filled = (account: string, department: string) => [account, '新人', department, '优化师', '', '', '', ''];
    const rows = [titles, filled('imported_1', '公司/投放一部/英语组'), filled('imported_2', '公司/没有的部门')];
    await drawer.locator('input[type=file]').setInputFiles({
      name: '新员工.xlsx',
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer: createSheetFile(rows),
    });
    await drawer.getByText('可导入 1 行，有错误 1 行').waitFor();
    await drawer.getByText('C列「部门」：没有部门「公司/没有的部门」，请填写完整路径').waitFor();
    await drawer.getByRole('button', { name: '导入 1 行' }).click();
    const batch = page.getByRole('dialog', { name: /^导入账号 · 批次/ });
    await batch.getByText('部分成功').waitFor();
    await batch.getByRole('button', { name: '关闭' }).last().click();
    await page.locator('tr[data-row-id]', { hasText: 'imported_1' }).waitFor();
  });
});

describe('a new account', () => {
  it('says at each field what is missing, and goes to the first', async () => {
    const { page, controls, calls } = await asAdmin();
    await page.getByRole('button', { name: '新建账号' }).click();
    await controls.press('创建');
    await expect.poll(controls.faults).toEqual(['请输入账号', '请输入姓名', '请选择部门', '请至少选择 1 个角色']);
    expect(await controls.field('账号').evaluate((field) => field === document.activeElement)).toBe(true);
    await controls.field('账号').fill('Wrong Name');
    await controls.field('姓名').fill('   ');
    await controls.layer.getByLabel('密码', { exact: true }).fill('short1');
    await controls.press('创建');
    await expect
      .poll(controls.faults)
      .toEqual([
        '账号为 3–32 个字符，只能用小写字母、数字和 _ . -，且以小写字母开头',
        '姓名不能为空',
        '密码须为 8 到 32 个字符',
        '请选择部门',
        '请至少选择 1 个角色',
      ]);
    expect(calls).not.toContain('/sys-users/create_account');
  });

  it('loses nothing typed when its name is taken, nor over a refresh of the page', async () => {
    const { page, controls, calls } = await asAdmin();
    await page.getByRole('button', { name: '新建账号' }).click();
    await controls.field('账号').fill('gone_01');
    await controls.field('姓名').fill('重名');
    await controls.layer.getByLabel('密码', { exact: true }).fill('Sunny-day-42');
    await controls.choose('部门', '西语组');
    await controls.chooseSeveral('角色', '素材师');
    await controls.field('备注').fill('第二行');
    await controls.press('创建');
    await expect.poll(controls.faults).toEqual(['账号已被使用']);
    expect(await page.locator('.ads-notice-error').count()).toBe(0);
    const typed = async () => [
      await controls.field('姓名').inputValue(),
      await controls.layer.getByLabel('密码', { exact: true }).inputValue(),
      await controls.layer.getByRole('combobox', { name: '部门' }).innerText(),
      await controls.layer.getByRole('combobox', { name: '角色' }).innerText(),
      await controls.field('备注').inputValue(),
    ];
    const all = ['重名', 'Sunny-day-42', '西语组', '素材师', '第二行'];
    expect(await typed()).toEqual(all);
    calls.length = 0;
    await page.evaluate(() => document.querySelector<HTMLButtonElement>('button[title="刷新"]')?.click());
    await expect.poll(() => calls).toContain('/sys-users/list');
    await controls.field('姓名').waitFor();
    expect(await typed()).toEqual(all);

    await controls.field('账号').fill('not.gone');
    await controls.press('创建');
    await controls.closed();
    await controls.row('not.gone').waitFor();
    expect(await page.locator('.ads-made-passwords').count()).toBe(0);
    const one = await stage.visitor();
    await one.open('/login');
    await one.signIn('not.gone', 'Sunny-day-42');
  });

  it('is asked for once, however often the button is pressed, and shows that it is under way', async () => {
    const { page, controls } = await asAdmin();
    const held = await holdAnswers(page, '/sys-users/create_account');
    await page.getByRole('button', { name: '新建账号' }).click();
    await controls.field('账号').fill('once.only');
    await controls.field('姓名').fill('一次');
    await controls.choose('部门', '公司');
    await controls.chooseSeveral('角色', '优化师');
    await page.evaluate(() => {
      for (let click = 0; click < 10; click++) document.querySelector<HTMLButtonElement>('.ads-overlay button[type=submit]')?.click();
    });
    await expect.poll(() => held.bodies.length).toBe(1);
    await controls.layer.locator('button.arco-btn-loading').waitFor();
    expect(await controls.field('姓名').isDisabled()).toBe(true);
    expect(await controls.layer.getByRole('button', { name: '取消' }).isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
    expect(await controls.layer.count()).toBe(1);
    await held.letGo();
    await page.getByRole('dialog', { name: '账号已创建' }).waitFor();
    await page.keyboard.press('Escape');
    await controls.press('仍要关闭');
    await controls.closed();
    await controls.row('once.only').waitFor();
    expect(held.bodies).toHaveLength(1);
  });

  it('asks before a drawer with something typed is closed, and never before', async () => {
    const { page, controls } = await asAdmin();
    await page.getByRole('button', { name: '新建账号' }).click();
    await controls.layer.waitFor();
    await page.keyboard.press('Escape');
    await controls.closed();
    await page.getByRole('button', { name: '新建账号' }).click();
    await controls.field('姓名').fill('半句');
    await page.keyboard.press('Escape');
    await page.getByText('有未保存的修改，确定放弃吗？').waitFor();
    await controls.press('继续编辑');
    expect(await controls.field('姓名').inputValue()).toBe('半句');
    await controls.press('取消');
    await controls.press('放弃修改');
    await controls.closed();
  });
});
