// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { createLeaveGuard } from './leave-guard.ts';

/** Whether the browser would ask now. */
const asks = () => {
  const leaving = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(leaving);
  return leaving.defaultPrevented;
};

describe('leaving the console', () => {
  it('is asked about only while something is at stake', () => {
    const guard = createLeaveGuard();
    expect(asks()).toBe(false);
    guard.follow(true);
    guard.follow(true);
    expect(asks()).toBe(true);
    guard.follow(false);
    expect(asks()).toBe(false);
    guard.follow(true);
    expect(asks()).toBe(true);
    guard.dismiss();
  });

  it('is never asked about once the console itself leaves', () => {
    const guard = createLeaveGuard();
    guard.follow(true);
    guard.dismiss();
    expect(asks()).toBe(false);
    guard.follow(true);
    expect(asks()).toBe(false);
  });
});
