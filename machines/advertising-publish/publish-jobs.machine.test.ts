import { describe, expect, it } from 'vitest';
import { asking, observe, stage } from '#tests/support/stage.ts';
import type { ListAnswer, ListRequest } from '../kernel/list/list.machine.ts';
import { CHANGING_ROWS_MS } from '../kernel/page/freshness.ts';
import { type JobFilters, jobList, type PublishJob, publishJobsMachine } from './publish-jobs.machine.ts';

const types = (events: { type: string }[] | undefined) => events?.map(({ type }) => type);
const jobs = (status: PublishJob['status']) => ({ rows: [{ id: 7, status } as PublishJob], total: 1 });

describe('the publish jobs', () => {
  it('are reloaded every few seconds while one runs and the page is seen, and then no more', async () => {
    const server = asking<ListAnswer<PublishJob>, ListRequest<JobFilters>>();
    const { actor, clock } = stage(jobList.provide({ actors: { loadRows: server.logic } }), { search: '' });
    actor.send({ type: 'list.seen' });
    await server.question().answer(jobs('running'));
    clock.increment(CHANGING_ROWS_MS);
    expect(server.inputs()).toHaveLength(2);
    await server.question(1).answer(jobs('partial'));
    clock.increment(CHANGING_ROWS_MS * 4);
    expect(server.inputs()).toHaveLength(2);
  });

  it('are reloaded quietly when the job on the screen has ended', () => {
    const { actor, heard, facts } = observe(publishJobsMachine, { search: '' });
    actor.send({ type: 'progress.ended', batchId: 7, watched: true, okIds: [1], failedIds: [] });
    expect(heard().list).toEqual([{ type: 'list.refreshDue' }]);
    expect(facts).toEqual([]);
  });

  it('tell the shell when failed objects of a job are retried', () => {
    const { actor, heard, facts } = observe(publishJobsMachine, { search: '' });
    actor.send({ type: 'progress.resumed', batchId: 7 });
    expect(facts).toEqual([{ type: 'page.batchStarted', batchId: 7 }]);
    expect(heard().list).toEqual([{ type: 'list.refreshDue' }]);
  });

  it('start and stop polling with the page', () => {
    const { actor, heard } = observe(publishJobsMachine, { search: '' });
    actor.send({ type: 'page.left' });
    actor.send({ type: 'page.seen' });
    expect([types(heard().list), types(heard().progress)]).toEqual([
      ['list.left', 'list.seen'],
      ['progress.left', 'progress.seen'],
    ]);
  });

  it.each([
    ['schemePicker.unseen', 'scheme_id'],
    ['staffPicker.unseen', 'user_id'],
    ['adAccountPicker.unseen', 'ad_account_id'],
  ] as const)('drop unseen ids from filters: %s', (type, name) => {
    const { actor, heard } = observe(publishJobsMachine, { search: `?${name}=7` });
    actor.send({ type, ids: [8] });
    expect(heard().list).toBeUndefined();
    actor.send({ type, ids: [7] });
    expect(heard().list).toEqual([{ type: 'list.filtersRefused', names: [name] }]);
  });
});
