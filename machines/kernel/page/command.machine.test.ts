import { describe, expect, it } from 'vitest';
import { WALKS } from '#tests/support/depth.ts';
import { randomWalks } from '#tests/support/random-walk.ts';
import { asking, stage } from '#tests/support/stage.ts';
import { commandWalk } from '../kernel.walks.ts';
import { createCommandMachine } from './command.machine.ts';

interface Thing {
  id: number;
}

const deletion = createCommandMachine<Thing, string>({ id: 'deletion' });

const begin = () => {
  const server = asking<string, { subject: Thing }>();
  return { server, ...stage(deletion.provide({ actors: { run: server.logic } })) };
};

describe('a command', () => {
  it('does nothing before it is confirmed', () => {
    const { actor, server } = begin();
    actor.send({ type: 'command.requested', subject: { id: 1 } });
    expect(actor.getSnapshot().hasTag('open')).toBe(true);
    actor.send({ type: 'command.cancelled' });
    expect(server.questions).toHaveLength(0);
    expect(actor.getSnapshot().context.subject).toBeUndefined();
  });

  it('is sent once, however often it is confirmed, and told under its own name', async () => {
    const { actor, server, facts } = begin();
    actor.send({ type: 'command.requested', subject: { id: 1 } });
    for (let click = 0; click < 20; click += 1) actor.send({ type: 'command.confirmed' });
    expect(server.inputs()).toEqual([{ subject: { id: 1 } }]);
    expect(actor.getSnapshot().hasTag('writing')).toBe(true);
    await server.question().answer('gone');
    expect(facts).toEqual([{ type: 'deletion.done', subject: { id: 1 }, result: 'gone' }]);
    expect(actor.getSnapshot()).toMatchObject({ value: 'idle', context: { subject: undefined } });
  });

  it('cannot be cancelled or replaced while it runs', () => {
    const { actor, server } = begin();
    actor.send({ type: 'command.runRequested', subject: { id: 1 } });
    actor.send({ type: 'command.cancelled' });
    actor.send({ type: 'command.runRequested', subject: { id: 2 } });
    actor.send({ type: 'command.requested', subject: { id: 2 } });
    expect(server.inputs()).toEqual([{ subject: { id: 1 } }]);
    expect(actor.getSnapshot().context.subject).toEqual({ id: 1 });
  });

  it('runs without a confirmation if the same click undoes it', async () => {
    const { actor, server, facts } = begin();
    actor.send({ type: 'command.runRequested', subject: { id: 3 } });
    await server.question().answer('done');
    expect(facts).toHaveLength(1);
  });

  it('shows a refusal in the confirmation, and retries only on request', async () => {
    const { actor, server, facts } = begin();
    actor.send({ type: 'command.requested', subject: { id: 1 } });
    actor.send({ type: 'command.confirmed' });
    await server.question().refuse(Object.assign(new Error('in use'), { traceId: 'trace-2' }));
    expect(actor.getSnapshot()).toMatchObject({ value: 'refused', context: { failure: { message: 'in use', traceId: 'trace-2' } } });
    expect(server.questions).toHaveLength(1);
    expect(facts).toEqual([]);
    actor.send({ type: 'command.confirmed' });
    expect(server.inputs()).toEqual([{ subject: { id: 1 } }, { subject: { id: 1 } }]);
  });

  it('clears an old refusal with a new confirmation', async () => {
    const { actor, server } = begin();
    actor.send({ type: 'command.runRequested', subject: { id: 1 } });
    await server.question().refuse(new Error('no'));
    actor.send({ type: 'command.cancelled' });
    actor.send({ type: 'command.requested', subject: { id: 2 } });
    expect(actor.getSnapshot().context.failure).toBeUndefined();
  });

  it('can be requested again after a refusal without a confirmation', async () => {
    const { actor, server, facts } = begin();
    actor.send({ type: 'command.runRequested', subject: { id: 1 } });
    await server.question().refuse(new Error('the network is gone'));
    actor.send({ type: 'command.runRequested', subject: { id: 2 } });
    expect(server.inputs()).toEqual([{ subject: { id: 1 } }, { subject: { id: 2 } }]);
    expect(actor.getSnapshot().context.failure).toBeUndefined();
    await server.question().answer('done');
    expect(facts).toEqual([{ type: 'deletion.done', subject: { id: 2 }, result: 'done' }]);
  });

  it(`breaks no promise in ${WALKS} random walks`, { timeout: 180_000 }, () => {
    const steps = randomWalks(commandWalk(deletion, { id: 1 }, 'gone'), {
      walks: WALKS,
      length: 12,
      holds: ({ before, event, after, did }) => {
        if (after.hasTag('writing') && !after.hasTag('open')) throw new Error('writing but not open');
        if (after.hasTag('writing') !== Boolean(after.children.run))
          throw new Error('writing without a request, or a request without writing');
        if (after.hasTag('open') !== (after.context.subject !== undefined))
          throw new Error('open about nothing, or closed about something');
        if (after.hasTag('writing') && !before.hasTag('writing') && !['command.runRequested', 'command.confirmed'].includes(event.type))
          throw new Error('begun by nobody');
        if (did.includes('xstate.sendTo') && event.type !== 'xstate.done.actor.run') throw new Error('told before it was done');
      },
    });
    expect(steps).toBe(12 * WALKS);
  });
});
