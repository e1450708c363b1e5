// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AnyActorRef, createActor, SimulatedClock } from 'xstate';
import { WATCH_PAUSE_MS } from '#machines/admin-sys-cron/cron-management.machine.ts';
import type { CronJob, CronRun } from '#machines/admin-sys-cron/cron-rules.ts';
import { FOLLOW_PAUSE_MS } from '#machines/admin-sys-cron/run-log.machine.ts';
import { FeatureTexts } from '#src/locale/text-provider.tsx';
import { ApiError } from '#src/services/api-error.ts';
import { noticeBoard } from '#src/ui/overlay/notices.ts';
import { anyIdempotencyKey } from '#tests/support/idempotency-key.ts';
import { renderUi } from '#tests/support/ui-frame.tsx';
import { page } from './index.ts';

const calls = vi.hoisted(() => ({
  listCrons: vi.fn(),
  editCron: vi.fn(),
  setCronEnabled: vi.fn(),
  runCron: vi.fn(),
  cronRuns: vi.fn(),
  cronLog: vi.fn(),
  cronTimeline: vi.fn(),
}));
vi.mock('#src/services/crons.service.ts', () => calls);

const NOW = '2026-11-20T08:00:00.000Z';

const job = (key: string, name: string, more: Partial<CronJob> = {}): CronJob => ({
  key,
  name_zh: `${name}任务`,
  name_en: name,
  cron: '30 18 * * *',
  enabled: true,
  allow_manual: true,
  core: false,
  timeout_s: 600,
  last_status: 'succeeded',
  last_run_at: '2026-11-20T07:00:00.000Z',
  last_duration_ms: 1200,
  next_run_at: '2026-11-20T18:30:00.000Z',
  next_runs: ['2026-11-20T18:30:00.000Z', '2026-11-21T18:30:00.000Z', '2026-11-22T18:30:00.000Z'],
  success_24h: 0.5,
  rows_out: 1234,
  running_run_id: null,
  ...more,
});
const run = (id: number, status: CronRun['status'] = 'succeeded'): CronRun => ({
  id,
  trigger: 'manual',
  triggered_by: { id: 1, label: 'Super' },
  status,
  started_at: '2026-11-20T07:00:00.000Z',
  finished_at: status === 'running' ? null : '2026-11-20T07:01:05.000Z',
  rows_in: 10,
  rows_out: 9,
  message: null,
});

let actor: AnyActorRef;
let clock: SimulatedClock;

async function show({ search = '', locale }: { search?: string; locale?: 'zh-cn' | 'en' } = {}) {
  clock = new SimulatedClock();
  actor = createActor(page.machine, { input: { search }, clock }).start();
  const { View } = page;
  renderUi(
    <FeatureTexts messages={page.messages}>
      <View page={actor as never} />
    </FeatureTexts>,
    locale,
  );
  await screen.findByRole('row', { name: /backup\.daily/ });
}

const reply = (rows: CronJob[], heartbeat: string | null = NOW) => ({ list: rows, total: rows.length, heartbeat_at: heartbeat });
const row = (key: string) => screen.getByRole('row', { name: new RegExp(key.replace('.', '\\.')) });
const buttonIn = (key: string, name: string | RegExp) => within(row(key)).getByRole('button', { name });

beforeEach(() => {
  for (const call of Object.values(calls)) call.mockReset();
  calls.listCrons.mockResolvedValue(reply([job('backup.daily', 'Backup'), job('orders.pull', 'Orders', { core: true })]));
  calls.cronTimeline.mockResolvedValue({
    from: '2026-11-19T08:00:00.000Z',
    to: NOW,
    lanes: [{ key: 'backup.daily', runs: [{ id: 7, status: 'failed', started_at: '2026-11-20T07:00:00.000Z', finished_at: NOW }] }],
  });
  calls.cronRuns.mockResolvedValue({ list: [run(9)], next_cursor: null, total: 1, total_capped: false });
  calls.cronLog.mockResolvedValue({ text: 'all done', next_offset: 8, done: true });
});

const done = () => noticeBoard.read().map((notice) => ('content' in notice ? notice.content : ''));

afterEach(() => {
  actor.stop();
  cleanup();
  for (const { id } of noticeBoard.read()) noticeBoard.remove(id);
});

