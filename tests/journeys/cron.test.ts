import { describe, expect, it, onTestFinished } from 'vitest';
import { cleanSessions } from '#server/domain/jobs/cleanup.job.ts';
import type { Job } from '#server/domain/jobs/job.ts';
import { controlsOf } from '#tests/support/page-controls.ts';
import { journeyStage } from '#tests/support/stage-journey.ts';

/** Never due by itself. */
const rarely = { cron: '0 0 29 2 *', timeoutS: 60, core: false, allowManual: true };

let goOn: () => void = () => undefined;

const jobs: Job[] = [
  cleanSessions,
  {
    ...rarely,
    key: 'journey.quick',
    name: { zh: '快任务', en: 'Quick task' },
    run: async ({ log }) => {
      log('three things counted');
      return { rowsIn: 4, rowsOut: 3, message: 'all well' };
    },
  },
  {
    ...rarely,
    key: 'journey.slow',
    name: { zh: '慢任务', en: 'Slow task' },
    run: async ({ log, signal }) => {
      log('the first half is done');
      await new Promise<void>((resolve, reject) => {
        goOn = resolve;
        signal.addEventListener('abort', () => reject(new Error('stopped')), { once: true });
      });
      log('the second half is done');
      return { rowsOut: 1 };
    },
  },
  {
    ...rarely,
    key: 'journey.broken',
    name: { zh: '坏任务', en: 'Broken task' },
    run: async () => {
      throw new Error('the disk is full');
    },
  },
  { ...rarely, key: 'journey.shy', name: { zh: '定时专用', en: 'By schedule only' }, allowManual: false, run: async () => ({}) },
];

const stage = journeyStage({ scheduler: { jobs, instance: 'journey' } });

const asSuper = async (search = '', options = {}) => {
  const visitor = await stage.visitorAs('super', `/admin/sys/cron${search}`, { width: 1800, ...options });
  const controls = controlsOf(visitor.page);
  await visitor.page.locator('tr[data-row-id]').first().waitFor();
  const run = async (name: string) => {
    await controls.act('立即执行', name);
    await controls.press('立即执行');
  };
  return { ...visitor, controls, run };
};

const timings = async (key: string) =>
  await stage.server().db.selectFrom('cron_job').selectAll().where('key', '=', key).executeTakeFirstOrThrow();

describe('the tasks', () => {
  it('are listed with their schedule in words, and filtered in the address', async () => {
    const { page, controls, open } = await asSuper();
    await controls.hint(controls.row('cleanup.sessions').getByText('*/30 * * * *', { exact: true }), '每 30 分钟');
    expect(await page.locator('.ads-tooltip').innerText()).toMatch(/之后三次（.+）：\n(\d{4}-\d\d-\d\d \d\d:\d\d\n?){3}/);
    expect(await page.getByText('调度器未运行').count()).toBe(0);
    await page.getByRole('textbox', { name: '标识或名称' }).fill('慢任务');
    await page.keyboard.press('Enter');
    await controls.row('journey.quick').waitFor({ state: 'detached' });
    expect(await page.locator('tr[data-row-id]').count()).toBe(1);
    await open('/admin/sys/cron?enabled=false');
    await page.getByText('没有符合条件的数据').waitFor();
    await page.getByRole('button', { name: '清空筛选' }).click();
    await controls.row('journey.quick').waitFor();
  });

  it('speak English where the reader does', async () => {
    const { page, controls } = await asSuper('', { english: true });
    await controls.row('journey.quick').getByText('Quick task').waitFor();
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Scheduled tasks');
  });

  it('say that nobody runs them once the scheduler was not heard of for long', async () => {
    const { page } = await asSuper();
    await page.route('**/api/admin-crons/list', async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as { data: object };
      const silent = new Date(stage.server().clock.now().getTime() - 300_000).toISOString();
      await route.fulfill({ response, json: { ...body, data: { ...body.data, heartbeat_at: silent } } });
    });
    await page.locator('main').getByRole('button', { name: '刷新' }).first().click();
    await page.locator('.ads-remark-error', { hasText: '调度器未运行' }).waitFor();
  });
});

