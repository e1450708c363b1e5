import { describe, expect, it } from 'vitest';
import type { SessionRow } from '#contracts/endpoints/session.ts';
import { asking, stage } from '#tests/support/stage.ts';
import { endOthers, HOME_REFRESH_MS, homeMachine, type OwnOperation, ownOperations, ownSessions } from './home.machine.ts';

const begin = () => {
  const operations = asking<OwnOperation[], { subject: 'all' }>();
  const sessions = asking<SessionRow[], { subject: 'all' }>();
  const end = asking<{ ended: number }, { subject: { count: number } }>();
  const reader = asking<void>();
  const machine = homeMachine.provide({
    actors: {
      operations: ownOperations.provide({ actors: { loadDetail: operations.logic } }),
      sessions: ownSessions.provide({ actors: { loadDetail: sessions.logic } }),
      endOthers: endOthers.provide({ actors: { run: end.logic } }),
      awaitReader: reader.logic,
    },
  });
  const begun = stage(machine, { search: '' });
  return { operations, sessions, end, reader, ...begun, part: () => begun.actor.getSnapshot().children };
};

describe('the first page', () => {
  it('asks for both of its blocks at once', () => {
    const { operations, sessions } = begin();
    expect([operations.questions.length, sessions.questions.length]).toEqual([1, 1]);
  });

  it('shows one block when the other cannot be had', async () => {
    const { operations, sessions, part } = begin();
    await operations.question().refuse(new Error('no network'));
    await sessions.question().answer([]);
    expect(part().operations?.getSnapshot().hasTag('failed')).toBe(true);
    expect(part().sessions?.getSnapshot().matches('shown')).toBe(true);
  });

  it('asks for both again by a refresh', async () => {
    const { actor, operations, sessions } = begin();
    await operations.question().answer([]);
    await sessions.question().refuse(new Error('no network'));
    actor.send({ type: 'page.refreshRequested' });
    expect([operations.questions.length, sessions.questions.length]).toEqual([2, 2]);
  });

  it('ends the other sessions once they were asked about, and shows what is left', async () => {
    const { operations, sessions, end, part } = begin();
    await operations.question().answer([]);
    await sessions.question().answer([]);
    part().endOthers?.send({ type: 'command.requested', subject: { count: 2 } });
    expect(end.questions).toHaveLength(0);
    part().endOthers?.send({ type: 'command.confirmed' });
    await end.question().answer({ ended: 2 });
    expect([operations.questions.length, sessions.questions.length]).toEqual([2, 2]);
  });

  it('is renewed only when somebody looks', async () => {
    const { clock, operations, sessions, reader } = begin();
    await operations.question().answer([]);
    await sessions.question().answer([]);
    clock.increment(HOME_REFRESH_MS);
    expect([reader.questions.length, operations.questions.length]).toEqual([1, 1]);
    await reader.question().answer();
    expect([operations.questions.length, sessions.questions.length]).toEqual([2, 2]);
  });
});
