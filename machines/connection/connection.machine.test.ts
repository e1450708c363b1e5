import { describe, expect, it } from 'vitest';
import { asking, noting, stage } from '#tests/support/stage.ts';
import { BACK_ONLINE_MS, CHECK_AGAIN_MS, connectionMachine } from './connection.machine.ts';

const begin = (isOnline = true) => {
  const server = asking<void>();
  const { effect, names } = noting();
  const machine = connectionMachine.provide({
    actors: { reachServer: server.logic },
    actions: { announceLost: effect('lost'), announceRestored: effect('restored') },
  });
  const staged = stage(machine, { isOnline });
  return { server, names, ...staged, at: () => staged.actor.getSnapshot().value };
};

describe('the connection', () => {
  it('starts as the browser reports', () => {
    expect(begin(true).at()).toBe('online');
    expect(begin(false).at()).toEqual({ offline: 'waiting' });
  });

  it('stays online after one unanswered call if the server can be reached', async () => {
    const { actor, server, at, names } = begin();
    actor.send({ type: 'call.unanswered' });
    actor.send({ type: 'call.unanswered' });
    expect(server.questions).toHaveLength(1);
    await server.question().answer();
    expect(at()).toBe('online');
    expect(names()).toEqual([]);
  });

  it('goes offline if the server does not answer the check either', async () => {
    const { actor, server, at, names } = begin();
    actor.send({ type: 'call.unanswered' });
    await server.question().refuse(new Error('nobody'));
    expect(at()).toEqual({ offline: 'waiting' });
    expect(names()).toEqual(['lost']);
  });

  it('goes offline at once when the browser reports it, and is restored once the server answers', async () => {
    const { actor, server, at, facts, clock, names } = begin();
    actor.send({ type: 'network.lost' });
    expect(at()).toEqual({ offline: 'waiting' });
    actor.send({ type: 'network.found' });
    expect(facts).toEqual([]);
    await server.question().answer();
    expect(at()).toBe('backOnline');
    expect(facts).toEqual([{ type: 'connection.restored' }]);
    expect(names()).toEqual(['lost', 'restored']);
    clock.increment(BACK_ONLINE_MS);
    expect(at()).toBe('online');
    expect(facts).toHaveLength(1);
  });

  it('checks the server at intervals', async () => {
    const { actor, server, at, clock } = begin(false);
    clock.increment(CHECK_AGAIN_MS);
    await server.question().refuse(new Error('nobody'));
    expect(at()).toEqual({ offline: 'waiting' });
    clock.increment(CHECK_AGAIN_MS);
    await server.question().answer();
    expect(at()).toBe('backOnline');
    expect(server.questions).toHaveLength(2);
    actor.send({ type: 'network.lost' });
    expect(at()).toEqual({ offline: 'waiting' });
  });

  it('is restored by any answered call', () => {
    const { actor, facts, at } = begin(false);
    actor.send({ type: 'call.answered' });
    expect(at()).toBe('backOnline');
    expect(facts).toEqual([{ type: 'connection.restored' }]);
  });

  it('keeps waiting when the network is lost during a check', () => {
    const { actor, server, at } = begin(false);
    actor.send({ type: 'network.found' });
    actor.send({ type: 'network.lost' });
    expect(at()).toEqual({ offline: 'waiting' });
    expect(server.question().signal.aborted).toBe(true);
  });
});
