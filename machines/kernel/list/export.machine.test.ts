import { describe, expect, it } from 'vitest';
import { type AnyEventObject, createActor, fromCallback } from 'xstate';
import { WALKS } from '#tests/support/depth.ts';
import { randomWalks } from '#tests/support/random-walk.ts';
import { asking, settled, stage } from '#tests/support/stage.ts';
import { exportWalk } from '../kernel.walks.ts';
import { createExportMachine, type DownloadInput, type ExportSubject, type RowCount } from './export.machine.ts';

interface Query {
  keyword: string;
}
const roles = createExportMachine<Query>({ id: 'roleExport' });
const subject: ExportSubject<Query> = { query: { keyword: 'a' }, columns: ['name', 'users'] };

/** An export with a download that the test controls. */
function downloading() {
  const begun: { input: DownloadInput<Query>; tell: (event: AnyEventObject) => void; isStopped: boolean }[] = [];
  const logic = fromCallback<AnyEventObject, DownloadInput<Query>>(({ input, sendBack }) => {
    const one = { input, tell: sendBack, isStopped: false };
    begun.push(one);
    return () => {
      one.isStopped = true;
    };
  });
  return { logic, begun, last: () => begun.at(-1) };
}

function begin() {
  const server = asking<RowCount, { subject: ExportSubject<Query> }>();
  const download = downloading();
  return { server, download, ...stage(roles.provide({ actors: { countRows: server.logic, download: download.logic as never } })) };
}

async function confirming(answer: RowCount = { count: 3, max: 10 }) {
  const begun = begin();
  begun.actor.send({ type: 'export.requested', subject });
  await begun.server.question().answer(answer);
  return begun;
}

