import { describe, expect, it } from 'vitest';
import { controlsOf, holdAnswers } from '#tests/support/page-controls.ts';
import { journeyStage } from '#tests/support/stage-journey.ts';

const stage = journeyStage();

/** Departments below the root, each as `name` or `parent/name`; answers their ids. */
async function addDepartments(...paths: string[]): Promise<number[]> {
  const made: number[] = [];
  for (const [sort, path] of paths.entries()) {
    const [parent = '公司', name = ''] = path.includes('/') ? path.split('/') : ['公司', path];
    const { data } = await stage.as('admin', '/sys-departments/create', {
      name,
      parent_id: await stage.people.departmentOf(parent),
      sort: 100 + sort,
    });
    made.push(data.id);
  }
  return made;
}

const addMember = async (account: string, department: string, is_leader: 0 | 1 = 0) =>
  (await stage.people.create({ account, name: `姓名 ${account}`, department_id: await stage.people.departmentOf(department), is_leader }))
    .data.id;

const asAdmin = async (search = '') => {
  const visitor = await stage.visitorAs('admin', `/sys/department${search}`, { width: 1600 });
  const { page } = visitor;
  const controls = controlsOf(page);
  await controls.row('公司').waitFor();
  const tree = page.getByRole('treegrid');
  /** Names with the level of each, from top to bottom. */
  const shown = async () =>
    await tree
      .locator('tr[data-row-id]')
      .evaluateAll((rows) => rows.map((row) => `${row.getAttribute('aria-level')} ${row.querySelector('.ads-name')?.textContent}`));
  /** Lets go only once the row below the pointer shows that it can be dropped on, wherever that row stands by then. */
  const drag = async (name: string, onto: string) => {
    await tree.getByText(name, { exact: true }).hover();
    await page.mouse.down();
    const target = controls.row(onto);
    let moves = 0;
    const isMarked = async () => {
      const box = await target.boundingBox();
      if (!box) return false;
      moves += 1;
      await page.mouse.move(box.x + 40 + (moves % 5), box.y + box.height / 2);
      return (await target.getAttribute('class'))?.includes('ads-row-drop-yes');
    };
    await expect.poll(isMarked).toBe(true);
    await page.mouse.up();
  };
  return { ...visitor, controls, tree, shown, drag };
};

const parentOf = async (name: string) => {
  const { db } = stage.server();
  const { parent_id } = await db.selectFrom('sys_department').select('parent_id').where('name', '=', name).executeTakeFirstOrThrow();
  return (await db.selectFrom('sys_department').select('name').where('id', '=', parent_id).executeTakeFirstOrThrow()).name;
};

describe('the tree', () => {
  it('keeps what stands above a match of the keyword, and has the keyword in the address', async () => {
    await addDepartments('kw_top', 'kw_top/kw_needle', 'kw_top/kw_other');
    const { page, shown } = await asAdmin();
    await page.getByRole('textbox', { name: '部门名称' }).fill('NEEDLE');
    await page.keyboard.press('Enter');
    await expect.poll(shown).toEqual(['1 公司', '2 kw_top', '3 kw_needle']);
    expect(new URL(page.url()).search).toBe('?keyword=NEEDLE');
    await page.reload();
    await expect.poll(shown).toEqual(['1 公司', '2 kw_top', '3 kw_needle']);
    await page.getByRole('textbox', { name: '部门名称' }).fill('kw_nowhere');
    await page.keyboard.press('Enter');
    await page.getByText('没有符合条件的数据').waitFor();
    await page.getByRole('button', { name: '清空筛选' }).click();
    await expect.poll(async () => (await shown()).length).toBeGreaterThan(5);
  });

  it('is walked, folded and opened by keyboard alone', async () => {
    await addDepartments('keys_a', 'keys_a/keys_b', 'keys_a/keys_c');
    await addMember('keys_member', 'keys_b');
    const { page, tree, shown } = await asAdmin('?keyword=keys_');
    await expect.poll(shown).toEqual(['1 公司', '2 keys_a', '3 keys_b', '3 keys_c']);
    const focused = () => page.evaluate(() => document.activeElement?.querySelector('.ads-name')?.textContent);
    expect(await tree.locator('tr[tabindex="0"]').count()).toBe(1);
    await tree.locator('tr[tabindex="0"]').focus();
    for (const [key, name] of [
      ['ArrowDown', 'keys_a'],
      ['ArrowRight', 'keys_b'],
      ['End', 'keys_c'],
      ['ArrowLeft', 'keys_a'],
    ]) {
      await page.keyboard.press(key ?? '');
      expect(await focused()).toBe(name);
    }
    await page.keyboard.press('ArrowLeft');
    await expect.poll(shown).toEqual(['1 公司', '2 keys_a']);
    expect(await focused()).toBe('keys_a');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    expect(await focused()).toBe('keys_b');
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: '部门成员' }).getByText('keys_member', { exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.get('id')).toBe(String(await stage.people.departmentOf('keys_b')));
    await page.keyboard.press('Home');
    expect(await focused()).toBe('公司');
  });
});