describe('scheduled tasks', () => {
  it('names tasks in the language of the user, and shows the schedule in words with the next runs in their timezone', async () => {
    await show();
    const { textContent } = row('backup.daily');
    expect(textContent).toContain('Backup');
    expect(textContent).toContain('every day at 18:30 (UTC), that is every day at 02:30 (Asia/Shanghai)');
    expect(textContent).toContain('Next three runs (Asia/Shanghai):\n2026-11-21 02:30\n2026-11-22 02:30\n2026-11-23 02:30');
    expect(textContent).toContain('50.00%');
    cleanup();
    actor.stop();
    await show({ locale: 'zh-cn' });
    expect(row('backup.daily').textContent).toContain('每天 18:30（UTC），即每天 02:30（Asia/Shanghai）');
    expect(row('backup.daily').textContent).toContain('Backup任务');
  });

  it('asks before a task is disabled but not before it is enabled, and explains why a core task stays on', async () => {
    calls.setCronEnabled.mockResolvedValue({});
    calls.listCrons.mockResolvedValue(
      reply([job('backup.daily', 'Backup'), job('orders.pull', 'Orders', { core: true }), job('mail.send', 'Mail', { enabled: false })]),
    );
    await show();
    const switchIn = (key: string) => within(row(key)).getByRole('switch');
    await userEvent.click(switchIn('orders.pull'));
    expect(switchIn('orders.pull').getAttribute('aria-disabled')).toBe('true');
    expect(row('orders.pull').textContent).toContain('Core tasks cannot be disabled');
    await userEvent.click(switchIn('mail.send'));
    expect(calls.setCronEnabled.mock.calls).toEqual([[{ key: 'mail.send', enabled: true }]]);
    await waitFor(() => expect(done()).toEqual(['Enable Mail: done']));
    await userEvent.click(switchIn('backup.daily'));
    const question = await screen.findByRole('alertdialog');
    expect(question.textContent).toContain('“Backup” will no longer run on schedule');
    await userEvent.click(within(question).getByRole('button', { name: 'Disable' }));
    expect(calls.setCronEnabled).toHaveBeenLastCalledWith({ key: 'backup.daily', enabled: false });
    await waitFor(() => expect(done()).toEqual(['Enable Mail: done', 'Disable Backup: done']));
  });

  it('opens the log of the current run when a task is already running', async () => {
    calls.runCron.mockRejectedValue(new ApiError('Already running', 422, { reason: 'CRON_RUNNING', run_id: 41 }));
    calls.cronRuns.mockResolvedValue({ list: [run(41, 'running')], next_cursor: null, total: 1, total_capped: false });
    calls.cronLog.mockResolvedValueOnce({ text: 'half ', next_offset: 5, done: false });
    await show();
    await userEvent.click(buttonIn('backup.daily', 'Run now Backup'));
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Run now' }));
    const collisionDialog = await screen.findByRole('dialog', { name: 'The task is running' });
    await userEvent.click(within(collisionDialog).getByRole('button', { name: 'View the log of that run' }));
    const log = await screen.findByRole('log');
    expect(log.textContent).toBe('half ');
    expect(screen.getByText('Running; updates every 2 seconds')).toBeTruthy();
    calls.cronLog.mockResolvedValueOnce({ text: 'whole', next_offset: 10, done: true });
    clock.increment(FOLLOW_PAUSE_MS);
    await expect.poll(() => screen.getByRole('log').textContent).toBe('half whole');
    expect(calls.cronLog.mock.calls.map(([asked]) => asked)).toEqual([
      { run_id: 41, offset: 0 },
      { run_id: 41, offset: 5 },
    ]);
    // The table of runs is reloaded when the run ends.
    await expect.poll(() => calls.cronRuns.mock.calls.length).toBe(2);
    expect(screen.queryByText('Running; updates every 2 seconds')).toBeNull();
  });

  it('shows the log of a run from the timeline even when it is missing from the first page of runs', async () => {
    await show();
    await userEvent.click(await screen.findByRole('button', { name: /2026-11-20 15:00:00 – .* · Failed/ }));
    expect(await screen.findByRole('heading', { name: 'Log of run 7' })).toBeTruthy();
    expect((await screen.findByRole('log')).textContent).toBe('all done');
    await userEvent.click(screen.getByRole('button', { name: 'Hide log' }));
    expect(screen.queryByRole('log')).toBeNull();
  });

  it('warns about a silent scheduler after two minutes by the clock of the server, not before', async () => {
    calls.listCrons.mockResolvedValueOnce(reply([job('backup.daily', 'Backup')], '2026-11-20T07:58:01.000Z'));
    calls.listCrons.mockResolvedValueOnce(reply([job('backup.daily', 'Backup')], '2026-11-20T07:57:59.000Z'));
    await show();
    await screen.findByRole('region', { name: 'Last 24 hours' });
    expect(screen.queryByRole('alert')).toBeNull();
    clock.increment(WATCH_PAUSE_MS);
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Scheduler is not runningLast heartbeat: 2026-11-20 15:57:59. Tasks do not run on schedule.',
    );
  });

  it('shows an invalid schedule at its field with the message of the server', async () => {
    const errors = [{ field: 'cron', rule: 'cronTooOften', message: 'too often' }];
    calls.editCron.mockRejectedValueOnce(new ApiError('wrong', 400, { reason: 'VALIDATION', errors })).mockResolvedValueOnce({});
    await show();
    await userEvent.click(buttonIn('backup.daily', 'Edit Backup'));
    const field = screen.getByRole('textbox', { name: /^\*?Schedule/ });
    await userEvent.clear(field);
    await userEvent.type(field, '1,2  * * * *');
    expect(screen.getByText('at minutes 01, 02 of every hour (UTC)')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect((await screen.findByText('too often')).closest('.ads-field')?.contains(field)).toBe(true);
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
    expect(calls.editCron).toHaveBeenLastCalledWith({ key: 'backup.daily', cron: '1,2 * * * *', timeout_s: 600, ...anyIdempotencyKey });
  });
});
