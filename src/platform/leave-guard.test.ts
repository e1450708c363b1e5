// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { createLeaveGuard } from './leave-guard.ts';

/** Whether the browser would ask for confirmation now. */
const asksForConfirmation = () => {
  const leaving = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(leaving);
  return leaving.defaultPrevented;
};

describe('leaving the console', () => {
  it('asks for confirmation only while unsaved work would be lost', () => {
    const guard = createLeaveGuard();
    expect(asksForConfirmation()).toBe(false);
    guard.follow(true);
    guard.follow(true);
    expect(asksForConfirmation()).toBe(true);
    guard.follow(false);
    expect(asksForConfirmation()).toBe(false);
    guard.follow(true);
    expect(asksForConfirmation()).toBe(true);
    guard.dismiss();
  });

  it('never asks once the console itself navigates away', () => {
    const guard = createLeaveGuard();
    guard.follow(true);
    guard.dismiss();
    expect(asksForConfirmation()).toBe(false);
    guard.follow(true);
    expect(asksForConfirmation()).toBe(false);
  });
});
