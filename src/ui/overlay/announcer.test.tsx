// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Announcer, announce, useAnnouncement } from './announcer.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  act(() => void vi.runAllTimers());
  cleanup();
  vi.useRealTimers();
});

const readStatus = () => screen.getByRole('status').textContent;

describe('announcer', () => {
  it('announces the newest text, and clears it after a while', () => {
    render(<Announcer />);
    act(() => announce('3 rows'));
    act(() => announce('Saved'));
    expect(readStatus()).toBe('Saved');
    act(() => void vi.advanceTimersByTime(10_000));
    expect(readStatus()).toBe('');
  });

  it('announces the same text twice in two elements, because a screen reader would ignore the repetition', () => {
    render(<Announcer />);
    act(() => announce('Saved'));
    const first = screen.getByText('Saved');
    act(() => announce('Saved'));
    expect(screen.getByText('Saved')).not.toBe(first);
  });

  it('announces what was said before it was mounted', () => {
    announce('early');
    render(<Announcer />);
    expect(readStatus()).toBe('early');
  });

  it("announces changes of a view's text, but not its initial text", () => {
    const Count = ({ text }: { text: string | undefined }) => {
      useAnnouncement(text);
      return null;
    };
    const view = (text: string | undefined) => (
      <>
        <Count text={text} />
        <Announcer />
      </>
    );
    const { rerender } = render(view('20 rows'));
    expect(readStatus()).toBe('');
    rerender(view('3 rows'));
    expect(readStatus()).toBe('3 rows');
    rerender(view(undefined));
    rerender(view('3 rows'));
    expect(readStatus()).toBe('3 rows');
  });
});
