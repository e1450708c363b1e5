import { describe, expect, it } from 'vitest';
import { WALKS } from '#tests/support/depth.ts';
import { randomWalks } from '#tests/support/random-walk.ts';
import { asking, stage } from '#tests/support/stage.ts';
import { detailWalk } from '../kernel.walks.ts';
import { createDetailMachine } from './detail.machine.ts';
import { STALE_MS } from './freshness.ts';

interface Thing {
  id: number;
}

const members = createDetailMachine<Thing, string[]>({ id: 'members' });

const begin = () => {
  const server = asking<string[], { subject: Thing }>();
  return { server, ...stage(members.provide({ actors: { loadDetail: server.logic } })) };
};

describe('a detail', () => {
  it('is loaded when it is opened, and forgotten when it is closed', async () => {
    const { actor, server } = begin();
    actor.send({ type: 'detail.opened', subject: { id: 1 } });
    await server.question().answer(['li']);
    expect(actor.getSnapshot()).toMatchObject({ value: { shown: 'fresh' }, context: { answer: ['li'] } });
    actor.send({ type: 'detail.closed' });
    expect(actor.getSnapshot().context).toEqual({ subject: undefined, answer: undefined, failure: undefined });
  });

  it('never shows the answer about another subject', async () => {
    const { actor, server } = begin();
    actor.send({ type: 'detail.opened', subject: { id: 1 } });
    actor.send({ type: 'detail.opened', subject: { id: 2 } });
    await server.question(0).answer(['of one']);
    expect(actor.getSnapshot().context.answer).toBeUndefined();
    await server.question(1).answer(['of two']);
    expect(actor.getSnapshot().context).toMatchObject({ subject: { id: 2 }, answer: ['of two'] });
    actor.send({ type: 'detail.opened', subject: { id: 3 } });
    expect(actor.getSnapshot().context.answer).toBeUndefined();
  });

  it('keeps its answer during a reload, and after that fails', async () => {
    const { actor, server } = begin();
    actor.send({ type: 'detail.opened', subject: { id: 1 } });
    await server.question().answer(['li']);
    actor.send({ type: 'detail.refreshRequested' });
    expect(actor.getSnapshot()).toMatchObject({ value: 'loading', context: { answer: ['li'] } });
    await server.question().refuse(new Error('no network'));
    expect(actor.getSnapshot()).toMatchObject({ value: 'failed', context: { answer: ['li'], failure: { message: 'no network' } } });
    actor.send({ type: 'detail.refreshRequested' });
    expect(server.inputs()).toEqual([{ subject: { id: 1 } }, { subject: { id: 1 } }, { subject: { id: 1 } }]);
  });

  it('is reloaded quietly by the clock, also after a failure', async () => {
    const { actor, server } = begin();
    actor.send({ type: 'detail.opened', subject: { id: 1 } });
    actor.send({ type: 'detail.refreshDue' });
    expect(server.questions).toHaveLength(1);
    await server.question().answer(['li']);
    actor.send({ type: 'detail.refreshDue' });
    expect(server.questions).toHaveLength(2);
    expect(actor.getSnapshot().hasTag('busy')).toBe(false);
    await server.question().refuse(new Error('no network'));
    actor.send({ type: 'detail.refreshDue' });
    expect(server.questions).toHaveLength(3);
  });

  it('is not reloaded while it is closed', () => {
    const { actor, server } = begin();
    actor.send({ type: 'detail.refreshRequested' });
    expect(server.questions).toHaveLength(0);
  });

  it('ignores an answer that arrives after it was closed', async () => {
    const { actor, server } = begin();
    actor.send({ type: 'detail.opened', subject: { id: 1 } });
    actor.send({ type: 'detail.closed' });
    await server.question().answer(['late']);
    expect(actor.getSnapshot()).toMatchObject({ value: 'closed', context: { answer: undefined } });
    expect(server.question().signal.aborted).toBe(true);
  });

  it('is not busy while the clock reloads it, also after a failure', async () => {
    const { actor, server } = begin();
    actor.send({ type: 'detail.opened', subject: { id: 1 } });
    await server.question().answer(['li']);
    actor.send({ type: 'detail.refreshDue' });
    expect(actor.getSnapshot().hasTag('busy')).toBe(false);
    await server.question(1).refuse(new Error('no network'));
    expect(actor.getSnapshot()).toMatchObject({ value: 'failed', context: { answer: ['li'] } });
    actor.send({ type: 'detail.refreshDue' });
    expect(server.questions).toHaveLength(3);
    expect(actor.getSnapshot().hasTag('busy')).toBe(false);
    expect(actor.getSnapshot().context.failure?.message).toBe('no network');
  });

  it('is reloaded quietly when it is seen again, and only if it is stale', async () => {
    const { actor, server, clock } = begin();
    actor.send({ type: 'detail.opened', subject: { id: 1 } });
    actor.send({ type: 'detail.seen' });
    await server.question().answer(['li']);
    actor.send({ type: 'detail.seen' });
    clock.increment(STALE_MS - 1);
    actor.send({ type: 'detail.seen' });
    expect(server.questions).toHaveLength(1);
    clock.increment(1);
    actor.send({ type: 'detail.seen' });
    actor.send({ type: 'detail.seen' });
    expect(server.questions).toHaveLength(2);
    expect(actor.getSnapshot().hasTag('busy')).toBe(false);
  });

  it('is reloaded after a failure when it is seen again', async () => {
    const { actor, server } = begin();
    actor.send({ type: 'detail.opened', subject: { id: 1 } });
    await server.question().refuse(new Error('no network'));
    actor.send({ type: 'detail.seen' });
    expect(server.questions).toHaveLength(2);
    expect(actor.getSnapshot().hasTag('busy')).toBe(true);
  });

  it(`breaks no promise in ${WALKS} random walks`, { timeout: 180_000 }, () => {
    const steps = randomWalks(detailWalk(members, { id: 1 }, ['li']), {
      walks: WALKS,
      length: 10,
      holds: ({ after }) => {
        if (after.hasTag('open') !== (after.context.subject !== undefined))
          throw new Error('open about nothing, or closed about something');
        if ((after.hasTag('busy') || after.hasTag('quiet')) !== Boolean(after.children.loadDetail))
          throw new Error('busy without a question');
        if (after.value === 'closed' && after.context.answer !== undefined) throw new Error('closed and still known');
      },
    });
    expect(steps).toBe(10 * WALKS);
  });
});
