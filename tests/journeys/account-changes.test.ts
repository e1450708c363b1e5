import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { controlsOf } from '#tests/support/page-controls.ts';
import { journeyStage } from '#tests/support/stage-journey.ts';

const stage = journeyStage({ covered: 'deep' });

const asAdmin = async (search: string) => {
  const visitor = await stage.visitorAs('admin', `/sys/accounts${search}`);
  return { ...visitor, controls: controlsOf(visitor.page) };
};

const seen = (account: string) =>
  stage.server().db.selectFrom('sys_user').selectAll().where('account', '=', account).executeTakeFirstOrThrow();

describe('an edit', () => {
  it('that came second shows who changed what and when, and takes the newest', async () => {
    await stage.people.add(['clash_a']);
    await stage.people.add(['second_admin'], { is_admin: 1 });
    const { controls } = await asAdmin('?keyword=clash_a');
    await controls.act('编辑', 'clash_a');
    await controls.field('备注').fill('我的备注');
    const row = await stage.people.rowOf('clash_a');
    await stage.as('second_admin', '/sys-users/edit_account', { id: row.id, version: row.version, name: '新的名字' });
    await controls.press('保存');
    const remark = controls.layer.locator('.ads-remark-warn');
    await remark.waitFor();
    expect(await remark.innerText()).toMatch(/second_admin 已在 \d{4}-\d\d-\d\d \d\d:\d\d 修改过/);
    const changes = await controls.layer.locator('.ads-conflict-changes tbody tr').allInnerTexts();
    expect(changes.map((line) => line.split('\t'))).toEqual([
      ['姓名', '姓名 clash_a', '新的名字', '未改动'],
      ['备注', '—', '未改动', '我的备注'],
    ]);
    await controls.press('载入最新');
    expect(await controls.field('姓名').inputValue()).toBe('新的名字');
    expect(await controls.field('备注').inputValue()).toBe('');
    await controls.field('备注').fill('再来一次');
    await controls.press('保存');
    await controls.closed();
    expect(await seen('clash_a')).toMatchObject({ name: '新的名字', remark: '再来一次' });
    await controls.row('clash_a').getByText('新的名字').waitFor();
  });

  it('that came second may be saved over it, and then changes only what was changed here', async () => {
    await stage.people.add(['clash_b']);
    await stage.people.add(['third_admin'], { is_admin: 1 });
    const { controls } = await asAdmin('?keyword=clash_b');
    await controls.act('编辑', 'clash_b');
    await controls.field('姓名').fill('我的名字');
    const row = await stage.people.rowOf('clash_b');
    await stage.as('third_admin', '/sys-users/edit_account', {
      id: row.id,
      version: row.version,
      name: '别人的名字',
      remark: '别人的备注',
    });
    await controls.press('保存');
    await controls.layer.locator('.ads-remark-warn').waitFor();
    await controls.press('覆盖保存');
    await controls.closed();
    expect(await seen('clash_b')).toMatchObject({ name: '我的名字', remark: '别人的备注' });
  });
});

describe('who may not be touched', () => {
  it('is oneself: no disabling, no deleting, no giving up of the own rights, and the reason is said', async () => {
    const { page, controls, calls } = await asAdmin('?keyword=admin&sort=account.asc');
    await controls.row('admin').waitFor();
    expect(await controls.row('admin').getByRole('switch').isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'admin 的更多操作', exact: true }).click();
    const remove = page.getByRole('menuitem', { name: '删除' });
    expect(await remove.innerText()).toContain('不能对自己执行');
    await remove.click({ force: true });
    await page.keyboard.press('Escape');
    await controls.act('编辑', 'admin');
    expect(await controls.layer.getByRole('radio', { name: /^普通/ }).isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
    await controls.closed();
    expect(calls).not.toContain('/sys-users/owned');
  });

  it('is the last administrator: of two who disable each other at once one stays, and the other is told', async () => {
    const { db } = stage.server();
    await stage.people.add(['rival'], { is_admin: 1 });
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
        controls: controlsOf(one.page),
        target: 'admin',
      })),
    ];
    for (const { controls, target } of sides) {
      await controls.row(target).getByRole('switch').click();
      await controls.layer.getByText('将立即退出登录').waitFor();
    }
    // Both questions are with the server before either is answered: one waits for the row, the other for its turn. Others may wait meanwhile.
    await db.transaction().execute(async (transaction) => {
      await sql`select id from sys_user where is_admin = 1 for no key update`.execute(transaction);
      for (const { controls } of sides) await controls.press('停用');
      await expect
        .poll(async () => {
          const waiting = await sql<{ n: number }>`
            select count(*)::int as n from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock' and query ~* 'pg_advisory_xact_lock|for no key update'`.execute(
            db,
          );
          return waiting.rows[0]?.n;
        })
        .toBe(2);
    });
    const refused = await Promise.any(
      sides.map(async ({ controls, target }) => {
        await controls.layer.getByText('至少保留一名管理员').waitFor();
        return target;
      }),
    );
    const left = await db.selectFrom('sys_user').select('account').where('is_admin', '=', 1).where('status', '=', 'enabled').execute();
    expect(left).toEqual([{ account: refused }]);
  });
});

