import { describe, expect, it } from 'vitest';
import { deep } from '#tests/support/depth.ts';
import { seeded } from '#tests/support/random-walk.ts';
import { stage } from '#tests/support/stage.ts';
import { isNarrow, RESIZE_THROTTLE_MS, sidebarMachine } from './sidebar.machine.ts';

/** Random sequences of window sizes and toggles. */
const ROUNDS = deep(1000, 10_000);

const begin = (width: number) => {
  const begun = stage(sidebarMachine, { width });
  return {
    ...begun,
    resize: (to: number) => begun.actor.send({ type: 'viewport.resized', width: to }),
    toggle: () => begun.actor.send({ type: 'sidebar.toggled' }),
    wait: (ms = RESIZE_THROTTLE_MS) => begun.clock.increment(ms),
    isOpen: () => begun.actor.getSnapshot().matches({ shape: 'open' }),
  };
};

describe('the sidebar', () => {
  it.each([
    [768, true],
    [767, false],
    [0, false],
    [1920, true],
  ])('starts in a window of %i pixels, open: %s', (width, open) => {
    expect(begin(width).isOpen()).toBe(open);
  });

  it('throttles for half a second', () => {
    expect(RESIZE_THROTTLE_MS).toBe(500);
  });

  it('collapses at 767 pixels and stays open at 768', () => {
    const { resize, isOpen, wait } = begin(1280);
    resize(768);
    wait();
    expect(isOpen()).toBe(true);
    resize(767);
    expect(isOpen()).toBe(false);
    wait();
    resize(768);
    expect(isOpen()).toBe(true);
  });

  it('handles the first size at once and the last one after half a second', () => {
    const { resize, isOpen, wait } = begin(1280);
    resize(700);
    expect(isOpen()).toBe(false);
    resize(1000);
    resize(600);
    resize(1100);
    expect(isOpen()).toBe(false);
    wait(RESIZE_THROTTLE_MS - 1);
    expect(isOpen()).toBe(false);
    wait(1);
    expect(isOpen()).toBe(true);
  });

  it('handles sizes at most once in half a second, however often the window changes', () => {
    const { resize, isOpen, wait } = begin(1280);
    let answers = 0;
    let was = isOpen();
    for (let ms = 0; ms < 2000; ms += 10) {
      resize(ms % 20 === 0 ? 600 : 1000);
      if (isOpen() !== was) answers += 1;
      was = isOpen();
      wait(10);
      if (isOpen() !== was) answers += 1;
      was = isOpen();
    }
    expect(answers).toBeGreaterThan(0);
    expect(answers).toBeLessThanOrEqual(5);
  });

  it('keeps a manual choice until the window crosses the breakpoint', () => {
    const { resize, toggle, isOpen, wait } = begin(1280);
    toggle();
    for (const width of [1000, 800, 768, 1920]) {
      resize(width);
      wait();
      expect(isOpen(), `${width}`).toBe(false);
    }
    resize(700);
    wait();
    expect(isOpen()).toBe(false);
    toggle();
    resize(500);
    wait();
    expect(isOpen()).toBe(true);
    resize(900);
    wait();
    expect(isOpen()).toBe(true);
    resize(600);
    expect(isOpen()).toBe(false);
  });

  it('keeps a choice made during the throttle', () => {
    const { resize, toggle, isOpen, wait } = begin(1280);
    resize(700);
    resize(710);
    toggle();
    wait();
    expect(isOpen()).toBe(true);
  });

  it(`ends up as the last size wants it, ${ROUNDS} times`, { timeout: 180_000 }, () => {
    const random = seeded(11);
    const widths = new Set<number>();
    for (let round = 0; round < ROUNDS; round += 1) {
      const { resize, isOpen, wait } = begin(1280);
      let last = 1280;
      for (let step = 0; step < 6; step += 1) {
        last = 700 + Math.floor(random() * 136);
        resize(last);
        if (random() < 0.5) wait(Math.floor(random() * 700));
      }
      wait(2 * RESIZE_THROTTLE_MS);
      if (isOpen() === isNarrow(last)) throw new Error(`round ${round}: ${last} pixels, open ${isOpen()}`);
      widths.add(last);
    }
    expect(widths.size).toBe(136);
  });
});