describe('a task', () => {
  it('is run now after a question, and its run is found with its log', async () => {
    const { page, controls } = await asSuper();
    await controls.act('立即执行', '快任务');
    await controls.layer.getByText('立即执行一次“快任务”，不影响原有计划。').waitFor();
    await controls.press('取消');
    expect((await timings('journey.quick')).next_run_at).not.toBeNull();
    await controls.act('立即执行', '快任务');
    await controls.press('立即执行');
    await controls.closed();
    await controls.row('journey.quick').getByText('成功', { exact: true }).waitFor();
    await controls.act('记录', '快任务');
    const line = controls.layer.locator('tr[data-row-id]').first();
    await line.waitFor();
    for (const text of ['成功', '手动', '超级管理员', 'all well']) expect(await line.innerText()).toContain(text);
    await line.getByRole('button', { name: /^展开/ }).click();
    await controls.layer.getByRole('log').getByText('three things counted').waitFor();
    await page.keyboard.press('Escape');
    await controls.closed();
  });

  it('is followed while it runs, is not started twice, and the refusal leads to the run', async () => {
    const { controls, run } = await asSuper();
    onTestFinished(() => goOn());
    await run('慢任务');
    await controls.closed();
    await controls.row('journey.slow').getByText('执行中', { exact: true }).waitFor();
    await run('慢任务');
    await controls.layer.getByText('本次没有重复启动').waitFor();
    await controls.press('查看该次执行的日志');
    const log = controls.layer.getByRole('log');
    await log.getByText('the first half is done').waitFor();
    await controls.layer.getByText('执行中，每 2 秒更新').waitFor();
    goOn();
    await log.getByText('the second half is done').waitFor();
    await controls.layer.getByText('执行中，每 2 秒更新').waitFor({ state: 'detached' });
    await controls.layer.getByRole('button', { name: '关闭' }).click();
    await controls.row('journey.slow').getByText('成功', { exact: true }).waitFor();
  });

  it('that fails says why in its run', async () => {
    const { controls, run } = await asSuper();
    await run('坏任务');
    await controls.row('journey.broken').getByText('失败', { exact: true }).waitFor();
    await controls.act('记录', '坏任务');
    await controls.layer.locator('tr[data-row-id]', { hasText: 'the disk is full' }).first().waitFor();
  });

  it('that runs by schedule only says so, and is not started', async () => {
    const { page, controls, calls } = await asSuper();
    const button = page.getByRole('button', { name: '立即执行 定时专用' });
    expect(await button.getAttribute('aria-disabled')).toBe('true');
    await controls.hint(button, '此任务只按计划执行');
    await button.click({ force: true });
    expect(await controls.layer.count()).toBe(0);
    expect(calls).not.toContain('/admin-crons/run');
  });

  it('gets another schedule, and a wrong one is told at its field', async () => {
    const { controls } = await asSuper();
    await controls.act('编辑', '快任务');
    await controls.field('计划').fill('every day');
    await controls.field('超时').fill('5');
    await controls.press('保存');
    await expect.poll(controls.faults).toEqual(['计划 (UTC)的格式不正确', '超时须在 10 到 7200 之间']);
    await controls.field('计划').fill('99 * * * *');
    await controls.field('超时').fill('120');
    await controls.press('保存');
    await expect.poll(controls.faults).toEqual(['计划 (UTC)不是有效的执行时间']);
    expect(await controls.field('超时').inputValue()).toBe('120');
    await controls.field('计划').fill('15 3 * * *');
    await controls.layer.getByText('每天 03:15（UTC）').waitFor();
    await controls.press('保存');
    await controls.closed();
    await controls.row('journey.quick').getByText('15 3 * * *', { exact: true }).waitFor();
    expect(await timings('journey.quick')).toMatchObject({ cron: '15 3 * * *', timeout_s: 120 });
  });

  it('is switched off after a question and on without one; a core task is not', async () => {
    const { controls, calls } = await asSuper();
    const toggle = controls.row('journey.broken').getByRole('switch');
    await toggle.click();
    await controls.layer.getByText('停用后不再按计划执行').waitFor();
    await controls.press('停用');
    await controls.closed();
    await expect.poll(() => toggle.getAttribute('aria-checked')).toBe('false');
    await toggle.click();
    await expect.poll(() => toggle.getAttribute('aria-checked')).toBe('true');
    const asked = calls.filter((call) => call === '/admin-crons/set_enabled').length;

    const core = controls.row('cleanup.sessions').getByRole('switch');
    expect(await core.getAttribute('aria-disabled')).toBe('true');
    await controls.hint(core, '核心任务不能停用');
    await core.click({ force: true });
    expect(await core.getAttribute('aria-checked')).toBe('true');
    expect(await controls.layer.count()).toBe(0);
    expect(calls.filter((call) => call === '/admin-crons/set_enabled')).toHaveLength(asked);
    await expect(stage.as('super', '/admin-crons/set_enabled', { key: 'cleanup.sessions', enabled: false })).rejects.toThrow(
      '核心任务不可停用',
    );
  });
});

it('shows the last day as a timeline, whose runs lead to their log, and as a table', async () => {
  const { db, clock } = stage.server();
  const now = clock.now().getTime();
  const at = (minutes: number) => new Date(now - minutes * 60_000);
  await db
    .insertInto('cron_run')
    .values([
      {
        job_key: 'journey.shy',
        trigger: 'schedule',
        instance: 'journey',
        status: 'succeeded',
        started_at: at(300),
        finished_at: at(240),
      },
      {
        job_key: 'journey.shy',
        trigger: 'schedule',
        instance: 'journey',
        status: 'failed',
        started_at: at(120),
        finished_at: at(60),
        log: 'a lane told it\n',
      },
      {
        job_key: 'journey.shy',
        trigger: 'schedule',
        instance: 'journey',
        status: 'failed',
        started_at: at(2000),
        finished_at: at(1900),
      },
    ])
    .execute();
  const { page, controls } = await asSuper();
  const lane = page.getByRole('group', { name: '定时专用' });
  await lane.waitFor();
  expect(await lane.getByRole('button').count()).toBe(2);
  await lane.getByRole('button', { name: /失败$/ }).click();
  await controls.layer.getByRole('log').getByText('a lane told it').waitFor();
  await page.keyboard.press('Escape');
  await controls.closed();
  await page.getByRole('button', { name: '表格' }).click();
  expect(await page.locator('.ads-timeline-table tr', { hasText: '定时专用' }).count()).toBe(2);
});
