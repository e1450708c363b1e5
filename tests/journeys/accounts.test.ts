import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { handsOn, holdAnswers } from '#tests/support/page-hands.ts';
import { sheetsOf } from '#tests/support/sheet.ts';
import { journeyStage } from '#tests/support/stage-journey.ts';

const stage = journeyStage();

/** Accounts with the demo password, one role and a department, without asking the server for each. */
async function addAccounts(accounts: string[], change: { is_admin?: 0 | 1; department?: string } = {}) {
  const { db } = stage.server();
  const like = await db.selectFrom('sys_user').selectAll().where('account', '=', 'opt_01').executeTakeFirstOrThrow();
  const role_id = await stage.people.roleOf('优化师');
  const department_id = await stage.people.departmentOf(change.department ?? '英语组');
  for (const account of accounts) {
    const { id: _, version: __, ...row } = like;
    const made = { ...row, account, name: `姓名 ${account}`, department_id, is_admin: change.is_admin ?? 0, login_at: null };
    const { id } = await db.insertInto('sys_user').values(made).returning('id').executeTakeFirstOrThrow();
    await db.insertInto('sys_user_role').values({ user_id: id, role_id }).execute();
  }
}

const asAdmin = async (search = '') => {
  const visitor = await stage.visitorAs('admin', `/sys/accounts${search}`);
  const hands = handsOn(visitor.page);
  const accounts = async () => await visitor.page.locator('tr[data-row-id] td.ads-cell:nth-child(2)').allInnerTexts();
  return { ...visitor, hands, accounts, search: () => decodeURIComponent(new URL(visitor.page.url()).search) };
};

const seen = (account: string) =>
  stage.server().db.selectFrom('sys_user').selectAll().where('account', '=', account).executeTakeFirstOrThrow();

describe('the list', () => {
  it('keeps its filters in the address: they survive a reload, and Back and Forward walk through them', async () => {
    const { page, hands, accounts: shown, search } = await asAdmin();
    const accounts = async () => (await shown()).toSorted();
    await expect.poll(shown).not.toEqual([]);
    await page.getByRole('textbox', { name: '账号或姓名' }).fill('edit_');
    await page.keyboard.press('Enter');
    await expect.poll(accounts).toEqual(['edit_01', 'edit_02', 'edit_03']);
    expect(search()).toBe('?keyword=edit_');
    await hands.filter('状态', '停用');
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
    await addAccounts(Array.from({ length: 45 }, (_, index) => `page_${String(index).padStart(2, '0')}`));
    const { page, hands, accounts, search, open } = await asAdmin('?keyword=page_&sort=account.asc');
    await expect.poll(async () => (await accounts()).at(-1)).toBe('page_19');
    await page.getByRole('checkbox', { name: '选择 page_03' }).check();
    await page.getByRole('button', { name: '第 3 页' }).click();
    await expect.poll(accounts).toEqual(['page_40', 'page_41', 'page_42', 'page_43', 'page_44']);
    expect(search()).toContain('page=3');
    await page.getByRole('checkbox', { name: '选择 page_44' }).check();
    expect(await page.getByText('已选 2').count()).toBe(1);
    await page.getByRole('combobox', { name: '每页条数' }).click();
    await page.getByRole('option', { name: '50 条/页' }).click();
    await expect.poll(accounts).toHaveLength(45);
    expect(search()).toBe('?keyword=page_&sort=account.asc&page_size=50');
    expect(await page.getByRole('checkbox', { name: '选择 page_03' }).isChecked()).toBe(true);
    await open('/sys/accounts?keyword=page_&sort=account.asc&page=9');
    await expect.poll(accounts).toEqual(['page_40', 'page_41', 'page_42', 'page_43', 'page_44']);
    expect(search()).toContain('page=3');
    await hands.row('page_44').waitFor();
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
    const { page } = await asAdmin();
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
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: '导出' }).click()]);
    expect(download.suggestedFilename()).toMatch(/^账号管理_\d{12}\.xlsx$/);
    const [data = [], remarks = []] = await sheetsOf(download);
    expect(data[0]?.slice(0, 4)).toEqual(['账号', '姓名', '部门', '角色']);
    expect(data.slice(1).map((row) => row.slice(0, 4))).toEqual([
      ['edit_03', '杨帧', '素材部', '素材师'],
      ['edit_02', '韩影', '素材部', '素材师'],
      ['edit_01', '许剪', '素材部', '素材师'],
    ]);
    expect(remarks.flat().join(' ')).toContain('edit_');
  });
});