describe('an account', () => {
  it('is disabled with its sessions, and may sign in again once it is enabled', async () => {
    await stage.people.add(['on_off']);
    const victim = await stage.visitorAs('on_off', '/advertising/copy-log');
    await victim.page.locator('.ads-nav').waitFor();
    const { page, controls } = await asAdmin('?keyword=on_off');
    const toggle = controls.row('on_off').getByRole('switch');
    await toggle.click();
    await controls.layer.getByText('on_off 将立即退出登录').waitFor();
    expect(await toggle.getAttribute('aria-checked')).toBe('true');
    await controls.press('停用');
    await controls.closed();
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
    await stage.people.add(['forgetful']);
    const owner = await stage.visitorAs('forgetful', '/advertising/copy-log');
    await owner.page.locator('.ads-nav').waitFor();
    const { page, controls } = await asAdmin('?keyword=forgetful');
    await controls.act('重置密码', 'forgetful');
    await controls.layer.getByText('将为账号 forgetful 生成新密码，其所有登录会失效').waitFor();
    await controls.press('重置');
    const made = page.getByRole('dialog', { name: '重置成功' });
    await made.waitFor();
    expect(await made.innerText()).toContain('forgetful');
    const password = await made.locator('code').innerText();
    await owner.page.getByRole('button', { name: '刷新' }).first().click();
    await owner.page.locator('.ads-login').waitFor();
    await owner.submitSignIn('forgetful', 'Demo@2026');
    await owner.page.locator('.ads-login-failure').waitFor();
    await owner.signIn('forgetful', password);
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(password);
  });

  it('is deleted only after its name was typed, and is gone from the list with its sessions', async () => {
    await stage.people.add(['leaver']);
    const leaver = await stage.visitorAs('leaver', '/advertising/copy-log');
    await leaver.page.locator('.ads-nav').waitFor();
    const { page, controls } = await asAdmin('?keyword=leaver');
    await controls.act('删除', 'leaver');
    await controls.layer.getByText('名下没有需要交接的对象').waitFor();
    const confirm = controls.layer.getByRole('button', { name: '删除', exact: true });
    expect(await confirm.isDisabled()).toBe(true);
    await controls.field('请输入账号 leaver 以确认').fill('leave');
    expect(await confirm.isDisabled()).toBe(true);
    await controls.field('请输入账号 leaver 以确认').fill('leaver');
    await confirm.click();
    await controls.closed();
    await page.getByText('没有符合条件的数据').waitFor();
    expect((await seen('leaver')).deleted_at).not.toBeNull();
    await leaver.page.getByRole('button', { name: '刷新' }).first().click();
    await leaver.page.locator('.ads-login').waitFor();
  });
});

describe('roles of several accounts', () => {
  it('change for all but the one that cannot be changed, which is named and stays chosen', async () => {
    await stage.people.add(['many_1', 'many_2', 'many_3']);
    const { page, controls } = await asAdmin('?keyword=many_&sort=account.asc');
    await controls.row('many_3').waitFor();
    await page.getByRole('checkbox', { name: '选择本页全部' }).check();
    await page.getByRole('button', { name: '批量设角色' }).click();
    await controls.layer.getByRole('radio', { name: /移除/ }).check();
    // Meanwhile two of them get a second role: for the third one the first is the last.
    for (const account of ['many_1', 'many_3']) {
      const role_id = await stage.people.roleOf('素材师');
      await stage
        .server()
        .db.insertInto('sys_user_role')
        .values({ user_id: await stage.people.idOf(account), role_id })
        .execute();
    }
    await controls.chooseSeveral('角色', '优化师');
    await controls.press('设置 3 个账号');
    const result = page.getByRole('dialog', { name: /设置角色 · 批次/ });
    await result.getByRole('button', { name: '成功 2' }).waitFor();
    await result.getByRole('button', { name: '失败 1' }).click();
    const failed = result.locator('tr[data-row-id]');
    await expect.poll(() => failed.allInnerTexts()).toEqual([expect.stringContaining('many_2')]);
    expect(await failed.innerText()).toContain('至少');
    await page.keyboard.press('Escape');
    await controls.closed();
    await expect.poll(() => page.getByRole('checkbox', { name: '选择 many_2' }).isChecked()).toBe(true);
    expect(await page.locator('.ads-selection').getByText('已选 1').count()).toBe(1);
    await expect.poll(() => controls.row('many_1').innerText()).not.toContain('优化师');
    expect(await controls.row('many_2').innerText()).toContain('优化师');
  });
});
