import { describe, expect, it } from 'vitest';
import { asking, eavesdrop, stage } from '#tests/support/stage.ts';
import type { ListAnswer, ListQuestion } from '../kernel/list/list.machine.ts';
import { UNSETTLED_MS } from '../kernel/page/freshness.ts';
import { type JobFilters, jobList, type PublishJob, publishJobsMachine } from './publish-jobs.machine.ts';

const types = (events: { type: string }[] | undefined) => events?.map(({ type }) => type);
const jobs = (status: PublishJob['status']) => ({ rows: [{ id: 7, status } as PublishJob], total: 1 });

describe('what was published', () => {
  it('is asked for every few seconds while some of it runs and somebody looks, and then no more', async () => {
    const server = asking<ListAnswer<PublishJob>, ListQuestion<JobFilters>>();
    const { actor, clock } = stage(jobList.provide({ actors: { loadRows: server.logic } }), { search: '' });
    actor.send({ type: 'list.seen' });
    await server.question().answer(jobs('running'));
    clock.increment(UNSETTLED_MS);
    expect(server.inputs()).toHaveLength(2);
    await server.question(1).answer(jobs('partial'));
    clock.increment(UNSETTLED_MS * 4);
    expect(server.inputs()).toHaveLength(2);
  });

  it('is asked for quietly when a job that is looked at has ended', () => {
    const { actor, heard, facts } = eavesdrop(publishJobsMachine, { search: '' });
    actor.send({ type: 'progress.ended', batchId: 7, watched: true, okIds: [1], failedIds: [] });
    expect(heard().list).toEqual([{ type: 'list.refreshDue' }]);
    expect(facts).toEqual([]);
  });

  it('tells the shell of a job that goes on with what failed', () => {
    const { actor, heard, facts } = eavesdrop(publishJobsMachine, { search: '' });
    actor.send({ type: 'progress.resumed', batchId: 7 });
    expect(facts).toEqual([{ type: 'page.batchStarted', batchId: 7 }]);
    expect(heard().list).toEqual([{ type: 'list.refreshDue' }]);
  });

  it('wakes and rests its list and the job that is looked at together', () => {
    const { actor, heard } = eavesdrop(publishJobsMachine, { search: '' });
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
  ] as const)('drops what its reader may not see: %s', (type, name) => {
    const { actor, heard } = eavesdrop(publishJobsMachine, { search: `?${name}=7` });
    actor.send({ type, ids: [8] });
    expect(heard().list).toBeUndefined();
    actor.send({ type, ids: [7] });
    expect(heard().list).toEqual([{ type: 'list.filtersRefused', names: [name] }]);
  });
});