describe('a department', () => {
  it('is made below another one, and says at its fields what is wrong with it', async () => {
    await addDepartments('make_top', 'make_top/make_taken');
    const { page, controls, shown } = await asAdmin('?keyword=make_');
    await controls.act('新建下级', 'make_top');
    await controls.field('排序').fill('10000');
    await controls.press('创建');
    await expect.poll(controls.faults).toEqual(['请输入名称', '排序须在 0 到 9999 之间']);
    await controls.field('名称').fill('make_taken');
    await controls.field('排序').fill('3');
    await controls.press('创建');
    await expect.poll(controls.faults).toEqual([expect.stringMatching(/^名称“.+”已存在$/)]);
    expect(await controls.field('排序').inputValue()).toBe('3');
    await controls.field('名称').fill('make_new');
    await controls.press('创建');
    await controls.closed();
    await expect.poll(shown).toEqual(['1 公司', '2 make_top', '3 make_new', '3 make_taken']);
    expect(await parentOf('make_new')).toBe('make_top');

    await controls.act('编辑', 'make_new');
    await controls.field('名称').fill('make_renamed');
    await controls.field('排序').fill('9000');
    await controls.press('保存');
    await controls.closed();
    await expect.poll(shown).toEqual(['1 公司', '2 make_top', '3 make_taken', '3 make_renamed']);
    expect(await page.locator('.ads-overlay').count()).toBe(0);
  });

  it('moves by dialog, which first says who will see whom', async () => {
    await addDepartments('see_boss', 'see_moved');
    await addMember('see_leader', 'see_boss', 1);
    await addMember('see_worker', 'see_moved');
    const { controls, shown } = await asAdmin('?keyword=see_');
    await controls.act('移动', 'see_moved');
    await controls.choose('上级部门', 'see_boss');
    await controls.press('查看影响');
    await controls.layer.getByText('“see_moved”将移到“see_boss”下。').waitFor();
    expect(await controls.layer.locator('.ads-sight-changes li').allInnerTexts()).toEqual([
      expect.stringMatching(/^1 位组长将新增可见 1 人\s+姓名 see_leader$/),
    ]);
    expect(await parentOf('see_moved')).toBe('公司');
    await controls.press('移动');
    await controls.closed();
    await expect.poll(shown).toEqual(['1 公司', '2 see_boss', '3 see_moved']);

    await controls.act('移动', 'see_boss');
    await controls.layer.getByRole('combobox', { name: '上级部门' }).click();
    const below = controls.layer.getByRole('option', { name: 'see_moved' });
    expect(await below.innerText()).toContain('不能移到自己或自己的下级');
    expect(await below.getAttribute('aria-disabled')).toBe('true');
  });

  let dragging = 0;
  it('moves by drag, after a question, and not before', async () => {
    // Every attempt has names of its own, so an earlier attempt leaves nothing in the way.
    dragging += 1;
    const [to, me] = [`drag${dragging}_to`, `drag${dragging}_me`];
    await addDepartments(to, me);
    const { controls, shown, drag, calls } = await asAdmin(`?keyword=drag${dragging}_`);
    await drag(me, to);
    await controls.layer.getByText(`“${me}”将移到“${to}”下。`).waitFor();
    await controls.layer.getByText('所有组长的可见范围不变。').waitFor();
    await controls.press('取消');
    await controls.closed();
    expect(await shown()).toEqual(['1 公司', `2 ${to}`, `2 ${me}`]);
    expect(await parentOf(me)).toBe('公司');
    await drag(me, to);
    await controls.press('移动');
    await controls.closed();
    await expect.poll(shown).toEqual(['1 公司', `2 ${to}`, `3 ${me}`]);
    expect(await parentOf(me)).toBe(to);
    expect(calls.filter((call) => call === '/sys-departments/move')).toHaveLength(3);
  });

  it('that is dragged under itself is refused in words, and stands where it stood', async () => {
    await addDepartments('loop_a', 'loop_a/loop_b');
    const { controls, shown, drag } = await asAdmin('?keyword=loop_');
    await drag('loop_a', 'loop_b');
    await controls.layer.getByText('不能移到自己的下级').waitFor();
    await controls.layer.getByText('“loop_a”仍在原处。').waitFor();
    await controls.press('取消');
    await controls.closed();
    expect(await shown()).toEqual(['1 公司', '2 loop_a', '3 loop_b']);
    expect(await parentOf('loop_a')).toBe('公司');
  });

  it('goes nowhere when it is the root: it is neither moved nor deleted, and the reason is said', async () => {
    const { page, controls, tree, calls } = await asAdmin();
    await tree.getByText('公司', { exact: true }).dragTo(tree.getByText('素材部', { exact: true }));
    await page.getByRole('button', { name: '公司 的更多操作' }).click();
    expect(await page.getByRole('menuitem', { name: '移动' }).innerText()).toContain('根部门不可移动');
    expect(await page.getByRole('menuitem', { name: '删除' }).innerText()).toContain('根部门不可删除');
    await page.getByRole('menuitem', { name: '删除' }).click({ force: true });
    expect(await controls.layer.count()).toBe(0);
    expect(calls).not.toContain('/sys-departments/move');
  });

  it('is deleted once its name was typed; one that is not empty says why it is not, also when that is new', async () => {
    await addDepartments('del_full', 'del_full/del_empty', 'del_late');
    const { page, controls, shown } = await asAdmin('?keyword=del_');
    await page.getByRole('button', { name: 'del_full 的更多操作' }).click();
    expect(await page.getByRole('menuitem', { name: '删除' }).innerText()).toContain('仍有下级或成员（下级 1，成员 0）');
    await page.keyboard.press('Escape');

    await controls.act('删除', 'del_empty');
    expect(await controls.layer.getByRole('button', { name: '删除', exact: true }).isDisabled()).toBe(true);
    await controls.field('请输入部门名称 del_empty 以确认').fill('del_empty');
    await controls.press('删除');
    await controls.closed();
    await expect.poll(shown).toEqual(['1 公司', '2 del_full', '2 del_late']);

    await addMember('del_member', 'del_late');
    await controls.act('删除', 'del_late');
    await controls.field('请输入部门名称 del_late 以确认').fill('del_late');
    await controls.press('删除');
    await controls.layer.getByText('仍有下级或成员').waitFor();
    await controls.press('取消');
    await controls.closed();
    expect(await shown()).toEqual(['1 公司', '2 del_full', '2 del_late']);
  });

  it('gets its leaders from among its members, and shows them', async () => {
    await addDepartments('led', 'led/led_below');
    await addMember('led_one', 'led', 1);
    await addMember('led_two', 'led');
    await addMember('led_three', 'led_below');
    const { page, controls } = await asAdmin('?keyword=led');
    await controls.row('led').getByText('姓名 led_one').waitFor();
    expect(await controls.row('led').innerText()).toContain('2 / 3');
    await controls.act('设组长', 'led');
    await controls.layer.getByRole('combobox', { name: '组长' }).click();
    await expect.poll(() => controls.layer.getByRole('option').allInnerTexts()).toHaveLength(2);
    for (const name of ['led_one', 'led_two']) await controls.layer.getByRole('option', { name: `姓名 ${name}` }).click();
    await page.keyboard.press('Escape');
    await controls.press('保存');
    await controls.closed();
    await controls.row('led').getByText('姓名 led_two').waitFor();
    expect(await controls.row('led').innerText()).not.toContain('led_one');
    const members = page.getByRole('region', { name: '部门成员' });
    await expect.poll(() => members.locator('tr', { hasText: 'led_two' }).innerText()).toContain('组长');
    await members.getByText('下级部门另有 1 人').waitFor();
    await members.getByRole('link', { name: '查看账号' }).click();
    await page.waitForURL('**/sys/accounts?department_id=*');
    await controls.row('led_three').waitFor();
  });
});

it('asks once for a department, however often Enter is pressed', async () => {
  await addDepartments('twice_top');
  const { page, controls } = await asAdmin('?keyword=twice_');
  const held = await holdAnswers(page, '/sys-departments/create');
  await controls.act('新建下级', 'twice_top');
  await controls.field('名称').fill('twice_new');
  for (let press = 0; press < 3; press++) await page.keyboard.press('Enter');
  await controls.layer.locator('button.arco-btn-loading').waitFor();
  await held.letGo();
  await controls.closed();
  expect(held.bodies).toHaveLength(1);
  await controls.row('twice_new').waitFor();
});
