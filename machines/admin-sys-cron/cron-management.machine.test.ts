import { describe, expect, it } from 'vitest';
import { observe } from '#tests/support/stage.ts';
import { cronManagementMachine, WATCH_PAUSE_MS } from './cron-management.machine.ts';
import { type CronJob, checkCron, HEARTBEAT_TIMEOUT_MS, isSchedulerSilent } from './cron-rules.ts';

const job: CronJob = {
  key: 'cleanup.daily',
  name_zh: '清理',
  name_en: 'Clean up',
  cron: '0 3 * * *',
  enabled: true,
  allow_manual: true,
  core: false,
  timeout_s: 600,
  last_status: 'succeeded',
  last_run_at: '2026-11-20T03:00:00Z',
  last_duration_ms: 1200,
  next_run_at: '2026-11-21T03:00:00Z',
  next_runs: [],
  success_24h: 1,
  rows_out: 0,
  running_run_id: null,
};

/** A started machine, without the events its parts received at the start. */
const begin = (search = '') => {
  const begun = observe(cronManagementMachine, { search });
  const opening = structuredClone(begun.heard());
  for (const part of Object.keys(begun.heard())) delete begun.heard()[part];
  return { ...begun, opening };
};
const typesIn = (heard: Record<string, { type: string }[]>) =>
  Object.fromEntries(Object.entries(heard).map(([part, events]) => [part, events.map(({ type }) => type)]));

describe('the scheduled tasks', () => {
  it('show the timeline of a day from the start', () => {
    expect(begin().opening).toEqual({ timeline: [{ type: 'detail.opened', subject: { hours: 24 } }] });
  });

  it('are reloaded quietly by the clock', () => {
    const { clock, heard } = begin();
    clock.increment(WATCH_PAUSE_MS - 1);
    expect(heard()).toEqual({});
    clock.increment(1);
    clock.increment(WATCH_PAUSE_MS);
    expect(typesIn(heard())).toEqual({
      list: ['list.refreshDue', 'list.refreshDue'],
      timeline: ['detail.refreshDue', 'detail.refreshDue'],
    });
  });

  it.each([
    { type: 'cronForm.saved', saved: { key: job.key } },
    { type: 'cronSwitch.done', subject: { job, enabled: false }, result: undefined },
  ] as const)('are reloaded after $type', (event) => {
    const { actor, heard } = begin();
    actor.send(event);
    expect(typesIn(heard())).toEqual({ list: ['list.refreshRequested'] });
  });

  it('are reloaded with the timeline after a start and after a refresh', () => {
    for (const event of [
      { type: 'cronStart.done', subject: job, result: { runId: 9 } } as const,
      { type: 'page.refreshRequested' } as const,
    ]) {
      const { actor, heard } = begin();
      actor.send(event);
      expect(typesIn(heard()), event.type).toEqual({ list: ['list.refreshRequested'], timeline: ['detail.refreshRequested'] });
    }
  });

  it('name the run that blocked a start, until it is dismissed', () => {
    const { actor } = begin();
    actor.send({ type: 'cronStart.done', subject: job, result: { runId: 9, wasRunning: true } });
    expect(actor.getSnapshot()).toMatchObject({ value: { starts: 'colliding' }, context: { collision: { job, runId: 9 } } });
    actor.send({ type: 'collision.dismissed' });
    expect(actor.getSnapshot()).toMatchObject({ value: { starts: 'free' } });
  });

  it('show the runs of one task, by its key, and close them', () => {
    const { actor, given } = begin();
    actor.send({ type: 'runs.opened', job: { ...job, key: 'a&b' } });
    expect(given.runs).toEqual({ search: '?job_key=a%26b' });
    actor.send({ type: 'runs.closed' });
    expect(actor.getSnapshot().children.runs).toBeUndefined();
    expect(actor.getSnapshot().context.job).toBeUndefined();
  });

  it('open the log of a named run', () => {
    const { actor, heard } = begin();
    actor.send({ type: 'runs.opened', job, runId: 9 });
    expect(heard().runLog).toEqual([{ type: 'runLog.opened', runId: 9 }]);
  });

  it('tell the address of their list', () => {
    const { actor, facts } = begin('?tab=audit');
    actor.send({ type: 'list.moved', search: '?enabled=true', how: 'push' });
    expect(facts).toEqual([{ type: 'page.moved', search: '?tab=audit&enabled=true', how: 'push' }]);
  });
});

describe('the rules of a task', () => {
  it.each([
    ['0 3 * * *', true],
    ['  */5 * * * 1-5 ', true],
    ['0 3 * *', false],
    ['0 0 3 * * *', false],
    ['', false],
    ['   ', false],
  ])('check %j as a schedule: %s', (cron, sound) => {
    expect('cron' in checkCron({ cron, timeout_s: 60 })).toBe(!sound);
  });

  it.each([
    [10, true],
    [7200, true],
    [9, false],
    [7201, false],
    [10.5, false],
    [undefined, false],
  ])('check %s seconds: %s', (timeout_s, sound) => {
    expect('timeout_s' in checkCron({ cron: '0 3 * * *', timeout_s })).toBe(!sound);
  });

  it('treat the scheduler as silent after two minutes without a heartbeat', () => {
    const now = Date.parse('2026-11-20T08:02:00Z');
    expect(HEARTBEAT_TIMEOUT_MS).toBe(120_000);
    expect(isSchedulerSilent('2026-11-20T08:00:00Z', now)).toBe(false);
    expect(isSchedulerSilent('2026-11-20T07:59:59Z', now)).toBe(true);
    expect(isSchedulerSilent(null, now)).toBe(true);
  });
});
