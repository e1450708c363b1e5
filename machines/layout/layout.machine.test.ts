import { describe, expect, it } from 'vitest';
import { noting, stage } from '#tests/support/stage.ts';
import { layoutMachine, REFRESH_SPINNER_MS } from './layout.machine.ts';

const begin = () => {
  const { names, effect } = noting();
  const machine = layoutMachine.provide({
    actions: { enterFullscreen: effect('enterFullscreen'), leaveFullscreen: effect('leaveFullscreen') },
  });
  return { names, ...stage(machine) };
};

describe('the layout', () => {
  it('is mounted again after a short spinner, once however often it is requested', () => {
    const { actor, facts, clock } = begin();
    for (let click = 0; click < 5; click += 1) actor.send({ type: 'layout.refreshRequested' });
    expect(actor.getSnapshot().matches({ frame: 'refreshing' })).toBe(true);
    clock.increment(REFRESH_SPINNER_MS - 1);
    expect(facts).toEqual([]);
    clock.increment(1);
    expect(facts).toEqual([{ type: 'layout.refreshed' }]);
    expect(actor.getSnapshot().context.round).toBe(1);
    actor.send({ type: 'layout.refreshRequested' });
    clock.increment(REFRESH_SPINNER_MS);
    expect(actor.getSnapshot().context.round).toBe(2);
  });

  it('is in full screen only once the browser says so', () => {
    const { actor, names } = begin();
    actor.send({ type: 'fullscreen.toggled' });
    expect(names()).toEqual(['enterFullscreen']);
    expect(actor.getSnapshot().matches({ screen: 'inWindow' })).toBe(true);
    actor.send({ type: 'fullscreen.changed', isFull: true });
    expect(actor.getSnapshot().matches({ screen: 'full' })).toBe(true);
    actor.send({ type: 'fullscreen.toggled' });
    expect(names()).toEqual(['enterFullscreen', 'leaveFullscreen']);
  });

  it('is back in the window when the user leaves by a key', () => {
    const { actor } = begin();
    actor.send({ type: 'fullscreen.changed', isFull: true });
    actor.send({ type: 'fullscreen.changed', isFull: true });
    actor.send({ type: 'fullscreen.changed', isFull: false });
    expect(actor.getSnapshot().matches({ screen: 'inWindow' })).toBe(true);
  });

  it('refreshes independently of full screen', () => {
    const { actor, clock } = begin();
    actor.send({ type: 'layout.refreshRequested' });
    actor.send({ type: 'fullscreen.changed', isFull: true });
    clock.increment(REFRESH_SPINNER_MS);
    expect(actor.getSnapshot().value).toEqual({ frame: 'shown', screen: 'full' });
  });
});
