// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { createLeaveGuard } from './leave-guard.ts';

/** Whether the browser would ask for confirmation now. */
const asks = () => {
  const leaving = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(leaving);
  return leaving.defaultPrevented;
};

describe('leaving the console', () => {
  it('asks for confirmation only while unsaved work would be lost', () => {
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

  it('never asks once the console itself navigates away', () => {
    const guard = createLeaveGuard();
    guard.follow(true);
    guard.dismiss();
    expect(asks()).toBe(false);
    guard.follow(true);
    expect(asks()).toBe(false);
  });
});