describe('a new account', () => {
  it('says at each field what is missing, and goes to the first', async () => {
    const { page, hands, calls } = await asAdmin();
    await page.getByRole('button', { name: '新建账号' }).click();
    await hands.press('创建');
    await expect.poll(hands.faults).toEqual(['请输入账号', '请输入姓名', '请输入部门', '角色至少1项']);
    expect(await hands.field('账号').evaluate((field) => field === document.activeElement)).toBe(true);
    await hands.field('账号').fill('Wrong Name');
    await hands.field('姓名').fill('   ');
    await hands.layer.getByLabel('密码', { exact: true }).fill('short1');
    await hands.press('创建');
    await expect.poll(hands.faults).toEqual(['账号的格式不正确', '姓名不能为空字符', '密码须为8到32个字符', '请输入部门', '角色至少1项']);
    expect(calls).not.toContain('/sys-users/create_account');
  });

  it('loses nothing typed when its name is taken, nor over a refresh of the page', async () => {
    const { page, hands, calls } = await asAdmin();
    await page.getByRole('button', { name: '新建账号' }).click();
    await hands.field('账号').fill('gone_01');
    await hands.field('姓名').fill('重名');
    await hands.layer.getByLabel('密码', { exact: true }).fill('Sunny-day-42');
    await hands.choose('部门', '西语组');
    await hands.chooseSeveral('角色', '素材师');
    await hands.field('备注').fill('第二行');
    await hands.press('创建');
    await expect.poll(hands.faults).toEqual(['账号已被使用']);
    expect(await page.locator('.ads-notice-error').innerText()).toContain('Error: /sys-users/create_account');
    const typed = async () => [
      await hands.field('姓名').inputValue(),
      await hands.layer.getByLabel('密码', { exact: true }).inputValue(),
      await hands.layer.getByRole('combobox', { name: '部门' }).innerText(),
      await hands.layer.getByRole('combobox', { name: '角色' }).innerText(),
      await hands.field('备注').inputValue(),
    ];
    const all = ['重名', 'Sunny-day-42', '西语组', '素材师', '第二行'];
    expect(await typed()).toEqual(all);
    calls.length = 0;
    await page.evaluate(() => document.querySelector<HTMLButtonElement>('button[title="刷新"]')?.click());
    await expect.poll(() => calls).toContain('/sys-users/list');
    await hands.field('姓名').waitFor();
    expect(await typed()).toEqual(all);

    await hands.field('账号').fill('not.gone');
    await hands.press('创建');
    await hands.closed();
    await hands.row('not.gone').waitFor();
    expect(await page.locator('.ads-notice-password').count()).toBe(0);
    const one = await stage.visitor();
    await one.open('/login');
    await one.signIn('not.gone', 'Sunny-day-42');
  });

  it('is asked for once, however often the button is pressed, and shows that it is under way', async () => {
    const { page, hands } = await asAdmin();
    const held = await holdAnswers(page, '/sys-users/create_account');
    await page.getByRole('button', { name: '新建账号' }).click();
    await hands.field('账号').fill('once.only');
    await hands.field('姓名').fill('一次');
    await hands.choose('部门', '公司');
    await hands.chooseSeveral('角色', '优化师');
    await page.evaluate(() => {
      for (let click = 0; click < 10; click++) document.querySelector<HTMLButtonElement>('.ads-overlay button[type=submit]')?.click();
    });
    await expect.poll(() => held.bodies.length).toBe(1);
    await hands.layer.locator('button.arco-btn-loading').waitFor();
    expect(await hands.field('姓名').isDisabled()).toBe(true);
    expect(await hands.layer.getByRole('button', { name: '取消' }).isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
    expect(await hands.layer.count()).toBe(1);
    await held.letGo();
    await hands.closed();
    await hands.row('once.only').waitFor();
    expect(held.bodies).toHaveLength(1);
  });

  it('asks before a drawer with something typed is closed, and never before', async () => {
    const { page, hands } = await asAdmin();
    await page.getByRole('button', { name: '新建账号' }).click();
    await hands.layer.waitFor();
    await page.keyboard.press('Escape');
    await hands.closed();
    await page.getByRole('button', { name: '新建账号' }).click();
    await hands.field('姓名').fill('半句');
    await page.keyboard.press('Escape');
    await page.getByText('有未保存的修改，确定放弃吗？').waitFor();
    await hands.press('继续编辑');
    expect(await hands.field('姓名').inputValue()).toBe('半句');
    await hands.press('取消');
    await hands.press('放弃修改');
    await hands.closed();
  });
});

describe('an edit', () => {
  it('that came second shows who changed what and when, and takes the newest', async () => {
    await addAccounts(['clash_a']);
    await addAccounts(['second_admin'], { is_admin: 1 });
    const { hands } = await asAdmin('?keyword=clash_a');
    await hands.act('编辑', 'clash_a');
    await hands.field('备注').fill('我的备注');
    const row = await stage.people.rowOf('clash_a');
    await stage.as('second_admin', '/sys-users/edit_account', { id: row.id, version: row.version, name: '新的名字' });
    await hands.press('保存');
    const remark = hands.layer.locator('.ads-remark-warn');
    await remark.waitFor();
    expect(await remark.innerText()).toMatch(/second_admin 已在 \d{4}-\d\d-\d\d \d\d:\d\d 修改过/);
    const changes = await hands.layer.locator('.ads-conflict-changes tbody tr').allInnerTexts();
    expect(changes.map((line) => line.split('\t'))).toEqual([
      ['姓名', '新的名字', '未改动'],
      ['备注', '—', '我的备注'],
    ]);
    await hands.press('载入最新');
    expect(await hands.field('姓名').inputValue()).toBe('新的名字');
    expect(await hands.field('备注').inputValue()).toBe('');
    await hands.field('备注').fill('再来一次');
    await hands.press('保存');
    await hands.closed();
    expect(await seen('clash_a')).toMatchObject({ name: '新的名字', remark: '再来一次' });
    await hands.row('clash_a').getByText('新的名字').waitFor();
  });

  it('that came second may be saved over it, and then changes only what was changed here', async () => {
    await addAccounts(['clash_b']);
    await addAccounts(['third_admin'], { is_admin: 1 });
    const { hands } = await asAdmin('?keyword=clash_b');
    await hands.act('编辑', 'clash_b');
    await hands.field('姓名').fill('我的名字');
    const row = await stage.people.rowOf('clash_b');
    await stage.as('third_admin', '/sys-users/edit_account', {
      id: row.id,
      version: row.version,
      name: '别人的名字',
      remark: '别人的备注',
    });
    await hands.press('保存');
    await hands.layer.locator('.ads-remark-warn').waitFor();
    await hands.press('覆盖保存');
    await hands.closed();
    expect(await seen('clash_b')).toMatchObject({ name: '我的名字', remark: '别人的备注' });
  });
});

describe('who may not be touched', () => {
  it('is oneself: no disabling, no deleting, no giving up of the own rights, and the reason is said', async () => {
    const { page, hands, calls } = await asAdmin('?keyword=admin&sort=account.asc');
    await hands.row('admin').waitFor();
    expect(await hands.row('admin').getByRole('switch').isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'admin 的更多操作', exact: true }).click();
    const remove = page.getByRole('menuitem', { name: '删除' });
    expect(await remove.innerText()).toContain('不能对自己执行');
    await remove.click({ force: true });
    await page.keyboard.press('Escape');
    await hands.act('编辑', 'admin');
    expect(await hands.layer.getByRole('radio', { name: /^普通/ }).isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
    await hands.closed();
    expect(calls).not.toContain('/sys-users/owned');
  });

  it('is the last administrator: of two who disable each other at once one stays, and the other is told', async () => {
    const { db } = stage.server();
    await addAccounts(['rival'], { is_admin: 1 });
    onTestFinished(async () => {
      await db.updateTable('sys_user').set({ status: 'enabled' }).where('is_admin', '=', 1).execute();
    });
    await db
      .updateTable('sys_user')
      .set({ status: 'disabled' })
      .where('is_admin', '=', 1)
      .where('account', 'not in', ['admin', 'rival'])
      .execute();
    const sides = [
      { ...(await asAdmin('?keyword=rival')), target: 'rival' },
      await stage.visitorAs('rival', '/sys/accounts?keyword=admin&sort=account.asc').then((one) => ({
        ...one,
        hands: handsOn(one.page),
        target: 'admin',
      })),
    ];
    for (const { hands, target } of sides) {
      await hands.row(target).getByRole('switch').click();
      await hands.layer.getByText('将立即退出登录').waitFor();
    }
    // Both questions are with the server before either is answered.
    await db.transaction().execute(async (transaction) => {
      await sql`select id from sys_user where is_admin = 1 for update`.execute(transaction);
      for (const { hands } of sides) await hands.press('停用');
      await expect
        .poll(async () => {
          const waiting = await sql<{ n: number }>`
            select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
          return waiting.rows[0]?.n;
        })
        .toBe(2);
    });
    const refused = await Promise.any(
      sides.map(async ({ hands, target }) => {
        await hands.layer.getByText('至少保留一名管理员').waitFor();
        return target;
      }),
    );
    const left = await db.selectFrom('sys_user').select('account').where('is_admin', '=', 1).where('status', '=', 'enabled').execute();
    expect(left).toEqual([{ account: refused }]);
  });
});

describe('an account', () => {
  it('is disabled with its sessions, and may sign in again once it is enabled', async () => {
    await addAccounts(['on_off']);
    const victim = await stage.visitorAs('on_off', '/index');
    await victim.page.locator('.ads-nav').waitFor();
    const { page, hands } = await asAdmin('?keyword=on_off');
    const toggle = hands.row('on_off').getByRole('switch');
    await toggle.click();
    await hands.layer.getByText('on_off 将立即退出登录').waitFor();
    expect(await toggle.getAttribute('aria-checked')).toBe('true');
    await hands.press('停用');
    await hands.closed();
    await expect.poll(() => toggle.getAttribute('aria-checked')).toBe('false');
    await victim.page.getByRole('button', { name: '刷新' }).first().click();
    await victim.page.locator('.ads-login').waitFor();
    await victim.submitSignIn('on_off', 'Demo@2026');
    await expect.poll(() => victim.page.locator('.ads-login-failure').innerText()).toBe('账号已停用');
    await toggle.click();
    await expect.poll(() => toggle.getAttribute('aria-checked')).toBe('true');
    expect(await page.locator('.ads-overlay').count()).toBe(0);
    await victim.signIn('on_off');
  });

  it('gets a new password that is shown once and ends every session of it', async () => {
    await addAccounts(['forgetful']);
    const owner = await stage.visitorAs('forgetful', '/index');
    await owner.page.locator('.ads-nav').waitFor();
    const { page, hands } = await asAdmin('?keyword=forgetful');
    await hands.act('重置密码', 'forgetful');
    await hands.layer.getByText('将为账号 forgetful 生成新密码，其所有登录会失效').waitFor();
    await hands.press('重置');
    const notice = page.locator('.ads-notice-password');
    await notice.waitFor();
    expect(await notice.innerText()).toContain('forgetful');
    const password = await notice.locator('code').innerText();
    await owner.page.getByRole('button', { name: '刷新' }).first().click();
    await owner.page.locator('.ads-login').waitFor();
    await owner.submitSignIn('forgetful', 'Demo@2026');
    await owner.page.locator('.ads-login-failure').waitFor();
    await owner.signIn('forgetful', password);
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(password);
  });

  it('is deleted only after its name was typed, and is gone from the list with its sessions', async () => {
    await addAccounts(['leaver']);
    const leaver = await stage.visitorAs('leaver', '/index');
    await leaver.page.locator('.ads-nav').waitFor();
    const { page, hands } = await asAdmin('?keyword=leaver');
    await hands.act('删除', 'leaver');
    await hands.layer.getByText('名下没有需要交接的对象').waitFor();
    const confirm = hands.layer.getByRole('button', { name: '删除', exact: true });
    expect(await confirm.isDisabled()).toBe(true);
    await hands.field('请输入账号 leaver 以确认').fill('leave');
    expect(await confirm.isDisabled()).toBe(true);
    await hands.field('请输入账号 leaver 以确认').fill('leaver');
    await confirm.click();
    await hands.closed();
    await page.getByText('没有符合条件的数据').waitFor();
    expect((await seen('leaver')).deleted_at).not.toBeNull();
    await leaver.page.getByRole('button', { name: '刷新' }).first().click();
    await leaver.page.locator('.ads-login').waitFor();
  });
});

describe('roles of several accounts', () => {
  it('change for all but the one that cannot be changed, which is named and stays chosen', async () => {
    await addAccounts(['many_1', 'many_2', 'many_3']);
    const { page, hands } = await asAdmin('?keyword=many_&sort=account.asc');
    await hands.row('many_3').waitFor();
    await page.getByRole('checkbox', { name: '选择本页全部' }).check();
    await page.getByRole('button', { name: '批量设角色' }).click();
    await hands.layer.getByRole('radio', { name: /移除/ }).check();
    // Meanwhile two of them get a second role: for the third one the first is the last.
    for (const account of ['many_1', 'many_3']) {
      const role_id = await stage.people.roleOf('素材师');
      await stage
        .server()
        .db.insertInto('sys_user_role')
        .values({ user_id: await stage.people.idOf(account), role_id })
        .execute();
    }
    await hands.chooseSeveral('角色', '优化师');
    await hands.press('设置 3 个账号');
    await hands.closed();
    await page.getByText('已设置 2 个账号，1 个未能设置').waitFor();
    expect(await page.locator('.ads-remark-warn li').allInnerTexts()).toEqual([expect.stringMatching(/^many_2: .+/)]);
    await expect.poll(() => page.getByRole('checkbox', { name: '选择 many_2' }).isChecked()).toBe(true);
    expect(await page.getByText('已选 1').count()).toBe(1);
    await expect.poll(() => hands.row('many_1').innerText()).not.toContain('优化师');
    expect(await hands.row('many_2').innerText()).toContain('优化师');
    await page.getByRole('button', { name: '知道了' }).click();
    expect(await page.locator('.ads-remark-warn').count()).toBe(0);
  });
});
