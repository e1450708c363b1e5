// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { afterPointer } from './after-pointer.ts';

const fire = (type: string, init: PointerEventInit = {}) =>
  document.dispatchEvent(new PointerEvent(type, { isPrimary: true, button: 0, ...init }));

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  fire('pointerup');
  vi.runAllTimers();
  vi.useRealTimers();
});

it('runs at once when no pointer is pressed', () => {
  const task = vi.fn();
  afterPointer(task);
  expect(task).toHaveBeenCalledOnce();
});

it.each(['pointerup', 'pointercancel'])('waits for the %s, and for the click after it', (release) => {
  const task = vi.fn();
  fire('pointerdown');
  afterPointer(task);
  fire(release);
  expect(task).not.toHaveBeenCalled();
  vi.runAllTimers();
  expect(task).toHaveBeenCalledOnce();
});

it('waits for no other button, and no longer than until the next press', () => {
  const task = vi.fn();
  fire('pointerdown', { button: 2 });
  afterPointer(task);
  expect(task).toHaveBeenCalledOnce();
  fire('pointerdown');
  afterPointer(task);
  fire('pointerdown');
  expect(task).toHaveBeenCalledTimes(2);
});