describe('an export', () => {
  it('counts its rows before it asks, and asks before it downloads', async () => {
    const { actor, server, download } = begin();
    actor.send({ type: 'export.requested', subject });
    actor.send({ type: 'export.confirmed' });
    expect(server.inputs()).toEqual([{ subject }]);
    expect(actor.getSnapshot()).toMatchObject({ value: 'counting', context: { answer: undefined } });
    await server.question().answer({ count: 3, max: 10 });
    expect(actor.getSnapshot()).toMatchObject({ value: 'confirming', context: { answer: { count: 3, max: 10 } } });
    expect(download.begun).toEqual([]);
  });

  it.each([
    ['more rows than a file may have', { count: 11, max: 10 }],
    ['no row', { count: 0, max: 10 }],
  ])('of %s is not downloaded', async (_, answer) => {
    const { actor, download } = await confirming(answer);
    actor.send({ type: 'export.confirmed' });
    expect(actor.getSnapshot().value).toBe('confirming');
    expect(download.begun).toEqual([]);
  });

  it('downloads once, however often it is confirmed, and tells when the file is complete', async () => {
    const { actor, download, facts } = await confirming();
    for (let click = 0; click < 10; click += 1) actor.send({ type: 'export.confirmed' });
    expect(download.begun.map(({ input }) => input)).toEqual([{ subject, answer: { count: 3, max: 10 } }]);
    expect(actor.getSnapshot().hasTag('writing')).toBe(true);
    download.last()?.tell({ type: 'export.progressed', received: 40, expected: 100 });
    expect(actor.getSnapshot().context).toMatchObject({ received: 40, expected: 100 });
    expect(facts).toEqual([]);
    download.last()?.tell({ type: 'export.finished' });
    expect(facts).toEqual([{ type: 'roleExport.done', subject, rows: 3 }]);
    expect(actor.getSnapshot().hasTag('open')).toBe(false);
    expect(actor.getSnapshot().hasTag('writing')).toBe(false);
  });

  it('ignores another request while it downloads', async () => {
    const { actor, server } = await confirming();
    actor.send({ type: 'export.confirmed' });
    actor.send({ type: 'export.requested', subject: { ...subject, columns: ['remark'] } });
    expect(server.questions).toHaveLength(1);
    expect(actor.getSnapshot().context.subject).toEqual(subject);
  });

  it('stops its download when it is cancelled, and ignores late events', async () => {
    const { actor, download, facts } = await confirming();
    actor.send({ type: 'export.confirmed' });
    actor.send({ type: 'export.cancelled' });
    expect(download.last()?.isStopped).toBe(true);
    expect(actor.getSnapshot()).toMatchObject({ value: 'cancelled' });
    expect(actor.getSnapshot().hasTag('writing')).toBe(false);
    download.last()?.tell({ type: 'export.finished' });
    expect(actor.getSnapshot().value).toBe('cancelled');
    expect(facts).toEqual([]);
    actor.send({ type: 'export.cancelled' });
    expect(actor.getSnapshot()).toMatchObject({ value: 'idle', context: { subject: undefined } });
  });

  it('that was cancelled or failed counts again before it restarts', async () => {
    const { actor, server, download } = await confirming();
    actor.send({ type: 'export.confirmed' });
    download.last()?.tell({ type: 'export.failed', error: Object.assign(new Error('cut off'), { traceId: 'trace-3' }) });
    expect(actor.getSnapshot()).toMatchObject({ value: 'failed', context: { failure: { message: 'cut off', traceId: 'trace-3' } } });
    actor.send({ type: 'export.retried' });
    expect(actor.getSnapshot()).toMatchObject({ value: 'counting', context: { failure: undefined, received: 0 } });
    await server.question().answer({ count: 4, max: 10 });
    actor.send({ type: 'export.confirmed' });
    expect(download.begun).toHaveLength(2);
    actor.send({ type: 'export.cancelled' });
    actor.send({ type: 'export.retried' });
    expect(server.questions).toHaveLength(3);
  });

  it('shows why its rows could not be counted', async () => {
    const { actor, server } = begin();
    actor.send({ type: 'export.requested', subject });
    await server.question().refuse(new Error('no network'));
    expect(actor.getSnapshot()).toMatchObject({ value: 'failed', context: { failure: { message: 'no network' } } });
  });

  it('closed while counting sends nothing more', () => {
    const { actor, server } = begin();
    actor.send({ type: 'export.requested', subject });
    actor.send({ type: 'export.cancelled' });
    expect(server.question().signal.aborted).toBe(true);
    expect(actor.getSnapshot().value).toBe('idle');
  });

  it('can follow another', async () => {
    const { actor, download, server } = await confirming();
    actor.send({ type: 'export.confirmed' });
    download.last()?.tell({ type: 'export.finished' });
    actor.send({ type: 'export.requested', subject: { ...subject, columns: ['remark'] } });
    expect(server.inputs().at(-1)).toEqual({ subject: { ...subject, columns: ['remark'] } });
    expect(actor.getSnapshot().context.answer).toBeUndefined();
  });

  it('counts again after a restore from a memo', async () => {
    const { actor } = await confirming();
    const kept = JSON.parse(JSON.stringify(actor.getPersistedSnapshot(), (key, value) => (key === 'answer' ? undefined : value)));
    const server = asking<RowCount, { subject: ExportSubject<Query> }>();
    const woken = createActor(roles.provide({ actors: { countRows: server.logic } }), { snapshot: kept }).start();
    woken.send({ type: 'export.confirmed' });
    expect(woken.getSnapshot().value).toBe('confirming');
    woken.send({ type: 'export.retried' });
    await server.question().answer({ count: 2, max: 10 });
    expect(woken.getSnapshot()).toMatchObject({ value: 'confirming', context: { answer: { count: 2 } } });
    woken.stop();
  });

  it('tells the download that it was restored half-way', async () => {
    const { actor } = await confirming();
    actor.send({ type: 'export.confirmed' });
    const kept = JSON.parse(JSON.stringify(actor.getPersistedSnapshot(), (key, value) => (key === 'answer' ? undefined : value)));
    const download = downloading();
    const woken = createActor(roles.provide({ actors: { download: download.logic as never } }), { snapshot: kept }).start();
    await settled();
    expect(download.begun.map(({ input }) => input)).toEqual([{ subject }]);
    woken.stop();
  });

  it(`breaks no promise in ${WALKS} random walks`, { timeout: 180_000 }, () => {
    const steps = randomWalks(exportWalk(roles, { keyword: 'a' }), {
      walks: WALKS,
      length: 12,
      holds: ({ after, event, did }) => {
        const { context } = after;
        if (after.hasTag('writing') !== Boolean(after.children.download)) throw new Error('writing without a download, or the reverse');
        if (after.hasTag('writing') && !after.hasTag('open')) throw new Error('a download that nobody can stop');
        if (after.hasTag('open') && context.subject === undefined) throw new Error('open about nothing');
        if (after.hasTag('writing') && (!context.answer || context.answer.count > context.answer.max))
          throw new Error('downloads too much');
        if (after.value === 'failed' && !context.failure) throw new Error('failed without a reason');
        if (did.includes('xstate.sendTo') && event.type !== 'export.finished') throw new Error('told before it was done');
      },
    });
    expect(steps).toBe(12 * WALKS);
  });
});
