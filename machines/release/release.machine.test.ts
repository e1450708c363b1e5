import { describe, expect, it } from 'vitest';
import { asking, noting, stage } from '#tests/support/stage.ts';
import { CHECK_INTERVAL_MS, MIN_CHECK_INTERVAL_MS, releaseMachine } from './release.machine.ts';

const begin = (current = 'a1') => {
  const server = asking<{ release: string }>();
  const { effect, names } = noting();
  const machine = releaseMachine.provide({
    actors: { findRelease: server.logic },
    actions: { announceRelease: effect('announce'), reload: effect('reload') },
  });
  return { server, names, ...stage(machine, { current }) };
};

describe('the release', () => {
  it('is checked every five minutes', async () => {
    const { server, clock } = begin();
    const rest = CHECK_INTERVAL_MS - MIN_CHECK_INTERVAL_MS;
    clock.increment(MIN_CHECK_INTERVAL_MS);
    clock.increment(rest - 1);
    expect(server.questions).toHaveLength(0);
    clock.increment(1);
    await server.question().answer({ release: 'a1' });
    clock.increment(MIN_CHECK_INTERVAL_MS);
    clock.increment(rest);
    expect(server.questions).toHaveLength(2);
  });

  it('is checked when the user returns, but not too often', async () => {
    const { actor, server, clock } = begin();
    actor.send({ type: 'window.shown' });
    expect(server.questions).toHaveLength(0);
    clock.increment(MIN_CHECK_INTERVAL_MS);
    actor.send({ type: 'window.shown' });
    actor.send({ type: 'window.shown' });
    expect(server.questions).toHaveLength(1);
    await server.question().refuse(new Error('no network'));
    actor.send({ type: 'window.shown' });
    expect(server.questions).toHaveLength(1);
  });

  it('is outdated once the server has another one, which is announced once and ends the checks', async () => {
    const { actor, server, clock, names } = begin();
    clock.increment(MIN_CHECK_INTERVAL_MS);
    actor.send({ type: 'window.shown' });
    await server.question().answer({ release: 'b2' });
    expect(actor.getSnapshot().hasTag('outdated')).toBe(true);
    expect(actor.getSnapshot().context).toEqual({ current: 'a1', newest: 'b2' });
    clock.increment(2 * CHECK_INTERVAL_MS);
    actor.send({ type: 'window.shown' });
    expect(server.questions).toHaveLength(1);
    expect(names()).toEqual(['announce']);
  });

  it('is never outdated without releases on the server or in the build', async () => {
    const { actor, server, clock } = begin();
    clock.increment(MIN_CHECK_INTERVAL_MS);
    actor.send({ type: 'window.shown' });
    await server.question().answer({ release: '' });
    expect(actor.getSnapshot().hasTag('outdated')).toBe(false);
    const unbuilt = begin('');
    unbuilt.clock.increment(MIN_CHECK_INTERVAL_MS);
    unbuilt.actor.send({ type: 'window.shown' });
    unbuilt.clock.increment(CHECK_INTERVAL_MS);
    expect(unbuilt.server.questions).toHaveLength(0);
  });

  it('is reloaded at once if nothing would be lost', () => {
    const { actor, names } = begin();
    actor.send({ type: 'release.reloadRequested', unsettled: false });
    expect(names()).toEqual(['reload']);
  });

  it('is reloaded only after a confirmation if something would be lost', () => {
    const { actor, names } = begin();
    actor.send({ type: 'release.reloadRequested', unsettled: true });
    expect(actor.getSnapshot().hasTag('confirming')).toBe(true);
    actor.send({ type: 'release.reloadCancelled' });
    actor.send({ type: 'release.reloadConfirmed' });
    expect(names()).toEqual([]);
    actor.send({ type: 'release.reloadRequested', unsettled: true });
    actor.send({ type: 'release.reloadConfirmed' });
    expect(names()).toEqual(['reload']);
    expect(actor.getSnapshot().hasTag('confirming')).toBe(false);
  });
});
